"""The network "orders-1": its layers, and where the numbers of each lie in the record of a bot.

It reads what every rule system shows (`Context`, `Slot`) and the rows of orders (`Columns`), so one network plays them all:

    units.0, units.2      each unit that is known, its Slot and 1 for an own one; what comes of all own units, and of all
                          others, is added up (divided by 4), and the largest of each number is taken
    context.0             the Context, and those sums and largest of own units and of others
    orders.0, orders.2    each order: its row, and the results of context.0
    among.0               mean and largest results of all orders: what comes of it is added to each
    choice.0              from that of each order, without relu: its logit
    value.0, value.2      context.0, mean and largest results of all orders; at the end, without relu: what the decider may
                          expect

The sum of `orders.2`, after its relu, and `among.0`, before it, passes through relu. Every layer is relu(x @ weight + bias)
with a weight of shape (inputs, outputs), in float32.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from fireteam.env.observe.context import Context
from fireteam.env.observe.units import Slot

from ..doctrine.records import MOST_NUMBERS
from ..orders.columns import WIDTH

ARCHITECTURE = "orders-1"
SEEN, UNIT = len(Context._fields), len(Slot._fields) + 1  # numbers of the context, and of a unit
EACH, HIDDEN, VALUE = 64, 96, 96  # results for each unit, of the other layers, and of the first of the value
CROWD = 4.0  # sums over units are divided by it
POOLS = 4 * EACH

LAYERS = {
    "units.0": (UNIT, EACH),
    "units.2": (EACH, EACH),
    "context.0": (SEEN + POOLS, HIDDEN),
    "orders.0": (WIDTH + HIDDEN, HIDDEN),
    "orders.2": (HIDDEN, HIDDEN),
    "among.0": (2 * HIDDEN, HIDDEN),
    "choice.0": (HIDDEN, 1),
    "value.0": (3 * HIDDEN, VALUE),
    "value.2": (VALUE, 1),
}  # by name: inputs, outputs


class Places(NamedTuple):
    """Where the bias of each layer lies in the numbers of a network; its weight follows."""

    units_0: int
    units_2: int
    context_0: int
    orders_0: int
    orders_2: int
    among_0: int
    choice_0: int
    value_0: int
    value_2: int


SIZES = [(inputs + 1) * outputs for inputs, outputs in LAYERS.values()]
AT = Places(*np.concatenate([[0], np.cumsum(SIZES)[:-1]]).tolist())
NUMBERS = sum(SIZES)
assert NUMBERS <= MOST_NUMBERS
assert [name.replace(".", "_") for name in LAYERS] == list(Places._fields)


def flattened(tensors: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return the numbers of a network from its tensors, `units.0.weight`, `units.0.bias` and so on: float32 (NUMBERS,)."""
    parts = [tensors[f"{name}.{part}"].ravel() for name in LAYERS for part in ("bias", "weight")]
    return np.concatenate(parts).astype(np.float32)
