"""Aggregates of a few runs over many tasks, with intervals, as rliable has them.

Agarwal et al., "Deep reinforcement learning at the edge of the statistical precipice" (2021): a mean is led astray by a few
tasks, a median ignores half of them; the interquartile mean leaves out the lowest and the highest quarter of all scores.
Intervals are percentiles of a bootstrap that is stratified: within every task it draws as many runs as there are, with
replacement, so that no task is forgotten.
"""

from collections.abc import Callable, Sequence

import numpy as np

SEED = 20_210_830  # of the bootstrap, so that a report says the same twice
CUT = 0.25  # of the scores, left out at either end

Statistic = Callable[[np.ndarray], np.ndarray]  # scores (..., runs, tasks) to (...)


def iqm(scores: np.ndarray) -> np.ndarray:
    """Return the interquartile mean of scores, (..., runs, tasks) to (...)."""
    ranked = np.sort(scores.reshape(*scores.shape[:-2], -1), axis=-1)
    cut = int(CUT * ranked.shape[-1])
    made: np.ndarray = ranked[..., cut : ranked.shape[-1] - cut].mean(axis=-1)
    return made


def mean(scores: np.ndarray) -> np.ndarray:
    """Return the mean of scores, (..., runs, tasks) to (...)."""
    made: np.ndarray = scores.mean(axis=(-2, -1))
    return made


def worst_of(groups: Sequence[Sequence[int]]) -> Statistic:
    """Return the group of tasks, a list of columns, with the lowest interquartile mean."""

    def worst(scores: np.ndarray) -> np.ndarray:
        lowest: np.ndarray = np.min([iqm(scores[..., list(group)]) for group in groups], axis=0)
        return lowest

    return worst


def interval(scores: np.ndarray, statistic: Statistic, resamples: int, confidence: float) -> tuple[float, float] | None:
    """Return the interval of a statistic of scores, (runs, tasks); None of a single run, which says nothing of others."""
    runs, tasks = scores.shape
    if runs < 2:
        return None
    random = np.random.default_rng(SEED)
    picked = random.integers(runs, size=(resamples, runs, tasks))
    drawn = statistic(scores[picked, np.arange(tasks)])
    low, high = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)
