"""`fireteam watch`: a replay, or a battle of the moment, in a window or as text."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ... import completing
from ...output import CatalogOption, RuleOption, SystemOption, console, guarded
from ...reports.files.kinds import is_replay

if TYPE_CHECKING:
    from fireteam.env.replay.replay import Replay

Theme = Annotated[Literal["dark", "light"], typer.Option(help="Colours of the window.")]


@guarded
def watch(
    what: Annotated[
        str,
        typer.Argument(
            help="A replay (.jsonl or .jsonl.gz), a scenario's name, or a scenario's .toml.",
            autocompletion=completing.checked,
        ),
    ],
    text: Annotated[bool, typer.Option("--text", help="As text instead of in a window.")] = False,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed, when a scenario is fought.")] = 0,
    system: SystemOption = "",
    rule: RuleOption = [],  # noqa: B006
    catalog: CatalogOption = None,
    side: Annotated[str, typer.Option(help="See only what this team sees.")] = "",
    at: Annotated[int, typer.Option(min=0, help="Begin at this decision.")] = 0,
    theme: Theme = "dark",
    pace: Annotated[float, typer.Option(min=0, max=60, help="Seconds between events, as text.")] = 0.0,
) -> None:
    """Watch a replay, or a battle of tacticians in a scenario: play, step both ways, jump, see who was going to win."""
    from fireteam.content.errors import ContentError
    from fireteam.env.replay.replay import Replay

    stored = is_replay(what)
    record = Replay.load(what) if stored else fought(what, seed, rule, catalog, system)
    teams = [team.name for team in record.header.scenario.teams]
    if side and side not in teams:
        raise ContentError(f"--side {side}: no such team; teams: {', '.join(teams)}")
    if at > len(record.steps):
        raise ContentError(f"--at {at}: the replay has {len(record.steps)} decisions")
    if text:
        print_transcript(record, side, at, pace)
    else:
        show(record, Path(what) if stored else None, side, at, theme)


def print_transcript(record: "Replay", side: str, at: int, pace: float) -> None:
    """Print a replay as text."""
    from ...reports.transcript import transcript_lines

    for line in transcript_lines(record, side, at):
        console.print(line)
        if pace:
            time.sleep(pace)


def show(record: "Replay", path: Path | None, side: str, at: int, theme: str) -> None:
    """Show a replay in a window; `path` is its file, None for a battle of the moment."""
    from fireteam.env.view.draw.canvas import pygame_here
    from fireteam.env.view.playback.cutter import cut
    from fireteam.env.view.playback.player import Player
    from fireteam.env.view.screens.battle import BattleScreen
    from fireteam.env.view.screens.watching import Watching
    from fireteam.env.view.screens.window import run

    from ...reports.curve import Curve

    pygame_here()  # if it is missing, that is said before anything is worked out
    cutter, battles = cut(record)
    with Curve(record, path, cutter.playback) as curve:
        watching = Watching(Player(cutter.playback), theme, battles, curve.known)
        watching.view.side = side
        watching.view.go(at)
        run(BattleScreen(watching), f"{record.header.scenario.title} - Fireteam")


def fought(scenario: str, seed: int, rules: list[str], catalog: Path | None, system: str) -> "Replay":
    """Return the replay of a battle of tacticians, or of the bots that the scenario names."""
    from fireteam.agents.series.series import play_recorded
    from fireteam.env.battle import Battle
    from fireteam.env.replay.replay import Replay
    from fireteam.env.seats.bots import name_of

    from ...seating import bots_and_parties

    loaded, bots = bots_and_parties(scenario, {}, [], "tactician", seed, rules, catalog, system)
    battle = Battle(loaded, seed)
    record = Replay.of(battle, seed, {name: name_of(bot) for name, bot in bots.items()})
    play_recorded(battle, bots, record)
    record.finish(battle)
    return record
