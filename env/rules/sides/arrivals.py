"""Late entry: when units come in the course of a battle, and where."""

from ..arena import UNREACHABLE
from ..ground.bulk import takes_place
from ..ground.grid import metres, passable, tile_of
from ..kernel import kernel
from ..record import ABSENT, NOWHERE


@kernel
def is_due(battle, arena, who):
    """Return whether a unit that has not entered yet may enter in this pass, or should have entered in an earlier one."""
    sheet = arena.sheets[who]
    if battle.units[who].status != ABSENT or battle.round_number < sheet.arrives:
        return False
    return battle.round_number > sheet.arrives or battle.pass_number >= sheet.arrives_pass


@kernel
def entry_tile(battle, arena, wanted):
    """Return the free tile with the shortest walk from tile `wanted`, NOWHERE if all are taken."""
    best = NOWHERE
    shortest = UNREACHABLE
    for tile in range(arena.size):
        way = arena.paths[wanted * arena.size + tile]
        if way > shortest or way == UNREACHABLE or not passable(battle, arena, tile) or is_occupied(battle, arena, tile):
            continue
        if way < shortest or is_nearer(arena, wanted, tile, best):
            best = tile
            shortest = way
    return best


@kernel
def is_nearer(arena, wanted, tile, other):
    """Return whether a tile is nearer to tile `wanted` than tile `other`, in metres without regard to the ground."""
    width = arena.width
    x, y = wanted % width, wanted // width
    there = metres(arena, x, y, other % width, other // width)
    return metres(arena, x, y, tile % width, tile // width) < there


@kernel
def is_occupied(battle, arena, tile):
    """Return whether somebody stands on a tile."""
    for who in range(arena.units):
        if takes_place(arena, who, battle.units[who]) and tile_of(arena, battle.units[who]) == tile:
            return True
    return False
