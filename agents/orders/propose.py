"""Proposing orders: what a unit could be told to do now, as its side knows the battle."""

import numpy as np

from fireteam.env.rules.kernel import Array, Record, allocating, kernel
from fireteam.env.rules.mask import is_open
from fireteam.env.rules.record import NOBODY, NOWHERE
from fireteam.env.rules.sides.view import as_thought
from fireteam.env.rules.verbs import END, PASS, STEP, WALK

from ..doctrine.choose import find_order
from ..doctrine.interface import acts, kind_of, offer_acts, offer_answers, stand, walks_last
from ..doctrine.movement import next_move
from ..doctrine.offers import begin_place, no_offers, offer, room_for, take_offer
from ..doctrine.orders import COVER, GEAR, MOST_ACTS, MOST_ORDERS, MOVE, NO_ACT, ROUTINE, WAIT
from ..doctrine.records import RESERVE
from ..doctrine.temper import take_weights
from .places import places_of, scan_of

ROOM = 320  # offers that are looked at before the best are kept
ATTACKED_FROM = 8  # places from which acts are weighed one by one; from the others only where they lie
LEAST = 1e-3  # that going somewhere is worth, to units that are to weigh it
ALIKE = 2  # orders at most that differ only in how something is done


@allocating
def propose(
    battle: Record, arena: Record, log: Record, parameters: Record, memory: Record, orders: Array, places: Array
) -> int:  # fmt: skip
    """Write the orders that the deciding unit could be given; return how many, at least one.

    Args:
        battle: the battle as the unit's team knows it.
        parameters: the bot by whose worth the best are kept where there are too many, PARAMETERS.
        memory: the record of the unit; its goal is written.
        orders: records of OFFER, shape (MOST_ORDERS,). Written, the bot's own first, then the best first.
        places: records of PLACE, shape (MOST_PLACES,). Written: the places that orders name.
    """
    who = battle.decider
    offers = room_for(1 + ROOM)
    take_weights(battle, parameters, arena.sheets[who].temper)
    if not acts(battle):
        no_offers(offers, PASS)
        offer_answers(battle, arena, log, parameters.weights, offers)
        take_offer(orders[0], offers[0])
        offer_the_rest(battle, offers, False)
        own = int(is_open(battle, orders[0].verbs[2], orders[0].arguments[2]))
        return keep_best_orders(offers, orders, own, MOST_ORDERS)
    find_order(battle, arena, log, parameters, who, memory, orders[:1])
    if walks_last(battle) and battle.open[STEP] == 0 and not walks(orders[0]):
        orders[0].goal = NOWHERE  # it declares no walk there
    no_offers(offers, END)
    scan = scan_of(battle, arena, parameters, who, memory)
    count = places_of(battle, arena, parameters, who, memory, scan, places)
    goal, worth = memory.goal, memory.worth
    for number in range(count):
        place = places[number]
        first = begin_place(offers, END)
        if number == 0:
            offer(offers, WAIT, NOBODY, END, 0, 0.0, 0.0, 0.0)
        if walks_last(battle):
            offer_plans(battle, arena, log, parameters, memory, place, number, scan.hope, offers)
        elif number == 0:
            offer_acts(battle, arena, log, parameters, who, memory, parameters.weights[RESERVE], offers)
            offer_the_rest(battle, offers, True)
        elif next_move(battle, arena, who, place.tile)[0] >= 0:
            offer(offers, MOVE, NOBODY, NO_ACT, 0, 0.0, 0.0, scan.hope * place.offense)
            if number < ATTACKED_FROM and place.offense > 0.0:
                there = as_thought(battle, log)
                stand(there, arena, log, who, place.tile, place.walk)
                offer_acts(there, arena, log, parameters, who, memory, parameters.weights[RESERVE], offers)
        settle(battle, offers, first, NOWHERE if number == 0 else place.tile, place.worth)
    memory.goal, memory.worth = goal, worth
    orders[0].worth += places[min(1, count - 1) if orders[0].goal == goal else 0].worth
    orders[0].count = 0
    return keep_best_orders(offers, orders, 1, ALIKE)


@kernel
def offer_plans(
    battle: Record, arena: Record, log: Record, parameters: Record, memory: Record, place: Record, number: int, hope: float,
    offers: Array,
) -> None:  # fmt: skip
    """Offer what a unit that walks last can do and go to a place afterwards; `number` is that of the place."""
    memory.goal = place.tile
    memory.worth = 0.0 if number == 0 else max(place.worth + hope * place.offense, 0.0) + LEAST
    if number < ATTACKED_FROM:
        offer_acts(battle, arena, log, parameters, battle.decider, memory, parameters.weights[RESERVE], offers)
    elif battle.open[WALK]:
        offer(offers, MOVE, NOBODY, WALK, 0, 0.0, 1.0, hope * place.offense)
    if number == 0:
        offer_the_rest(battle, offers, True)


@kernel
def settle(battle: Record, offers: Array, first: int, goal: int, worth: float) -> None:
    """Write the place of the offers from row `first` on, and add its worth to theirs.

    What does not matter where it is done is not offered elsewhere.
    """
    kept = first
    for row in range(first, 1 + offers[0].count):
        made = offers[row]
        if goal != NOWHERE and (not walks(made) if walks_last(battle) else made.kind in (GEAR, COVER, WAIT)):
            continue
        made.goal = goal
        made.worth += worth
        if kept != row:
            take_offer(offers[kept], made)
        kept += 1
    offers[0].count = kept - 1


@kernel
def walks(order: Record) -> bool:
    """Return whether to walk is one of an order's acts."""
    return order.verbs[0] == WALK or order.verbs[1] == WALK or order.verbs[2] == WALK


@kernel
def offer_the_rest(battle: Record, offers: Array, own: bool) -> None:
    """Offer every open act that nobody has offered yet, without gain; in the own phase none that other acts contain."""
    offered = offers[0].count
    for verb in range(len(battle.open)):
        bits = battle.open[verb]
        if bits == 0:
            continue
        kind = kind_of(battle, verb)
        if own and kind == ROUTINE:
            continue
        argument = 0
        while bits:
            if bits & 1 and not is_offered(offers, offered, verb, argument):
                offer(offers, max(kind, 0), NOBODY, verb, argument, 0.0, 0.0, -1.0)
            bits >>= 1
            argument += 1


@kernel
def is_offered(offers: Array, count: int, verb: int, argument: int) -> bool:
    """Return whether one of the first offers is an act without preparation."""
    for row in range(1, 1 + count):
        made = offers[row]
        last = MOST_ACTS - 1
        if made.verbs[last] == verb and made.arguments[last] == argument and made.verbs[last - 1] == NO_ACT:
            return True
    return False


@kernel
def is_same(order: Record, other: Record) -> bool:
    """Return whether two orders come to the same: one place, and the same acts."""
    for act in range(MOST_ACTS):
        if order.verbs[act] != other.verbs[act] or order.arguments[act] != other.arguments[act]:
            return False
    return order.goal == other.goal and order.after == other.after


@allocating
def keep_best_orders(offers: Array, orders: Array, kept: int, most: int) -> int:
    """Write the best offers into `orders`, best first, behind the first `kept`; return how many there are then.

    Of those that are alike `most` are kept.
    """
    count = offers[0].count
    worths = np.empty(count)
    for row in range(count):
        worths[row] = -offers[1 + row].worth
    own = kept
    for row in np.argsort(worths):
        made = offers[1 + row]
        if kept == len(orders):
            break
        if own and is_same(orders[0], made):
            continue
        alike = 0
        for other in range(kept):
            order = orders[other]
            if order.goal == made.goal and order.kind == made.kind and order.target == made.target:
                if made.verbs[MOST_ACTS - 1] == order.verbs[MOST_ACTS - 1]:
                    alike += 1
        if alike < most or made.target == NOBODY:
            take_offer(orders[kept], made)
            kept += 1
    return kept
