"""`fireteam fight`: one battle, narrated, or many, counted."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fireteam.content.errors import printable

from .. import completing
from ..output import (
    CatalogOption,
    RuleOption,
    SystemOption,
    console,
    errors,
    guarded,
    print_json,
    print_table,
    progress,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from fireteam.env.battle import Battle
    from fireteam.env.scenario.models import Scenario

    from ..reports.comparison.figures import Lineup

DEFAULT_BOT = "tactician"
MOST_LETTERS = 60  # of who fought, in a table
COMPARED = 400  # battles by each rule system, unless it is said how many


@guarded
def fight(
    scenario: Annotated[
        str, typer.Argument(help="A scenario's name, or a .toml file.", autocompletion=completing.scenarios)
    ] = "yard",
    red: Annotated[
        list[str],
        typer.Option(
            help="Bot, party file (.toml), network (.safetensors) or module:object of red; may be given twice.",
            autocompletion=completing.bots,
        ),
    ] = [],  # noqa: B006
    blue: Annotated[list[str], typer.Option(help="The same for the blue team.", autocompletion=completing.bots)] = [],  # noqa: B006
    team: Annotated[list[str], typer.Option(help="The same for any team, as NAME=VALUE.")] = [],  # noqa: B006
    system: SystemOption = "",
    rule: RuleOption = [],  # noqa: B006
    catalog: CatalogOption = None,
    battles: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10_000_000,
            help=f"How many battles; one, which is narrated, unless given, or {COMPARED} with --compare-systems.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed of the dice.")] = 0,
    swap: Annotated[
        bool, typer.Option("--swap", help="Let the bots change sides from battle to battle, on the same dice.")
    ] = False,
    luck: Annotated[
        bool, typer.Option("--luck", help="With --battles: tell wins and harm without the luck of the dice, too.")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Threads for many battles.")] = 1,
    replay: Annotated[Path | None, typer.Option(help="Write a replay of the (first) battle to this file.")] = None,
    compare_systems: Annotated[
        bool, typer.Option("--compare-systems", help="Fight by every rule system that can, and compare what comes of it.")
    ] = False,
    html: Annotated[Path | None, typer.Option(help="With --compare-systems: write a page to this file.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not narrate.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Fight a battle, or many, between bots.

    Without arguments: one battle of the default scenario, told as it goes. With --battles: wins with their 95 % interval,
    what every unit did and suffered, how often each action was used. With --compare-systems: the same battles by every rule
    system, side by side in one table.
    """  # fmt: skip
    from fireteam.agents.factory import reseeded
    from fireteam.content.errors import ContentError
    from fireteam.env.files import PAGE, check_folder
    from fireteam.env.replay.narrate import result_words

    from ..reports.summary import summary
    from ..seating import bots_and_parties

    def load(system: str) -> "Lineup":
        return bots_and_parties(scenario, {"red": red, "blue": blue}, team, DEFAULT_BOT, seed, rule, catalog, system)

    if compare_systems and (system or replay is not None):
        beside = f"--system {system}" if system else f"--replay {replay}"
        raise ContentError(f"{beside}: goes with one rule system, --compare-systems takes all: leave one of the two out")
    if html is not None and not compare_systems:
        raise ContentError(f"--html {html}: shows a comparison: add --compare-systems; replay export shows a battle")
    if luck and (compare_systems or (battles or 1) == 1):
        raise ContentError("--luck: goes with --battles of one rule system; of one battle, replay luck tells")
    for path, endings in ((replay, ()), (html, PAGE)):
        if path is not None:
            check_folder(path, *endings)  # before an hour of battles, not after it
    if compare_systems:
        compare(load, battles or COMPARED, seed, swap, workers, html, quiet, as_json)
        return
    loaded, bots = load(system)
    battles = battles or 1
    if battles == 1:
        fought = narrated(loaded, bots, seed, replay, quiet or as_json, as_json)
        if quiet and not as_json:
            won = result_words(fought.field, fought.winner)
            console.print(printable(f"{won}: {fought.ending}, in round {fought.round}."))
        return
    from fireteam.agents.series.series import fight_series

    with progress(f"{loaded.title}: fighting", battles, as_json or quiet) as advance:
        series = fight_series(loaded, bots, battles, seed, swap, workers, on_progress=advance, noted=luck)
    if replay is not None:
        first = series.outcomes[0].seed
        narrated(loaded, {name: reseeded(bot, first) for name, bot in bots.items()}, first, replay, True, False)
    result = summary(loaded, series, swap)
    if as_json:
        print_json(result)
    else:
        print_summary(result)


def narrated(
    scenario: "Scenario", bots: dict[str, Any], seed: int, path: Path | None, quiet: bool, as_json: bool
) -> "Battle":
    """Fight one battle, telling it as it goes, and record it; return it as it ended."""
    from functools import partial

    from fireteam.agents.series.series import check_seats, play_recorded
    from fireteam.env.battle import Battle
    from fireteam.env.replay.narrate import sentences
    from fireteam.env.replay.replay import Replay
    from fireteam.env.seats.bots import name_of
    from fireteam.env.view.text import draw

    from ..reports.transcript import Orders

    battle = Battle(scenario, seed)
    check_seats(battle, bots)  # before anything is shown or written
    record = Replay.of(battle, seed, {name: name_of(bot) for name, bot in bots.items()})

    orders, before = Orders(record, battle.field, None), battle.events()

    def advance(events: Any) -> None:
        """Tell the decision before: whether a walk ends with it is known only now."""
        nonlocal before
        if not quiet:
            for line in orders.lines_of(len(record.steps) - 1, before, partial(sentences, battle.field)):
                console.print(line)
        before = events

    if not quiet:
        console.print(draw(battle, colour=console.is_terminal))
    try:
        play_recorded(battle, bots, record, advance)
        if not quiet:
            for line in orders.lines_of(len(record.steps), before, partial(sentences, battle.field)):
                console.print(line)
    finally:  # also when interrupted: what was fought so far is a replay
        record.finish(battle)
        if path is not None:
            record.save(path)
    if not quiet:
        console.print("\n" + draw(battle, colour=console.is_terminal))
    if as_json:
        assert record.result is not None
        print_json({"scenario": scenario.title, "seed": seed, "seats": record.header.seats, **record.result.model_dump()})
    return battle


def compare(
    load: "Callable[[str], Lineup]",
    battles: int,
    seed: int,
    swap: bool,
    workers: int,
    html: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Fight the same battles by every rule system that can, print one table, and write the page if there is to be one.

    Args:
        load: returns scenario and bots as a system has them.
    """
    from fireteam.agents.series.series import fight_series
    from fireteam.env.files import write_whole

    from ..reports.comparison.figures import compared, fit_of
    from ..reports.comparison.page import page_of

    fit = fit_of(load, seed)
    fought = {}
    for system, (scenario, bots) in fit.lineups.items():
        with progress(f"{scenario.title}: fighting by {system}", battles, as_json or quiet) as advance:
            fought[system] = fight_series(scenario, bots, battles, seed, swap, workers, on_progress=advance, watched=True)
    result = compared(fit, fought, swap, seed)
    if html is not None:
        write_whole(html, page_of(result))
    if as_json:
        print_json(result)
    else:
        print_comparison(result)
    if html is not None:
        errors.print(f"written: {html}")


def print_comparison(result: dict[str, Any]) -> None:
    """Print a comparison of rule systems as one table, and what its figures say."""
    from ..reports.comparison.table import chapters, fought_by

    table = chapters(result)
    rows: list[list[str]] = []
    for chapter in table:
        rows.append([chapter.title, *[""] * len(result["systems"])])
        rows += [[f"  {row.name}", *("\n".join(filter(None, cell)) for cell in row.cells)] for row in chapter.rows]
    console.print(f"{result['scenario']}: {fought_by(result)}")
    reasons = "\n".join(f"{system} cannot fight it: {reason}" for system, reason in result["unfit"].items())
    print_table(["", *result["systems"]], rows, below=reasons)
    console.print()
    for what, says in (each for chapter in table for each in chapter.says):
        console.print(f"{what}: {says}")


def cut_short(who: str) -> str:
    """Return who fought, in as many letters as a table has room for: a doctrine may be called by all its weights."""
    return who if len(who) <= MOST_LETTERS else f"{who[: MOST_LETTERS - 4]} ..."


def print_summary(result: dict[str, Any]) -> None:
    """Print the result of a series as tables."""
    from ..reports import luck_table

    sides = ", sides swapped in pairs" if result["swapped"] else ""
    noted = "corrected" in result["wins"][0]
    console.print(f"{result['scenario']}: {result['battles']} battles{sides}")
    print_table(
        ["wins", "", "share", "95 % interval", *(luck_table.HEAD if noted else [])],
        [
            [
                cut_short(row["who"]),
                row["wins"],
                f"{row['share']:.1%}",
                f"{row['interval'][0]:.1%} to {row['interval'][1]:.1%}",
            ]
            + (luck_table.cells(row["corrected"]) if noted else [])
            for row in result["wins"]
        ],
        below=luck_table.NOTE if noted else "",
    )
    endings = ", ".join(f"{name} {count}" for name, count in result["endings"].items())
    average = f"{result['rounds']:.1f} rounds, {result['decisions']:.0f} decisions"
    console.print(f"draws {result['draws']}; on average {average}; {endings}\n")
    if "units" in result:
        print_table(
            ["per battle", "", "damage dealt", "taken", "enemies downed", "goes down", "dies"]
            + (["dealt, by even dice"] if noted else []),
            [list(row.values()) for row in result["units"]],
        )
    total = sum(result["actions"].values())
    shares = "  ".join(f"{name} {count / total:.1%}" for name, count in result["actions"].items())
    console.print(f"\nactions ({total}): {shares}")
