"""Jobs in several processes and on a Ray cluster: the bouts of one process, each counted once, whatever falls over."""

import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import ray
from clustered import LONGEST, a_cluster, alive, family, until
from commanded import good
from contested import bots, contents, fields
from killing import running
from lingering import FOLDER, WAIT, Crashing, Failing, Lingering, Locked, notes
from networked import random_network
from ray.cluster_utils import Cluster
from sourced import ROOT

from fireteam.agents.bots import load_bot
from fireteam.agents.search.bot import search_bot
from fireteam.content.errors import ContentError
from fireteam.training.contest import cluster as cluster_module
from fireteam.training.contest.cluster import run_on_ray
from fireteam.training.contest.evaluation import evaluate
from fireteam.training.contest.jobs import Bout, Entrant, Job, jobs_of
from fireteam.training.contest.run import run_jobs
from fireteam.training.contest.tournament import run_tournament
from fireteam.training.contest.travel import digests, packed_bot

MODULE = ROOT / "tests" / "support" / "lingering.py"
LISTENS = "0A"  # the state of a socket in /proc/net/tcp
HERE = ("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000")  # 127.0.0.1, ::1 as it has them


@pytest.fixture(name="folder")
def given_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder in which a lingering bot of this machine's processes notes its battles."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    shutil.copy(MODULE, tmp_path)
    return tmp_path


@pytest.fixture(scope="module", name="where")
def given_where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder in which a lingering bot on the cluster notes its battles."""
    folder = tmp_path_factory.mktemp("where")
    shutil.copy(MODULE, folder)
    return folder


@pytest.fixture(scope="module", name="port")
def given_port() -> int:
    """Give a free port for the Ray client server."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture(scope="module", name="cluster")
def given_cluster(where: Path, port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Give a cluster of a head and two more nodes, on which the module of the lingering bot can be imported."""
    seen = {"PYTHONPATH": str(where), FOLDER: str(where)}
    with a_cluster(tmp_path_factory.getbasetemp().parent / "cluster.lock", 2, seen, ray_client_server_port=port) as made:
        yield made


def all_kinds() -> list[Entrant]:
    """Return bots of every kind, none of which is slow."""
    network = load_bot(f"{random_network().name}:temperature=1")
    return [
        *bots("charger"),
        Entrant("lingering", Lingering()),
        Entrant("search", search_bot("search:playouts=20")),
        Entrant("network", network),
    ]


def all_jobs(pairs: int = 2) -> list[Job]:
    """Return jobs in which bots of every kind meet a tactician."""
    return [
        job for bot in all_kinds() for job in jobs_of((bot, bots("tactician")[0]), fields("duel", "skirmish"), range(pairs))
    ]


def test_the_order_of_jobs_changes_nothing() -> None:
    """What a bot of ours has fought before makes no difference to a battle: a job gives the same bouts anywhere."""
    jobs = all_jobs()
    forward, backward = list(run_jobs(jobs)), list(run_jobs(jobs[::-1]))
    assert forward == backward[::-1]


def test_processes_change_nothing() -> None:
    """Bots of every kind fight the same bouts in several processes as in one, and they come in the same order."""
    jobs = all_jobs()
    assert list(run_jobs(jobs, 2)) == list(run_jobs(jobs))


def test_a_decided_test_ends_the_processes(folder: Path) -> None:
    """Who stops asking has nothing more fought: the processes are gone, although they had battles to fight."""
    result = evaluate(Entrant("lingering", Lingering()), bots("random"), fields("duel"), 200, elos=(-400, 0), workers=2)
    assert result.tests["random"].verdict
    processes = {row.process for row in notes(folder)}
    assert os.getpid() not in processes
    until(lambda: not any(map(alive, processes)))
    assert len(result.bouts) <= len(notes(folder)) < 400


def against_charger(name: str, bot: Any, pairs: int = 2) -> list[Job]:
    """Return jobs in which a bot meets a charger."""
    return jobs_of((Entrant(name, bot), bots("charger")[0]), fields("duel"), range(pairs))


def test_what_cannot_travel_is_named() -> None:
    """A bot that cannot be pickled is refused in a sentence, or made there, if its name says where it is."""
    with pytest.raises(ContentError, match=r"bot 'locked' cannot be sent .*lock.*name it as module:object"):
        list(run_jobs(against_charger("locked", Locked()), 2))
    jobs = against_charger("lingering:Locked", Locked())
    assert list(run_jobs(jobs, 2)) == list(run_jobs(jobs))


def test_a_bot_that_fails_in_a_process() -> None:
    """A bot's own mistake comes through as it is; a process that has died is told of in a sentence."""
    with pytest.raises(ZeroDivisionError, match="a mistake"):
        list(run_jobs(against_charger("failing", Failing()), 2))
    with pytest.raises(ContentError, match="a worker process died in the middle of a battle"):
        list(run_jobs(against_charger("crashing", Crashing()), 2))


@contextmanager
def tournament(folder: Path, *options: str) -> "Iterator[subprocess.Popen[str]]":
    """Begin a tournament of a bot that is written in a folder, there, in a process group of its own, as a shell does."""
    command = ["tournament", "lingering:Lingering", "charger", "--scenarios", "duel", *options]
    with running([sys.executable, "-m", "fireteam", *command], cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        yield process


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_processes_end_with_who_asks(folder: Path, how: signal.Signals) -> None:
    """After Ctrl-C, or if the process that asks is killed, no process goes on with its battle, however long that is."""
    (folder / WAIT).touch()
    with tournament(folder, "--workers", "2") as asking:
        until(lambda: len(notes(folder)) == 2)
        processes = {row.process for row in notes(folder)}
        assert len({*processes, asking.pid}) == 3
        (os.killpg if how == signal.SIGINT else os.kill)(asking.pid, how)
        _, said = asking.communicate(timeout=LONGEST)
        assert asking.returncode == (130 if how == signal.SIGINT else -how)
        assert said == "error: interrupted\n" or how != signal.SIGINT
        until(lambda: not any(map(alive, processes)))


def sockets_of(process: int) -> set[str]:
    """Return the sockets that a process has open, by their numbers."""
    found = set()
    with suppress(OSError):
        for entry in Path(f"/proc/{process}/fd").iterdir():
            with suppress(OSError):
                found.add(os.readlink(entry).removeprefix("socket:[").removesuffix("]"))
    return found


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="looks for sockets in /proc")
def test_the_cluster_is_for_this_machine_only(cluster: Cluster) -> None:
    """No process that the tests of Ray start listens where other machines can reach it, its workers neither."""
    with run_on_ray(cluster.address) as run:
        list(run(against_charger("random", bots("random")[0].bot, 6), 1))
        ours = set().union(*(sockets_of(process) for process in family(os.getpid())))
        rows = [row.split() for name in ("tcp", "tcp6") for row in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
        places = [row[1] for row in rows if row[3] == LISTENS and row[9] in ours]
    assert len(places) > len(cluster.list_all_nodes())
    assert {place.partition(":")[0] for place in places} <= set(HERE)


def test_a_cluster_changes_nothing(cluster: Cluster) -> None:
    """Bots of every kind fight the same bouts on a cluster as here; they come in order, also in a second run."""
    jobs = all_jobs()
    with run_on_ray(cluster.address) as run:
        there = list(run(jobs, 1))
        assert list(run(jobs[:2], 1)) == there[:2]
        assert list(run([], 1)) == []
    assert there == list(run_jobs(jobs))
    assert not ray.is_initialized()


def test_a_node_dies(cluster: Cluster, where: Path, folder: Path) -> None:
    """What a dead node was fighting is fought again elsewhere; the ledger has every pair once, as if nothing had been."""

    def setup() -> tuple:
        return [*bots("charger", "random", "tactician"), Entrant("lingering", Lingering())], fields("duel"), 12

    alone = run_tournament(*setup(), folder / "alone")
    (where / WAIT).touch()
    victim = cluster.list_all_nodes()[-1]
    before = len(notes(where))
    added: Counter[tuple] = Counter()

    def kill() -> None:
        """Kill the node in the middle of a battle, and let all others go on."""
        try:
            process = until(lambda: [row.process for row in notes(where)[before:] if row.node == victim.node_id])[0]
            cluster.remove_node(victim, allow_graceful=False)
            until(lambda: not alive(process))  # which could still give its answer
        finally:
            (where / WAIT).unlink()

    with run_on_ray(cluster.address) as run, ThreadPoolExecutor(1) as pool:

        def counting(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Job, list[Bout]]]:
            for job, bouts in run(jobs, workers):
                added.update(bout[:5] for bout in bouts)
                yield job, bouts

        killing = pool.submit(kill)
        standings = run_tournament(*setup(), folder / "cluster", run=counting)
        killing.result()
    assert standings == alone
    assert contents(folder / "cluster") == contents(folder / "alone")
    assert len(added) == 6 * 12 * 2
    assert set(added.values()) == {1}
    begun, needed = (Counter(row.seed for row in rows) for rows in (notes(where)[before:], notes(folder)))
    twice, lost = begun - needed, {row.seed for row in notes(where)[before:] if row.node == victim.node_id}
    assert not needed - begun
    assert twice
    assert set(twice) <= lost, "what was not lost was fought again"
    cluster.wait_for_nodes(LONGEST)  # Ray tells everybody that a node has died, some seconds later; not in another test


def test_who_does_not_fit_is_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machines of other rules or bots fight nothing, nor those that cannot make a bot; a bot's own mistake comes through."""
    with run_on_ray(cluster.address) as run:
        for what in ("rules", "bots"):
            monkeypatch.setattr(cluster_module, "digests", lambda what=what: digests() | {what: "feedfacefeedface"})
            with pytest.raises(ContentError, match=rf"has other {what} \({what} {digests()[what]}, here feedfacefeedface\)"):
                list(run(against_charger("random", bots("random")[0].bot), 1))
        monkeypatch.undo()
        nowhere = ModuleType("nowhere")
        monkeypatch.setitem(sys.modules, "nowhere", nowhere)
        nowhere.__dict__["Absent"] = type("Absent", (Lingering,), {"__module__": "nowhere"})
        with pytest.raises(ContentError, match=r"bot 'absent' cannot be made on machine .* \(No module named 'nowhere'\)"):
            list(run(against_charger("absent", nowhere.Absent()), 1))
        with pytest.raises(ZeroDivisionError, match="a mistake"):
            list(run(against_charger("failing", Failing()), 1))


def test_who_stops_asking_leaves_the_cluster_free(cluster: Cluster, where: Path) -> None:
    """What nobody waits for any more is dropped, although its battles would have gone on for ever; others are fought."""
    quick = against_charger("random", bots("random")[0].bot, 30)
    nodes = len(cluster.list_all_nodes())
    (where / WAIT).touch()
    before = len(notes(where))
    with run_on_ray(cluster.address) as run:
        asking = run([quick[0], *against_charger("lingering", Lingering(), 30)], 1)
        assert next(asking)[0] == quick[0]
        until(lambda: len({row.process for row in notes(where)[before:]}) == nodes)
        asking.close()  # type: ignore[attr-defined]
        assert list(run(quick, 1)) == list(run_jobs(quick))
    (where / WAIT).unlink()


def test_ctrl_c_leaves_the_cluster_free(cluster: Cluster, where: Path) -> None:
    """After Ctrl-C the cluster fights for others, although the battles of who asked would have gone on for ever."""
    (where / WAIT).touch()
    before = len(notes(where))
    with tournament(where, "--ray", cluster.address) as asking:
        nodes = len(cluster.list_all_nodes())
        until(lambda: len({row.process for row in notes(where)[before:]}) == nodes)
        os.killpg(asking.pid, signal.SIGINT)
        _, said = asking.communicate(timeout=LONGEST)
    assert (asking.returncode, said) == (130, "error: interrupted\n")
    jobs = against_charger("random", bots("random")[0].bot, 60)
    with run_on_ray(cluster.address) as run:
        assert list(run(jobs, 1)) == list(run_jobs(jobs))
    (where / WAIT).unlink()


@pytest.mark.slow
def test_commands_on_a_cluster(cluster: Cluster, port: int) -> None:
    """The command prints the same from a cluster, joined from within or from outside, as from here."""
    command = ("evaluate", "charger", "--scenarios", "duel", "--battles", "40", "--json")
    here = good(*command)
    assert good(*command, "--ray", cluster.address) == here
    assert good(*command, "--ray", f"ray://127.0.0.1:{port}") == here


@pytest.mark.slow
def test_a_bot_that_crashes_on_the_cluster(cluster: Cluster) -> None:
    """A battle that takes its process with it again and again is told of in a sentence."""
    with run_on_ray(cluster.address) as run, pytest.raises(ContentError, match="the cluster lost a job 4 times over"):
        list(run(against_charger("crashing", Crashing(), 1), 1))


def test_bots_of_ours_travel_light() -> None:
    """A bot of ours can be sent in the middle of its battles, and leaves them behind."""
    ours = [entrant for entrant in all_kinds() if entrant.name != "lingering"]
    fresh = [packed_bot(entrant) for entrant in ours]
    for entrant in ours:
        list(run_jobs(jobs_of((entrant, bots("random")[0]), fields("duel"), range(1))))
    assert [packed_bot(entrant) for entrant in ours] == fresh
    assert max(map(len, fresh[:2])) < 200
    assert repr(pickle.loads(fresh[2])()) == repr(ours[2].bot)
