"""A map as one of Tiled's, which draws maps and is free: three layers, and one tileset for all of them.

Each tile of the tileset has its meaning: its class is a terrain, with its letter, or `height` with the
metres, or `mark` with the letter of a start or zone. A map that is drawn with them comes back unchanged (`importers.tiled`).
"""

import string
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from typing import NamedTuple

from .drawing import LEGEND, NO_MARK, Drawing

SIDE = 32  # pixels of a tile
HIGH = 48  # pixels of a picture in the tileset: what stands on a tile rises above it
COLUMNS = 13
GROUND, HEIGHTS, MARKS = "ground", "heights", "marks"
HEIGHT, MARK = "height", "mark"  # classes of tiles that are no terrain


class Stamp(NamedTuple):
    """A tile of the tileset: its class, and its value: a letter of the ground, metres, or a mark."""

    kind: str
    value: str


def stamps(drawing: Drawing, terrains: Iterable[str]) -> list[Stamp]:
    """Return the tiles that a map is drawn with: every terrain by every letter it has, heights and marks."""
    letters = {**LEGEND, **drawing.legend}
    ground = [Stamp(name, letter) for letter, name in letters.items()]
    ground += [Stamp(name, "") for name in terrains if name not in letters.values()]
    return (
        ground + [Stamp(HEIGHT, digit) for digit in string.digits] + [Stamp(MARK, letter) for letter in string.ascii_letters]
    )


def rows_of(count: int) -> int:
    """Return the number of rows of pictures that a tileset of a number of tiles has."""
    return -(-count // COLUMNS)


def tiled_map(drawing: Drawing, terrains: Iterable[str], picture: str) -> str:
    """Return the text of a .tmx file, whose tileset is drawn in the file `picture` beside it."""
    tiles = stamps(drawing, terrains)
    numbers = {tile: place + 1 for place, tile in reversed(list(enumerate(tiles)))}
    letters = {**LEGEND, **drawing.legend}
    size = {"width": str(drawing.width), "height": str(drawing.height)}
    root = ET.Element("map", {"version": "1.10", "tiledversion": "1.11.0", "orientation": "orthogonal",
                              "renderorder": "right-down", **size, "tilewidth": str(SIDE), "tileheight": str(SIDE),
                              "infinite": "0", "nextlayerid": "4", "nextobjectid": "1"})  # fmt: skip
    properties(root, {"fireteam": 1, "title": drawing.title, "about": drawing.about,
                      "metres_per_tile": drawing.metres_per_tile, "light": drawing.light})  # fmt: skip
    tileset(root, tiles, picture)
    layers = {
        GROUND: [numbers[Stamp(letters[letter], letter)] for _, _, letter in drawing.letters(drawing.ground)],
        HEIGHTS: [numbers[Stamp(HEIGHT, letter)] for _, _, letter in drawing.letters(drawing.heights)],
        MARKS: [0 if letter == NO_MARK else numbers[Stamp(MARK, letter)] for _, _, letter in drawing.letters(drawing.marks)],
    }
    for number, (name, cells) in enumerate(layers.items(), start=1):
        layer = ET.SubElement(root, "layer", {"id": str(number), "name": name, **size})
        cells = cells or [0] * (drawing.width * drawing.height)
        lines = [",".join(map(str, cells[at : at + drawing.width])) for at in range(0, len(cells), drawing.width)]
        ET.SubElement(layer, "data", encoding="csv").text = "\n" + ",\n".join(lines) + "\n"
    ET.indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, "unicode") + "\n"


def tileset(root: ET.Element, tiles: list[Stamp], picture: str) -> None:
    """Add the tileset to a map."""
    rows = rows_of(len(tiles))
    size = {"tilewidth": str(SIDE), "tileheight": str(HIGH), "tilecount": str(rows * COLUMNS), "columns": str(COLUMNS)}
    made = ET.SubElement(root, "tileset", {"firstgid": "1", "name": "fireteam", **size})
    ET.SubElement(made, "image", source=picture, width=str(COLUMNS * SIDE), height=str(rows * HIGH))
    for place, tile in enumerate(tiles):
        entry = ET.SubElement(made, "tile", id=str(place), type=tile.kind)
        if tile.kind == HEIGHT:
            properties(entry, {"height": int(tile.value)})
        elif tile.value:
            properties(entry, {MARK if tile.kind == MARK else "letter": tile.value})


def properties(parent: ET.Element, entries: dict[str, str | int]) -> None:
    """Add properties to something of a map."""
    made = ET.SubElement(parent, "properties")
    for name, value in entries.items():
        attributes = {"type": "int"} if isinstance(value, int) else {}
        ET.SubElement(made, "property", {"name": name, **attributes, "value": str(value)})
