"""Sequential halving: the best is found, most playouts go to what may be it, and none to the same thing twice."""

import numpy as np
import pytest

from fireteam.agents.search.halving import endings_of, halve
from fireteam.env.battle import Battle

Played = tuple[np.ndarray, np.ndarray]


class Bandit:
    """Things that win now and then, each on dice of its own kind; those of one kind on the same dice come to the same."""

    def __init__(self, chances: list[float], kinds: list[int]) -> None:
        self.chances, self.kinds = chances, kinds
        self.played = np.zeros(len(kinds), int)

    def play(self, rows: np.ndarray, first: int, count: int) -> Played:
        """Return wins and shares of life of some things in so many playouts, and how they ended."""
        values = np.empty((len(rows), count, 2))
        for place, row in enumerate(rows):
            assert self.played[row] == first
            self.played[row] += count
            for number in range(count):
                dice = np.random.default_rng((self.kinds[row], first + number))
                values[place, number] = dice.random() < self.chances[self.kinds[row]], dice.random()
        return values, values[:, :, 1]


def steady(rows: np.ndarray, _: int, count: int) -> Played:
    """Return playouts of things that always win as often as their number says, in eighths, each in its own way."""
    shares = np.repeat(rows[:, None] / 8, count, axis=1)
    return shares[:, :, None].repeat(2, axis=2), shares


def test_the_best_is_played_most_and_found() -> None:
    """Of eight things with a budget of 960: three stages of 320 playouts, 40, 80 and 160 for each that is left."""
    bandit = Bandit([0.1, 0.2, 0.3, 0.9, 0.25, 0.15, 0.5, 0.05], list(range(8)))
    found = halve(np.zeros(8), bandit.play, 960, 0.0)
    assert found.order[0] == 3
    assert sorted(bandit.played.tolist()) == [40] * 4 + [120] * 2 + [280] * 2
    assert found.played.tolist() == bandit.played.tolist()
    assert found.won[3] == pytest.approx(0.9, abs=0.08)


def test_the_order_is_that_of_the_shares() -> None:
    """Of eight things, with a budget of 192: 8 playouts of each, 16 more of the best four, 32 more of the best two."""
    found = halve(np.zeros(8), steady, 192, 0.0)
    assert found.order.tolist()[:4] == [7, 6, 5, 4]
    assert found.played.tolist() == [8, 8, 8, 8, 24, 24, 56, 56]
    assert found.won.tolist() == [n / 8 for n in range(8)]


def test_two_are_compared_to_the_end() -> None:
    """No share of the budget goes to one thing that has nothing left to be compared with: of seven, 4 and 2 are left."""
    assert halve(np.zeros(7), steady, 84, 0.0).played.tolist() == [4, 4, 4, 11, 11, 25, 25]


def test_what_ends_the_same_is_played_once() -> None:
    """Of eight things of three kinds, one of each is played on after the first stage; its twins keep what they had."""
    bandit = Bandit([0.2, 0.5, 0.8], [0, 1, 1, 0, 2, 2, 1, 0])
    found = halve(np.zeros(8), bandit.play, 960, 0.0)
    assert found.order[0] == 4, "the first of those that are the same"
    first, rest = bandit.played == 40, bandit.played > 40
    assert (first.sum(), rest.sum()) == (5, 3)
    assert {bandit.kinds[row] for row in np.flatnonzero(rest)} == {0, 1, 2}
    assert bandit.played[4] == 40 + 106 + 160
    assert sorted(found.order.tolist()) == list(range(8)), "nothing is lost"


def test_the_last_two_kinds_share_the_whole_budget() -> None:
    """Of eight things of two kinds, both are played in all stages: 40, then twice 160 for each."""
    bandit = Bandit([0.45, 0.55], [0, 0, 1, 0, 1, 0, 0, 0])
    found = halve(np.zeros(8), bandit.play, 960, 0.0)
    assert sorted(bandit.played.tolist()) == [40] * 6 + [360] * 2
    assert found.order[0] == 2


def test_who_scores_the_same_is_not_the_same() -> None:
    """What ends in other positions goes on to be compared, though nothing tells its shares apart so far."""

    def play(rows: np.ndarray, _: int, count: int) -> Played:
        values = np.ones((len(rows), count, 2))
        values[rows == 3] = 0.0
        return values, np.repeat(rows[:, None], count, axis=1)

    assert halve(np.zeros(4), play, 64, 0.0).played.tolist() == [24, 24, 8, 8]


def test_what_is_worth_more_beforehand_needs_less_of_its_playouts() -> None:
    """What is added decides between candidates that come out nearly alike, and not against those that win more."""
    assert halve(np.array([0.2, 0.0, 0.2, 0.0]), steady, 64, 0.0).order[:2].tolist() == [2, 3]


def test_where_all_is_the_same_nothing_more_is_played() -> None:
    """A choice that makes no difference costs one stage; so does one between things that all come to the same."""
    bandit = Bandit([0.5], [0] * 6)
    found = halve(np.zeros(6), bandit.play, 900, 0.0)
    assert found.order[0] == 0
    assert set(bandit.played.tolist()) == {50}
    found = halve(np.zeros(4), lambda rows, _, count: (np.ones((len(rows), count, 2)), steady(rows, 0, count)[1]), 64, 0.0)
    assert found.order[0] == 0
    assert found.played.sum() == 32


def test_endings_tell_positions_apart() -> None:
    """A byte makes the difference, wherever it lies."""
    battles = np.repeat(Battle("duel").record, 6)
    battles["units"]["x"][4, 1] += 1
    endings = endings_of(battles, 3)
    assert endings.shape == (2, 3)
    assert (endings.ravel() == endings[0, 0]).tolist() == [True, True, True, True, False, True]
