"""Lines on tiles, and which tiles hang together: what turns walls that are drawn as lines into walls that fill tiles."""

from collections.abc import Callable, Iterator
from math import floor

import numpy as np

Point = tuple[float, float]


def nearest(value: float) -> int:
    """Return the tile whose middle is nearest; halves go up, everywhere alike."""
    return floor(value + 0.5)


def tiles_of(start: Point, end: Point, width: int, height: int) -> Iterator[tuple[int, int]]:
    """Yield the tiles of a line between two points, measured from the middle of the first tile.

    For every column (or row, where the line is steeper) it has the tile that the line comes nearest to, and its two ends:
    neighbours at least meet at their corners, where nobody squeezes through.
    """
    (x0, y0), (x1, y1) = start, end
    steep = abs(y1 - y0) > abs(x1 - x0)
    if steep:
        x0, y0, x1, y1 = y0, x0, y1, x1
    most = (height if steep else width) - 1
    places = [(nearest(x0), nearest(y0)), (nearest(x1), nearest(y1))]
    slope = (y1 - y0) / (x1 - x0) if x1 != x0 else 0.0
    first, last = sorted((nearest(x0), nearest(x1)))
    places += [(along, nearest(y0 + slope * (along - x0))) for along in range(max(first + 1, 0), min(last, most + 1))]
    for along, across in places:
        x, y = (across, along) if steep else (along, across)
        if 0 <= x < width and 0 <= y < height:
            yield x, y


def inside(polygon: list[Point], x: float, y: float) -> bool:
    """Return whether a point lies in a polygon."""
    found = False
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            found = not found
    return found


def parts(open_: np.ndarray, right: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Return the number of the part that every cell belongs to, -1 where nobody stands.

    Args:
        open_: where one can stand, bool of shape (height, width).
        right: whether one gets from a cell to the next in its row, bool of the same shape; down: in its column.
    """
    height, width = open_.shape
    found = np.full(open_.shape, -1)
    number = 0
    for y, x in zip(*np.nonzero(open_), strict=True):
        if found[y, x] >= 0:
            continue
        found[y, x] = number
        waiting = [(int(x), int(y))]
        while waiting:
            x0, y0 = waiting.pop()
            ways = (
                (x0 + 1, y0, x0 + 1 < width and right[y0, x0]),
                (x0 - 1, y0, x0 > 0 and right[y0, x0 - 1]),
                (x0, y0 + 1, y0 + 1 < height and down[y0, x0]),
                (x0, y0 - 1, y0 > 0 and down[y0 - 1, x0]),
            )
            for x1, y1, leads in ways:
                if leads and open_[y1, x1] and found[y1, x1] < 0:
                    found[y1, x1] = number
                    waiting.append((x1, y1))
        number += 1
    return found


def distances(passable: Callable[[int, int], bool], start: tuple[int, int]) -> dict[tuple[int, int], int]:
    """Return how many orthogonal steps every tile is from one that one can stand on."""
    found = {start: 0}
    row = [start]
    while row:
        following = []
        for x, y in row:
            for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if place not in found and passable(*place):
                    found[place] = found[x, y] + 1
                    following.append(place)
        row = following
    return found


def crossed(lines: np.ndarray, width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """Return whether lines stand between the middles of neighbouring squares: to the right of each, and below it.

    Args:
        lines: ends of lines in squares, float of shape (n, 4): x, y, x, y.
        width: of the map in squares; height alike.
    """
    right, down = np.zeros((height, width), bool), np.zeros((height, width), bool)
    for y in range(height):
        for at in between(lines[:, [0, 1, 2, 3]], y + 0.5):
            if 0 <= (cell := floor(at - 0.5)) < width:
                right[y, cell] = True
    for x in range(width):
        for at in between(lines[:, [1, 0, 3, 2]], x + 0.5):
            if 0 <= (cell := floor(at - 0.5)) < height:
                down[cell, x] = True
    return right, down


def between(lines: np.ndarray, level: float) -> list[float]:
    """Return where lines (along, across, along, across) cross a level that lies across."""
    a, b = lines[:, 1] - level, lines[:, 3] - level
    met = (a > 0) != (b > 0)
    if not met.any():
        return []
    share = a[met] / (a[met] - b[met])
    return list((lines[met, 0] + share * (lines[met, 2] - lines[met, 0])).tolist())
