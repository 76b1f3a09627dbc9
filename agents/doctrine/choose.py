"""A doctrine's choice: the order that it considers best, and the next action of it.

Worth is counted in enemies taken out, and so is the price of an action point. The considerations are the same for
all doctrines; they differ by the weights in `doctrines.toml`.
"""

from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.kernel import Array, Record, allocating, kernel, port
from fireteam.env.rules.mask import is_open
from fireteam.env.rules.record import NOBODY, NOWHERE
from fireteam.env.rules.sides.view import as_known, as_thought
from fireteam.env.rules.verbs import END, PASS, SURRENDER

from .carry_out import carry_out, take_order
from .flight import choose_refuge, clock_of, is_cornered
from .interface import acts, fells_itself, offer_acts, offer_answers, stand, walks_last
from .movement import choose_goal, next_move
from .offers import no_offers, offer, room_for
from .orders import MOVE, NO_ACT, WAIT
from .random_choice import random_action, random_noise
from .records import RANDOM, RESERVE
from .temper import take_weights


@port
def choose(battle: Record, arena: Record, log: Record, parameters: Record, memories: Array) -> tuple[int, int]:
    """Return the action (verb, argument) of a compiled bot: the one it considers best, any legal one if that is not open.

    It sees the battle as its team knows it; so does everything it calls.
    """
    known = as_known(battle, arena, log, battle.units[battle.decider].team)
    verb, argument = consider(known, arena, log, parameters, memories)
    if is_open(battle, verb, argument):
        return verb, argument
    return random_action(battle, mixed_word(parameters.seed, battle.decisions))


@kernel
def consider(battle: Record, arena: Record, log: Record, parameters: Record, memories: Array) -> tuple[int, int]:
    """Return the action (verb, argument) that a compiled bot thinks best for the pending decision; memories change."""
    who = battle.decider
    if parameters.kind == RANDOM:
        word = int((random_noise(parameters.seed, battle, 0) + 1.0) * 2147483647.0)
        verb, argument = random_action(battle, word)
        return (END, 0) if fells_itself(battle, arena, who, verb) else (verb, argument)
    take_weights(battle, parameters, arena.sheets[who].temper)
    if not acts(battle):
        return best_answer(battle, arena, log, parameters.weights)
    memory = memories[who]
    verb, argument = carry_out(battle, arena, who, memory)
    if verb < 0:
        give_order(battle, arena, log, parameters, who, memory)
        verb, argument = carry_out(battle, arena, who, memory)
    return (verb, argument) if verb >= 0 else (END, 0)


@allocating
def best_answer(battle: Record, arena: Record, log: Record, weights: Array) -> tuple[int, int]:
    """Return the action (verb, argument) of the best answer to a decision outside the own phase."""
    offers = room_for(1)
    no_offers(offers, PASS)
    offer_answers(battle, arena, log, weights, offers)
    return offers[0].verbs[2], offers[0].arguments[2]


@kernel
def aim_for(battle: Record, arena: Record, parameters: Record, who: int, memory: Record) -> None:
    """Write the tile that a unit makes for into `memory`, its record, and how much better it is than where it stands."""
    if memory.clock == 0:
        memory.busy = battle.round_number
    memory.clock = clock_of(battle, who)
    if battle.units[who].broken:
        choose_refuge(battle, arena, who, memory)
    else:
        choose_goal(battle, arena, parameters, who, memory)


@allocating
def give_order(battle: Record, arena: Record, log: Record, parameters: Record, who: int, memory: Record) -> None:
    """Give a unit the best order for its own phase; `memory` is the record of the unit."""
    offers = room_for(1)
    find_order(battle, arena, log, parameters, who, memory, offers)
    take_order(battle, arena, who, memory, offers[0])


@kernel
def find_order(
    battle: Record, arena: Record, log: Record, parameters: Record, who: int, memory: Record, offers: Array
) -> None:  # fmt: skip
    """Write the best order for a unit's own phase into the first of `offers`: the best place, and what is best to do there.

    If going somewhere pays, a unit goes before it does anything else: a shot is better from there.

    `memory` is the record of the unit; its goal is written.
    """
    here = tile_of(arena, battle.units[who])
    walks_then = walks_last(battle)
    if not walks_then or memory.clock != clock_of(battle, who):
        aim_for(battle, arena, parameters, who, memory)
    goal = memory.goal if memory.worth > 0 else here
    if goal != here and not walks_then and next_move(battle, arena, who, goal)[0] < 0:
        goal = here
    best = offers[0]
    no_offers(offers, END)
    price = parameters.weights[RESERVE]
    if goal == here or walks_then:
        offer_acts(battle, arena, log, parameters, who, memory, price, offers)
        if goal == here and battle.open[SURRENDER] and is_cornered(battle, arena, who):
            offer(offers, WAIT, NOBODY, SURRENDER, 0, 0.0, 0.0, best.worth + 1.0)
        best.goal = memory.goal if walks_then else NOWHERE
    else:
        there = as_thought(battle, log)
        stand(there, arena, log, who, goal, path_length(battle, arena, here, goal))
        offer_acts(there, arena, log, parameters, who, memory, price, offers)
        best.goal = goal
        if best.worth <= 0.0:
            best.kind, best.target, best.verbs[2] = MOVE, NOBODY, NO_ACT
