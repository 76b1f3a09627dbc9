"""How a doctrine plays a broken unit: it heads for its exit, or away from its enemies, and surrenders when cornered."""

from fireteam.env.rules.ground.grid import metres, passable, tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.ground.sight import NO_COVER
from fireteam.env.rules.kernel import Record, allocating, kernel
from fireteam.env.rules.record import NOWHERE
from fireteam.env.rules.verbs import SURRENDER

from .interface import best_action, horizon, moment_of
from .movement import is_taken, next_move, occupied_near
from .places import Survey, X, Y, danger_at, survey
from .records import RESERVE
from .values import exposure, points_left

CORNERED = 0.2  # of its life that may be lost where it stands, with nowhere better to go: it gives up
NEARER = 0.05  # worth of a metre nearer to the exit
FARTHER = 0.03  # worth of a metre farther from the nearest enemy that can do harm, up to FAR_ENOUGH
FAR_ENOUGH = 40
OUT = 1.0  # worth of being out


@kernel
def flee(battle: Record, arena: Record, log: Record, parameters: Record, who: int, memory: Record) -> tuple[int, int]:
    """Return the action (verb, argument) of a broken unit in its own phase: it flees, surrenders, or acts as usual."""
    moment = -moment_of(battle)  # below 0: what it wanted before it broke is forgotten
    if memory.clock != moment:
        memory.clock = moment
        choose_refuge(battle, arena, who, memory)
    goes = memory.worth > 0 and memory.goal != tile_of(arena, battle.units[who])
    if goes:
        verb, argument = next_move(battle, arena, who, memory.goal)
        if verb >= 0:
            return verb, argument
    if battle.open[SURRENDER] and not goes and exposure(battle, arena, who, battle.units[who].covered) >= CORNERED:
        return SURRENDER, 0
    best = best_action(battle, arena, log, parameters, who, memory, parameters.weights[RESERVE])
    return best[0], best[1]


@allocating
def choose_refuge(battle: Record, arena: Record, who: int, memory: Record) -> None:
    """Write into `memory` the best tile to flee to within reach, and how much better it is than the present one."""
    unit = battle.units[who]
    here = tile_of(arena, unit)
    memory.goal = here
    memory.worth = 0.0
    memory.breach = NOWHERE
    _, running = horizon(battle, arena, who)
    around = running // arena.scale
    taken = occupied_near(battle, arena, who)
    known = survey(battle, arena, who)
    stay = refuge_worth(battle, arena, who, known, here)
    for y in range(max(unit.y - around, 0), min(unit.y + around + 1, arena.height)):
        for x in range(max(unit.x - around, 0), min(unit.x + around + 1, arena.width)):
            tile = y * arena.width + x
            walk = path_length(battle, arena, here, tile)
            if walk > running or tile == here or not passable(battle, arena, tile):
                continue
            worth = refuge_worth(battle, arena, who, known, tile) - 0.001 * walk - stay
            if arena.sheets[who].refuge and arena.tiles[tile].zone == arena.sheets[who].refuge:
                worth += OUT
            if worth > memory.worth and not is_taken(battle, arena, tile, taken):
                memory.worth = worth
                memory.goal = tile


@kernel
def refuge_worth(battle: Record, arena: Record, who: int, known: Survey, tile: int) -> float:
    """Return the worth of a tile to a broken unit: out of danger, near its exit or far from its enemies.

    `known` is its Survey.
    """
    worth = -danger_at(battle, arena, known, tile) / points_left(battle, arena, who)
    refuge = arena.sheets[who].refuge_at
    if refuge >= 0:
        return worth - NEARER * path_length(battle, arena, tile, refuge)
    nearest = FAR_ENOUGH
    for foe in range(known.foes):
        if known.losses[foe, NO_COVER] > 0.0:
            away = metres(arena, known.marks[foe, X], known.marks[foe, Y], tile % arena.width, tile // arena.width)
            nearest = min(nearest, away)
    return worth + FARTHER * nearest
