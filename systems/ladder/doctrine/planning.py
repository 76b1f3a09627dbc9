"""How a doctrine makes a plan in ladder: item by item, each the one that adds most; and what other plans there are.

To weigh what comes after an item, it is written into the unit's plan, and what is open then is opened; all of that is taken
back. For it, `mask` keeps what is open in truth.
"""

import numpy as np

from fireteam.agents.doctrine.offers import no_offers, offer, offer_after, offer_all, room_for
from fireteam.agents.doctrine.orders import MOST_ACTS, MOST_ORDERS, NO_ACT, WAIT
from fireteam.env.rules.kernel import allocating, kernel
from fireteam.env.rules.record import NOBODY

from ..rules.legal import open_known
from ..rules.plan import EVASIONS, FREE, add_item
from ..words.verbs import END, WALK
from .declaring import ATTACKS, MOST_ACTIONS, attack, declarations, losses

LESS = 1e-6  # what any other plan is worth less at least, to the doctrine, than the best one


@allocating
def plans(battle, arena, log, parameters, who, memory, price, offers):
    """Offer the plan that grows by what adds most; others too if there is room, for less than that one."""
    best = room_for(1)
    mask = np.empty(len(battle.open), np.int32)
    for verb in range(len(mask)):
        mask[verb] = battle.open[verb]
    most = best_plan(battle, arena, log, parameters, who, memory, price, mask, best, offers)
    if len(offers) > 1:
        other_plans(battle, arena, log, parameters, who, memory, price, mask, most - LESS, offers)


@kernel
def best_plan(battle, arena, log, parameters, who, memory, price, mask, best, offers):
    """Offer what a unit adds to its plan, item by item, until nothing adds anything; return its worth.

    It is about its first attack, or else about its first item. `best` is a list with room for one offer.
    """
    unit = battle.units[who]
    items, actions = unit.items, unit.actions
    kind, target, is_attack = WAIT, NOBODY, False
    gain, worth = 0.0, 0.0
    for _ in range(MOST_ACTS):
        no_offers(best, END)
        spent = declarations(battle, arena, log, parameters, who, memory, price, best)
        item = best[0]
        verb = item.verbs[2]
        if verb == END:
            break
        if unit.items == items or (verb in ATTACKS and not is_attack):
            kind, target, is_attack = item.kind, item.target, verb in ATTACKS
        gain += item.gain - (0.0 if verb in FREE else spent)
        worth += item.worth
        plan_on(battle, arena, who, verb, item.arguments[2])
    end = unit.items
    if end > items:
        first, second, third = added(unit, end - 3, items), added(unit, end - 2, items), added(unit, end - 1, items)
        plan = first[0], first[1], second[0], second[1], third[0], third[1]
        offer_all(offers, kind, target, *plan, gain, unit.actions - actions, worth)
        take_back(battle, who, items, actions, mask)
    return worth


@kernel
def plan_on(battle, arena, who, verb, argument):
    """Write an item into a unit's plan as if it had declared it, and open what is open then."""
    add_item(battle.units[who], verb, argument)
    battle.decisions += 1
    open_known(battle, arena, who)


@kernel
def take_back(battle, who, items, actions, mask):
    """Take back what was written into a unit's plan: it had `items` items, `actions` of which were actions."""
    unit = battle.units[who]
    battle.decisions -= unit.items - items
    for place in range(items, unit.items):
        unit.plan[place].verb = 0
        unit.plan[place].argument = 0
    unit.items = items
    unit.actions = actions
    for verb in range(len(mask)):
        battle.open[verb] = mask[verb]


@kernel
def added(unit, place, items):
    """Return the item (verb, argument) at a place of a unit's plan; no act for one of the first `items`, and before them."""
    return (unit.plan[place].verb, unit.plan[place].argument) if place >= items else (NO_ACT, 0)


@kernel
def is_plan(plan, first, with_argument, verb, argument):
    """Return whether an offer is this: a verb with its argument, after another one with its own, NO_ACT for none."""
    if plan.verbs[0] != NO_ACT or plan.verbs[1] != first or plan.verbs[2] != verb:
        return False
    return plan.arguments[1] == with_argument and plan.arguments[2] == argument


@allocating
def other_plans(battle, arena, log, parameters, who, memory, price, mask, most, offers):
    """Offer all that a unit can add to its plan, alone, and attacks after a walk or the best evasion, for `most` at most."""
    firsts, seconds = room_for(MOST_ORDERS), room_for(MOST_ORDERS)
    no_offers(firsts, END)
    declarations(battle, arena, log, parameters, who, memory, price, firsts)
    walk, evasion = 0, 0
    for place in range(1, firsts[0].count + 1):
        item = firsts[place]
        verb = item.verbs[2]
        argument = item.arguments[2]
        if not is_plan(offers[0], NO_ACT, 0, verb, argument):
            offer(offers, item.kind, item.target, verb, argument, item.gain, item.price, min(item.worth, most))
        if verb == WALK:
            walk = place
        elif verb in EVASIONS and (evasion == 0 or item.worth > firsts[evasion].worth):
            evasion = place
    if battle.units[who].actions + 2 <= MOST_ACTIONS:
        for place in (walk, evasion):
            if place > 0:
                first = firsts[place]
                attacks_after(battle, arena, log, parameters, who, memory, price, mask, first, seconds, most, offers)


@kernel
def attacks_after(battle, arena, log, parameters, who, memory, price, mask, first, seconds, most, offers):
    """Offer the attacks that a unit can declare after an item.

    Args:
        first: the offer of the item.
        seconds: a list, as working space.
        most: that a plan may be worth.
    """
    unit = battle.units[who]
    items, actions = unit.items, unit.actions
    prepares, at = first.verbs[2], first.arguments[2]
    plan_on(battle, arena, who, prepares, at)
    spent, lost = losses(battle, arena, log, parameters.weights, who, memory)
    no_offers(seconds, END)
    attack(battle, arena, log, parameters, who, unit.actions + 1, memory.goal, price + lost, seconds)
    for place in range(1, seconds[0].count + 1):
        item = seconds[place]
        verb, argument, gain = item.verbs[2], item.arguments[2], first.gain + item.gain - spent
        worth = min(first.worth + item.worth, most)
        if is_plan(offers[0], prepares, at, verb, argument):
            continue
        offer_after(offers, item.kind, item.target, prepares, at, verb, argument, gain, first.price + item.price, worth)
    take_back(battle, who, items, actions, mask)
