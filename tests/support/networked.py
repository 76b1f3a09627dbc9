"""Networks with random weights, and what `agents/network/layers.py` says of them in NumPy."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from observed import observed

from fireteam.agents.bots import parameters_of
from fireteam.agents.doctrine.orders import MOST_ORDERS
from fireteam.agents.network.box import Network
from fireteam.agents.network.layers import CROWD, LAYERS
from fireteam.agents.network.storage import new_card, write_network
from fireteam.agents.orders.asking import Staff
from fireteam.agents.orders.columns import WIDTH
from fireteam.env.battle import Battle
from fireteam.env.observe.context import Context
from fireteam.env.observe.features import observed as tables_of
from fireteam.env.observe.features import sizes_of
from fireteam.env.observe.units import Slot

ROOM = 20  # units of a side, at most
CARD = new_card("novice", ["swan_song"], "Knows nothing.", {"seed": 3, "rate": 1e-3})


def random_tensors(seed: int = 3) -> dict[str, np.ndarray]:
    """Return random tensors for all layers."""
    rng = np.random.default_rng(seed)
    made = {}
    for name, (inputs, outputs) in LAYERS.items():
        made[f"{name}.weight"] = (rng.normal(size=(inputs, outputs)) * (2 / inputs) ** 0.5).astype(np.float32)
        made[f"{name}.bias"] = (rng.normal(size=outputs) * 0.1).astype(np.float32)
    return made


def random_network(seed: int = 3) -> Network:
    """Return a network with random weights, which is known by its name from now on."""
    return Network(random_tensors(seed), CARD)


@pytest.fixture(name="file")
def given_file(tmp_path: Path) -> Path:
    """Give the file of a network."""
    write_network(tmp_path / "novice.safetensors", random_tensors(), CARD)
    return tmp_path / "novice.safetensors"


def relu(values: np.ndarray) -> np.ndarray:
    """Return values, and zeros in place of what is below."""
    return np.maximum(values, 0)


class Met(NamedTuple):
    """What a network is given at a decision: its context, own units and others that are known, rows of orders."""

    context: np.ndarray
    own: np.ndarray
    others: np.ndarray
    rows: np.ndarray


def met_by(battle: Battle, staff: Staff) -> Met:
    """Return what a network is given, from the observation that learners have; `staff` has proposed the orders."""
    system = battle.field.scenario.system
    sizes, names = sizes_of(system), tables_of(system)
    who = battle.field.roster[int(battle.record[0]["decider"])].name
    seen = observed(battle, who, ROOM, ROOM)
    context, own, others = np.split(seen, sizes.context + np.array([0, ROOM, 2 * ROOM]) * sizes.slot)[:3]
    places = [[feature.name for feature in names.CONTEXT].index(name) for name in Context._fields]
    at = [[feature.name for feature in names.SLOT].index(name) for name in Slot._fields]
    sides = []
    for side, mark in ((own, 1.0), (others, 0.0)):
        units = side.reshape(ROOM, sizes.slot)[:, at]
        units = units[units.any(axis=1)]
        sides.append(np.concatenate([units, np.full((len(units), 1), mark)], axis=1))
    rows, mask = np.zeros(MOST_ORDERS * WIDTH, np.float32), np.zeros(MOST_ORDERS, np.int8)
    staff.show(battle, rows, mask)
    assert mask.sum() == staff.count
    return Met(context[places], sides[0], sides[1], rows.reshape(MOST_ORDERS, WIDTH)[: staff.count])


def by_the_book(tensors: dict[str, np.ndarray], met: Met) -> tuple[np.ndarray, float]:
    """Return the logits of orders and the value that a network gives, as `layers.py` describes it."""

    def through(name: str, values: np.ndarray) -> np.ndarray:
        return values @ tensors[f"{name}.weight"].astype(float) + tensors[f"{name}.bias"]

    pools = []
    for units in (met.own, met.others):
        hidden = relu(through("units.2", relu(through("units.0", units))))
        pools += [hidden.sum(axis=0) / CROWD, hidden.max(axis=0, initial=0)]
    context = relu(through("context.0", np.concatenate([met.context, *pools])))
    shared = np.broadcast_to(context, (len(met.rows), len(context)))
    orders = relu(through("orders.2", relu(through("orders.0", np.concatenate([met.rows, shared], axis=1)))))
    pooled = np.concatenate([orders.mean(axis=0), orders.max(axis=0)])
    logits = through("choice.0", relu(orders + through("among.0", pooled)))[:, 0]
    value = through("value.2", relu(through("value.0", np.concatenate([context, pooled]))))[0]
    return logits, float(value)


def staff_of(name: str) -> Staff:
    """Return what proposes orders to the network of a name, as it is proposed to."""
    return Staff(parameters_of(name))
