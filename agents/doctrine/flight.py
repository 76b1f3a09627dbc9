"""How a doctrine plays a broken unit: it heads for its exit, or away from its enemies, and surrenders when cornered."""

from fireteam.env.rules.ground.grid import metres, passable, tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.ground.sight import NO_COVER
from fireteam.env.rules.kernel import Record, allocating, kernel
from fireteam.env.rules.record import NOWHERE

from .interface import horizon, moment_of
from .movement import is_taken, occupied_near
from .places import Survey, X, Y, danger_at, survey
from .values import exposure, points_left

CORNERED = 0.2  # of its life that may be lost where it stands, with nowhere better to go: it gives up
NEARER = 0.05  # worth of a metre nearer to the exit
FARTHER = 0.03  # worth of a metre farther from the nearest enemy that can do harm, up to FAR_ENOUGH
FAR_ENOUGH = 40
OUT = 1.0  # worth of being out


@kernel
def clock_of(battle: Record, who: int) -> int:
    """Return the span in which a unit's intention holds; below 0 once it has broken: what it wanted before is forgotten."""
    moment = moment_of(battle)
    return -moment if battle.units[who].broken else moment


@kernel
def is_cornered(battle: Record, arena: Record, who: int) -> bool:
    """Return whether a broken unit that stays where it is gives up."""
    unit = battle.units[who]
    return unit.broken == 1 and exposure(battle, arena, who, unit.covered) >= CORNERED


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
