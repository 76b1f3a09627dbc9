"""How far a unit must walk before it can do something: this limits what it may declare after a walk (LD-T1, LD-A3).

Units in the way may move before then, and closed doors may open: neither counts as an obstacle.
"""

from fireteam.env.rules.arena import UNREACHABLE
from fireteam.env.rules.ground.grid import apart, metres, tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.ground.sight import TOTAL, cover_between, cover_of
from fireteam.env.rules.kernel import kernel


@kernel
def way_to_touch(battle, arena, unit, other, reach, most):
    """Return the metres to walk until a unit has another within reach and in sight, both records; 0 if it has now.

    Args:
        reach: metres within which it strikes.
        most: metres that it can go; if they do not suffice, the answer is UNREACHABLE.
    """
    away = apart(arena, unit, other)
    if away <= reach and cover_of(battle, arena, other, unit) != TOTAL:
        return 0
    if most <= 0 or away > reach + most:
        return UNREACHABLE
    here, there = tile_of(arena, unit), tile_of(arena, other)
    best = UNREACHABLE
    around = reach // arena.scale
    for y in range(max(other.y - around, 0), min(other.y + around + 1, arena.height)):
        for x in range(max(other.x - around, 0), min(other.x + around + 1, arena.width)):
            tile = y * arena.width + x
            if tile == there or metres(arena, x, y, other.x, other.y) > reach:
                continue
            walk = path_length(battle, arena, here, tile)
            if walk <= most and walk < best and cover_between(battle, arena, tile, 0, there, other.prone) != TOTAL:
                best = walk
    return best


@kernel
def comes_to_cover(battle, arena, unit, most):
    """Return whether a unit, a record, can get to something to take cover behind within `most` metres (LD-C1)."""
    here = tile_of(arena, unit)
    if arena.tiles[here].near_cover:
        return True
    for ring in range(1, most // arena.scale + 1):
        for y in range(max(unit.y - ring, 0), min(unit.y + ring + 1, arena.height)):
            step = 1 if abs(y - unit.y) == ring else 2 * ring
            for x in range(unit.x - ring, min(unit.x + ring + 1, arena.width), step):
                tile = y * arena.width + x
                if x >= 0 and arena.tiles[tile].near_cover and path_length(battle, arena, here, tile) <= most:
                    return True
    return False
