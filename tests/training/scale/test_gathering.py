"""Rollouts on a Ray cluster: what is learned there is what is learned here, to the last bit, whatever falls over."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
import torch
from clustered import LONGEST, a_cluster, alive, busy, until
from commanded import good
from killing import running
from ray.cluster_utils import Cluster
from test_shards import LEAGUE, SMALL, checkpoint, league_checkpoint

from fireteam.content.errors import ContentError
from fireteam.training import gathering
from fireteam.training.gathering import OnRay, all_digests, gather_on_ray
from fireteam.training.league.folder import load_league
from fireteam.training.league.run import run_league
from fireteam.training.learn.train import CHECKPOINT, train

TASK = "gather"


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="module", name="cluster")
def given_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Give a cluster of a head, which gathers nothing, and two more nodes."""
    with a_cluster(tmp_path_factory.getbasetemp().parent / "cluster.lock", 2, {}, num_cpus=0) as made:
        yield made


@pytest.fixture(scope="module", name="gatherer")
def given_gatherer(cluster: Cluster) -> Iterator[OnRay]:
    """Give what gathers on the cluster, which is joined once for all: workers need many seconds to begin."""
    with gather_on_ray(cluster.address) as gatherer:
        yield gatherer


def caught(process: int) -> int:
    """Wait for a worker below a process that gathers, stop it in the middle of that, and return it."""

    def stopped() -> int:
        for worker in busy(process, TASK):
            os.kill(worker, signal.SIGSTOP)
            if worker in busy(process, TASK):
                return worker
            os.kill(worker, signal.SIGCONT)  # it had just given its answer
        return 0

    return int(until(stopped))


def test_a_worker_and_a_node_die(cluster: Cluster, gatherer: OnRay, tmp_path: Path) -> None:
    """A worker is killed in the middle of a rollout, then a whole node: the run learns as if nothing had been."""
    config = SMALL.model_copy(update={"steps": 6 * 128})
    train(config, tmp_path / "here")
    killed: list[int] = []

    def kill() -> None:
        killed.append(caught(os.getpid()))
        os.kill(killed[0], signal.SIGKILL)
        until(lambda: not alive(killed[0]))
        victim = cluster.list_all_nodes()[-1]
        killed.append(caught(victim.all_processes["raylet"][0].process.pid))
        cluster.remove_node(victim, allow_graceful=False)
        with suppress(ProcessLookupError):  # a worker that is stopped does not notice that its node is gone
            os.kill(killed[1], signal.SIGKILL)
        until(lambda: not alive(killed[1]))

    with ThreadPoolExecutor(1) as pool:
        killing = pool.submit(kill)
        train(config, tmp_path / "cluster", gatherer=gatherer)
        killing.result()
    assert len(set(killed)) == 2
    assert checkpoint(tmp_path / "cluster" / CHECKPOINT) == checkpoint(tmp_path / "here" / CHECKPOINT)
    cluster.wait_for_nodes(LONGEST)  # Ray tells everybody that a node has died, some seconds later; not in another test


def test_a_league_on_a_cluster(cluster: Cluster, gatherer: OnRay, tmp_path: Path) -> None:
    """Snapshots and the learner itself play on the cluster as they play here; the payoff matrix is the same."""
    run_league(LEAGUE, tmp_path / "here")
    run_league(LEAGUE, tmp_path / "cluster", gatherer=gatherer)
    assert load_league(tmp_path / "cluster") == load_league(tmp_path / "here")
    assert league_checkpoint(tmp_path / "cluster") == league_checkpoint(tmp_path / "here")
    payoff = ("--runs", str(tmp_path), "--payoff", "--pairs", "1", "--last", "1")
    good("league", "--name", "cluster", *payoff, "--ray", cluster.address)
    good("league", "--name", "here", *payoff)
    there, here = ((tmp_path / name / "payoff" / "standings.json").read_text() for name in ("cluster", "here"))
    assert there == here


def test_who_does_not_fit_is_refused(gatherer: OnRay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose learner is another gathers nothing, and the run is kept."""
    monkeypatch.setattr(gathering, "all_digests", lambda: all_digests() | {"learners": "feedfacefeedface"})
    with pytest.raises(ContentError, match=r"has other learners \(learners .*, here feedfacefeedface\): install the same"):
        train(SMALL, tmp_path / "run", gatherer=gatherer)
    assert (tmp_path / "run" / CHECKPOINT).exists()


@pytest.mark.usefixtures("gatherer")
def test_commands_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    """`league --ray` shares rows out, says so in the league's folder, and goes on without a cluster."""
    small = ("--envs", "8", "--horizon", "16", "--batch", "64", "--epochs", "1", "--exploiters", "0", "--scenario", "duel")
    runs = ("--runs", str(tmp_path))
    far = good("league", "--name", "far", "--steps", "128", "--ray", cluster.address, *small, *runs)
    assert "trained" in far
    assert '"shards": 8' in (tmp_path / "far" / "config.json").read_text()
    good("league", "--name", "near", "--steps", "128", "--shards", "8", *small, *runs)
    assert league_checkpoint(tmp_path / "far") == league_checkpoint(tmp_path / "near")
    assert "trained" in good("league", "--name", "far", *runs, "--resume")


@pytest.mark.slow
def test_ctrl_c_keeps_the_run(cluster: Cluster, tmp_path: Path) -> None:
    """After Ctrl-C the run is kept, the cluster gathers for others, and the run goes on."""
    small = ["--envs", "8", "--horizon", "16", "--batch", "64", "--exploiters", "0", "--scenario", "duel"]
    options = [*small, "--runs", str(tmp_path), "--name", "far"]
    command = [sys.executable, "-m", "fireteam", "league", *options, "--ray", cluster.address]
    progress = tmp_path / "far" / "main" / "progress.csv"
    environment = os.environ | {"PYTHONFAULTHANDLER": "1"}  # if it hangs, it says where
    with running(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as asking:
        try:
            until(lambda: asking.poll() is not None or (progress.exists() and progress.stat().st_size > 99))
        except AssertionError:
            asking.send_signal(signal.SIGABRT)
            pytest.fail(asking.communicate(timeout=LONGEST)[1])
        assert asking.poll() is None, asking.communicate(timeout=LONGEST)[1]
        os.killpg(asking.pid, signal.SIGINT)
        _, said = asking.communicate(timeout=LONGEST)
    assert asking.returncode == 130
    assert "interrupted; the league is kept" in said
    assert "Traceback" not in said
    config = tmp_path / "far" / "config.json"
    config.write_text(config.read_text().replace('"steps": 100000000.0', '"steps": 1.0'))
    assert "trained" in good("league", "--name", "far", "--runs", str(tmp_path), "--resume", "--ray", cluster.address)
