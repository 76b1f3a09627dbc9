"""Maps that other programs have drawn, as drawings of ours: Universal VTT and Tiled."""

from collections.abc import Collection
from importlib import import_module
from pathlib import Path

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed

from .sketch import Area, Converted

__all__ = ["KINDS", "Area", "Converted", "convert"]

KINDS = {
    ".uvtt": "vtt.reading",
    ".dd2vtt": "vtt.reading",
    ".df2vtt": "vtt.reading",
    ".tmx": "tiled.reading",
    ".tmj": "tiled.reading",
    ".json": "tiled.reading",
    ".xml": "tiled.reading",
}


def convert(
    path: Path,
    terrains: Collection[str],
    area: Area | None = None,
    openings: str = "guess",
    project: Path | None = None,
) -> Converted:
    """Return the drawing of another program's map, and notes on what was guessed, with places.

    Args:
        path: the file; its kind is known by its ending.
        terrains: the names that a tile's class may have.
        area: the part of it to take, in its own squares or tiles; all of it if not given.
        openings: how to read portals of Universal VTT that block no light: "guess", or all as "window", "door" or "gap".
        project: the folder that must hold all files named in a map of Tiled; found from the map's folder if not given.

    Raises:
        ContentError: it is no such file, or something in it is invalid.
        ImportError: reading it needs a package that is not installed.
    """
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise ContentError(f"{path}: a map ends in {listed(KINDS)}.{closest(path.suffix.lower(), KINDS)}")
    module = import_module(f".{kind}", __package__)
    converted: Converted = module.read(path, terrains, area, openings, project)
    return converted
