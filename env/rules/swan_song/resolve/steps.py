"""A step on its way (SS-M8): interceptors, zones of fire, then the step itself."""

from ... import log as tells
from ...ground.grid import apart, beside, is_rough, step_metres
from ...kernel import kernel
from ...log import cite, tell
from ...record import NOBODY, UP
from ...sides.objectives import check_exit, check_over
from ...verbs import PASS
from .. import clauses
from ..attack.suppression import in_zone, threatened
from ..body.ailments import exert
from ..body.conditions import lose_aim
from ..body.hands import blow_out_of_turn
from ..body.movement import make_step, metres_left
from ..business import decide, open_attack, push
from ..kinds.decisions import INTERCEPT
from ..legal import open_interception
from ..move.interception import next_interceptor
from ..record import MAX_ZONES, UNDER_FIRE
from ..tables import NO_FIRING
from .crossfire import STRAY, is_barred


@kernel
def go_on_with_move(battle, arena, log, frame):
    """Go on with a step: interceptors first (SS-I1), then zones of fire that may bar it (SS-U6), then the step itself."""
    who = frame.unit
    unit = battle.units[who]
    tile = beside(arena, unit.x, unit.y, frame.direction)
    cost = step_metres(arena, unit, frame.direction % 2 == 1, is_rough(battle, arena, tile))
    if unit.status != UP or unit.stuck or cost > metres_left(unit):
        battle.depth -= 1
        return
    enemy = NOBODY
    if arena.rules.option_passing == 0:
        enemy = next_interceptor(battle, arena, log, who, frame.direction)
    if enemy != NOBODY:
        unit.asked |= 1 << enemy
        if unit.evading > 0:
            unit.evading -= 1
            return
        open_interception(battle, arena, enemy, who)
        decide(battle, INTERCEPT, enemy, who)
        return
    battle.depth -= 1
    if is_barred(battle, arena, log, who, tile):
        return
    make_step(battle, arena, log, who, frame.direction)
    check_exit(battle, arena, log, who)
    for zone in range(MAX_ZONES):
        if threatened(battle, zone, who) and in_zone(battle, arena, zone, unit.x, unit.y):
            push(battle, UNDER_FIRE, who, zone).cursor = STRAY
    check_over(battle, arena, log)


@kernel
def intercept(battle, arena, log, frame, who, verb):
    """Let a unit strike at the mover of a step as an interrupt, or let it pass (SS-I1, SS-A3)."""
    if verb == PASS:
        return
    unit = battle.units[who]
    lose_aim(unit)
    unit.ap -= arena.rules.interception
    unit.task_paid = 0
    cite(log, clauses.INTERRUPT)
    if unit.ailing and not exert(battle, arena, log, who, verb):
        return
    distance = apart(arena, unit, battle.units[frame.unit])
    model = blow_out_of_turn(arena, unit, arena.sheets[who], verb, distance)
    tell(battle, log, tells.INTERCEPTION, who, frame.unit, model, 0, 0)
    open_attack(battle, arena, log, who, frame.unit, model, NO_FIRING).interrupt = 1
