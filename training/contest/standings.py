"""The standings of a tournament: ratings, payoffs, scores by scenario, and all of it as plain values."""

from typing import Any, NamedTuple

from fireteam.agents.series.intervals import wilson
from fireteam.env.replay.replay import ENGINE, rules_digest

from .evaluation import Score
from .jobs import Bout
from .ratings import ANCHORS, Rating

COLUMNS = ("place", "bot", "rating", "deviation", "anchor", "battles", "wins", "losses", "draws", "score", "low", "high")


class Standings(NamedTuple):
    """The standings of a tournament.

    Attributes:
        ratings: best first.
        payoffs: (bot, opponent) -> score of the bot; both ways round.
        by_scenario: (scenario, bot) -> score.
        scenarios: the scenarios, in the order in which they were named.
        bouts: all battles counted.
    """

    ratings: list[Rating]
    payoffs: dict[tuple[str, str], Score]
    by_scenario: dict[tuple[str, str], Score]
    scenarios: list[str]
    bouts: list[Bout]

    @property
    def anchored(self) -> bool:
        """Whether an anchor took part, so that ratings of other tournaments compare."""
        return any(rating.anchor for rating in self.ratings)


def rows_of(standings: Standings) -> list[dict[str, Any]]:
    """Return the table of a tournament, a row for each bot, with the 95 % Wilson interval of its score."""
    rows = []
    for place, rating in enumerate(standings.ratings, 1):
        score = rating.score
        interval = wilson(score.points, score.battles)
        values = (place, rating.name, rating.rating, rating.deviation, rating.anchor, score.battles, *score, score.share)
        rows.append(dict(zip(COLUMNS, (*values, *interval), strict=True)))
    return rows


def standings_as_dict(standings: Standings) -> dict[str, Any]:
    """Return the standings of a tournament as plain values."""
    return {
        "engine": ENGINE,
        "rules": rules_digest(),
        "battles": len(standings.bouts),
        "anchors": {rating.name: ANCHORS[rating.name] for rating in standings.ratings if rating.anchor},
        "standings": rows_of(standings),
        "payoffs": [{"bot": b, "opponent": o} | score.as_dict() for (b, o), score in standings.payoffs.items()],
        "scenarios": [{"scenario": s, "bot": b} | score.as_dict() for (s, b), score in standings.by_scenario.items()],
    }
