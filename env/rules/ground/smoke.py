"""Smoke on a line, and how far a cloud spreads (SS-R10)."""

import numpy as np

from ..kernel import allocating, kernel
from ..record import MAX_EFFECTS, SMOKE
from .grid import metres, terrain_at
from .rays import DEEP, EYE, LINE, SKY, in_the_way, trace
from .sight import TOTAL, cover_between, lane


@allocating
def smoke_between(battle, arena, viewer, target):
    """Return how many tiles of smoke the line between two units crosses, its ends included."""
    if arena.smoky == 0 and battle.clouds == 0:
        return 0
    a, b = lane(battle, arena, viewer, target)
    line = np.empty(LINE, np.int64)
    count, _ = trace(battle, arena, a, b, 0, DEEP, SKY, line, True)
    thick = smoke_at(battle, arena, a)
    for row in range(count):
        if line[row, 1] < line[row, 2]:
            thick += smoke_at(battle, arena, line[row, 0])
    return thick


@kernel
def smoke_at(battle, arena, tile):
    """Return 1 if smoke lies over a tile, that of the map or a cloud of a grenade (SS-R10), else 0."""
    if arena.terrains[terrain_at(battle, arena, tile)].smoke:
        return 1
    if battle.clouds:
        for row in range(MAX_EFFECTS):
            effect = battle.effects[row]
            if effect.kind == SMOKE and in_cloud(battle, arena, effect, tile % arena.width, tile // arena.width):
                return 1
    return 0


@kernel
def in_cloud(battle, arena, effect, x, y):
    """Return whether the tile (x, y) lies in a cloud: within the radius it spreads to, not shut off by walls or glass."""
    if metres(arena, effect.x, effect.y, x, y) > effect.radius:
        return False
    centre, tile = effect.y * arena.width + effect.x, y * arena.width + x
    if cover_between(battle, arena, centre, 0, tile, 0) == TOTAL:
        return False
    return arena.glassy == 0 or not is_behind_glass(battle, arena, centre, tile)


@allocating
def is_behind_glass(battle, arena, a, b):
    """Return whether the straight line between the middles of two tiles runs through something transparent."""
    line = np.empty(LINE, np.int64)
    for row in range(in_the_way(battle, arena, a, b, 0, EYE[0], EYE[0], line)):
        if arena.terrains[terrain_at(battle, arena, line[row, 0])].transparent:
            return True
    return False
