"""Finding the fight nearest to a target among several: successive halving, every fight on the same dice."""

import time
from collections.abc import Callable, Sequence
from math import ceil, inf
from typing import NamedTuple

import numpy as np

from .intervals import mean, mean_count, wilson
from .paired import Budget, Fights, Lineup

FEW = 5  # fights that are kept in any case, so that there is something to show


class Target(NamedTuple):
    """A target: the share of battles that the party is to win, and the most heroes that may go down on average."""

    win: float
    at_most_down: float | None = None


class Mean(NamedTuple):
    """A mean or a share, and its 95 % interval."""

    middle: float
    low: float
    high: float


class Standing(NamedTuple):
    """The standing of a fight so far: shares and means over `battles`; `number` is its place among the given fights.

    Heroes down include the dead. `left` is the look after which the fight was given up, 0 for one fought to the end.
    """

    number: int
    won: Mean
    down: Mean
    dead: Mean
    rounds: Mean
    battles: int
    left: int = 0

    @property
    def half_width(self) -> float:
        """Half the width of the interval of the share of wins."""
        return (self.won.high - self.won.low) / 2

    def may_meet(self, target: Target) -> bool:
        """Return whether the intervals of the fight still allow the target."""
        return self.won.low <= target.win <= self.won.high and self.spares(target)

    def spares(self, target: Target) -> bool:
        """Return whether few enough heroes go down, judged by the interval."""
        return target.at_most_down is None or self.down.low <= target.at_most_down

    def distance(self, target: Target) -> float:
        """Return the distance of a fight from the target: in shares of wins, and in heroes too many."""
        over = 0.0 if target.at_most_down is None else max(self.down.middle - target.at_most_down, 0.0)
        return abs(self.won.middle - target.win) + over


def standing_of(number: int, endings: np.ndarray, heroes: int) -> Standing:
    """Return the standing of a fight from the endings of its battles, shape (battles,), dtype ENDING."""
    count = len(endings)
    wins = int(endings["won"].sum())
    down, dead = (Mean(*mean_count(endings[name], heroes)) for name in ("down", "dead"))
    return Standing(number, Mean(wins / count, *wilson(wins, count)), down, dead, Mean(*mean(endings["rounds"])), count)


def heroes_in(lineup: Lineup, side: str) -> int:
    """Return how many units a team has, at least 1."""
    return max(sum(unit.count for team in lineup.scenario.teams if team.name == side for unit in team.units), 1)


def balanced(
    lineups: Sequence[Lineup],
    target: Target,
    fights: Fights,
    anew: Fights,
    budget: Budget,
    on_progress: Callable[[int, int], None] = lambda *_: None,
) -> list[Standing]:
    """Return the standing of every fight: nearest to the target first, those given up last.

    After each look, fights whose interval excludes the target are given up, and so is the half further from it; at least FEW
    stay. The rest are fought anew with other dice: they were chosen for good results, so the dice that gave those would
    flatter them.

    Args:
        fights, anew: the fights of two seeds.
        budget: the budget of everything; half of its seconds are for the fights that are left.
        on_progress: called with the number of battles fought and the number of fights left.
    """
    if not lineups:
        return []
    heroes = heroes_in(lineups[0], fights.side)
    looks, share = budget.looks(), None
    if budget.seconds is not None:
        share = budget.seconds / 2
        looks = budget.looks(share / 2 / (fights.pace(lineups[0]) * len(lineups)))
    standings: dict[int, Standing] = {}
    left, ends = list(range(len(lineups))), after(share)
    for look, battles in enumerate(looks, start=1):
        for number in left:
            standings[number] = standing_of(number, fights.endings(lineups[number], battles), heroes)
            on_progress(fights.fought, len(left))
        order = sorted(left, key=lambda number: standings[number].distance(target))
        hopeful = {number for number in left if standings[number].may_meet(target)} | set(order[:FEW])
        kept = [number for number in order if number in hopeful][: max(ceil(len(left) / 2), FEW)]
        for number in set(left) - set(kept):
            standings[number] = standings[number]._replace(left=look)
        left = kept
        if len(left) <= FEW or time.monotonic() > ends:
            break
    ends = after(share)
    for look, battles in enumerate(budget.looks(looks[0])):
        for number in left:
            if look and (time.monotonic() > ends or standings[number].half_width <= budget.half_width):
                continue
            standings[number] = standing_of(number, anew.endings(lineups[number], battles), heroes)
            on_progress(fights.fought + anew.fought, len(left))
    return sorted(standings.values(), key=lambda each: (each.left != 0, each.distance(target)))


def after(seconds: float | None) -> float:
    """Return the clock time `seconds` from now; None for never."""
    return inf if seconds is None else time.monotonic() + seconds
