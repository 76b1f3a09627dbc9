"""Jobs on several processes of this machine: for bots written in Python, which get little from threads."""

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from functools import cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from loky import ProcessPoolExecutor
from loky.process_executor import BrokenProcessPool

from fireteam.agents.bots import CompiledBot
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.children import safely
from fireteam.env.files import held

from .jobs import Bout, Job, in_order
from .travel import Cargo, Order, one_line, sent

# Processes stand in for threads: each of them multiplies its small matrices with one.
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1")

AHEAD = 4  # jobs that are asked for, for each process: battles of Python bots take very different times

_packed: list[bytes] = []  # what this process was sent, if it is a worker


def run_in_processes(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Job, list[Bout]]]:
    """Fight jobs in `workers` processes and yield each with its bouts, in their order; see `run.run_jobs`.

    Bots of ours play as they would here. One of another kind is made once for each process, not once for all battles: if it
    remembers earlier battles, or goes on drawing from one generator, it may play otherwise.

    Raises:
        ContentError: a bot cannot be sent to another process, or a process has died.
    """
    packed, orders = sent(jobs)
    for job in jobs[:1]:
        prepared(job)
    there, here = Pipe(duplex=False)
    with safely():
        pool = ProcessPoolExecutor(workers, initializer=begin, initargs=(packed, there), env=ONE_THREAD)
        asked = (submitted(pool, order) for order in orders)
        try:
            yield from in_order(jobs, asked, Future.result, AHEAD * workers)
        except BrokenProcessPool as error:
            raise ContentError(f"a worker process died in the middle of a battle: {one_line(error)}") from error
        finally:
            pool.shutdown(kill_workers=True)  # and with them whatever they are at
            here.close()
            there.close()


def submitted(pool: ProcessPoolExecutor, order: Order) -> Future[list[Bout]]:
    """Hand a job to the pool; Ctrl-C waits meanwhile, since a starting process would fail on half of its data."""
    with held():
        result: Future[list[Bout]] = pool.submit(fight, order)
        return result


def prepared(job: Job) -> None:
    """Compile what most battles need, where Ctrl-C works; each remaining kernel is compiled by one process."""
    battle = Battle(job.field.scenario.drawn(0), 0)
    for bot in (job.first.bot, job.second.bot):
        if isinstance(bot, CompiledBot):
            CompiledBot(bot.name).decide(battle)


def begin(packed: bytes, asking: Connection) -> None:
    """Prepare a process for `fight`. It leaves Ctrl-C to the asking process, and ends if that one is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_parent, args=(asking,), daemon=True).start()
    _packed[:] = [packed]


def exit_with_parent(asking: Connection) -> None:
    """Wait until the other end of a pipe, which only the asking process has, is gone; then end this process."""
    asking.poll(None)
    os._exit(1)


@cache
def cargo() -> Cargo:
    """Return the data that this process was sent."""
    return Cargo(_packed[0], "in another process")


def fight(order: Order) -> list[Bout]:
    """Fight a job in this process."""
    return cargo().fight(order)
