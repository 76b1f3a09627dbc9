"""Riverbanks: a river or a lake with bridges and fords, reeds and trees on its banks, a house or a ruin."""

from ..chance import Chance
from ..connected import join
from ..features import clump, crates, elbow, field, grove, low_wall, place, rocks, ruin, trail, winding
from ..ground import FLOOR, Box, Ground, Tile
from ..houses import shed

HOUSES = ((5, 4), (6, 5), (5, 5), (7, 5))


def draw(ground: Ground, chance: Chance) -> None:
    """Draw a river between the ends or along the map, or a lake, and what stands on its banks."""
    plan = chance.one_of(("between", "between", "along", "lake"))
    if plan == "lake" and min(ground.width, ground.height) >= 12:
        lake(ground, chance)
    else:
        river(ground, chance, plan != "along")
    reeds(ground, chance)
    settle(ground, chance)
    join(ground)


def river(ground: Ground, chance: Chance, down: bool) -> None:
    """Draw a river with its crossings; with twins half of it, so that its twin is the other half.

    Args:
        ground: the map.
        chance: a stream of numbers.
        down: whether it flows south, between the ends of the map, instead of east.
    """
    length, room = (ground.height, ground.width) if down else (ground.width, ground.height)
    deep = 1 if room < 14 else chance.between(1, 2) if room < 20 else chance.between(2, 3)
    if ground.twins:
        deep += (room - deep) % 2  # it meets its twin in the middle
    least, most = room // 3 - deep // 2, room * 2 // 3 - deep // 2 - 1
    middle = (room - deep) // 2
    part = (length + 1) // 2 if ground.twins else length
    start = chance.between(least, most)
    places = winding(chance, part, least, most, 6, (start, middle if ground.twins else chance.between(least, most)))
    for x, y in trail([bend - 1 for bend in places], 0, deep + 2, down):
        ground.put(x, y, "~")
    for x, y in trail(places, 0, deep, down):
        ground.put(x, y, "W")
    crossings = 1 + (length >= 14) + (length >= 26)
    if ground.twins:
        crossings = (crossings + 1) // 2
    stretch = part // crossings
    bridge_at = chance.below(crossings)
    for number in range(crossings):
        at = number * stretch + chance.between(min(2, stretch - 3), max(stretch - 5, 2))
        if number == bridge_at or chance.in_hundred(35):
            bridge(ground, places, at, deep, down)
        else:
            ford(ground, places, at, deep, down)


def bridge(ground: Ground, places: list[int], at: int, deep: int, down: bool) -> None:
    """Draw a bridge two tiles wide with a railing on both sides."""
    steps = [min(max(step, 0), len(places) - 1) for step in range(at - 1, at + 4)]
    first = min(places[step] for step in steps) - 2
    last = max(places[step] for step in steps) + deep + 1
    for across in range(first, last + 1):
        for step in range(4):
            x, y = (across, at - 1 + step) if down else (at - 1 + step, across)
            if step in (1, 2):
                ground.put(x, y, FLOOR)
            elif ground.letter(x, y) in "~W":
                ground.put(x, y, "o")
    ends = [(first - 2, at), (last + 1, at)]
    for across, along in ends:
        box = Box(across, along, 2, 2) if down else Box(along, across, 2, 2)
        ground.keep(box.tiles())


def ford(ground: Ground, places: list[int], at: int, deep: int, down: bool) -> None:
    """Make a stretch of the river shallow."""
    for x, y in trail(places[at : at + 4], at, deep, down):
        if ground.letter(x, y) == "W":
            ground.put(x, y, "~")


def lake(ground: Ground, chance: Chance) -> None:
    """Draw a lake in the middle of the map, deep inside, and a jetty or an island in it."""
    x, y = ground.width, ground.height  # twice the middle
    wide, high = ground.width * chance.between(46, 58) // 100, ground.height * chance.between(48, 62) // 100
    bulge = [chance.between(85, 115) for _ in range(4)]
    for row in range(ground.height):
        for column in range(ground.width):
            dx, dy = 2 * column + 1 - x, 2 * row + 1 - y
            part = 2 * (dx > 0) + (dy > 0) if not ground.twins else int((dx > 0) == (dy > 0))
            far = (dx * dx * 1000 // (wide * wide) + dy * dy * 1000 // (high * high)) * 100 // bulge[part]
            if far <= 1000:
                ground.put(column, row, "W" if far <= 640 else "~")
    if chance.below(2) and min(wide, high) >= 8:
        island = Box(ground.width // 2 - 2, ground.height // 2 - 1, 4 - ground.width % 2, 3 - (ground.height + 1) % 2)
        ground.outline(island.grown(1), "~")
        ground.fill(island, FLOOR)
        ground.put(island.x, island.y, "T")
        for step in range(1, high):
            if ground.letter(island.x + 1, island.y - step) == "W":
                ground.put(island.x + 1, island.y - step, "~")
    else:
        across = ground.width // 2 - 1
        for row in range(ground.height // 2 + 1):
            if ground.letter(across, row) in "~W":
                ground.put(across, row, FLOOR)
                ground.put(across + 1, row, FLOOR)


def reeds(ground: Ground, chance: Chance) -> None:
    """Let reeds grow beside the water."""
    for x, y in list(bank(ground)):
        if chance.in_hundred(16):
            clump(ground, chance, x, y, chance.between(2, 4), '"')


def bank(ground: Ground) -> list[Tile]:
    """Return the free tiles beside shallow water."""
    return [
        (x, y)
        for x, y in ground.walkable()
        if ground.is_free(x, y)
        and "~" in (ground.letter(x + 1, y), ground.letter(x - 1, y), ground.letter(x, y + 1), ground.letter(x, y - 1))
    ]


def settle(ground: Ground, chance: Chance) -> None:
    """Put houses, fields, walls, trees and rocks on the banks."""
    tiles = ground.width * ground.height // (2 if ground.twins else 1)
    area = ground.box.grown(-1)
    for _ in range(1 + tiles // 250):
        place(ground, chance, area, HOUSES, ruin if chance.below(2) else shed, 14, 1)
    for _ in range(chance.below(2) + tiles // 400):
        place(ground, chance, area, ((5, 4), (6, 5), (5, 5)), field, 8, 1)
    for _ in range(1 + tiles // 150):
        place(ground, chance, area, ((3, 2), (2, 3), (4, 2)), elbow, 5, 1)
    for _ in range(1 + tiles // 130):
        place(ground, chance, area, ((3, 1), (1, 3), (2, 1)), low_wall, 5, 1)
    for _ in range(1 + tiles // 120):
        place(ground, chance, area, ((2, 1), (1, 1), (1, 2)), chance.one_of((crates, rocks)), 5, 1)
    for _ in range(3 + tiles // 35):
        x, y = chance.below(ground.width), chance.below(ground.height)
        if ground.is_free(x, y):
            grove(ground, chance, x, y, chance.between(1, 5))
