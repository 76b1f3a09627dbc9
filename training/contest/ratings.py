"""Ratings on the Elo scale: OpenSkill's Bradley-Terry model with full pairing, draws, and anchors that do not move.

OpenSkill (Joshy, 2024, after Weng and Lin, "A Bayesian approximation method for online ranking", 2011) expects the score of
a battle to be logistic in (difference of ratings) / c, c² = deviations² + 2 beta². With the beta below and certain ratings
that is Elo's formula, so ratings read like those of chess. Deviations come out a little too wide rather than too narrow.
"""

from collections.abc import Iterable, Sequence
from math import log, sqrt
from typing import Any, NamedTuple

from fireteam.content.errors import MissingExtra

from .evaluation import Score, score_of
from .jobs import Bout

# Declared rather than measured: a tactician hardly ever loses to random play, so how far apart they are cannot be counted.
ANCHORS = {"random": 0.0, "tactician": 1000.0}
NEWCOMER, DOUBT = 500.0, 500.0  # rating and deviation of a bot before its first battle
BETA = 400 / log(10) / sqrt(2)  # of one bot; see above
CERTAIN = 1e-3  # deviation of an anchor, in Elo


class Rating(NamedTuple):
    """The rating of a bot.

    Attributes:
        rating: in Elo; fixed for an anchor.
        deviation: standard deviation of it, in Elo; 0 for an anchor.
        score: its score in all its battles.
    """

    name: str
    rating: float
    deviation: float
    anchor: bool
    score: Score

    @property
    def interval(self) -> tuple[float, float]:
        """Where the rating lies with about 95 %."""
        return self.rating - 2 * self.deviation, self.rating + 2 * self.deviation


def model() -> Any:
    """Return the rating model.

    Raises:
        MissingExtra: OpenSkill is not installed.
    """
    try:
        from openskill.models import BradleyTerryFull
    except ImportError:
        raise MissingExtra.of("a rating", "openskill", "tournament") from None
    return BradleyTerryFull(mu=NEWCOMER, sigma=DOUBT, beta=BETA, tau=0.0)  # no drift: these bots do not learn


def rate(bouts: Iterable[Bout], names: Sequence[str]) -> list[Rating]:
    """Return the ratings of bots, best first.

    Args:
        bouts: battles, in an order that is always the same: a rating depends on it a little.
        names: the names of the bots; at least all that have fought.

    Raises:
        MissingExtra: OpenSkill is not installed.
    """
    skill = model()
    bouts = list(bouts)
    anchors = {name: skill.rating(mu=value, sigma=CERTAIN) for name, value in ANCHORS.items() if name in names}
    known = {name: anchors.get(name) or skill.rating() for name in names}
    for bout in bouts:
        ranks = {0: [1, 2], 1: [2, 1], -1: [1, 1]}[bout.winner]
        (first,), (second,) = skill.rate([[known[bout.first]], [known[bout.second]]], ranks=ranks)
        known |= {bout.first: first, bout.second: second} | {n: r for n, r in anchors.items() if n in bout[1:3]}
    made = [
        Rating(
            name,
            known[name].mu,
            0.0 if name in anchors else known[name].sigma,
            name in anchors,
            score_of((bout for bout in bouts if name in (bout.first, bout.second)), name),
        )
        for name in names
    ]
    return sorted(made, key=lambda rating: -rating.rating)
