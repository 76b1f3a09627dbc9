"""All battles of a learner: a batch in each of its rule systems, in this process and, if asked for, on a Ray cluster.

A worker of a cluster has a core and a share of the battles, which go on from update to update. It gets the scenarios,
weights and opponents as data and opens none of our files. One that dies is begun anew, with new battles. But Ray itself
trusts all members of a cluster: see `fireteam.training.contest.cluster`.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch

from fireteam import training
from fireteam.content.errors import ContentError
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.seats.opponents import Opponent

from ..contest.cluster import RETRIES, answer_of, check_same, joined
from ..contest.travel import digests
from .config import Learning
from .fought import systems_of
from .gathering import Battles, Gathered
from .network import put_tensors, tensors_of
from .update import Learner

Fought = Mapping[str, Sequence[Scenario]]  # by rule system: the scenarios, none for levels


class Grounds:
    """All battles of a learner.

    Args:
        config: says what is fought.
        workers: of a cluster, which have their share of the battles; None for none.

    Attributes:
        here: the batches of this process, one for each rule system.
    """

    def __init__(self, config: Learning, workers: "Workers | None" = None) -> None:
        own = config if workers is None else workers.share
        self.here = [Battles(own, system, scenarios) for system, scenarios in fought_in(config).items()]
        self._workers, self._opponents = workers, list[Opponent]()

    def begin(self, random: np.random.Generator, opponents: Sequence[Opponent] = ()) -> None:
        """Begin new battles everywhere, against these opponents, or against those of the configuration."""
        self._opponents = list(opponents)
        begin_all(self.here, opponents, random)
        if self._workers is not None:
            self._workers.turn += 1

    def oppose(self, opponents: Sequence[Opponent], random: np.random.Generator) -> None:
        """Let battles that begin from now on be against these."""
        self._opponents = list(opponents)
        for battles in self.here:
            battles.oppose(opponents, random)

    def gather(self, learner: Learner, random: np.random.Generator) -> list[Gathered]:
        """Let the learner decide in all battles; return the decisions of each batch."""
        asked = [] if self._workers is None else self._workers.asked(learner, self._opponents, random)
        own = [battles.gather(learner.judge, random) for battles in self.here]
        return own + [Gathered(*part) for one in asked for part in answer_of(one)]

    def close(self) -> None:
        """End the battles of this process."""
        for battles in self.here:
            battles.vector.close()


def begin_all(every: Sequence[Battles], opponents: Sequence[Opponent], random: np.random.Generator) -> None:
    """Begin new battles in some batches."""
    for battles in every:
        if opponents:
            battles.oppose(opponents, random, at_once=True)
        battles.begin(int(random.integers(2**31)))


def fought_in(config: Learning) -> Fought:
    """Return the scenarios of a configuration by rule system."""
    names = config.names("scenario")
    return {system: [load_scenario(name, system) for name in names] for system in systems_of(config)}


class Workers:
    """The workers of the cluster that this process has joined, one for each of its cores.

    Attributes:
        share: the configuration of each, and of this process: with its share of the battles.
        turn: how often all battles have begun anew.
    """

    def __init__(self, config: Learning) -> None:
        import ray

        count = max(int(ray.cluster_resources().get("CPU", 0)), 1)
        self.share = config.model_copy(update={"envs": max(config.envs // (count + 1), 2), "threads": 1})
        self.turn = 0
        self._setup = [ray.put((self.share, fought_in(config)))]  # in a list: only a worker that begins fetches it
        made = ray.remote(num_cpus=1, max_restarts=RETRIES, max_task_retries=RETRIES)(Worker)
        self._all = [made.remote() for _ in range(count)]

    def asked(self, learner: Learner, opponents: Sequence[Opponent], random: np.random.Generator) -> list[Any]:
        """Let all gather with the weights of a learner; return handles of their answers, for `answer_of`."""
        import ray

        weights, met = ray.put(tensors_of(learner.network)), ray.put(list(opponents))
        given = (self._setup, all_digests(), weights, met, self.turn)
        return [one.gather.remote(*given, int(random.integers(2**31))) for one in self._all]

    def leave(self) -> None:
        """End all workers: a cluster that was joined before outlives the run."""
        import ray

        for one in self._all:
            ray.kill(one)


class Worker:
    """A worker, there."""

    _battles: Sequence[Battles] = ()
    _turn = 0

    def gather(
        self, setup: Sequence[Any], asked: dict[str, str], weights: Mapping[str, np.ndarray],
        opponents: Sequence[Opponent], turn: int, seed: int,
    ) -> list[tuple[Any, ...]]:  # fmt: skip
        """Return the decisions of each batch; battles begin anew with a new turn.

        Raises:
            ContentError: rules, bots or learners here are not those of whoever asks.
        """
        import ray

        check_same(all_digests(), asked)
        if not self._battles:
            config, fought = ray.get(setup[0])
            self._learner = Learner(config)
            self._battles = [Battles(config, system, scenarios) for system, scenarios in fought.items()]
        torch.set_num_threads(1)
        random = np.random.default_rng(seed)
        torch.manual_seed(seed)
        put_tensors(self._learner.network, weights)
        if turn != self._turn:
            begin_all(self._battles, opponents, random)
        elif opponents:
            for battles in self._battles:
                battles.oppose(opponents, random)
        self._turn = turn
        return [tuple(battles.gather(self._learner.judge, random)) for battles in self._battles]


@contextmanager
def workers_at(address: str, config: Learning) -> "Iterator[Workers | None]":
    """Join a Ray cluster and give its workers; leave it at the end. None without an address.

    Raises:
        ContentError: see `fireteam.training.contest.cluster.joined`; or the run learns from playouts, which are not shared.
    """
    if not address:
        yield None
        return
    if not config.gathers:
        raise ContentError("--ray: playouts are fought in one process: leave out one of the two")
    with joined(address):
        workers = Workers(config)
        try:
            yield workers
        finally:
            workers.leave()


@cache
def all_digests() -> dict[str, str]:
    """Return digests of what must be the same wherever a learner's battles are fought: rules, bots and learners."""
    sources = sorted(Path(training.__path__[0]).rglob("*.py"))
    learners = hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    return digests() | {"learners": learners}
