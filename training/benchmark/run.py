"""Running a submission by the protocol: training it if necessary, fighting every task, searching for best responses.

The work is cut into pieces that are stored, so that it can be interrupted and resumed (`pieces.py`).
"""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from fireteam.content.errors import ContentError
from fireteam.env.files import appearing
from fireteam.env.replay.replay import ENGINE, rules_digest

from ..contest.evaluation import evaluate, pair_scores
from ..contest.jobs import Entrant, Field, RunJobs, unfit_bot
from ..contest.run import run_jobs
from ..exploit.response import best_response, learns_against
from ..folder import CONFIG
from ..orders.run import POLICY, OnUpdate, train
from .frozen import changes, read_frozen
from .pieces import RESPONSES, TRAINING, Header, Piece, Store
from .protocol import Task, Version
from .result import Column, Result, column
from .submission import FROZEN, Submission, planned, policy_bot

SMALLEST_BUDGET = 128.0  # decisions, whatever the scale
Says = Callable[[str, int, int], None]  # what is done next, pieces done, pieces in all


class Extent(NamedTuple):
    """The extent of a run: how much of the protocol it covers.

    Only all of its battles and runs give numbers that can be compared.

    Attributes:
        scale: factor on budgets and battles: 1 is the protocol.
        budgets: the numbers of the submission's budgets to run; all if empty.
        runs: how many of the five runs; 0 for all.
        responses: whether to search for best responses.
    """

    scale: float = 1.0
    budgets: Sequence[float] = ()
    runs: int = 0
    responses: bool = True

    def battles(self, whole: int) -> int:
        """Return the number of pairs of battles for a number of battles of the protocol, at this scale."""
        return max(round(whole * self.scale / 2), 1)

    def decisions(self, whole: float) -> float:
        """Return the number of decisions for a number of decisions of the protocol, at this scale."""
        return whole if self.scale == 1 else max(whole * self.scale, SMALLEST_BUDGET)


class Bench:
    """A submission while the protocol is run on it.

    Args:
        version: the version of the benchmark.
        submission: the submission to judge.
        folder: where finished pieces are stored; those in it are not computed again.
        extent: how much of the protocol is run.
        anyway: run it even if the rules are no longer those of the version; the result says so.
        workers: see `fireteam.training.contest.run.run_jobs`.
        run: function that fights jobs; it may pass them to other machines.
        says: called with the name of the next step.
        on_update: called with the progress of training, see `fireteam.training.orders.run.train`.

    Raises:
        ContentError: the version is no longer what was frozen; the folder holds another run; or the submission cannot play
            what is fought.
    """

    def __init__(
        self,
        version: Version,
        submission: Submission,
        folder: Path,
        extent: Extent,
        anyway: bool = False,
        workers: int = 1,
        run: RunJobs = run_jobs,
        says: Says = lambda *_: None,
        on_update: OnUpdate = lambda _: None,
    ) -> None:
        self.version, self.submission, self.extent = version, submission, extent
        self.protocol = version.protocol
        self._workers, self._run, self.says, self._on_update = workers, run, says, on_update
        self._changes = changes(version)
        if self._changes and not anyway:
            raise ContentError(
                f"{self.protocol.id}: {'; '.join(self._changes)}. Numbers would not be comparable with others of this id: "
                "play it with the Fireteam that has it, or measure all the same with --anyway, marked as such. Whoever "
                "changes the rules raises the id: training/BENCHMARK.md"
            )
        self.tasks = version.tasks()
        self._response_fields = version.fields_of_response()
        if submission.entrant and extent.responses and not learns_against(submission.entrant):
            raise ContentError(
                f"{submission.entrant.name}: no best response can be learned against a bot that is neither a doctrine nor a "
                "network: leave that out with --no-responses"
            )
        if submission.entrant:
            check_plays(submission.entrant, [*(task.field for task in self.tasks), *self._response_fields])
        self.budgets = chosen(submission.budgets(self.protocol), extent.budgets)
        self.seeds = self.protocol.seeds[: extent.runs or None]
        self._frozen = read_frozen(version).digest
        digest = submission.digest
        header = Header(
            benchmark=self.protocol.id,
            frozen=" ".join([self._frozen, *self._changes]),
            submission=submission.manifest.name,
            digest=digest,
            scale=extent.scale,
        )
        self.store = Store(folder, header)
        self._done = 0

    @property
    def total(self) -> int:
        """How many pieces there are."""
        return len(self.budgets) * len(self.seeds) * (len(self.tasks) + self.extent.responses)

    def result(self) -> Result:
        """Do the remaining work and return the result."""
        reasons = self.why_not()
        return Result(
            benchmark=self.protocol.id,
            frozen=self._frozen,
            comparable=not reasons,
            why_not=reasons,
            scale=self.extent.scale,
            name=self.submission.manifest.name,
            kind=self.submission.kind,
            submission=self.submission.manifest,
            digest=self.submission.digest,
            engine=ENGINE,
            rules=rules_digest(self.protocol.system),
            columns=[self._column(budget) for budget in self.budgets],
        )

    def why_not(self) -> list[str]:
        """Return why the numbers are not comparable with others of the same id; empty if they are.

        Every budget is a column of its own: leaving one out does not affect the others.
        """
        extent = self.extent
        reasons = list(self._changes)
        if extent.scale != 1:
            reasons.append(f"scale {extent.scale:g}: only that share of the decisions and battles of the protocol")
        if len(self.seeds) < len(self.protocol.seeds):
            reasons.append(f"{len(self.seeds)} of {len(self.protocol.seeds)} runs")
        return reasons

    def _column(self, budget: float | None) -> Column:
        """Return the submission at a budget."""
        pieces: dict[tuple[int, str, str], Piece] = {}
        responses = []
        for run in range(len(self.seeds)):
            for task in self.tasks:
                pieces[run, task.field.name, task.opponent.name] = self._fought(budget, run, task)
            if self.extent.responses:
                responses.append(self._exploited(budget, run))
        return column(budget, self.tasks, pieces, responses, self.protocol.report)

    def _fought(self, budget: float | None, run: int, task: Task) -> Piece:
        """Return the battles of a run against an opponent in a scenario."""

        def fight() -> Piece:
            entrant = self._entrant(budget, run)
            pairs = self.extent.battles(task.battles)
            found = evaluate(entrant, [task.opponent], [task.field], pairs, run, self._workers, run=self._run)
            return Piece(pairs=pair_scores(found.bouts))

        return self._piece(f"{label(budget)}-{run + 1}-{task.name}", fight)

    def _exploited(self, budget: float | None, run: int) -> Piece:
        """Return the battles of a best response against a run; its policy is kept."""
        name = f"{label(budget)}-{run + 1}-response"

        def respond() -> Piece:
            victim, response = self._entrant(budget, run), self.protocol.response
            with TemporaryDirectory(dir=self.store.folder, prefix="response-") as folder:
                found = best_response(
                    victim,
                    self._response_fields,
                    Path(folder),
                    self.extent.decisions(response.decisions),
                    seed=self.seeds[run],
                    pairs=self.extent.battles(response.battles),
                    stream=run,
                    workers=self._workers,
                    on_update=self._on_update,
                )
                keep(found.path, self.store.folder / RESPONSES / f"{name}.safetensors")
            return Piece(pairs=pair_scores(found.evaluation.bouts), decisions=found.budget)

        return self._piece(name, respond)

    def _piece(self, name: str, make: Callable[[], Piece]) -> Piece:
        """Return a piece, and report its progress."""
        if not self.store.has(name):
            self.says(name, self._done, self.total)
        piece = self.store.piece(name, make)
        self._done += 1
        self.says(name, self._done, self.total)
        return piece

    def _entrant(self, budget: float | None, run: int) -> Entrant:
        """Return the bot that fights in a run, trained first if necessary."""
        submission = self.submission
        if submission.entrant:
            return submission.entrant
        name = submission.manifest.name
        if budget is not None and submission.files:
            return Entrant(name, policy_bot(submission.files[budget][run]))
        assert budget is not None
        assert submission.recipe is not None
        folder = self.store.folder / TRAINING / f"{label(budget)}-{run + 1}"
        trained = folder.parent / f"{folder.name}.safetensors"  # only of a run that was trained to its end
        if not trained.is_file():
            self.says(f"training {folder.name}", self._done, self.total)
            config = planned(submission.recipe, self.extent.decisions(budget), self.seeds[run])
            train(config, folder, (folder / CONFIG).is_file(), self._on_update)
            keep(folder / POLICY, trained)
        return Entrant(name, policy_bot(trained))


def label(budget: float | None) -> str:
    """Return the name of a budget in files and tables: 5M."""
    return FROZEN.replace(" ", "_") if budget is None else f"{budget / 1e6:g}M"


def keep(path: Path, place: Path) -> None:
    """Copy a file whole."""
    place.parent.mkdir(exist_ok=True)
    with appearing(place) as name:
        shutil.copyfile(path, name)


def chosen(budgets: list[float | None], wanted: Sequence[float]) -> list[float | None]:
    """Return the budgets that were asked for.

    Raises:
        ContentError: there is none of them.
    """
    if odd := [budget for budget in wanted if budget not in budgets]:
        have = ", ".join(FROZEN if budget is None else f"{budget:g}" for budget in budgets)
        raise ContentError(f"--budget {odd[0]:g}: must be of {have}")
    return [budget for budget in budgets if budget in wanted] if wanted else budgets


def check_plays(entrant: Entrant, fields: Sequence[Field]) -> None:
    """Raise a ContentError if a bot cannot play the battles."""
    for field in fields:
        if why := unfit_bot(field, [entrant]):
            raise ContentError(f"{entrant.name}: {why}")
