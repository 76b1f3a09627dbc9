"""How far it is to walk now: the arena's table of paths, and through barriers that are gone (SS-B6)."""

import numpy as np

from .arena import UNREACHABLE
from .battle import MAX_CHANGES
from .grid import beside, can_step, is_rough, toward, walkable
from .kernel import entry, kernel


@entry
def way(battle, arena, a, b):
    """Return the metres to walk from tile to tile: the table's, and through barriers that are gone (SS-B6)."""
    if battle.broken == 0:
        return int(arena.paths[a * arena.size + b])
    return way_through(battle, arena, a, b)


@kernel
def way_through(battle, arena, a, b):
    """Return the metres to walk where some tiles can be walked on that the map shows as barriers.

    Such tiles are not in the table: the way to one is the least way to a neighbour and the step from there, or from
    another such tile beside it; the way on from it likewise. A way through two holes apart from each other counts only
    where the table knows how to come from one to the other.
    """
    best = int(arena.paths[a * arena.size + b])
    holes = np.empty(MAX_CHANGES, np.int64)
    reached = np.empty(MAX_CHANGES, np.int64)
    count = 0
    for row in range(battle.changed):
        hole = battle.changes[row].tile
        if as_the_crow_flies(arena, a, hole) + as_the_crow_flies(arena, hole, b) < best and is_hole(battle, arena, row):
            holes[count] = hole
            reached[count] = 0 if hole == a else beyond(battle, arena, hole, a, True)
            count += 1
    improved = count > 1
    while improved:
        improved = False
        for row in range(count):
            for other in range(count):
                if reached[other] + arena.scale < reached[row]:
                    through = reached[other] + hole_step(battle, arena, holes[other], holes[row])
                    if through < reached[row]:
                        reached[row] = through
                        improved = True
    for row in range(count):
        if reached[row] < best:
            best = min(best, reached[row] + (0 if holes[row] == b else beyond(battle, arena, holes[row], b, False)))
    return best


@kernel
def as_the_crow_flies(arena, a, b):
    """Return metres that no way between two tiles is shorter than."""
    dx = abs(a % arena.width - b % arena.width)
    dy = abs(a // arena.width - b // arena.width)
    return max(dx, dy) * arena.scale


@kernel
def is_hole(battle, arena, row):
    """Return whether a changed tile can be walked on although the map shows a barrier there."""
    drawn = arena.terrains[arena.tiles[battle.changes[row].tile].terrain]
    return drawn.passable == 0 and drawn.door < 0 and walkable(battle, arena, battle.changes[row].tile)


@kernel
def beyond(battle, arena, hole, tile, entering):
    """Return the metres between a hole and a tile over the hole's neighbours, entering the hole or leaving it."""
    x, y = hole % arena.width, hole // arena.width
    best = UNREACHABLE
    for direction in range(8):
        if can_step(battle, arena, x, y, direction):
            near = beside(arena, x, y, direction)
            if entering:
                far = int(arena.paths[tile * arena.size + near])
                best = min(best, far + hole_step(battle, arena, near, hole))
            else:
                far = int(arena.paths[near * arena.size + tile])
                best = min(best, far + hole_step(battle, arena, hole, near))
    return best


@kernel
def hole_step(battle, arena, a, b):
    """Return the metres of a step between two neighbours, rounded down; UNREACHABLE if it cannot be made."""
    dx = b % arena.width - a % arena.width
    dy = b // arena.width - a // arena.width
    if max(abs(dx), abs(dy)) != 1 or not can_step(battle, arena, a % arena.width, a // arena.width, toward(dx, dy)):
        return UNREACHABLE
    cost = 3 if dx != 0 and dy != 0 else 2
    if is_rough(battle, arena, b):
        cost *= arena.rules.difficult_cost
    return cost * arena.scale // 2
