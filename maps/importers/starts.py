"""Starts for a map that has none: two places far from each other, one of them indoors if it can be."""

from collections.abc import Callable, Collection

from ..drawing import NO_MARK
from .lines import distances
from .sketch import FLOOR, Place, Sketch

OPEN = (FLOOR, "rubble", "brush", "water", "debris", "breach", "flooded", "smoke")
DOORS = ("open_door", "closed_door", "locked_door", "vault_door")
MOST_STARTS = 12  # tiles of a start
LEAST_ROOM = 6  # tiles of a room that a team can start in
REACH = 8  # steps from the middle of a start

Rooms = list[dict[Place, int]]


def mark_starts(sketch: Sketch, is_ground: Callable[[int, int], bool] | None = None) -> None:
    """Mark two starts, a and b, if nothing is marked yet, and note it.

    They are where doors lead: in the connected part with most doors, or else the largest; b is in a room that does not touch
    the edge of the map, if there is one, and a in another.

    Args:
        sketch: the map.
        is_ground: whether a tile is a good one to start on; all are if not given.
    """
    if any(mark != NO_MARK for row in sketch.marks for mark in row):
        return
    parts = rooms_of(sketch, (*OPEN, *DOORS))
    part = max(parts, key=lambda places: (doors_in(sketch, places), len(places)), default={})
    rooms = [room for room in rooms_of(sketch, OPEN) if room.keys() <= part.keys() and len(room) >= LEAST_ROOM]
    if not rooms:
        sketch.note("nobody can stand anywhere, so no starts are marked")
        return
    one, other = ends(sketch, part, rooms)
    for mark, place, away in (("a", one, other), ("b", other, one)):
        room = distances(standing(sketch, OPEN), place)
        far = distances(standing(sketch, OPEN), away)
        places = [
            tile
            for tile in sorted(room, key=lambda tile: (room[tile], tile))
            if room[tile] <= min(REACH, far.get(tile, REACH + 1) - 1) and sketch.ground[tile[1]][tile[0]] == FLOOR
        ]
        good = [tile for tile in places if is_ground is None or is_ground(*tile)]
        for x, y in (good if len(good) >= MOST_STARTS else places)[:MOST_STARTS]:
            sketch.marks[y][x] = mark
    sketch.note("starts are guessed: a and b, far from each other, about", [one, other])


def standing(sketch: Sketch, terrains: Collection[str]) -> Callable[[int, int], bool]:
    """Return a function that says whether a tile is one of some terrains."""
    return lambda x, y: sketch.holds(x, y) and sketch.ground[y][x] in terrains


def rooms_of(sketch: Sketch, terrains: Collection[str]) -> Rooms:
    """Return the connected parts of the tiles of some terrains, each as its tiles."""
    found: Rooms = []
    seen: set[Place] = set()
    stands = standing(sketch, terrains)
    for y in range(sketch.height):
        for x in range(sketch.width):
            if (x, y) not in seen and stands(x, y):
                found.append(distances(stands, (x, y)))
                seen |= found[-1].keys()
    return found


def doors_in(sketch: Sketch, places: Collection[Place]) -> int:
    """Return how many of some tiles are doors."""
    return sum(sketch.ground[y][x] in DOORS for x, y in places)


def ends(sketch: Sketch, part: Collection[Place], rooms: Rooms) -> tuple[Place, Place]:
    """Return two tiles of a part that are far from each other, also for shots; the second is indoors if possible."""
    walk = standing(sketch, (*OPEN, *DOORS))
    edges = [room for room in rooms if any(x in (0, sketch.width - 1) or y in (0, sketch.height - 1) for x, y in room)]
    indoors = [room for room in rooms if room not in edges] or rooms
    inside = [place for room in indoors for place in room]
    first = distances(walk, min(part))
    away = distances(walk, max(first, key=lambda place: (first[place], place)))
    other = max(inside, key=lambda place: (away[place], place))
    own = next(room for room in rooms if other in room)
    outside = [place for room in rooms if room is not own for place in room] or list(own)
    return max(outside, key=lambda place: (abs(place[0] - other[0]) + abs(place[1] - other[1]), place)), other
