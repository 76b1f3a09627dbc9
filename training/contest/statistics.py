"""The uncertainty of a result: Elo differences as scores, and a test that may stop early."""

from collections.abc import Iterable
from math import isfinite, log

from fireteam.content.errors import ContentError

ERROR = 0.05  # how often a sequential test may accept what is false, and refuse what is true
FEWEST_PAIRS = 16  # no verdict before: the variance of a handful of pairs is a guess
PRIOR = 0.25  # pairs put into each possible result beforehand, so that equal results do not look certain
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of the two battles of a pair: both lost ... both won


def expected_score(elo: float) -> float:
    """Return the score that an Elo difference leads to expect (Elo, 1978; logistic)."""
    return 1 / (1 + 10 ** (-elo / 400))


class Sprt:
    """A sequential test whether a bot is stronger by `elo1` (accepted) rather than by `elo0` (rejected).

    Wald's test (1945) in the generalised form of chess engine testers (Van den Bergh, "The generalized sequential
    probability ratio test for Elo testing"): a sample is the score of a pair of battles with sides swapped on the same dice,
    one of five values, so that the correlation of the two battles is taken into account; its variance is estimated, and the
    ratio is that of two normal distributions with the means in question and the variance each of them leaves.

    Attributes:
        counts: pairs by their score, as in PAIR_SCORES.
        bounds: log-likelihood ratios at which the test rejects and accepts.
    """

    def __init__(self, elo0: float, elo1: float, error: float = ERROR) -> None:
        if not (isfinite(elo0) and isfinite(elo1) and elo0 < elo1):
            raise ContentError(
                f"--sprt {elo0:g} {elo1:g}: needs two Elo differences, the smaller one first, like --sprt 0 20"
            )
        if not 0 < error < 0.5:
            raise ContentError(f"a sequential test errs with a probability between 0 and 0.5, not {error:g}")
        self.elo0, self.elo1 = elo0, elo1
        self.bounds = (log(error / (1 - error)), log((1 - error) / error))
        self.counts = [0, 0, 0, 0, 0]

    def add(self, scores: Iterable[float]) -> None:
        """Add the scores of pairs, each from 0 (both battles lost) to 1 (both won)."""
        for score in scores:
            self.counts[PAIR_SCORES.index(score)] += 1

    @property
    def pairs(self) -> int:
        """How many pairs have been added."""
        return sum(self.counts)

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio: above the upper bound accepted, below the lower one rejected."""
        if not self.pairs:
            return 0.0
        weights = [count + PRIOR for count in self.counts]
        total = sum(weights)
        mean = sum(w * score for w, score in zip(weights, PAIR_SCORES, strict=True)) / total
        spread = sum(w * (score - mean) ** 2 for w, score in zip(weights, PAIR_SCORES, strict=True)) / total
        low, high = expected_score(self.elo0), expected_score(self.elo1)
        return self.pairs / 2 * log((spread + (mean - low) ** 2) / (spread + (mean - high) ** 2))

    @property
    def verdict(self) -> str:
        """The verdict of the test: "accepted", "rejected", or "" while it is open."""
        if self.pairs < FEWEST_PAIRS:
            return ""
        if self.ratio >= self.bounds[1]:
            return "accepted"
        return "rejected" if self.ratio <= self.bounds[0] else ""
