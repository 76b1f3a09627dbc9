"""Files that another file names: pictures, tilesets, policies. A sender must not be able to open other files with them.

Such a file is a regular one of the kind that is asked for, in the folder of whoever names it, below it, or in the project
that the folder is part of: one with a file of Tiled's that says so, a checked-out repository, or what the user says is one.
A home folder, or a folder above it, is never a project. Links count as their targets.
"""

from collections.abc import Sequence
from pathlib import Path

from .errors import ContentError
from .reading import shown

PROJECT = ("*.tiled-project", ".git")  # what lies in the folder of all that belongs together
ABOVE = 8  # folders that are looked at for one


def named_file(path: Path, name: str, endings: Sequence[str], what: str, root: Path | None = None, wider: str = "") -> Path:
    """Return the file that another one names; the code that reads it checks that it is there and regular.

    Args:
        path: the file in which the name stands.
        name: the name in that file, relative to the folder of `path`.
        endings: the allowed endings; any if there are none.
        what: what kind of file it is, for messages.
        root: the folder in which it must lie; that of `path` if not given.
        wider: an option that names another folder, if there is one.

    Raises:
        ContentError: it is in another place, or has another ending.
    """
    root = (root or path.parent).resolve()
    place = "in the same folder or below it" if root == path.parent.resolve() else f"in {root} or below it"
    sentence = f"{path}: {what} {shown(name)}"
    if not name or Path(name).is_absolute() or set(name) & set("\\\0:"):
        raise ContentError(f"{sentence}: must be a file {place}, named from there")
    try:
        found = (path.parent.resolve() / name).resolve()
    except (OSError, RuntimeError):  # links in a circle
        raise ContentError(f"{sentence}: its links lead nowhere") from None
    if not found.is_relative_to(root):
        both = common(found, root)
        way = "" if not wider or is_home(both) else f", or, if all of {both} belongs together, say {wider} {both}"
        raise ContentError(f"{sentence}: must be a file {place}; copy it there, and embed or name it anew{way}")
    if endings and found.suffix.lower() not in endings:
        raise ContentError(f"{sentence}: must end in {' or '.join(endings)}")
    return found


def common(one: Path, other: Path) -> Path:
    """Return the innermost folder that two places lie in."""
    return next((folder for folder in [one, *one.parents] if other.is_relative_to(folder)), other)


def project_of(path: Path) -> Path:
    """Return the folder of the project that a file belongs to, if something in it says so; else the file's own folder."""
    folder = path.parent.resolve()
    for place in [folder, *folder.parents][:ABOVE]:
        if is_home(place):
            break
        if any(any(place.glob(pattern)) for pattern in PROJECT):
            return place
    return folder


def is_home(folder: Path) -> bool:
    """Return whether somebody's home lies in a folder, or is it."""
    try:
        return Path.home().resolve().is_relative_to(folder)
    except RuntimeError:  # nobody's
        return folder == Path(folder.anchor)
