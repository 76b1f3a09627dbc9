"""Draws levels ahead, in processes beside this one: who needs a level then finds it ready.

A process receives the numbers of levels, draws each, and returns its map with all tables as bytes. It ends with the process
that started it, which closes its input. Without any process a level is drawn when it is needed.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
import weakref
from collections import Counter, defaultdict, deque
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from fireteam.content.errors import ContentError

from ..children import python
from ..scenario.models import Scenario
from ..scenario.packing import packed
from ..scenario.setup import fill_tables, laid_out

BEGIN = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    f"from {__name__} import serve; serve(sys.stdin.buffer, sys.stdout.buffer)"
)


class Drawn(NamedTuple):
    """A level that has been drawn, as bytes."""

    size: int  # tiles
    arena: bytes  # as `fireteam.env.scenario.packing.packed`
    opening: np.ndarray  # shape (1,), dtype BATTLE


def drawn(scenario: Scenario, number: int) -> Drawn:
    """Return the level of a number, drawn here."""
    try:
        field = laid_out(scenario.drawn(number))
        fill_tables(scenario.system, field.arena)
    except ContentError as error:
        raise ContentError(f"level {number} of {scenario.title!r}: {error}") from None
    return Drawn(*packed(field.arena), field.opening)


class Ahead:
    """Levels of a distribution that are drawn ahead.

    Args:
        scenario: the distribution.
        processes: how many draw beside this one.
    """

    def __init__(self, scenario: Scenario, processes: int) -> None:
        self.scenario, self.processes = scenario, processes
        self.waited = 0  # levels that were not ready when they were needed
        self._asked: Counter[int] = Counter()  # times that a level has been asked for and not been taken, by its number
        self._unwanted: Counter[int] = Counter()  # times that it is to be dropped when it arrives
        self._ready: dict[int, deque[Drawn | str]] = defaultdict(deque)  # a text: what went wrong
        self._arrived = threading.Condition()
        self._children: list[subprocess.Popen[bytes]] = []
        self._turn = 0

    def ask(self, number: int) -> None:
        """Have a level drawn ahead; each time that it is asked for, it can be taken once."""
        if not self.processes:
            return
        if not self._children:
            self._children = [start(self.scenario) for _ in range(self.processes)]
            weakref.finalize(self, end, self._children, os.getpid())
            for child in self._children:
                threading.Thread(target=listen, args=(weakref.ref(self), child), daemon=True).start()
        self._asked[number] += 1
        self._turn = (self._turn + 1) % len(self._children)
        stream = self._children[self._turn].stdin
        assert stream
        with suppress(OSError):  # it has died: `take` finds out
            stream.write(number.to_bytes(8, "little"))
            stream.flush()

    def take(self, number: int) -> Drawn:
        """Return a level: as soon as it is ready if it was asked for, else drawn here.

        Raises:
            ContentError: it cannot be drawn.
        """
        if not self._asked[number]:
            return drawn(self.scenario, number)
        self._count_down(self._asked, number)
        with self._arrived:
            self.waited += number not in self._ready
            while number not in self._ready:
                if not self._arrived.wait(timeout=1.0) and any(child.poll() is not None for child in self._children):
                    raise ContentError(f"level {number}: a process that draws levels has died; make the batch anew")
            found = self._next(number)
        if isinstance(found, str):
            raise ContentError(found)
        return found

    def forget(self, number: int) -> None:
        """Drop a level that was asked for once, and is not wanted any more."""
        if self._asked[number]:
            self._count_down(self._asked, number)
            with self._arrived:
                if number in self._ready:
                    self._next(number)
                else:
                    self._unwanted[number] += 1

    def _next(self, number: int) -> "Drawn | str":
        """Return a level that is ready, and keep it no longer."""
        waiting = self._ready[number]
        found = waiting.popleft()
        if not waiting:
            del self._ready[number]
        return found

    @staticmethod
    def _count_down(counts: Counter[int], number: int) -> None:
        """Count one down, and keep no zero."""
        counts[number] -= 1
        if not counts[number]:
            del counts[number]

    def arrive(self, number: int, found: "Drawn | str") -> None:
        """Note that a level has been drawn."""
        with self._arrived:
            if self._unwanted[number]:
                return self._count_down(self._unwanted, number)
            self._ready[number].append(found)
            self._arrived.notify_all()

    def close(self) -> None:
        """End the processes; what was asked for is drawn when it is needed."""
        end(self._children, os.getpid())
        self._children = []
        self._asked.clear()
        self._unwanted.clear()
        self._ready.clear()


def start(scenario: Scenario) -> "subprocess.Popen[bytes]":
    """Start a process that draws levels of a distribution."""
    child = subprocess.Popen(python("-c", BEGIN), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin
    with suppress(OSError):
        child.stdin.write(pickle.dumps(sys.path) + pickle.dumps(scenario))
        child.stdin.flush()
    return child


def end(children: "list[subprocess.Popen[bytes]]", starter: int) -> None:
    """End processes with the one that started them; one forked from it leaves them alone."""
    if os.getpid() == starter:
        for child in children:
            child.kill()
            child.wait()
            for stream in (child.stdin, child.stdout):
                with suppress(OSError, ValueError):  # whoever reads it ends
                    if stream:
                        stream.close()


def listen(ahead: "weakref.ref[Ahead]", child: "subprocess.Popen[bytes]") -> None:
    """Take what a process has drawn, until it ends."""
    assert child.stdout
    with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
        while True:
            number, found = pickle.load(child.stdout)
            if (whose := ahead()) is None:
                return
            whose.arrive(number, found)
            del whose


def serve(source: Any, sink: Any) -> None:
    """Draw the levels whose numbers arrive, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the process that started this one
    sink = os.fdopen(os.dup(sink.fileno()), "wb")
    os.dup2(2, 1)  # what is printed by mistake is no answer
    scenario = pickle.load(source)
    while number := source.read(8):
        asked = int.from_bytes(number, "little")
        found: Drawn | str
        try:
            found = drawn(scenario, asked)
        except ContentError as error:
            found = str(error)
        pickle.dump((asked, found), sink, protocol=pickle.HIGHEST_PROTOCOL)
        sink.flush()
