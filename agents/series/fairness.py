"""Measures how fair drawn battles are: what units, parts and places are worth, from battles of tacticians.

The log odds of the first team are a sum: of what each of its units adds and each of the other's takes away, of being the
attacker of a mission, and of starting around the other team (a Bradley-Terry model). A draw counts half.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fireteam.env.scenario.levels.draw import Facts
from fireteam.env.scenario.levels.worth import Worth, share_of, sign_of
from fireteam.env.scenario.models import Scenario

from .series import battle_seeds, fight_part

RIDGE = 1.0  # pulls what few battles speak of towards 0
ROUNDS = 50  # of Newton's method at most
EXACT = 1e-10


class Fought(NamedTuple):
    """A level that has been fought."""

    facts: Facts
    teams: tuple[list[str], list[str]]  # templates
    score: float  # of the first team, draws counted half: a share of its battles
    draws: float  # a share of its battles
    battles: int


def fight_level(scenario: Scenario, number: int, bot: str, battles: int) -> Fought:
    """Fight some battles of a level, with the same bot for both teams."""
    facts, level = scenario.facts(number), scenario.drawn(number)
    seeds = battle_seeds(number, battles)
    outcomes = fight_part(level, [(bot, bot)] * battles, seeds, False)[0]
    won = sum(1.0 if outcome.winner == 0 else 0.5 if outcome.winner < 0 else 0.0 for outcome in outcomes)
    teams = [[unit.template for unit in team.units for _ in range(unit.count)] for team in level.teams]
    draws = sum(outcome.winner < 0 for outcome in outcomes)
    return Fought(facts, (teams[0], teams[1]), won / battles, draws / battles, battles)


def fitted(fought: Sequence[Fought]) -> Worth:
    """Return the table that says best how levels went (logistic regression with a ridge penalty)."""
    names = sorted({name for one in fought for team in one.teams for name in team})
    missions = sorted({one.facts.mission for one in fought if one.facts.attacker >= 0})
    columns = [*names, *missions, "around", "late"]
    rows = np.zeros((len(fought), len(columns)))
    for row, one in zip(rows, fought, strict=True):
        for sign, team in ((1, one.teams[0]), (-1, one.teams[1])):
            for name in team:
                row[names.index(name)] += sign
        if one.facts.attacker >= 0:
            row[len(names) + missions.index(one.facts.mission)] = sign_of(one.facts.attacker)
        row[-2:] = sign_of(one.facts.around), (one.facts.late & 1) - (one.facts.late >> 1)
    scores = np.array([one.score for one in fought])
    weights = np.zeros(len(columns))
    for _ in range(ROUNDS):
        expected = 1.0 / (1.0 + np.exp(-rows @ weights))
        curve = rows.T @ (rows * (expected * (1 - expected))[:, None]) + RIDGE * np.eye(len(columns))
        step = np.linalg.solve(curve, rows.T @ (scores - expected) - RIDGE * weights)
        weights += step
        if np.abs(step).max() < EXACT:
            break
    values = [round(float(value), 3) for value in weights]
    templates = dict(zip(names, values, strict=False))
    attacker = dict(zip(missions, values[len(names) : -2], strict=True))
    around, late = values[-2:]
    return Worth(templates, attacker, around, late, sum(one.battles for one in fought))


def said_of(worth: Worth, one: Fought) -> float:
    """Return the share of battles of a level that the first team wins, by a table."""
    facts = one.facts
    lead = worth.lead(facts.mission, facts.attacker, facts.around, facts.late)
    return share_of(lead + worth.of_team(one.teams[0]) - worth.of_team(one.teams[1]))


class Band(NamedTuple):
    """Levels of which a table says about the same, and how they went; seen from one of the teams."""

    levels: int
    expected: float  # share of battles that the team wins, by the table
    won: float
    error: float  # the standard error of the difference, from level to level; 0 for a single one

    @property
    def off(self) -> float:
        """How many standard errors more were won than expected."""
        return (self.won - self.expected) / self.error if self.error else 0.0


def band_of(said: np.ndarray, scores: np.ndarray) -> Band:
    """Return levels as a band, from what a table says of them and the shares of their battles that were won."""
    error = float((scores - said).std(ddof=1)) / len(said) ** 0.5 if len(said) > 1 else 0.0
    return Band(len(said), float(said.mean()), float(scores.mean()), error)


def checked(table: Worth, fought: Sequence[Fought], bands: int = 8) -> list[Band]:
    """Return what a table says of levels that it was not made from, against how they went: sorted, in bands."""
    said = np.array([said_of(table, one) for one in fought])
    scores = np.array([one.score for one in fought])
    parts = np.array_split(np.argsort(said), bands)
    return [band_of(said[part], scores[part]) for part in parts if len(part)]


def checked_parts(table: Worth, fought: Sequence[Fought]) -> dict[str, Band]:
    """Return the same for teams that have a part of their own.

    These are the attackers of each mission, the teams that start around the other, and those half of which comes later while
    the other is there.
    """
    found: dict[str, list[tuple[float, float]]] = {}
    for one in fought:
        facts, said = one.facts, said_of(table, one)
        parts = [(f"{facts.mission}: attacker", facts.attacker), ("around", facts.around)]
        parts += [("late", facts.late - 1)] if facts.late in (1, 2) else []
        for name, team in parts:
            if team >= 0:
                found.setdefault(name, []).append((said, one.score) if team == 0 else (1 - said, 1 - one.score))
    return {name: band_of(*np.array(found[name]).T) for name in sorted(found)}


class Slope(NamedTuple):
    """By how much the log odds of wins grow with those that a table says: less than 1 where it is too sure of itself."""

    value: float
    error: float  # its standard error, from level to level


def slope_of(table: Worth, fought: Sequence[Fought]) -> Slope | None:
    """Return the slope of wins over what a table says; None if it calls all levels even, or the better team always wins."""
    odds = np.array([np.log(said / (1 - said)) for said in (said_of(table, one) for one in fought)])
    scores = np.array([one.score for one in fought])
    slope = 1.0
    for _ in range(ROUNDS):
        expected = 1.0 / (1.0 + np.exp(-slope * odds))
        curve = float((odds**2 * expected * (1 - expected)).sum())
        if curve < EXACT:
            return None
        step = float((odds * (scores - expected)).sum()) / curve
        slope += step
        if abs(step) < EXACT:
            break
    return Slope(slope, float(((odds * (scores - expected)) ** 2).sum()) ** 0.5 / curve)
