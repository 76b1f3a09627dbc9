"""Advantages of several learners in one batch: each along the decisions of its own team."""

import numpy as np

from fireteam.training.linked import linked_advantages

GAMMA, GAE = 0.9, 0.8


def by_hand(decided: list[tuple[float, float, bool]], last: float | None) -> list[float | None]:
    """Return the advantages of one team's decisions in a row: (value, paid until its next, battle ended before that).

    `last` is the value at the decision after them, None if it is not known; an advantage that needs it is None then.
    """
    found: list[float | None] = []
    following: float | None = last
    gained: float | None = 0.0 if last is not None else None
    for value, paid, ended in reversed(decided):
        if ended:
            following, gained = 0.0, 0.0
        if following is None or gained is None:
            found.append(None)
            gained = 0.0
        else:
            gained = paid + GAMMA * (following + GAE * gained) - value
            found.append(gained)
        following = value
    return found[::-1]


def test_each_team_is_taken_by_itself() -> None:
    """Random turns, rewards and ends: what is returned is what each team's own decisions come to one by one."""
    rng = np.random.default_rng(4)
    steps, rows, teams = 40, 6, 3
    asked = rng.integers(teams, size=(steps, rows))
    values, rewards = rng.normal(size=(steps, rows)), rng.normal(size=(steps, rows, teams))
    over = rng.random((steps, rows)) < 0.15
    last_team, last_value = rng.integers(teams, size=rows), rng.normal(size=rows)
    advantages, known = linked_advantages(asked, values, rewards, over, last_team, last_value, GAMMA, GAE)
    for row in range(rows):
        for team in range(teams):
            turns = np.flatnonzero(asked[:, row] == team)
            decided = []
            for turn, following in zip(turns, [*turns[1:], steps], strict=True):
                ends = np.flatnonzero(over[turn:following, row])
                until = turn + int(ends[0]) + 1 if len(ends) else following
                decided.append((values[turn, row], rewards[turn:until, row, team].sum(), bool(len(ends))))
            expected = by_hand(decided, last_value[row] if last_team[row] == team else None)
            for turn, gain in zip(turns, expected, strict=True):
                assert known[turn, row] == (gain is not None)
                assert gain is None or np.isclose(advantages[turn, row], gain)
    assert known.any()
    assert not known.all()


def test_one_team_is_plain_gae() -> None:
    """With one team that always decides, it is what every textbook has."""
    rng = np.random.default_rng(5)
    values, rewards, over = rng.normal(size=(20, 2)), rng.normal(size=(20, 2, 1)), rng.random((20, 2)) < 0.2
    last = rng.normal(size=2)
    zeros = np.zeros((20, 2), np.int64)
    advantages, known = linked_advantages(zeros, values, rewards, over, zeros[0], last, GAMMA, GAE)
    gained, following = np.zeros(2), last
    for step in reversed(range(20)):
        goes_on = ~over[step]
        gained = rewards[step, :, 0] + GAMMA * goes_on * following - values[step] + GAMMA * GAE * goes_on * gained
        assert np.allclose(advantages[step], gained)
        following = values[step]
    assert known.all()
