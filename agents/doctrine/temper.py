"""Tempers: how each changes the weights of the doctrine that plays a unit.

A scenario gives one to a team or a unit (`temper = "cautious"`). A temper multiplies each weight of the doctrine by a
factor; the considerations stay the same. A steady unit plays the doctrine unchanged.
"""

from typing import NamedTuple

import numpy as np

from fireteam.env.rules.arena import TEMPERS
from fireteam.env.rules.kernel import Record, kernel

from .interface import weights_row
from .records import WEIGHTS


class Temper(NamedTuple):
    """A temper: a sentence on it, and its factors, by the names of the weights that it changes."""

    says: str
    factors: dict[str, float]


MADE = {
    "steady": Temper("Plays the doctrine as it is.", {}),
    "bold": Temper(
        "Goes forward, and minds danger less.",
        {"danger": 0.5, "cover": 0.7, "approach": 2.0, "distance": 0.6, "hold": 0.5, "retreat": 0.6, "wounded_care": 0.6,
         "seek": 2.0},
    ),
    "bloodthirsty": Temper(
        "Wants to see them fall: closes in, finishes the wounded, minds no danger.",
        {"danger": 0.15, "cover": 0.4, "approach": 4.0, "distance": 0.2, "hold": 0.0, "retreat": 0.2, "wounded_care": 0.2,
         "offense": 1.3, "finish": 2.5, "melee": 1.4, "cohesion": 0.3, "answer": 0.7, "run": 0.5, "seek": 4.0},
    ),
    "cautious": Temper(
        "Keeps to cover, and lets the others come.",
        {"danger": 2.0, "cover": 1.5, "approach": 0.6, "distance": 1.3, "hold": 1.5, "sally": 0.7, "retreat": 1.4,
         "wounded_care": 1.5, "answer": 1.3, "melee": 0.7, "seek": 0.0},
    ),
    "cowardly": Temper(
        "Keeps out of harm's way, and shoots only where nothing shoots back.",
        {"danger": 5.0, "cover": 2.0, "approach": 0.1, "distance": 1.8, "sally": 0.2, "retreat": 2.0, "wounded_care": 3.0,
         "offense": 0.6, "answer": 1.6, "melee": 0.3, "objective": 0.5, "seek": 0.0},
    ),
}  # fmt: skip

assert tuple(MADE) == TEMPERS, "tempers of scenarios and of doctrines are the same, in the same order"
_places = {weight.name: place for place, weight in enumerate(WEIGHTS)}
FACTORS = np.ones((len(TEMPERS), len(WEIGHTS)))
for _row, _temper in enumerate(MADE.values()):
    for _name, _factor in _temper.factors.items():
        FACTORS[_row, _places[_name]] = _factor


@kernel
def take_weights(battle: Record, parameters: Record, temper: int) -> None:
    """Take a doctrine's weights in the rule system of a battle, multiplied by the factors of the temper of who plays now."""
    row = weights_row(battle)
    taken = 1 + row * len(FACTORS) + temper
    if parameters.taken == taken:
        return
    for number in range(len(parameters.weights)):
        parameters.weights[number] = parameters.plain[row, number] * FACTORS[temper, number]
    parameters.taken = taken
