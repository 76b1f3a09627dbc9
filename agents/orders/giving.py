"""The orders that compiled bots give: found again from what they remember before and after a decision."""

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.game.orders import NOTHING
from fireteam.env.rules.kernel import plain
from fireteam.env.rules.record import NOWHERE
from fireteam.env.seats.bots import Given

from ..doctrine.orders import KINDS, MOST_ORDERS, OFFER
from .asking import go_on_row, propose_row
from .places import MOST_PLACES, PLACE
from .words import order_in_words

SAME = ("kind", "target", "after", "verbs", "arguments")  # fields by which an order that was given is known again
NO_ORDER = Given()


def proposed(battle: Battle, bots: np.ndarray, memories: np.ndarray) -> np.ndarray:
    """Return the orders that a bot thinks of in the pending decision, dtype OFFER: a doctrine's own first.

    Args:
        bots: the bot, shape (1,), dtype PARAMETERS. memories: those of units as the decision is met; they stay as they are.
    """
    orders, places = np.zeros(MOST_ORDERS, OFFER), np.zeros(MOST_PLACES, PLACE)
    own = (plain(bots), plain(memories.copy()), plain(orders), plain(places))
    return orders[: propose_row(*battle.arrays, *own)]


def order_in_memory(battle: Battle, bots: np.ndarray, before: np.ndarray, after: np.ndarray) -> Given:
    """Return the order that a bot has given in the pending decision, or goes on with.

    There is none in an answer, and where a unit only ends its phase.

    Args:
        bots: the bot, shape (1,), dtype PARAMETERS.
        before, after: its memories of units, dtype MEMORY, before it decided and after that.
    """
    if not battle.asked.own:
        return NO_ORDER
    if go_on_row(*battle.arrays, plain(before.copy()))[0] >= 0:
        return Given(goes_on=True)
    memory = after[int(battle.record[0]["decider"])]
    for order in proposed(battle, bots, before):
        same = all(np.array_equal(order[field], memory[field]) for field in SAME)
        if same and order["goal"] in (memory["goal"], NOWHERE):
            return as_given(order_in_words(battle, order), int(order["kind"]))
    return NO_ORDER


def as_given(words: str, kind: int) -> Given:
    """Return an order in words, of a kind, as one that is given; to end the phase, or to let it pass, is none."""
    return NO_ORDER if words in NOTHING else Given(words, False, KINDS[kind])
