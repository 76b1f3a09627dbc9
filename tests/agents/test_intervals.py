"""Intervals cover what they are said to cover, in spite of stopping as soon as they are narrow enough."""

from math import erf, lgamma

import numpy as np
import pytest

from fireteam.agents.series.intervals import looks, mean, mean_count, quantile, widest, wilson
from fireteam.agents.series.variance import parts_of

LOGS = np.array([lgamma(number + 1) for number in range(3000)])


def chances(trials: int, share: float) -> np.ndarray:
    """Return how likely 0, 1, ... successes are."""
    hits = np.arange(trials + 1)
    ways = LOGS[trials] - LOGS[hits] - LOGS[trials - hits]
    return np.exp(ways + hits * np.log(share) + (trials - hits) * np.log1p(-share))


def coverage(share: float, half_width: float) -> float:
    """Return the exact chance that an interval holds a share, if one stops as soon as it is narrow enough at a look."""
    planned, reached, before, covered = looks(half_width), np.ones(1), 0, 0.0
    for look in planned:
        reached, before = np.convolve(reached, chances(look - before, share)), look
        for hits in np.flatnonzero(reached):
            low, high = wilson(int(hits), look)
            if look == planned[-1] or widest([(low, high)]) <= half_width:
                covered += reached[hits] * (low <= share <= high)
                reached[hits] = 0.0
    return covered


def test_stopping_costs_no_coverage() -> None:
    """Exactly computed: 95 % on average over all shares, within 93 and 97.6 % for each."""
    found = [coverage(share, 0.05) for share in np.arange(0.05, 0.951, 0.05)]
    assert 0.945 < np.mean(found) < 0.955
    assert min(found) > 0.93
    assert max(found) < 0.976


def test_the_last_look_is_enough() -> None:
    """At the last look the widest interval there can be is as narrow as was wanted; at the one before it is not."""
    *_, before, last = looks(0.03)
    assert looks(0.03) == sorted(looks(0.03))
    assert widest([wilson(last / 2, last)]) <= 0.03 < widest([wilson(before / 2, before)])


def test_quantiles() -> None:
    """Student's t as tables have it."""
    assert [round(quantile(freedom), 2) for freedom in (5, 10, 30, 1000)] == [2.57, 2.23, 2.04, 1.96]
    assert quantile(0) == float("inf")


def test_means() -> None:
    """Nine of ten thousand intervals of means hold the mean, also of counts of which most are alike, and stay in range."""
    chance = np.random.default_rng(1)
    held = {"mean": 0, "count": 0, "rare": 0}
    for _ in range(1000):
        counts = chance.binomial(4, 0.6, 100)
        rare = (chance.random(150) < 0.04) * 3
        for name, (_, low, high), truth in (
            ("mean", mean(counts), 2.4),
            ("count", mean_count(counts, 4), 2.4),
            ("rare", mean_count(rare, 4), 0.12),
        ):
            held[name] += low <= truth <= high
            assert high <= 4
    assert all(930 < count < 975 for count in held.values()), held
    assert mean_count(np.zeros(50), 4)[:2] == (0, 0)
    assert 0.2 < mean_count(np.zeros(50), 4)[2] < 0.4


@pytest.mark.parametrize(
    "cells", [((0.49, 0.49, 0.58), (0.53, 0.5, 0.71), (0.39, 0.29, 0.52)), ((0.61, 0.41), (0.82, 0.57), (0.96, 0.69))]
)
def test_parts_of_the_variance(cells: tuple[tuple[float, ...], ...]) -> None:
    """Luck, either side's choices and both together: right on average, covered; battles of a seed share dice."""
    truth = np.array(cells)
    rows, columns = truth.mean(axis=1) - truth.mean(), truth.mean(axis=0) - truth.mean()
    total = (truth * (1 - truth)).mean() + truth.var()
    shares = [1 - truth.var() / total, (rows**2).mean() / total, (columns**2).mean() / total]
    shares.append(1 - sum(shares))
    chance, held, found = np.random.default_rng(2), np.zeros(4), np.zeros(4)
    grid = np.linspace(-6, 6, 2001)
    normal = np.array([(1 + erf(place / 2**0.5)) / 2 for place in grid])
    for _ in range(400):
        dice = np.sqrt(0.4) * chance.standard_normal((300, 1, 1)) + np.sqrt(0.6) * chance.standard_normal(
            (300, *truth.shape)
        )
        parts = parts_of(np.interp(dice, grid, normal) < truth)
        assert sum(part.share for part in parts) == pytest.approx(1)
        assert all(part.low <= part.share <= part.high for part in parts)
        held += [part.low <= share <= part.high for part, share in zip(parts, shares, strict=True)]
        found += [part.share for part in parts]
    assert found / 400 == pytest.approx(np.array(shares), abs=0.01)
    assert ((held > 368) & (held < 399)).all(), held


def test_no_variance_at_all() -> None:
    """What always comes out the same is neither luck nor choice: nothing is claimed."""
    parts = parts_of(np.ones((50, 3, 3)))
    assert (parts.luck.low, parts.luck.high) == (0, 1)
    assert all((part.low, part.high) == (0, 1) for part in parts)
