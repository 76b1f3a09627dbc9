"""`fireteam fight`: one battle, narrated, or many, counted."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fireteam.agents.series.intervals import wilson

from ..output import CatalogOption, RuleOption, SystemOption, console, guarded, print_json, print_table, progress

if TYPE_CHECKING:
    from fireteam.agents.series.series import Series
    from fireteam.env.scenario.models import Scenario

DEFAULT_BOT = "tactician"


@guarded
def fight(
    scenario: Annotated[str, typer.Argument(help="A scenario's name, or a .toml file.")] = "yard",
    red: Annotated[
        list[str],
        typer.Option(help="Bot, party file (.toml), policy (.safetensors) or module:object of red; may be given twice."),
    ] = [],  # noqa: B006
    blue: Annotated[list[str], typer.Option(help="The same for the blue team.")] = [],  # noqa: B006
    team: Annotated[list[str], typer.Option(help="The same for any team, as NAME=VALUE.")] = [],  # noqa: B006
    system: SystemOption = "",
    rule: RuleOption = [],  # noqa: B006
    catalog: CatalogOption = None,
    battles: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many battles; one is narrated.")] = 1,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed of the dice.")] = 0,
    swap: Annotated[
        bool, typer.Option("--swap", help="Let the bots change sides from battle to battle, on the same dice.")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Threads for many battles.")] = 1,
    replay: Annotated[Path | None, typer.Option(help="Write a replay of the (first) battle to this file.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not narrate.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Fight a battle, or many, between bots.

    Without arguments: one battle of the default scenario, told as it goes. With --battles: wins with their 95 % interval,
    what every unit did and suffered, how often each action was used.
    """  # fmt: skip
    from fireteam.agents.factory import reseeded
    from fireteam.env.files import check_folder

    from ..seating import bots_and_parties

    if replay is not None:
        check_folder(replay)  # before an hour of battles, not after it
    loaded, bots = bots_and_parties(scenario, {"red": red, "blue": blue}, team, DEFAULT_BOT, seed, rule, catalog, system)
    if battles == 1:
        narrated(loaded, bots, seed, replay, quiet or as_json, as_json)
        return
    from fireteam.agents.series.series import fight_series

    with progress(f"{loaded.title}: fighting", battles, as_json or quiet) as tell:
        series = fight_series(loaded, bots, battles, seed, swap, workers, on_progress=tell)
    if replay is not None:
        first = series.outcomes[0].seed
        narrated(loaded, {name: reseeded(bot, first) for name, bot in bots.items()}, first, replay, True, False)
    result = summary(loaded, series, swap)
    if as_json:
        print_json(result)
    else:
        print_summary(result)


def narrated(scenario: "Scenario", bots: dict[str, Any], seed: int, path: Path | None, quiet: bool, as_json: bool) -> None:
    """Fight one battle, telling it as it goes, and record it."""
    from fireteam.agents.series.series import check_seats, play_recorded
    from fireteam.env.battle import Battle
    from fireteam.env.replay.narrate import sentences
    from fireteam.env.replay.replay import Replay
    from fireteam.env.seats.match import name_of
    from fireteam.env.view.text import draw

    battle = Battle(scenario, seed)
    check_seats(battle, bots)  # before anything is shown or written
    record = Replay.of(battle, seed, {name: name_of(bot) for name, bot in bots.items()})

    def tell(events: Any) -> None:
        if not quiet:
            for line in sentences(battle.field, events):
                console.print(line)

    if not quiet:
        console.print(draw(battle, colour=console.is_terminal))
    tell(battle.events())
    try:
        play_recorded(battle, bots, record, tell)
    finally:  # also when interrupted: what was fought so far is a replay
        record.finish(battle)
        if path is not None:
            record.save(path)
    if not quiet:
        console.print("\n" + draw(battle, colour=console.is_terminal))
    if as_json:
        assert record.result is not None
        print_json({"scenario": scenario.title, "seed": seed, "seats": record.header.seats, **record.result.model_dump()})


def summary(scenario: "Scenario", series: "Series", swap: bool) -> dict[str, Any]:
    """Return the result of a series as plain values."""
    from fireteam.agents.series.series import verb_counts
    from fireteam.env.rules.record import ENDINGS
    from fireteam.env.scenario.setup import prepare

    outcomes = series.outcomes
    names = [team.name for team in scenario.teams]
    total = len(outcomes)
    wins: dict[str, int] = {}
    for outcome in outcomes:
        for number, bot in enumerate(outcome.seats):
            key = bot if swap and len(set(outcome.seats)) == len(names) else f"{names[number]} ({bot})"
            wins[key] = wins.get(key, 0) + (outcome.winner == number)
    result: dict[str, Any] = {
        "scenario": scenario.title,
        "battles": total,
        "swapped": swap,
        "wins": [
            {"who": who, "wins": count, "share": count / total, "interval": list(wilson(count, total))}
            for who, count in wins.items()
        ],
        "draws": sum(outcome.winner < 0 for outcome in outcomes),
        "endings": {
            ENDINGS[ending]: sum(outcome.ending == ending for outcome in outcomes)
            for ending in sorted({outcome.ending for outcome in outcomes})
        },
        "rounds": sum(outcome.rounds for outcome in outcomes) / total,
        "decisions": sum(outcome.decisions for outcome in outcomes) / total,
        "actions": verb_counts(series.tally),
    }
    if scenario.draw is None:
        tally = series.tally[0]
        result["units"] = [
            {
                "unit": fighter.name,
                "called": fighter.called,
                "dealt": int(tally["dealt"][who]) / total,
                "taken": int(tally["taken"][who]) / total,
                "downed": int(tally["downed"][who]) / total,
                "falls": int(tally["falls"][who]) / total,
                "dies": int(tally["deaths"][who]) / total,
            }
            for who, fighter in enumerate(prepare(scenario).roster)
        ]
    return result


def print_summary(result: dict[str, Any]) -> None:
    """Print the result of a series as tables."""
    sides = ", sides swapped in pairs" if result["swapped"] else ""
    console.print(f"{result['scenario']}: {result['battles']} battles{sides}")
    print_table(
        ["wins", "", "share", "95 % interval"],
        [
            [row["who"], row["wins"], f"{row['share']:.1%}", f"{row['interval'][0]:.1%} to {row['interval'][1]:.1%}"]
            for row in result["wins"]
        ],
    )
    endings = ", ".join(f"{name} {count}" for name, count in result["endings"].items())
    average = f"{result['rounds']:.1f} rounds, {result['decisions']:.0f} decisions"
    console.print(f"draws {result['draws']}; on average {average}; {endings}\n")
    if "units" in result:
        print_table(
            ["per battle", "", "damage dealt", "taken", "enemies downed", "goes down", "dies"],
            [list(row.values()) for row in result["units"]],
        )
    total = sum(result["actions"].values())
    shares = "  ".join(f"{name} {count / total:.1%}" for name, count in result["actions"].items())
    console.print(f"\nactions ({total}): {shares}")
