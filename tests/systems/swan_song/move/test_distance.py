"""SS-M9 and its options: how far it is across the grid."""

from math import sqrt

import numpy as np
import pytest

from fireteam.env.battle import Battle
from fireteam.env.rules import kernel
from fireteam.env.rules.ground import grid
from tabletop import *

GROUND = "\n".join(["." * 12] * 12)


def field(distance: str, at: tuple[int, int] = (9, 9), metres_per_tile: int = 1, **red: object) -> Battle:
    """Return a battle with an option of distance."""
    return table(
        [unit((1, 1), **red)],
        [target(at)],
        GROUND,
        dice=RED_FIRST,
        metres_per_tile=metres_per_tile,
        options={"distance": distance},
    )


def apart(battle: Battle, x: int, y: int) -> int:
    """Return the metres between two tiles so many columns and rows apart."""
    return int(grid.metres(battle.arrays[1][0], 0, 0, x, y))


@pytest.mark.rule("SS-M9")
@pytest.mark.parametrize("scale", [1, 2])
def test_three_ways_to_measure(scale: int) -> None:
    """Diagonals 1 and 2 in turn, diagonals as straight steps, or the straight line to the nearest metre."""
    offsets = [(x, y) for x in range(12) for y in range(12)]
    alternating, chebyshev, euclid = (field(name, metres_per_tile=scale) for name in ("alternating", "chebyshev", "euclid"))
    for x, y in offsets:
        assert apart(alternating, x, y) == (max(x, y) + min(x, y) // 2) * scale
        assert apart(chebyshev, x, y) == max(x, y) * scale
        assert apart(euclid, x, y) == int(sqrt(x * x + y * y) * scale + 0.5)


@pytest.mark.rule("SS-M9")
@pytest.mark.parametrize(
    ("distance", "costs"), [("alternating", [1, 2, 1]), ("chebyshev", [1, 1, 1]), ("euclid", [1, 2, 1])]
)
def test_what_a_diagonal_step_costs(distance: str, costs: list[int]) -> None:
    """As a straight one where diagonals count so; else 1 and 2 in turn, which is near the straight line."""
    battle = field(distance)
    play(battle, "walk")
    assert steps(battle, "southeast", "southeast", "southeast") == costs


@pytest.mark.rule("SS-M9")
@pytest.mark.parametrize(("distance", "reached"), [("alternating", False), ("chebyshev", True), ("euclid", False)])
def test_the_walk_goes_as_far_as_it_is_measured(distance: str, reached: bool) -> None:
    """Six metres of walk are six diagonal steps only where these count as one."""
    battle = field(distance)
    play(battle, "walk")
    made = 0
    while decider(battle) == ("act", "red_1") and any(battle.words(action) == "step southeast" for action in battle.legal()):
        play(battle, "step southeast")
        made += 1
    assert (made == 6) == reached


@pytest.mark.rule("SS-M9")
@pytest.mark.parametrize(("distance", "metres"), [("alternating", 4), ("chebyshev", 3), ("euclid", 4)])
def test_the_paths_follow(distance: str, metres: int) -> None:
    """Three diagonal steps are three metres, or four and a half, rounded down."""
    battle = table([unit((1, 1))], [target((3, 3))], "....\n" * 4, options={"distance": distance})
    arena = battle.field.arena.copy()
    blank = battle.field.opening.copy()
    grid.fill_paths(kernel.plain(blank)[0], kernel.plain(arena)[0], np.zeros((16, 8), np.int64), np.zeros(17, np.int64))
    assert arena[0]["paths"][15] == metres
    assert arena[0]["paths"][3] == 3
