"""Objects of a Tiled map: rectangles, ellipses, polygons, points and tiles that lie on it, as marks, terrain and heights."""

from itertools import pairwise
from math import floor
from typing import Any

import numpy as np

from ..lines import enclosed, tiles_of_all
from ..sketch import Place
from .reader import Reader
from .words import STARTS, Meaning, is_mark

ANY_MARK = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def put_object(reader: Reader, layer: Any, thing: Any) -> None:
    """Put an object on the tiles that it covers."""
    where = f"layer {layer.name[:40]!r}, object {thing.id} {thing.name[:40]!r}"
    called = [thing.class_ or "", thing.name or ""]
    marked = next((word for word in called if is_mark(word)), "")
    zone = any(word.lower().rstrip("s") in STARTS for word in (*called, layer.name or "", layer.class_ or ""))
    said = reader.words.said("" if marked or zone else thing.class_, thing.properties, where)
    if getattr(thing, "gid", 0):
        own = reader.meaning(thing.gid)
        said = Meaning(said.terrain or own.terrain, own.letter, said.mark or own.mark, max(said.height, own.height))
    if not said.terrain and not zone and not marked and (terrain := reader.words.terrain(thing.name)):
        said = said._replace(terrain=terrain)
    if not said.mark and not said.terrain and (marked or zone):
        said = said._replace(mark=marked or chosen(reader, thing.name or thing.class_ or layer.name or "zone"))
    places = covered(reader, thing)
    if said == Meaning() or not places:
        reader.sketch.note(f"{where} says nothing that is known" if places else f"{where} lies on no tile")
        return
    reader.work.step(len(places))
    reader.understood |= bool(said.terrain)
    for place in places:
        reader.put(place, said)


def chosen(reader: Reader, name: str) -> str:
    """Return the letter for objects of a name: the first letter of it that is free, or the next free one."""
    if name not in reader.named and len(reader.named) >= len(ANY_MARK):
        return "z"
    if name not in reader.named:
        taken = {*reader.named.values(), *(mark for row in reader.sketch.marks for mark in row)}
        letters = [letter for letter in name.lower() if is_mark(letter)] + list(ANY_MARK)
        reader.named[name] = next((letter for letter in letters if letter not in taken), "z")
    return reader.named[name]


def covered(reader: Reader, thing: Any) -> list[Place]:
    """Return the tiles whose middle an object covers; for a point or small object, the tile that it is on."""
    x, y = thing.coordinates.x / reader.width - reader.taken.x, thing.coordinates.y / reader.height - reader.taken.y
    wide, high = thing.size.width / reader.width, thing.size.height / reader.height
    points = [(x + point.x / reader.width, y + point.y / reader.height) for point in getattr(thing, "points", None) or ()]
    across, down = reader.sketch.width, reader.sketch.height
    if type(thing).__name__ == "Polyline":
        lines = np.array([(*one, *other) for one, other in pairwise(points)], float).reshape(-1, 4) - 0.5
        return places_of(tiles_of_all(lines, across, down, reader.work))
    if getattr(thing, "gid", 0):
        y -= high  # tiles that are objects are placed by their lower left corner
    if points:
        return places_of(enclosed(points, across, down, reader.work, 0.5))
    columns = [tile for tile in range(max(floor(x), 0), min(floor(x + wide) + 1, across)) if x <= tile + 0.5 < x + wide]
    rows = [tile for tile in range(max(floor(y), 0), min(floor(y + high) + 1, down)) if y <= tile + 0.5 < y + high]
    reader.work.step(len(columns) * len(rows))
    small = (floor(x + wide / 2), floor(y + high / 2))
    if not columns or not rows:
        return [small] if reader.sketch.holds(*small) else []
    return [(column, row) for row in rows for column in columns]


def places_of(tiles: np.ndarray) -> list[Place]:
    """Return the tiles of a map that are chosen, row by row; bool of shape (height, width)."""
    return [(x, y) for y, x in np.argwhere(tiles).tolist()]
