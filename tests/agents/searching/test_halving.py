"""Sequential halving: the best is found, most playouts go to what may be it, and none to the same thing twice."""

import numpy as np
import pytest

from fireteam.agents.search.halving import halve


class Bandit:
    """Things that win now and then, each on dice of its own kind; those of one kind on the same dice come to the same."""

    def __init__(self, chances: list[float], kinds: list[int]) -> None:
        self.chances, self.kinds = chances, kinds
        self.played = np.zeros(len(kinds), int)

    def play(self, rows: np.ndarray, first: int, count: int) -> np.ndarray:
        """Return wins and shares of life of some things in so many playouts."""
        values = np.empty((len(rows), count, 2))
        for place, row in enumerate(rows):
            assert self.played[row] == first
            self.played[row] += count
            for number in range(count):
                dice = np.random.default_rng((self.kinds[row], first + number))
                values[place, number] = dice.random() < self.chances[self.kinds[row]], dice.random()
        return values


def test_the_best_is_played_most_and_found() -> None:
    """Of eight things with a budget of 960: three stages of 320 playouts, 40, 80 and 160 for each that is left."""
    bandit = Bandit([0.1, 0.2, 0.3, 0.9, 0.25, 0.15, 0.5, 0.05], list(range(8)))
    found = halve(8, bandit.play, 960, 0.0)
    assert found.order[0] == 3
    assert sorted(bandit.played.tolist()) == [40] * 4 + [120] * 2 + [280] * 2
    assert found.played.tolist() == bandit.played.tolist()
    assert found.won[3] == pytest.approx(0.9, abs=0.08)


def test_what_comes_to_the_same_is_played_once() -> None:
    """Of eight things of three kinds, one of each is played on after the first stage; its twins keep what they had."""
    bandit = Bandit([0.2, 0.5, 0.8], [0, 1, 1, 0, 2, 2, 1, 0])
    found = halve(8, bandit.play, 960, 0.0)
    assert found.order[0] == 4, "the first of those that are the same"
    first, rest = bandit.played == 40, bandit.played > 40
    assert (first.sum(), rest.sum()) == (5, 3)
    assert {bandit.kinds[row] for row in np.flatnonzero(rest)} == {0, 1, 2}
    assert bandit.played[4] == 40 + 106 + 160
    assert sorted(found.order.tolist()) == list(range(8)), "nothing is lost"


def test_where_all_is_the_same_nothing_more_is_played() -> None:
    """A choice that makes no difference costs one stage."""
    bandit = Bandit([0.5], [0] * 6)
    found = halve(6, bandit.play, 900, 0.0)
    assert found.order[0] == 0
    assert set(bandit.played.tolist()) == {50}
