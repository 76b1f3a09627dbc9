"""A teacher that chooses the adviser of each phase by playouts in every row, as the strategist does."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from fireteam.agents.bots import parameters_of
from fireteam.agents.search.proposals import rounds_on
from fireteam.agents.search.rehearsal import compare, led_by
from fireteam.agents.search.strategist import phases_of
from fireteam.env.rules import kernel
from fireteam.env.rules.dice import mixed_word
from fireteam.env.seats.batch import ADVICE
from fireteam.env.vector import Vector

REHEARSED = "rehearsed"  # the name of this teacher
PLAYOUTS = 96  # for a phase, half of what a strategist takes: a network learns what many of them have in common


class Rehearsed:
    """Teaches the adviser that does best in playouts of the current phase; its advice is in the observation.

    Outside their own phases units follow the first adviser, which also plays everything else in the playouts.

    Args:
        advisers: their names, as those of the vector.
        seed: seed of the playouts.
        threads: the number of threads that rehearse side by side.
    """

    def __init__(self, vector: Vector, advisers: Sequence[str], seed: int, threads: int = 1) -> None:
        self._vector, self._seed, self._threads = vector, seed, threads
        self._bots = np.concatenate([parameters_of(name) for name in advisers])
        self._courses = led_by(np.arange(len(advisers)))
        self._rounds = [rounds_on(field) for field in vector.fields]
        system = vector.fields[0].system
        self._health = system.HEALTH
        self._own = np.zeros(max(system.DECISIONS) + 1, bool)
        self._own[[number for number, kind in system.DECISIONS.items() if kind.own]] = True
        self._keys = np.full((vector.num_envs, 2 + len(system.HEALTH)), -1)
        self._leaders = np.zeros(vector.num_envs, np.int64)
        self._asked = 0

    def labels(self, begun: np.ndarray, observations: np.ndarray) -> np.ndarray:
        """Return the advice of the phase's leader, or else of the first adviser, in every row."""
        battles, rows = self._vector.battles, np.arange(self._vector.num_envs)
        own = self._own[battles["decision"]]
        keys = phases_of(battles, self._health)
        self._keys[begun] = -1
        begins = own & (keys != self._keys).any(axis=1)
        self._keys[own] = keys[own]
        self._asked += 1
        with ThreadPoolExecutor(self._threads) as pool:
            self._leaders[begins] = list(pool.map(self._best, np.flatnonzero(begins).tolist()))
        count = len(self._bots)
        advice = observations[:, observations.shape[1] - 2 * count :]
        labels: np.ndarray = np.rint(advice[rows, np.where(own, self._leaders, 0)] * ADVICE).astype(np.int64)
        return labels

    def _best(self, row: int) -> int:
        """Return the number of the best adviser to lead the phase that begins in a row."""
        position = self._vector.battles[row : row + 1]
        number = 2 * (self._asked * self._vector.num_envs + row)
        stream = mixed_word(self._seed, number) | mixed_word(self._seed, number + 1) << 30
        rounds = self._rounds[int(position[0]["variant"])]
        arenas = kernel.plain(self._vector.arenas)
        return int(compare(position, arenas, self._bots, self._courses, stream, rounds, PLAYOUTS).order[0])
