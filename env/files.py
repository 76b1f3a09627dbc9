"""Writing files so that nothing is ever half written."""

import gzip
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import ContentError

TEMPORARY = re.compile(r"\.(?P<name>.+)\.[a-z0-9_]{8}(?P<suffix>\.\w+)")  # what `appearing` calls a file until it is whole


def write_whole(path: str | Path, text: str) -> None:
    """Write a text file, gzipped if its name ends in `.gz`: whole or not at all.

    Raises:
        ContentError: the place cannot be written to; what lay there before is as it was.
    """
    data = text.encode("utf-8")
    if Path(path).suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    with appearing(path) as name:
        Path(name).write_bytes(data)


@contextmanager
def appearing(path: str | Path) -> Iterator[str]:
    """Give a temporary name beside a path; what was written there gets the path's name, unless an error is raised.

    Raises:
        ContentError: the place cannot be written to; what lay there before is as it was.
    """
    path = Path(path)
    name = ""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=path.suffix, dir=path.parent)
        os.close(handle)
        yield name
        os.chmod(name, 0o666 & ~current_umask())
        os.replace(name, path)
    except OSError as error:
        raise ContentError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})") from None
    finally:
        if name and os.path.exists(name):
            os.unlink(name)


def sweep(folder: Path) -> None:
    """Delete what processes that were killed while they wrote have left in a folder and those below it."""
    for path in folder.rglob(".*"):
        found = TEMPORARY.fullmatch(path.name)
        if found and found["name"].endswith(found["suffix"]) and path.is_file():
            path.unlink(missing_ok=True)


def current_umask() -> int:
    """Return the process's file mode mask."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
