"""The benchmark's statistics against scipy's, and against what can be counted by hand."""

import numpy as np
import pytest
from scipy import stats

from fireteam.training.benchmark.statistics import interval, iqm, mean, worst_of

SCORES = np.random.default_rng(7).beta(2, 3, size=(5, 24))


@pytest.mark.parametrize("shape", [(5, 24), (1, 4), (5, 1), (3, 7), (1, 1), (2, 3)])
def test_interquartile_means_are_those_of_scipy(shape: tuple[int, int]) -> None:
    """As rliable takes it: the mean of all scores without the lowest and the highest quarter."""
    scores = np.random.default_rng(sum(shape)).random(shape)
    assert iqm(scores) == pytest.approx(stats.trim_mean(scores, proportiontocut=0.25, axis=None))
    assert iqm(np.stack([scores, scores + 1])) == pytest.approx([iqm(scores), iqm(scores) + 1])


def test_an_outlier_moves_no_interquartile_mean() -> None:
    """The mean falls, the interquartile mean does not."""
    scores = np.full((5, 4), 0.6)
    scores[0] = 0.0
    assert iqm(scores) == pytest.approx(0.6)
    assert mean(scores) == pytest.approx(0.48)


def test_intervals_are_those_of_scipys_bootstrap() -> None:
    """Of one task the stratified bootstrap is the ordinary one: percentiles of scipy's agree."""
    scores = SCORES[:, :1]
    theirs = stats.bootstrap(
        (scores[:, 0],), np.mean, n_resamples=20_000, method="percentile", random_state=np.random.default_rng(3)
    ).confidence_interval
    assert interval(scores, mean, 20_000, 0.95) == pytest.approx(tuple(theirs), abs=0.01)


def test_the_bootstrap_is_stratified() -> None:
    """Tasks whose runs agree leave no doubt, however far they lie apart: runs are drawn within tasks."""
    scores = np.tile(np.linspace(0, 1, 8), (5, 1))
    assert interval(scores, mean, 500, 0.95) == pytest.approx((0.5, 0.5))
    assert interval(SCORES, iqm, 500, 0.95) == interval(SCORES, iqm, 500, 0.95)


def test_more_confidence_is_wider() -> None:
    """And the statistic lies within; one run says nothing of others."""
    narrow, wide = (interval(SCORES, iqm, 2000, confidence) for confidence in (0.5, 0.99))
    assert wide[0] < narrow[0] < iqm(SCORES) < narrow[1] < wide[1]
    assert interval(SCORES[:1], iqm, 500, 0.95) is None


def test_the_worst_of_several_knows_that_it_was_picked() -> None:
    """Of equal opponents the worst looks worse than each: its interval lies lower than theirs."""
    groups = [list(range(start, start + 6)) for start in range(0, 24, 6)]
    worst = worst_of(groups)
    assert worst(SCORES) == min(iqm(SCORES[:, group]) for group in groups)
    low, high = interval(SCORES, worst, 2000, 0.95)
    singles = [interval(SCORES[:, group], iqm, 2000, 0.95) for group in groups]
    assert low <= min(one[0] for one in singles) + 0.01
    assert high < max(one[1] for one in singles)
