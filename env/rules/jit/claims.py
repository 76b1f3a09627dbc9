"""Claims: while one process makes a file, others that need it wait until it is made.

A claim is a lock of the operating system on a file of its own: a process that dies, however it does, releases it. Where no
such locks exist everybody goes on at once; since files are written whole, that costs only time.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from .stopping import stop_if_asked

MOMENT = 0.05  # seconds between two looks whether a claim is free
PATIENCE = 900.0  # seconds after which a process goes on without it: whoever has it must be hanging

if sys.platform == "win32":
    import msvcrt

    def lock(file: int) -> None:
        """Take the lock on an open file, or raise an OSError."""
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock(file: int) -> None:
        """Take the lock on an open file, or raise an OSError."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def claimed(path: str) -> Iterator[None]:
    """Hold the claim to a file as soon as its holder releases it; Ctrl-C works while waiting."""
    file = None
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            file = take(path)
            break
        except BlockingIOError:
            stop_if_asked()
            time.sleep(MOMENT)
    try:
        yield
    finally:
        if file is not None:
            with suppress(OSError):
                os.unlink(path)
            os.close(file)


def is_claimed(path: str) -> bool:
    """Return whether another process holds a claim now."""
    if not os.path.exists(path):
        return False
    try:
        file = take(path)
    except BlockingIOError:
        return True
    if file is not None:
        with suppress(OSError):
            os.unlink(path)
        os.close(file)
    return False


def take(path: str) -> int | None:
    """Return the open file of a claim; None where the system has no locks.

    Raises:
        BlockingIOError: another process holds it.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except PermissionError as error:
        if sys.platform == "win32":  # just being deleted by whoever had it
            raise BlockingIOError from error
        return None
    except OSError:
        return None
    try:
        lock(file)
        if os.path.samestat(os.fstat(file), os.stat(path)):
            return file
    except (BlockingIOError, PermissionError, FileNotFoundError):
        pass
    except OSError:  # a file system without locks
        os.close(file)
        return None
    os.close(file)
    raise BlockingIOError(path)  # somebody has it, or has just let go of it
