"""Moving as declared: a unit sets out only if there is a way, and goes where it can carry out its other declarations."""

from fireteam.agents.doctrine.movement import NO_STEP, step_towards
from fireteam.env.rules.arena import UNREACHABLE
from fireteam.env.rules.ground.grid import DX, DY, beside, metres, steps_from, tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.ground.sight import TOTAL, cover_between
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY, UP

from ..rules.attack.attack import can_attack
from ..rules.attack.hands import model_for
from ..rules.attack.modifiers import reach_of
from ..rules.plan import BLOWS, CLINCHES, SHOTS, bearing_then, hands_then, has_planned
from ..rules.reaching import way_to_touch
from ..rules.record import PENDING
from ..rules.rolls import plain_skill
from ..rules.tables import PHYSIQUE
from ..rules.walk import metres_for, unit_on
from ..words.verbs import DOOR, END, STEP

NONE = -1


@kernel
def can_set_out(battle, arena, who, goal):
    """Return whether a unit can come nearer to tile `goal` with a step, after units that act before it have moved away.

    Units that are still to declare act before it (LD-T1). Of those, adjacent enemies count as staying, and so do friends
    that have no way on.
    """
    unit = battle.units[who]
    if has_planned(unit, DOOR):
        return True
    steps = nearer_steps(battle, arena, tile_of(arena, unit), goal)
    for direction in range(8):
        if steps >> direction & 1:
            tile = beside(arena, unit.x, unit.y, direction)
            if not stays_on(battle, arena, unit.team, tile, goal):
                return True
    return False


@kernel
def nearer_steps(battle, arena, tile, goal):
    """Return the directions, a bit each, in which the ground lets one step from a tile and come nearer to tile `goal`."""
    x, y = tile % arena.width, tile // arena.width
    here = path_length(battle, arena, tile, goal)
    steps, _ = steps_from(battle, arena, x, y)
    nearer = 0
    for direction in range(8):
        if steps >> direction & 1 and path_length(battle, arena, beside(arena, x, y, direction), goal) < here:
            nearer |= 1 << direction
    return nearer


@kernel
def stays_on(battle, arena, team, tile, goal):
    """Return whether a unit stands on a tile and is likely to stay there, for tile `goal`, until a unit of `team` acts."""
    other = unit_on(battle, arena, tile)
    if other == NOBODY:
        return False
    body = battle.units[other]
    if body.team != team or body.acted == 1 or body.held_by != NOBODY or arena.sheets[other].inanimate == 1:
        return True
    steps = nearer_steps(battle, arena, tile, goal)
    for direction in range(8):
        if steps >> direction & 1 and unit_on(battle, arena, beside(arena, body.x, body.y, direction)) == NOBODY:
            return False
    return True


@kernel
def likely_way(battle, arena, who, actions):
    """Return the metres that a unit goes with a roll of 0 for its movement, one of `actions` actions (LD-A1, LD-A3)."""
    return metres_for(arena, plain_skill(battle, arena, who, PHYSIQUE, actions))


@kernel
def comes_to(battle, arena, who, goal, actions):
    """Return whether a unit is likely to reach tile `goal` in this turn."""
    walk = path_length(battle, arena, tile_of(arena, battle.units[who]), goal)
    return walk <= likely_way(battle, arena, who, actions)


@kernel
def walk_worth(battle, arena, who, memory, actions):
    """Return the worth of a walk, one of `actions` actions: the goal's worth, times the share of the way that it covers."""
    walk = path_length(battle, arena, tile_of(arena, battle.units[who]), memory.goal)
    return memory.worth * min(likely_way(battle, arena, who, actions) / max(walk, 1), 1.0)


@kernel
def can_from(battle, arena, who, target, verb, goal, actions):
    """Return whether a unit that walks to tile `goal` can attack an enemy from there; a shot only if it arrives now."""
    body = battle.units[target]
    if cover_between(battle, arena, goal, 0, tile_of(arena, body), body.prone) == TOTAL:
        return False
    if verb in SHOTS:
        return comes_to(battle, arena, who, goal, actions)
    away = metres(arena, goal % arena.width, goal // arena.width, body.x, body.y)
    return away <= reach_by(arena, who, battle.units[who], verb)


@kernel
def move_as_declared(battle, arena, who, goal):
    """Return the step or END (verb, argument) by which a moving unit can do what it has declared, NONE if any will do.

    `goal` is the tile that it makes for.
    """
    unit = battle.units[who]
    place = next_attack(unit)
    if place == NONE or battle.units[unit.plan[place].argument].status != UP:
        return NONE, 0
    verb, target = unit.plan[place].verb, unit.plan[place].argument
    arrives = path_length(battle, arena, tile_of(arena, unit), goal) <= unit.metres
    if arrives and can_from(battle, arena, who, target, verb, goal, unit.actions):
        return NONE, 0
    if verb not in SHOTS:
        return close_in(battle, arena, who, target, reach_by(arena, who, unit, verb))
    direction = step_towards(battle, arena, who, goal)
    if direction == NO_STEP or not can_attack(battle, arena, who, target, verb):
        return NONE, 0
    return (NONE, 0) if can_attack_after(battle, arena, who, target, verb, direction) else (END, 0)


@kernel
def next_attack(unit):
    """Return the place in a unit's plan of the first attack that is not carried out yet, NONE for none."""
    for place in range(unit.items):
        verb = unit.plan[place].verb
        if unit.plan[place].state == PENDING and (verb in SHOTS or verb in BLOWS or verb in CLINCHES):
            return place
    return NONE


@kernel
def reach_by(arena, who, unit, verb):
    """Return the metres within which a unit strikes or grips by a verb, after its plan."""
    hand, off_hand = hands_then(arena, who, unit)
    model = model_for(arena, who, bearing_then(unit), verb, hand, off_hand)
    return max(1, arena.scale) if verb in CLINCHES or model < 0 else reach_of(arena, arena.weapons[model])


@kernel
def close_in(battle, arena, who, target, reach):
    """Return the step (verb, argument) towards touching another unit, END if it can touch it, NONE for no way."""
    unit = battle.units[who]
    x, y = unit.x, unit.y
    best = way_to_touch(battle, arena, unit, battle.units[target], reach, unit.metres)
    if best == 0:
        return END, 0
    found = NO_STEP
    for direction in range(8):
        if battle.open[STEP] >> direction & 1:
            unit.x = x + DX[direction]
            unit.y = y + DY[direction]
            way = way_to_touch(battle, arena, unit, battle.units[target], reach, unit.metres)
            if way < best:
                best, found = way, direction
    unit.x = x
    unit.y = y
    return (STEP, found) if found != NO_STEP and best < UNREACHABLE else (NONE, 0)


@kernel
def can_attack_after(battle, arena, who, target, verb, direction):
    """Return whether a unit could attack an enemy by a verb after a step in a direction."""
    unit = battle.units[who]
    x, y = unit.x, unit.y
    unit.x = x + DX[direction]
    unit.y = y + DY[direction]
    can = can_attack(battle, arena, who, target, verb)
    unit.x = x
    unit.y = y
    return can
