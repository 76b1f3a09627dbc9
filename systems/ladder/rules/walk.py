"""Movement (LD-A3): one roll a turn decides how far a unit gets; each step ends its cover, and its hiding if seen."""

from fireteam.env.rules.ground.grid import DX, DY, apart, beside, is_rough, step_metres, tile_of
from fireteam.env.rules.ground.sight import sees
from fireteam.env.rules.ground.steps import open_steps
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, emit_at
from fireteam.env.rules.record import NOBODY, UP

from ..words import events, purposes
from . import clauses
from .aim import lose_aim, spoil_aim_at
from .rolls import DICE, plain_skill, roll, skill_of
from .tables import CRITICAL, PHYSIQUE


@kernel
def can_walk(arena, unit):
    """Return whether a unit can move at all: nobody holds it, and its wounds let it (LD-G1, LD-H2)."""
    return unit.held_by < 0 and has_legs(arena, unit)


@kernel
def has_legs(arena, unit):
    """Return whether its wounds let a unit, a record, move (LD-H2)."""
    return unit.level < CRITICAL or arena.rules.no_walking == 0


@kernel
def roll_movement(battle, arena, log, who):
    """Roll Physique for the turn's movement; the result decides the distance (LD-A3)."""
    unit = battle.units[who]
    cite(log, clauses.DISTANCE)
    bonus = skill_of(battle, arena, log, who, PHYSIQUE, unit.actions)
    result, _ = roll(battle, log, who, NOBODY, purposes.MOVEMENT, bonus)
    unit.metres = metres_for(arena, result)
    emit(battle, log, events.WALK, who, NOBODY, unit.metres, 0, 0)


@kernel
def metres_for(arena, result):
    """Return the metres that a movement roll lets a unit go, at least one tile (LD-A3)."""
    return max(arena.rules.move_base + arena.rules.move_point * result, arena.scale)


@kernel
def likely_metres(arena, who):
    """Return the metres that a unit goes with a movement roll of 0, as its only action."""
    return metres_for(arena, arena.sheets[who].ranks[PHYSIQUE])


@kernel
def most_metres(battle, arena, who, actions):
    """Return the most metres that a unit can go with movement as one of `actions` actions (LD-A1, LD-A3, LD-H2)."""
    return metres_for(arena, plain_skill(battle, arena, who, PHYSIQUE, actions) + DICE)


@kernel
def open_ways(battle, arena, who):
    """Return the directions, a bit each, in which a unit can step with the metres it has left."""
    return open_steps(battle, arena, battle.units[who], battle.units[who].metres)


@kernel
def make_step(battle, arena, log, who, direction):
    """Move a unit one tile and pay the metres; it leaves its cover, and units that aim at it lose their aim.

    If an unknown unit stands there, the unit stays in place and discovers that one (LD-C1).
    """
    unit = battle.units[who]
    tile = beside(arena, unit.x, unit.y, direction)
    cost = step_metres(arena, unit, direction % 2 == 1, is_rough(battle, arena, tile))
    unit.metres -= cost
    other = unit_on(battle, arena, tile)
    if other != NOBODY:
        unit.facing = direction
        come_upon(battle, log, who, other)
        return
    if direction % 2 == 1:
        unit.diagonals = 1 - unit.diagonals
    left = unit.y * arena.width + unit.x
    unit.x += DX[direction]
    unit.y += DY[direction]
    unit.facing = direction
    unit.covered = 0
    unit.steps = min(unit.steps + 1, 100)
    lose_aim(unit)
    spoil_aim_at(battle, arena, who)
    emit_at(battle, log, events.STEP, who, tile, cost, left)
    if arena.hiding:
        find_hidden(battle, arena, log, who)


@kernel
def unit_on(battle, arena, tile):
    """Return the unit that is up on a tile, NOBODY for none."""
    for other in range(arena.units):
        if battle.units[other].status == UP and tile_of(arena, battle.units[other]) == tile:
            return other
    return NOBODY


@kernel
def come_upon(battle, log, who, other):
    """Let a unit's team know the unit that it has run into."""
    if battle.units[other].hidden:
        reveal(battle, log, other)
    battle.teams[battle.units[who].team].known |= 1 << other


@kernel
def find_hidden(battle, arena, log, who):
    """Reveal a hidden unit that has moved in sight of an enemy, and hidden enemies that it discovers."""
    unit = battle.units[who]
    for other in range(arena.units):
        body = battle.units[other]
        if body.team == unit.team or body.status != UP or not sees(battle, arena, unit, body):
            continue
        if unit.hidden and arena.sheets[other].inanimate == 0:
            reveal(battle, log, who)
        if body.hidden and apart(arena, unit, body) <= arena.rules.found_within:
            reveal(battle, log, other)


@kernel
def reveal(battle, log, who):
    """Reveal a hidden unit to everybody."""
    battle.units[who].hidden = 0
    for team in range(len(battle.teams)):
        battle.teams[team].known |= 1 << who
    emit(battle, log, events.REVEALED, NOBODY, who, 0, 0, 0)
