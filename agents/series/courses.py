"""How a battle went from round to round: the life that each team had left, who led, and who was down in the end."""

from typing import NamedTuple

import numpy as np

from fireteam.env.rules.record import DEAD, DOWN, MAX_TEAMS
from fireteam.env.scenario.setup import Field

NO_ROUND = -1.0  # in rows of rounds that were not fought


class Course(NamedTuple):
    """How a battle went.

    Attributes:
        life: share of life that each team had left, shape (rounds + 1, teams): at the start, then at the end of each round.
        down, dead: units of each team that lie unconscious, and that are dead, when it is over; machines apart.
    """

    life: np.ndarray
    down: tuple[int, ...]
    dead: tuple[int, ...]

    @property
    def margin(self) -> float:
        """The life that the first team has left in the end, less that of the best of the others, -1 to 1."""
        return float(lead_of(self.life[-1], 0))

    @property
    def lead_changes(self) -> int:
        """How often another team than before has the most life left at the end of a round; who is level leads nobody."""
        best = self.life.max(axis=1, keepdims=True)
        alone = np.count_nonzero(self.life == best, axis=1) == 1
        leaders = self.life.argmax(axis=1)[alone]
        return int(np.count_nonzero(leaders[1:] != leaders[:-1]))

    def was_behind(self, team: int) -> bool:
        """Return whether a team had less life left at half time than the best of the others: after half of the rounds."""
        return bool(lead_of(self.life[(len(self.life) - 1) // 2], team) < 0)


def lead_of(life: np.ndarray, team: int) -> float:
    """Return the life of a team less that of the best of the others; `life` has shape (teams,)."""
    return life[team] - np.delete(life, team).max()


def room_for(field: Field, battles: int) -> np.ndarray:
    """Return where kernels write the life of teams from round to round, shape (battles, most rounds + 2, MAX_TEAMS)."""
    return np.full((battles, field.scenario.rounds + 2, MAX_TEAMS), NO_ROUND, np.float32)


def courses_of(field: Field, battles: np.ndarray, lives: np.ndarray) -> list[Course]:
    """Return how battles went that are over.

    Args:
        battles: final positions, dtype BATTLE.
        lives: what was written, as `room_for` has it.
    """
    teams = len(field.scenario.teams)
    units = len(field.roster)
    sides = np.array([fighter.team for fighter in field.roster])
    counted = field.arena[0]["sheets"]["inanimate"][:units] == 0
    status = battles["units"]["status"][:, :units]
    fallen = [
        np.stack([((status == state) & counted & (sides == team)).sum(axis=1) for team in range(teams)], axis=1).tolist()
        for state in (DOWN, DEAD)
    ]
    fought = (lives[:, :, 0] != NO_ROUND).sum(axis=1)
    return [
        Course(life[:rows, :teams].copy(), tuple(down), tuple(dead))
        for life, rows, down, dead in zip(lives, fought, *fallen, strict=True)
    ]
