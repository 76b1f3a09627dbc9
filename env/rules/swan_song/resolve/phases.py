"""A unit's own action phase, from its beginning to its end (SS-T3, SS-A1)."""

from ... import log as tells
from ...decisions import ACT
from ...ground.grid import is_ahead
from ...ground.sight import sees
from ...kernel import kernel
from ...log import cite, tell
from ...mask import only_choice
from ...record import NOBODY, UP
from ...sides.objectives import check_over
from ...verbs import END
from .. import clauses
from ..area.clouds import breathe
from ..attack.multiple import end_multiple
from ..attack.suppression import is_under, meet_zones_anew
from ..body.conditions import drop_body, end_suppression, is_up, lose_aim
from ..body.holds import end_hold
from ..business import decide, push
from ..karma import open_push
from ..legal import open_phase
from ..move.driving import begin_driving
from ..record import ALERT, LATE, MAX_ZONES, NOT_DELAYED, STILL, TAKES_FREE, UNDER_FIRE
from ..time.delay import FRESH, resume_phase
from .crossfire import PIN, STRAY


@kernel
def begin_phase(battle, arena, log, who):
    """Begin a unit's action phase: what lasted until now ends, and it looks around."""
    unit = battle.units[who]
    unit.acted = 1
    unit.pace = STILL
    unit.steps = 0
    unit.evading = 0
    unit.asked = 0
    unit.attacked = 0
    unit.shot = 0
    unit.defended = 0
    unit.kept_hold = 0
    meet_zones_anew(unit)
    tell(battle, log, tells.PHASE_BEGINS, who, NOBODY, unit.score, 0, 0)
    if unit.carried_by != NOBODY:  # it has come round
        drop_body(battle, log, unit.carried_by)
    end_suppression(battle, log, who)
    if arena.vehicles:
        begin_driving(battle, arena, who)
    unit.surprised = ALERT
    unit.surprised_by = 0
    if unit.engaged == 0:
        unit.engaged = notices_enemy(battle, arena, who)


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
def lose_phase(battle, log, who):
    """Let a unit that is stunned with surprise lose its phase (SS-S1)."""
    unit = battle.units[who]
    unit.acted = 1
    unit.task_paid = 0  # an extended action takes consecutive phases (SS-A1)
    cite(log, clauses.SURPRISE)
    tell(battle, log, tells.PHASE_LOST, who, NOBODY, 0, 0, 0)
    battle.depth -= 1


@kernel
def end_phase(battle, arena, log, who):
    """End a unit's phase: unused runs and holds not kept are lost.

    Recoil goes if it has not fired, aim if its target is out of sight, an extended action if points were left that could
    have gone into it: it takes consecutive phases (SS-A1). A call, and what aiming has taken off the recoil, last as long
    as the aim.
    """
    unit = battle.units[who]
    tell(battle, log, tells.PHASE_ENDS, who, NOBODY, unit.ap, 0, 0)
    unit.run_left = 0
    unit.walking = 0
    if unit.delay == TAKES_FREE:  # its phase had ended before
        unit.delay = NOT_DELAYED
        battle.depth -= 1
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
    if unit.aim > 0 and not (is_up(battle, unit.aim_at) and sees(battle, arena, unit, battle.units[unit.aim_at])):
        lose_aim(unit)
    if unit.aim == 0:
        unit.called = 0
        if unit.shot == 0:
            unit.steady = 0
    if unit.delay == LATE:
        unit.delay = NOT_DELAYED
    battle.depth -= 1


@kernel
def go_on_with_phase(battle, arena, log, frame):
    """Go on with a phase: the zones of fire it begins in, then one decision after the other until it ends."""
    who = frame.unit
    unit = battle.units[who]
    if frame.stage == 0:
        frame.stage = FRESH
        if unit.delay == TAKES_FREE:
            frame.cursor = MAX_ZONES  # its turn has started long ago
        elif unit.delay:
            resume_phase(battle, log, frame)
        elif unit.stunned:
            lose_phase(battle, log, who)
            return
        else:
            begin_phase(battle, arena, log, who)
            if battle.clouds and breathe(battle, arena, log, who):
                return
        if battle.falling:
            return
    while frame.cursor < MAX_ZONES and unit.status == UP:
        zone = frame.cursor
        frame.cursor += 1
        if is_under(battle, arena, zone, who):
            push(battle, UNDER_FIRE, who, zone).cursor = PIN | STRAY
            return
    if unit.status == UP:
        open_phase(battle, arena, log, who)
        if not only_choice(battle, END):
            if unit.karma:
                open_push(battle, arena, who, True)
            decide(battle, ACT, who, NOBODY)
            return
    end_phase(battle, arena, log, who)
    check_over(battle, arena, log)
