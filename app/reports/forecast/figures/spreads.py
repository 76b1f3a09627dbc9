"""Distributions: heroes down and dead, rounds, and minutes at the table, by the rule in `rules.toml`."""

from collections.abc import Mapping

import numpy as np

from fireteam.agents.series.courses import Course
from fireteam.env.rules.decisions import DecisionKind
from fireteam.env.rules.systems import port_of

from ..model import Bar, Distribution, Estimate, Minutes, Pace
from .fights import Fought, average, average_count, share
from .rules import Paces, rules

MOST_BARS = 12
WIDTHS = (1, 2, 5, 10, 15, 30, 60, 120, 240)


def spread(name: str, unit: str, values: np.ndarray, mean: Estimate, width: int = 0) -> Distribution:
    """Return the distribution of values, shape (battles,); in classes of a round width where there are too many."""
    if not width:
        width = next((w for w in WIDTHS if (values.max() - values.min()) / w < MOST_BARS), WIDTHS[-1])
    floors = np.floor(values / width).astype(int)
    counts = np.bincount(floors - floors.min())
    low, median, high = (float(np.quantile(values, q, method="inverted_cdf")) for q in (0.1, 0.5, 0.9))  # met, not between
    bars = [
        Bar(value=float((number + floors.min()) * width), share=float(count) / len(values))
        for number, count in enumerate(counts)
    ]
    return Distribution(name=name, unit=unit, width=width, mean=mean, low=low, median=median, high=high, bars=bars)


def spreads(fought: Fought, heroes: int) -> list[Distribution]:
    """Return the distributions of heroes down, heroes dead and rounds over the battles of the middle cell."""
    facts = fought.heart
    return [
        spread("heroes down", "heroes", facts.down, average_count(facts.down, heroes), 1),
        spread("heroes dead", "heroes", facts.dead, average_count(facts.dead, heroes), 1),
        spread("rounds", "rounds", facts.rounds, average(facts.rounds)),
    ]


def times_of(course: Course, party: int, kinds: Mapping[int, DecisionKind]) -> dict[str, int]:
    """Return how often each event that takes time at the table happened in a battle, by its name.

    An answer is a question to a player: how to defend, whether to strike at an enemy that runs past, and so on, even if
    the answer is no. Some decisions are only offered (`DecisionKind.offered`: to step in before each phase of another
    unit, to spend karma after each roll). Nobody asks about them at a table, so such a decision takes time only if it is
    taken up.

    Args:
        party: number of the team whose units are heroes.
        kinds: the kinds of decisions of the rule system, by number.
    """
    fates, own = course.fates, course.sides == party
    asked = [number for number, kind in kinds.items() if not kind.own]
    offered = [number for number in asked if kinds[number].offered]
    answered = fates["decisions"][:, asked].sum(axis=1) - fates["declined"][:, offered].sum(axis=1)
    return {
        "round": len(course.life) - 1,
        "hero_phase": int(fates["phases"][own].sum()),
        "hero_answer": int(answered[own].sum()),
        "enemy_phase": int(fates["phases"][~own].sum()),
        "enemy_answer": int(answered[~own].sum()),
        "attack": int(fates["attacks"].sum()),
        "fall": int(np.count_nonzero(fates["fell"])),
    }


def minutes(fought: Fought, limit: float | None) -> Minutes:
    """Return the time at the table of the middle cell's battles, and whether the available time suffices."""
    question = fought.question
    kinds = port_of(question.scenario.system).DECISIONS
    counted = [times_of(course, question.party, kinds) for course in fought.courses]
    times = {name: np.array([counts[name] for counts in counted]) for name in Paces.model_fields}
    paces = rules().minutes
    seconds = sum(getattr(paces, name).seconds * counts for name, counts in times.items())
    needed = np.asarray(seconds) / 60
    return Minutes(
        spread=spread("minutes at the table", "minutes", needed, average(needed)),
        pace=[
            Pace(name=name.replace("_", " "), times=float(counts.mean()), **getattr(paces, name).model_dump())
            for name, counts in times.items()
        ],
        limit=limit,
        enough=share(needed <= limit) if limit is not None else None,
    )
