"""Writing files so that nothing is ever half written."""

import errno
import gzip
import os
import re
import secrets
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread

from fireteam.content.errors import ContentError

PAGE = (".html", ".htm")  # what a page's name ends in
TEMPORARY = re.compile(r"\.(?P<name>.+)\.[a-z0-9_]{8}(?P<suffix>\.\w+)")  # what `appearing` calls a file until it is whole


def write_whole(path: str | Path, text: str) -> None:
    """Write a text file, gzipped if its name ends in `.gz`: whole or not at all.

    Raises:
        ContentError: the place cannot be written to; the old file is unchanged.
    """
    data = text.encode("utf-8")
    if Path(path).suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    with appearing(path) as name:
        Path(name).write_bytes(data)


def check_folder(path: str | Path, *endings: str) -> None:
    """Raise the ContentError early that writing a file would raise: it or its folder cannot be written to.

    Args:
        path: the file; the null device may have any ending.
        endings: the allowed endings of its name; any if there are none.
    """
    path = Path(path)
    if endings and path.suffix.lower() not in endings and path != Path(os.devnull):
        raise ContentError(f"{path}: must end in {' or '.join(endings)}")
    try:
        if is_nowhere(path):
            return
        with tempfile.TemporaryFile(dir=followed(path).parent):
            pass
    except OSError as error:
        raise ContentError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})") from None


def is_nowhere(path: Path) -> bool:
    """Return whether a path is the null device; raise an OSError if something else lies there that is no regular file."""
    if not path.exists() or path.is_file():
        return False
    if not path.is_char_device() or not path.samefile(os.devnull):
        raise OSError(errno.EINVAL, "it is no regular file")
    return True


def followed(path: Path) -> Path:
    """Return the target of a link, so that the link survives when its file is replaced; an OSError if it has none."""
    real = Path(os.path.realpath(path)) if path.is_symlink() else path
    if real.is_symlink():
        raise OSError(errno.ELOOP, "its links lead in a circle")
    return real


@contextmanager
def appearing(path: str | Path) -> Iterator[str]:
    """Give a temporary name beside a path; the file gets the path's name at the end, unless an error is raised.

    Links are followed. Text for the null device is dropped; any other device, pipe or folder is refused.

    Raises:
        ContentError: the place cannot be written to; the old file is unchanged.
    """
    path = Path(path)
    name = ""
    try:
        path = followed(path)
        if is_nowhere(path):
            with tempfile.TemporaryDirectory() as nowhere:
                yield os.path.join(nowhere, f"nothing{path.suffix}")
            return
        name = str(path.parent / f".{path.name}.{secrets.token_hex(4)}{path.suffix}")  # known before there is such a file
        Path(name).touch(0o600, exist_ok=False)
        yield name
        os.chmod(name, 0o666 & ~current_umask())
        os.replace(name, path)
    except OSError as error:
        raise ContentError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})") from None
    finally:
        if name:
            Path(name).unlink(missing_ok=True)


@contextmanager
def held(*signals: signal.Signals) -> Iterator[None]:
    """Hold back signals while something is written, by default Ctrl-C; the last one is delivered afterwards.

    Only the main thread hears signals: in any other nothing is held.
    """
    if current_thread() is not main_thread():
        yield
        return
    came: list[int] = []
    before = {number: signal.getsignal(number) for number in signals or (signal.SIGINT,)}
    for number, handler in before.items():
        if handler not in (signal.SIG_IGN, None):
            signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler not in (signal.SIG_IGN, None):
                signal.signal(number, handler)
        if came:
            signal.raise_signal(came[-1])


def sweep(folder: Path) -> None:
    """Delete temporary files of killed processes in a folder and below it."""
    for path in folder.rglob(".*"):
        found = TEMPORARY.fullmatch(path.name)
        if found and found["name"].endswith(found["suffix"]) and path.is_file():
            path.unlink(missing_ok=True)


def current_umask() -> int:
    """Return the process's file mode mask."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
