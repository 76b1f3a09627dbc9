"""Which rule systems can fight a scenario, and the results by each: plain values, as `--json` prints them."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from fireteam.agents.series.courses import Course
from fireteam.agents.series.intervals import wilson
from fireteam.agents.series.series import AnyBot, Series, battle_seeds
from fireteam.content.errors import ContentError
from fireteam.env.replay.replay import ENGINE
from fireteam.env.rules.systems import SYSTEMS, port_of
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import prepare
from fireteam.env.seats.bots import check_seat, name_of

from ..summary import summary

BINS = 21  # of the histogram of margins: ten points of a hundred each, the middle one around 0
KNOWN = re.compile(r"\.? Known(?: keys)?: .*")  # all that would be, at the end of a message
FOLDERS = re.compile(r"^.*[/\\](?=[^/\\:]+\.toml:)")  # before the name of a file that a message begins with

Lineup = tuple[Scenario, dict[str, AnyBot]]  # what a system fights, and the bot of each team


class Fit(NamedTuple):
    """Which systems can fight a scenario, with which bots, and why the others cannot."""

    lineups: dict[str, Lineup]
    unfit: dict[str, str]


def fit_of(load: Callable[[str], Lineup], seed: int) -> Fit:
    """Return which of the known rule systems can fight a scenario.

    Args:
        load: takes the name of a system; raises a ContentError if the system lacks something.
        seed: seed of the series.

    Raises:
        ContentError: fewer than two systems can.
    """
    fit = Fit({}, {})
    said: set[str] = set()
    for system in SYSTEMS:
        try:
            scenario, bots = load(system)
            field = prepare(scenario.drawn(battle_seeds(seed, 1)[0]))
            for bot in bots.values():
                check_seat(bot, field)
        except ContentError as error:
            said.add(str(error))
            fit.unfit[system] = in_short(error)
        else:
            fit.lineups[system] = scenario, bots
    if len(fit.lineups) >= 2:
        return fit
    if not fit.lineups and len(said) == 1:
        raise ContentError(said.pop())  # it is no matter of the system
    able = [f"{system} can" for system in fit.lineups]
    unable = [f"{system} cannot ({reason})" for system, reason in fit.unfit.items()]
    raise ContentError(f"--compare-systems: takes two rule systems that can fight it: {'; '.join([*able, *unable])}")


def in_short(error: ContentError) -> str:
    """Return the first problem of an error, without folders and without lists of what is known."""
    return KNOWN.sub("", FOLDERS.sub("", str(error).splitlines()[0]))


def compared(fit: Fit, fought: Mapping[str, Series], swap: bool, seed: int) -> dict[str, Any]:
    """Return the results of each system, with what all have in common.

    Args:
        fought: the watched battles by system.
    """
    scenario, bots = next(iter(fit.lineups.values()))
    return {
        "scenario": scenario.title,
        "battles": len(next(iter(fought.values())).outcomes),
        "seed": seed,
        "swapped": swap,
        "engine": ENGINE,
        "teams": {team.name: name_of(bots[team.name]) for team in scenario.teams},
        "systems": {system: figures(fit.lineups[system][0], series, swap) for system, series in fought.items()},
        "unfit": fit.unfit,
    }


def figures(scenario: Scenario, series: Series, swap: bool) -> dict[str, Any]:
    """Return the results of the battles by one system."""
    outcomes, teams = series.outcomes, [team.name for team in scenario.teams]
    result = summary(scenario, series, swap)
    total, actions = result["battles"], result["actions"]
    taken = max(sum(actions.values()), 1)
    known = [verb.name for _, verb in sorted(port_of(scenario.system).VERBS.items())]
    rounds = np.array([outcome.rounds for outcome in outcomes])
    courses = [course for outcome in outcomes if (course := outcome.course) is not None]
    return {
        "wins": result["wins"],
        "draws": {
            "draws": result["draws"],
            "share": result["draws"] / total,
            "interval": list(wilson(result["draws"], total)),
        },
        "endings": result["endings"],
        "rounds": {
            "mean": result["rounds"],
            "deviation": float(rounds.std()),
            "battles": {str(number): count for number, count in sorted(Counter(rounds.tolist()).items())},
        },
        "decisions": result["decisions"],
        "casualties": {
            team: {
                "down": float(np.mean([course.down[number] for course in courses])),
                "dead": float(np.mean([course.dead[number] for course in courses])),
            }
            for number, team in enumerate(teams)
        },
        "swing": swing(courses, [outcome.winner for outcome in outcomes]),
        "actions": {verb: actions.get(verb, 0) / taken for verb in known},
    }


def swing(courses: list[Course], winners: list[int]) -> dict[str, Any]:
    """Return how far battles of the same bots differ, how often the lead changes, and how many are won from behind.

    Args:
        winners: the team that won each battle, -1 for a draw.
    """
    margins = np.array([course.margin for course in courses])
    decided = [(course, winner) for course, winner in zip(courses, winners, strict=True) if winner >= 0]
    behind = sum(course.was_behind(winner) for course, winner in decided)
    low, high = wilson(behind, len(decided))
    return {
        "margin": {
            "mean": float(margins.mean()),
            "deviation": float(margins.std()),
            "battles": np.bincount(np.rint((margins + 1) * (BINS - 1) / 2).astype(int), minlength=BINS).tolist(),
        },
        "lead_changes": float(np.mean([course.lead_changes for course in courses])),
        "from_behind": {
            "wins": behind,
            "of": len(decided),
            "share": behind / len(decided) if decided else None,
            "interval": [low, high],
        },
    }
