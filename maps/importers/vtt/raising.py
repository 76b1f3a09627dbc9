"""Walls, doors and windows on tiles."""

from math import hypot

import numpy as np

from ..lines import Point, enclosed, nearest, parts, tiles_of, tiles_of_all
from ..sketch import FLOOR, WALL, Sketch
from .file import Portal
from .plan import SCALE, Plan, on_tiles

NARROW = 0.85  # squares; Dungeondraft's windows are 0.78 wide, its doors 1
DOOR, OPEN_DOOR, WINDOW = "closed_door", "open_door", "window"


def raise_walls(sketch: Sketch, plan: Plan) -> None:
    """Write polylines as walls, with what outlines of objects enclose; a small object becomes the tile of its middle."""
    small = [line for line in plan.objects if is_small(line)]
    large = [line for line in plan.objects if not is_small(line)]
    solid = tiles_of_all(plan.lines([*plan.walls, *large]) * SCALE, sketch.width, sketch.height, plan.work)
    for line in small:
        x, y = (nearest((min(side) + max(side)) / 2 * SCALE) for side in zip(*line, strict=True))
        if sketch.holds(x, y):
            solid[y, x] = True
    for line in large:
        if len(line) > 2:
            solid |= enclosed([on_tiles(point) for point in line], sketch.width, sketch.height, plan.work)
    for y, x in np.argwhere(solid).tolist():
        sketch.ground[y][x] = WALL


def is_small(outline: list[Point]) -> bool:
    """Return whether an object is closed and smaller than a square, like a stool or a pillar."""
    return len(outline) > 2 and all(max(side) - min(side) < 1 for side in zip(*outline, strict=True))


def place_doors_and_windows(sketch: Sketch, plan: Plan, opening: str) -> list[list[Point]]:
    """Put doors and windows down, and note each guess with its place; return the ends of what has become windows."""
    named: dict[str, list[object]] = {}
    windows: list[tuple[list[tuple[int, int]], list[Point]]] = []
    panes = []
    for portal, (start, end) in plan.portals:
        places = list(dict.fromkeys(tiles_of(on_tiles(start), on_tiles(end), sketch.width, sketch.height)))
        if not places:
            continue
        posts, leaf = leaf_of(places)
        for x, y in posts:
            sketch.ground[y][x] = WALL
        kind = kind_of(portal, hypot(end[0] - start[0], end[1] - start[1]), opening)
        for x, y in leaf:
            sketch.ground[y][x] = kind
        if kind == WINDOW:
            windows.append((leaf, [start, end]))
        else:
            named.setdefault(kind, []).append(leaf[len(leaf) // 2])
    walked = walkable(sketch)
    shown = parts(walked, walked, walked)
    for leaf, ends in windows:
        place = leaf[len(leaf) // 2]
        if not opening and len(around := parts_around(shown, leaf)) > 1:
            for x, y in leaf:
                sketch.ground[y][x] = OPEN_DOOR
                shown[y, x] = min(around)
            shown[np.isin(shown, list(around))] = min(around)  # they hang together now
            named.setdefault("window that is the only way, so an open door", []).append(place)
        else:
            named.setdefault(WINDOW, []).append(place)
            panes.append(ends)
    for kind, found in named.items():
        sketch.note(f"{len(found)} x {kind.replace('_', ' ')}", found)
    return panes


def leaf_of(places: list[tuple[int, int]]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the posts of a portal, and the tiles between; one of fewer than three tiles has no posts."""
    ordered = sorted(places)
    return ([ordered[0], ordered[-1]], ordered[1:-1]) if len(ordered) > 2 else ([], ordered)


def kind_of(portal: Portal, wide: float, opening: str) -> str:
    """Return the terrain of a portal."""
    if portal.closed:
        return DOOR
    return opening or (WINDOW if wide < NARROW else OPEN_DOOR)


def parts_around(shown: np.ndarray, leaf: list[tuple[int, int]]) -> set[int]:
    """Return the numbers of the parts beside a window: several, if nothing else connects them.

    Args:
        shown: the part of every tile, int of shape (height, width), -1 where nobody stands.
        leaf: the tiles of the window.
    """
    height, width = shown.shape
    beside = {(x + dx, y + dy) for x, y in leaf for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return {int(shown[y, x]) for x, y in beside if 0 <= x < width and 0 <= y < height} - {-1}


def walkable(sketch: Sketch) -> np.ndarray:
    """Return where one can stand, doors taken as open: bool of shape (height, width)."""
    return np.array([[name in (FLOOR, DOOR, OPEN_DOOR) for name in row] for row in sketch.ground])
