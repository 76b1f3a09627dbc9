"""New files: written whole, all or none, and never over what is there."""

import os
from collections.abc import Mapping
from pathlib import Path

from fireteam.content.errors import ContentError
from fireteam.env.files import appearing, held


def write_new(files: Mapping[Path, str | bytes]) -> None:
    """Write new files, folders too where they are missing: all of them or, if one cannot be written, none.

    Raises:
        ContentError: one of them is there already, or a place cannot be written to.
    """
    check_new(files)
    made: list[Path] = []
    try:
        for path, content in files.items():
            made += folders_for(path)
            with appearing(path) as name:
                Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
            made.append(path)
    except BaseException:  # Ctrl-C among them
        with held():
            for path in reversed(made):
                path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
        raise


def check_new(paths: Mapping[Path, object]) -> None:
    """Raise a ContentError, a line for each, if something is there already."""
    there = [path for path in paths if os.path.lexists(path)]
    if there:
        raise ContentError("\n".join(f"{path}: is there already, and is not written over" for path in there))


def folders_for(path: Path) -> list[Path]:
    """Make the folders of a file that are missing; return those that were made, the outermost first."""
    missing = [folder for folder in path.parents if not folder.exists()][::-1]
    try:
        for folder in missing:
            folder.mkdir()
    except OSError as error:
        raise ContentError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})") from None
    return missing
