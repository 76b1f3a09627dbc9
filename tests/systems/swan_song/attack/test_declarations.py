"""SS-X1, SS-C1: several attacks and a called shot are declared only where an attack can follow."""

import pytest
from ailing import ail
from armed import armed, numbers_of_attacks

from fireteam.env.battle import Battle
from tabletop import *


def before_the_attack(points: int, act: str = "drop_prone", weapon: str = "knife", at: int = 2) -> Battle:
    """Return a battle in which red_1 has spent its free action and has some points left, its enemy in reach."""
    battle = armed([weapon, "club"], at=at)
    play(battle, "walk")
    battle.unit("red_1")["ap"] = points + 1
    play(battle, act)
    assert battle.unit("red_1")["ap"] == points
    return battle


@pytest.mark.rule("SS-X1", "SS-C1")
def test_the_point_for_the_attack_is_not_spent_on_its_declaration() -> None:
    """Source, combat page, Free Actions: a second one costs a point. With one left nothing is declared for an attack."""
    poor = before_the_attack(1)
    assert "strike" in verbs(poor)
    assert not {"multiple", "call_shot"} & verbs(poor)
    for declared in ("multiple 2", "call_shot gut"):
        battle = before_the_attack(2)
        play(battle, declared)
        assert battle.unit("red_1")["ap"] == 1
        assert "strike" in verbs(battle)
        assert not {"multiple", "call_shot"} & verbs(battle)


@pytest.mark.rule("SS-C1")
def test_the_further_of_several_attacks_is_called_with_the_last_point() -> None:
    """Source, combat actions, Called Shot: one chooses which of several attacks are called. They are paid for already."""
    battle = before_the_attack(2)
    play(battle, "multiple 2")
    quietly(battle, "strike blue_1")
    assert battle.unit("red_1")["ap"] == 0
    assert "call_shot" not in verbs(battle)
    battle = before_the_attack(3)
    play(battle, "multiple 2")
    quietly(battle, "strike blue_1")
    play(battle, "call_shot gut")
    assert battle.unit("red_1")["ap"] == 0
    assert "strike" in verbs(battle)


@pytest.mark.rule("SS-C1")
def test_a_charge_is_called_with_a_point_more_than_it_costs() -> None:
    """A charge takes two points, a call the third where the free action is gone."""
    for points, offered in ((2, False), (3, True)):
        battle = before_the_attack(points, act="switch club", at=5)
        assert "charge" in verbs(battle)
        assert ("call_shot" in verbs(battle)) == offered


def archer(*before: str) -> Battle:
    """Return a battle in which red_1 has drawn its bow and has done some other things since."""
    battle = table([unit((3, 2), weapons=["bow"], skills={"archery": 9})], [target((9, 2), flesh=100)], dice=order(6, 1))
    for action in ("ready", *before):
        play(battle, action)
    return battle


@pytest.mark.rule("SS-C1", "SS-A4")
def test_a_call_leaves_what_it_takes_to_loose_a_bow() -> None:
    """Source, combat actions, Fire Weapon: to loose is a free action. Without a point there is only one, for the arrow."""
    battle = archer("aim blue_1", "aim blue_1")
    assert (battle.unit("red_1")["ap"], "shoot" in verbs(battle)) == (0, True)
    assert "call_shot" not in verbs(battle)
    battle = archer("aim blue_1")
    play(battle, "call_shot gut")
    quietly(battle, "shoot blue_1")
    assert (battle.unit("red_1")["ap"], battle.unit("red_1")["free_used"]) == (0, 1)


@pytest.mark.rule("SS-C1", "SS-C3")
def test_the_winded_call_no_charge() -> None:
    """Source, called shots, Winded: no complex actions. With the charge the call before it is closed."""
    battle = armed(["knife"], at=5)
    ail(battle, "winded", 3, "red_1")
    play(battle, "walk")
    assert not {"charge", "call_shot"} & verbs(battle)


@pytest.mark.rule("SS-X1", "SS-C3")
def test_by_the_option_the_winded_make_one_attack() -> None:
    """By the option `penalty` several attacks are a complex action."""
    battle = armed(["knife"], at=2, options={"multiple_attacks": "penalty"})
    ail(battle, "winded", 3, "red_1")
    quietly(battle, "drop_prone")
    assert "strike" in verbs(battle)
    assert not numbers_of_attacks(battle)
