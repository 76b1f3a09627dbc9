"""How a doctrine values breaking through: where no way leads to the goal, a barrier has to go."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import OTHER
from fireteam.agents.doctrine.records import BREAK
from fireteam.agents.doctrine.values import is_enemy
from fireteam.env.rules.arena import MAX_WEAPONS, UNREACHABLE
from fireteam.env.rules.ground.grid import DX, DY, beside, metres, passable, terrain_at, tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import CHARGE, MAX_EFFECTS, NOBODY, NOWHERE

from ..rules.craft.breaching import model_of_tool
from ..rules.craft.demolition import NO_PLACE, charge_place
from ..rules.tables import DEMOLITIONS, MECHANICS
from ..words.verbs import BREACH, PICK_LOCK, SET_CHARGE

SOFT = 40  # structure and armor together above which only a charge is thought of


@kernel
def wanted(battle, arena, who, anchor):
    """Return the tile a unit wants to get to: `anchor`, that of its objective, else the nearest enemy's; -1 for none."""
    if anchor >= 0:
        return anchor
    unit = battle.units[who]
    best, found = 1000, NOWHERE
    for other in range(arena.units):
        if is_enemy(battle, who, other):
            body = battle.units[other]
            distance = metres(arena, unit.x, unit.y, body.x, body.y)
            if distance < best:
                best, found = distance, tile_of(arena, body)
    return found


@kernel
def is_breaker(battle, arena, who):
    """Return whether a unit can open barriers: it has charges and the skill, can pick locks, or has a breaching weapon."""
    skills = arena.sheets[who].skills
    if skills[MECHANICS] > 0 or (skills[DEMOLITIONS] > 0 and charge_place(battle, arena, who) != NO_PLACE):
        return True
    for slot in range(MAX_WEAPONS):
        model = arena.sheets[who].weapons[slot]
        if model >= 0 and arena.weapons[model].breaching > 1:
            return True
    return False


@kernel
def place_to_open(battle, arena, who, anchor):
    """Return the tile from which to break through towards the goal, NOWHERE if there is a way or none is needed.

    Nobody breaks through while a charge waits to be set off. The tile is within reach, beside a barrier that can be broken
    or a lock that can be picked, with the least sum of the walk to it and twice the distance from there to the goal.
    `anchor` is the objective's tile, -1 for none.
    """
    if arena.shut == 0 or charge_is_set(battle, who):
        return NOWHERE
    unit = battle.units[who]
    here = tile_of(arena, unit)
    aim = wanted(battle, arena, who, anchor)
    if aim < 0 or path_length(battle, arena, here, aim) != UNREACHABLE or not is_breaker(battle, arena, who):
        return NOWHERE
    aim_x, aim_y = aim % arena.width, aim // arena.width
    best, found = 10000, NOWHERE
    for tile in range(arena.size):
        walk = path_length(battle, arena, here, tile)
        if walk == UNREACHABLE or not passable(battle, arena, tile):
            continue
        x, y = tile % arena.width, tile // arena.width
        cost = 2 * metres(arena, x, y, aim_x, aim_y) + walk
        if cost < best and barrier_towards(battle, arena, x, y, aim_x, aim_y) >= 0:
            best, found = cost, tile
    return found


@kernel
def barrier_towards(battle, arena, x, y, aim_x, aim_y):
    """Return the direction of a barrier beside (x, y) that can be opened and lies towards (aim_x, aim_y), -1 for none."""
    for direction in range(0, 8, 2):
        tile = beside(arena, x, y, direction)
        if tile < 0 or DX[direction] * (aim_x - x) + DY[direction] * (aim_y - y) <= 0:
            continue
        terrain = arena.terrains[terrain_at(battle, arena, tile)]
        if terrain.passable == 0 and (terrain.broken >= 0 or terrain.locked > 0):
            return direction
    return -1


@kernel
def breaching(battle, arena, weights, who, goal, price, offers):
    """Offer ways to open the barrier before a unit, once it stands on tile `goal`: the first that there is."""
    unit = battle.units[who]
    if goal < 0 or goal != tile_of(arena, unit) or charge_is_set(battle, who):
        return
    model = model_of_tool(unit, arena.sheets[who])
    for verb in (SET_CHARGE, PICK_LOCK, BREACH):
        if verb == BREACH and arena.weapons[model].blast:  # it would go off at the unit's feet
            continue
        for direction in range(0, 8, 2):
            if battle.open[verb] >> direction & 1 == 0:
                continue
            tile = beside(arena, unit.x, unit.y, direction)
            terrain = arena.terrains[terrain_at(battle, arena, tile)]
            if terrain.passable:
                continue
            material = arena.materials[terrain.material]
            if verb == BREACH and material.structure + material.armor > SOFT:
                continue
            offer(offers, OTHER, NOBODY, verb, direction, 0.8, 1.0, 0.8 * weights[BREAK] - price)
            return


@kernel
def charge_is_set(battle, who):
    """Return whether a charge of a unit's team waits to be set off: then units should stay away."""
    team = battle.units[who].team
    for number in range(MAX_EFFECTS):
        effect = battle.effects[number]
        if effect.kind == CHARGE and effect.owner != NOBODY and battle.units[effect.owner].team == team:
            return True
    return False
