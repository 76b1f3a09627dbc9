"""How a tile is drawn, by its terrain, height and neighbours: a function for each style of `look.toml`.

A tile has three layers, drawn one after the other over the whole map: its floor, the shadow it throws, and the block that
stands on it. Blocks rise towards the top of the picture and are drawn row by row from there, so that nearer ones overlap
those behind.
"""

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from typing import Any

from ..look import Prim, scattered

Paint = tuple[list[Prim], list[Prim], list[Prim]]  # floor, shadow, block
VARIANTS = 5  # of the same kind of tile, so that floors do not look like wallpaper
LIGHT_X, LIGHT_Y = 0.9, 0.35  # where shadows fall, in tiles per tile of height
NORTH, EAST, SOUTH, WEST = range(4)


class Tile:
    """The properties that decide the look of a tile.

    Attributes:
        style, colour, high: those of its terrain, see `look.toml`.
        floor: height of the ground in metres; lower: how far the neighbours to the north, east, south and west are below it.
        joined: which of these neighbours are of the same style; solid: which are walls or doors.
    """

    def __init__(
        self, terrain: Mapping[str, Any], floor: int, drops: list[int], joined: list[bool], solid: list[bool]
    ) -> None:
        self.style: str = terrain["style"]
        self.colour: str = terrain.get("colour", "floor")
        self.high: float = terrain.get("high", 0.0)
        self.floor = floor
        self.drops = drops
        self.joined = joined
        self.solid = solid

    def key(self) -> tuple[Any, ...]:
        """Return a key that two tiles share if they look the same apart from their variant."""
        return self.style, self.colour, self.high, self.floor, *self.drops, *self.joined, *self.solid


def paint(tile: Tile, variant: int) -> Paint:
    """Return how a tile is drawn."""
    floor = ground(tile, variant)
    block = STYLES[tile.style](tile, variant)
    flat = tile.style in FLAT
    return (floor + block, [], []) if flat else (floor, shadow(tile), block)


def ground(tile: Tile, variant: int) -> list[Prim]:
    """Return the bare ground: lighter the higher it lies, with a ledge towards lower ground."""
    shade = 0.04 * (scattered(variant, 7) - 0.5)
    colour = "floor" if tile.floor == 0 else f"floor+{min(0.07 * tile.floor, 0.5):.2f}"
    prims: list[Prim] = [["poly", colour, [0, 0, 1, 0, 1, 1, 0, 1]]]
    if tile.floor == 0:
        prims[0][1] = f"floor{shade:+.3f}"
    for speck in range(2):
        x, y = scattered(variant, speck, 1), scattered(variant, speck, 2)
        prims.append(["disc", "grid@0.5", round(x, 2), round(y, 2), 0.025])
    prims.append(["line", "grid@0.55", 0.02, [0, 0, 1, 0, 1, 1]])
    edges = {NORTH: [0, 0, 1, 0], EAST: [1, 0, 1, 1], SOUTH: [0, 1, 1, 1], WEST: [0, 0, 0, 1]}
    for side, drop in enumerate(tile.drops):
        if drop > 0:
            prims.append(["line", f"shadow@{min(0.35 + 0.12 * drop, 0.8):.2f}", min(0.05 + 0.03 * drop, 0.14), edges[side]])
            prims += ticks(side, drop)
    return prims


def ticks(side: int, drop: int) -> list[Prim]:
    """Return short strokes down a slope, as maps have them: more for a deeper drop."""
    prims: list[Prim] = []
    for stroke in range(min(2 + drop, 5)):
        at = (stroke + 0.5) / min(2 + drop, 5)
        ends = {NORTH: [at, 0, at, 0.14], EAST: [0.86, at, 1, at], SOUTH: [at, 0.86, at, 1], WEST: [0, at, 0.14, at]}
        prims.append(["line", "shadow@0.4", 0.03, [round(end, 3) for end in ends[side]]])
    return prims


def shadow(tile: Tile) -> list[Prim]:
    """Return the soft shadow of a block: three thin layers, each a little smaller."""
    prims: list[Prim] = []
    for layer in range(3):
        far = tile.high * (1.25 - 0.3 * layer)
        dx, dy = LIGHT_X * far, LIGHT_Y * far
        points = [0, 0, 1, 0, 1 + dx, dy, 1 + dx, 1 + dy, dx, 1 + dy, 0, 1]
        if tile.style == "tree":
            turns = [2 * pi * corner / 12 for corner in range(12)]
            wide = 0.42 - 0.06 * layer
            points = [at for turn in turns for at in (0.5 + dx + 1.2 * wide * sin(turn), 0.6 + dy - wide * cos(turn))]
        prims.append(["poly", "shadow@0.13", [round(point, 3) for point in points]])
    return prims


def box(tile: Tile, inset: float, colour: str) -> list[Prim]:
    """Return a block: its lit top, its darker side towards the viewer, an edge where no like block joins it."""
    left = 0 if tile.joined[WEST] else inset
    right = 1 if tile.joined[EAST] else 1 - inset
    back = 0 if tile.joined[NORTH] else inset
    front = 1 if tile.joined[SOUTH] else 1 - inset
    high = tile.high
    top = [left, back - high, right, back - high, right, front - high, left, front - high]
    prims: list[Prim] = []
    if not tile.joined[SOUTH]:
        prims.append(["poly", f"{colour}-0.42", [left, front - high, right, front - high, right, front, left, front]])
    prims.append(["poly", colour, top])
    edges = {
        NORTH: [left, back - high, right, back - high],
        EAST: [right, back - high, right, front - high],
        SOUTH: [left, front - high, right, front - high],
        WEST: [left, back - high, left, front - high],
    }
    for side, ends in edges.items():
        if not tile.joined[side]:
            tint = f"{colour}+0.35" if side in (NORTH, WEST) else f"{colour}-0.25"
            prims.append(["line", tint, 0.04, [round(end, 3) for end in ends]])
    return rounded(prims)


def rounded(prims: list[Prim]) -> list[Prim]:
    """Return prims with their numbers cut to thousandths: nobody sees more, and files stay small."""
    return [
        [[round(n, 3) for n in part] if isinstance(part, list) else round(part, 3) if isinstance(part, float) else part
         for part in prim]
        for prim in prims
    ]  # fmt: skip


def nothing(_tile: Tile, _variant: int) -> list[Prim]:
    """Return nothing: bare ground."""
    return []


def wall(tile: Tile, variant: int) -> list[Prim]:
    """Return a wall, its courses showing on the side."""
    prims = box(tile, 0.0, tile.colour)
    if not tile.joined[SOUTH]:
        for course in range(1, 3):
            y = 1 - tile.high * course / 3
            prims.append(["line", f"{tile.colour}-0.55@0.7", 0.02, [0, y, 1, y]])
        at = 0.3 + 0.4 * scattered(variant, 3)
        prims.append(["line", f"{tile.colour}-0.55@0.7", 0.02, [at, 1 - tile.high / 3, at, 1]])
    x, y = scattered(variant, 4), scattered(variant, 5) - tile.high
    prims.append(["disc", f"{tile.colour}+0.12@0.6", x, y, 0.06])
    return rounded(prims)


def pane(tile: Tile, _variant: int) -> list[Prim]:
    """Return a window: a thin pane between its neighbours, with a glint."""
    across = tile.solid[EAST] or tile.solid[WEST] or not (tile.solid[NORTH] or tile.solid[SOUTH])
    high = tile.high
    if across:
        face = [0, 0.6 - high, 1, 0.6 - high, 1, 0.6, 0, 0.6]
        return rounded([
            ["poly", f"{tile.colour}@0.45", face],
            ["line", f"{tile.colour}+0.4", 0.05, [0, 0.6 - high, 1, 0.6 - high]],
            ["line", f"{tile.colour}-0.4", 0.05, [0, 0.6, 1, 0.6]],
            ["line", f"{tile.colour}+0.6@0.7", 0.04, [0.25, 0.55, 0.45, 0.65 - high]],
        ])  # fmt: skip
    face = [0.4, -high, 0.6, -high, 0.6, 1 - high, 0.6, 1, 0.4, 1]
    return rounded([
        ["poly", f"{tile.colour}@0.45", face],
        ["line", f"{tile.colour}+0.4", 0.05, [0.4, -high, 0.4, 1 - high]],
        ["line", f"{tile.colour}-0.3", 0.05, [0.6, -high, 0.6, 1]],
    ])  # fmt: skip


def door(tile: Tile, _variant: int) -> list[Prim]:
    """Return a closed door: a block with a lighter leaf and a handle."""
    prims = box(tile, 0.0, tile.colour)
    high = tile.high
    across = tile.solid[EAST] or tile.solid[WEST]
    band = [0.08, 0.32 - high, 0.92, 0.32 - high, 0.92, 0.68 - high, 0.08, 0.68 - high]
    if not across:
        band = [0.32, 0.08 - high, 0.68, 0.08 - high, 0.68, 0.92 - high, 0.32, 0.92 - high]
    prims.append(["poly", f"{tile.colour}+0.3", band])
    prims.append(["disc", "accent", 0.75 if across else 0.5, (0.5 if across else 0.75) - high, 0.06])
    return rounded(prims)


def open_door(tile: Tile, _variant: int) -> list[Prim]:
    """Return an open door: its leaf turned aside, and the sill."""
    across = tile.solid[EAST] or tile.solid[WEST]
    sill = [0, 0.5, 1, 0.5] if across else [0.5, 0, 0.5, 1]
    leaf = [0.06, 0.5, 0.06, -0.3] if across else [0.5, 0.06, 1.2, 0.06]
    return [["line", f"{tile.colour}-0.4@0.6", 0.08, sill], ["line", tile.colour, 0.12, leaf]]


def low(tile: Tile, variant: int) -> list[Prim]:
    """Return a low wall: a band of stones that joins its like."""
    prims = box(tile, 0.14, tile.colour)
    for stone in range(3):
        x, y = 0.22 + 0.28 * stone, 0.35 + 0.3 * scattered(variant, stone, 6) - tile.high
        prims.append(["disc", f"{tile.colour}+0.15", x, y, 0.07])
    return rounded(prims)


def sandbags(tile: Tile, variant: int) -> list[Prim]:
    """Return a barricade: two rows of bags, the upper one lit."""
    prims: list[Prim] = []
    for row, (y, tint) in enumerate(((0.72, "-0.35"), (0.5, "-0.15"), (0.34, "+0.12"))):
        for bag in range(3):
            x = 0.2 + 0.3 * bag + 0.04 * (row % 2) + 0.03 * scattered(variant, bag, row)
            prims.append(["disc", f"{tile.colour}-0.5", x, y + 0.03 - tile.high * row / 2, 0.19])
            prims.append(["disc", f"{tile.colour}{tint}", x, y - tile.high * row / 2, 0.17])
    return rounded(prims)


def crate(tile: Tile, _variant: int) -> list[Prim]:
    """Return a stack of crates: planks on top, a brace across."""
    alone = Tile({"style": "crate", "colour": tile.colour, "high": tile.high}, 0, [0] * 4, [False] * 4, tile.solid)
    prims = box(alone, 0.07, tile.colour)
    high = tile.high
    dark = f"{tile.colour}-0.35"
    prims.append(["line", dark, 0.05, [0.12, 0.12 - high, 0.88, 0.88 - high]])
    prims.append(["line", dark, 0.03, [0.07, 0.5 - high, 0.93, 0.5 - high]])
    prims.append(["line", dark, 0.04, [0.07, 0.93 - high / 2, 0.93, 0.93 - high / 2]])
    return rounded(prims)


def tree(tile: Tile, variant: int) -> list[Prim]:
    """Return a tree: trunk and a crown in three greens."""
    prims: list[Prim] = [["line", "trunk", 0.16, [0.5, 0.85, 0.5, 0.3]]]
    for leaf in range(7):
        turn = scattered(variant, leaf, 8)
        x, y = 0.5 + 0.3 * (scattered(variant, leaf, 9) - 0.5) * 2, 0.22 + 0.32 * (turn - 0.5) * 2
        tint = ("-0.25", "-0.1", "+0.08", "+0.2")[min(leaf // 2, 3)]
        prims.append(["disc", f"{tile.colour}{tint}", x, y - 0.04 * leaf, 0.34 - 0.03 * leaf])
    return rounded(prims)


def brush(tile: Tile, variant: int) -> list[Prim]:
    """Return brush: tufts close to the ground."""
    prims: list[Prim] = []
    for tuft in range(8):
        x, y = 0.12 + 0.76 * scattered(variant, tuft, 1), 0.12 + 0.76 * scattered(variant, tuft, 2)
        tint = ("-0.3", "-0.1", "+0.1")[tuft % 3]
        prims.append(["disc", f"{tile.colour}{tint}@0.85", x, y, 0.1 + 0.06 * scattered(variant, tuft, 3)])
    return rounded(prims)


def water(tile: Tile, variant: int) -> list[Prim]:
    """Return water with a few ripples."""
    prims: list[Prim] = [["poly", tile.colour, [0, 0, 1, 0, 1, 1, 0, 1]]]
    for ripple in range(3):
        x, y = 0.1 + 0.5 * scattered(variant, ripple, 4), 0.2 + 0.3 * ripple
        prims.append(["line", f"{tile.colour}+0.25@0.7", 0.03, [x, y, x + 0.14, y - 0.05, x + 0.3, y]])
    return rounded(prims)


def rubble(tile: Tile, variant: int) -> list[Prim]:
    """Return rubble: broken stones."""
    prims: list[Prim] = []
    for stone in range(6):
        x, y = 0.1 + 0.7 * scattered(variant, stone, 1), 0.15 + 0.65 * scattered(variant, stone, 2)
        wide = 0.09 + 0.1 * scattered(variant, stone, 3)
        points = [x, y, x + wide, y - 0.05, x + 1.4 * wide, y + 0.07, x + 0.6 * wide, y + 0.13]
        prims.append(["poly", "shadow@0.35", [p + (0.03 if n % 2 else 0.04) for n, p in enumerate(points)]])
        prims.append(["poly", f"{tile.colour}{('-0.25', '-0.1', '+0.1')[stone % 3]}", points])
    return rounded(prims)


def debris(tile: Tile, variant: int) -> list[Prim]:
    """Return the remains of something that stood here: splinters."""
    prims: list[Prim] = []
    for piece in range(6):
        x, y = 0.1 + 0.7 * scattered(variant, piece, 1), 0.1 + 0.75 * scattered(variant, piece, 2)
        dx, dy = 0.25 * (scattered(variant, piece, 3) - 0.5), 0.25 * (scattered(variant, piece, 4) - 0.5)
        prims.append(["line", f"{tile.colour}{('-0.4', '-0.2', '+0.05')[piece % 3]}", 0.05, [x, y, x + dx, y + dy]])
    return rounded(prims)


STYLES: dict[str, Callable[[Tile, int], list[Prim]]] = {
    "floor": nothing, "wall": wall, "pane": pane, "door": door, "open_door": open_door, "low": low, "sandbags": sandbags,
    "crate": crate, "tree": tree, "brush": brush, "water": water, "rubble": rubble, "debris": debris,
}  # fmt: skip
FLAT = {"floor", "water", "brush", "rubble", "debris", "open_door"}
JOINED_ANYWAY = {"wall", "door"}  # styles that join one another without an edge in between
