"""Yards: walled or fenced ground with sheds, stacks of crates and the lanes between them."""

from collections.abc import Callable

from ..chance import Chance
from ..connected import join
from ..features import barricade, crates, elbow, heap, low_wall, place, stones
from ..ground import FLOOR, Box, Ground
from ..houses import enter, house, shed

SHEDS = ((5, 4), (5, 5), (6, 5), (6, 4), (7, 5))
STACKS = ((2, 1), (3, 1), (2, 2), (1, 3), (3, 2), (1, 2))


def draw(ground: Ground, chance: Chance) -> None:
    """Draw a yard after one of four plans: freight, two courts, a depot, a scrapyard."""
    inside = enclose(ground, chance)
    plans: list[Callable[[Ground, Chance, Box], None]] = [freight, courts, scrapyard]
    if inside.height >= (14 if ground.twins else 9) and inside.width >= 14:
        plans.append(depot)
    chance.one_of(plans)(ground, chance, inside)
    for _ in range(2 + ground.width * ground.height // 100):
        place(ground, chance, inside, ((2, 1), (1, 2)), chance.one_of((barricade, low_wall)), 4)
    for _ in range(ground.width * ground.height // 200):
        place(ground, chance, inside, ((2, 1), (2, 2), (1, 2)), stones, 4, 0)
    join(ground)


def enclose(ground: Ground, chance: Chance) -> Box:
    """Put a wall or a fence around the yard, with gates at both ends; return the ground inside."""
    side = chance.one_of((0, 0, 3)) if ground.width >= 20 else 0
    top = chance.below(2) if side and ground.height >= 14 else 0
    box = Box(side, top, ground.width - 2 * side, ground.height - 2 * top)
    letter = chance.one_of("##o")
    ground.outline(box, letter)
    if side:
        for x in (box.x,) if ground.twins else (box.x, box.east):
            gate(ground, chance, x, box, letter)
    if top and chance.below(2):
        x = box.x + chance.between(4, box.width - 6)
        for step in range(2):
            ground.put(x + step, box.y, ":" if letter == "#" else FLOOR)
            ground.keep(((x + step, box.y + 1),))
    return box.grown(-1)


def gate(ground: Ground, chance: Chance, x: int, box: Box, letter: str) -> None:
    """Put two gates into a side of the fence, with a barricade behind one of them."""
    third = box.height // 3
    inwards = 1 if x == box.x else -1
    for y in (box.y + chance.between(2, third - 1), box.south - chance.between(4, third + 2)):
        wide = chance.between(2, 3)
        for step in range(wide):
            if letter == "#" and wide == 2:
                enter(ground, x, y + step, "+")
            else:
                ground.put(x, y + step, FLOOR)
                ground.keep(((x + inwards, y + step),))
    y = box.y + box.height // 2 - 1
    ground.line(x + 3 * inwards, y, 2, False, chance.one_of("OC"))


def freight(ground: Ground, chance: Chance, inside: Box) -> None:
    """Draw sheds in the corners and stacks in a grid, the lanes between them free."""
    for _ in range(chance.between(1, 2) if ground.twins else chance.between(1, 3)):
        place(ground, chance, inside.grown(-1), SHEDS, shed, 8, 2)
    stack(ground, chance, inside.grown(-1), 75)


def stack(ground: Ground, chance: Chance, area: Box, percent: int) -> None:
    """Draw stacks of crates in a grid with lanes, one row of stacks after the other."""
    wide, pitch = chance.between(2, 3), chance.between(3, 4)
    for row, y in enumerate(range(area.y, area.south, pitch)):
        shift = row % 2 * chance.between(1, 2)  # no lane leads straight through
        for x in range(area.x + shift, area.east - wide + 2, wide + 2):
            high = 1 if pitch == 3 and chance.below(2) else 2
            box = Box(x, y, wide, high)
            if ground.is_clear(box) and box.south <= area.south and chance.in_hundred(percent):
                if chance.in_hundred(80):
                    crates(ground, chance, box)
                else:
                    (elbow if high > 1 else low_wall)(ground, chance, box)


def courts(ground: Ground, chance: Chance, inside: Box) -> None:
    """Draw two courts: a wall in two parts that leaves a way through the middle, a gate in each part."""
    x, y = inside.middle
    shift = chance.between(1, 3) * (1 if chance.below(2) else -1)
    half = inside.height // 2 - 1
    for at, top in ((x + shift, inside.y),) if ground.twins else ((x + shift, inside.y), (x - shift, y + 1)):
        length = half if top == inside.y else inside.south - top + 1
        ground.line(at, top, length, False, "#")
        enter(ground, at, top + chance.between(1, max(length - 3, 1)), chance.one_of("+/."))
    ground.keep(Box(x - 3, y - 1, 7, 3).tiles())
    west = Box(inside.x + 1, inside.y, inside.width // 2 - 3, inside.height)
    east = Box(x + 3, inside.y, inside.east - x - 3, inside.height)
    for court in (west,) if ground.twins else (west, east):
        place(ground, chance, court, SHEDS, shed, 10, 1)
        if chance.in_hundred(60):
            stack(ground, chance, court.grown(-1), 70)
        else:
            for _ in range(2 + court.width * court.height // 30):
                place(ground, chance, court, STACKS, crates, 4, 1)


def depot(ground: Ground, chance: Chance, inside: Box) -> None:
    """Draw a long hall of garages along a wall, with vehicles before it and stacks on the other side."""
    bay, deep = chance.between(4, 5), chance.between(4, 5)
    count = (inside.width - 6) // bay
    left = inside.x + (inside.width - count * bay) // 2
    south = not ground.twins and chance.below(2) == 1
    top = inside.south - deep + 2 if south else inside.y - 1
    for number in range(count):
        box = Box(left + number * bay, top, bay + 1, deep)
        house(ground, chance, box, "n" if south else "s", windows="n" if south else "s")
        if chance.in_hundred(50):
            row = box.y - 3 if south else box.south + 2
            ground.fill(Box(box.x + 2, row, 2 if chance.below(2) else 1, 2), chance.one_of("CCO"))
    rest = Box(inside.x + 1, inside.y if south else inside.y + deep + 4, inside.width - 2, inside.height - deep - 5)
    stack(ground, chance, rest, 70)


def scrapyard(ground: Ground, chance: Chance, inside: Box) -> None:
    """Draw heaps with crooked lanes between them, and a hut."""
    place(ground, chance, inside.grown(-2), SHEDS, shed, 8, 2)
    for _ in range(inside.width * inside.height // (30 if ground.twins else 15)):
        place(ground, chance, inside.grown(-1), ((3, 2), (2, 3), (3, 3), (4, 2), (4, 3)), heap, 5, 1)
    for _ in range(inside.width * inside.height // 70):
        place(ground, chance, inside, STACKS, crates, 3, 1)
