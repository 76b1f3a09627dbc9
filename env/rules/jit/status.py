"""The progress of the compiler: the part that it compiles, and the share that is done.

A part is compiled and saved by itself: an entry or a port. To show progress, as the command line does with a bar, add a
function to `listeners`. Without any, one line on standard error says once that compiling takes a while.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

NOTICE = "Compiling what is needed of the engine for this machine (once, up to a minute or two) ..."


class Progress(NamedTuple):
    """How much this process and its helper have compiled together."""

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
    """Add one to the number of kernels to compile."""
    _kernels["known"] += 1


def count(kernels: int = 1) -> None:
    """Add to the number of compiled kernels."""
    _kernels["done"] += kernels
    if _parts:
        notify()


def notify() -> None:
    """Call every listener with the progress."""
    for listener in listeners:
        listener(Progress(_parts[-1], _kernels["done"], _kernels["known"]) if _parts else None)
