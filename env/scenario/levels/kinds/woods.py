"""Woods: thick and thin growth with clearings, a path that winds through, a brook now and then, gentle rises."""

from math import isqrt

from ..chance import Chance
from ..connected import join
from ..features import crates, elbow, low_wall, mound, place, rocks, ruin, trail, winding
from ..ground import FLOOR, Box, Ground, Tile
from ..houses import shed
from ..noise import Noise

LOGS = ((3, 1), (1, 3), (2, 1), (4, 1))


def draw(ground: Ground, chance: Chance) -> None:
    """Draw a wood after one of four plans: a path, a glade in the middle, several clearings, a brook."""
    plan = chance.one_of(("path", "glade", "clearings", "brook"))
    rises(ground, chance)
    if plan == "brook":
        brook(ground, chance)
    centres = clearings(ground, chance, plan)
    if plan == "glade" and chance.in_hundred(60):
        circle(ground)
    else:
        settle(ground, chance, centres, plan)
    ground.keep(path(ground, chance))
    tiles = ground.width * ground.height // (2 if ground.twins else 1)
    for _ in range(1 + tiles // 140):
        place(ground, chance, ground.box.grown(-1), LOGS, low_wall, 8, 1)
    for _ in range(1 + tiles // 110):
        place(ground, chance, ground.box.grown(-1), ((1, 1), (2, 1), (1, 2)), rocks, 8, 1)
    grow(ground, chance, chance.between(48, 66))
    join(ground)


def rises(ground: Ground, chance: Chance) -> None:
    """Raise low hills on some maps."""
    for _ in range(chance.below(3)):
        wide, high = chance.between(2, 6), chance.between(2, 4)
        x, y = chance.between(3, max(ground.width - wide - 3, 3)), chance.below(max(ground.height - high, 1))
        mound(ground, chance, Box(x, y, wide, high), chance.between(1, 2))


def brook(ground: Ground, chance: Chance) -> None:
    """Draw a brook from north to south: half of it, and its twin the other half, if the map has twins."""
    length = (ground.height + 1) // 2 if ground.twins else ground.height
    middle = ground.width // 2
    least, most = ground.width // 3, ground.width * 2 // 3
    end = middle if ground.twins else chance.between(least, most)
    wide = chance.between(1, 2)
    for x, y in trail(winding(chance, length, least, most, 5, (chance.between(least, most), end)), 0, wide, True):
        ground.put(x, y, "~")
        if chance.in_hundred(25):
            ground.put_free(x + chance.one_of((-1, 1)) * wide, y, '"')


def path(ground: Ground, chance: Chance) -> list[Tile]:
    """Return the tiles of a path from the west end to the east end; with twins, to the middle."""
    length = ground.width // 2 + 1 if ground.twins else ground.width
    least, most = 1, ground.height - 3
    end = ground.height // 2 - 1 if ground.twins else chance.between(ground.height // 4, ground.height * 3 // 4 - 1)
    start = chance.between(ground.height // 4, ground.height * 3 // 4 - 1)
    return trail(winding(chance, length, least, most, 6, (start, end)), 0, 2, False)


def clearings(ground: Ground, chance: Chance, plan: str) -> list[Box]:
    """Keep the ground of clearings free: round ones, and one at each end; return where they are."""
    width, height = ground.width, ground.height
    found = []
    if plan == "glade":
        found.append((width // 2, height // 2, min(width, height) // 4))
    else:
        for _ in range(3 if plan == "clearings" else 1):
            radius = chance.between(2, 3 if height >= 14 else 2)
            found.append((chance.between(4, width - 5), chance.between(2, height - 3), radius))
    found.append((0, chance.between(height // 3, height * 2 // 3), 3))
    if not ground.twins:
        found.append((width - 1, chance.between(height // 3, height * 2 // 3), 3))
    boxes = []
    for x, y, radius in found:
        box = Box(x - radius, y - radius, 2 * radius + 1, 2 * radius + 1)
        ground.keep((a, b) for a, b in box.tiles() if isqrt((a - x) ** 2 + (b - y) ** 2) <= radius)
        boxes.append(box)
    return boxes


def grow(ground: Ground, chance: Chance, percent: int) -> None:
    """Let trees and brush grow on so many per cent of the ground, the thicker the farther from the edge of the wood."""
    noise = Noise(ground, chance, 4 if ground.width < 24 else 5)
    level = noise.level(percent)
    last = ground.width * ground.height
    for number in range((last + 1) // 2 if ground.twins else last):
        x, y = number % ground.width, number // ground.width
        if not ground.is_free(x, y):
            continue
        depth = noise.values[number] - level
        if depth > 0:
            at = chance.below(100)
            trees, brush = (56, 74) if depth > 8 else (36, 60)
            if at < brush:
                ground.put(x, y, "T" if at < trees else '"')
        elif depth > -6 and chance.in_hundred(16):
            ground.put(x, y, chance.one_of('T""'))


def circle(ground: Ground) -> None:
    """Draw a circle of standing stones around the middle of the map."""
    x, y = ground.box.middle
    for dx, dy in ((-1, -2), (-2, 0), (-1, 2), (1, 2), (2, 0), (1, -2)):
        west = x + dx - (1 if dx < 0 and ground.width % 2 == 0 else 0)
        north = y + dy - (1 if dy < 0 and ground.height % 2 == 0 else 0)
        ground.put(west, north, "H")


def settle(ground: Ground, chance: Chance, centres: list[Box], plan: str) -> None:
    """Put what people left into some clearings: a hut, a camp, a ruin."""
    for box in centres[: 2 if plan == "clearings" else 1]:
        x, y = box.middle
        thing = chance.one_of(("hut", "camp", "ruin", ""))
        small = Box(x - 2, y - 2, 5, 4)
        if small.x < 1 or small.y < 1 or any(ground.letter(*tile) != FLOOR for tile in small.grown(1).tiles()):
            continue
        if ground.twins and small.grown(1).overlaps(ground.twin(small)):
            continue
        if thing == "hut":
            shed(ground, chance, small)
        elif thing == "ruin":
            ruin(ground, chance, small)
        elif thing == "camp":
            elbow(ground, chance, Box(x - 2, y - 1, 2, 2))
            crates(ground, chance, Box(x + 2, y, 1, 2))
