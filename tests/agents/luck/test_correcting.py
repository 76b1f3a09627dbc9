"""Scores without luck: unbiased, with intervals that hold what they promise, and none where there is nothing to tell."""

import numpy as np
import pytest

from fireteam.agents.series.correcting import LEAST, RAREST, Corrected, corrected, interval


@pytest.fixture
def rng() -> np.random.Generator:
    """Chance of each test's own."""
    return np.random.default_rng(4)


def drawn(rng: np.random.Generator, count: int, sway: float) -> tuple[np.ndarray, np.ndarray]:
    """Return results of battles, and luck that sways them: two numbers, of which the second has nothing to do with it."""
    luck = rng.normal(size=(count, 2))
    return (rng.random(count) < np.clip(0.6 + sway * luck[:, 0], 0, 1)).astype(float), luck


def test_intervals_hold_the_truth_as_often_as_they_say(rng: np.random.Generator) -> None:
    """Of 1,000 series, 95 % of intervals hold the true score; they are narrower, and the score is right on average."""
    sway, truth = 0.3, drawn(rng, 2_000_000, 0.3)[0].mean()
    made = [corrected(*drawn(rng, 200, sway)) for _ in range(1000)]
    known = [one for one in made if one is not None]
    assert len(known) == 1000
    assert 0.93 < np.mean([one.low <= truth <= one.high for one in known]) < 0.97
    assert abs(np.mean([one.share for one in known]) - truth) < 0.004
    assert 0.15 < np.mean([one.narrower for one in known]) < 0.3
    assert abs(np.mean([one.luck for one in known])) < 0.003


def test_luck_that_explains_nothing_does_not_pay(rng: np.random.Generator) -> None:
    """Numbers without a bearing on results make the interval no narrower, on average, and do not move the score."""
    made = [corrected(*drawn(rng, 100, 0.0)) for _ in range(300)]
    known = [one for one in made if one is not None]
    assert -0.1 < np.mean([one.narrower for one in known]) < 0.01
    assert np.mean([one.pays for one in known]) < 0.4


def test_each_kind_of_battles_has_its_own_factors(rng: np.random.Generator) -> None:
    """Where luck counts one way in one scenario and the other way in another, both are corrected; pooled, they cannot be."""
    (one, luck), (other, more) = drawn(rng, 400, 0.3), drawn(rng, 400, 0.3)
    results, lucks = np.concatenate([one, other]), np.concatenate([luck, -more])
    apart = corrected(results, lucks, kinds=["a"] * 400 + ["b"] * 400)
    pooled = corrected(results, lucks)
    assert apart is not None
    assert pooled is not None
    assert apart.explained > 0.2 > 0.02 > pooled.explained


def test_battles_on_the_same_dice_are_one_result(rng: np.random.Generator) -> None:
    """Pairs count as one: told twice over, battles give no narrower interval."""
    results, luck = drawn(rng, 200, 0.3)
    once, twice = corrected(results, luck), corrected(np.repeat(results, 2), np.repeat(luck, 2, axis=0), together=2)
    assert once == twice


def test_there_is_nothing_to_tell(rng: np.random.Generator) -> None:
    """Too few results, or nearly all alike, have no corrected score; luck that never varies takes nothing off."""
    results, luck = drawn(rng, LEAST, 0.3)
    assert corrected(results[1:], luck[1:]) is None
    for few, known in ((0, False), (RAREST - 1, False), (RAREST, True)):
        assert (corrected(np.arange(100) < few, drawn(rng, 100, 0.3)[1]) is not None) == known
    still = corrected(results, np.zeros((LEAST, 3)))
    assert still is not None
    assert (still.share, still.explained, still.pays) == (results.mean(), 0.0, False)


def test_intervals_stay_in_range() -> None:
    """An interval is that of a share, also where values stray beyond it."""
    low, high = interval(np.array([0.9, 1.1] * 40))
    assert 0.95 < low < high == 1.0
    found = Corrected(0.5, 0.4, 0.6, 0.3, 0.7, 0.01, 0.5).as_dict()
    assert abs(found["narrower"] - 0.5) < 1e-9
    assert found["interval"] == [0.4, 0.6]
