"""Jobs on a Ray cluster: every machine that has this Fireteam fights; lost tasks are fought again elsewhere.

Data that all jobs share is put on the cluster once. A task is a few numbers, its answer a few bouts; only this process
counts them.
"""

import logging
import os
import platform
import secrets
import socket
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any
from urllib.parse import urlsplit

from fireteam.content.errors import ContentError, FireteamError, MissingExtra
from fireteam.env.children import safely
from fireteam.env.replay.replay import ENGINE

from .jobs import Bout, Job, RunJobs, in_order
from .travel import Cargo, Order, digests, one_line, sent

OPTION = "--ray"
FORMS = "auto, local, HOST:PORT of the head node for a machine of the cluster, ray://HOST:PORT for others"
PATIENCE = 5.0  # seconds for whoever should answer at an address
JOINS = 3  # attempts to join: Ray's client server may lose a session as it begins (ray-project/ray#63202)
RETRIES = 3  # of a task whose node or process died
PER_CPU = 2  # tasks that are asked for
STDERR = 2  # its number for the operating system
LEAST = 64  # of them, so that a cluster that grows with demand hears of some


@contextmanager
def run_on_ray(address: str) -> Iterator[RunJobs]:
    """Join a Ray cluster and give what fights jobs there, for `evaluate` and `hold`; leave it at the end.

    Bots of other people must be importable there, or written in the script or notebook that asks. On a cluster that was
    joined before, its tasks are fought to the end, even if nobody waits for them any more.

    Args:
        address: see `joined`.

    Raises:
        ContentError, MissingExtra: see `joined`. ContentError while jobs are fought: a machine has no Fireteam, or one of
            other rules, or cannot make a bot; or a task was lost again and again.
    """
    with joined(address) as ours:
        yield partial(run_or_leave, address) if ours else run_jobs


@contextmanager
def joined(address: str) -> Iterator[bool]:
    """Join a Ray cluster and leave it at the end; give whether it was joined by this, rather than before.

    Every machine needs the same version of Fireteam. If this process has joined a cluster already, that one is used, and not
    left.

    Args:
        address: as Ray has them: `auto` for the cluster of this machine, `local` for one of this process's own, HOST:PORT
            from a machine of the cluster, ray://HOST:PORT from any other.

    Raises:
        ContentError: there is no such cluster, or it cannot be joined.
        MissingExtra: Ray is not installed.
    """
    close_to_others(address)
    try:
        import grpc  # noqa: F401 - of Ray's extra `client`
        import ray
    except ImportError as error:
        raise MissingExtra.of("a cluster", error.name, "cluster") from None

    if ray.is_initialized():
        yield False
        return
    check_address(address)
    join(address)
    try:
        yield True
    finally:
        leave()


def close_to_others(address: str) -> None:
    """Make a cluster of this process's own require a token: Ray listens on all networks, and whoever joins may run code.

    Ray reads the token once, when it is imported; if other code has imported it before, that code decides.
    """
    if address == "local" and "ray" not in sys.modules and "RAY_AUTH_MODE" not in os.environ:
        os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


def join(address: str, attempts: int = JOINS) -> None:
    """Join the cluster at an address, or raise a ContentError that says why it cannot be."""
    import ray

    try:
        with safely(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Ray's errors say it again
            ray.init(address, logging_level=logging.ERROR, log_to_driver=False)
    except Exception as error:  # of many kinds, and sometimes of none
        ray.shutdown()
        if isinstance(error, ConnectionAbortedError) and attempts > 1:
            return join(address, attempts - 1)
        sentence = f"{OPTION} {address}: the cluster cannot be joined ({one_line(error)}); the address must be {FORMS}"
        raise ContentError(sentence) from None


def leave() -> None:
    """Leave the cluster, which drops the tasks that nobody waits for any more.

    Meanwhile nothing reaches the terminal: Ray may write a line for each of those tasks, past Python's own stderr.
    """
    import ray

    try:
        kept = os.dup(STDERR)
    except OSError:  # it is closed
        ray.shutdown()
        return
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), STDERR)
        ray.shutdown()
    finally:
        os.dup2(kept, STDERR)
        os.close(kept)


def check_address(address: str) -> None:
    """Raise a ContentError unless an address is one, and something like Ray answers there: Ray itself would wait minutes."""
    if address == "auto":
        address = os.environ.get("RAY_ADDRESS") or address  # which Ray takes before it looks around
    if address in ("auto", "local"):
        return
    try:
        parts = urlsplit(address if "://" in address else f"//{address}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or parts.scheme not in ("", "ray"):
        raise ContentError(f"{OPTION} {address!r}: must be {FORMS}")
    try:
        with socket.create_connection((host, port), PATIENCE):
            pass
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ContentError(f"{OPTION} {address}: nothing answers there ({reason})") from None
    with_tls = os.environ.get("RAY_USE_TLS", "0") != "0"  # then Ray must tell by itself
    if not with_tls and not speaks_grpc(f"[{host}]:{port}" if ":" in host else f"{host}:{port}"):
        raise ContentError(f"{OPTION} {address}: what answers there is no Ray; the address must be {FORMS}")


def speaks_grpc(target: str) -> bool:
    """Return whether a gRPC server, as all of Ray's are, answers at host:port."""
    import grpc

    with grpc.insecure_channel(target) as channel:
        try:
            grpc.channel_ready_future(channel).result(PATIENCE)
        except grpc.FutureTimeoutError:
            return False
    return True


def run_or_leave(address: str, jobs: Sequence[Job], _: int = 1) -> Iterator[tuple[Job, list[Bout]]]:
    """Fight jobs as `run_jobs` does; if not all are waited for, leave the cluster, which then drops them, and join it anew.

    `ray.cancel` is not for this: it races with the answer of a task, and may abort this process (seen with Ray 2.60).
    """
    import ray

    if not ray.is_initialized():
        join(address)
    try:
        yield from run_jobs(jobs)
    except BaseException:
        leave()
        raise


def run_jobs(jobs: Sequence[Job], _: int = 1) -> Iterator[tuple[Job, list[Bout]]]:
    """Fight jobs on the cluster that this process has joined, as many at a time as it can; see `run.run_jobs`."""
    import ray

    if not jobs:
        return
    packed, orders = sent(jobs)
    box = [ray.put(packed)]  # in a list: a worker fetches it when it has not got it yet, and not for every task
    task = ray.remote(max_retries=RETRIES)(task_there())

    asked = (task.remote(box, tuple(order), digests()) for order in orders)
    ahead = max(PER_CPU * int(ray.cluster_resources().get("CPU", 0)), LEAST)
    yield from in_order(jobs, asked, answer_of, ahead)


def answer_of(ref: Any) -> Any:
    """Wait for a task's result; raise its sentence as a ContentError if it has none."""
    import ray
    from ray.exceptions import RayError, RayTaskError

    try:
        answer = ray.get(ref)
    except RayTaskError as error:
        if isinstance(error.cause, FireteamError):
            raise ContentError(str(error.cause)) from None
        raise  # a bot's own mistake: whoever wrote it wants to see where
    except RayError as error:
        raise ContentError(f"the cluster lost a job {RETRIES + 1} times over ({one_line(error)})") from None
    if isinstance(answer, str):
        raise ContentError(answer)
    return answer


def task_there() -> Callable[..., Any]:
    """Return the function that a worker of the cluster runs: it returns bouts, or a sentence that says why there are none.

    A function in a function travels as it is written, not by the name of its module: it arrives where there is no Fireteam,
    and can say so. So nothing of Fireteam stands in it, types included.
    """

    def fight(box: list[Any], order: tuple[Any, ...], here: dict[str, Any]) -> Any:
        try:
            from .cluster import fight_here
        except ImportError as error:
            import platform

            return f"machine {platform.node()} of the cluster has no Fireteam of this version: {error}"
        return fight_here(box[0], order, here)

    return fight


def fight_here(ref: Any, order: tuple[Any, ...], asked: dict[str, str]) -> list[Bout]:
    """Fight a job on this worker.

    Raises:
        ContentError: rules or bots here are not those of whoever asks, or a bot cannot be made here.
    """
    check_same(digests(), asked)
    return received(ref).fight(Order(*order))


def check_same(there: dict[str, str], asked: dict[str, str]) -> None:
    """Raise a ContentError unless digests of this worker equal those of the asking process."""
    for what, digest in there.items():
        if digest != asked[what]:
            raise ContentError(
                f"machine {platform.node()} of the cluster has other {what} ({what} {digest}, here {asked[what]}): "
                f"install the same Fireteam, {ENGINE}, on all machines"
            )


@lru_cache(maxsize=1)
def received(ref: Any) -> Cargo:
    """Return the part that all jobs share."""
    import ray

    return Cargo(ray.get(ref), f"on machine {platform.node()} of the cluster")
