"""Writing files so that nothing is ever half written."""

import gzip
import os
import tempfile
from pathlib import Path

from .errors import ContentError


def write_whole(path: str | Path, text: str) -> None:
    """Write a text file, gzipped if its name ends in `.gz`: first under another name in the same folder, then renamed.

    Raises:
        ContentError: the place cannot be written to; what lay there before is as it was.
    """
    path = Path(path)
    data = text.encode("utf-8")
    if path.suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise ContentError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o666 & ~current_umask())
        os.replace(name, path)
    except OSError as error:
        raise ContentError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})") from None
    finally:
        if os.path.exists(name):
            os.unlink(name)


def current_umask() -> int:
    """Return the process's file mode mask."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
