"""Buildings: one large house with rooms, corridors and halls, and a strip of open ground around it or at both ends."""

from ..chance import Chance
from ..connected import join
from ..features import barricade, crates, low_wall, place
from ..ground import Box, Ground
from ..houses import enter, facade, furnish
from ..rooms import open_wall, row_of_rooms, split


def draw(ground: Ground, chance: Chance) -> None:
    """Draw a building after one of four plans: a corridor, a hall, a courtyard, nested rooms."""
    side = chance.between(2, 3) if ground.width >= 16 else 1
    top = chance.one_of((0, 1, 2)) if ground.height >= 14 else 0
    box = Box(side, top, ground.width - 2 * side, ground.height - 2 * top)
    ground.outline(box, "#")
    inner = box.grown(-1)
    plans = [corridor, nested]
    if inner.width >= 15 and inner.height >= 7:
        plans += [hall, hall]
    if inner.width >= 16 and inner.height >= 12:
        plans += [courtyard, courtyard]
    rooms = chance.one_of(plans)(ground, chance, inner)
    outer_walls(ground, chance, box, top > 0)
    for room in rooms:
        furnish(ground, chance, room)
    outside = [Box(0, 0, side, ground.height), Box(box.east + 1, 0, side, ground.height)]
    for strip in outside[: 1 if ground.twins else 2]:
        for _ in range(ground.height // 7):
            place(ground, chance, strip, ((1, 2), (1, 1), (2, 1)), chance.one_of((low_wall, barricade, crates)), 4)
    join(ground)


def outer_walls(ground: Ground, chance: Chance, box: Box, strip: bool) -> None:
    """Put entrances and windows into the outer walls where there is floor behind them."""
    for side in "we" + "ns" * strip:
        if ground.twins and side in "es":
            continue
        into = {"w": (1, 0), "e": (-1, 0), "n": (0, 1), "s": (0, -1)}[side]
        spots = [(x, y) for x, y in facade(box, side) if ground.is_free(x + into[0], y + into[1])]
        entrances = 2 if len(spots) >= 8 else 1
        part = len(spots) // entrances if spots else 0
        for number in range(entrances if part else 0):
            x, y = spots[number * part + chance.below(part)]
            enter(ground, x, y, chance.one_of("++/"))
            if side in "we" and part > 4 and (x, y + 1) in spots:  # a double door
                enter(ground, x, y + 1, "+")
        for x, y in spots[1 :: chance.between(2, 4)]:
            if ground.letter(x, y) == "#" and not ground.is_door(x, y - 1) and not ground.is_door(x, y + 1):
                ground.put(x, y, "=")


def corridor(ground: Ground, chance: Chance, inner: Box) -> list[Box]:
    """Draw a corridor from end to end with rooms on both sides, on large floors a second one across it."""
    wide = 2 if inner.height % 2 == 0 else chance.one_of((1, 3)) if inner.height >= 13 else 1
    deep = (inner.height - wide) // 2 - 1
    if deep < 2:
        return nested(ground, chance, inner)
    sizes = (3, 5) if inner.width < 24 else (4, 7)
    north = Box(inner.x, inner.y, inner.width, deep)
    south = Box(inner.x, inner.south - deep + 1, inner.width, deep)
    rooms = []
    for area, facing in ((north, "s"), (south, "n"))[: 1 if ground.twins else 2]:
        if area.width >= 16 and chance.in_hundred(60):  # a lobby interrupts the row of rooms
            gap, at = chance.between(2, 4), chance.between(5, area.width - 10)
            first = Box(area.x, area.y, at, deep)
            second = Box(area.x + at + gap + 2, area.y, area.width - at - gap - 2, deep)
            for x in (first.east + 1, second.x - 1):
                ground.fill(Box(x, area.y if facing == "s" else area.y - 1, 1, deep + 1), "P")
            rooms += row_of_rooms(ground, chance, first, facing, sizes)
            rooms += row_of_rooms(ground, chance, second, facing, sizes)
        else:
            rooms += row_of_rooms(ground, chance, area, facing, sizes)
    return rooms


def nested(ground: Ground, chance: Chance, inner: Box) -> list[Box]:
    """Draw rooms within rooms: the floor is split again and again."""
    least = 3 if inner.width * inner.height < 200 else 4 if inner.width * inner.height < 500 else 5
    if not ground.twins:
        return split(ground, chance, inner, least)
    wide = 2 if inner.width % 2 == 0 else 3
    west = Box(inner.x, inner.y, (inner.width - wide) // 2 - 1, inner.height)
    rooms = split(ground, chance, west, least)
    wall = Box(west.east + 1, inner.y, 1, inner.height)
    ground.fill(wall, "P")
    half = inner.height // 2
    open_wall(ground, chance, list(wall.tiles())[:half])
    open_wall(ground, chance, list(wall.tiles())[half:])
    return rooms


def hall(ground: Ground, chance: Chance, inner: Box) -> list[Box]:
    """Draw a hall with pillars or rows of crates in the middle, and rooms at its ends."""
    deep = max(inner.width // chance.between(4, 5), 3)
    west = Box(inner.x, inner.y, deep, inner.height)
    east = Box(inner.east - deep + 1, inner.y, deep, inner.height)
    rooms = row_of_rooms(ground, chance, west, "e", (3, 5))
    if not ground.twins:
        rooms += row_of_rooms(ground, chance, east, "w", (3, 5))
    middle = Box(west.east + 3, inner.y + 1, inner.width - 2 * deep - 4, inner.height - 2)
    thing = chance.one_of(("pillars", "stores", "stands"))
    wide, pitch = (1, 3) if thing == "pillars" else (3, 5)
    if thing == "stands":
        wide, pitch = 2, 4
    count = max((middle.width + pitch - wide) // pitch, 1)
    left = middle.x + (middle.width - (count - 1) * pitch - wide) // 2
    lines = max((middle.height + 1) // 3, 1)
    top = middle.y + (middle.height - (lines - 1) * 3 - 1) // 2
    for line in range(lines):
        for number in range(count):
            if thing == "pillars" or chance.in_hundred(75):
                letter = "H" if thing == "pillars" else "C" if thing == "stores" else chance.one_of("ooO")
                ground.line(left + number * pitch, top + line * 3, wide, True, letter)
    return rooms


def courtyard(ground: Ground, chance: Chance, inner: Box) -> list[Box]:
    """Draw wings around a courtyard with trees, a fountain or a low wall in it."""
    deep = 3 if inner.height < 16 else 4
    court = Box(inner.x + deep + 1, inner.y + deep + 1, inner.width - 2 * deep - 2, inner.height - 2 * deep - 2)
    sizes = (4, 6)
    rooms = row_of_rooms(ground, chance, Box(inner.x, inner.y, inner.width, deep), "s", sizes, "#")
    side = Box(inner.x, court.y, deep, court.height)
    rooms += row_of_rooms(ground, chance, side, "e", (3, 5), "#")
    if not ground.twins:
        rooms += row_of_rooms(ground, chance, Box(inner.x, court.south + 2, inner.width, deep), "n", sizes, "#")
        rooms += row_of_rooms(ground, chance, Box(court.east + 2, court.y, deep, court.height), "w", (3, 5), "#")
    for facing in "nw" if ground.twins else "nsew":
        open_wall(ground, chance, facade(court.grown(1), facing), "+/.")
    x, y = court.middle
    plan = chance.one_of(("basin", "trees", "walls"))
    if plan == "basin" and min(court.width, court.height) >= 5:
        wide, high = 4 - court.width % 2, 4 - court.height % 2
        basin = Box(court.x + (court.width - wide) // 2, court.y + (court.height - high) // 2, wide, high)
        ground.outline(basin, "o")
        ground.fill(basin.grown(-1), "W")
    elif plan == "walls":
        ground.line(court.x + 1, y, max(court.width // 2 - 2, 1), True, "o")
        ground.line(court.east - court.width // 2 + 2, y, max(court.width // 2 - 2, 1), True, "o")
    for column, row in ((court.x, court.y), (court.east, court.y), (court.x, court.south), (court.east, court.south)):
        if plan != "walls" and court.height >= 4:
            ground.put_free(column + (1 if column < x else -1), row + (1 if row < y else -1), "T")
    return rooms
