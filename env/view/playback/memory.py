"""The ground as a side remembers it in fog: as its units last saw it."""

from collections.abc import Collection
from typing import Any, NamedTuple

from ...replay.scene import Scene

BESIDE = 1  # tiles around its own units that a side knows the ground of, seen or not, as `rules/sides/knowledge.py` has it

Tiles = dict[str, Any]  # by number, as a scene has them


class Memory(NamedTuple):
    """The ground as a side remembers it: `ground` and `dents` as in a scene, and `paints` of tiles that have changed."""

    ground: Tiles = {}
    dents: Tiles = {}
    paints: dict[int, int] = {}

    def later(self, scene: Scene, paints: dict[int, int], seen: set[int], width: int) -> "Memory":
        """Return the memory after another look.

        Args:
            scene: the present scene. paints: those of tiles that differ from the drawn map now.
            seen: the tiles that are watched now. width: width of the map, in tiles.
        """
        ground = remembered(self.ground, scene.get("ground", {}), seen)
        now = dict(self.paints)
        for tile in self.paints.keys() | paints.keys():
            # Walls join those beside them: one with an unwatched neighbour would show what has become of that.
            around = {tile - width, tile + width, tile - (tile % width > 0), tile + (tile % width < width - 1)}
            whole = tile in seen and not {other for other in around if other >= 0} - seen
            if whole or ground.get(str(tile)) != self.ground.get(str(tile)):
                now.pop(tile, None)
                now |= {tile: paints[tile]} if tile in paints else {}
        return Memory(ground, remembered(self.dents, scene.get("dents", {}), seen), now)


def watched(scene: Scene, own: Collection[str], lit: str, width: int, height: int) -> set[int]:
    """Return the tiles whose ground a side sees or stands beside.

    Args:
        own: the side's units. lit: the tiles that they see, in hexadecimal bits. width, height: of the map, in tiles.
    """
    units = [scene["units"][name] for name in own]
    spots = [
        (unit["x"] + column, unit["y"] + row)
        for unit in units
        if unit["status"] == "up"
        for column in range(-BESIDE, BESIDE + 1)
        for row in range(-BESIDE, BESIDE + 1)
    ]
    for tile in tiles_lit(lit, width * height):  # who sees a tile sees what stands on the four beside it
        x, y = tile % width, tile // width
        spots += [(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return {y * width + x for x, y in spots if 0 <= x < width and 0 <= y < height}


def remembered(last: Tiles, now: Tiles, seen: set[int] | None) -> Tiles:
    """Return the known state of some tiles: their present one if watched, else the last one seen."""
    if seen is None:
        return now
    old = {tile: value for tile, value in last.items() if int(tile) not in seen}
    return old | {tile: value for tile, value in now.items() if int(tile) in seen}


def tiles_lit(bits: str, size: int) -> list[int]:
    """Return the tiles named by hexadecimal bits, row by row."""
    return [tile for tile in range(min(size, 4 * len(bits))) if int(bits[tile // 4], 16) >> (3 - tile % 4) & 1]
