"""Late entry (SS-T6): units that come in the course of the battle."""

from ... import log as tells
from ...arena import UNREACHABLE
from ...dice import tossed
from ...ground.bulk import takes_place
from ...ground.grid import metres, passable, tile_of
from ...kernel import kernel
from ...log import cite, tell_at
from ...record import ABSENT, NOBODY, NOWHERE, UP
from .. import clauses, purposes


@kernel
def is_due(battle, arena, who):
    """Return whether a unit that has not entered yet may enter in this pass, or should have entered in an earlier one."""
    sheet = arena.sheets[who]
    if battle.units[who].status != ABSENT or battle.round_number < sheet.arrives:
        return False
    return battle.round_number > sheet.arrives or battle.pass_number >= sheet.arrives_pass


@kernel
def let_in(battle, arena, log):
    """Let all units in whose time has come; return the first whom nobody expected, NOBODY if there is none (SS-S2).

    A coin says from which end of the roster, so that no place in it has the better tile.
    """
    surprising = NOBODY
    backwards = tossed(battle, purposes.COIN)
    for place in range(arena.units):
        who = arena.units - 1 - place if backwards else place
        if not is_due(battle, arena, who):
            continue
        unit = battle.units[who]
        tile = entry_tile(battle, arena, tile_of(arena, unit))
        if tile == NOWHERE:
            continue  # no room: it has to wait outside
        unit.x = tile % arena.width
        unit.y = tile // arena.width
        unit.status = UP
        battle.quiet = 0
        if arena.sheets[who].inanimate:
            tell_at(battle, log, tells.ARRIVES, who, tile, 0, 0)
        elif arena.sheets[who].expected == 0:
            battle.singled_out |= 1 << who
            surprising = who if surprising == NOBODY else surprising
    return surprising


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


@kernel
def enter_late(battle, arena, log, who):
    """Take the score of the passes already over, ten points each, off the initiative a newcomer has rolled (SS-T6)."""
    unit = battle.units[who]
    cite(log, clauses.LATE_ENTRY)
    unit.score -= (battle.pass_number - 1) * arena.rules.pass_drop
    tell_at(battle, log, tells.ARRIVES, who, tile_of(arena, unit), unit.score, 0)
