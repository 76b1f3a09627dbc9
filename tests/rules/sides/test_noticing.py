"""What a team notices in fog: who is right beside one of it, the vehicle that somebody sits in, the ground at its feet."""

from itertools import product

import pytest
from ailing import ail
from observed import number_of
from perturbing import is_in_sight

from fireteam.env.battle import Battle
from fireteam.env.rules.kernel import entry
from fireteam.env.rules.record import DOWN
from fireteam.env.rules.sides.knowledge import look_around
from tabletop import *

GROUND = "\n".join(["." * 24] * 7)
WALLED = "\n".join(["." * 12 + "#" + "." * 11] * 7)


@entry
def look(battles, arenas, logs):
    """Update what the teams of the first row know."""
    look_around(battles[0], arenas[battles[0].variant], logs[0])


def known(battle: Battle, name: str) -> bool:
    """Return whether red, having looked around, knows where a unit is."""
    look(*battle.arrays)
    return bool(int(battle.record[0]["teams"]["known"][0]) >> number_of(battle, name) & 1)


def senseless(battle: Battle, name: str = "red_1") -> Battle:
    """Let a unit neither see nor hear; return the battle."""
    for ailment in ("blinded", "deafened"):
        ail(battle, ailment, 9, name, twice=True)
    return battle


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize("scale", [1, 2])
def test_who_is_right_beside_one_is_noticed_by_touch(scale: int) -> None:
    """Red is blind and deaf: it notices blue on the eight tiles around it, and no farther off."""
    battle = senseless(table([unit((5, 3))], [unit((20, 3))], GROUND, fog=True, metres_per_tile=scale))
    for dx, dy in product(range(-2, 3), repeat=2):
        if dx or dy:
            battle.unit("blue_1")["x"], battle.unit("blue_1")["y"] = 5 + dx, 3 + dy
            assert known(battle, "blue_1") == (max(abs(dx), abs(dy)) == 1), (dx, dy)


def test_who_is_heard_in_a_vehicle_gives_it_away() -> None:
    """Behind a wall nobody is seen; the rider that fires is heard, and with it the van that it sits in is known."""
    van = {"template": "van", "at": [20, 3]}
    battle = table([unit((2, 3))], [unit((22, 3)), van], WALLED, order(6, 5), fog=True)
    rider = battle.unit("blue_1")
    assert (known(battle, "blue_1"), known(battle, "blue_2")) == (False, False)
    rider["shot"] = 1
    assert (known(battle, "blue_1"), known(battle, "blue_2")) == (True, False)
    rider["aboard"], rider["x"] = number_of(battle, "blue_2"), 20
    assert (known(battle, "blue_1"), known(battle, "blue_2")) == (True, True)


@pytest.mark.parametrize(("watcher", "side"), [("red_1", 1), ("red_2", 2)])
def test_the_ground_at_its_feet_is_noticed_on_every_side(watcher: str, side: int) -> None:
    """Who is blind, and a van two tiles wide, notice their own tiles and those around them, and no others."""
    battle = table([unit((5, 3)), {"template": "van", "at": [9, 2]}], [unit((20, 3))], GROUND, order(6, 5), fog=True)
    senseless(battle).unit("red_2" if watcher == "red_1" else "red_1")["status"] = DOWN
    left, top = int(battle.unit(watcher)["x"]), int(battle.unit(watcher)["y"])
    seen = {tile for tile in range(24 * 7) if is_in_sight(*battle.arrays[:2], 0, tile)}
    assert seen == {y * 24 + x for x in range(left - 1, left + side + 1) for y in range(top - 1, top + side + 1)}
