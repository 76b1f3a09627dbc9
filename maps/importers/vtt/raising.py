"""Walls, doors and windows on tiles."""

from itertools import pairwise
from math import ceil, hypot

import numpy as np

from ..lines import Point, inside, parts, tiles_of
from ..sketch import FLOOR, WALL, Sketch
from .file import Portal
from .plan import Plan, on_tiles

NARROW = 0.85  # squares; Dungeondraft's windows are 0.78 wide, its doors 1
DOOR, OPEN_DOOR, WINDOW = "closed_door", "open_door", "window"


def raise_wall(sketch: Sketch, line: list[Point]) -> None:
    """Put a polyline down as wall."""
    for start, end in pairwise(line):
        for x, y in tiles_of(on_tiles(start), on_tiles(end), sketch.width, sketch.height):
            sketch.ground[y][x] = WALL


def fill(sketch: Sketch, line: list[Point]) -> None:
    """Put down as wall what an outline encloses."""
    outline = [on_tiles(point) for point in line]
    if len(outline) < 3:
        return
    first, last = (max(int(min(p[1] for p in outline)), 0), min(ceil(max(p[1] for p in outline)), sketch.height - 1))
    left, right = (max(int(min(p[0] for p in outline)), 0), min(ceil(max(p[0] for p in outline)), sketch.width - 1))
    for y in range(first, last + 1):
        for x in range(left, right + 1):
            if inside(outline, x, y):
                sketch.ground[y][x] = WALL


def hang(sketch: Sketch, plan: Plan, opening: str) -> list[list[Point]]:
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
    for leaf, ends in windows:
        place = leaf[len(leaf) // 2]
        if not opening and cuts_off(sketch, leaf):
            for x, y in leaf:
                sketch.ground[y][x] = OPEN_DOOR
            named.setdefault("window that is the only way, so an open door", []).append(place)
        else:
            named.setdefault(WINDOW, []).append(place)
            panes.append(ends)
    for kind, found in named.items():
        sketch.note(f"{len(found)} x {kind.replace('_', ' ')}", found)
    return panes


def leaf_of(places: list[tuple[int, int]]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the posts of a portal, and what lies between; one of fewer than three tiles has no posts."""
    ordered = sorted(places)
    return ([ordered[0], ordered[-1]], ordered[1:-1]) if len(ordered) > 2 else ([], ordered)


def kind_of(portal: Portal, wide: float, opening: str) -> str:
    """Return what terrain a portal becomes."""
    if portal.closed:
        return DOOR
    return opening or (WINDOW if wide < NARROW else OPEN_DOOR)


def cuts_off(sketch: Sketch, leaf: list[tuple[int, int]]) -> bool:
    """Return whether what lies on either side of a window hangs together in no other way."""
    walked = walkable(sketch)
    shown = parts(walked, walked, walked)
    around = {
        int(shown[y + dy, x + dx])
        for x, y in leaf
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if sketch.holds(x + dx, y + dy)
    } - {-1}
    return len(around) > 1


def walkable(sketch: Sketch) -> np.ndarray:
    """Return where one can stand, doors taken as open: bool of shape (height, width)."""
    return np.array([[name in (FLOOR, DOOR, OPEN_DOOR) for name in row] for row in sketch.ground])
