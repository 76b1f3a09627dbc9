"""What a batch needs of the bots: the records of their memory, and those by which orders are proposed to learners."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

import numpy as np

from ..battle import Battle
from ..observe.actions import Action
from ..rules import kernel


class Staff(Protocol):
    """What proposes orders in a battle, and has those carried out that are given (`fireteam.agents.orders.asking.Staff`).

    Attributes:
        count: how many orders were proposed last.
    """

    count: int

    def next(self, battle: Battle) -> Action | None:
        """Return the next action of the unit that decides, None if it is to choose among `count` orders."""

    def obey(self, battle: Battle, number: int) -> Action:
        """Give one of the orders proposed last; return its first action."""

    def show(self, battle: Battle, observation: np.ndarray, mask: np.ndarray) -> None:
        """Write what is to be known of the orders proposed last to the end of an observation, and their mask."""


class Commands(NamedTuple):
    """The records of bots that a batch keeps for its loop; they belong to `fireteam.agents`.

    Attributes:
        memory: dtype of what bots remember of a unit, its order above all.
        offer, place: dtypes of what is proposed, and of the places that are weighed for it.
        most: how many orders are proposed at most; 0 where learners decide in single actions.
        places: how many places are weighed at most.
        width: how many numbers say what is to be known of an order.
        planner: the bot by whose worth orders are kept where there are too many, shape (1,).
        staff: makes the Staff of a battle in which the agents decide in orders.
    """

    memory: np.dtype
    offer: np.dtype
    place: np.dtype
    most: int
    places: int
    width: int
    planner: np.ndarray
    staff: Callable[[np.ndarray], Staff]

    def room(self, rows: int) -> np.ndarray:
        """Return room for the orders of a batch, shape (rows, most)."""
        return np.zeros((rows, self.most), self.offer)

    def bound(self, parts: int, kept: Mapping[str, np.ndarray]) -> tuple[np.ndarray, ...]:
        """Return the arguments of the compiled loop about orders: working space for each part of it, and what rows keep."""
        planners = np.repeat(self.planner.reshape(1, -1), parts, axis=0)
        places = np.zeros((parts, self.places), self.place)
        return tuple(kernel.plain(array) for array in (planners, places, kept["orders"], kept["proposed"]))
