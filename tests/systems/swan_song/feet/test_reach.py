"""Within reach (SS-R1, SS-I1, SS-F4): across, up and down, around corners, and with long weapons."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *

WIDE = "\n".join(["." * 12] * 3)


def heights(climb: int) -> str:
    """Return a map whose eastern half is so many metres higher."""
    return "\n".join(["000000" + str(climb) * 6] * 3)


def below(climb: int, weapon: str = "knife", east: int = 6) -> Battle:
    """Return a battle in which red_1 stands at the foot of a ledge, and blue_1 on it."""
    red = unit((5, 1), weapons=[weapon], skills={"blades": 3, "unarmed": 3})
    return table([red], [target((east, 1))], WIDE, heights=heights(climb))


@pytest.mark.rule("SS-R1")
@pytest.mark.parametrize(("climb", "reached"), [(0, True), (1, True), (2, False), (3, False), (9, False)])
@pytest.mark.parametrize("action", ["strike", "punch", "grapple"])
def test_a_blow_reaches_a_metre_up(climb: int, reached: bool, action: str) -> None:
    """Source, combat page, Interception: within one meter. A ledge of a metre is one step, a higher one out of reach."""
    assert (f"{action} blue_1" in choices(below(climb))) == reached


@pytest.mark.rule("SS-R1")
@pytest.mark.parametrize(
    ("weapon", "climb", "east", "reached"),
    [
        ("sword", 2, 6, True),  # a reach of 1: two metres
        ("sword", 3, 6, False),
        ("sword", 0, 7, True),
        ("sword", 0, 8, False),
        ("pole_axe", 3, 6, True),  # a reach of 2: three metres
        ("pole_axe", 4, 6, False),
    ],
)
def test_each_point_of_reach_is_a_metre_up_as_well(weapon: str, climb: int, east: int, reached: bool) -> None:
    """Source, combat page, Interception: a meter more per point of Reach, whichever way it is measured."""
    battle = below(climb, weapon, east)
    assert ("strike blue_1" in choices(battle)) == reached
    assert ("punch blue_1" in choices(battle)) == (climb <= 1 and east == 6)


@pytest.mark.rule("SS-R1")
def test_nobody_strikes_around_a_closed_corner() -> None:
    """Two walls that touch stand between two who are a step apart on the diagonal."""
    ground = "\n".join(["." * 12, "." * 6 + "#" + "." * 5, "." * 5 + "#" + "." * 6, "." * 12])
    battle = table([unit((5, 1), weapons=["knife"])], [target((6, 2))], ground)
    assert not {"strike blue_1", "punch blue_1", "grapple blue_1"} & choices(battle)


@pytest.mark.rule("SS-F4")
@pytest.mark.parametrize(("weapon", "dice"), [("knife", 0), ("sword", -3)])
def test_a_long_weapon_takes_the_attention_of_who_is_within_its_reach(weapon: str, dice: int) -> None:
    """The enemy two metres off tries to take it out up close if its weapon gets there."""
    battle = table([unit((1, 1)), target((7, 1), weapons=[weapon])], [target((5, 1))], WIDE, dice=order(6, 1, 1))
    assert terms(roll(quietly(battle, "shoot blue_1"), "defense")).get("shot at in melee", 0) == dice


@pytest.mark.rule("SS-M5")
def test_who_runs_out_of_melee_and_in_again_runs_into_it() -> None:
    """Three steps at a run: away from blue_1, who lets it, and back; the run from one place beside it to another is none."""
    red = unit((5, 1), weapons=["knife"], skills={"blades": 3})
    battle = table([red], [target((6, 1))], WIDE)
    for action in ("run", "step west", "step east"):
        play(battle, action)
    assert terms(roll(quietly(battle, "strike blue_1"), "attack")) == {
        "Agility": 3, "Blades": 3, "running": -2, "charging into melee": 4
    }  # fmt: skip
    battle = table([red], [target((6, 0))], WIDE)
    for action in ("run", "step east"):
        play(battle, action)
    assert terms(roll(quietly(battle, "strike blue_1"), "attack")) == {"Agility": 3, "Blades": 3, "running": -2}


@pytest.mark.rule("SS-I1")
def test_nobody_intercepts_over_a_high_ledge() -> None:
    """Blue_1 stands three metres above and beside red_1, who walks away below it."""
    battle = table([unit((5, 1))], [unit((6, 1), weapons=["knife"])], WIDE, heights=heights(3))
    take(battle, "walk", "step west")
    assert decider(battle) == ("act", "red_1")
