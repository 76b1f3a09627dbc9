"""The status of the compiler: which part it is at, and how much of it is done.

A part is what is compiled and kept by itself, an entry or a port. Whoever shows it, as the command line does with a bar,
puts itself into `listeners`; where nobody does, one line on standard error says once that it takes a while.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

NOTICE = "Compiling what is needed of the engine for this machine (once, up to a minute or two) ..."


class Progress(NamedTuple):
    """How far the compiler is, in this process and in its helper together."""

    part: str  # the function that is being compiled, with all that it calls
    done: int  # kernels compiled so far
    known: int  # kernels that there are: most of them are needed sooner or later


listeners: list[Callable[[Progress | None], None]] = []  # told of every kernel, and None when nothing compiles any more

_parts: list[str] = []  # being compiled, the innermost last
_kernels = {"done": 0, "known": 0}
_noticed: list[bool] = []


@contextmanager
def compiling(part: str) -> Iterator[None]:
    """Announce that a part is being compiled."""
    _parts.append(part)
    if not listeners and not _noticed:
        _noticed.append(True)
        print(NOTICE, file=sys.stderr, flush=True)
    notify()
    try:
        yield
    finally:
        _parts.pop()
        notify()


def know_kernel() -> None:
    """Note that there is one kernel more."""
    _kernels["known"] += 1


def count(kernels: int = 1) -> None:
    """Note that kernels have been compiled."""
    _kernels["done"] += kernels
    if _parts:
        notify()


def notify() -> None:
    """Call every listener with the progress."""
    for listener in listeners:
        listener(Progress(_parts[-1], _kernels["done"], _kernels["known"]) if _parts else None)
