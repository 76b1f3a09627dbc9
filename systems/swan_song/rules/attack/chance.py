"""The chance that one pool beats another, in whole per cent: an integer table, so that it may decide (standing orders)."""

from math import comb

import numpy as np

from fireteam.env.rules.kernel import kernel

LARGEST_POOL = 40


def _beating_table() -> np.ndarray:
    """Return the chances in per cent, int64 [a, b], rounded down, that `a` dice score more hits than `b` dice.

    A hit has one chance in three.
    """
    ways = [[comb(n, k) * 2 ** (n - k) for k in range(n + 1)] for n in range(LARGEST_POOL + 1)]
    table = np.zeros((LARGEST_POOL + 1, LARGEST_POOL + 1), np.int64)
    for a, attack in enumerate(ways):
        for b, defense in enumerate(ways):
            below = [sum(defense[:hits]) for hits in range(a + 1)]
            wins = sum(way * below[hits] for hits, way in enumerate(attack))
            table[a, b] = 100 * wins // 3 ** (a + b)
    return table


BEATING = _beating_table()


@kernel
def chance_to_beat(pool, other):
    """Return the chance in per cent, 0 to 100 rounded down, that a pool scores more hits than another."""
    return int(BEATING[min(max(pool, 0), LARGEST_POOL), min(max(other, 0), LARGEST_POOL)])
