"""The considerations of doctrines in Swan Song, besides where to go: the kernels of the doctrines' interface."""

from fireteam.agents.doctrine.posture import posture
from fireteam.agents.doctrine.records import WAIT
from fireteam.agents.doctrine.values import better
from fireteam.env.rules.kernel import Array, Record, kernel
from fireteam.env.rules.record import NOBODY

from ..rules.time.delay import is_fresh
from ..words.decisions import DEFEND, INTERCEPT, KARMA, LAST_STAND, STEP_IN
from ..words.verbs import DELAY, DROP_PRONE, END, FIGHT_FOR_LIFE, STAND_UP, TAKE_COVER
from .area import blast_danger as danger_on
from .area import detonation, grenade_to_take, throws
from .attack import attack, finish_charge
from .breaching import breaching, place_to_open
from .called_shots import call
from .driving import driving
from .loadout import loadout
from .medical import best_minor_action, treatment, wrestling
from .medical import fallen_friend as patient_for
from .reactions import choose_interception, choose_moment, choose_reply, spend_karma
from .suppression import suppress
from .values import fells_itself

BACK_UP = 0.15  # what it is worth to be on one's feet


@kernel
def bound_to(battle: Record, arena: Record, who: int, memory: Record) -> tuple[int, int]:
    """Return the next action (verb, argument) of a charge; (-1, 0) for a unit that is free."""
    return finish_charge(battle, arena, who) if battle.units[who].charge != NOBODY else (-1, 0)


@kernel
def best_answer(battle: Record, arena: Record, log: Record, weights: Array) -> tuple[int, int]:
    """Return the answer (verb, argument) to an attack, a mover, fire, a delay, a question of karma, or falling."""
    if battle.decision == DEFEND:
        return choose_reply(battle, arena, log, weights), 0
    if battle.decision == INTERCEPT:
        return choose_interception(battle, arena, log, weights)
    if battle.decision == STEP_IN:
        return choose_moment(battle, arena), 0
    if battle.decision == KARMA:
        return spend_karma(battle), 0
    if battle.decision == LAST_STAND:
        return FIGHT_FOR_LIFE, 0
    return TAKE_COVER if battle.open[TAKE_COVER] else DROP_PRONE, 0


@kernel
def best_action(
    battle: Record, arena: Record, log: Record, parameters: Record, who: int, memory: Record, price: float
) -> tuple[int, int, float]:
    """Return the best action (verb, argument, worth): gear, attack, posture, rare actions, a called shot, a delay."""
    weights = parameters.weights
    best = (END, 0, 0.0)
    best = better(best, *loadout(battle, arena, weights, who, price))
    best = better(best, *attack(battle, arena, log, parameters, who, price))
    best = better(best, *suppress(battle, arena, weights, who, price))
    if battle.open[STAND_UP]:
        best = better(best, STAND_UP, 0, BACK_UP - price)
    best = better(best, *posture(battle, arena, weights, who, price))
    best = better(best, *best_rare_action(battle, arena, weights, who, memory, price))
    if battle.units[who].called == 0:
        best = better(best, *call(battle, arena, log, weights, who, best[0], best[1]))
    if battle.open[DELAY] and best[0] == END and weights[WAIT] > 0.0 and is_fresh(battle):
        best = (DELAY, 0, weights[WAIT])
    return best


@kernel
def best_rare_action(
    battle: Record, arena: Record, weights: Array, who: int, memory: Record, price: float
) -> tuple[int, int, float]:
    """Return the best (verb, argument, worth) of the actions that few units have.

    These are throwing, treating, grappling, driving, breaking through barriers and looking after oneself.
    """
    best = (END, 0, 0.0)
    best = better(best, *throws(battle, arena, weights, who, price))
    best = better(best, *grenade_to_take(battle, arena, weights, who, price))
    best = better(best, *detonation(battle, arena, who, price))
    best = better(best, *treatment(battle, arena, weights, who, price))
    best = better(best, *best_minor_action(battle, arena, weights, who, price))
    best = better(best, *wrestling(battle, arena, weights, who, price))
    best = better(best, *breaching(battle, arena, weights, who, memory.breach, price))
    if arena.vehicles:
        best = better(best, *driving(battle, arena, who, price))
    return best
