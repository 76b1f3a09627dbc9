"""The chance to win in positions like those of a battle, fitted to the results of bots that played such positions on."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fireteam.env.rules.record import NOBODY

STEPS = 12  # of Newton's method
RIDGE = 0.5  # keeps weights finite where all playouts ended alike


def scores(winner: np.ndarray, teams: int) -> np.ndarray:
    """Return the scores of finished battles for each team, shape (..., teams): a draw is shared."""
    won = (winner[..., None] == np.arange(teams)).astype(float)
    return np.where((winner == NOBODY)[..., None], 1 / teams, won)


class Chances:
    """Chances to win, from TRAITS of positions by logistic regression, one for each team; they add up to 1.

    Args:
        left: positions that were played on from, dtype LEFT, shape (n,); none of them over.
        winners: the winner of each, NOBODY for a draw, shape (n,).
        teams: how many teams there are.
    """

    def __init__(self, left: np.ndarray, winners: np.ndarray, teams: int) -> None:
        self.teams = teams
        ended = scores(winners, teams)
        self._weights = np.array(
            [fitted(table_of(left, team), ended[:, team]) for team in range(1 if teams == 2 else teams)]
        )

    def of(self, left: np.ndarray) -> np.ndarray:
        """Return the chances of each team in positions, dtype LEFT; shape (..., teams)."""
        own = [share(table_of(left, team), weights) for team, weights in enumerate(self._weights)]
        guessed = np.stack([own[0], 1 - own[0]] if self.teams == 2 else own, axis=-1)
        guessed /= guessed.sum(axis=-1, keepdims=True)
        return np.where((left["over"] != 0)[..., None], scores(left["winner"], self.teams), guessed)


def table_of(left: np.ndarray, team: int) -> np.ndarray:
    """Return the inputs of the regression: a one, and the traits of a position that is not over."""
    traits = left["traits"][..., team, 1:]
    return np.concatenate([np.ones((*traits.shape[:-1], 1)), traits], axis=-1)


def share(table: np.ndarray, weights: np.ndarray) -> Any:
    """Return the chances that weights give."""
    return 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))


def fitted(table: np.ndarray, ended: np.ndarray) -> np.ndarray:
    """Return the weights that make results, 0 to 1 each, likeliest, drawn a little towards 0."""
    weights = np.zeros(table.shape[1])
    ridge = RIDGE * np.eye(table.shape[1])
    for _ in range(STEPS):
        guess = share(table, weights)
        slope = table.T @ (ended - guess) - ridge @ weights
        weights = weights + np.linalg.solve((table * (guess * (1 - guess))[:, None]).T @ table + ridge, slope)
    return weights


def refitted(
    left: np.ndarray, winners: np.ndarray, groups: np.ndarray, teams: int, times: int, rng: Any
) -> Sequence[Chances]:
    """Return chances fitted to bootstrap samples of groups: their spread measures the uncertainty."""
    members = [np.flatnonzero(groups == group) for group in np.unique(groups)]
    made = []
    for _ in range(times):
        drawn = np.concatenate([members[number] for number in rng.integers(0, len(members), len(members))])
        made.append(Chances(left[drawn], winners[drawn], teams))
    return made
