"""Doors that can be moved."""

from ..kernel import kernel
from ..record import MAX_CHANGES, UP
from .grid import beside, terrain_at, tile_of


@kernel
def movable_doors(battle, arena, unit):
    """Return the directions, a bit each, in which a door can be opened or closed: nobody stands in it."""
    doors = 0
    if battle.changed == MAX_CHANGES:
        return doors
    for direction in range(8):
        tile = beside(arena, unit.x, unit.y, direction)
        if tile >= 0 and arena.terrains[terrain_at(battle, arena, tile)].door >= 0:
            doors |= 1 << direction
            for other in range(arena.units):
                body = battle.units[other]
                if body.status == UP and tile_of(arena, body) == tile:
                    doors &= ~(1 << direction)
    return doors
