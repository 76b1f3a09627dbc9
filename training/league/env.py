"""The batch of battles of a learner in a league: its opponents are doctrines, or policies that are asked."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fireteam.env.sb3 import BatchVecEnv
from fireteam.env.seats.opponents import Opponent
from fireteam.env.vector import Vector

LINEUPS = 32  # that battles draw from; more opponents at once would only be asked in smaller batches


class LeagueVecEnv(BatchVecEnv):
    """A batch whose battles are against opponents of a league; infos of ended battles name theirs under `opponent`.

    Args:
        vector: the battles; all begin anew.
        opponents: see `oppose`.
        random: decides how battles are shared out among them.
    """

    def __init__(self, vector: Vector, opponents: Sequence[Opponent], random: np.random.Generator) -> None:
        super().__init__(vector)
        self._random = random
        vector.oppose(opponents, random, LINEUPS, at_once=True)

    def oppose(self, opponents: Sequence[Opponent]) -> None:
        """Draw the opponents of new battles from these, by their shares; current battles keep their opponents."""
        self.vector.oppose(opponents, self._random, LINEUPS)

    def snapshot(self) -> dict[str, Any]:
        """Return the state of all battles, and their opponents: for `go_on`."""
        opposition = self.vector.opposition
        opponents = [(opponent.name, 0.0, opponent.ask is not None) for opponent in opposition.known]
        return {"rows": self.vector.snapshot(), "opponents": opponents, "numbers": opposition.numbers}

    def go_on(self, snapshot: Mapping[str, Any], opponents: Sequence[Opponent]) -> None:
        """Continue battles from a snapshot; `oppose` must follow.

        Args:
            snapshot: a snapshot of an equal batch.
            opponents: the opponents of the snapshot, in their order.
        """
        self.vector.restore(snapshot["rows"])
        self.vector.opposition.known = list(opponents)
        self.vector.opposition.numbers = np.array(snapshot["numbers"])
