"""Credit: what each unit has brought its own team in a step, and what the reward of each team is made of.

The reward of a team is the sum of its parts, whose names `Credit.parts` has:

| part | |
| --- | --- |
| `result` | what a win, a loss or a draw is worth |
| `shaping.own` | the change of the team's potential with the life of its own units |
| `shaping.others` | the change with the life of the other teams' units |
| `deals.<event>`, `suffers.<event>` | what events are worth that have a weight in the reward file |

The credit of a unit is the sum of what it has brought the team in all parts but `result` and `shaping.others`, which belong
to nobody: an event that it brings about to an enemy or to nobody (`deals`), one that befalls it or that it brings about to
nobody (`suffers`), and what its own life is of its team's potential (`shaping.own`): `shaping` times the share of life that
it has left, divided by the number of units of its team; 0 for one that is out of the fight, and for all at the end.
"""

from typing import Any

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import shown

from ..observe.reward import PARTS_AT, UNITS_AT, Reward
from ..rules.record import MAX_TEAMS, MAX_UNITS

CREDIT = "credit"  # of infos


class Credit:
    """Reads credit from what kernels pay (`fireteam.env.observe.reward`).

    Args:
        wanted: whether credit is given; without, it is not counted either.
        reward: that is paid.
        teams: how many teams there are.
        slots: (own, others) slots of observations: for so many units together.

    Attributes:
        parts: the names of the parts; none if no credit is given.
        size: how many numbers kernels pay, the rewards of MAX_TEAMS teams first.

    Raises:
        ContentError: `wanted` is neither True nor False.
    """

    def __init__(self, wanted: bool, reward: Reward, teams: int, slots: tuple[int, int]) -> None:
        if not isinstance(wanted, bool | np.bool_):
            raise ContentError(f"credit = {shown(wanted)}: must be True or False")
        self.parts = reward.parts() if wanted else []
        self.size = PARTS_AT + MAX_TEAMS * len(self.parts) if wanted else MAX_TEAMS
        self._teams, self._units = teams, min(sum(slots), MAX_UNITS)
        self._team_of = np.zeros((0, 0), np.int64)

    def note_teams(self, battles: np.ndarray, arenas: np.ndarray) -> None:
        """Note which team each unit is in, before a step replaces battles that end in it."""
        if self.parts:
            there = np.arange(self._units) < arenas["units"][battles["variant"]][:, None]
            self._team_of = np.where(there, battles["units"]["team"][:, : self._units], -1).astype(np.int64)

    def infos(self, paid: np.ndarray) -> dict[str, Any]:
        """Return the infos of credit, if it is given, for what was paid, shape (rows, numbers).

        Returns:
            `units`: what each unit has brought its team, in the order of the roster; float64, shape (rows, units).
            `teams`: the team of each unit as noted, -1 where there is none; int64, shape (rows, units).
            `parts`: what the reward of each team is made of; float64, shape (rows, teams, parts).
        """
        if not self.parts:
            return {}
        units = paid[:, UNITS_AT : UNITS_AT + self._units].copy()
        parts = paid[:, PARTS_AT:].reshape(len(paid), MAX_TEAMS, len(self.parts))
        return {CREDIT: {"units": units, "teams": self._team_of, "parts": parts[:, : self._teams].copy()}}
