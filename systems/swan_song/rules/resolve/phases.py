"""A unit's own action phase, from its beginning to its end (SS-T3, SS-A1)."""

from fireteam.env.rules.decisions import ACT
from fireteam.env.rules.ground.grid import is_ahead
from fireteam.env.rules.ground.sight import sees
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.mask import only_choice
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.objectives import check_over

from ...words import events
from ...words.verbs import DELAY, END, PASS
from .. import clauses
from ..area.clouds import breathe, is_in_gas
from ..attack.multiple import end_multiple
from ..attack.suppression import is_under, meet_zones_anew
from ..body.conditions import drop_body, end_suppression, is_up, lose_aim
from ..body.holds import end_hold
from ..body.vehicles import is_driver
from ..karma import open_push
from ..legal import open_phase
from ..move.driving import begin_driving
from ..pairs import is_blind
from ..record import (
    ALERT,
    BUSY,
    COMES,
    FINAL_PHASE_HAD,
    FRESH,
    LATE,
    LOST,
    MAX_ZONES,
    NOT_DELAYED,
    STILL,
    TAKES_FREE,
    UNDER_FIRE,
)
from ..stack import decide, push
from ..time.delay import ask_to_step_in, can_put_off, start_waiting
from .crossfire import PIN, STRAY


@kernel
def reach_turn(battle, arena, log, frame):
    """Begin a unit's turn in the order: it looks around, and is seen and asked as if its phase had begun (SS-T3).

    Its phase has not begun and may be put off: the frame keeps what the unit gets back in that case (SS-T7).
    """
    who = frame.unit
    unit = battle.units[who]
    unit.acted = 1
    if unit.stunned == 0:
        emit(battle, log, events.PHASE_BEGINS, who, NOBODY, unit.score, 0, 0)
    if unit.carried_by != NOBODY:  # it has come round
        drop_body(battle, log, unit.carried_by)
    if unit.engaged == 0:
        unit.engaged = notices_enemy(battle, arena, who)
    frame.pace = unit.pace
    frame.stuck = unit.stuck
    if arena.vehicles and is_driver(battle, arena, who):
        frame.driven = battle.units[unit.aboard].driven
    stand_ready(battle, arena, who)


@kernel
def stand_ready(battle, arena, who):
    """Put a unit, and the vehicle it drives, into their state at the beginning of a phase."""
    unit = battle.units[who]
    unit.pace = STILL
    unit.stuck = 0
    unit.barred = 0
    unit.steps = 0
    unit.evading = 0
    unit.asked = 0
    unit.attacked = 0
    unit.shot = 0
    unit.kept_hold = 0
    if arena.vehicles:
        begin_driving(battle, arena, who)


@kernel
def begin_phase(battle, arena, log, frame):
    """Begin a unit's action phase: effects that lasted until now end.

    The same happens in a phase that is lost, except that a stunned unit stays surprised (SS-S1).
    """
    who = frame.unit
    unit = battle.units[who]
    frame.stage = BUSY
    stand_ready(battle, arena, who)
    meet_zones_anew(unit)
    unit.defended = 0
    if unit.stunned:
        unit.task_paid = 0  # an extended action takes consecutive phases (SS-A1)
        cite(log, clauses.SURPRISE)
        emit(battle, log, events.PHASE_LOST, who, NOBODY, 0, 0, 0)
    elif unit.delay == LATE:
        emit(battle, log, events.PHASE_BEGINS, who, NOBODY, unit.score, 0, 0)
    end_suppression(battle, log, who)
    if unit.stunned:
        return
    unit.surprised = ALERT
    unit.surprised_by = 0
    if unit.last_stand:
        unit.last_stand = FINAL_PHASE_HAD


@kernel
def notices_enemy(battle, arena, who):
    """Return 1 if a unit sees an enemy before it, else 0: from then on it is in the fight (SS-F5)."""
    unit = battle.units[who]
    for other in range(arena.units):
        enemy = battle.units[other]
        seen = enemy.status == UP and enemy.hidden == 0 and enemy.team != unit.team
        if seen and is_ahead(unit.facing, enemy.x - unit.x, enemy.y - unit.y):
            if sees(battle, arena, unit, enemy):
                return 1
    return 0


@kernel
def end_phase(battle, arena, log, who):
    """End a unit's phase: unused runs and holds not kept are lost.

    Recoil goes if it has not fired, aim if its target is out of sight, an extended action if points were left that could
    have gone into it: it takes consecutive phases (SS-A1). A call, and what aiming has taken off the recoil, last as long
    as the aim.
    """
    unit = battle.units[who]
    if unit.delay != LOST and unit.stunned == 0:
        emit(battle, log, events.PHASE_ENDS, who, NOBODY, unit.ap, 0, 0)
    battle.depth -= 1
    unit.run_left = 0
    unit.walking = 0
    if unit.delay == TAKES_FREE:  # its phase had ended before
        unit.delay = NOT_DELAYED
        return
    unit.charge = NOBODY
    unit.rushing = 0
    unit.amid = 0
    unit.push = 0
    if unit.attacks:
        end_multiple(battle, arena, unit)
    if unit.full_defense and arena.rules.option_full_defense:
        unit.full_defense -= 1
    if unit.ap > 0:
        unit.task_paid = 0
    if unit.holds != NOBODY and unit.kept_hold == 0:
        end_hold(battle, log, who)
    if unit.shot == 0:
        unit.recoil = 0
    gone = is_blind(unit) or not is_up(battle, unit.aim_at)
    if unit.aim > 0 and (gone or not sees(battle, arena, unit, battle.units[unit.aim_at])):
        lose_aim(unit)
    if unit.aim == 0:
        unit.called = 0
        if unit.shot == 0:
            unit.steady = 0
    if unit.delay in (LATE, LOST):
        unit.delay = NOT_DELAYED


@kernel
def go_on_with_phase(battle, arena, log, frame):
    """Go on with a phase: the zones of fire it begins in, then one decision after the other until it ends."""
    who = frame.unit
    unit = battle.units[who]
    if frame.stage == COMES and come_to_phase(battle, arena, log, frame):
        return
    while frame.stage == BUSY and frame.cursor < MAX_ZONES and unit.status == UP:
        zone = frame.cursor
        frame.cursor += 1
        if is_under(battle, arena, zone, who):
            push(battle, UNDER_FIRE, who, zone).cursor = PIN | STRAY
            return
    if unit.status == UP and unit.delay != LOST and unit.stunned == 0:
        open_phase(battle, arena, log, who)
        if not only_choice(battle, END):
            if unit.karma:
                open_push(battle, arena, who, True)
            decide(battle, ACT, who, NOBODY)
            return
    if frame.stage == FRESH:
        begin_phase(battle, arena, log, frame)
    end_phase(battle, arena, log, who)
    check_over(battle, arena, log)


@kernel
def come_to_phase(battle, arena, log, frame):
    """Let a unit's turn in the order come, and let its phase begin unless it may put that off.

    The start of a phase cannot be undone: the unit meets the fire it stands in and the gas it breathes. So it is first asked
    whether it acts now, like units that wait. Elsewhere its phase begins with what it does first. Return whether something
    else is to be settled before it acts.
    """
    who = frame.unit
    unit = battle.units[who]
    if unit.delay == TAKES_FREE:  # its turn has started long ago
        frame.stage = BUSY
        frame.cursor = MAX_ZONES
        return False
    if unit.delay == NOT_DELAYED:
        reach_turn(battle, arena, log, frame)
        if unit.stunned == 0 and can_put_off(unit):
            if not is_met_by_harm(battle, arena, who):
                frame.stage = FRESH
                return False
            ask_to_step_in(battle, who, NOBODY)
            return True
    return meet_what_awaits(battle, arena, log, frame)


@kernel
def meet_what_awaits(battle, arena, log, frame):
    """Begin a phase in which something may harm the unit at once: gas first. Return whether something comes before it."""
    begin_phase(battle, arena, log, frame)
    if battle.clouds and breathe(battle, arena, log, frame.unit):
        return True
    return battle.falling > 0


@kernel
def is_met_by_harm(battle, arena, who):
    """Return whether a unit's phase begins in a zone of fire, or in gas."""
    unit = battle.units[who]
    for zone in range(MAX_ZONES):
        if is_under(battle, arena, zone, who):
            return True
    return battle.clouds > 0 and is_in_gas(battle, arena, unit)


@kernel
def put_off_or_begin(battle, arena, log, frame, verb):
    """Take the first answer of a unit whose turn has come: to delay, or to pass, puts its phase off, all else begins it."""
    if verb in (DELAY, PASS):
        start_waiting(battle, arena, log, frame)
    elif frame.stage == COMES:
        meet_what_awaits(battle, arena, log, frame)
    else:
        begin_phase(battle, arena, log, frame)
        frame.cursor = MAX_ZONES  # nothing awaits it
