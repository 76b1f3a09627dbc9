"""Ctrl-C during compilation: the signal is noted and obeyed where the compiler can safely stop.

An exception that is raised anywhere in the compiler may get lost: callbacks from C and finalisers swallow it, and the
compiler goes on without what they should have done, or fails some time later with an error of its own.
"""

import _thread
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NoReturn, cast

MOMENT = 0.5  # seconds in which machine code that has been waited for comes back to Python, on a busy machine too
ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

_asked: list[int] = []  # the signals that came since they are noted
_noting: list[bool] = []  # that they are


@contextmanager
def noting(asked: list[int], obey: Callable[[Any, int], None]) -> Iterator[None]:
    """Note signals instead of obeying them at once; obey them at the end, even after other errors.

    A signal without a handler in Python is left alone. So is every signal outside the main thread.

    Args:
        asked: the list in which they are noted.
        obey: is called with the handler and the number of the first signal.
    """
    if _noting or threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {number: signal.getsignal(number) for number in ENDING}
    handlers = {number: handler for number, handler in handlers.items() if callable(handler)}
    _noting.append(True)
    for number in handlers:
        signal.signal(number, lambda number, _: asked.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        _noting.clear()
        if asked:
            number = asked[0]
            asked.clear()
            obey(handlers[number], number)


def stopping_late() -> AbstractContextManager[None]:
    """Obey signals when a compilation is finished, or where it can safely be left."""
    return noting(_asked, lambda handler, number: handler(number, None))


def stopping_afterwards() -> AbstractContextManager[None]:
    """Obey signals a moment later: machine code waits for the compiled code, and cannot be left."""
    return noting([], lambda _, number: interrupt_afterwards(number))


def interrupt_afterwards(number: int) -> None:
    """Send a signal to the main thread in a moment; it arrives even if that thread waits for something by then."""
    threading.Timer(MOMENT, send, (number,)).start()


def send(number: int) -> None:
    """Send a signal to the main thread; where the platform can, a real one, which ends a wait."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(cast(int, threading.main_thread().ident), number)
    else:
        _thread.interrupt_main(signal.Signals(number))


def raise_afterwards(lost: BaseException) -> None:
    """Raise later an exception that machine code would swallow now; called in the main thread, which alone gets signals."""
    before = signal.getsignal(signal.SIGINT)

    def obey(*_: Any) -> NoReturn:
        signal.signal(signal.SIGINT, before)
        raise lost

    signal.signal(signal.SIGINT, obey)
    interrupt_afterwards(signal.SIGINT)


def stop_if_asked() -> None:
    """Raise an exception if a signal was noted; called where the compiler can safely stop."""
    if _asked and threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt
