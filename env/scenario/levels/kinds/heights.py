"""Heights: hills, ridges and terraces that can be climbed everywhere, with rocks, trenches and a few trees."""

from collections.abc import Callable

from ..chance import Chance
from ..connected import join
from ..features import clump, elbow, grove, hill, low_wall, mound, place, rocks, ruin, trail, winding
from ..ground import Box, Ground


def draw(ground: Ground, chance: Chance) -> None:
    """Draw heights after one of five plans: a knoll, ridges, terraces, a bowl, hillocks."""
    plans: list[Callable[[Ground, Chance], list[Box]]] = [knoll, ridges, terraces, hillocks]
    if min(ground.width, ground.height) >= 12:
        plans.append(bowl)
    for plateau in chance.one_of(plans)(ground, chance):
        crest(ground, chance, plateau)
    cover(ground, chance)
    join(ground)


def knoll(ground: Ground, chance: Chance) -> list[Box]:
    """Raise a hill in the middle, with a shoulder on one side."""
    wide, high = max(ground.width * chance.between(15, 30) // 100, 2), max(ground.height * chance.between(20, 35) // 100, 2)
    wide += (ground.width - wide) % 2
    high += (ground.height - high) % 2
    top = 3 if min(ground.width, ground.height) >= 12 else 2
    box = Box((ground.width - wide) // 2, (ground.height - high) // 2, wide, high)
    hill(ground, box, top)
    if chance.below(2):
        shoulder = Box(box.x - chance.between(2, 4), box.y - chance.between(1, 3), wide, max(high - 1, 1))
    else:
        shoulder = Box(box.x + chance.between(1, 3), box.y - chance.between(2, 4), max(wide - 1, 1), high)
    hill(ground, shoulder, top - 1)
    return [box]


def ridges(ground: Ground, chance: Chance) -> list[Box]:
    """Raise ridges across the map that end before its edges, a valley between them."""
    found = []
    high = ground.height * chance.between(40, 60) // 100
    for number in range(1 if ground.twins else 2):
        x = ground.width * (1 + number) // 3 - chance.between(0, 2)
        north = (number + chance.below(2)) % 2 == 0
        y = chance.between(0, 2) if north else ground.height - high - chance.between(0, 2)
        box = Box(x, y, chance.between(1, 3), high)
        hill(ground, box, chance.between(2, 3))
        bend = Box(x + chance.one_of((-2, 2)), y + (high // 2 if north else -2), box.width, max(high // 2, 2))
        hill(ground, bend, 2)
        found.append(box)
    return found


def terraces(ground: Ground, chance: Chance) -> list[Box]:
    """Let the ground rise to the north in terraces; with twins to the south too, which leaves a valley in the middle."""
    steps = 3 if ground.height >= 14 else 2
    room = ground.height // 2 - 2 if ground.twins else ground.height - 4
    pitch = max(room // (steps + 1), 2)
    lowest = room - chance.below(2)
    start, end = chance.between(lowest - 2, lowest), chance.between(lowest - 2, lowest)
    edge = winding(chance, ground.width, max(lowest - 3, 2), lowest, 7, (start, end))
    for x, first in enumerate(edge):
        for y in range(first + 1):
            ground.lift(x, y, min((first - y) // pitch + 1, steps))
    for step in range(steps):
        for start in range(step % 2 * 3, ground.width, 6):  # walls along the edges of the terraces
            if chance.in_hundred(35 if pitch < 3 else 55):
                for x in range(start, min(start + 3, ground.width)):
                    ground.put_free(x, edge[x] - step * pitch, "o")
    return []


def bowl(ground: Ground, chance: Chance) -> list[Box]:
    """Raise a ring of heights around low ground, with gaps at both ends."""
    wide, high = ground.width * chance.between(50, 62) // 100, ground.height * chance.between(55, 75) // 100
    wide += (ground.width - wide) % 2
    high += (ground.height - high) % 2
    box = Box((ground.width - wide) // 2, (ground.height - high) // 2, wide, high)
    top = 2 if high < 11 else 3
    north = Box(box.x + 1, box.y, wide - 2, 1)
    corner = chance.between(high // 4, high // 3)
    found = [north, Box(box.x, box.y + 1, 1, corner), Box(box.east, box.y + 1, 1, corner)]
    if not ground.twins:
        found += [Box(box.x + 1, box.south, wide - 2, 1), Box(box.x, box.south - corner, 1, corner)]
    for part in found:
        hill(ground, part, top if part.height == 1 else top - 1)
    basin = Box(ground.width // 2 - 1, ground.height // 2 - 1, 2 + ground.width % 2, 2 + ground.height % 2)
    clump(ground, chance, *basin.middle, chance.between(3, 7), chance.one_of('~":'))
    return found[:1]


def hillocks(ground: Ground, chance: Chance) -> list[Box]:
    """Raise several small hills, one of them higher."""
    found = []
    for number in range(2 if ground.twins else 4):
        wide, high = chance.between(2, 5), chance.between(2, 4)
        x = chance.between(3, max(ground.width - wide - 4, 3))
        y = chance.below(max(ground.height - high, 1))
        box = Box(x, y, wide, high)
        mound(ground, chance, box, 3 if number == 0 else chance.between(1, 2))
        found.append(box)
    return found[:2]


def crest(ground: Ground, chance: Chance, plateau: Box) -> None:
    """Put low walls on the edge of a plateau, with gaps between them."""
    for side in range(4):
        along, deep = plateau[2:] if side < 2 else plateau[:1:-1]
        x = plateau.east if side == 3 else plateau.x
        y = plateau.south if side == 1 else plateau.y
        if along >= 3 and (deep >= 3 or side in (0, 2)) and chance.in_hundred(70):  # no two walls back to back
            length = max(along // 2, 2)
            start = chance.below(along - length + 1)
            ground.line(x + start * (side < 2), y + start * (side >= 2), length, side < 2, "o")


def cover(ground: Ground, chance: Chance) -> None:
    """Put trenches, rocks, trees and brush on the slopes and at their feet."""
    tiles = ground.width * ground.height // (2 if ground.twins else 1)
    area = ground.box.grown(-1)
    for _ in range(1 + tiles // 240):
        trench(ground, chance)
    if tiles >= 200 and chance.in_hundred(40):
        place(ground, chance, area, ((5, 4), (4, 4), (5, 5)), ruin, 8, 1)
    for _ in range(1 + tiles // 60):
        place(ground, chance, area, ((1, 1), (2, 1), (1, 2)), rocks, 4, 1)
    for _ in range(tiles // 160):
        place(ground, chance, area, ((3, 2), (2, 3), (4, 2)), elbow, 4, 1)
    for _ in range(tiles // 160):
        place(ground, chance, area, ((3, 1), (1, 3)), low_wall, 4, 1)
    for _ in range(1 + tiles // 35):
        x, y = chance.below(ground.width), chance.below(ground.height)
        if ground.is_free(x, y):
            if chance.below(2):
                grove(ground, chance, x, y, chance.between(2, 5))
            else:
                clump(ground, chance, x, y, chance.between(2, 5), '"')


def trench(ground: Ground, chance: Chance) -> None:
    """Draw the parapet of a trench that winds from north to south, with ways through it, where there is room."""
    length = min(chance.between(4, 8), ground.height - 2)
    x = chance.between(3, ground.width - 5)
    y = chance.between(1, ground.height - length - 1)
    shift = chance.one_of((-2, 2))
    if ground.is_clear(Box(min(x, x + shift), y, 3, length), 1):
        for step, (column, row) in enumerate(trail(winding(chance, length, x, x, 4, (x, x + shift)), y, 1, True)):
            if step % 5 != 4:
                ground.put_free(column, row, "o")
