"""Starts for a map that has none: the two places from which the way to each other is longest."""

from collections.abc import Callable

from ..drawing import NO_MARK
from .lines import distances
from .sketch import FLOOR, Place, Sketch

STANDING = (FLOOR, "open_door", "closed_door", "rubble", "brush", "water", "debris", "breach", "flooded", "smoke")
MOST_STARTS = 12  # tiles of a start
REACH = 8  # steps from its middle


def mark_starts(sketch: Sketch, is_ground: Callable[[int, int], bool] | None = None) -> None:
    """Mark two starts, a and b, if nothing is marked yet, and note it.

    Args:
        sketch: the map.
        is_ground: whether a tile is a good one to start on; all are if not given.
    """
    if any(mark != NO_MARK for row in sketch.marks for mark in row):
        return

    def stands(x: int, y: int) -> bool:
        return sketch.holds(x, y) and sketch.ground[y][x] in STANDING

    regions: list[dict[Place, int]] = []
    seen: set[Place] = set()
    for y in range(sketch.height):
        for x in range(sketch.width):
            if stands(x, y) and (x, y) not in seen:
                regions.append(distances(stands, (x, y)))
                seen |= regions[-1].keys()
    largest = max(regions, key=len, default={})
    if len(largest) < 2:
        sketch.note("nobody can stand anywhere, so no starts are marked")
        return
    one = max(largest, key=lambda place: (largest[place], place))
    from_one = distances(stands, one)
    other = max(from_one, key=lambda place: (from_one[place], place))
    from_other = distances(stands, other)
    for mark, near, far in (("a", from_one, from_other), ("b", from_other, from_one)):
        places = [
            place
            for place in sorted(near, key=lambda place: (near[place], place))
            if near[place] <= min(REACH, far[place] - 1) and sketch.ground[place[1]][place[0]] == FLOOR
        ]
        good = [place for place in places if is_ground is None or is_ground(*place)] or places
        for x, y in good[:MOST_STARTS]:
            sketch.marks[y][x] = mark
    sketch.note("starts are guessed: a and b, where the way from one to the other is longest", [one, other])
