"""What a batch needs of the bots: the records of their memory, and those by which orders are proposed to learners."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ..rules import kernel


class Commands(NamedTuple):
    """The records of bots that a batch keeps for its loop; they belong to `fireteam.agents`.

    Attributes:
        memory: dtype of what bots remember of a unit, its order above all.
        offer, place: dtypes of what is proposed, and of the places that are weighed for it.
        most: how many orders are proposed at most; 0 where learners decide in single actions.
        places: how many places are weighed at most.
        width: how many numbers say what is to be known of an order.
        planner: the bot by whose worth orders are kept where there are too many, shape (1,).
    """

    memory: np.dtype
    offer: np.dtype
    place: np.dtype
    most: int
    places: int
    width: int
    planner: np.ndarray

    def room(self, rows: int) -> np.ndarray:
        """Return room for the orders of a batch, shape (rows, most)."""
        return np.zeros((rows, self.most), self.offer)

    def bound(self, threads: int, kept: Mapping[str, np.ndarray]) -> tuple[np.ndarray, ...]:
        """Return the arguments of the compiled loop about orders: working space for each thread, and what rows keep."""
        parts = range(max(threads, 1))
        planners = np.concatenate([self.planner.reshape(1, -1) for _ in parts])
        places = np.zeros((len(parts), self.places), self.place)
        return tuple(kernel.plain(array) for array in (planners, places, kept["orders"], kept["proposed"]))
