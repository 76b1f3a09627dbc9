"""Lines on tiles, and connected tiles: turns walls drawn as lines into walls that fill tiles."""

from collections.abc import Callable, Iterator, Sequence
from math import floor

import numpy as np

from .work import Work

PIECE = 4096  # lines that are worked on together
Point = tuple[float, float]


def nearest(value: float) -> int:
    """Return the tile whose middle is nearest; halves always go up."""
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


def tiles_of_all(lines: np.ndarray, width: int, height: int, work: Work) -> np.ndarray:
    """Return the tiles of several lines together, by `tiles_of`, bool of shape (height, width).

    Args:
        lines: their ends, from the middle of the first tile, float of shape (n, 4): x, y, x, y.
        width: width of the map in tiles; height alike.
        work: the budget of work, which this draws on.
    """
    found = np.zeros((height, width), bool)
    for x0, y0, x1, y1 in (part.T for part in pieces(lines)):
        steep = np.abs(y1 - y0) > np.abs(x1 - x0)
        for turned in (False, True):
            chosen = steep == turned
            ends = (y0, x0, y1, x1) if turned else (x0, y0, x1, y1)
            a0, c0, a1, c1 = (end[chosen] for end in ends)  # along the line, and across
            size = height if turned else width
            slope = np.divide(c1 - c0, a1 - a0, out=np.zeros_like(a0), where=a1 != a0)
            near = np.floor(np.stack([a0, a1]) + 0.5)
            first = np.maximum(near.min(axis=0) + 1, 0)
            count = np.maximum(np.minimum(near.max(axis=0), size) - first, 0).astype(np.int64)
            work.take(8 * int(count.sum()) + len(count))
            row = np.repeat(np.arange(len(count)), count)
            along = first[row] + np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
            across = c0[row] + slope[row] * (along - a0[row])
            along, across = np.concatenate([along, a0, a1]), np.concatenate([across, c0, c1])
            along, across = np.floor(along + 0.5), np.floor(across + 0.5)
            x, y = (across, along) if turned else (along, across)
            on = (x >= 0) & (x < width) & (y >= 0) & (y < height)
            found[y[on].astype(np.int64), x[on].astype(np.int64)] = True
    return found


def pieces(lines: np.ndarray) -> Iterator[np.ndarray]:
    """Yield lines in batches, so that the computation takes little memory."""
    yield from (lines[first : first + PIECE] for first in range(0, len(lines), PIECE))


def enclosed(polygon: Sequence[Point], width: int, height: int, work: Work, middle: float = 0.0) -> np.ndarray:
    """Return which tiles have their middle in a polygon, bool of shape (height, width).

    Args:
        polygon: its corners.
        width: width of the map in tiles; height alike.
        work: the budget of work, which this draws on.
        middle: where the middle of the first tile is, in both directions.
    """
    corners = np.array(polygon, float).reshape(-1, 2)
    columns, levels = np.arange(width) + middle, np.arange(height) + middle
    met = (levels >= corners[:, 1].min(initial=np.inf)) & (levels <= corners[:, 1].max(initial=-np.inf))
    found = np.zeros((height, width), bool)
    rows = np.flatnonzero(met)
    if len(rows) == 0 or corners[:, 0].max() < columns[0]:
        work.take(len(corners))
        return found
    work.take(len(corners) * len(rows) + 4 * width * len(rows))
    flips = np.zeros((len(rows), width + 1), np.int64)  # how many edges lie to the right of all tiles before each
    for x0, y0, x1, y1 in (part.T for part in pieces(np.hstack([corners, np.roll(corners, -1, axis=0)]))):
        row, edge = np.nonzero((y0 > levels[rows, None]) != (y1 > levels[rows, None]))
        at = x0[edge] + (x1[edge] - x0[edge]) * (levels[rows[row]] - y0[edge]) / (y1[edge] - y0[edge])
        np.add.at(flips, (row, np.searchsorted(columns, at)), 1)
    found[rows] = np.cumsum(flips[:, :0:-1], axis=1)[:, ::-1] % 2 == 1
    return found


def parts(open_: np.ndarray, right: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Return the number of the connected part of every cell, -1 where nobody can stand.

    Args:
        open_: where one can stand, bool of shape (height, width).
        right: whether one can go from a cell to the next in its row, bool of the same shape; down: in its column.
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
    """Return, by tile, the number of orthogonal steps to it from tile `start` over passable tiles."""
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


def crossed(lines: np.ndarray, width: int, height: int, work: Work) -> tuple[np.ndarray, np.ndarray]:
    """Return whether a line passes between the middles of neighbouring squares: to the right of each, and below it.

    Args:
        lines: ends of lines in squares, float of shape (n, 4): x, y, x, y.
        width: width of the map in squares; height alike.
        work: the budget of work, which this draws on.
    """
    return between(lines, width, height, work), between(lines[:, [1, 0, 3, 2]], height, width, work).T


def between(lines: np.ndarray, width: int, height: int, work: Work) -> np.ndarray:
    """Return in which gaps of each row lines (along, across, along, across) cross its middle: bool, (height, width)."""
    work.take(len(lines) * height)
    levels, found = np.arange(height)[:, None] + 0.5, np.zeros((height, width), bool)
    for x0, y0, x1, y1 in (part.T for part in pieces(lines)):
        a, b = y0 - levels, y1 - levels
        row, line = np.nonzero((a > 0) != (b > 0))
        share = a[row, line] / (a[row, line] - b[row, line])
        cell = np.floor(x0[line] + share * (x1[line] - x0[line]) - 0.5)
        on = (cell >= 0) & (cell < width)
        found[row[on], cell[on].astype(np.int64)] = True
    return found
