"""Distributions compared: those of icepool with those that are worked out, and these with what was rolled."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

EXACT = 1e-12


def chances(die: Any) -> dict[int, Fraction]:
    """Return a distribution of icepool's as outcome -> chance."""
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items()}


def assert_same(ours: dict[int, float], theirs: dict[int, Fraction]) -> None:
    """Assert that two distributions have the same outcomes with the same chances."""
    assert set(ours) == {outcome for outcome, share in theirs.items() if share}
    for outcome, share in theirs.items():
        assert ours.get(outcome, 0.0) == pytest.approx(float(share), abs=EXACT, rel=1e-9)


def check_shares(outcomes: np.ndarray, expected: dict[int, float], least: int = 4) -> None:
    """Assert that outcomes are as frequent as expected: the chi-square sum is no surprise, and nothing else comes up.

    `least` are the degrees of freedom that the test has at least.
    """
    shares = {outcome: share for outcome, share in expected.items() if share > 0}
    assert set(np.unique(outcomes).tolist()) <= set(shares)
    assert sum(shares.values()) == pytest.approx(1)
    total, freedom, rest, rest_seen = 0.0, -1, 0.0, 0
    for outcome, share in shares.items():
        seen = int((outcomes == outcome).sum())
        if share * len(outcomes) < 10:  # too rare to judge alone
            rest, rest_seen = rest + share * len(outcomes), rest_seen + seen
            continue
        total += (seen - share * len(outcomes)) ** 2 / (share * len(outcomes))
        freedom += 1
    assert freedom >= least
    assert abs(rest_seen - rest) < 5 * rest**0.5 + 5
    assert total < freedom + 5 * (2 * freedom) ** 0.5, f"chi-square {total:.1f} with {freedom} degrees of freedom"
