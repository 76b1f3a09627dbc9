"""Warnings about a forecast: reasons to trust it less, and surprises for the table."""

from collections.abc import Iterator, Sequence

import numpy as np

from fireteam.env.replay.english import Subject, listed_names
from fireteam.env.rules.events import BY_EFFORT
from fireteam.env.rules.record import ROUND_LIMIT, STALEMATE
from fireteam.env.rules.systems import port_of

from ..model import Cell, Warning
from .fights import Fought, half_width, share

LEAST_SHARE = 0.02  # share of battles
ROUNDING = 0.005  # by which a width may miss what was wanted
SPREAD = 0.2  # of the party's wins over styles
NEVER = {"step": "nobody ever moves", "take_cover": "nobody ever takes cover", "attack": "nobody ever attacks"}
EVERYDAY = ("attack", "step", "take_cover")
MOST_VERBS = 8


def cautions(fought: Fought, cells: list[Cell], refused: Sequence[str] = ()) -> list[Warning]:
    """Return the warnings, gravest first; `refused` says what could not be measured."""
    others = [Warning(kind="unsure", says=says) for says in refused]
    return [*of_the_result(fought, cells), *of_the_fight(fought), *of_the_rules(fought), *others]


def of_the_result(fought: Fought, cells: list[Cell]) -> Iterator[Warning]:
    """Yield the cautions for reading the figures."""
    question = fought.question
    if len(question.teams) > 2:
        others = [name for number, name in enumerate(question.teams) if number != question.party]
        yield Warning(
            kind="teams",
            says=f"{Subject(listed_names(others)):fights} each other, too, in one style: the party may win by waiting",
        )
    if question.scenario.draw is not None:
        yield Warning(
            kind="drawn", says="every battle draws another map and other teams: no hero, tile or start can be told of"
        )
    known = half_width(fought.cells, fought.middle_names)
    if known > question.sure + ROUNDING:
        yield Warning(
            kind="slow",
            says=f"time was too short for as many battles as were wanted: shares are known to {known * 100:.0f} points, "
            f"not to {question.sure * 100:.0f}",
        )
    worst, best = (pick((cell.wins for cell in cells), key=lambda wins: wins.value) for pick in (min, max))
    if best.value - worst.value >= SPREAD and best.low > worst.high:
        moves = f"from {worst.value * 100:.0f} % to {best.value * 100:.0f} %"
        yield Warning(
            kind="bots",
            says=f"the result moves {moves} with the way both sides play: trust the range, not the middle",
        )


def of_the_fight(fought: Fought) -> Iterator[Warning]:
    """Yield unexpected events in a share of the battles of the middle cell."""
    courses, party = fought.courses, fought.question.party
    endings = np.array([outcome.ending for outcome in fought.middle])
    strained = np.array([bool((course.fates["cause"][course.fates["fell"] > 0] == BY_EFFORT).any()) for course in courses])
    ours = np.array(
        [
            bool((course.fates["cause"][(course.fates["fell"] > 0) & (course.sides == party)] == BY_EFFORT).any())
            for course in courses
        ]
    )
    for kind, hits, says in (
        ("no_contact", fought.heart.idle, "of battles pass without an attack: can the sides reach and see each other?"),
        ("stalemate", endings == STALEMATE, "of battles end in a stalemate: nobody comes forward"),
        ("round_limit", endings == ROUND_LIMIT, "of battles are cut off by the round limit"),
        ("own_strain", strained, f"of battles see somebody fall by its own effort, a hero in {ours.mean() * 100:.0f} %"),
    ):
        if (found := share(hits).value) >= LEAST_SHARE:
            yield Warning(kind=kind, says=f"{found * 100:.0f} % {says}", share=found)


def of_the_rules(fought: Fought) -> Iterator[Warning]:
    """Yield the rules that no battle of any style uses."""
    tally = fought.tally[0]
    system = port_of(fought.question.scenario.system)
    for kind in EVERYDAY:
        if not tally["kinds"][system.EVENTS.numbers[kind]]:
            yield Warning(kind="unused", says=f"{NEVER[kind]}, in any style", share=1.0)
    idle = [verb.name.replace("_", " ") for number, verb in system.VERBS.items() if not tally["verbs"][number]]
    if idle:
        more = f" and {len(idle) - MOST_VERBS} more" if len(idle) > MOST_VERBS else ""
        yield Warning(kind="unused", says=f"actions that the bots never take here: {', '.join(idle[:MOST_VERBS])}{more}")
