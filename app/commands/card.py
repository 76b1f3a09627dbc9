"""`fireteam card`: what a bot does when, as a picture and five sentences."""

from pathlib import Path
from typing import Annotated

import typer

from .. import completing
from ..output import SystemOption, console, guarded, print_json, progress
from .training.evaluate import StreamOption, entrants_of, fields_of

NAME = "card.png"


@guarded
def card(
    bots: Annotated[list[str], typer.Argument(help="A bot, or two to stand side by side.", autocompletion=completing.bots)],
    against: Annotated[
        str, typer.Option(help="Whom they fight while they are watched.", autocompletion=completing.bots)
    ] = "tactician",
    scenarios: Annotated[str, typer.Option(help="Scenarios of two teams, with commas.")] = "yard",
    system: SystemOption = "",
    battles: Annotated[
        int, typer.Option(min=4, max=100_000, help="Battles in each scenario, four or a multiple: two seeds, both sides.")
    ] = 40,
    seed: StreamOption = 0,
    out: Annotated[Path, typer.Option(help="The picture: .png, .svg or .pdf.")] = Path(NAME),
    as_json: Annotated[bool, typer.Option("--json", help="Print all figures as JSON.")] = False,
) -> None:
    """Tell what a bot does when: its orders by kind, its acts by situation, its distances, what considerations decide so.

    It is watched on held-out seeds, sides swapped. Doctrines, networks, search and bots in Python are watched alike.
    """
    from fireteam.content.errors import ContentError
    from fireteam.training.contest.jobs import held_out_seeds

    from ..reports.card.made import card_as_dict, card_of
    from ..reports.card.picture import check_ending, save_cards
    from ..reports.card.sentences import sentences
    from ..reports.drawing import matplotlib_for

    if len(bots) > 2:
        raise ContentError(f"{len(bots)} bots: a card has one, or two side by side")
    if battles % 4:
        raise ContentError(
            f"--battles {battles}: must be a multiple of four: pairs with sides swapped, half of them held out"
        )
    check_ending(out)
    matplotlib_for("a card")
    entrants, opponent = entrants_of(bots), entrants_of([against])[0]
    fields = fields_of(scenarios, [*entrants, opponent], system)
    if len({field.scenario.system for field in fields}) > 1:
        raise ContentError(f"--scenarios {scenarios}: are of several rule systems; name one with --system")
    seeds, done = held_out_seeds(battles // 2, seed), 0
    cards = []
    with progress("watching", battles * len(fields) * len(bots), as_json) as advance:
        for entrant in entrants:
            cards.append(card_of(entrant, opponent, fields, seeds, lambda n: advance(done + n)))  # noqa: B023
            done += battles * len(fields)
    save_cards(cards, out)
    if as_json:
        print_json([card_as_dict(made) for made in cards])
        return
    for made in cards:
        low, high = made.interval
        console.print(
            f"{made.bot}, against {made.opponent} on {', '.join(made.scenarios)}: {made.score:.0%} ({low:.0%} to {high:.0%})"
        )
        for line in sentences(made):
            console.print(f"  {line}")
    console.print(f"{out}: written")
