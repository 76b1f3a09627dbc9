"""Battles of a learner on a Ray cluster: their share of every update, opponents of a league, and what falls over."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from clustered import a_cluster, busy, until
from commanded import good, refused
from ray.cluster_utils import Cluster

from fireteam.agents.opponents import doctrine_opponent
from fireteam.content.errors import ContentError
from fireteam.training.contest.cluster import joined
from fireteam.training.orders import grounds
from fireteam.training.orders.config import Config
from fireteam.training.orders.grounds import Grounds, all_digests, workers_at
from fireteam.training.orders.network import Seen
from fireteam.training.orders.run import CHECKPOINT, train
from fireteam.training.orders.update import Learner

SMALL = Config(scenario="duel", opponent="charger", steps=400, envs=9, horizon=16, batch=64, epochs=1, tests=0)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="module", name="cluster")
def given_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Give a cluster of a head, which fights nothing, and two more nodes, which this process has joined."""
    with a_cluster(tmp_path_factory.getbasetemp().parent / "cluster.lock", 2, {}, num_cpus=0) as made, joined(made.address):
        yield made


def test_every_worker_has_its_share(cluster: Cluster) -> None:
    """What is gathered comes from all, against the opponents of now; a worker that dies begins anew."""
    random = np.random.default_rng(1)
    with workers_at(cluster.address, SMALL) as workers:
        assert workers is not None
        assert workers.share.envs == 3
        made, learner = Grounds(SMALL, workers), Learner(workers.share)
        made.begin(random, [doctrine_opponent("guard")])
        parts = made.gather(learner, random)
        assert [len(part.taken) for part in parts] == [3 * 16] * 3
        assert len({part.chances.tobytes() for part in parts}) == 3, "each has battles of its own"
        made.oppose([doctrine_opponent("random")], random)
        names = [{name for part in made.gather(learner, random) for name, _ in part.fought} for _ in range(12)]
        assert set().union(*names) == {"guard", "random"}, "battles in progress keep their opponents"
        assert names[-1] == {"random"}
        worker = int(until(lambda: next(iter(busy(os.getpid(), "Worker")), 0)))
        os.kill(worker, signal.SIGKILL)
        assert [len(part.taken) for part in made.gather(learner, random)] == [3 * 16] * 3
        made.close()


def test_weights_are_those_of_now(cluster: Cluster) -> None:
    """Workers decide by the weights of the learner that asks: the chances of what they did are its chances."""
    random = np.random.default_rng(2)
    with workers_at(cluster.address, SMALL) as workers:
        made, learner = Grounds(SMALL, workers), Learner(SMALL)
        made.begin(random)
        learner.learn(made.gather(learner, random), random)
        for part in made.gather(learner, random)[1:]:
            logs, _, _ = learner.chances(Seen(*map(np.array, part.seen)))
            taken = logs.detach().numpy()[part.first[:-1] + part.taken]
            assert taken == pytest.approx(part.chances, abs=0.02), "orders travel as float16"
        made.close()


def test_commands_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    """`train --ray` and `league --ray` share battles out, and go on without a cluster."""
    small = ("--envs", "9", "--horizon", "16", "--batch", "64", "--epochs", "1", "--scenario", "duel", "--steps", "200")
    own = ("--runs", str(tmp_path), "--name")
    text = good("train", *own, "far", *small, "--tests", "0", "--opponent", "guard", "--ray", cluster.address)
    assert "trained" in text
    assert '"envs": 9' in (tmp_path / "far" / "config.json").read_text()
    assert "trained" in good("train", *own, "far", "--resume")
    assert "trained" in good("league", *own, "cup", *small, "--exploiters", "0", "--ray", cluster.address)
    assert "leave out one" in refused("train", *own, "x", "--playouts", "2", "--ray", cluster.address)


def test_who_does_not_fit_is_refused(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose learner is another gathers nothing, and the run is kept."""
    monkeypatch.setattr(grounds, "all_digests", lambda: all_digests() | {"learners": "feedfacefeedface"})
    with pytest.raises(ContentError, match=r"has other learners \(learners .*, here feedfacefeedface\): install the same"):
        train(SMALL, tmp_path / "run", ray=cluster.address)
    assert (tmp_path / "run" / CHECKPOINT).exists()
