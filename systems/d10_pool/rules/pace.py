"""Movement (DP-M1): the pace of a turn, its metres, and steps."""

from fireteam.env.rules.ground.grid import DX, DY, beside, is_rough, step_metres
from fireteam.env.rules.ground.steps import open_steps
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, emit_at
from fireteam.env.rules.record import NOBODY

from ..words import events
from ..words.verbs import JOG, RUN, WALK
from . import clauses
from .aim import lose_aim
from .record import JOGS, RUNS, STILL, WALKS
from .split import can_afford, take_share
from .tables import DEXTERITY


@kernel
def metres_of(arena, who, pace):
    """Return the metres of a pace, WALKS to RUNS (DP-M1)."""
    rules = arena.rules
    dexterity = arena.sheets[who].attributes[DEXTERITY]
    if pace == WALKS:
        return rules.walk
    if pace == JOGS:
        return rules.jog + rules.jog_dexterity * dexterity
    return rules.run + rules.run_dexterity * dexterity


@kernel
def open_pace(battle, arena, who):
    """Open the paces: once a turn, before the attack; more than a walk is an action of the split pool (DP-M1, DP-A3)."""
    unit = battle.units[who]
    if unit.gait != STILL or unit.attacked:
        return
    battle.open[WALK] = 1
    if can_afford(arena, unit, arena.rules.pace_dice):
        battle.open[JOG] = battle.open[RUN] = 1


@kernel
def declare_pace(battle, arena, log, who, verb):
    """Declare a walk, jog or run for this turn: it takes its dice at once, and counts from the first step (DP-M1, DP-A3)."""
    unit = battle.units[who]
    cite(log, clauses.PACE)
    take_pace(arena, who, unit, verb)
    emit(battle, log, events.WALK if unit.gait == WALKS else events.RUN, who, NOBODY, unit.metres, 0, 0)


@kernel
def take_pace(arena, who, unit, verb):
    """Give a unit the pace of a verb, its metres and its cost."""
    unit.gait = WALKS if verb == WALK else JOGS if verb == JOG else RUNS
    unit.metres = metres_of(arena, who, unit.gait)
    if unit.gait > WALKS:
        take_share(arena, unit, arena.rules.pace_dice)


@kernel
def open_ways(battle, arena, who):
    """Return the directions, a bit each, in which a unit can step with the metres it has left."""
    return open_steps(battle, arena, battle.units[who], battle.units[who].metres)


@kernel
def make_step(battle, arena, log, who, direction):
    """Move a unit one tile, pay the metres, and end its cover and aim; it now goes at its pace (DP-M1, DP-R2)."""
    unit = battle.units[who]
    tile = beside(arena, unit.x, unit.y, direction)
    cost = step_metres(arena, unit, direction % 2 == 1, is_rough(battle, arena, tile))
    unit.metres -= cost
    if direction % 2 == 1:
        unit.diagonals = 1 - unit.diagonals
    left = unit.y * arena.width + unit.x
    unit.x += DX[direction]
    unit.y += DY[direction]
    unit.facing = direction
    unit.pace = unit.gait
    unit.begun = 1
    unit.covered = 0
    unit.marked = 0
    lose_aim(unit)
    unit.steps = min(unit.steps + 1, 100)
    emit_at(battle, log, events.STEP, who, tile, cost, left)


@kernel
def reach(battle, arena, who):
    """Return the metres that a unit can walk in this turn, and those it can run; both are the rest once it has a pace."""
    unit = battle.units[who]
    if unit.gait != STILL or unit.attacked:
        return unit.metres, unit.metres
    walking = metres_of(arena, who, WALKS)
    if not can_afford(arena, unit, arena.rules.pace_dice):
        return walking, walking
    return walking, metres_of(arena, who, RUNS)


@kernel
def pace_to_declare(battle, arena, who, metres):
    """Return the slowest pace that covers `metres` metres, the fastest if none does; -1 if none is open."""
    if battle.open[WALK] == 0:
        return -1
    if metres <= metres_of(arena, who, WALKS) or battle.open[JOG] == 0:
        return WALK
    return JOG if metres <= metres_of(arena, who, JOGS) else RUN
