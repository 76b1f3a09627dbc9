"""Learners who decide in orders: they are asked when a unit needs one, and what it does with it happens by itself."""

from fireteam.env.rules.kernel import Array, Record, kernel, port
from fireteam.env.rules.mask import is_open
from fireteam.env.rules.sides.view import as_known
from fireteam.env.rules.verbs import END

from ..doctrine.carry_out import carry_out, take_order
from ..doctrine.interface import acts
from ..doctrine.orders import MOST_ACTS
from ..doctrine.random_choice import random_action
from .propose import propose
from .rows import write_rows


@port
def next_of_order(
    battle: Record, arena: Record, log: Record, planner: Record, memories: Array, orders: Array, places: Array
) -> tuple[int, int, int]:
    """Return the next action (verb, argument) of the deciding unit's order; or a verb below 0, and how many it may get.

    Where only one order is possible, it is given.

    Args:
        planner: the bot by whose worth orders are kept, PARAMETERS.
        memories: records of MEMORY, shape (MAX_UNITS,).
        orders, places: see `propose`. Written where an order is needed.
    """
    known = as_known(battle, arena, log, battle.units[battle.decider].team)
    memory = memories[battle.decider]
    verb, argument = continued(known, arena, memory)
    if verb >= 0:
        return verb, argument, 0
    count = propose(known, arena, log, planner, memory, orders, places)
    if count > 1:
        return -1, 0, count
    verb, argument = begun(known, arena, memory, orders[0])
    return verb, argument, count


@kernel
def continued(battle: Record, arena: Record, memory: Record) -> tuple[int, int]:
    """Return the next action (verb, argument) of the deciding unit's order, if it is open; else a verb below 0.

    `battle` is as its team knows it, `memory` the record of the unit.
    """
    if not acts(battle):
        return -1, 0
    verb, argument = carry_out(battle, arena, battle.decider, memory)
    return (verb, argument) if is_open(battle, verb, argument) else (-1, 0)


@kernel
def begun(battle: Record, arena: Record, memory: Record, order: Record) -> tuple[int, int]:
    """Give an order to the unit that decides; return its first action (verb, argument): an open one, whatever the order.

    `battle` is as its team knows it.
    """
    verb, argument = order.verbs[MOST_ACTS - 1], order.arguments[MOST_ACTS - 1]
    if acts(battle):
        take_order(battle, arena, battle.decider, memory, order)
        verb, argument = carry_out(battle, arena, battle.decider, memory)
    if is_open(battle, verb, argument):
        return verb, argument
    return (END, 0) if is_open(battle, END, 0) else random_action(battle, 0)


@port
def show_orders(
    battle: Record, arena: Record, log: Record, planner: Record, memories: Array, orders: Array, count: int, out: Array,
    mask: Array,
) -> None:  # fmt: skip
    """Write the rows of the orders that the deciding unit may be given, and their mask.

    Args:
        out: float32: an observation, with the rows of MOST_ORDERS orders at its end. Written there.
        mask: int8, shape (MOST_ORDERS,). Written.
    """
    known = as_known(battle, arena, log, battle.units[battle.decider].team)
    write_rows(known, arena, planner, memories, orders, count, out)
    for number in range(len(mask)):
        mask[number] = 1 if number < count else 0
