"""Late entry: when and where units enter during a battle.

Some enter in a round that is known beforehand. Others are called once by a cue, and enter a number of rounds later:

    alarm       somebody of their team sees, hears or touches an enemy, or is hurt, or a shot falls anywhere
    half_down   half of their team is out of the fight (`morale.py`), of those who have entered it
    zone        an enemy stands on a tile with a mark, whether somebody sees it or not

Units that were not called yet do not keep a battle going: once nobody of a team stands, nobody is left to call them.
"""

from .. import events
from ..arena import ALARM, HALF_DOWN, NO_CUE, UNREACHABLE, ZONE_ENTERED
from ..ground.bulk import takes_place
from ..ground.grid import metres, passable, tile_of
from ..interface import life
from ..kernel import kernel, rare
from ..log import emit_to_team
from ..record import ABSENT, DEAD, DOWN, NOBODY, NOWHERE, UP
from .knowledge import entry_round, team_notices
from .morale import losses


@kernel
def is_due(battle, arena, who):
    """Return whether a unit that has not entered yet may enter in this pass, or should have entered in an earlier one."""
    due = entry_round(battle, arena, who)
    if battle.units[who].status != ABSENT or battle.round_number < due:
        return False
    return battle.round_number > due or battle.pass_number >= arena.sheets[who].arrives_pass


@rare
def call_waves(battle, arena, log) -> None:
    """Call the waves whose cue has come."""
    for team in range(arena.teams):
        called = 0
        for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
            sheet, unit = arena.sheets[who], battle.units[who]
            if sheet.cue == NO_CUE or unit.due or unit.status != ABSENT or not has_cue(battle, arena, team, sheet):
                continue
            unit.due = battle.round_number + sheet.arrives
            if called >> min(sheet.arrives, 30) & 1 == 0:
                called |= 1 << min(sheet.arrives, 30)
                emit_to_team(battle, log, events.CALLED, team, unit.due)


@kernel
def has_cue(battle, arena, team, sheet):
    """Return whether the cue that calls a unit of a team, with its sheet, has happened."""
    if sheet.cue == ALARM:
        return is_alarmed(battle, arena, team)
    if sheet.cue == HALF_DOWN:
        lost, all_told = losses(battle, arena, team, 0)
        return lost > 0 and 2 * lost >= all_told
    return sheet.cue == ZONE_ENTERED and is_entered(battle, arena, team, sheet.cue_zone)


@kernel
def is_alarmed(battle, arena, team):
    """Return whether somebody shoots, somebody of a team is hurt, or one of it notices an enemy that does not hide."""
    for who in range(arena.units):
        unit = battle.units[who]
        if arena.sheets[who].inanimate:
            continue
        if unit.status == UP and unit.shot:
            return True
        if unit.team == team and (unit.status == DOWN or unit.status == DEAD):
            return True
        if unit.team == team and unit.status == UP:
            left, full = life(battle, arena, who)
            if left < full:
                return True
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.status == UP and unit.team != team and unit.hidden == 0 and arena.sheets[who].inanimate == 0:
            if team_notices(battle, arena, team, who) != NOBODY:
                return True
    return False


@kernel
def is_entered(battle, arena, team, zone):
    """Return whether an enemy of a team stands on a tile with a mark."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.status == UP and unit.team != team and arena.sheets[who].inanimate == 0:
            if arena.tiles[tile_of(arena, unit)].zone == zone:
                return True
    return False


@kernel
def enter(battle, arena, who):
    """Let a unit in if its time has come; return its tile, NOWHERE if it is not due, or waits outside for want of room."""
    if not is_due(battle, arena, who):
        return NOWHERE
    unit = battle.units[who]
    tile = entry_tile(battle, arena, tile_of(arena, unit))
    if tile != NOWHERE:
        unit.x = tile % arena.width
        unit.y = tile // arena.width
        unit.status = UP
        battle.quiet = 0
    return tile


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
