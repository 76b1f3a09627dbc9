"""The stack of pending business: its frames, the price of an action, and how an attack is declared."""

from fireteam.env.rules import stack
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.record import NOBODY

from ..words import events
from ..words.decisions import STEP_IN
from ..words.verbs import FULL_DEFENSE, REPAIR, SET_CHARGE
from . import clauses
from .attack.attack import turn_to
from .record import ATTACK, FREE, MOVE, PHASE
from .tables import NO_FIRING

PAID_BY_POINTS = (REPAIR, SET_CHARGE)  # see tasks.py


@kernel
def push(battle, kind, who, target):
    """Put a new frame of pending business, PHASE to TEST, on the stack and return it."""
    frame = stack.push(battle, kind, who, target)
    frame.weapon = 0
    frame.firing = NO_FIRING
    frame.interrupt = 0
    frame.direction = 0
    frame.spent = 0
    return frame


@kernel
def begin_move(battle, who, verb, argument):
    """Let a unit begin to move: a step, its own or of the vehicle it drives, or getting into one or out (SS-M8)."""
    frame = push(battle, MOVE, who, NOBODY)
    frame.verb = verb
    frame.argument = argument


@kernel
def price_of(arena, unit, verb):
    """Return the points a verb costs a unit in its phase: a pass's free action none, each further one a point (SS-A1)."""
    return price_of_free(arena, unit) if is_free(arena, verb) else arena.cost[verb]


@kernel
def price_of_free(arena, unit):
    """Return the points a free action costs a unit now."""
    return 0 if unit.free_used < arena.rules.free_actions else 1


@kernel
def is_free(arena, verb):
    """Return whether a verb taken in the own phase is a free action; so is keeping up full defense (SS-F3)."""
    return arena.cost[verb] == FREE or verb == FULL_DEFENSE


@kernel
def affords(arena, unit, verb):
    """Return whether a unit can pay for a verb (SS-A1)."""
    return unit.ap >= (1 if verb in PAID_BY_POINTS else price_of(arena, unit, verb))


@kernel
def pay(battle, arena, log, who, verb):
    """Take the price of an action: points, or the free action of the pass (SS-A1)."""
    unit = battle.units[who]
    cite(log, clauses.ACTION_COST)
    if is_free(arena, verb):
        pay_free(arena, unit)
    elif verb not in PAID_BY_POINTS:
        unit.ap -= arena.cost[verb]


@kernel
def pay_free(arena, unit):
    """Take the price of a free action."""
    price = price_of_free(arena, unit)
    unit.ap -= price
    unit.free_used += 1 - price


@kernel
def open_attack(battle, arena, log, attacker, target, model, firing):
    """Declare an attack (SS-R1): it waits on the stack for the defender's answer. Return its frame."""
    unit = battle.units[attacker]
    turn_to(battle, attacker, target)
    frame = push(battle, ATTACK, attacker, target)
    frame.weapon = model
    frame.firing = firing
    if arena.weapons[model].melee == 0:
        unit.held[unit.hand].ammo -= arena.firings[firing].rounds if firing != NO_FIRING else 1
    emit(battle, log, events.ATTACK, attacker, target, model, firing, 0)
    return frame


@kernel
def decide(battle, decision, decider, opponent):
    """Ask unit `decider` for a decision, a number in DECISIONS; its mask has been filled already.

    The decider's team gets to know where `opponent` is, unless that one is hidden; a unit that may step in does not.
    """
    stack.decide(battle, decision, decider, opponent if decision != STEP_IN else NOBODY)
    battle.opponent = opponent


@kernel
def is_in_own_phase(battle, who):
    """Return whether a unit's own phase is going on: what lasts to the end of its next phase must outlast this one."""
    for place in range(battle.depth):
        if battle.stack[place].kind == PHASE and battle.stack[place].unit == who:
            return True
    return False
