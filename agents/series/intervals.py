"""The uncertainty of a figure: 95 % intervals of shares, means and differences, and when they are narrow enough.

Battles are fought up to looks, whose sizes are fixed beforehand. If the intervals are narrow enough at a look, no more
battles are fought. That stops sooner if the share happens to look extreme. If the first look is at least a quarter of the
last, the loss of coverage is smaller than that from the coarseness of counts: `tests/agents/test_intervals.py` computes it
exactly, and `fireteam bench forecast` measures all kinds of intervals against 20,000 battles.
"""

from collections.abc import Sequence
from math import ceil, sqrt

import numpy as np

Z_95 = 1.959963984540054  # standard normal quantile of a two-sided 95 % interval
LOOKS = (0.25, 0.5, 0.75, 1.0)  # shares of the battles that a share of one half needs


def wilson(successes: float, trials: float) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson, 1927); a draw may count as half a success, which widens it a little."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    middle = share + Z_95**2 / (2 * trials)
    spread = Z_95 * sqrt(share * (1 - share) / trials + Z_95**2 / (4 * trials**2))
    scale = 1 + Z_95**2 / trials
    low = (middle - spread) / scale if successes else 0.0  # exactly, where rounding would leave a little
    return low, (middle + spread) / scale if successes < trials else 1.0


def looks(half_width: float) -> list[int]:
    """Return the numbers of battles after which to check whether intervals of shares are narrow enough, ascending.

    The last is the number that an interval of this half width needs in the worst case, a share of one half.
    """
    most = (Z_95 / half_width) ** 2 / 4
    return [ceil(most * share) for share in LOOKS]


def quantile(freedom: float) -> float:
    """Return the quantile of Student's t of a two-sided 95 % interval (Cornish-Fisher; to 1 % from 3 degrees on)."""
    if freedom < 1:
        return float("inf")
    z = Z_95
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, start=1))


def mean(values: np.ndarray) -> tuple[float, float, float]:
    """Return the mean of some values and its 95 % interval (Student, 1908); shape (n,), n at least 2."""
    middle = float(values.mean())
    spread = quantile(len(values) - 1) * float(values.std(ddof=1)) / sqrt(len(values))
    return middle, middle - spread, middle + spread


def mean_count(values: np.ndarray, most: int) -> tuple[float, float, float]:
    """Return the mean of counts from 0 to `most`, shape (n,), and its 95 % interval, which stays within that range.

    It is Wilson's, for the number of trials with this variance (Kott and Carr, 1997): good where most counts agree.
    """
    middle = float(values.mean())
    share, variance = middle / most, float(values.var()) / most**2
    trials = len(values) if variance == 0 else len(values) * share * (1 - share) / variance
    low, high = wilson(share * trials, trials)
    return middle, low * most, high * most


def widest(intervals: Sequence[tuple[float, float]]) -> float:
    """Return half the width of the widest of some intervals, (low, high) each."""
    return max((high - low) / 2 for low, high in intervals)
