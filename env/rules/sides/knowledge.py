"""What each team knows: where units are, who has fallen, how somebody fares, what stands on changed ground.

This module updates that knowledge and keeps it in `battle.teams` and `changes.believed`. `view.py` builds the battle as a
team knows it from it; all code that may not know everything looks at that battle. Without fog every team knows everything
except hidden units.

    place       `known`: somebody of the team sees or hears the unit now, or it stands right beside one of them
    condition   `studied`: how it fares is known once it was observed closely (SS-U2); of the own team always
    the fallen  `fallen`: the team saw it fall, or lie; it stands again for the team when the team sees it stand
    ground      `believed`: what stood on a changed tile when the team last saw it, or one of the four beside it

A unit whose act asks another one for a decision reveals where it is: an attack, a step within reach, a zone of fire.
"""

from .. import events
from ..arena import NO_CUE
from ..ground.changes import forget_change
from ..ground.grid import apart, beside, tile_of
from ..ground.sight import TOTAL, cover_between, sees
from ..interface import deceives, is_blind, is_deaf
from ..kernel import kernel
from ..log import emit
from ..record import ABSENT, ESCAPED, MAX_TEAMS, MAX_UNITS, NOBODY, NOWHERE, UP

ALL_UNITS = (1 << MAX_UNITS) - 1
NEVER = 1 << 20  # a round that no battle has

# What a team takes a changed tile for, two bits of `believed`: as drawn; a door moved or a lock picked; broken; picked, then
# opened.
AS_DRAWN, MOVED, BROKEN, MOVED_TWICE = range(4)


@kernel
def hides_something(battle, arena):
    """Return whether any team may know less than everything: fog, a hidden unit, or a deception."""
    return arena.fog != 0 or arena.hiding != 0 or deceives(battle)


@kernel
def know_all(battle):
    """Let every team know every unit."""
    for team in range(MAX_TEAMS):
        battle.teams[team].known = ALL_UNITS


@kernel
def know_unit(battle, who, known):
    """Let every other team know where a unit is (`known` 1), or none of them (`known` 0)."""
    for team in range(MAX_TEAMS):
        if team != battle.units[who].team:
            battle.teams[team].known &= ~(1 << who)
            battle.teams[team].known |= known << who


@kernel
def begin_hidden(battle, arena):
    """Begin a battle's knowledge: without fog every team knows every unit except hidden ones."""
    if arena.fog == 0:
        know_all(battle)
    if arena.hiding:
        for who in range(arena.units):
            if arena.sheets[who].hides:
                battle.units[who].hidden = 1
                know_unit(battle, who, 0)


@kernel
def knows(battle, team, who):
    """Return whether a team knows where a unit is."""
    return battle.teams[team].known >> who & 1 == 1


@kernel
def knows_condition(battle, arena, team, who):
    """Return whether a team knows how a unit fares and what it has left."""
    return arena.fog == 0 or battle.units[who].team == team or battle.teams[team].studied >> who & 1 == 1


@kernel
def entry_round(battle, arena, who):
    """Return the round in which a unit enters the battle, 0 if it is there from the start; NEVER if nobody called it."""
    sheet = arena.sheets[who]
    if sheet.cue == NO_CUE:
        return sheet.arrives
    due = battle.units[who].due
    return due if due else NEVER


@kernel
def has_come(battle, arena, who):
    """Return whether the time at which a unit enters the battle has come, whether or not there is room for it (SS-T6)."""
    arrives = entry_round(battle, arena, who)
    if battle.round_number != arrives:
        return battle.round_number > arrives
    return arrives == 0 or battle.pass_number >= arena.sheets[who].arrives_pass


@kernel
def notices(battle, arena, who, other):
    """Return whether a unit sees, hears or touches another: in sight, near, or it has fired since its last phase began.

    A unit that is deaf on both ears hears nothing; one that is blind on both eyes sees nothing (SS-C3). A unit that lies on
    the ground is not heard.
    """
    watcher = battle.units[who]
    unit = battle.units[other]
    away = apart(arena, watcher, unit)
    if away <= arena.scale:
        return True
    if unit.status == UP and not is_deaf(battle, who) and (unit.shot or away <= arena.rules.hearing):
        return True
    return not is_blind(battle, who) and sees(battle, arena, watcher, unit)


@kernel
def team_notices(battle, arena, team, other):
    """Return the first unit of a team that notices unit `other`, NOBODY if none does."""
    for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
        if battle.units[who].status == UP and notices(battle, arena, who, other):
            return who
    return NOBODY


@kernel
def look_around(battle, arena, log):
    """Update what each team knows, in battles with fog; hidden units stay unknown."""
    if arena.fog == 0:
        return
    for team in range(arena.teams):
        for other in range(arena.units):
            look_for(battle, arena, log, team, other)
        for other in range(arena.units):  # who sees somebody in a vehicle sees the vehicle
            vehicle = battle.units[other].aboard
            if vehicle != NOBODY and knows(battle, team, other):
                battle.teams[team].known |= 1 << vehicle
    if battle.changed:
        look_at_ground(battle, arena)


@kernel
def look_for(battle, arena, log, team, other):
    """Update what a team knows of unit `other`."""
    unit = battle.units[other]
    own = battle.teams[team]
    bit = 1 << other
    if unit.team == team:
        own.known |= bit
        return
    before = own.known & bit
    own.known &= ~bit
    if unit.status > UP and before:
        own.fallen |= bit
    if unit.status in (ABSENT, ESCAPED) or unit.hidden:
        return
    finder = team_notices(battle, arena, team, other)
    if finder == NOBODY:
        return
    own.known |= bit
    if unit.status > UP:
        own.fallen |= bit
        return
    own.fallen &= ~bit
    if not before:
        emit(battle, log, events.SPOTTED, finder, other, 0, 0, 0)


@kernel
def look_at_ground(battle, arena):
    """Update what terrain each team believes changed tiles have; a tile known to be as drawn again is no change any more."""
    row = 0
    while row < battle.changed:
        change = battle.changes[row]
        drawn = arena.tiles[change.tile].terrain
        now = state_of(arena, drawn, change.terrain)
        for team in range(arena.teams):
            if change.believed >> 2 * team & 3 != now and notices_ground(battle, arena, team, change.tile):
                change.believed = change.believed & ~(3 << 2 * team) | now << 2 * team
        if change.terrain == drawn and change.believed == 0:
            forget_change(battle, row)
        else:
            row += 1


@kernel
def notices_ground(battle, arena, team, tile):
    """Return whether a team sees a tile, or one of the four beside it, or stands at it."""
    x, y = tile % arena.width, tile // arena.width
    for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
        unit = battle.units[who]
        if unit.status != UP:
            continue
        if -1 <= x - unit.x <= unit.side and -1 <= y - unit.y <= unit.side:
            return True
        if not is_blind(battle, who) and arena.sheets[who].inanimate == 0:
            eye = tile_of(arena, unit)
            if cover_between(battle, arena, eye, unit.prone, tile, 0) != TOTAL:
                return True
            for direction in range(0, 8, 2):
                near = beside(arena, x, y, direction)
                if near != NOWHERE and cover_between(battle, arena, eye, unit.prone, near, 0) != TOTAL:
                    return True
    return False


@kernel
def moved(arena, terrain):
    """Return the terrain that a terrain becomes when it is unlocked or, as a door, moved; below 0 if it is neither."""
    kind = arena.terrains[terrain]
    return kind.unlocked if kind.unlocked >= 0 else kind.door


@kernel
def state_of(arena, drawn, terrain):
    """Return the state, AS_DRAWN to MOVED_TWICE, of a tile that the map draws as `drawn` and that is `terrain` now."""
    if terrain == drawn:
        return AS_DRAWN
    once = moved(arena, drawn)
    if once >= 0 and terrain == once:
        return MOVED
    if once >= 0 and terrain == arena.terrains[once].door:
        return MOVED_TWICE
    return BROKEN


@kernel
def terrain_in(arena, drawn, state, now):
    """Return the terrain of a tile that the map draws as `drawn` and that is in a state, AS_DRAWN to MOVED_TWICE.

    A door that breaks leaves one terrain if it was open and another if it was closed. If the terrain `now` is one of those,
    it is returned.
    """
    once = moved(arena, drawn)
    terrain = drawn
    if state == MOVED:
        terrain = once
    elif state == MOVED_TWICE and once >= 0:
        terrain = arena.terrains[once].door
    elif state == BROKEN:
        terrain = arena.terrains[drawn].broken
        if once >= 0:
            left = arena.terrains[once].broken
            terrain = left if terrain < 0 or (now == left and now >= 0) else terrain
    return terrain if terrain >= 0 else drawn
