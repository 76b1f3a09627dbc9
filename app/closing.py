"""Ends a program from outside: a closed terminal, a logout, a system shutdown."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from typing import Any, NoReturn

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # Windows has no SIGHUP


class Closed(KeyboardInterrupt):
    """The program is asked to end, and nobody may be there to read what it says; `code` is its exit code."""

    def __init__(self, number: int) -> None:
        super().__init__(f"ended by {signal.Signals(number).name}")
        self.code = 128 + number


@contextmanager
def ended_cleanly() -> Iterator[None]:
    """Let the signals that end a program raise `Closed`, so that it can save; ignored signals stay ignored.

    If a signal comes while pydantic builds a model, pydantic raises an error of its own; that error is turned back into the
    end, or into Ctrl-C. Only the main thread hears signals: elsewhere nothing changes.
    """
    if current_thread() is not main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in ENDING}
    before = {number: handler for number, handler in before.items() if handler not in (signal.SIG_IGN, None)}
    came: list[Closed] = []
    waiting: list[Timer] = []

    def close(number: int, _: Any) -> NoReturn:
        for other in before:  # who asks once may ask again, while we save
            signal.signal(other, signal.SIG_IGN)
        came.append(Closed(number))
        raise came[-1]

    def send_again(lost: Any) -> None:
        """Let the signal come again, soon, where nobody could hear of its error: in a callback of compiled code."""
        if not came or lost.exc_value is not came[-1]:
            usual(lost)
            return
        number = came[-1].code - 128
        signal.signal(number, close)
        waiting.append(Timer(0.01, signal.raise_signal, (number,)))
        waiting[-1].start()

    usual, sys.unraisablehook = sys.unraisablehook, send_again
    for number in before:
        signal.signal(number, close)
    try:
        yield
    except Exception as error:
        words = str(error) if type(error).__name__ == "SchemaError" else ""  # by name: to import it takes a while
        if came and str(came[0]) in words:
            raise came[0] from None
        if "KeyboardInterrupt" in words:
            raise KeyboardInterrupt from None
        raise
    finally:
        sys.unraisablehook = usual
        for timer in waiting:
            timer.cancel()
        for number, handler in before.items():
            signal.signal(number, handler)
