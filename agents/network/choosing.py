"""The action of a bot that is a network: the next of its unit's order; when one is due, the network chooses it."""

import numpy as np

from fireteam.env.observe.reward import potential
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.kernel import Array, Record, allocating, kernel, rare
from fireteam.env.rules.sides.view import as_known

from ..doctrine.orders import MOST_ORDERS, OFFER
from ..orders.columns import WIDTH
from ..orders.commanding import begun, next_of_order
from ..orders.places import MOST_PLACES, PLACE
from ..orders.rows import write_rows
from .judging import judge


@rare
def command(battle: Record, arena: Record, log: Record, parameters: Record, memories: Array) -> tuple[int, int]:
    """Return the action (verb, argument) of a bot that is a network, for the pending decision; memories change."""
    return commanded(battle, arena, log, parameters, memories)


@allocating
def commanded(battle: Record, arena: Record, log: Record, parameters: Record, memories: Array) -> tuple[int, int]:
    """Do what `command` says."""
    orders, places = np.zeros(MOST_ORDERS, OFFER), np.zeros(MOST_PLACES, PLACE)
    verb, argument, count = next_of_order(battle, arena, log, parameters, memories, orders, places)
    if verb >= 0:
        return verb, argument
    known = as_known(battle, arena, log, battle.units[battle.decider].team)
    logits = np.zeros(MOST_ORDERS, np.float32)
    judge_orders(known, arena, log, parameters, memories, orders, count, logits)
    number = drawn(logits, count, parameters.temperature, mixed_word(parameters.seed, battle.decisions))
    return begun(known, arena, memories[battle.decider], orders[number])


@allocating
def judge_orders(
    battle: Record, arena: Record, log: Record, parameters: Record, memories: Array, orders: Array, count: int, logits: Array
) -> float:  # fmt: skip
    """Write the network's logits of the first `count` orders; return what the team of the unit that decides may expect.

    It lies from about -1, a battle lost, to 1. What shaping has paid, the end takes back: that is no loss, so it is added.

    `battle` is as that team knows it.
    """
    rows = np.zeros(MOST_ORDERS * WIDTH, np.float32)
    write_rows(battle, arena, parameters, memories, orders, count, rows)
    value: float = judge(battle, arena, log, parameters.numbers, rows, count, logits)
    return value + float(parameters.shaping) * potential(battle, arena, battle.units[battle.decider].team)


@kernel
def drawn(logits: Array, count: int, temperature: float, word: int) -> int:
    """Return one of `count` choices by their logits: the likeliest at temperature 0, else by `word`, 32 random bits."""
    best = 0
    for number in range(1, count):
        if logits[number] > logits[best]:
            best = number
    if temperature == 0.0:
        return best
    total = 0.0
    for number in range(count):
        total += np.exp((logits[number] - logits[best]) / temperature)
    left = total * (word / 4294967296.0)
    for number in range(count):
        left -= np.exp((logits[number] - logits[best]) / temperature)
        if left < 0.0:
            return number
    return best
