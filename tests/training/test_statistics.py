"""How sure a result is: intervals against published values, and tests that err about as often as they say."""

from math import log10

import numpy as np
import pytest
from contested import bots, fields

from fireteam.agents.series.intervals import wilson
from fireteam.content.errors import ContentError
from fireteam.training.contest.jobs import jobs_of, run_job
from fireteam.training.contest.statistics import FEWEST_PAIRS, Sprt, expected_score
from fireteam.training.contest.travel import Cargo, sent


def elo_of(score: float) -> float:
    """Return the Elo difference that leads to expect a score; infinite for 0 and 1."""
    if not 0 < score < 1:
        return float("inf") if score >= 1 else float("-inf")
    return -400 * log10(1 / score - 1)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    """The interval is Wilson's, without continuity correction; losses mirror it."""
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)
    assert wilson(trials - successes, trials) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_nothing_is_known_of_no_battle() -> None:
    """Without a battle the interval is everything."""
    assert wilson(0, 0) == (0.0, 1.0)


def test_elo() -> None:
    """Known points of the Elo curve, and the way back."""
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_of(expected_score(-123)) == pytest.approx(-123)
    assert (elo_of(0), elo_of(1)) == (float("-inf"), float("inf"))


def pairs_of(dice: np.random.Generator, elo: float, draws: float, alike: float) -> float:
    """Return the score of a pair of battles; `alike`: how often the same team wins both, so that each bot wins one."""
    score = expected_score(elo)
    chances = [1 - score - draws / 2, draws, score - draws / 2]
    first, second = dice.choice(3, size=2, p=chances) / 2
    if dice.random() < alike:
        first, second = (0, 1) if dice.random() < 0.5 else (1, 0)
    return float(first + second) / 2


@pytest.mark.parametrize(("draws", "alike"), [(0.0, 0.0), (0.4, 0.0), (0.05, 0.5)])
def test_sprt_errs_as_seldom_as_it_says(draws: float, alike: float) -> None:
    """Under either hypothesis the wrong verdict comes about one time in twenty, and one does come."""
    dice = np.random.default_rng(7)
    wrong = {"accepted": 0, "rejected": 0}
    runs = 120
    for truth, mistake in ((0.0, "accepted"), (80.0, "rejected")):
        elo = elo_of(0.5 + (expected_score(truth) - 0.5) / (1 - alike))  # what pairs that differ must show
        for _ in range(runs):
            test = Sprt(0, 80)
            while not test.verdict:
                test.add([pairs_of(dice, elo, draws, alike)])
                assert test.pairs < 5000
            wrong[mistake] += test.verdict == mistake
    # More than 14 of 120 would come once in a thousand times if the true rate were 5 %.
    assert max(wrong.values()) <= 14, wrong
    assert sum(wrong.values()) > 0


def test_sprt_far_off_is_decided_at_once() -> None:
    """A bot that wins everything is accepted, one that loses everything rejected, neither after a handful of pairs."""
    for score, verdict in ((1.0, "accepted"), (0.0, "rejected")):
        test = Sprt(0, 50)
        test.add([score] * (FEWEST_PAIRS - 1))
        assert test.verdict == ""
        test.add([score] * 40)
        assert test.verdict == verdict


@pytest.mark.parametrize("elos", [(20, 0), (5, 5), (0, float("nan")), (float("-inf"), 0)])
def test_sprt_refuses_nonsense(elos: tuple[float, float]) -> None:
    """The smaller difference comes first, and both are numbers."""
    with pytest.raises(ContentError, match="smaller one first"):
        Sprt(*elos)


def test_luck_travels() -> None:
    """Jobs that are sent elsewhere note luck as they do here: that of the first bot, whichever side it has."""
    jobs = jobs_of((bots("tactician")[0], bots("charger")[0]), fields("duel"), range(3), noted=True)
    cargo, orders = sent(jobs)
    there = [bout for order in orders for bout in Cargo(cargo, "here").fight(order)]
    assert there == [bout for job in jobs for bout in run_job(job)]
    turned = jobs_of((bots("charger")[0], bots("tactician")[0]), fields("duel"), range(3), noted=True)
    mirrored = {(bout.pair, 1 - bout.turn): bout.luck for job in turned for bout in run_job(job)}
    for bout in there:
        assert bout.luck
        np.testing.assert_allclose(mirrored[bout.pair, bout.turn], [-luck for luck in bout.luck], atol=1e-9)
