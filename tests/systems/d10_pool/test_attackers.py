"""DP-R2: what the attacker's own place, hands, pace, burden and eyes add to the difficulty. Aim is in `test_aim.py`."""

from typing import Any

import pytest
from pooltable import *

from fireteam.env.battle import Battle

ABLE = dict.fromkeys(("brawl", "melee", "firearms", "athletics"), 6)  # nine dice with each
METRES = {"shoot": 6, "strike": 1, "punch": 1}


def armed(weapon: str, action: str, **options: Any) -> Battle:
    """Return red_1, nine dice strong, with a weapon of difficulty 6 as far from blue_1 as the action needs."""
    red = fighter((2, 1), weapons=[weapon], abilities=ABLE, **options.pop("red", {}))
    return table([red], [fighter((2 + METRES[action], 1), **options.pop("blue", {}))], **options)


def walled(red: tuple[int, int], blue: tuple[int, int]) -> Battle:
    """Return red_1 with a pistol and blue_1 on a field with a low wall at (5, 1)."""
    unit = fighter(red, weapons=["light_pistol"], abilities=ABLE)
    return table([unit], [fighter(blue)], ground="." * 14 + "\n.....o........\n" + "." * 14)


@pytest.mark.rule("DP-R2")
def test_from_behind_cover_it_is_one_harder() -> None:
    """Who crouches behind a low wall shoots over it at 6 + 1; who only stands there, at 6."""
    assert difficulty(walled((4, 1), (12, 1)), "shoot blue_1") == 6
    battle = walled((4, 1), (12, 1))
    play(battle, "take_cover")
    assert difficulty(battle, "shoot blue_1") == 7


@pytest.mark.rule("DP-R2")
def test_cover_counts_where_it_stands_between() -> None:
    """The wall is to the east of the shooter, the target to the west: it is behind no cover."""
    battle = walled((6, 1), (13, 1))
    play(battle, "take_cover")
    assert difficulty(battle, "shoot blue_1") == 6


@pytest.mark.rule("DP-R2")
@pytest.mark.parametrize("hand", ["off_hand", "switch"])
@pytest.mark.parametrize(
    ("weapons", "action"), [(["knife", "light_pistol"], "shoot"), (["light_pistol", "knife"], "strike")]
)
def test_the_off_hand_is_one_harder(hand: str, weapons: list[str], action: str) -> None:
    """The second weapon, drawn a round before: at 6 + 1 in the off hand, at 6 in the better one."""
    battle = table([fighter((2, 1), weapons=weapons, abilities=ABLE)], [fighter((2 + METRES[action], 1))])
    play(battle, f"{hand} {weapons[1]}")
    pass_until(battle, "red_1")
    assert difficulty(battle, f"{action} blue_1") == (7 if hand == "off_hand" else 6)


@pytest.mark.rule("DP-R2")
@pytest.mark.parametrize(("pace", "harder", "dice"), [("walk", 1, 9), ("jog", 1, 7), ("run", 2, 7)])
@pytest.mark.parametrize(("weapon", "action"), [("light_pistol", "shoot"), ("knife", "strike"), ("knife", "punch")])
def test_it_is_harder_on_the_move(pace: str, harder: int, dice: int, weapon: str, action: str) -> None:
    """Walking adds one, running two, to shots and blows; a jog counts as walking. In the next turn nothing is left of it."""
    battle = armed(weapon, action)
    play(battle, pace)
    play(battle, "step southeast")
    assert difficulty(battle, f"{action} blue_1", dice) == 6 + harder
    pass_until(battle, "red_1")
    assert difficulty(battle, f"{action} blue_1") == 6


@pytest.mark.rule("DP-R2", "DP-M1")
@pytest.mark.parametrize(("pace", "dice"), [("walk", 9), ("jog", 7), ("run", 7)])
def test_who_declares_a_pace_and_takes_no_step_attacks_as_who_stands(pace: str, dice: int) -> None:
    """If you are walking or running: who has not moved is neither. The dice of the split pool are gone all the same."""
    battle = armed("light_pistol", "shoot")
    play(battle, pace)
    assert difficulty(battle, "shoot blue_1", dice) == 6


@pytest.mark.rule("DP-R2")
@pytest.mark.parametrize(("pounds", "harder"), [(49, 0), (50, 1), (74, 1), (75, 2), (100, 3)])
@pytest.mark.parametrize(
    ("weapon", "action", "counts"),
    [
        ("knife", "strike", True),
        ("knife", "punch", True),
        ("throwing_knife", "shoot", True),
        ("bow", "shoot", True),
        ("light_pistol", "shoot", False),
    ],
)
def test_each_25_pounds_of_encumbrance_are_one_harder_but_not_for_firearms(
    pounds: int, harder: int, weapon: str, action: str, counts: bool
) -> None:
    """Strength 1 carries 25 pounds free; of a house rule's weapon of so many pounds each 25 beyond add one."""
    house = {"weapons": {weapon: {"pounds": pounds}}}
    battle = armed(weapon, action, red={"attributes": {"strength": 1}}, catalog=house)
    assert difficulty(battle, f"{action} blue_1") == 6 + (harder if counts else 0)


@pytest.mark.rule("DP-R2")
@pytest.mark.parametrize(("strength", "harder"), [(1, 3), (2, 2), (3, 1), (4, 0), (8, 0)])
def test_the_strong_carry_more_and_all_that_is_carried_counts(strength: int, harder: int) -> None:
    """Hardshell 60, combat armor 25, riot shield 15 and a knife of 1: 101, of which 25 per point of Strength are free."""
    armour = ["hardshell", "combat_armor", "riot_shield"]
    battle = armed("knife", "strike", red={"attributes": {"strength": strength}, "armour": armour})
    assert difficulty(battle, "strike blue_1") == 6 + harder


@pytest.mark.rule("DP-R2")
@pytest.mark.parametrize("action", ["shoot", "strike", "punch"])
def test_blind_it_is_four_harder(action: str) -> None:
    """In the black of night, at 6 + 4, and the dark does not count besides."""
    battle = armed("light_pistol" if action == "shoot" else "knife", action, light="black")
    assert difficulty(battle, f"{action} blue_1") == 10


@pytest.mark.rule("DP-R2", "DP-R4")
@pytest.mark.parametrize(("smoke", "harder"), [(0, 0), (1, 3), (2, 3), (3, 4), (5, 4)])
def test_thick_smoke_blinds_and_thin_smoke_is_fog(smoke: int, harder: int) -> None:
    """Three tiles of smoke on the line are as firing blind, one or two as fog."""
    ground = "." * 12 + "\n..." + ("%" * smoke).ljust(9, ".") + "\n" + "." * 12
    assert difficulty(armed("light_pistol", "shoot", ground=ground), "shoot blue_1") == 6 + harder


@pytest.mark.rule("DP-R2", "DP-R4")
def test_how_much_smoke_blinds_is_a_number_of_the_catalog() -> None:
    """With one tile instead of three: 6 + 4."""
    ground = "." * 12 + "\n...%........\n" + "." * 12
    battle = armed("light_pistol", "shoot", ground=ground, catalog={"numbers": {"smoke_blinds": 1}})
    assert difficulty(battle, "shoot blue_1") == 10


@pytest.mark.rule("DP-R2")
def test_what_is_harder_adds_up() -> None:
    """Off hand, running and the secondary ability: 6 + 1 + 2 - 1."""
    red = fighter((2, 1), weapons=["knife", "light_pistol"], abilities=ABLE, secondary=["firearms"])
    battle = table([red], [fighter((9, 1))])
    play(battle, "off_hand light_pistol")
    end_turn(battle, "red_1")
    pass_until(battle, "red_1")
    go(battle, "run", "south")
    assert "shoot blue_1" in choices(battle)
    assert difficulty(battle, "shoot blue_1", 7) == 8
