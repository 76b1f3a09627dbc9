"""Evaluation: a bot against each opponent in each scenario, with intervals, and on request only until it is clear."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from fireteam.agents.series.correcting import corrected
from fireteam.agents.series.intervals import wilson
from fireteam.content.renamed import deprecated

from .jobs import Bout, Entrant, Field, RunJobs, jobs_of
from .run import run_jobs
from .statistics import Sprt


class Score(NamedTuple):
    """Wins, losses and draws of a bot."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    @property
    def battles(self) -> int:
        """How many battles there were."""
        return sum(self)

    @property
    def points(self) -> float:
        """Wins, and half of the draws."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points of a battle, on average; 0.5 where there was none."""
        return self.points / self.battles if self.battles else 0.5

    def as_dict(self) -> dict[str, Any]:
        """Return the score as plain values, with its 95 % Wilson interval."""
        interval = list(wilson(self.points, self.battles))
        return {**self._asdict(), "battles": self.battles, "score": self.share, "interval": interval}

    def told(self) -> dict[str, Any]:
        """Return `as_dict`: the old name of it."""
        deprecated("Score.told", "Score.as_dict")
        return self.as_dict()


def score_of(bouts: Iterable[Bout], name: str = "") -> Score:
    """Return the score of the first bot in each of some bouts, or of the bot of a name."""
    counts = [0, 0, 0]
    for bout in bouts:
        won = bout.winner if not name or bout.first == name else (1, 0, -1)[bout.winner]
        counts[won] += 1
    return Score(*counts)


def pair_scores(bouts: Sequence[Bout]) -> list[float]:
    """Return the scores of pairs, 0 to 1, from bouts in which the two battles of a pair follow each other."""
    return [(one.score + two.score) / 2 for one, two in zip(bouts[::2], bouts[1::2], strict=True)]


class Evaluation:
    """The results of the battles of a bot.

    Attributes:
        bouts: all of them, with the bot first in each.
        tests: the sequential test against each opponent, by name; empty if none was asked for.
    """

    def __init__(self, entrant: Entrant) -> None:
        self.entrant = entrant
        self.bouts: list[Bout] = []
        self.tests: dict[str, Sprt] = {}

    def rows(self) -> list[dict[str, Any]]:
        """Return the score against each opponent in each scenario, in the order in which they were fought."""
        cells: dict[tuple[str, str], list[Bout]] = {}
        for bout in self.bouts:
            cells.setdefault((bout.second, bout.scenario), []).append(bout)
        return [
            {"opponent": opponent, "scenario": scenario} | score_as_dict(bouts)
            for (opponent, scenario), bouts in cells.items()
        ]

    def over_all(self) -> dict[str, Any]:
        """Return the score over all battles."""
        return score_as_dict(self.bouts)


def score_as_dict(bouts: Sequence[Bout]) -> dict[str, Any]:
    """Return the score of pairs of bouts as plain values; `corrected` is the score without luck, where that helps."""
    values = score_of(bouts).as_dict()
    if not all(bout.luck for bout in bouts):
        return values
    kinds = [(bout.second, bout.scenario) for bout in bouts]
    without = corrected([bout.score for bout in bouts], [bout.luck for bout in bouts], 2, kinds)
    return values | {"corrected": without.as_dict() if without is not None else None}


def evaluate(
    entrant: Entrant,
    opponents: Sequence[Entrant],
    fields: Sequence[Field],
    pairs: int,
    stream: int = 0,
    workers: int = 1,
    elos: tuple[float, float] | None = None,
    on_progress: Callable[[int], None] = lambda _: None,
    run: RunJobs = run_jobs,
    noted: bool = False,
) -> Evaluation:
    """Let a bot fight opponents in swapped pairs over held-out seeds.

    Args:
        entrant: the bot to judge.
        opponents: each is fought in every scenario.
        fields: the scenarios.
        pairs: the most pairs for each opponent and scenario.
        stream: the stream of held-out seeds; 0 is the one to report.
        workers: threads or processes, see `run_jobs`.
        elos: test against each opponent whether the bot is better by the second Elo difference rather than by the first;
            stop as soon as that is decided, which is checked only when all scenarios have had the same pairs.
        on_progress: called with the number of battles done, those that a decided test spares included. run: fights jobs; may
        hand them to other machines. noted: return scores without luck, too.
    """
    result = Evaluation(entrant)
    passed = 0
    for opponent in opponents:
        test = Sprt(*elos) if elos else None
        jobs = jobs_of((entrant, opponent), fields, range(pairs), stream, noted)
        for number, (_, bouts) in enumerate(run(jobs, workers), 1):
            result.bouts += bouts
            passed += len(bouts)
            on_progress(passed)
            if test is None:
                continue
            result.tests[opponent.name] = test
            test.add(pair_scores(bouts))
            if number % len(fields) == 0 and test.verdict:
                break
        passed = 2 * pairs * len(fields) * (opponents.index(opponent) + 1)
    return result
