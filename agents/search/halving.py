"""Sequential halving: a budget of playouts is spent on what may still be the best of several things to do.

All are played alike, on the same dice; half of those left are dropped after each of a few equal shares of the budget
(Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed bandits", 2013), and so is what came to the same as
another in every playout: on the same dice, that is the same thing under another name.
"""

from collections.abc import Callable
from math import ceil, log2
from time import perf_counter
from typing import NamedTuple

import numpy as np

TOGETHER = 16  # playouts in one compiled call: short enough for the clock and for Ctrl-C
MARGIN = 0.25  # weight of the share of life beside that of wins

Play = Callable[[np.ndarray, int, int], np.ndarray]


class Halved(NamedTuple):
    """What came of it: numbers of the things, best first, those dropped last; playouts and share of wins of each."""

    order: np.ndarray
    played: np.ndarray
    won: np.ndarray


def halve(count: int, play: Play, playouts: int | None, seconds: float) -> Halved:
    """Find the best of so many things.

    Args:
        play: called with the numbers of some things, int64 of shape (n,), the number of their first playout and how many
            playouts each is to have; returns float64 of shape (n, playouts, 2): wins and shares of life, 0 to 1.
        playouts: in all, at least one for each; None to go by the clock.
        seconds: the budget without `playouts`.
    """
    sums, played = np.zeros((count, 2)), np.zeros(count, np.int64)
    order = np.arange(count)
    left = count
    stages = max(ceil(log2(count)), 1)
    began = perf_counter()
    for stage in range(stages):
        rows = np.sort(order[:left])
        due = began + seconds * (stage + 1) / stages
        goal = None if playouts is None else max(playouts // (stages * left), 1)
        done = 0
        while done < goal if goal is not None else done == 0 or perf_counter() < due:
            size = max(TOGETHER // left, 1)
            size = size if goal is None else min(size, goal - done)
            values = play(rows, int(played[rows[0]]), size)
            sums[rows] += values.sum(axis=1)
            played[rows] += values.shape[1]
            done += values.shape[1]
        best = rows[np.argsort(-worth(sums[rows] / played[rows, None]), kind="stable")]
        once = np.sort(np.unique(sums[best], axis=0, return_index=True)[1])
        order[:left] = np.concatenate([best[once], np.delete(best, once)])
        if len(once) == 1:
            break
        left = min((left + 1) // 2, len(once))
    return Halved(order, played, sums[:, 0] / played)


def worth(values: np.ndarray) -> np.ndarray:
    """Return what playouts are worth, 0 to 1: mostly wins; some life makes it less of a gamble.

    `values` has the shape (..., 2), wins and shares of life; the last axis is summed.
    """
    return values @ (1 - MARGIN, MARGIN)
