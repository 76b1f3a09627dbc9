"""Houses on drawn maps: walls with doors and windows, rooms, and what stands in them."""

from .chance import Chance
from .ground import FLOOR, Box, Ground, Tile

LARGE = 7  # tiles from which on a house has two rooms


def house(ground: Ground, chance: Chance, box: Box, doors: str = "nsew", ways: int = 1, windows: str = "nsew") -> None:
    """Draw a house that can be entered.

    Args:
        ground: the map.
        chance: a stream of numbers.
        box: the house with its walls, 4 tiles wide and high at least.
        doors: the sides that a door may be on: n, s, e, w.
        ways: how many sides have a door.
        windows: the sides that have windows.
    """
    ground.outline(box, "#")
    inner = box.grown(-1)
    ground.fill(inner, FLOOR)
    rooms = [inner]
    taken: set[Tile] = set()
    own_twin = ground.twins and ground.twin(box) == box  # what stands in it off its middle stands there twice
    if max(box.width, box.height) >= LARGE and min(box.width, box.height) >= 5 and not own_twin:
        rooms, taken = divide(ground, chance, inner)
    entrances = list(doors)
    while len(entrances) > ways:
        entrances.pop(chance.below(len(entrances)))
    for side in "nsew":
        spots = [tile for tile in facade(box, side) if tile not in taken]
        if side in entrances:
            middle = spots[1:-1] or spots
            enter(ground, *chance.one_of(middle), "+" if chance.in_hundred(75) else "/")
        elif side in windows and len(spots) > 1:
            for x, y in spots[1 :: chance.between(2, 3)][: 1 + len(spots) // 4]:
                ground.put(x, y, "=")
    if own_twin:
        corner(ground, chance, inner)
        if min(inner.width, inner.height) >= 6:
            ground.put(inner.x + inner.width // 3, inner.y + inner.height // 3, "H")
            ground.put(inner.east - inner.width // 3, inner.y + inner.height // 3, "H")
        return
    for room in rooms:
        furnish(ground, chance, room)


def shed(ground: Ground, chance: Chance, box: Box) -> None:
    """Draw a shed: a small house, entered from the side that faces the middle of the map."""
    x, y = box.middle
    along = "e" if x < ground.width // 2 else "w"
    across = "s" if y < ground.height // 2 else "n"
    house(ground, chance, box, along + across, 1 + (box.width * box.height > 24))


def facade(box: Box, side: str) -> list[Tile]:
    """Return the wall of a side without its corners."""
    if side in "ns":
        return [(x, box.y if side == "n" else box.south) for x in range(box.x + 1, box.east)]
    return [(box.x if side == "w" else box.east, y) for y in range(box.y + 1, box.south)]


def enter(ground: Ground, x: int, y: int, letter: str) -> None:
    """Put a door or a gap into a wall and keep the ground before and behind it free."""
    if letter == FLOOR:
        ground.put(x, y, letter)
    else:
        ground.put_door(x, y, letter)
    ground.keep(((x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))


def divide(ground: Ground, chance: Chance, inner: Box) -> tuple[list[Box], set[Tile]]:
    """Put a partition with a door across a room; return both rooms and the tiles of the facade that it meets."""
    if inner.width >= inner.height:
        at = inner.x + chance.between(2, inner.width - 3)
        ground.fill(Box(at, inner.y, 1, inner.height), "P")
        enter(ground, at, inner.y + chance.below(inner.height), "+/."[chance.below(3)])
        first = Box(inner.x, inner.y, at - inner.x, inner.height)
        second = Box(at + 1, inner.y, inner.east - at, inner.height)
        return [first, second], {(at, inner.y - 1), (at, inner.south + 1)}
    at = inner.y + chance.between(2, inner.height - 3)
    ground.fill(Box(inner.x, at, inner.width, 1), "P")
    enter(ground, inner.x + chance.below(inner.width), at, "+/."[chance.below(3)])
    first = Box(inner.x, inner.y, inner.width, at - inner.y)
    second = Box(inner.x, at + 1, inner.width, inner.south - at)
    return [first, second], {(inner.x - 1, at), (inner.east + 1, at)}


def furnish(ground: Ground, chance: Chance, room: Box) -> None:
    """Put furniture into a room, as its size allows, clear of the doors."""
    wide, high = room.width, room.height
    if min(wide, high) < 2 or wide * high < 6:
        return
    kinds = ["corner", "wall", "wall", ""]
    if min(wide, high) >= 3 and max(wide, high) >= 5:
        kinds += ["table", "table", "wall"]
    if min(wide, high) >= 4 and max(wide, high) >= 6:
        kinds = ["desks", "shelves", "table", "desks", "corner"]
    kind = chance.one_of(kinds)
    if kind == "corner":
        corner(ground, chance, room)
    elif kind == "wall":
        north, across = chance.below(2), wide >= high
        length = min(chance.between(2, 4), max(wide, high) - 1)
        if across:
            start = room.x if chance.below(2) else room.east - length + 1
            ground.line(start, room.y if north else room.south, length, True, chance.one_of("CCo"))
        else:
            start = room.y if chance.below(2) else room.south - length + 1
            ground.line(room.x if north else room.east, start, length, False, chance.one_of("CCo"))
    elif kind == "table":
        x, y = room.middle
        if wide >= high:
            ground.line(x - 1, y - (high % 2 == 0 and chance.below(2)), 2 + (wide > 5), True, "o")
        else:
            ground.line(x - (wide % 2 == 0 and chance.below(2)), y - 1, 2 + (high > 5), False, "o")
    elif kind:
        rows(ground, room, "o" if kind == "desks" else "C")


def corner(ground: Ground, chance: Chance, room: Box) -> None:
    """Put crates into a corner of a room."""
    east, south = chance.below(2), chance.below(2)
    x, y = room.east if east else room.x, room.south if south else room.y
    ground.put_free(x, y, "C")
    ground.put_free(x + (-1 if east else 1), y, "C")
    if room.width * room.height >= 12:
        ground.put_free(x, y + (-1 if south else 1), "C")


def rows(ground: Ground, room: Box, letter: str) -> None:
    """Put rows of desks or shelves into a large room, with lanes between them and along the walls."""
    if room.width >= room.height:
        pitch = 3 if letter == "o" else 2
        for x in range(room.x + 1, room.east, pitch):
            for y in range(room.y + 1, room.south, 1 if letter == "C" else 2):
                ground.line(x, y, pitch - 1 if x + pitch - 2 < room.east else 1, True, letter)
    else:
        for y in range(room.y + 1, room.south, 2):
            ground.line(room.x + 1, y, room.width - 2, True, letter)
