"""The ground of a battle as prims. Tiles that look alike share one paint."""

from collections.abc import Mapping
from typing import Any

from ...scenario.setup import Field
from ..look import look, scattered
from .tiles import JOINED_ANYWAY, SOUTH, VARIANTS, Paint, Tile, paint


class Ground:
    """The map of a battle as paints: `paints` holds each that occurs once, `tiles` the paint of every tile."""

    def __init__(self, field: Field) -> None:
        self._field = field
        drawing = field.drawing
        self.width, self.height = drawing.width, drawing.height
        self._floors = drawing.floors()
        self._drawn = drawing.terrain()
        self._numbers: dict[tuple[Any, ...], int] = {}
        self.paints: list[Paint] = []
        self.tiles = [self._number(tile, self._drawn) for tile in range(self.width * self.height)]

    def changed(self, ground: Mapping[str, str]) -> dict[int, int]:
        """Return the paints that differ from `tiles` where terrain is not as drawn; `ground` is that of a scene."""
        names = list(self._drawn)
        near = set()
        for key, name in ground.items():
            names[int(key)] = name
            near |= {int(key), *(tile for tile in self._around(int(key)) if tile is not None)}
        found = {tile: self._number(tile, names) for tile in sorted(near)}
        return {tile: number for tile, number in found.items() if number != self.tiles[tile]}

    def repaved(self, last: dict[int, int], ground: Mapping[str, str]) -> tuple[dict[int, int], dict[int, int]]:
        """Return the paints that differ from `tiles` now, and those that differ from the `last` ones."""
        now = self.changed(ground)
        again = {tile: self.tiles[tile] for tile in last.keys() - now.keys()}
        return now, {tile: number for tile, number in now.items() if last.get(tile) != number} | again

    def _around(self, tile: int) -> list[int | None]:
        """Return the tiles to the north, east, south and west, None beyond the edge."""
        x, y = tile % self.width, tile // self.width
        return [
            tile - self.width if y > 0 else None,
            tile + 1 if x < self.width - 1 else None,
            tile + self.width if y < self.height - 1 else None,
            tile - 1 if x > 0 else None,
        ]

    def _number(self, tile: int, names: list[str]) -> int:
        """Return the number of a tile's paint."""
        terrain = look_of(names[tile], self._field.catalog.terrain)
        drops, joined, solid = [], [], []
        for side, other in enumerate(self._around(tile)):
            if other is None:
                drops.append(0)
                joined.append(terrain["style"] == "wall" and side != SOUTH)
                solid.append(False)
                continue
            style = look_of(names[other], self._field.catalog.terrain)["style"]
            drops.append(max(self._floors[tile] - self._floors[other], 0))
            joined.append(style == terrain["style"] or {style, terrain["style"]} <= JOINED_ANYWAY)
            solid.append(style in ("wall", "door", "pane"))
        shown = Tile(terrain, self._floors[tile], drops, joined, solid)
        variant = int(scattered(tile, 11) * VARIANTS)
        key = (*shown.key(), variant)
        if key not in self._numbers:
            self._numbers[key] = len(self.paints)
            self.paints.append(paint(shown, variant))
        return self._numbers[key]


def look_of(name: str, terrains: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a terrain is drawn; one that `look.toml` lacks is drawn by its properties in the catalog."""
    known: dict[str, Any] | None = look()["terrain"].get(name)
    if known is not None:
        return known
    entry = terrains.get(name)
    if entry is None or entry.passable:
        return {"style": "floor"}
    tall: dict[str, Any] = {"style": "wall", "high": 0.36} if entry.top >= 200 else {"style": "low", "high": 0.14}
    return tall | {"colour": "stone"}
