"""Reads a parsed Tiled map tile by tile and writes it onto a sketch."""

from bisect import bisect_right
from typing import Any

from ...drawing import NO_MARK
from ..sketch import FLOOR, WALL, Area, Place, Sketch
from ..starts import mark_starts
from ..work import Work
from .words import FLIPPED, Meaning, Words

OURS = "fireteam"  # a property of the maps that we write: what they do not say is not guessed


class Reader:
    """Writes a parsed map onto a sketch, tile by tile.

    Attributes:
        source: the parsed map; sketch: the result; taken: the part of the map.
        work: the rest of the budget of work.
    """

    def __init__(self, source: Any, words: Words, sketch: Sketch, taken: Area, work: Work) -> None:
        self.source, self.words, self.sketch, self.taken, self.work = source, words, sketch, taken, work
        self.width, self.height = max(source.tile_size.width, 1), max(source.tile_size.height, 1)
        self._meanings: dict[int, Meaning] = {}
        self._firsts = sorted(source.tilesets)
        self._called: dict[int, str] = {}  # terrain by tileset, where one has been asked
        self.named: dict[str, str] = {}  # marks that were chosen for objects, by what they are called
        self._nameless: dict[str, list[object]] = {}
        self.understood = False  # whether anything has said a terrain
        for tileset in source.tilesets.values():
            for tile in (tileset.tiles or {}).values():
                said = words.said(tile.class_, tile.properties, f"tileset {tileset.name[:40]!r}, tile {tile.id}")
                if said.terrain and said.letter and not self.ours_already(said):
                    sketch.letters[said.letter] = said.terrain

    def ours_already(self, said: Meaning) -> bool:
        """Return whether a letter stands for something else already."""
        return self.sketch.letters.get(said.letter, said.terrain) != said.terrain

    def meaning(self, number: int) -> Meaning:
        """Return the meaning of a tile: its own, or its tileset's."""
        number &= FLIPPED
        if number not in self._meanings:
            first = self._first(number)
            self._meanings[number] = (
                Meaning() if first is None else self._of_tileset(self.source.tilesets[first], number - first)
            )
        return self._meanings[number]

    def _of_tileset(self, tileset: Any, place: int) -> Meaning:
        tile = (tileset.tiles or {}).get(place)
        said = Meaning()
        if tile is not None:
            said = self.words.said(tile.class_, tile.properties, f"tileset {tileset.name[:40]!r}, tile {place}")
            if not said.terrain and getattr(tile.objects, "tiled_objects", None):
                said = said._replace(terrain=WALL)
        return said

    def _first(self, number: int) -> int | None:
        """Return the number of the first tile of a tile's tileset, None if it has none."""
        place = bisect_right(self._firsts, number & FLIPPED)
        return self._firsts[place - 1] if place else None

    def _tileset_terrain(self, number: int) -> str:
        first = self._first(number)
        if first is None:
            return ""
        if first not in self._called:
            tileset = self.source.tilesets[first]
            own = self.words.said(tileset.class_, tileset.properties, f"tileset {tileset.name[:40]!r}")
            self._called[first] = own.terrain or self.words.terrain(tileset.name)
        return self._called[first]

    def lay(self, layer: Any, cells: dict[Place, int], lowest: bool) -> None:
        """Lay the tiles of a layer over those of the layers below it."""
        said = self.words.said(layer.class_, layer.properties, f"layer {layer.name[:40]!r}")
        called = said.terrain or self.words.terrain(layer.name)
        for (x, y), number in cells.items():
            place = (x - self.taken.x, y - self.taken.y)
            if self.sketch.holds(*place):
                own = self.meaning(number)
                if own.mark or (own.height >= 0 and not own.terrain):
                    self.put(place, Meaning(mark=own.mark, height=own.height))
                    continue
                terrain = own.terrain or called or self._tileset_terrain(number)
                if not terrain:
                    self._nameless.setdefault(layer.name[:40], []).append(place)
                    terrain = FLOOR if lowest else ""
                else:
                    self.understood = True
                height = own.height if own.height >= 0 else said.height
                self.put(place, Meaning(terrain, own.letter, said.mark, height))

    def put(self, place: Place, said: Meaning) -> None:
        """Apply a meaning to a tile; the parts that it leaves open stay as they are."""
        x, y = place
        if said.terrain:
            self.sketch.ground[y][x] = said.terrain
            self.sketch.chosen.pop(place, None)
            if said.letter and self.sketch.letters.get(said.letter) == said.terrain:
                self.sketch.chosen[place] = said.letter
        if said.height >= 0:
            self.sketch.heights[y][x] = said.height
        if said.mark:
            self.sketch.marks[y][x] = said.mark

    def close(self) -> None:
        """Fill tiles that no layer has, mark starts if none are marked, and note the guesses."""
        sketch = self.sketch
        empty = [(x, y) for y, row in enumerate(sketch.ground) for x, name in enumerate(row) if not name]
        known = any(name for row in sketch.ground for name in row)
        for x, y in empty:
            sketch.ground[y][x] = WALL if known else FLOOR
        for name, places in self._nameless.items():
            sketch.note(
                f"layer {name!r}: {len(places)} tiles say no terrain, taken as floor if nothing is below them", places
            )
        if empty:
            sketch.note(f"{len(empty)} tiles are in no layer: {'wall' if known else 'floor'}", empty)
        for says in self.words.complaints():
            sketch.note(says)
        for name, mark in self.named.items():
            sketch.note(f"object {name!r} is marked {mark}")
        if not any(mark != NO_MARK for row in sketch.marks for mark in row) and self.guessing:
            mark_starts(sketch)

    @property
    def guessing(self) -> bool:
        """Whether the reader guesses what the map leaves out; not for maps that we have written."""
        return not (self.source.properties or {}).get(OURS)
