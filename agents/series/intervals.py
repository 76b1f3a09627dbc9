"""How sure a share is."""

from math import hypot, sqrt

Z_95 = 1.959963984540054  # standard normal quantile of a two-sided 95 % interval


def difference(one: float, other: float, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of how much larger the other of two shares is, each of so many trials (Newcombe, 1998)."""
    (low_1, high_1), (low_2, high_2) = (wilson(share * trials, trials) for share in (one, other))
    change = other - one
    return change - hypot(other - low_2, high_1 - one), change + hypot(high_2 - other, one - low_1)


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson, 1927); a draw may count as half a success: the wide side."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    middle = share + Z_95**2 / (2 * trials)
    spread = Z_95 * sqrt(share * (1 - share) / trials + Z_95**2 / (4 * trials**2))
    scale = 1 + Z_95**2 / trials
    low = (middle - spread) / scale if successes else 0.0  # exactly, where rounding would leave a little
    return low, (middle + spread) / scale if successes < trials else 1.0
