"""Ctrl-C, and whatever else ends a program, while something compiles: noted, and obeyed where the compiler can be left.

An exception that is raised anywhere in the compiler may get lost: callbacks from C and finalisers swallow it, and the
compiler goes on without what they should have done, or fails some time later with an error of its own.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

_asked: list[int] = []  # the signals that came since they are noted
_noting: list[bool] = []  # that they are


@contextmanager
def stopping_late() -> Iterator[None]:
    """Note signals instead of obeying them at once; do so in the end, whatever else has gone wrong by then.

    Signals that have no handler in Python are none of ours, nor those of a program in whose other threads we are.
    """
    if _noting or threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {number: signal.getsignal(number) for number in ENDING}
    handlers = {number: handler for number, handler in handlers.items() if callable(handler)}
    _noting.append(True)
    for number in handlers:
        signal.signal(number, lambda number, _: _asked.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        _noting.clear()
        if _asked:
            number = _asked[0]
            _asked.clear()
            handlers[number](number, None)  # type: ignore[operator, misc]


def stop_if_asked() -> None:
    """Raise an exception if a signal was noted; called where the compiler can be left."""
    if _asked and threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt
