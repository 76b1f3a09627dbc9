"""Streets: blocks of houses with streets between them, parked vehicles, and a square now and then."""

from itertools import pairwise

from ..chance import Chance
from ..connected import join
from ..features import barricade, crates, field, fountain, low_wall, place, ruin
from ..ground import FLOOR, Box, Ground
from ..houses import house

VEHICLES = ((2, 1), (1, 2), (2, 2), (2, 1), (1, 2))
WALLS = ((2, 1), (1, 2), (3, 1), (1, 3))


def draw(ground: Ground, chance: Chance) -> None:
    """Draw blocks between streets that cross; both ends of the map are streets."""
    columns = cuts(chance, ground.width, 3 if ground.width >= 16 else 2, ground.twins)
    rows = cuts(chance, ground.height, chance.below(3) if ground.height >= 14 else 0, ground.twins)
    blocks = [Box(x, y, wide, high) for y, high in rows for x, wide in columns]
    if len(blocks) > 4 and not ground.twins and chance.in_hundred(50):
        blocks = merged(chance, blocks, len(columns))
    square = chance.below(len(blocks)) if len(blocks) > 2 and chance.in_hundred(75) else -1
    for number, block in enumerate(blocks):
        twin = ground.twin(block)
        if ground.twins and (twin.y, twin.x) < (block.y, block.x):
            continue
        if number == square or (ground.twins and twin == block and len(blocks) > 1 and chance.below(3)):
            plaza(ground, chance, block)
            ground.keep(block.tiles())
        else:
            build(ground, chance, block, ground.twins and twin == block)
    block_roads(ground, chance, columns, rows)
    for _ in range(ground.width * ground.height // (70 if ground.twins else 35)):
        if chance.in_hundred(60):
            place(ground, chance, ground.box.grown(-1), VEHICLES, crates, 3, 1)
        else:
            place(ground, chance, ground.box.grown(-1), WALLS, chance.one_of((barricade, low_wall)), 3, 1)
    join(ground)


def merged(chance: Chance, blocks: list[Box], columns: int) -> list[Box]:
    """Return the blocks with two neighbours of a row made one, so that the street between them ends there."""
    row, column = chance.below(len(blocks) // columns), chance.below(columns - 1) if columns > 1 else -1
    if column < 0:
        return blocks
    at = row * columns + column
    west, east = blocks[at], blocks[at + 1]
    return [*blocks[:at], Box(west.x, west.y, east.east - west.x + 1, west.height), *blocks[at + 2 :]]


def cuts(chance: Chance, length: int, edge: int, twins: bool) -> list[tuple[int, int]]:
    """Return the first tile and the length of each block along a side of the map, streets between them.

    Args:
        chance: a stream of numbers.
        length: of the side.
        edge: the width of the streets at both ends of it.
        twins: whether the blocks look the same from either end.
    """
    inner = length - 2 * edge
    count = max((inner + 4) // chance.between(8, 11), 1)
    street = chance.between(3, 4 if inner < 24 else 5)
    left = inner - (count - 1) * street
    sizes = [left // count] * count
    for extra in range(left % count):
        sizes[extra] += 1
    rest = 0
    if twins:
        half = [left // count - chance.below(2 if left // count > 6 else 1) for _ in range(count // 2)]
        rest = left - 2 * sum(half)
        sizes = half + [rest] * (count % 2) + half[::-1]
    for at in range(0 if twins else count - 1):  # no two blocks alike
        shift = chance.between(-2, 2) if min(sizes[at], sizes[at + 1]) > 6 else 0
        sizes[at] += shift
        sizes[at + 1] -= shift
    places, start = [], edge
    for number, size in enumerate(sizes):
        places.append((start, size))
        start += size + street
        if twins and 2 * (number + 1) == count:  # what is left over widens the street in the middle
            start += rest
    return places


def build(ground: Ground, chance: Chance, block: Box, alone: bool) -> None:
    """Draw the houses of a block: one, or two side by side or with a passage between them.

    Args:
        ground: the map.
        chance: a stream of numbers.
        block: the ground between the streets.
        alone: whether there may be one house only, as where the block is its own twin.
    """
    gap = chance.one_of((-1, 2, 3))  # -1: they share a wall
    if alone and min(block.width, block.height) >= 4:
        house(ground, chance, block, "nsew", 2)
    elif block.width >= 10 and block.width >= block.height:
        at = chance.between(block.width // 2 - 1, block.width // 2)
        fill_lot(ground, chance, Box(block.x, block.y, at, block.height), "nsw", gap < 0)
        fill_lot(ground, chance, Box(block.x + at + gap, block.y, block.width - at - gap, block.height), "nse", gap < 0)
    elif block.height >= 10:
        at = chance.between(block.height // 2 - 1, block.height // 2)
        fill_lot(ground, chance, Box(block.x, block.y, block.width, at), "nwe", gap < 0)
        fill_lot(ground, chance, Box(block.x, block.y + at + gap, block.width, block.height - at - gap), "swe", gap < 0)
    else:
        fill_lot(ground, chance, block, "nsew", False)


def fill_lot(ground: Ground, chance: Chance, lot: Box, sides: str, shared: bool) -> None:
    """Draw what stands on a lot: a house, a ruin, a garden or a solid block; stalls where it is too narrow for them.

    Args:
        ground: the map.
        chance: a stream of numbers.
        lot: the ground that is built on.
        sides: the sides that may have doors and windows.
        shared: whether one of its walls is another house's too, so that it must be a house.
    """
    kind = chance.below(100)
    small = lot.width * lot.height <= 30
    if min(lot.width, lot.height) < 4:
        stalls(ground, chance, lot)
    elif shared or kind >= 34:
        house(ground, chance, lot, sides, chance.between(1, 2), sides)
    elif kind < 12:
        ruin(ground, chance, lot)
    elif kind < 24 and (small or min(lot.width, lot.height) >= 6):
        solid(ground, chance, lot)
    else:
        field(ground, chance, lot)


def solid(ground: Ground, chance: Chance, lot: Box) -> None:
    """Draw a house that nobody enters, around a yard on one side if it is large."""
    ground.fill(lot, "#")
    if min(lot.width, lot.height) >= 6:
        x = chance.one_of((lot.x, lot.x + 2))
        y = chance.one_of((lot.y, lot.y + 2))
        yard = Box(x, y, lot.width - 2, lot.height - 2)
        ground.fill(yard, FLOOR)
        place(ground, chance, yard, ((2, 1), (1, 2), (2, 2)), crates, 4, 0)
        ground.put_free(*yard.middle, "T")


def plaza(ground: Ground, chance: Chance, block: Box) -> None:
    """Draw a square: a fountain between trees, a market, or a memorial behind low walls."""
    x, y = block.middle
    plan = chance.below(3)
    if plan == 0 and min(block.width, block.height) >= 5:
        wide, high = 4 - block.width % 2, 4 - block.height % 2
        fountain(ground, chance, Box(x - wide // 2, y - high // 2, wide, high))
        for column in (block.x, block.east):
            for row in (block.y, block.south):
                ground.put_free(column, row, "T")
    elif plan == 1:
        stalls(ground, chance, block.grown(-1))
    else:
        for row in (block.y, block.south):
            third = max(block.width // 3, 1)
            ground.line(block.x, row, third, True, "o")
            ground.line(block.east - third + 1, row, third, True, "o")
        ground.put_free(x, y, "H")
        if block.width >= 7:
            for column in (x - 2, x + 2):
                ground.put_free(column, y, "T")


def stalls(ground: Ground, chance: Chance, area: Box) -> None:
    """Draw the stalls of a market: rows of counters with lanes between them."""
    for y in range(area.y, area.south + 1, 3):
        for x in range(area.x, area.east, 4):
            if chance.in_hundred(80):
                ground.line(x, y, 2, True, chance.one_of("CCO"))


def block_roads(ground: Ground, chance: Chance, columns: list[tuple[int, int]], rows: list[tuple[int, int]]) -> None:
    """Put road blocks across some streets, which leave a gap, and trees along the middle of wide ones."""
    for (x, wide), (after, _) in pairwise(columns):
        if after - x - wide >= 5 and chance.in_hundred(60):
            for y in range(2 + chance.below(2), ground.height - 1, 4):
                ground.put_free(x + wide + 2, y, "T")
        elif chance.in_hundred(50):
            y, high = chance.one_of(rows)
            shift = chance.below(2)
            ground.line(x + wide + shift, y + chance.below(high), after - x - wide - 1, True, chance.one_of("Oo"))
    for (y, high), (after, _) in pairwise(rows):
        if chance.in_hundred(50):
            x, wide = chance.one_of(columns)
            shift = chance.below(2)
            ground.line(x + chance.below(wide), y + high + shift, after - y - high - 1, False, chance.one_of("Oo"))
