"""The end of a program from outside: a terminal that is closed, a user who logs out, a system that shuts down."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any, NoReturn

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # Windows has no SIGHUP


class Closed(KeyboardInterrupt):
    """The program is asked to end, and nobody may be there to read what it says; `code` is its exit code."""

    def __init__(self, number: int) -> None:
        super().__init__(f"ended by {signal.Signals(number).name}")
        self.code = 128 + number


@contextmanager
def ended_cleanly() -> Iterator[None]:
    """Have the signals that end a program raise `Closed` where it stands, so that it can save; what is ignored stays so.

    Only the main thread hears signals: in any other nothing changes.
    """
    if current_thread() is not main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in ENDING}
    before = {number: handler for number, handler in before.items() if handler not in (signal.SIG_IGN, None)}

    def close(number: int, _: Any) -> NoReturn:
        for other in before:  # who asks once may ask again, while we save
            signal.signal(other, signal.SIG_IGN)
        raise Closed(number)

    for number in before:
        signal.signal(number, close)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
