"""A doctrine's choice: it gives every open action a worth from a few considerations and takes the best.

Worth is counted in enemies taken out, and so is the price of an action point. The considerations are the same for
all doctrines; they differ by the weights in `doctrines.toml`.
"""

from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.kernel import Array, Record, kernel, port
from fireteam.env.rules.mask import is_open
from fireteam.env.rules.sides.view import as_known
from fireteam.env.rules.verbs import END

from .flight import flee
from .interface import acts, best_action, best_answer, bound_to, fells_itself, moment_of
from .movement import choose_goal, next_move
from .random_choice import random_action, random_noise
from .records import RANDOM, RESERVE
from .temper import take_temper


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
    if parameters.kind == RANDOM:
        word = int((random_noise(parameters.seed, battle, 0) + 1.0) * 2147483647.0)
        verb, argument = random_action(battle, word)
        return (END, 0) if fells_itself(battle, arena, battle.decider, verb) else (verb, argument)
    if parameters.temper != arena.sheets[battle.decider].temper:
        take_temper(parameters, arena.sheets[battle.decider].temper)
    if acts(battle) and battle.units[battle.decider].broken:
        return flee(battle, arena, log, parameters, battle.decider, memories[battle.decider])
    if acts(battle):
        return choose_action(battle, arena, log, parameters, memories[battle.decider])
    return best_answer(battle, arena, log, parameters.weights)


@kernel
def choose_action(battle: Record, arena: Record, log: Record, parameters: Record, memory: Record) -> tuple[int, int]:
    """Return the best action (verb, argument) of the own phase: movement first, then the system's own actions by worth.

    If going somewhere pays, a unit goes before it does anything else: a shot is better from there.

    `memory` is the record of the unit that decides.
    """
    who = battle.decider
    verb, argument = bound_to(battle, arena, who, memory)
    if verb >= 0:
        return verb, argument
    moment = moment_of(battle)
    if memory.clock == 0:
        memory.busy = battle.round_number
    if memory.clock != moment:
        memory.clock = moment
        choose_goal(battle, arena, parameters, who, memory)
    if memory.worth > 0 and memory.goal != tile_of(arena, battle.units[who]):
        verb, argument = next_move(battle, arena, who, memory.goal)
        if verb >= 0:
            return verb, argument
    best = best_action(battle, arena, log, parameters, who, memory, parameters.weights[RESERVE])
    return best[0], best[1]
