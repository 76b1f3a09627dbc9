"""Sequential halving: it spends a budget of playouts on the candidates that may still be the best.

All candidates are played equally often, on the same dice. After each of a few equal shares of the budget, the worse half is
dropped (Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed bandits", 2013). Two candidates are the same if
all their playouts end in the same positions, to the byte; one of them is dropped, too.
"""

from collections.abc import Callable
from math import ceil, log2
from time import perf_counter
from typing import NamedTuple
from zlib import crc32

import numpy as np

TOGETHER = 16  # playouts in one compiled call: short enough for the clock and for Ctrl-C
MARGIN = 0.25  # weight of the share of life beside that of wins

Play = Callable[[np.ndarray, int, int], tuple[np.ndarray, np.ndarray]]


class Halved(NamedTuple):
    """The result of halving: candidates, best first, those dropped last; and each one's playouts and share of wins."""

    order: np.ndarray
    played: np.ndarray
    won: np.ndarray


def halve(added: np.ndarray, play: Play, playouts: int | None, seconds: float) -> Halved:
    """Find the best candidate by sequential halving.

    Args:
        added: what each candidate is worth besides its playouts, float64 of shape (candidates,).
        play: called with the numbers of candidates, int64 of shape (n,), the number of their first playout and how many
            playouts each is to have; returns float64 of shape (n, playouts, 2), wins and shares of life, 0 to 1, and of
            shape (n, playouts) checksums that tell their ends apart (`endings_of`).
        playouts: the number of all playouts, at least one for each; None to go by the clock.
        seconds: the budget without `playouts`.
    """
    count = len(added)
    sums, played = np.zeros((count, 2)), np.zeros(count, np.int64)
    ended = [b""] * count
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
            values, endings = play(rows, int(played[rows[0]]), size)
            sums[rows] += values.sum(axis=1)
            for row, ending in zip(rows.tolist(), endings, strict=True):
                ended[row] += ending.tobytes()
            played[rows] += values.shape[1]
            done += values.shape[1]
        best = rows[np.argsort(-worth(sums[rows] / played[rows, None]) - added[rows], kind="stable")].tolist()
        firsts: dict[bytes, int] = {}
        for row in best:
            firsts.setdefault(ended[row], row)
        different = list(firsts.values())
        order[:left] = different + [row for row in best if row not in different]
        if len(different) == 1 or decided(sums[rows]):
            break
        left = min(max((left + 1) // 2, 2), len(different))
    return Halved(order, played, sums[:, 0] / played)


def decided(sums: np.ndarray) -> bool:
    """Return whether all candidates have equal results, so that more playouts would hardly tell them apart."""
    return bool((sums == sums[0]).all())


def endings_of(battles: np.ndarray, count: int) -> np.ndarray:
    """Return checksums of the last positions of playouts, shape (n, count); `battles` has the shape (n * count,)."""
    size, data = battles.dtype.itemsize, memoryview(battles.tobytes())
    sums = [crc32(data[place : place + size]) for place in range(0, len(data), size)]
    return np.array(sums, np.uint32).reshape(-1, count)


def worth(values: np.ndarray) -> np.ndarray:
    """Return the worth of playouts, 0 to 1: mostly wins, and a little life, which reduces the noise.

    `values` has the shape (..., 2), wins and shares of life; the last axis is summed.
    """
    return values @ (1 - MARGIN, MARGIN)
