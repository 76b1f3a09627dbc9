"""For tests of batches: actions that depend on masks alone, and a bot that a batch knows nothing of."""

from typing import Any

import numpy as np

from fireteam.agents.bots import load_bot
from fireteam.env.battle import Battle


def open_actions(masks: np.ndarray, turn: int) -> np.ndarray:
    """Return an open action for every row, which depends on nothing but its mask and the turn."""
    rows = [np.flatnonzero(mask) for mask in masks]
    return np.array([row[(7 * turn + turn // 5) % len(row)] for row in rows])


class Disguised:
    """A doctrine that is no bot of ours: it is shown every battle, and asked for every decision."""

    name = "disguised"

    def decide(self, battle: Battle) -> Any:
        """Return what a charger would do; each battle has its own."""
        return battle.__dict__.setdefault("charger", load_bot("charger:noise=0")).decide(battle)
