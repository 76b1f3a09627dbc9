"""Files that a file names: pictures, tilesets, policies. Whoever sends a file shall not have others opened by it.

Such a file is a regular one of the kind that is asked for, in the folder of whoever names it, below it, or in the project
that the folder is part of. Links count as what they lead to.
"""

from collections.abc import Sequence
from pathlib import Path

from .problems import ContentError
from .reading import shown

PROJECT = "*.tiled-project"  # a file that lies in the folder of all that belongs together
ABOVE = 8  # folders that are looked at for it


def named_file(path: Path, name: str, endings: Sequence[str], what: str, root: Path | None = None) -> Path:
    """Return the file that another one names; whether it is there, and regular, is asked by whoever reads it.

    Args:
        path: the file in which the name stands.
        name: as it stands there, from the folder of `path`.
        endings: what it may end in; anything if there are none.
        what: it is, for messages.
        root: the folder in which it must lie; that of `path` if not given.

    Raises:
        ContentError: it lies elsewhere, or is called otherwise.
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
        raise ContentError(f"{sentence}: must be a file {place}; copy it there, and embed or name it anew")
    if endings and found.suffix.lower() not in endings:
        raise ContentError(f"{sentence}: must end in {' or '.join(endings)}")
    return found


def project_of(path: Path) -> Path:
    """Return the folder of the project that a file belongs to, which has a file that says so; else its own folder."""
    folder = path.parent.resolve()
    above = [folder, *folder.parents][:ABOVE]
    return next((place for place in above if any(place.glob(PROJECT))), folder)
