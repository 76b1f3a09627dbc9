"""Which of several fights comes nearest to what is wanted: successive halving, every fight on the same dice."""

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
    """How a fight goes, as far as it was fought: shares and means over `battles`; `number` is its place among those given.

    Heroes down count the dead; `left` is the look after which it was given up, 0 for one that was fought to the end.
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
        """Return whether few enough heroes go down, by the interval."""
        return target.at_most_down is None or self.down.low <= target.at_most_down

    def distance(self, target: Target) -> float:
        """Return how far a fight is from the target: in shares of wins, and in heroes too many."""
        over = 0.0 if target.at_most_down is None else max(self.down.middle - target.at_most_down, 0.0)
        return abs(self.won.middle - target.win) + over


def standing_of(number: int, endings: np.ndarray, heroes: int) -> Standing:
    """Return how a fight stands by the endings of its battles, shape (battles,), dtype ENDING."""
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
    """Return how every fight stands: nearest to the target first, those that were given up last.

    After each look those are given up whose interval says that they are not what is wanted, and the half that is further
    from it; FEW stay in any case. Those that are left are fought anew with other dice: that they came out well is a reason
    why they are left, so the dice that said so would flatter them.

    Args:
        fights, anew: of two seeds.
        budget: of all of it; half of its seconds are for those that are left.
        on_progress: called with the battles fought and the fights that are left.
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
    """Return the clock time when `seconds` more have passed; None for never."""
    return inf if seconds is None else time.monotonic() + seconds
