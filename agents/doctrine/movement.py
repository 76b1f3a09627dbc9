"""Choosing a goal: every tile within reach is weighed once per initiative pass; the best becomes the unit's goal."""

from fireteam.env.rules.arena import ELIMINATE
from fireteam.env.rules.ground.bits import scrambled
from fireteam.env.rules.ground.bulk import takes_place
from fireteam.env.rules.ground.grid import DX, DY, passable, tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.ground.steps import open_steps
from fireteam.env.rules.interface import pace_to_declare, weapon_in_hand
from fireteam.env.rules.kernel import Array, Record, allocating, kernel
from fireteam.env.rules.record import NOBODY, NOWHERE
from fireteam.env.rules.verbs import DOOR, STEP

from .guarding import ward_of
from .interface import horizon, patient_for, place_to_open
from .memory import hunting_goal, nearest_enemy
from .places import Survey, danger_at, most_nearness, most_offense, nearness, objective_anchor, offense_from, survey
from .records import DANGER, HEAL, OFFENSE, RETREAT, RUN, SALLY, SEEK, WOUNDED_CARE
from .records import HOLD as STAY
from .values import life_lost, points_left

NO_STEP = -1
PATIENCE = 3  # rounds without anything to do after which a unit goes to the enemies that it knows, at most
LOST = 1  # and after which it looks for those that it no longer knows
BOLDER = 0.5  # share of its caution that it loses with every round after that: somebody has to come through the door
TIE_BREAK = 1e-15  # times up to 2**31: among equals no corner of the map is dearer than another


@allocating
def choose_goal(battle: Record, arena: Record, parameters: Record, who: int, memory: Record) -> None:
    """Weigh every tile within reach and write the unit's goal into `memory`: the best tile, or the present one.

    The nearest are weighed first. Expensive considerations come later, and only for tiles that could still become the best.
    A unit that has found nothing to do for a while searches for enemies instead.
    """
    weights = parameters.weights
    unit = battle.units[who]
    here = tile_of(arena, unit)
    weapon = weapon_in_hand(battle, arena, who)
    anchor = objective_anchor(battle, arena, who)
    care, hope = stakes(battle, arena, weights, who)
    patient = patient_for(battle, arena, who) if weights[HEAL] > 0.0 else NO_STEP
    known = survey(battle, arena, who)
    stay = nearness(battle, arena, weights, who, known, here, anchor, patient) + weights[STAY]
    gain = hope * offense_from(battle, arena, known, unit.x, unit.y, weapon)
    stay += gain - care * danger_at(battle, arena, known, here)
    if gain > 0.0 or unit.attacked:
        memory.busy = battle.round_number
    if known.foes:
        memory.seen = nearest_enemy(battle, arena, who) + 1
    memory.goal = here
    memory.worth = 0.0
    memory.breach = place_to_open(battle, arena, who, anchor)
    if memory.breach != NOWHERE:
        memory.goal = memory.breach
        memory.worth = 1.0
        return
    walking, running = horizon(battle, arena, who)
    if patient < 0 and idle_for(battle, arena, memory, known) > 0 and may_seek(battle, arena, weights, who, anchor):
        seek(battle, arena, parameters, who, memory, known, walking if known.foes else running)
        return
    taken = occupied_near(battle, arena, who)
    best = stay
    most = hope * most_offense(known)
    most_there = most + most_nearness(battle, arena, weights, who, anchor, patient)
    for ring in range(1, running // arena.scale + 1):
        if most_there - effort(weights, ring * arena.scale, walking) <= best:
            return
        for y in range(max(unit.y - ring, 0), min(unit.y + ring + 1, arena.height)):
            apart = 1 if abs(y - unit.y) == ring else 2 * ring
            for x in range(unit.x - ring, min(unit.x + ring + 1, arena.width), apart):
                tile = y * arena.width + x
                if x < 0:
                    continue
                walk = path_length(battle, arena, here, tile)
                least = best + effort(weights, walk, walking)
                if walk > running or most_there <= least:
                    continue
                worth = hope * offense_from(battle, arena, known, x, y, weapon)
                if worth + most_there - most <= least or not passable(battle, arena, tile):
                    continue
                worth += nearness(battle, arena, weights, who, known, tile, anchor, patient)
                worth -= TIE_BREAK * scrambled(tile ^ memory.clock << 12)
                if worth <= least:
                    continue
                worth -= care * danger_at(battle, arena, known, tile)
                if worth > least and not is_taken(battle, arena, tile, taken):
                    best += worth - least
                    memory.goal = tile
                    memory.worth = best - stay


@kernel
def idle_for(battle: Record, arena: Record, memory: Record, known: Survey) -> int:
    """Return for how many rounds a unit has had nothing to do, beyond its patience; above 0 if it never knew of an enemy.

    `known` is its Survey.
    """
    idle = battle.round_number - memory.busy
    if known.foes:
        return idle - min(PATIENCE, arena.stalemate // 2)
    return max(idle - LOST, 1 if memory.seen == 0 else 0)


@kernel
def may_seek(battle: Record, arena: Record, weights: Array, who: int, anchor: int) -> bool:
    """Return whether a unit is free to go looking for enemies.

    It is not if it must hold or reach ground (`anchor`), protect somebody, or merely survive, or if it lies in ambush.
    """
    unit = battle.units[who]
    if weights[SEEK] <= 0.0 or anchor >= 0 or unit.hidden or arena.at_limit == unit.team:
        return False
    return arena.goals[unit.team].kind == ELIMINATE and ward_of(battle, arena, who) == NOBODY


@allocating
def seek(battle: Record, arena: Record, parameters: Record, who: int, memory: Record, known: Survey, reach: int) -> None:
    """Write into `memory` the tile, at most `reach` metres away, from which a unit goes on looking for enemies.

    The tile is as near to where enemies may be as danger permits; it permits more with every round. `known` is its Survey.
    """
    target = hunting_goal(battle, arena, who, parameters.seed, memory)
    if target == NOWHERE:
        return
    unit = battle.units[who]
    here = tile_of(arena, unit)
    bold = min(BOLDER * (idle_for(battle, arena, memory, known) - 1), 1.0)
    care = max(caution(battle, arena, parameters.weights, who), 0.0) * (1.0 - bold)
    stay = -care * danger_at(battle, arena, known, here)
    away = path_length(battle, arena, here, target)
    around = reach // arena.scale
    taken = occupied_near(battle, arena, who)
    best = stay
    for y in range(max(unit.y - around, 0), min(unit.y + around + 1, arena.height)):
        for x in range(max(unit.x - around, 0), min(unit.x + around + 1, arena.width)):
            tile = y * arena.width + x
            worth = parameters.weights[SEEK] * (away - path_length(battle, arena, tile, target))
            if worth <= best or path_length(battle, arena, here, tile) > reach or not passable(battle, arena, tile):
                continue
            worth -= care * danger_at(battle, arena, known, tile)
            if worth > best and not is_taken(battle, arena, tile, taken):
                best = worth
                memory.goal = tile
                memory.worth = best - stay


@kernel
def effort(weights: Array, walk: int, walking: int) -> float:
    """Return the extra worth that a tile must have for its metres to be walked; beyond `walking`, running costs more."""
    return 0.001 * walk + (max(weights[RUN], 0.0) if walk > walking else 0.0)


@kernel
def stakes(battle: Record, arena: Record, weights: Array, who: int) -> tuple[float, float]:
    """Return the weights of a point that a unit may lose and of an enemy that it may take out, both at least 0."""
    care = caution(battle, arena, weights, who)
    hope = weights[OFFENSE]
    if battle.units[who].attacked:
        hope *= 1.0 - weights[RETREAT]
    else:
        care *= 1.0 - weights[SALLY]
    return max(care, 0.0), max(hope, 0.0)


@kernel
def caution(battle: Record, arena: Record, weights: Array, who: int) -> float:
    """Return the weight of a point that a unit may lose where it has nothing to gain."""
    care = weights[DANGER] * (1.0 + weights[WOUNDED_CARE] * life_lost(battle, arena, who))
    return care / points_left(battle, arena, who)


@kernel
def occupied_near(battle: Record, arena: Record, who: int) -> int:
    """Return the units, a bit each, that stand in the way: all others that occupy tiles."""
    units = 0
    for other in range(arena.units):
        if other != who and takes_place(arena, other, battle.units[other]):
            units |= 1 << other
    return units


@kernel
def is_taken(battle: Record, arena: Record, tile: int, units: int) -> bool:
    """Return whether one of `units`, a bit each, stands on a tile."""
    for other in range(arena.units):
        if units >> other & 1 and tile_of(arena, battle.units[other]) == tile:
            return True
    return False


@kernel
def step_towards(battle: Record, arena: Record, who: int, goal: int) -> int:
    """Return the direction of the open step that gets nearest to tile `goal` on foot, NO_STEP if none gets nearer."""
    return nearest_step(battle, arena, who, goal, battle.open[STEP])


@kernel
def nearest_step(battle: Record, arena: Record, who: int, goal: int, steps: int) -> int:
    """Return which of some directions, a bit each, gets nearest to tile `goal`, NO_STEP if none gets nearer."""
    unit = battle.units[who]
    best = path_length(battle, arena, tile_of(arena, unit), goal)
    found = NO_STEP
    for direction in range(8):
        if steps >> direction & 1:
            tile = (unit.y + DY[direction]) * arena.width + unit.x + DX[direction]
            walk = path_length(battle, arena, tile, goal)
            if walk < best:
                best = walk
                found = direction
    return found


@kernel
def door_towards(battle: Record, arena: Record, who: int, goal: int) -> int:
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
def next_move(battle: Record, arena: Record, who: int, goal: int) -> tuple[int, int]:
    """Return the action (verb, argument) that moves a unit towards its goal, (-1, 0) if there is none."""
    unit = battle.units[who]
    direction = step_towards(battle, arena, who, goal)
    if direction != NO_STEP:
        return STEP, direction
    door = door_towards(battle, arena, who, goal)
    if door != NO_STEP:
        return DOOR, door
    walk = path_length(battle, arena, tile_of(arena, unit), goal)
    pace = pace_to_declare(battle, arena, who, walk) if walk > 0 else -1
    if pace >= 0 and nearest_step(battle, arena, who, goal, open_steps(battle, arena, unit, walk)) == NO_STEP:
        return -1, 0  # somebody stands in the way: no metres are of use
    return pace, 0
