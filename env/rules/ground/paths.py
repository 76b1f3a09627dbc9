"""The length of walks as the ground is now: the arena's table of paths, corrected for broken barriers (SS-B6)."""

import numpy as np

from ..arena import UNREACHABLE
from ..kernel import allocating, entry, kernel
from ..record import MAX_CHANGES
from .grid import CHEBYSHEV, EITHER, beside, is_rough, metres_of_step, step_price, toward


@entry
def path_length(battle, arena, a, b):
    """Return the metres to walk from `a` to `b`, also through barriers that are gone (SS-B6); UNREACHABLE for no way."""
    walk = int(arena.paths[a * arena.size + b])
    if battle.broken:
        for row in range(battle.changed):
            if battle.changes[row].through and is_on_the_path(battle, arena, row, a, b, walk):
                return path_through(battle, arena, a, b, walk)
    return walk


@kernel
def is_on_the_path(battle, arena, row, a, b, walk):
    """Return whether the walk of `walk` metres from `a` to `b` could be shorter through the hole of a row of the changes."""
    x, y = battle.changes[row].x, battle.changes[row].y
    width = arena.width
    there = as_the_crow_flies(arena, x - a % width, y - a // width)
    return there + as_the_crow_flies(arena, x - b % width, y - b // width) < 2 * walk


@allocating
def path_through(battle, arena, a, b, walk):
    """Return the metres to walk from `a` to `b` where some tiles can be walked on that the map shows as barriers.

    `walk` is the table's answer, the most that is returned. Such tiles, the holes, are not in the table: the way to one is
    the shortest way to a neighbour and the step from there, or from another hole beside it; the way on from it likewise. A
    way through two holes apart from each other counts only where the table knows how to come from one to the other.
    """
    best = walk
    holes = np.empty(MAX_CHANGES, np.int64)
    reached = np.empty(MAX_CHANGES, np.int64)
    count = 0
    for row in range(battle.changed):
        if battle.changes[row].through and is_on_the_path(battle, arena, row, a, b, walk):
            holes[count] = row
            reached[count] = 0 if battle.changes[row].tile == a else beyond(battle, arena, row, a, True)
            count += 1
    improved = count > 1
    while improved:
        improved = False
        for row in range(count):
            for other in range(count):
                if reached[other] + arena.scale < reached[row]:
                    through = reached[other] + hole_step(battle, arena, holes[other], battle.changes[holes[row]].tile)
                    if through < reached[row]:
                        reached[row] = through
                        improved = True
    for row in range(count):
        if reached[row] < best:
            hole = battle.changes[holes[row]].tile
            best = min(best, reached[row] + (0 if hole == b else beyond(battle, arena, holes[row], b, False)))
    return best


@kernel
def as_the_crow_flies(arena, dx, dy):
    """Return a lower bound in half metres for the way to a tile (dx, dy) tiles away."""
    long, short = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    if arena.rules.option_distance == CHEBYSHEV:
        short = 0
    return (2 * long + short) * arena.scale


@kernel
def beyond(battle, arena, row, tile, entering):
    """Return the metres to walk from a tile into the hole of a row of the changes, or from the hole to the tile.

    The way leads over a neighbour of the hole; UNREACHABLE for no way. `entering` is true for the way into it.
    """
    hole = battle.changes[row]
    best = UNREACHABLE
    for direction in range(8):
        if hole.through >> direction & 1:
            near = beside(arena, hole.x, hole.y, direction)
            far = int(arena.paths[tile * arena.size + near] if entering else arena.paths[near * arena.size + tile])
            if far < best:
                best = min(best, far + step_onto(battle, arena, direction, hole.tile if entering else near))
    return best


@kernel
def hole_step(battle, arena, row, to):
    """Return the metres of a step from the hole of a row of the changes to tile `to`; UNREACHABLE if it cannot be made."""
    hole = battle.changes[row]
    dx = to % arena.width - hole.x
    dy = to // arena.width - hole.y
    if max(abs(dx), abs(dy)) != 1:
        return UNREACHABLE
    direction = toward(dx, dy)
    if hole.through >> direction & 1 == 0:
        return UNREACHABLE
    return step_onto(battle, arena, direction, to)


@kernel
def step_onto(battle, arena, direction, to):
    """Return the metres, rounded down, of an upright step onto tile `to`; a diagonal counts as one and a half."""
    return metres_of_step(arena, 0, step_price(arena, direction % 2, EITHER, is_rough(battle, arena, to)))
