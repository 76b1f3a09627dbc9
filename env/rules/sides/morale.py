"""Morale: a unit that has suffered enough breaks off the fight, flees or surrenders.

Only the scenarios that say so have it.

    breaks       as soon as the share of its team that is out of the fight, or of its own life that is lost, reaches what
                 its scenario says; it does not rally
    broken       it does no more harm, and steps only where it comes no nearer to the enemies that its team knows, or nearer
                 to its exit; it may defend itself, take cover, handle gear, leave
    flees        on a tile of its exit it leaves the battle
    surrenders   where its scenario lets it, as a decision of its own phase: it is out of the fight, and nobody attacks it

The losses of a team count the units that entered the battle with the unit or after it: a unit that comes later does not
break over what it never saw. Out of the fight is who is down or dead, has fled or surrendered.
"""

from .. import events
from ..ground.grid import DX, DY, metres, tile_of
from ..ground.paths import path_length
from ..interface import life
from ..kernel import kernel, rare
from ..log import emit, emit_at
from ..record import ABSENT, DOWN, ESCAPED, NOBODY, SURRENDERED, UP
from ..verbs import HARMS, STEP, SURRENDER
from .knowledge import entry_round, know_unit, knows

FAR = 1 << 20  # metres, more than any map has


@kernel
def losses(battle, arena, team, since):
    """Return (units out of the fight, units) of a team, counted among those that entered in round `since` or later."""
    lost, all_told = 0, 0
    for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
        unit = battle.units[who]
        if unit.status == ABSENT or arena.sheets[who].inanimate or entry_round(battle, arena, who) < since:
            continue
        all_told += 1
        if unit.status != UP and (unit.status != ESCAPED or unit.broken):
            lost += 1
    return lost, all_told


@rare
def test_morale(battle, arena, log) -> None:
    """Break every unit that has suffered enough by now."""
    for team in range(arena.teams):
        lost, all_told = losses(battle, arena, team, 0)
        for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
            unit = battle.units[who]
            if unit.status != UP or unit.broken or arena.sheets[who].inanimate:
                continue
            since = entry_round(battle, arena, who)
            own = losses(battle, arena, team, since) if since else (lost, all_told)
            if has_had_enough(battle, arena, who, own[0], own[1]):
                unit.broken = 1
                emit(battle, log, events.BREAKS, who, NOBODY, 0, 0, 0)


@kernel
def has_had_enough(battle, arena, who, lost, all_told):
    """Return whether a unit breaks off when `lost` of the `all_told` units that count are out of the fight."""
    sheet = arena.sheets[who]
    if sheet.losses and lost > 0 and lost * 100 >= all_told * sheet.losses:
        return True
    if sheet.wounds:
        left, full = life(battle, arena, who)
        return left < full and (full - left) * 100 >= full * sheet.wounds
    return False


@kernel
def harms(arena, verb):
    """Return whether a verb does harm; a broken unit does not use those."""
    return arena.traits[verb] & HARMS != 0


@rare
def open_flight(battle, arena, who, ends) -> None:
    """Close harmful verbs and steps that are no flight to a broken unit; `ends` opens surrender, if its sheet allows it."""
    unit = battle.units[who]
    for verb in range(len(battle.open)):
        if harms(arena, verb):
            battle.open[verb] = 0
    if battle.open[STEP] and unit.aboard == NOBODY:
        battle.open[STEP] &= steps_away(battle, arena, who)
    if ends and arena.sheets[who].surrenders and unit.aboard == NOBODY:
        battle.open[SURRENDER] = 1


@kernel
def steps_away(battle, arena, who):
    """Return the directions, a bit each, in which a unit comes no nearer to a known enemy, or nearer to its exit."""
    unit = battle.units[who]
    refuge = arena.sheets[who].refuge_at
    here = tile_of(arena, unit)
    before = nearest_enemy(battle, arena, who, unit.x, unit.y)
    way = path_length(battle, arena, here, refuge) if refuge >= 0 else 0
    ways = 0
    for direction in range(8):
        x, y = unit.x + DX[direction], unit.y + DY[direction]
        if x < 0 or y < 0 or x >= arena.width or y >= arena.height:
            continue
        flees = refuge >= 0 and path_length(battle, arena, y * arena.width + x, refuge) < way
        if flees or nearest_enemy(battle, arena, who, x, y) >= before:
            ways |= 1 << direction
    return ways


@kernel
def nearest_enemy(battle, arena, who, x, y):
    """Return the metres from the tile (x, y) to the nearest enemy that a unit's team knows, FAR for none."""
    team = battle.units[who].team
    best = FAR
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.status == UP and enemy.team != team and knows(battle, team, other) and arena.sheets[other].inanimate == 0:
            best = min(best, metres(arena, x, y, enemy.x, enemy.y))
    return best


@kernel
def on_refuge(battle, arena, who):
    """Return whether a unit has broken and stands on its exit."""
    unit = battle.units[who]
    refuge = arena.sheets[who].refuge
    return unit.broken != 0 and refuge != 0 and arena.tiles[tile_of(arena, unit)].zone == refuge


@rare
def flee(battle, arena, log, who) -> None:
    """Let a broken unit leave the battle, with the friend that it carries. This counts for no objective."""
    unit = battle.units[who]
    tile = tile_of(arena, unit)
    unit.status = ESCAPED
    battle.quiet = 0
    emit_at(battle, log, events.FLEES, who, tile, 0, 0)
    carried = unit.carries
    if carried != NOBODY and leaves_with_body(battle, log, who):
        battle.units[carried].broken = 1
        emit_at(battle, log, events.FLEES, carried, tile, 0, 0)


@kernel
def leaves_with_body(battle, log, who):
    """Let a leaving unit take along a body that is a living friend, or put another one down; return whether it takes it."""
    unit = battle.units[who]
    body = battle.units[unit.carries]
    taken = body.status == DOWN and body.team == unit.team
    if taken:
        body.status = ESCAPED
    else:
        emit(battle, log, events.PUTS_DOWN, who, unit.carries, 0, 0, 0)
    body.carried_by = NOBODY
    unit.carries = NOBODY
    return taken


@kernel
def lay_down_arms(battle, log, who):
    """Take a unit that surrenders out of the fight, in plain view, and end in its system what must end then."""
    unit = battle.units[who]
    if unit.hidden:
        unit.hidden = 0
        know_unit(battle, who, 1)
    unit.status = SURRENDERED
    unit.covered = 0
    battle.quiet = 0
    emit(battle, log, events.SURRENDERS, who, NOBODY, 0, 0, 0)


@kernel
def steady(battle, arena, team):
    """Return whether somebody of a team can act and has not broken."""
    for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
        unit = battle.units[who]
        if unit.status == UP and unit.broken == 0 and arena.sheets[who].inanimate == 0:
            return True
    return False
