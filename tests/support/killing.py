"""Processes of the tests: they hear signals, whatever the tests were started with, and none of them outlives its test."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

HEARD = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def hear() -> None:
    """Hear all signals: `nohup` and shells that start something in the background have them ignored."""
    for number in HEARD:
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def running(command: Sequence[str], **options: Any) -> "Iterator[subprocess.Popen[Any]]":
    """Start a process in a session of its own; in the end it and all that it has started are gone."""
    with subprocess.Popen(command, preexec_fn=hear, start_new_session=True, **options) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def python(code: str, *arguments: str) -> list[str]:
    """Return the command that runs a program in Python."""
    return [sys.executable, "-c", code, *arguments]


def kill_when(path: Path, code: str) -> None:
    """Run a program in a process of its own, and kill it as soon as a file is there."""
    with running(python(code)) as process:
        end = time.monotonic() + 300
        while not path.exists():
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.02)
