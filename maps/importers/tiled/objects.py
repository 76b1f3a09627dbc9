"""Objects of a Tiled map: rectangles, ellipses, polygons, points and tiles that lie on it, as marks, terrain and heights."""

from itertools import pairwise
from math import floor
from typing import Any

from ..lines import inside, tiles_of
from ..sketch import Place
from .reader import Reader
from .words import STARTS, Meaning, is_mark

ANY_MARK = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def put_object(reader: Reader, layer: Any, thing: Any) -> None:
    """Put an object down on the tiles that it covers."""
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
    places = [place for place in covered(reader, thing) if reader.sketch.holds(*place)]
    if said == Meaning() or not places:
        reader.sketch.note(f"{where} says nothing that is known" if places else f"{where} lies on no tile")
        return
    for place in places:
        reader.put(place, said)


def chosen(reader: Reader, name: str) -> str:
    """Return the letter for objects that are called so: the first of the name that is free, or the next."""
    if name not in reader.named:
        taken = {*reader.named.values(), *(mark for row in reader.sketch.marks for mark in row)}
        letters = [letter for letter in name.lower() if is_mark(letter)] + list(ANY_MARK)
        reader.named[name] = next((letter for letter in letters if letter not in taken), "z")
    return reader.named[name]


def covered(reader: Reader, thing: Any) -> list[Place]:
    """Return the tiles whose middle an object covers; the one that it lies on, if it is a point or that small."""
    x, y = thing.coordinates.x / reader.width - reader.taken.x, thing.coordinates.y / reader.height - reader.taken.y
    wide, high = thing.size.width / reader.width, thing.size.height / reader.height
    points = [(x + point.x / reader.width, y + point.y / reader.height) for point in getattr(thing, "points", None) or ()]
    if type(thing).__name__ == "Polyline":
        return [
            place
            for (x0, y0), (x1, y1) in pairwise(points)
            for place in tiles_of((x0 - 0.5, y0 - 0.5), (x1 - 0.5, y1 - 0.5), reader.sketch.width, reader.sketch.height)
        ]
    if getattr(thing, "gid", 0):
        y -= high  # tiles that are objects are placed by their lower left corner
    columns = range(max(floor(x), 0), min(floor(x + wide) + 1, reader.sketch.width))
    rows = range(max(floor(y), 0), min(floor(y + high) + 1, reader.sketch.height))
    if points:
        columns, rows = range(reader.sketch.width), range(reader.sketch.height)
        return [(column, row) for row in rows for column in columns if inside(points, column + 0.5, row + 0.5)]
    found = [
        (column, row) for row in rows for column in columns if x <= column + 0.5 < x + wide and y <= row + 0.5 < y + high
    ]
    return found or [(floor(x + wide / 2), floor(y + high / 2))]
