"""The considerations of doctrines in Swan Song, besides where to go: the kernels of the doctrines' interface."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import COVER as COVERS
from fireteam.agents.doctrine.orders import DEFEND as DEFENDS
from fireteam.agents.doctrine.orders import OTHER, kinds_of
from fireteam.agents.doctrine.orders import WAIT as WAITS
from fireteam.agents.doctrine.posture import posture
from fireteam.agents.doctrine.records import WAIT
from fireteam.env.rules.kernel import Array, Record, kernel
from fireteam.env.rules.record import NOBODY

from ..rules.body.movement import metres_left, walk_rate
from ..rules.legal import open_known
from ..rules.record import RUNS
from ..rules.stack import price_of
from ..rules.time.delay import is_fresh
from ..words.decisions import DEFEND, INTERCEPT, KARMA, LAST_STAND, STEP_IN
from ..words.verbs import DELAY, DROP_PRONE, FIGHT_FOR_LIFE, RUN, STAND_UP, TAKE_COVER, VERBS, WALK
from .area import blast_danger as danger_on
from .area import detonation, grenades
from .attack import attack, finish_charge
from .breaching import breaching, place_to_open
from .called_shots import call
from .driving import driving
from .loadout import loadout
from .medical import fallen_friend as patient_for
from .medical import minor_actions, treatment, wrestling
from .reactions import choose_moment, interceptions, replies, spend_karma
from .suppression import suppress
from .values import fells_itself

KIND_OF = kinds_of(VERBS)
BACK_UP = 0.15  # what it is worth to be on one's feet


@kernel
def bound_to(battle: Record, arena: Record, who: int, memory: Record) -> tuple[int, int]:
    """Return the next action (verb, argument) of a charge; (-1, 0) for a unit that is free."""
    return finish_charge(battle, arena, who) if battle.units[who].charge != NOBODY else (-1, 0)


@kernel
def offer_answers(battle: Record, arena: Record, log: Record, weights: Array, offers: Array) -> None:
    """Offer answers to an attack, a mover, fire, a delay, a question of karma, or falling."""
    if battle.decision == DEFEND:
        replies(battle, arena, log, weights, offers)
    elif battle.decision == INTERCEPT:
        interceptions(battle, arena, log, weights, offers)
    elif battle.decision == STEP_IN:
        offer(offers, WAITS, NOBODY, choose_moment(battle, arena), 0, 0.0, 0.0, 1.0)
    elif battle.decision == KARMA:
        offer(offers, OTHER, NOBODY, spend_karma(battle), 0, 0.0, 0.0, 1.0)
    elif battle.decision == LAST_STAND:
        offer(offers, DEFENDS, NOBODY, FIGHT_FOR_LIFE, 0, 0.0, 0.0, 1.0)
    else:
        offer(offers, COVERS, NOBODY, TAKE_COVER if battle.open[TAKE_COVER] else DROP_PRONE, 0, 0.0, 0.0, 1.0)


@kernel
def offer_acts(
    battle: Record, arena: Record, log: Record, parameters: Record, who: int, memory: Record, price: float, offers: Array
) -> None:
    """Offer gear, attacks, suppression, posture, rare acts, a called shot, a delay."""
    weights = parameters.weights
    loadout(battle, arena, who, price, offers)
    attack(battle, arena, log, parameters, who, price, offers)
    suppress(battle, arena, weights, who, price, offers)
    if battle.open[STAND_UP]:
        offer(offers, COVERS, NOBODY, STAND_UP, 0, BACK_UP, 1.0, BACK_UP - price)
    posture(battle, arena, weights, who, price, offers)
    offer_rare_acts(battle, arena, weights, who, memory.breach, price, offers)
    call(battle, arena, log, weights, who, offers)
    if battle.open[DELAY] and is_fresh(battle) and (len(offers) > 1 or offers[0].worth <= 0.0):
        offer(offers, WAITS, NOBODY, DELAY, 0, 0.0, 0.0, weights[WAIT] if offers[0].worth <= 0.0 else 0.0)


@kernel
def offer_rare_acts(
    battle: Record, arena: Record, weights: Array, who: int, breach: int, price: float, offers: Array
) -> None:
    """Offer what few units can do.

    That is throwing, treating, grappling, driving, breaking through barriers and looking after oneself.
    """
    grenades(battle, arena, weights, who, price, offers)
    detonation(battle, arena, who, price, offers)
    treatment(battle, arena, weights, who, price, offers)
    minor_actions(battle, arena, weights, who, price, offers)
    wrestling(battle, arena, weights, who, price, offers)
    breaching(battle, arena, weights, who, breach, price, offers)
    if arena.vehicles:
        driving(battle, arena, who, price, offers)


@kernel
def kind_of(battle: Record, verb: int) -> int:
    """Return the kind of order that a verb is."""
    return KIND_OF[verb]


@kernel
def stand(battle: Record, arena: Record, log: Record, who: int, tile: int, walk: int) -> None:
    """Put a unit of a copy of the battle on a tile, as if it had gone there, and open what it may do there.

    It runs if it may have to: diagonal steps can take a little more than the way is long.
    """
    unit = battle.units[who]
    needed, left = walk + arena.scale, metres_left(unit)
    if needed > left and unit.walking == 0 and unit.stuck == 0:
        unit.walking = 1
        unit.ap -= price_of(arena, unit, WALK)
        left = metres_left(unit)
    if needed > left and unit.runs == 0:
        unit.ap -= price_of(arena, unit, RUN)
        unit.runs = 1
        unit.run_left += walk_rate(battle, arena, who)
        unit.pace = max(unit.pace, RUNS)
    unit.ap = max(unit.ap, 0)
    from_run = min(walk, unit.run_left)
    unit.run_left -= from_run
    unit.walk_left = max(unit.walk_left - (walk - from_run), 0)
    unit.x, unit.y = tile % arena.width, tile // arena.width
    unit.covered = 0
    unit.aim = 0
    open_known(battle, arena, who)
    battle.open[DELAY] = 0
