"""A league: a main learner plays bots and snapshots, exploiters look for its weaknesses.

Learners take turns. The main one's turn ends with a snapshot of it, which joins the league; it meets a member the more
often, the less it wins (`state.priorities`). An exploiter meets only the main learner's latest snapshot; when it beats it,
or after too long, it joins as a snapshot too and begins anew. Every turn begins with the content of the league's folder
(`folder.py`), so that going on after a kill is nothing special.
"""

import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import torch

from fireteam.agents.bots import RANDOM_BOT, parameters_of
from fireteam.agents.network.box import Network, load_network
from fireteam.agents.network.storage import SUFFIX, new_card, read_network, write_network
from fireteam.content.errors import ContentError
from fireteam.content.renamed import renamed
from fireteam.env.files import held, sweep
from fireteam.env.seats.opponents import Opponent

from ..folder import CONFIG, load_config
from ..memory import keep_memory
from ..orders.checkpoint import load_learner, save_learner
from ..orders.fought import check_fought, systems_of
from ..orders.grounds import Grounds, Workers, workers_at
from ..orders.network import put_tensors, tensors_of
from ..orders.run import POLICY
from ..orders.update import Learner as OrderLearner
from ..progress import PROGRESS, Progress
from .config import LeagueConfig
from .folder import SNAPSHOTS, START, anchors_of, check_there, create_league, load_league, snapshot_path
from .state import LEAGUE, Learner, Member, State, Tally, priorities

TRYING = ":temperature=1"  # how networks play here: a learner that could foresee its opponent would learn only that

OnUpdate = Callable[[str, dict[str, float]], None]


@renamed(told="on_update")
def run_league(
    config: LeagueConfig,
    folder: Path,
    resume: bool = False,
    on_update: OnUpdate = lambda _, __: None,
    on_joined: Callable[[Member], None] = lambda _: None,
    ray: str = "",
) -> State:
    """Let the learners of a league learn in a folder; return its state in the end.

    Args:
        config: the configuration; with `resume` that of the folder is used.
        on_update: called after every update with the name of the learner, and figures by name.
        on_joined: called with every snapshot that joins.
        ray: the address of a Ray cluster, see `training.orders.run.train`.

    Raises:
        ContentError: the folder holds another league or run, or none to resume; or a scenario has not two teams.
    """
    if resume:
        if (folder / CONFIG).exists() and not (folder / SNAPSHOTS).exists():
            raise ContentError(f"{folder}: holds a run, but no league")
        config = load_config(folder, LeagueConfig)
        sweep(folder)
    elif (folder / CONFIG).exists():
        raise ContentError(f"{folder}: holds a run already: resume it, or take another name")
    check_fought(config)
    torch.set_num_threads(config.threads)
    keep_memory()
    if not (folder / LEAGUE).exists():
        create_league(config, anchors_of(config), folder)
    with workers_at(ray, fought_by(config)) as workers:
        league = League(folder, on_update, on_joined, workers)
        try:
            while league.state.main.decisions < config.steps:
                league.take_turn()
            return league.state
        finally:
            league.grounds.close()


def fought_by(config: LeagueConfig) -> LeagueConfig:
    """Return how battles are made: against anybody, until a learner's turn begins."""
    return config.model_copy(update={"opponent": RANDOM_BOT})


class League:
    """A league whose learners learn, turn after turn.

    Attributes:
        config, folder: see `run_league`.
        state: the present state; the folder may be older by the time between two checkpoints.
        grounds: the battles of whoever learns.
    """

    def __init__(
        self, folder: Path, on_update: OnUpdate, on_joined: Callable[[Member], None], workers: Workers | None = None
    ) -> None:
        self.folder = folder
        self.config, self.state = load_league(folder)
        check_there(folder, [folder / one.name / one.checkpoint for one in self.state.learners] + [folder / START])
        self.systems = systems_of(self.config)
        self.grounds = Grounds(fought_by(self.config), workers)
        self._on_update, self._on_joined = on_update, on_joined
        self.record_of = cache(self._record_of)

    def take_turn(self) -> None:
        """Let the learner whose turn it is learn until its turn is over."""
        who = self.state.whose_turn
        random = np.random.default_rng([self.config.seed, self.state.turns, who.decisions])
        torch.manual_seed(int(random.integers(2**31)))
        learner = self.learner_of(who)
        self.grounds.begin(random, self.opponents(who, learner))
        turn = Turn(self, who, learner)
        try:
            while learner.decisions < learner.config.steps and not self.is_over(who, learner.decisions):
                gathered = self.grounds.gather(learner, random)
                learner.learn(gathered, random)
                self._on_update(who.name, turn.note([one for part in gathered for one in part.fought]))
                self.grounds.oppose(self.opponents(who, learner), random)
        except BaseException:
            turn.save()
            raise
        if (member := turn.end()) is not None:
            self._on_joined(member)

    def opponents(self, who: Learner, learner: OrderLearner) -> list[Opponent]:
        """Return the present opponents of a learner, and how often it meets each."""
        if (target := self.target_of(who)) is not None:
            return [Opponent(target, 1.0, self.record_of(target))]
        members, mirror = self.state.members, self.config.mirror
        often = priorities({member.name: who.tally(member.name).share for member in members}, self.config.prioritise)
        met = [Opponent(name, (1 - mirror) * share, self.record_of(name)) for name, share in often.items()]
        if mirror:
            card = new_card(who.name, self.systems, shaping=self.config.shaping)
            network = Network(tensors_of(learner.network), card)
            met.append(Opponent(who.name, mirror, parameters_of(network.name + TRYING)))
            network.forget()
        return met

    def target_of(self, who: Learner) -> str | None:
        """Return the only member that a learner meets; None for the main one, which meets all."""
        latest = self.state.latest()
        return None if who is self.state.main or latest is None else latest.name

    def is_over(self, who: Learner, decisions: int) -> bool:
        """Return whether the turn of a learner is over."""
        most = self.config.turn if who is self.state.main else self.config.sally
        return decisions - who.began >= most or self.joins(who, decisions)

    def joins(self, who: Learner, decisions: int) -> bool:
        """Return whether a learner is due for a snapshot that joins, whether or not its turn is over."""
        if who is not self.state.main and decisions >= self.config.patience:
            return True
        target = self.target_of(who)
        tallies = [who.tally(name) for name in ([target] if target else [member.name for member in self.state.members])]
        return all(tally.battles >= self.config.sure and tally.share >= self.config.beaten for tally in tallies)

    def learner_of(self, who: Learner) -> OrderLearner:
        """Return a learner from its checkpoint, or a new one."""
        steps = self.config.steps if who is self.state.main else self.config.patience
        learner = OrderLearner(self.config.model_copy(update={"steps": steps}))
        if who.checkpoint:
            load_learner(self.folder / who.name / who.checkpoint, learner)
            return learner
        target = None if self.config.fresh else self.target_of(who)
        put_tensors(learner.network, read_network(snapshot_path(self.folder, target) if target else self.folder / START)[0])
        return learner

    def _record_of(self, member: str) -> np.ndarray:
        """Return the record of a member in compiled battles, shape (1,); members never change."""
        path = snapshot_path(self.folder, member)
        if not path.exists():
            return parameters_of(member)
        network = load_network(path)
        record = parameters_of(network.name + TRYING)
        network.forget()
        return record


class Turn:
    """Keeps a learner through its turn: counts its battles, saves the league."""

    def __init__(self, league: League, who: Learner, learner: OrderLearner) -> None:
        self._league, self._who, self._learner = league, who, learner
        self._folder = league.folder / who.name
        self._members = {member.name for member in league.state.members}
        self._progress = Progress(self._folder / PROGRESS, learner.decisions)
        self._saved = time.monotonic()

    def note(self, fought: Sequence[tuple[str, float]]) -> dict[str, float]:
        """Count battles, as opponents and scores; return figures by name."""
        for name, score in fought:
            if name in self._members:
                self._who.tallies.setdefault(name, Tally()).add(score)
        if time.monotonic() - self._saved >= self._league.config.every:
            self.save()
        return self._progress.note(self._learner.decisions, [score for _, score in fought]) | self._learner.measures

    def save(self) -> None:
        """Write checkpoint and network, then the league that counts on them."""
        with held():
            self._write_checkpoint()
            self._commit()

    def end(self) -> Member | None:
        """End the turn: take a snapshot if it is time, and let the next learner begin; return who joins."""
        league, who, member = self._league, self._who, None
        state = league.state
        if who is state.main or league.joins(who, self._learner.decisions):
            who.joined += 1
            member = Member(name=f"{who.name}-{who.joined}", kind="policy", by=who.name, decisions=self._learner.decisions)
            self._export(snapshot_path(league.folder, member.name), member.name)
            state.members.append(member)
        if member is None or who is state.main:
            self._write_checkpoint()
        else:
            who.checkpoint, who.decisions, who.tallies = "", 0, {}
        state.turns += 1
        state.whose_turn.began = state.whose_turn.decisions
        self._commit()
        return member

    def _export(self, path: Path, name: str) -> None:
        """Write the network alone."""
        config = self._league.config
        about = config.about or f"Trained in a league on {config.scenario or config.levels}."
        anchors = ",".join(member.name for member in self._league.state.members if not member.by)  # paths are private
        notes = {"start": Path(config.start).name, "opponent": anchors, "decisions": self._learner.decisions}
        card = new_card(name, self._league.systems, about, config.model_dump() | notes, shaping=config.shaping)
        write_network(path, tensors_of(self._learner.network), card)

    def _write_checkpoint(self) -> None:
        who, name = self._who, f"checkpoint-{self._learner.decisions}{SUFFIX}"
        save_learner(self._folder / name, self._learner)
        self._export(self._folder / POLICY, who.name)
        who.checkpoint, who.decisions = name, self._learner.decisions

    def _commit(self) -> None:
        """Write the league, and only then remove the checkpoints that it counted on before."""
        self._league.state.write(self._league.folder)
        for path in self._folder.glob(f"checkpoint-*{SUFFIX}"):
            if path.name != self._who.checkpoint:
                path.unlink()
        self._saved = time.monotonic()
