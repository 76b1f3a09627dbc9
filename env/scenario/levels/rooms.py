"""Floor plans: rooms that are split off by partitions, each with a door to its neighbour."""

from .chance import Chance
from .ground import FLOOR, Box, Ground, Tile
from .houses import enter

LETTERS = "++++/."  # of ways between rooms: doors mostly, a gap now and then


def split(ground: Ground, chance: Chance, area: Box, least: int, wall: str = "P") -> list[Box]:
    """Split an area into rooms by partitions with doors; return the rooms.

    Args:
        ground: the map.
        chance: a stream of numbers.
        area: the floor that is split, its walls not counted.
        least: the least width and height of a room.
        wall: the letter of the partitions.
    """
    upright = area.width > area.height or (area.width == area.height and chance.below(2) == 1)
    long = area.width if upright else area.height
    if long < 2 * least + 1 or (long < 3 * least and chance.in_hundred(15)):
        return [area]
    at = chance.between(least, long - least - 1)
    if upright:
        first = Box(area.x, area.y, at, area.height)
        second = Box(area.x + at + 1, area.y, long - at - 1, area.height)
        partition = Box(area.x + at, area.y, 1, area.height)
    else:
        first = Box(area.x, area.y, area.width, at)
        second = Box(area.x, area.y + at + 1, area.width, long - at - 1)
        partition = Box(area.x, area.y + at, area.width, 1)
    ground.fill(partition, wall)
    rooms = split(ground, chance, first, least, wall) + split(ground, chance, second, least, wall)
    open_wall(ground, chance, list(partition.tiles()))
    return rooms


def open_wall(ground: Ground, chance: Chance, wall: list[Tile], letters: str = LETTERS) -> None:
    """Put a door into a wall where there is floor on both sides of it, away from its corners if it is long enough."""
    spots = [(x, y) for x, y in wall if is_between(ground, x, y)]
    if len(spots) > 2:
        spots = spots[1:-1]
    if spots:
        enter(ground, *chance.one_of(spots), chance.one_of(letters))


def is_between(ground: Ground, x: int, y: int) -> bool:
    """Return whether a tile of a wall lies between floors on opposite sides."""
    letter = ground.letter
    return (letter(x - 1, y) == letter(x + 1, y) == FLOOR) or (letter(x, y - 1) == letter(x, y + 1) == FLOOR)


def row_of_rooms(
    ground: Ground, chance: Chance, area: Box, corridor: str, sizes: tuple[int, int], wall: str = "P"
) -> list[Box]:
    """Put rooms side by side along a corridor, each with a door to it; return them.

    Args:
        ground: the map.
        chance: a stream of numbers.
        area: the floor of the rooms; the wall towards the corridor lies beside it.
        corridor: the side that the corridor is on: n, s, e, w.
        sizes: the least and the greatest length of a room along the corridor.
        wall: the letter of the wall towards the corridor.
    """
    upright = corridor in "ns"
    long = area.width if upright else area.height
    rooms, start = [], 0
    while start < long:
        size = chance.between(*sizes)
        if long - start - size - 1 < sizes[0]:
            size = long - start
        room = Box(area.x + start, area.y, size, area.height) if upright else Box(area.x, area.y + start, area.width, size)
        if start + size < long:
            across = Box(room.east + 1, room.y, 1, room.height) if upright else Box(room.x, room.south + 1, room.width, 1)
            ground.fill(across, "P")
            if chance.in_hundred(30):
                open_wall(ground, chance, list(across.tiles()))
        rooms.append(room)
        start += size + 1
    if upright:
        ground.fill(Box(area.x, area.y - 1 if corridor == "n" else area.south + 1, area.width, 1), wall)
    else:
        ground.fill(Box(area.x - 1 if corridor == "w" else area.east + 1, area.y, 1, area.height), wall)
    for room in rooms:
        door_to(ground, chance, room, corridor)
    return rooms


def door_to(ground: Ground, chance: Chance, room: Box, side: str) -> None:
    """Put a door into the wall of a room on a side: n, s, e, w."""
    if side in "ns":
        x = room.x + chance.below(room.width)
        enter(ground, x, room.y - 1 if side == "n" else room.south + 1, chance.one_of(LETTERS))
    else:
        y = room.y + chance.below(room.height)
        enter(ground, room.x - 1 if side == "w" else room.east + 1, y, chance.one_of(LETTERS))
