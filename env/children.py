"""Python child processes: they look for modules where their parent does, not in the current folder.

A folder from somebody else may hold a `pickle.py`. Python looks there first for modules if it is started with `-c` or
`-m`, unless told otherwise; some libraries read their settings from there.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

SAFE = "PYTHONSAFEPATH"  # Python's own: what `-P` says, to processes that others start, and to those that these start


def python(*arguments: str) -> list[str]:
    """Return the command line of a Python like this one."""
    return [sys.executable, "-P", *arguments]


@contextmanager
def safely() -> Iterator[None]:
    """Have the Python processes that a library starts meanwhile leave the current folder alone, too."""
    before = os.environ.get(SAFE)
    os.environ[SAFE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE]
        else:
            os.environ[SAFE] = before


@contextmanager
def elsewhere() -> Iterator[None]:
    """Change to the root folder for the block, for a library that reads settings from the current folder at import."""
    try:
        here = os.getcwd()
    except OSError:  # it has been deleted
        yield
        return
    os.chdir(os.path.abspath(os.sep))
    try:
        yield
    finally:
        os.chdir(here)
