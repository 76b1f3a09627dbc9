"""The result of a benchmark run: a record, which is saved as JSON and shown as table and page."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from fireteam.env.scenario.checked import Strict

from . import statistics
from .pieces import Piece
from .protocol import GroupName, Report, Task
from .submission import Kind, Manifest

FORMAT: Literal[1] = 1

Share = Annotated[float, Field(ge=0, le=1)]


class Figure(Strict):
    """A share of battles, draws counted half, and its interval; none where there was only one run."""

    value: Share
    low: Share | None = None
    high: Share | None = None


class Named(Figure):
    """A figure of something that has a name: an opponent, or a scenario."""

    name: str


class TaskScores(Strict):
    """The score of every run against an opponent in a scenario."""

    group: GroupName
    scenario: str
    opponent: str
    runs: list[Share]


class Exploitability(Strict):
    """The scores of best responses against it, one for each run; at 0.5 or less no weakness was found.

    Attributes:
        score: their mean. worst: the score of the strongest. runs: the score of each.
        decisions: the decisions that each learned for.
    """

    score: Figure
    worst: Share
    runs: list[Share]
    decisions: int


class Column(Strict):
    """A submission at one budget, or without one.

    Attributes:
        budget: decisions of training, None if the protocol did not train it.
        runs: the number of runs.
        published, held_out: interquartile means over runs and tasks of a group; held_out is the headline.
        held_out_mean: the plain mean of the same scores.
        worst: the held-out opponent with its lowest score; the interval accounts for choosing the lowest of several.
        opponents, scenarios: its figures in the held-out group, one by one.
        exploitability: None if it was not measured.
    """

    budget: float | None
    runs: int
    published: Figure
    held_out: Figure
    held_out_mean: Figure
    worst: Named
    opponents: list[Named]
    scenarios: list[Named]
    tasks: list[TaskScores]
    exploitability: Exploitability | None


class Result(Strict):
    """The result of a submission.

    Attributes:
        benchmark: the id of the protocol. frozen: a digest of its battles.
        comparable: whether the numbers are comparable with others of the same id; why_not: the reason if they are not.
    """

    format: Literal[1] = FORMAT
    benchmark: str
    frozen: str
    comparable: bool
    why_not: list[str]
    scale: float
    name: str
    kind: Kind
    submission: Manifest
    digest: str
    engine: str
    rules: str
    columns: list[Column]


def figure(scores: np.ndarray, statistic: statistics.Statistic, report: Report) -> dict[str, Any]:
    """Return a statistic of scores, (runs, tasks), with its interval, as values of a `Figure`."""
    bounds = statistics.interval(scores, statistic, report.resamples, report.confidence)
    low, high = bounds or (None, None)
    return {"value": float(statistic(scores)), "low": low, "high": high}


def column(
    budget: float | None,
    tasks: Sequence[Task],
    pieces: Mapping[tuple[int, str, str], Piece],
    responses: Sequence[Piece],
    report: Report,
) -> Column:
    """Return a submission at a budget.

    Args:
        budget: see `Column`.
        tasks: all of them.
        pieces: the measurements, by run, scenario and opponent.
        responses: the scores of the best responses, in the order of the runs; empty if there are none.
        report: the settings of the bootstrap.
    """
    runs = 1 + max(run for run, _, _ in pieces)

    def scores_of(chosen: Sequence[Task]) -> np.ndarray:
        names = [(task.field.name, task.opponent.name) for task in chosen]
        return np.array([[np.mean(pieces[run, *name].pairs) for name in names] for run in range(runs)])

    unseen = [task for task in tasks if task.group == "held_out"]
    scores = scores_of(unseen)
    by_opponent = grouped([task.opponent.name for task in unseen])
    by_scenario = grouped([task.field.name for task in unseen])

    def one_by_one(groups: Mapping[str, list[int]]) -> list[Named]:
        return [Named(name=name, **figure(scores[:, at], statistics.iqm, report)) for name, at in groups.items()]

    opponents = one_by_one(by_opponent)
    worst = min(opponents, key=lambda each: each.value).name
    return Column(
        budget=budget,
        runs=runs,
        published=Figure(**figure(scores_of([t for t in tasks if t.group == "published"]), statistics.iqm, report)),
        held_out=Figure(**figure(scores, statistics.iqm, report)),
        held_out_mean=Figure(**figure(scores, statistics.mean, report)),
        worst=Named(name=worst, **figure(scores, statistics.worst_of(list(by_opponent.values())), report)),
        opponents=opponents,
        scenarios=one_by_one(by_scenario),
        tasks=[
            TaskScores(
                group=task.group,
                scenario=task.field.name,
                opponent=task.opponent.name,
                runs=scores_of([task])[:, 0].tolist(),
            )
            for task in tasks
        ],
        exploitability=exploitability(responses, report) if responses else None,
    )


def grouped(names: Sequence[str]) -> dict[str, list[int]]:
    """Return the places of each name, in the order in which they come."""
    return {name: [place for place, other in enumerate(names) if other == name] for name in dict.fromkeys(names)}


def exploitability(responses: Sequence[Piece], report: Report) -> Exploitability:
    """Return the results of best responses."""
    scores = np.array([[np.mean(piece.pairs)] for piece in responses])
    return Exploitability(
        score=Figure(**figure(scores, statistics.mean, report)),
        worst=float(scores.max()),
        runs=scores[:, 0].tolist(),
        decisions=responses[0].decisions,
    )
