"""`fireteam watch`: a replay, or a battle of the moment, as text."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fireteam.output import CatalogOption, RuleOption, console, guarded

if TYPE_CHECKING:
    from fireteam.env.replay import Replay


@guarded
def watch(
    what: Annotated[str, typer.Argument(help="A replay (.jsonl or .jsonl.gz), a scenario's name, or a scenario's .toml.")],
    text: Annotated[bool, typer.Option("--text", help="As text; the only way so far.")] = True,  # noqa: ARG001
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed, when a scenario is fought.")] = 0,
    rule: RuleOption = [],  # noqa: B006
    catalog: CatalogOption = None,
    side: Annotated[str, typer.Option(help="See only what this team sees.")] = "",
    pace: Annotated[float, typer.Option(min=0, max=60, help="Seconds between events.")] = 0.0,
) -> None:
    """Watch a replay from its events, or a battle of tacticians in a scenario."""
    from fireteam.env.errors import ContentError
    from fireteam.env.narrate import sentence
    from fireteam.env.replay import Replay
    from fireteam.env.setup import prepare

    record = Replay.load(what) if is_replay(what) else fought(what, seed, rule, catalog)
    field = prepare(record.header.scenario)
    teams = [team.name for team in field.scenario.teams]
    if side and side not in teams:
        raise ContentError(f"--side {side}: no such team; teams: {', '.join(teams)}")
    for event in record.events():
        if side and side not in event.seen_by:
            continue
        if line := sentence(field, event):
            console.print(line, markup=False)
            if pace:
                time.sleep(pace)


def is_replay(what: str) -> bool:
    """Return whether a name is that of a replay file rather than of a scenario."""
    return what.endswith((".jsonl", ".gz")) or (Path(what).is_file() and not what.endswith(".toml"))


def fought(scenario: str, seed: int, rules: list[str], catalog: Path | None) -> "Replay":
    """Return the replay of a battle of tacticians."""
    from fireteam.agents.series import play
    from fireteam.env.battle import Battle
    from fireteam.env.replay import Replay
    from fireteam.seating import bots_and_parties

    loaded, bots = bots_and_parties(scenario, {}, [], "tactician", seed, rules, catalog)
    battle = Battle(loaded, seed)
    record = Replay.of(battle, seed, dict.fromkeys(bots, "tactician"))
    play(battle, bots, lambda action: record.step(battle, action))
    record.finish(battle)
    return record
