"""Habits: the share of each family of actions in a bot's acts, by situation, with intervals that respect battles.

An act is a decision of a unit's own turn; steps that follow one another are one act, and the end of a turn is one only where
the unit did nothing else in it. Decisions of one battle are alike, so intervals count battles (the ratio estimator:
Cochran, "Sampling techniques", 1977, chapter 6).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from fireteam.env.rules.systems import port_of
from fireteam.env.rules.verbs import END, FAMILIES, MOST_VERBS, MOVING

from ..series.intervals import Z_95
from .situations import ASPECTS
from .watched import Seen

EVERYWHERE = "all in all"
LEAST_ACTS = 30  # in a situation, for anything to be said of it
SURE = 1.5  # times its 95 % error that a difference must be


class Share(NamedTuple):
    """A share, or a mean, with its 95 % interval and the number of acts behind it (`of`)."""

    share: float
    low: float
    high: float
    of: int

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


class Habits(NamedTuple):
    """The habits of a bot.

    Attributes:
        shares: by situation, then by family: the family's share of its acts there.
        orders: by family: its share of the orders that the bot gives; nothing of all for a bot that gives none.
        replies: by family: its share of the answers to attacks and other decisions outside the bot's turn.
        nearest: metres to the nearest known enemy at each act, shape (n,).
        distance, friend: the mean metres to the nearest known enemy, and to the nearest friend.
        battles: how many were watched.
    """

    shares: Mapping[str, Mapping[str, Share]]
    orders: Mapping[str, Share]
    replies: Mapping[str, Share]
    nearest: np.ndarray
    distance: Share
    friend: Share
    battles: int


def acts_of(decided: np.ndarray, system: str) -> np.ndarray:
    """Return the acts among the decisions of a team in a battle, dtype DECIDED.

    Two decisions are no acts: a step of a unit that has moved just before in the same turn, and the end of a turn that has
    an act.
    """
    kept, verbs = np.zeros(len(decided), bool), port_of(system).VERBS
    last: dict[int, tuple[int, str]] = {}  # of each unit: turn and family of its last act
    for row, one in enumerate(decided):
        if not one["own"]:
            continue
        who, turn, family = int(one["who"]), int(one["situation"]["turn"]), verbs[int(one["verb"])].family
        before = last.get(who)
        same_turn = before is not None and before[0] == turn
        again = same_turn and family == MOVING and before is not None and before[1] == MOVING
        kept[row] = not again and not (same_turn and one["verb"] == END)
        last[who] = turn, family
    return decided[kept]


def ratio(parts: np.ndarray, wholes: np.ndarray) -> Share:
    """Return the sum of parts as a share of that of wholes, both of shape (battles,), with its interval."""
    total = float(wholes.sum())
    if total == 0:
        return Share(0.0, 0.0, 0.0, 0)
    share, battles = float(parts.sum()) / total, len(parts)
    spread = float(((parts - share * wholes) ** 2).sum()) * battles / max(battles - 1, 1)
    error = Z_95 * spread**0.5 / total
    return Share(share, share - error, share + error, int(total))


def habits_of(seen: Sequence[Seen]) -> Habits:
    """Return the habits of a bot in watched battles."""
    acts = [acts_of(one.decided, one.watched.field.scenario.system) for one in seen]
    families = [families_of(one.watched.field.scenario.system) for one in seen]
    masks = {EVERYWHERE: [np.ones(len(one), bool) for one in acts]}
    for aspect, words in ASPECTS.items():
        masks |= {word: [one["situation"][aspect] == number for one in acts] for number, word in enumerate(words)}
    near = [one["situation"]["nearest"][one["situation"]["nearest"] >= 0] for one in acts]
    friend = [one["situation"]["friend"][one["situation"]["friend"] >= 0] for one in acts]
    answers = [one.decided[~one.decided["own"] & (one.decided["open"] > 1)] for one in seen]
    orders = [one.decided["order"][one.decided["order"] >= 0] for one in seen]
    return Habits(
        {word: shares_of(acts, those, families) for word, those in masks.items()},
        shares_among(orders),
        shares_of(answers, [np.ones(len(one), bool) for one in answers], families),
        np.concatenate(near) if near else np.zeros(0),
        ratio(sums(near), lengths(near)),
        ratio(sums(friend), lengths(friend)),
        len(seen),
    )


def families_of(system: str) -> np.ndarray:
    """Return the number of each verb's family, of FAMILIES, shape (MOST_VERBS,)."""
    made = np.zeros(MOST_VERBS, np.int64)
    for number, verb in port_of(system).VERBS.items():
        made[number] = FAMILIES.index(verb.family)
    return made


def shares_of(acts: Sequence[np.ndarray], masks: Sequence[np.ndarray], families: Sequence[np.ndarray]) -> dict[str, Share]:
    """Return the share of each family in the acts that a mask selects; each list has an item for each battle."""
    return shares_among([known[one["verb"][mask]] for one, mask, known in zip(acts, masks, families, strict=True)])


def shares_among(kinds: Sequence[np.ndarray]) -> dict[str, Share]:
    """Return the share of each family among numbers of families, an array for each battle."""
    wholes = lengths(kinds)
    return {
        family: ratio(np.array([np.count_nonzero(one == number) for one in kinds], float), wholes)
        for number, family in enumerate(FAMILIES)
    }


def sums(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Return the sum of each array."""
    return np.array([float(one.sum()) for one in arrays])


def lengths(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Return the length of each array."""
    return np.array([float(len(one)) for one in arrays])


class Contrast(NamedTuple):
    """A contrast: how much more often a bot does something in one situation than in another.

    Attributes:
        family: the family of actions.
        here, there: the two situations.
        first, second: the share of the family in each.
    """

    family: str
    here: str
    there: str
    first: Share
    second: Share

    @property
    def size(self) -> float:
        """The difference, either way."""
        return abs(self.first.share - self.second.share)

    @property
    def sure(self) -> float:
        """The difference as a multiple of its own 95 % error."""
        error = (self.first.error**2 + self.second.error**2) ** 0.5
        return self.size / error if error > 0 else 0.0


def contrasts(habits: Habits, here: str, there: str) -> list[Contrast]:
    """Return what a bot does more or less often in one situation than in another, the largest first; only significant ones.

    Nothing is said of a situation with fewer than LEAST_ACTS acts. As one of many families would seem to differ by chance,
    the difference must be half as large again as its 95 % error (Bonferroni for some twelve families has 1.46).
    """
    one, other = habits.shares[here], habits.shares[there]
    if min(next(iter(part.values())).of for part in (one, other)) < LEAST_ACTS:
        return []
    found = [Contrast(family, here, there, one[family], other[family]) for family in FAMILIES]
    return sorted((each for each in found if each.sure >= SURE), key=lambda each: -each.size)
