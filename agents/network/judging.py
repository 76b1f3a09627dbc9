"""What a network makes of a decision; see `layers.py` for what it computes.

Results are the same to the last bit on every machine: products are added up one after the other, in float32. What is zero,
as much of a row is and half of what passes relu, costs nothing.
"""

import numpy as np

from fireteam.env.observe.context import write_context
from fireteam.env.observe.interface import tables
from fireteam.env.observe.units import write_slot
from fireteam.env.rules.kernel import Array, Record, allocating, kernel

from ..orders.columns import WIDTH
from .layers import AT, CROWD, EACH, HIDDEN, POOLS, SEEN, UNIT, VALUE

NOTHING = np.float32(0.0)
OWN, BEST_OWN, OTHERS, BEST_OTHERS = range(0, POOLS, EACH)  # places of the pools of units


@allocating
def judge(battle: Record, arena: Record, log: Record, numbers: Array, rows: Array, count: int, logits: Array) -> float:
    """Write a logit for each order; return the value that the decider may expect.

    Args:
        battle: the battle as the team of the unit that decides knows it.
        numbers: those of the network, float32, shape (NUMBERS,) or more.
        rows: of the orders one after another, float32; see `write_rows`.
        count: how many orders there are.
        logits: float32, shape (count,) or more. Written.
    """
    around = np.zeros(SEEN + POOLS, np.float32)
    look(battle, arena, log, numbers, around)
    context = np.zeros(HIDDEN, np.float32)
    add_bias(numbers, AT.context_0, HIDDEN, context)
    add_product(around, SEEN + POOLS, numbers, AT.context_0 + HIDDEN, HIDDEN, context)
    relu(context)
    same = np.zeros(HIDDEN, np.float32)  # of the first layer, for all orders
    add_bias(numbers, AT.orders_0, HIDDEN, same)
    add_product(context, HIDDEN, numbers, AT.orders_0 + HIDDEN * (1 + WIDTH), HIDDEN, same)
    hidden = np.zeros(HIDDEN, np.float32)
    results = np.zeros((count, HIDDEN), np.float32)
    pooled = np.zeros(2 * HIDDEN, np.float32)
    share = np.float32(1.0) / np.float32(count)
    for number in range(count):
        hidden[:] = same
        add_product(rows[number * WIDTH :], WIDTH, numbers, AT.orders_0 + HIDDEN, HIDDEN, hidden)
        relu(hidden)
        result = results[number]
        add_bias(numbers, AT.orders_2, HIDDEN, result)
        add_product(hidden, HIDDEN, numbers, AT.orders_2 + HIDDEN, HIDDEN, result)
        relu(result)
        for place in range(HIDDEN):
            pooled[place] += result[place] * share
            pooled[HIDDEN + place] = max(pooled[HIDDEN + place], result[place])
    among = np.zeros(HIDDEN, np.float32)
    add_bias(numbers, AT.among_0, HIDDEN, among)
    add_product(pooled, 2 * HIDDEN, numbers, AT.among_0 + HIDDEN, HIDDEN, among)
    for number in range(count):
        result = results[number]
        for place in range(HIDDEN):
            result[place] += among[place]
        relu(result)
        add_bias(numbers, AT.choice_0, 1, logits[number:])
        add_product(result, HIDDEN, numbers, AT.choice_0 + 1, 1, logits[number:])
    return value_of(numbers, context, pooled)


@allocating
def value_of(numbers: Array, context: Array, pooled: Array) -> float:
    """Return the value of a decision, from the results for its context and the pools of its orders."""
    hidden, value = np.zeros(VALUE, np.float32), np.zeros(1, np.float32)
    add_bias(numbers, AT.value_0, VALUE, hidden)
    add_product(context, HIDDEN, numbers, AT.value_0 + VALUE, VALUE, hidden)
    add_product(pooled, 2 * HIDDEN, numbers, AT.value_0 + VALUE * (1 + HIDDEN), VALUE, hidden)
    relu(hidden)
    add_bias(numbers, AT.value_2, 1, value)
    add_product(hidden, VALUE, numbers, AT.value_2 + 1, 1, value)
    return float(value[0])


@allocating
def look(battle: Record, arena: Record, log: Record, numbers: Array, out: Array) -> None:
    """Write the Context of a decision, and the pools of the units that are known, into `out`, all zeros before."""
    table, who = tables(battle), battle.decider
    seen = np.zeros(max(table.sizes.context, table.sizes.slot), np.float32)
    write_context(battle, arena, log, who, seen)
    for place in range(SEEN):
        out[place] = seen[table.context[place]]
    unit, hidden, result = np.zeros(UNIT, np.float32), np.zeros(EACH, np.float32), np.zeros(EACH, np.float32)
    for other in range(arena.units):
        own = battle.units[other].team == battle.units[who].team
        seen[:] = NOTHING
        write_slot(battle, arena, who, other, seen, 0)
        known = False
        for place in range(UNIT - 1):
            unit[place] = seen[table.slot[place]]
            known = known or unit[place] != NOTHING
        if not known:
            continue
        unit[UNIT - 1] = np.float32(1.0) if own else NOTHING
        hidden[:] = NOTHING
        add_bias(numbers, AT.units_0, EACH, hidden)
        add_product(unit, UNIT, numbers, AT.units_0 + EACH, EACH, hidden)
        relu(hidden)
        result[:] = NOTHING
        add_bias(numbers, AT.units_2, EACH, result)
        add_product(hidden, EACH, numbers, AT.units_2 + EACH, EACH, result)
        relu(result)
        pool, best = (OWN, BEST_OWN) if own else (OTHERS, BEST_OTHERS)
        for place in range(EACH):
            out[SEEN + pool + place] += result[place] * np.float32(1.0 / CROWD)
            out[SEEN + best + place] = max(out[SEEN + best + place], result[place])


@kernel
def add_bias(numbers: Array, at: int, width: int, out: Array) -> None:
    """Add `width` of the numbers from `at` on to the first of `out`."""
    for place in range(width):
        out[place] += numbers[at + place]


@kernel
def add_product(inputs: Array, count: int, numbers: Array, at: int, width: int, out: Array) -> None:
    """Add to `out` the product of the first `count` inputs and a weight, (count, width) numbers from `at` on."""
    for number in range(count):
        value = inputs[number]
        if value != NOTHING:
            first = at + number * width
            for place in range(width):
                out[place] += value * numbers[first + place]


@kernel
def relu(out: Array) -> None:
    """Put zeros in place of what is below."""
    for place in range(len(out)):
        out[place] = max(out[place], NOTHING)
