"""Movement (SS-M): walk, run and sprint allowances, steps and their price, posture, the charge."""

from fireteam.env.rules.ground.grid import DX, DY, beside, is_rough, step_metres
from fireteam.env.rules.ground.steps import open_steps
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, emit_at
from fireteam.env.rules.record import NOBODY

from ...words import events, purposes
from .. import clauses
from ..attributes import attribute_now
from ..pools import burdens, on_the_run, roll, skill_and_attribute
from ..record import RUNS, SPENT, SPRINTS, STILL
from ..tables import ACROBATICS, AGILITY, RUNNING, SLOWED, STRENGTH
from .bodies import bring_along
from .damage import suffer


@kernel
def walk_rate(battle, arena, who):
    """Return a unit's walk rate in metres per round (SS-M1).

    It is that of its Agility as it is now; to be slowed (SS-C3) and a last stand (SS-X3) halve it.
    """
    unit = battle.units[who]
    rate = attribute_now(battle, arena, who, AGILITY) * arena.rules.walk_rate
    if unit.ailing >> SLOWED & 1:
        rate //= 2
    return rate // 2 if unit.last_stand else rate


@kernel
def metres_left(unit):
    """Return the metres a unit may still move in this phase: what is left of the declared walk and runs."""
    return unit.run_left + (unit.walk_left if unit.walking else 0)


@kernel
def declare_walk(battle, log, who):
    """Declare the walk: what is left of the round's allowance may be used in this phase (SS-M1, SS-M8)."""
    unit = battle.units[who]
    unit.walking = 1
    cite(log, clauses.DECLARED_MOVE)
    emit(battle, log, events.WALK, who, NOBODY, unit.walk_left, 0, 0)


@kernel
def declare_run(battle, arena, log, who):
    """Run: the walk rate again in metres; running until the next own phase (SS-M2). Return the metres gained."""
    unit = battle.units[who]
    gained = walk_rate(battle, arena, who)
    unit.runs += 1
    unit.run_left += gained
    unit.pace = max(unit.pace, RUNS)
    emit(battle, log, events.RUN, who, NOBODY, gained, 0, 0)
    return gained


@kernel
def declare_sprint(battle, arena, log, who):
    """Sprint: a Running + Strength [Physical] test, a metre per hit, one Strain (SS-M3). Return the metres gained."""
    unit = battle.units[who]
    pool = skill_and_attribute(battle, arena, log, who, RUNNING, STRENGTH)
    pool += burdens(battle, arena, log, who, pool)
    gained, _ = roll(battle, arena, log, who, NOBODY, purposes.SPRINT, pool, arena.sheets[who].physical)
    unit.runs += 1
    unit.run_left += gained
    unit.pace = SPRINTS
    emit(battle, log, events.SPRINT, who, NOBODY, gained, 0, 0)
    suffer(battle, arena, log, NOBODY, who, arena.rules.sprint_strain, 1, 0, 0)
    return gained


@kernel
def run_or_sprint(battle, arena, log, who):
    """Run, or sprint where the unit has already run in this round (SS-M3). Return the metres gained."""
    if battle.units[who].runs == 0:
        return declare_run(battle, arena, log, who)
    return declare_sprint(battle, arena, log, who)


@kernel
def open_ways(battle, arena, who):
    """Return the directions, a bit each, a unit can step in now: ground, room and metres for it."""
    unit = battle.units[who]
    return 0 if unit.stuck else open_steps(battle, arena, unit, metres_left(unit))


@kernel
def make_step(battle, arena, log, who, direction):
    """Move a unit one tile and pay for it in metres, those of a run first (SS-M8, SS-M9). Its cover is lost."""
    unit = battle.units[who]
    tile = beside(arena, unit.x, unit.y, direction)
    cost = step_metres(arena, unit, direction % 2 == 1, is_rough(battle, arena, tile))
    if cost != arena.scale:
        cite(log, clauses.DIAGONAL)
    from_run = min(cost, unit.run_left)
    unit.run_left -= from_run
    unit.walk_left -= cost - from_run
    if direction % 2 == 1:
        unit.diagonals = 1 - unit.diagonals
    unit.rushing = 0 if unit.pace == STILL else 1 + direction
    left = unit.y * arena.width + unit.x
    unit.x += DX[direction]
    unit.y += DY[direction]
    if unit.carries != NOBODY:
        bring_along(battle, who)
    unit.facing = direction
    unit.covered = 0
    unit.steps = min(unit.steps + 1, 100)
    emit_at(battle, log, events.STEP, who, tile, cost, left)


@kernel
def rushes_at(battle, unit, other):
    """Return whether the last step of a unit's phase, made at a run, brought it nearer to unit `other` (SS-U3)."""
    if unit.rushing == 0:
        return False
    direction = unit.rushing - 1
    enemy = battle.units[other]
    dx = enemy.x - unit.x
    dy = enemy.y - unit.y
    before_x = dx + DX[direction]
    before_y = dy + DY[direction]
    return dx * dx + dy * dy < before_x * before_x + before_y * before_y


@kernel
def runs_into_melee(battle, unit, other):
    """Return whether a unit's run of this phase has brought it into melee with `other`, where it was not before (SS-M5)."""
    return rushes_at(battle, unit, other) and unit.amid >> other & 1 == 0


@kernel
def comes_closer(unit, other, direction):
    """Return whether a step in a direction would bring a unit nearer, in a straight line, to `other`, a record too."""
    dx = other.x - unit.x
    dy = other.y - unit.y
    after_x = dx - DX[direction]
    after_y = dy - DY[direction]
    return after_x * after_x + after_y * after_y < dx * dx + dy * dy


@kernel
def spend_movement(unit):
    """Leave a unit no movement until its next phase."""
    unit.run_left = 0
    unit.walking = 0
    unit.charge = NOBODY
    unit.stuck = SPENT


@kernel
def stop_moving(battle, log, who):
    """End a unit's movement of this phase where it stands (SS-I1)."""
    unit = battle.units[who]
    spend_movement(unit)
    emit(battle, log, events.MOVE_STOPPED, who, NOBODY, 0, 0, 0)


@kernel
def declare_charge(battle, arena, log, who, target):
    """Charge: run or sprint, then one blow at the end of it, with more damage for the momentum (SS-U3)."""
    unit = battle.units[who]
    sprinting = unit.runs > 0
    gained = run_or_sprint(battle, arena, log, who)
    unit.charge = target
    unit.charge_bonus = arena.rules.charge_damage_sprint if sprinting else arena.rules.charge_damage
    unit.steps = 0
    emit(battle, log, events.CHARGE, who, target, gained, 0, 0)


@kernel
def declare_evade(battle, arena, log, who):
    """Evade interception: Agility + Acrobatics (1) [Physical]; each hit above the threshold passes one enemy (SS-I2)."""
    unit = battle.units[who]
    pool = skill_and_attribute(battle, arena, log, who, ACROBATICS, AGILITY)
    pool += burdens(battle, arena, log, who, pool)
    pool += on_the_run(arena, log, unit)
    hits, _ = roll(battle, arena, log, who, NOBODY, purposes.EVADE, pool, arena.sheets[who].physical)
    unit.evading = max(hits - arena.rules.evade_threshold, 0)
    emit(battle, log, events.EVADE, who, NOBODY, unit.evading, 0, 0)
