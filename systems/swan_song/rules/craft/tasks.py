"""Tasks: extended tests, repeated tries and assistants (SS-D10 to SS-D12); and two kinds, repair and picking locks."""

from fireteam.env.rules.arena import MAX_ITEMS
from fireteam.env.rules.ground.changes import change_terrain
from fireteam.env.rules.ground.grid import beside, terrain_at
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, emit_at, term
from fireteam.env.rules.record import DOWN, MAX_CHANGES, NOBODY, UP

from ...words import events, purposes
from ...words.verbs import FIRST_AID, PICK_LOCK, REPAIR, SET_CHARGE
from .. import clauses
from ..body.ailments import end_lasting_ailments
from ..body.conditions import must_fall, survive_last_stand, update_wounds
from ..body.damage import ARMORED_POOL
from ..body.reach import can_touch, is_on_foot
from ..karma import hold_test
from ..pools import (
    CRITICAL_GLITCH,
    GLITCH,
    HARD_GLITCH,
    NO_GLITCH,
    blindness,
    burdens,
    on_the_run,
    roll,
    skill_and_attribute,
    throw_sum,
)
from ..stack import affords
from ..tables import AGILITY, DEMOLITIONS, LOGIC, MECHANICS, SYSTEMS, TOOLKIT
from ..tables import FIRST_AID as FIRST_AID_SKILL

GOES_ON, SUCCEEDS, FAILS = range(3)  # how an extended test stands after a roll
MOST_TRIES = 20


@kernel
def take_up_task(unit, verb, at):
    """Begin a task (`verb`), or go on with one on the same object; progress in another task is lost (SS-D10).

    `at` is the index of the unit or tile that the task is done to.
    """
    if unit.task == verb and unit.task_at == at:
        return
    if verb != task_of(unit):
        unit.helped = 0
    unit.task = verb
    unit.task_at = at
    unit.task_paid = 0
    unit.task_hits = 0
    unit.task_rolls = 0
    unit.task_tries = 0


@kernel
def task_of(unit):
    """Return the verb of a unit's task, or of the one it can get help with: first aid, if it has none."""
    return unit.task if unit.task > 0 else FIRST_AID


@kernel
def drop_task(unit):
    """End a unit's task."""
    unit.task = 0
    unit.task_hits = 0
    unit.task_rolls = 0
    unit.task_tries = 0


@kernel
def fail(battle, log, who):
    """Let a unit fail in its task: all hits are lost, and the next try is harder (SS-D10, SS-D12)."""
    unit = battle.units[who]
    unit.task_hits = 0
    unit.task_rolls = 0
    unit.task_tries = min(unit.task_tries + 1, MOST_TRIES)
    emit(battle, log, events.TASK_FAILS, who, NOBODY, unit.task, 0, 0)


@kernel
def pay_in(battle, arena, log, who, verb):
    """Put a unit's points into an extended action; return whether that pays for it in full (SS-A1)."""
    unit = battle.units[who]
    cost = max(arena.cost[verb], 1)
    points = min(unit.ap, cost - unit.task_paid)
    unit.ap -= points
    unit.task_paid += points
    cite(log, clauses.ACTION_COST)
    if unit.task_paid < cost:
        return False
    unit.task_paid = 0
    return True


@kernel
def own_pool(battle, arena, log, who, skill, which):
    """Return the pool of a skill test that needs eyes and a steady hand: burdens, blindness and a run count (SS-M4).

    `skill` and `which` are the numbers of the skill and the attribute.
    """
    unit = battle.units[who]
    pool = skill_and_attribute(battle, arena, log, who, skill, which)
    pool += burdens(battle, arena, log, who, pool) + blindness(arena, log, unit)
    pool += on_the_run(arena, log, unit)
    return pool


@kernel
def rolls_before(log, unit):
    """Add the dice that earlier rolls of an extended test cost the next one: one each (SS-D10)."""
    return term(log, clauses.EXTENDED, -unit.task_rolls)


@kernel
def tries_before(arena, log, unit):
    """Add the dice that a unit's failures in its task cost its next try (SS-D12)."""
    return term(log, clauses.RETRY, unit.task_tries * arena.rules.retry)


@kernel
def help_given(log, unit):
    """Add the dice of assistants, once (SS-D11)."""
    dice = term(log, clauses.ASSISTED, unit.helped)
    unit.helped = 0
    return dice


@kernel
def tools(battle, arena, log, who, kind):
    """Add the dice of the best tool of a kind that a unit carries; one that is used up is taken away.

    `kind` is a number of ITEM_KINDS.
    """
    unit = battle.units[who]
    best = -1
    for place in range(MAX_ITEMS):
        model = arena.sheets[who].items[place]
        if model >= 0 and unit.items[place] > 0 and arena.items[model].kind == kind:
            if best < 0 or arena.items[model].dice > arena.items[arena.sheets[who].items[best]].dice:
                best = place
    if best < 0:
        return 0
    item = arena.items[arena.sheets[who].items[best]]
    if item.uses:
        unit.items[best] -= 1
    return term(log, clauses.TOOLS, item.dice)


@kernel
def work_on(battle, arena, log, who, verb, argument, purpose, pool, limit):
    """Make one roll of a unit's extended test; it takes effect after karma could soften its glitch (SS-D10, SS-X2).

    `verb` and `argument` are the action, `purpose` is a number in PURPOSES.
    """
    unit = battle.units[who]
    pool += rolls_before(log, unit) + tries_before(arena, log, unit) + help_given(log, unit)
    hits, glitch = roll(battle, arena, log, who, NOBODY, purpose, pool, limit)
    hold_test(battle, who, NOBODY, verb, argument, hits, glitch, pool)


@kernel
def add_up(battle, arena, log, who, pool, hits, glitch, needed):
    """Add a roll to a unit's extended test; return GOES_ON, SUCCEEDS or FAILS (SS-D10).

    A glitch costs dice of hits, a hard one twice as many, and the test has failed when none are left; so it has after a
    critical glitch, and when the dice are used up. `pool` is the dice of the roll, `needed` the hits that the test takes.
    """
    unit = battle.units[who]
    unit.task_rolls = min(unit.task_rolls + 1, 100)
    unit.task_hits += hits
    if glitch in (GLITCH, HARD_GLITCH):
        dice = glitch * arena.rules.extended_glitch
        unit.task_hits = max(unit.task_hits - throw_sum(battle, arena, log, who, purposes.SETBACK, dice), 0)
    emit(battle, log, events.TASK, who, NOBODY, unit.task, unit.task_hits, needed)
    ruined = glitch == CRITICAL_GLITCH or (glitch != NO_GLITCH and unit.task_hits == 0)
    if unit.task_hits >= needed and not ruined:
        return SUCCEEDS
    if ruined or pool <= 1:
        fail(battle, log, who)
        return FAILS
    return GOES_ON


@kernel
def can_be_repaired(battle, arena, who, other):
    """Return whether a friend is a damaged machine within a unit's reach; a wrecked vehicle is beyond repair."""
    sheet = arena.sheets[other]
    unit = battle.units[other]
    if other == who or sheet.armored == 0 or (unit.armored >= sheet.armored and unit.systems == 0):
        return False
    if unit.status != UP and (sheet.vehicle or not can_rise(battle, arena, other)):
        return False
    return can_touch(battle, arena, battle.units[who], unit)


@kernel
def can_rise(battle, arena, who):
    """Return whether a unit lies where it could get up: not carried, and nobody stands over it."""
    unit = battle.units[who]
    if unit.status != DOWN or not is_on_foot(unit):
        return False
    for other in range(arena.units):
        body = battle.units[other]
        if body.status == UP and body.x == unit.x and body.y == unit.y:
            return False
    return True


@kernel
def wake(battle, arena, log, who):
    """Let a unit come to if it has life left and bears its Strain: prone, and with the score it has (SS-H9)."""
    unit = battle.units[who]
    update_wounds(battle, arena, log, who)
    if unit.status == DOWN and not must_fall(battle, arena, who):
        unit.status = UP
        unit.bleeding = 0
        unit.stable = 0
        emit(battle, log, events.WAKES, NOBODY, who, 0, 0, 0)


@kernel
def repair(battle, arena, log, who, patient):
    """Repair a machine: Mechanics + Logic [Mental], an extended test and an extended action (SS-D10, SS-A1).

    Each time its hits reach a fixed number, they mend a broken system, or give back a point of Armored health.
    """
    unit = battle.units[who]
    take_up_task(unit, REPAIR, patient)
    needed = max(arena.rules.repair_threshold, 1)
    if not pay_in(battle, arena, log, who, REPAIR):
        emit(battle, log, events.TASK, who, patient, REPAIR, unit.task_hits, needed)
        return
    pool = own_pool(battle, arena, log, who, MECHANICS, LOGIC) + tools(battle, arena, log, who, TOOLKIT)
    limit = arena.sheets[who].mental
    work_on(battle, arena, log, who, REPAIR, patient, purposes.REPAIR, pool, limit)


@kernel
def finish_repair(battle, arena, log, who, patient, hits, glitch, pool):
    """Let a roll of a repair take effect; `pool` is the dice it was rolled with."""
    unit = battle.units[who]
    needed = max(arena.rules.repair_threshold, 1)
    if add_up(battle, arena, log, who, pool, hits, glitch, needed) != SUCCEEDS:
        return
    machine = battle.units[patient]
    points = unit.task_hits // needed
    unit.task_hits -= points * needed
    for system in range(len(SYSTEMS)):
        if points > 0 and machine.systems >> system & 1:
            machine.systems &= ~(1 << system)
            points -= 1
    points = min(points, arena.sheets[patient].armored - machine.armored)
    if points > 0:
        end_lasting_ailments(battle, arena, log, patient)
        machine.armored += points
        survive_last_stand(battle, log, patient)
        emit(battle, log, events.HEALED, who, patient, points, ARMORED_POOL, 0)
        wake(battle, arena, log, patient)
    if machine.systems == 0 and machine.armored == arena.sheets[patient].armored:
        drop_task(unit)


@kernel
def open_locks(battle, arena, who):
    """Open the locks beside a unit to be picked (SS-D10)."""
    unit = battle.units[who]
    if battle.changed < MAX_CHANGES and affords(arena, unit, PICK_LOCK):
        battle.open[PICK_LOCK] = locked_doors(battle, arena, unit)


@kernel
def locked_doors(battle, arena, unit):
    """Return the directions, a bit each, of locked doors beside a unit."""
    doors = 0
    for direction in range(8):
        tile = beside(arena, unit.x, unit.y, direction)
        if tile >= 0:
            terrain = arena.terrains[terrain_at(battle, arena, tile)]
            if terrain.locked > 0 and terrain.unlocked >= 0:
                doors |= 1 << direction
    return doors


@kernel
def pick_lock(battle, arena, log, who, direction):
    """Pick a lock: Mechanics + Agility [Physical], an extended test against the lock's threshold (SS-D10)."""
    unit = battle.units[who]
    tile = beside(arena, unit.x, unit.y, direction)
    take_up_task(unit, PICK_LOCK, tile)
    pool = own_pool(battle, arena, log, who, MECHANICS, AGILITY) + tools(battle, arena, log, who, TOOLKIT)
    limit = arena.sheets[who].physical
    work_on(battle, arena, log, who, PICK_LOCK, direction, purposes.PICK_LOCK, pool, limit)


@kernel
def finish_lock(battle, arena, log, who, direction, hits, glitch, pool):
    """Let a roll at a lock take effect; `pool` is the dice it was rolled with."""
    unit = battle.units[who]
    tile = beside(arena, unit.x, unit.y, direction)
    lock = arena.terrains[terrain_at(battle, arena, tile)]
    if add_up(battle, arena, log, who, pool, hits, glitch, lock.locked) == SUCCEEDS:
        drop_task(unit)
        opened = lock.unlocked
        change_terrain(battle, arena, tile, opened)
        emit_at(battle, log, events.UNLOCKED, who, tile, opened, 0)


@kernel
def skill_of_task(verb):
    """Return the numbers of the skill and of the attribute that a task, by its verb, is rolled with."""
    if verb == REPAIR:
        return MECHANICS, LOGIC
    if verb == PICK_LOCK:
        return MECHANICS, AGILITY
    if verb == SET_CHARGE:
        return DEMOLITIONS, LOGIC
    return FIRST_AID_SKILL, LOGIC
