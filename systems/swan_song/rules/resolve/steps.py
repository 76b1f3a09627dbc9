"""A move in progress (SS-M8): interceptors, zones of fire, then the move itself.

The move is a step on foot, a step of a driven vehicle, or getting in or out of one: the frame's verb and argument.
"""

from fireteam.env.rules.ground.grid import DX, DY, beside, is_rough, step_metres
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.record import NOBODY, NOWHERE, UP
from fireteam.env.rules.sides.objectives import check_exit, check_over

from ...words import events
from ...words.decisions import INTERCEPT
from ...words.verbs import BOARD, LEAVE, PASS, STEP
from .. import clauses
from ..attack.defense import in_melee_with
from ..body.ailments import exert
from ..body.conditions import lose_aim
from ..body.hands import blow_out_of_turn
from ..body.movement import make_step, metres_left
from ..legal import open_interception
from ..move.driving import board, can_board, can_roll, leave, roll_on, way_out
from ..move.interception import next_interceptor
from ..record import STILL
from ..stack import decide, open_attack
from ..tables import NO_FIRING
from .crossfire import is_barred, meet_zones, zones_around


@kernel
def go_on_with_move(battle, arena, log, frame):
    """Go on with a move: interceptors first (SS-I1), then zones of fire that may bar it (SS-U6), then the move itself."""
    who, verb, argument = frame.unit, frame.verb, frame.argument
    unit = battle.units[who]
    if unit.status != UP or not can_go_on(battle, arena, who, verb, argument):
        battle.depth -= 1
        return
    enemy = NOBODY
    if arena.rules.option_passing == 0:
        enemy = next_interceptor(battle, arena, log, who, argument if verb == STEP else NOWHERE)
    if enemy != NOBODY:
        unit.asked |= 1 << enemy
        if unit.evading > 0:
            unit.evading -= 1
            return
        open_interception(battle, arena, enemy, who)
        decide(battle, INTERCEPT, enemy, who)
        return
    battle.depth -= 1
    x, y, side = goal_of(battle, arena, who, verb, argument)
    if is_barred(battle, arena, log, who, x, y, side):
        return
    drives = verb == STEP and unit.aboard != NOBODY
    before = zones_around(battle, arena, unit) if drives else 0
    if verb == BOARD:
        board(battle, log, who, argument)
    elif verb == LEAVE:
        leave(battle, arena, log, who, argument)
    elif drives:
        roll_on(battle, arena, log, who, argument)
    else:
        if unit.pace != STILL:
            amid = in_melee_with(battle, arena, who)
            unit.amid = amid & unit.amid if unit.rushing else amid
        make_step(battle, arena, log, who, argument)
    if verb != BOARD and not drives:
        check_exit(battle, arena, log, who)
    meet_zones(battle, arena, who, before, drives)
    check_over(battle, arena, log)


@kernel
def can_go_on(battle, arena, who, verb, argument):
    """Return whether a unit can still make the move it has begun: interceptors may have stopped it."""
    unit = battle.units[who]
    if verb == BOARD:
        return can_board(battle, arena, who, argument)
    if verb == LEAVE:
        return way_out(battle, arena, unit.aboard, argument) != NOWHERE
    if unit.aboard != NOBODY:
        return can_roll(battle, arena, unit.aboard, argument)
    tile = beside(arena, unit.x, unit.y, argument)
    cost = step_metres(arena, unit, argument % 2 == 1, is_rough(battle, arena, tile))
    return unit.stuck == 0 and cost <= metres_left(unit)


@kernel
def goal_of(battle, arena, who, verb, argument):
    """Return the place that a move leads to: its first tile (x, y), and how many tiles it is wide."""
    unit = battle.units[who]
    if verb == BOARD:
        vehicle = battle.units[argument]
        return vehicle.x, vehicle.y, vehicle.side
    if verb == LEAVE:
        tile = way_out(battle, arena, unit.aboard, argument)
        return tile % arena.width, tile // arena.width, 1
    return unit.x + DX[argument], unit.y + DY[argument], unit.side


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
    model = blow_out_of_turn(battle, arena, unit, battle.units[frame.unit], arena.sheets[who], verb)
    emit(battle, log, events.INTERCEPTION, who, frame.unit, model, 0, 0)
    open_attack(battle, arena, log, who, frame.unit, model, NO_FIRING).interrupt = 1
