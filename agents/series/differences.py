"""The uncertainty of a difference between battles fought twice on the same dice."""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np

from .intervals import Z_95


class Difference(NamedTuple):
    """How much larger a figure is in the second battles than in the first: the mean, and its 95 % interval.

    Attributes:
        before, after: means of the first and of the second battles; `middle` is how much larger the second is.
        correlation: of the first and the second, -1 to 1; 0 where one of them never varies.
    """

    before: float
    after: float
    low: float
    middle: float
    high: float
    battles: int
    correlation: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def is_sure(self) -> bool:
        """Whether the interval excludes 0, so that the sign of the difference is certain."""
        return self.low > 0 or self.high < 0


def difference_of(before: np.ndarray, after: np.ndarray) -> Difference:
    """Return the difference of paired figures, shape (battles,) each: shares if both are bool, else means of numbers."""
    first, second = before.astype(np.float64), after.astype(np.float64)
    count = len(first)
    if count == 0:
        raise ValueError("no battle has been fought: there is nothing to compare")
    if before.dtype == after.dtype == np.bool_:
        gained, lost = int(np.count_nonzero(after & ~before)), int(np.count_nonzero(before & ~after))
        low, high = share_interval(gained, lost, count)
    else:
        low, high = mean_interval(second - first)
    middle = float(np.mean(second - first))
    varies = first.std() > 0 and second.std() > 0
    correlation = float(np.corrcoef(first, second)[0, 1]) if varies else 0.0
    return Difference(float(first.mean()), float(second.mean()), low, middle, high, count, correlation)


def share_interval(gained: int, lost: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of the difference of two shares that belong to the same trials (Tango, 1998).

    It is the score interval: where few trials differ, or none, it is as wide as it should be, and never beyond -1 and 1.

    Args:
        gained: trials that succeed the second time only.
        lost: trials that succeed the first time only.
    """

    def score(difference: float) -> float:
        """Return how many standard errors the trials are above a difference."""
        b = (2 * trials - gained + lost) * difference - gained - lost
        root = sqrt(max(b * b + 8 * trials * lost * difference * (1 - difference), 0.0))
        only_first = (root - b) / (4 * trials)  # the share of such trials that is likeliest if that is the difference
        variance = trials * (2 * only_first + difference * (1 - difference))
        return (gained - lost - trials * difference) / sqrt(variance) if variance > 0 else 0.0

    middle = (gained - lost) / trials
    low = -1.0 if gained - lost == -trials else crossing(score, Z_95, -1.0, middle)
    high = 1.0 if gained - lost == trials else crossing(score, -Z_95, middle, 1.0)
    return low, high


def crossing(falling: Callable[[float], float], value: float, low: float, high: float) -> float:
    """Return where a falling function has a value, between two places."""
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > value else (low, middle)
    return (low + high) / 2


def mean_interval(differences: np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval of the mean of differences between whole numbers, shape (n,), n of some hundred.

    It is the normal one with Z_95**2 differences added to the data, half of them 1 and half of them -1, as Agresti and
    Coull (1998) do it for shares: if all observed differences are alike, unobserved ones may still differ.
    """
    added = Z_95**2
    count = len(differences) + added
    middle = float(differences.sum()) / count
    spread = sqrt(max(float((differences**2).sum() + added) / count - middle**2, 0.0) / count)
    return middle - Z_95 * spread, middle + Z_95 * spread
