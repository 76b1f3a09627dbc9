"""The compiled loop of a batch, and the threads that share its rows."""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

import numpy as np

from ..rules import kernel
from ..rules.systems import new_log
from .rows import parts_of

Rollout = Callable[..., None]
BOUND = ("_pool", "_parts", "_records", "_rollout")  # made anew in another process


class Loop:
    """The compiled loop of a batch.

    Args:
        rollout: the loop itself, `fireteam.agents.rollout.rollout`.
        rows: of the batch.
        threads: that share them.
        battle: dtype of its battles.
        events: what logs record, of `fireteam.env.rules.log`.
    """

    def __init__(self, rollout: Rollout, rows: int, threads: int, battle: np.dtype, events: int) -> None:
        self.threads = min(threads, rows)
        self._rollout, self._rows, self._battle, self._events = rollout, rows, battle, events
        self._start()

    @property
    def parts(self) -> int:
        """How many parts the batch is stepped in: more than there are threads, so that all are done at a time."""
        return len(self._parts)

    def _start(self) -> None:
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        bounds = parts_of(self._rows, self.threads)
        self._parts = [(kernel.plain(new_log(self._battle, self._events)), rows) for rows in bounds]

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in self.__dict__.items() if name not in BOUND}
        return state | {"rollout": (self._rollout.__module__, self._rollout.__name__)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        module, name = state.pop("rollout")
        self.__dict__.update(state)
        self._rollout = getattr(import_module(module), name)
        self._start()

    def bind(self, shared: Sequence[np.ndarray], each: Sequence[np.ndarray]) -> None:
        """Keep what every call is given: records that all threads share, and some that each has a copy of."""
        copies = (np.repeat(some[None], len(self._parts), axis=0) for some in each)
        self._records = [kernel.plain(array) for array in (*shared, *copies)]

    def run(self, *arrays: Any) -> None:
        """Step all rows, each part of the batch in a thread."""
        jobs = deque((*self._records, *arrays, log, part, *rows) for part, (log, rows) in enumerate(self._parts))
        others = [self._pool.submit(self._work_off, jobs) for _ in range(self.threads - 1)] if self._pool else []
        self._work_off(jobs)
        for future in others:
            future.result()

    def _work_off(self, jobs: deque[tuple[Any, ...]]) -> None:
        """Do jobs until none is left; the caller's thread and those of the pool share them."""
        while True:
            try:
                job = jobs.popleft()
            except IndexError:
                return
            self._rollout(*job)

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()
