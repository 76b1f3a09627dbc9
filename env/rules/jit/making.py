"""Compiles a function in one process at a time, and never calls it before its ports are ready.

All compilation goes through `make`. Where calls are nested, the outermost fills the slots of the ports at the end. So the
ports are made one after the other and not within each other, and a helper can make some of them meanwhile.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from numba.core.compiler_lock import global_compiler_lock

from . import ports, status
from .claims import claimed
from .linking import build
from .stopping import stopping_late

RARELY = (100_000, 50, 1000)  # how often to look for garbage: the compiler makes a lot, and little of it in circles

_depth: list[bool] = []  # one for each compilation that is going on, in the thread that has the lock of the compiler
_whole: list[Any] = []  # the entries and ports that were put together in the outermost


def make(made: Any, compile_for: Callable[[Any], Any], types: tuple[Any, ...], inner: bool, kept: bool) -> Any:
    """Return the machine code of a function for argument types; compile it if there is none.

    Args:
        made: the function's dispatcher.
        compile_for: the dispatcher's own method to compile.
        inner: whether only kernels call it.
        kept: whether it is saved in a file.
    """
    if types in made.overloads:
        return made.overloads[types].entry_point
    with global_compiler_lock, stopping_late():
        _depth.append(True)
        try:
            with in_turn(made, types) if kept else nullcontext():
                code = build(compile_for, types, inner)
            if inner:
                status.count()
            else:
                _whole.append(made)
            if len(_depth) == 1:
                ports.fill_slots()
            return code
        except BaseException:
            if len(_depth) == 1:
                for unfinished in (made, *_whole):  # or they could be called with their ports missing
                    unfinished._reset_overloads()
            raise
        finally:
            _depth.pop()
            if not _depth:
                _whole.clear()


@contextmanager
def in_turn(made: Any, types: tuple[Any, ...]) -> Iterator[None]:
    """Load a function that is saved in a file, or compile it in one process while others wait for it."""
    if made._cache.is_there(types):
        yield
        return
    with status.compiling(made.py_func.__name__), with_rare_collection():
        ports.call_helper()
        with claimed(made._cache.claim_path(types)):
            yield


@contextmanager
def with_rare_collection() -> Iterator[None]:
    """Make Python's garbage collector run rarely."""
    usual = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
