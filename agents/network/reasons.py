"""The reasons for an order that a network has chosen: how likely each was, and what the network expects."""

from typing import Any

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.rules.kernel import Array, entry, plain
from fireteam.env.rules.sides.view import as_known

from ..doctrine.orders import MOST_ORDERS, OFFER
from ..orders.commanding import next_of_order
from ..orders.places import MOST_PLACES, PLACE
from ..orders.words import order_in_words
from .choosing import judge_orders

SHOWN = 5  # orders that reasons name


@entry
def judge_row(
    battles: Array, arenas: Array, logs: Array, bots: Array, memories: Array, orders: Array, places: Array, logits: Array,
    values: Array,
) -> int:  # fmt: skip
    """Do `judge_orders` for the battle in the first row; return how many orders there are to choose from, 0 for no choice.

    Args:
        bots: records of PARAMETERS, shape (1,).
        memories: records of MEMORY, shape (MAX_UNITS,); they change.
        orders, places: see `propose`. Written.
        logits: float32, shape (MOST_ORDERS,). Written.
        values: float64, shape (1,). Written: the value of the position.
    """
    battle, log = battles[0], logs[0]
    arena = arenas[battle.variant]
    verb, _, count = next_of_order(battle, arena, log, bots[0], memories, orders, places)
    if verb >= 0:
        return 0
    known = as_known(battle, arena, log, battle.units[battle.decider].team)
    values[0] = judge_orders(known, arena, log, bots[0], memories, orders, count, logits)
    return count


def judged(battle: Battle, bots: np.ndarray, memories: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the orders among which a network chooses in the pending decision, OFFER, their logits, and the value.

    There are none where it does not choose: where a unit goes on with its order, or has only one.

    Args:
        bots: the network, shape (1,), dtype PARAMETERS.
        memories: those of units as the decision is met, dtype MEMORY; they stay as they are.
    """
    orders, places = np.zeros(MOST_ORDERS, OFFER), np.zeros(MOST_PLACES, PLACE)
    logits, values = np.zeros(MOST_ORDERS, np.float32), np.zeros(1)
    own = (plain(bots), plain(memories.copy()), plain(orders), plain(places))
    count = judge_row(*battle.arrays, *own, logits, values)
    return orders[:count], logits[:count], float(values[0])


def reasons_of(battle: Battle, bots: np.ndarray, memories: np.ndarray) -> dict[str, Any] | None:
    """Return why a network chooses an order in the pending decision; None where it does not. See `judged`.

    {"value": what it expects, "chances": {order in words: probability}}: at most five, likeliest first.
    """
    orders, logits, value = judged(battle, bots, memories)
    if not len(orders):
        return None
    weights = np.exp((logits - logits.max()).astype(np.float64) / (float(bots["temperature"][0]) or 1.0))
    chances: dict[str, float] = {}
    for order, weight in zip(orders, weights / weights.sum(), strict=True):
        words = order_in_words(battle, order)
        chances[words] = chances.get(words, 0.0) + float(weight)
    likeliest = sorted(chances, key=lambda words: -chances[words])[:SHOWN]
    return {"value": round(value, 4), "chances": {words: round(chances[words], 4) for words in likeliest}}
