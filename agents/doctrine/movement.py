"""Where to go: every tile within reach is weighed once per initiative pass, and the best becomes the unit's goal."""

from fireteam.env.rules.arena import EXIT, HOLD, UNREACHABLE
from fireteam.env.rules.ground.bits import scrambled
from fireteam.env.rules.ground.bulk import takes_place
from fireteam.env.rules.ground.grid import DX, DY, passable, tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.ground.sight import NO_COVER
from fireteam.env.rules.interface import hand, pace_to_declare, weapon_in_hand
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import DOWN, ESCAPED, NOBODY, NOWHERE, UP
from fireteam.env.rules.verbs import DOOR, STEP

from .guarding import off_guard, ward_of
from .interface import danger_on, horizon, patient_for, place_to_open
from .records import (
    APPROACH,
    COHESION,
    DANGER,
    DISTANCE,
    HEAL,
    OBJECTIVE,
    OFFENSE,
    PROTECT,
    RETREAT,
    RUN,
    SALLY,
    WOUNDED_CARE,
)
from .records import HOLD as STAY
from .values import harm_at, harm_from, is_enemy, life_lost, points_left

NO_STEP = -1
TIE_BREAK = 1e-15  # times up to 2**31: among equals no corner of the map is dearer than another
FAR = 100.0
NOTHING = -1e9  # less than anything is worth
CALLS_FOR_HELP = 0.8  # worth of standing beside a friend who bleeds
HELP_WITHIN = 30  # metres


@kernel
def may_leave(battle, arena, who):
    """Return whether a unit has no more to do on the map: whoever its team must bring out is out, or leaves with it."""
    ward = arena.goals[battle.units[who].team].unit
    return ward == NOBODY or who == ward or battle.units[who].carries == ward or battle.units[ward].status == ESCAPED


@kernel
def objective_anchor(battle, arena, who):
    """Return the tile a unit is drawn to: its team's ground or exit, else that of another team; -1 for none.

    Whoever must be brought out comes before the exit.
    """
    team = battle.units[who].team
    if arena.goals[team].kind == EXIT and not may_leave(battle, arena, who):
        ward = battle.units[arena.goals[team].unit]
        return tile_of(arena, ward) if ward.status == DOWN and ward.carried_by == NOBODY else -1
    if arena.goals[team].anchor >= 0:
        return arena.goals[team].anchor
    for other in range(arena.teams):
        if arena.goals[other].kind in (HOLD, EXIT):
            return arena.goals[other].anchor
    return -1


@kernel
def place_worth(battle, arena, weights, who, tile, weapon, anchor, patient, care, hope, least):
    """Return what it is worth to stand on a tile; NOTHING where what can be done from there is worth less than `least`.

    Args:
        weapon: in hand, as `weapon_in_hand` gives it.
        anchor, patient: tiles of the objective and of a friend who needs help, -1 for none.
        care, hope: factors of what can be suffered there, and of what can be done from there.
        least: what the harm that can be done from there must be worth: with less, nothing else makes up for it.
    """
    unit = battle.units[who]
    danger = 0.0
    offense = 0.0
    nearest = FAR
    for enemy in range(arena.units):
        if is_enemy(battle, who, enemy):
            harm = harm_from(battle, arena, who, tile, enemy, weapon) / points_left(battle, arena, enemy)
            offense = max(offense, min(harm, 1.0))
    if hope * offense < least:
        return NOTHING
    for enemy in range(arena.units):
        if not is_enemy(battle, who, enemy):
            continue
        body = battle.units[enemy]
        if arena.sheets[enemy].inanimate == 0 and body.broken == 0:
            danger += harm_at(battle, arena, who, tile, enemy)
        walk = path_length(battle, arena, tile, tile_of(arena, body))
        nearest = min(nearest, float(walk) if walk != UNREACHABLE else FAR)
    if battle.live:
        danger += danger_on(battle, arena, tile)
    worth = hope * offense - care * danger / points_left(battle, arena, who)
    worth -= weights[APPROACH] * abs(nearest - weights[DISTANCE])
    if anchor >= 0:
        walk = path_length(battle, arena, tile, anchor)
        worth -= weights[OBJECTIVE] * (float(walk) if walk != UNREACHABLE else FAR)
        goal = arena.goals[unit.team]
        if goal.kind == HOLD and arena.tiles[tile].zone == goal.zone:
            worth += 5 * weights[OBJECTIVE]
    goal = arena.goals[unit.team]
    if goal.kind == EXIT and arena.tiles[tile].zone == goal.zone:
        worth += 1.0 if may_leave(battle, arena, who) else -2.0
    if patient >= 0:
        walk = path_length(battle, arena, tile, patient)
        worth += CALLS_FOR_HELP * weights[HEAL] * max(1.0 - walk / HELP_WITHIN, 0.0)
    ward = ward_of(battle, arena, who)
    if ward != NOBODY:
        worth -= weights[PROTECT] * off_guard(battle, arena, who, ward, tile)
    if weights[COHESION] != 0.0:
        worth -= weights[COHESION] * friend_distance(battle, arena, who, tile)
    return worth


@kernel
def friend_distance(battle, arena, who, tile):
    """Return the metres, straight, from a tile to the nearest friend; 0 if there is none."""
    unit = battle.units[who]
    x, y = tile % arena.width, tile // arena.width
    best = FAR
    for other in range(arena.units):
        friend = battle.units[other]
        if other != who and friend.status == UP and friend.team == unit.team:
            best = min(best, float(max(abs(friend.x - x), abs(friend.y - y)) * arena.scale))
    return best if best < FAR else 0.0


@kernel
def choose_goal(battle, arena, weights, who, memory):
    """Weigh every tile within reach and write the unit's goal into `memory`: the best of them, or where it stands."""
    unit = battle.units[who]
    here = tile_of(arena, unit)
    weapon = weapon_in_hand(battle, arena, who)
    anchor = objective_anchor(battle, arena, who)
    care = weights[DANGER] * (1.0 + weights[WOUNDED_CARE] * life_lost(battle, arena, who))
    hope = weights[OFFENSE]
    if unit.attacked:
        hope *= 1.0 - weights[RETREAT]
    else:
        care *= 1.0 - weights[SALLY]
    patient = patient_for(battle, arena, who) if weights[HEAL] > 0.0 else NO_STEP
    goals = worth_of_goals(battle, arena, weights, who, anchor, patient)
    stay = place_worth(battle, arena, weights, who, here, weapon, anchor, patient, care, hope, NOTHING) + weights[STAY]
    memory.goal = here
    memory.worth = 0.0
    memory.breach = place_to_open(battle, arena, who, anchor)
    if memory.breach != NOWHERE:
        memory.goal = memory.breach
        memory.worth = 1.0
        return
    walking, running = horizon(battle, arena, who)
    around = running // arena.scale
    taken = occupied_near(battle, arena, who)
    best = stay
    most = hope * most_offense(battle, arena, who)
    for y in range(max(unit.y - around, 0), min(unit.y + around + 1, arena.height)):
        for x in range(max(unit.x - around, 0), min(unit.x + around + 1, arena.width)):
            tile = y * arena.width + x
            walk = path_length(battle, arena, here, tile)
            least = best - goals + (weights[RUN] if walk > walking else 0.0)
            if walk > running or tile == here or most < least:
                continue
            if not passable(battle, arena, tile):
                continue
            worth = place_worth(battle, arena, weights, who, tile, weapon, anchor, patient, care, hope, least)
            if walk > walking:
                worth -= weights[RUN]
            worth -= 0.001 * walk + TIE_BREAK * scrambled(tile ^ memory.clock << 12)
            if worth > best and not is_taken(battle, arena, tile, taken):
                best = worth
                memory.goal = tile
                memory.worth = worth - stay


@kernel
def most_offense(battle, arena, who):
    """Return what can be done from the best of places: to the enemy that it hurts most, without cover."""
    most = 0.0
    for enemy in range(arena.units):
        if is_enemy(battle, who, enemy):
            harm = arena.harm[who, hand(battle, who), enemy, NO_COVER]
            most = max(most, min(harm / points_left(battle, arena, enemy), 1.0))
    return most


@kernel
def worth_of_goals(battle, arena, weights, who, anchor, patient):
    """Return what no place is worth more by than by what can be done from it: all that objectives and friends add."""
    goal = arena.goals[battle.units[who].team]
    worth = CALLS_FOR_HELP * weights[HEAL] if patient >= 0 else 0.0
    worth += 5 * weights[OBJECTIVE] if anchor >= 0 and goal.kind == HOLD else 0.0
    return worth + (1.0 if goal.kind == EXIT else 0.0)


@kernel
def occupied_near(battle, arena, who):
    """Return the units, a bit each, that stand in the way: all others that occupy tiles."""
    units = 0
    for other in range(arena.units):
        if other != who and takes_place(arena, other, battle.units[other]):
            units |= 1 << other
    return units


@kernel
def is_taken(battle, arena, tile, units):
    """Return whether one of `units`, a bit each, stands on a tile."""
    for other in range(arena.units):
        if units >> other & 1 and tile_of(arena, battle.units[other]) == tile:
            return True
    return False


@kernel
def step_towards(battle, arena, who, goal):
    """Return the direction of the open step that comes nearest to tile `goal` on foot, NO_STEP if none comes nearer."""
    unit = battle.units[who]
    best = path_length(battle, arena, tile_of(arena, unit), goal)
    found = NO_STEP
    for direction in range(8):
        if battle.open[STEP] >> direction & 1:
            tile = (unit.y + DY[direction]) * arena.width + unit.x + DX[direction]
            walk = path_length(battle, arena, tile, goal)
            if walk < best:
                best = walk
                found = direction
    return found


@kernel
def door_towards(battle, arena, who, goal):
    """Return the direction of a closed door that can be opened and leads on towards tile `goal`, NO_STEP for none."""
    unit = battle.units[who]
    here = path_length(battle, arena, tile_of(arena, unit), goal)
    for direction in range(0, 8, 2):
        if battle.open[DOOR] >> direction & 1:
            tile = (unit.y + DY[direction]) * arena.width + unit.x + DX[direction]
            if not passable(battle, arena, tile) and path_length(battle, arena, tile, goal) < here:
                return direction
    return NO_STEP


@kernel
def next_move(battle, arena, who, goal):
    """Return the action (verb, argument) that takes a unit on towards its goal, (-1, 0) if there is none."""
    unit = battle.units[who]
    direction = step_towards(battle, arena, who, goal)
    if direction != NO_STEP:
        return STEP, direction
    door = door_towards(battle, arena, who, goal)
    if door != NO_STEP:
        return DOOR, door
    walk = path_length(battle, arena, tile_of(arena, unit), goal)
    return pace_to_declare(battle, arena, who, walk) if walk > 0 else -1, 0
