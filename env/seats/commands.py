"""Learners who decide in orders: what a batch needs to propose them and to show what is to be known of each."""

from typing import NamedTuple

import numpy as np

from ..rules import kernel


class Commands(NamedTuple):
    """The records by which orders are proposed; orders themselves belong to `fireteam.agents.orders`.

    Attributes:
        offer, place: dtypes of what is proposed, and of the places that are weighed for it.
        most: how many orders are proposed at most; 0 where learners decide in single actions.
        places: how many places are weighed at most.
        width: how many numbers say what is to be known of an order.
        planner: the bot by whose worth orders are kept where there are too many, shape (1,).
    """

    offer: np.dtype
    place: np.dtype
    most: int
    places: int
    width: int
    planner: np.ndarray

    def room(self, rows: int) -> np.ndarray:
        """Return room for the orders of a batch, shape (rows, most)."""
        return np.zeros((rows, self.most), self.offer)

    def bound(self, threads: int, orders: np.ndarray, proposed: np.ndarray) -> tuple[np.ndarray, ...]:
        """Return the arguments of the compiled loop about orders: working space for each thread, and what rows have."""
        parts = range(max(threads, 1))
        planners = np.concatenate([self.planner.reshape(1, -1) for _ in parts])
        places = np.zeros((len(parts), self.places), self.place)
        return tuple(kernel.plain(array) for array in (planners, places, orders, proposed))
