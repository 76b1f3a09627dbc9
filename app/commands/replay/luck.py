"""`fireteam replay luck`: was it the dice? What every roll of a replay was worth, and to whom."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ... import completing
from ...output import console, guarded, print_json, print_table, progress

if TYPE_CHECKING:
    from fireteam.agents.attribution.attribution import Attribution


@guarded
def luck(
    file: Annotated[Path, typer.Argument(help="A replay (.jsonl or .jsonl.gz).")],
    bot: Annotated[
        str, typer.Option(help="Doctrine that plays on: chances to win are its.", autocompletion=completing.bots)
    ] = "tactician",
    top: Annotated[int, typer.Option(min=0, max=1000, help="List so many rolls, those worth most first.")] = 10,
    playouts: Annotated[int, typer.Option(min=100, max=100_000, help="Battles played on, over all decisions.")] = 2000,
    times: Annotated[int, typer.Option(min=10, max=100_000, help="Other dice for each roll.")] = 200,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Print the luck in a replay: per side, per unit, and roll by roll what came and what was expected.

    The luck of a roll is the chance to win after it, less what it was on average over other dice for it.
    """
    from fireteam.agents.attribution.attribution import attribution_of
    from fireteam.env.replay.replay import Replay

    from ...reports.luck import attribution_as_dict

    record = Replay.load(file)
    with progress("luck", len(record.steps), quiet=as_json) as advance:
        attribution = attribution_of(
            record, bot, playouts, times, lambda done, total: advance(done * len(record.steps) // total)
        )
    if as_json:
        print_json(attribution_as_dict(attribution))
    else:
        print_attribution(attribution, top)


def print_attribution(attribution: "Attribution", top: int) -> None:
    """Print what luck was worth: a sentence, and tables of sides, units and rolls."""
    from ...reports.luck import NOTE, greatest, points, roll_words, verdict, without_luck, worth_to

    console.print(verdict(attribution))
    print_table(
        ["side", "luck, all dice", "its own dice", "chance before", "result", "without luck"],
        [
            [
                side.team,
                points(side.all),
                points(side.own),
                f"{side.start:.0%}",
                f"{side.result:.0%}",
                "{:.0%} ({:.0%} to {:.0%})".format(*without_luck(side)),
            ]
            for side in attribution.sides
        ],
        below=NOTE.format(doctrine=attribution.doctrine, playouts=attribution.playouts, times=attribution.times),
    )
    rolled = {unit: [roll for roll in attribution.rolls if roll.unit == unit] for unit in attribution.units}
    console.print()
    print_table(
        ["unit", "rolls", "worth to its side"],
        [[unit, len(rolled[unit]), points(luck)] for unit, luck in attribution.units.items()],
    )
    if top:
        console.print()
        print_table(
            ["decision", "roll", "for", "worth"],
            [
                [roll.decision, roll_words(roll), attribution.sides[team].team, points(luck)]
                for roll in greatest(attribution, top)
                for team, luck in [worth_to(roll)]
            ],
        )
