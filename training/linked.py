"""Transitions of several learners in one batch, linked team by team: advantages along each team's own decisions.

A batch with several learners asks now for one team of a row and now for another. What a decision of a team has earned is all
that the team is paid until it decides again in the same battle, or until that ends.
"""

import numpy as np


def linked_advantages(
    teams: np.ndarray,
    values: np.ndarray,
    rewards: np.ndarray,
    over: np.ndarray,
    last_team: np.ndarray,
    last_value: np.ndarray,
    gamma: float = 0.99,
    gae: float = 0.95,
) -> tuple[np.ndarray, np.ndarray]:
    """Return generalised advantages along each team's decisions, and which of them are known.

    A team that has not been asked again when the rollout ends has no value there to go on with: the advantage of its last
    decision is not known, unless its battle has ended. Leave such decisions out of an update.

    Args:
        teams: the team that decided, int, shape (steps, rows): `infos["team"]` before each step.
        values: what was expected before the decision, float, shape (steps, rows).
        rewards: what every team was paid by the step, float, shape (steps, rows, teams): `infos["rewards"]` after it.
        over: whether a battle ended in the step, bool, shape (steps, rows).
        last_team: the team that is asked after the last step, int, shape (rows,).
        last_value: what is expected then, float, shape (rows,).
        gamma: discount of a decision of the team.
        gae: lambda for each decision of the team.

    Returns:
        float64 and bool, both of shape (steps, rows). The return of a decision is its advantage plus its value.
    """
    steps, rows = teams.shape
    each = np.arange(rows)
    advantages, known = np.zeros((steps, rows)), np.zeros((steps, rows), bool)
    # For each row and team: what is paid from here to its next decision, what it expects there, the advantage of that.
    paid, expected, gained = (np.zeros(rewards.shape[1:]) for _ in range(3))
    sure = np.zeros(rewards.shape[1:], bool)  # its next decision, or the end, is known
    expected[each, last_team], sure[each, last_team] = last_value, True
    for step in reversed(range(steps)):
        ended = over[step]
        paid[ended], expected[ended], gained[ended], sure[ended] = 0.0, 0.0, 0.0, True
        paid += rewards[step]
        at = (each, teams[step])
        advantages[step] = paid[at] + gamma * (expected[at] + gae * gained[at]) - values[step]
        known[step] = sure[at]
        paid[at], expected[at], sure[at] = 0.0, values[step], True
        gained[at] = np.where(known[step], advantages[step], 0.0)
    return advantages, known
