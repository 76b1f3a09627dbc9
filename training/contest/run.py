"""Jobs on this machine: in this process, in threads, or in processes of their own."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from fireteam.agents.bots import CompiledBot
from fireteam.agents.series.series import fight_part

from .jobs import Bout, Job, in_order, run_job
from .processes import run_in_processes


def run_jobs(jobs: Sequence[Job], workers: int = 1) -> Iterator[tuple[Job, list[Bout]]]:
    """Fight jobs and yield each with its bouts, in their order; fighting stops when the caller stops asking.

    Args:
        jobs: what to fight.
        workers: threads, if all bots are of the compiled kind; else processes, see `processes.py`.
    """
    workers = min(workers, len(jobs))
    if workers <= 1:
        yield from ((job, run_job(job)) for job in jobs)
        return
    if not all(isinstance(entrant.bot, CompiledBot) for job in jobs for entrant in (job.first, job.second)):
        yield from run_in_processes(jobs, workers)
        return
    # No battle at all, but compiled here, where Ctrl-C is heard, and not in a thread of the pool.
    fight_part(jobs[0].field.scenario.drawn(0), [], [], False, noted=jobs[0].noted)
    pool = ThreadPoolExecutor(workers)
    try:
        yield from in_order(jobs, (pool.submit(run_job, job) for job in jobs), Future.result, workers)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
