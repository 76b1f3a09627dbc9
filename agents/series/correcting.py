"""Scores without luck: a control variate that makes the interval narrower for the same number of battles.

The luck of a battle (`agents/luck`) is 0 on average, so it may be taken off its result, times any factor, without changing
the mean result. The factors are those that explain the results best, by least squares. To keep a battle out of its own
factors, they are estimated for each of FOLDS parts of the battles on all other parts.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from .intervals import Z_95, quantile, wilson

FOLDS = 10
LEAST = 60  # results, below which factors are guesswork
RAREST = 8  # results that are not like most of them: with fewer, no interval that is made of variances can be trusted


class Corrected(NamedTuple):
    """A score with luck taken off, 0 to 1, and its 95 % interval.

    Attributes:
        plain_low, plain_high: the interval of the uncorrected results, computed in the same way.
        luck: the mean effect of luck: the raw score less the corrected one.
        explained: the share of the variance of results that was luck.
    """

    share: float
    low: float
    high: float
    plain_low: float
    plain_high: float
    luck: float
    explained: float

    @property
    def narrower(self) -> float:
        """The share by which the correction narrows the interval; 0 or less if it does not pay."""
        return 1 - (self.high - self.low) / (self.plain_high - self.plain_low)

    @property
    def pays(self) -> bool:
        """Whether the interval is narrower."""
        return self.narrower > 0

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "score": self.share,
            "interval": [self.low, self.high],
            "luck": self.luck,
            "narrower": self.narrower,
            "explained": self.explained,
        }


def corrected(
    results: Sequence[float], lucks: Sequence[Sequence[float]], together: int = 1, kinds: Sequence[Any] = ()
) -> Corrected | None:
    """Return a score without luck; None with fewer than LEAST results, or if all but RAREST are alike.

    Args:
        results: the results of battles, 0 to 1 each.
        lucks: the luck of each battle for the side of its result: numbers that are 0 on average.
        together: how many consecutive battles share their dice, and count as one result.
        kinds: the kinds of battles, like their scenario: each kind has its own factors, if it has LEAST results.
    """
    count = len(results) // together
    if count < LEAST:
        return None
    scores = np.array(results[: count * together], float).reshape(count, together).mean(axis=1)
    luck = np.array(lucks[: count * together], float).reshape(count, together, -1).mean(axis=1)
    if count - np.unique(scores, return_counts=True)[1].max() < RAREST:
        return None
    left = scores.copy()
    labels = list(kinds[: count * together : together]) or [0] * count
    for kind in dict.fromkeys(labels):
        rows = np.array([label == kind for label in labels])
        if rows.sum() >= LEAST:
            left[rows] -= explained_by(scores[rows], luck[rows][:, np.ptp(luck[rows], axis=0) > 1e-9])
    share, plain = float(left.mean()), float(scores.mean())
    low, high = interval(left)
    return Corrected(
        min(max(share, 0.0), 1.0), low, high, *interval(scores), plain - share, 1 - float(left.var() / scores.var())
    )


def explained_by(scores: np.ndarray, luck: np.ndarray) -> np.ndarray:
    """Return the effect of luck on each score, shape (n,), by factors from the other folds' scores.

    Args:
        luck: shape (n, numbers).
    """
    made = np.zeros(len(scores))
    fold = np.arange(len(scores)) % FOLDS
    table = np.column_stack([np.ones(len(scores)), luck])
    for number in range(FOLDS):
        own = fold == number
        factors = np.linalg.lstsq(table[~own], scores[~own], rcond=None)[0]
        made[own] = luck[own] @ factors[1:]
    return made


def interval(values: np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval of the mean of values, shape (n,); the mean is known to lie between 0 and 1.

    It is Wilson's, for the number of trials that would have this variance (Kott and Carr, 1997), with Student's t.
    """
    count = len(values)
    middle = min(max(float(values.mean()), 0.0), 1.0)
    error = float(values.std(ddof=1)) / sqrt(count) * quantile(count - 1) / Z_95
    trials = middle * (1 - middle) / error**2 if 0 < middle < 1 else count
    return wilson(middle * trials, trials)
