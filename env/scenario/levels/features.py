"""Things that stand on drawn maps: stacks, heaps and clumps, ruins, fountains, hills, and lines that wind."""

from collections.abc import Callable, Sequence
from math import isqrt

from .chance import Chance
from .ground import FLOOR, Box, Ground, Tile

ACROSS = 64  # parts of a tile in which winding lines are computed


def place(
    ground: Ground,
    chance: Chance,
    area: Box,
    sizes: Sequence[tuple[int, int]],
    thing: Callable[[Ground, Chance, Box], None],
    tries: int = 12,
    margin: int = 1,
) -> bool:
    """Draw a thing in a clear place of an area; return whether there is one, within some tries."""
    for _ in range(tries):
        width, height = chance.one_of(sizes)
        if width <= area.width and height <= area.height:
            x = area.x + chance.below(area.width - width + 1)
            y = area.y + chance.below(area.height - height + 1)
            if ground.is_clear(Box(x, y, width, height), margin):
                thing(ground, chance, Box(x, y, width, height))
                return True
    return False


def crates(ground: Ground, chance: Chance, box: Box) -> None:
    """Draw a stack of crates; a large one lacks a corner now and then."""
    ground.fill(box, "C")
    if box.width > 1 and box.height > 1 and chance.in_hundred(40):
        ground.put(box.x if chance.below(2) else box.east, box.y if chance.below(2) else box.south, FLOOR)


def barricade(ground: Ground, _chance: Chance, box: Box) -> None:
    """Draw a barricade."""
    ground.fill(box, "O")


def low_wall(ground: Ground, _chance: Chance, box: Box) -> None:
    """Draw a low wall."""
    ground.fill(box, "o")


def elbow(ground: Ground, chance: Chance, box: Box) -> None:
    """Draw a low wall with a corner in it: two sides of the box."""
    north, west = chance.below(2), chance.below(2)
    for x, y in box.border():
        if y == (box.y if north else box.south) or x == (box.x if west else box.east):
            ground.put(x, y, "o")


def heap(ground: Ground, chance: Chance, box: Box) -> None:
    """Draw a heap: rubble around a core of crates or wreckage."""
    core = chance.one_of("CO")
    for x, y in box.tiles():
        edge = x in (box.x, box.east) and y in (box.y, box.south)
        if not edge or chance.in_hundred(40):
            ground.put(x, y, ":" if edge or chance.in_hundred(25) else core)


def rocks(ground: Ground, chance: Chance, box: Box) -> None:
    """Draw rocks with stones around them."""
    ground.fill(box, "o")
    around = [tile for tile in box.grown(1).border() if ground.is_free(*tile)]
    for _ in range(chance.between(2, 4)):
        if around:
            ground.put_free(*chance.one_of(around), ":")


def stones(ground: Ground, _chance: Chance, box: Box) -> None:
    """Draw rubble."""
    ground.fill(box, ":")


def field(ground: Ground, chance: Chance, box: Box) -> None:
    """Draw a field or a garden: a low wall with a gap in each side, and rows of plants in it."""
    ground.outline(box, "o")
    for x, y in ((box.x + box.width // 2, box.y), (box.x + (box.width - 1) // 2, box.south),
                 (box.x, box.y + box.height // 2), (box.east, box.y + (box.height - 1) // 2)):  # fmt: skip
        ground.put(x, y, FLOOR)
    inner = box.grown(-1)
    if chance.below(2):
        for y in range(inner.y, inner.south + 1, 2):
            ground.line(inner.x, y, inner.width, True, '"')
    else:
        for x, y in ((inner.x, inner.y), (inner.east, inner.south), (inner.east, inner.y), (inner.x, inner.south)):
            if chance.in_hundred(70):
                ground.put_free(x, y, chance.one_of('TT"'))


def grove(ground: Ground, chance: Chance, x: int, y: int, count: int) -> None:
    """Let trees stand about a tile, with brush between them."""
    for _ in range(count):
        tile = x + chance.between(-2, 2), y + chance.between(-2, 2)
        ground.put_free(*tile, "T")
    ground.put_free(x, y, '"')
    ground.put_free(x + chance.between(-1, 1), y + chance.between(-1, 1), '"')


def ruin(ground: Ground, chance: Chance, box: Box) -> None:
    """Draw the walls of a house that has fallen in: gaps, and rubble below them."""
    ground.outline(box, "#")
    border = [(x, y) for x, y in box.border() if x not in (box.x, box.east) or y not in (box.y, box.south)]
    for _ in range(2 + len(border) // 9):
        x, y = chance.one_of(border)
        ground.put(x, y, ":")
        near = [(x + 1, y), (x - 1, y)] if y in (box.y, box.south) else [(x, y + 1), (x, y - 1)]
        if (side := chance.one_of(near)) in border:
            ground.put(*side, FLOOR if chance.below(2) else "o")
    corner = (box.x if chance.below(2) else box.east, box.y if chance.below(2) else box.south)
    ground.put(*corner, ":")
    inner = box.grown(-1)
    clump(ground, chance, inner.x + chance.below(inner.width), inner.y + chance.below(inner.height), 2, ":")


def fountain(ground: Ground, _chance: Chance, box: Box) -> None:
    """Draw a basin with a rim."""
    ground.outline(box, "o")
    ground.fill(box.grown(-1), "W")


def clump(ground: Ground, chance: Chance, x: int, y: int, size: int, letter: str) -> list[Tile]:
    """Let something grow from a tile over free ground; return its tiles."""
    grown: list[Tile] = []
    edge = [(x, y)]
    seen = {(x, y)}
    while edge and len(grown) < size:
        at = chance.below(len(edge))
        edge[at], edge[-1] = edge[-1], edge[at]
        x, y = edge.pop()
        if not ground.is_free(x, y):
            continue
        ground.put(x, y, letter)
        grown.append((x, y))
        for tile in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if tile not in seen:
                seen.add(tile)
                edge.append(tile)
    return grown


def hill(ground: Ground, plateau: Box, top: int) -> None:
    """Raise a hill: a plateau with slopes of a metre a tile around it."""
    around = plateau.grown(top - 1)
    for y in range(max(around.y, 0), min(around.south + 1, ground.height)):
        dy = max(plateau.y - y, y - plateau.south, 0)
        for x in range(max(around.x, 0), min(around.east + 1, ground.width)):
            dx = max(plateau.x - x, x - plateau.east, 0)
            metres = top - isqrt(dx * dx + dy * dy)
            if metres > 0:
                ground.lift(x, y, metres)


def mound(ground: Ground, chance: Chance, box: Box, top: int) -> None:
    """Raise a hill that is not square: a plateau with a bulge or two."""
    hill(ground, box, top)
    for _ in range(chance.between(1, 2)):
        wide, high = max(box.width * 2 // 3, 1), max(box.height * 2 // 3, 1)
        shift = chance.between(1, 1 if box.width < 4 else 2)
        x = box.x - shift if chance.below(2) else box.east - wide + 1 + shift
        y = box.y + chance.between(-1, box.height - high + 1)
        hill(ground, Box(x, y, wide, high), top)


def winding(chance: Chance, length: int, least: int, most: int, stride: int, ends: tuple[int, int]) -> list[int]:
    """Return a line that winds: a place between least and most for each of `length` steps.

    Args:
        stride: steps from one bend to the next.
        ends: the first and the last place.
    """
    bends = [ends[0]]
    for _ in range(max((length - 2) // stride, 0)):
        bends.append(chance.between(least, max(most, least)))
    bends.append(ends[1])
    spans, last = len(bends) - 1, max(length - 1, 1)
    places = []
    for step in range(length):
        span = min(step * spans // last, spans - 1)
        part = (step * spans - span * last) * ACROSS // last
        part = part * part * (3 * ACROSS - 2 * part) // (ACROSS * ACROSS)  # slow at the bends: they are round
        places.append((bends[span] * (ACROSS - part) + bends[span + 1] * part + ACROSS // 2) // ACROSS)
    return places


def trail(places: Sequence[int], first: int, wide: int, down: bool) -> list[Tile]:
    """Return the tiles of a winding line without gaps, in order.

    Args:
        places: the line.
        first: the column where it begins, the row if it leads `down`.
        wide: its width in tiles.
        down: whether it leads south instead of east.
    """
    tiles: list[Tile] = []
    last = places[0] if places else 0
    for step, place in enumerate(places):
        for other in range(min(last, place), max(last, place) + wide):
            tiles.append((other, first + step) if down else (first + step, other))
        last = place
    return tiles
