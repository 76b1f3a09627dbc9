"""SS-X1: a weapon in each hand."""

import pytest
from armed import MISSED, armed, attack_of

from fireteam.env.rules.arena import BARE_HANDS
from tabletop import choices, only, play, quietly, terms, verbs


@pytest.mark.rule("SS-X1")
def test_a_second_one_handed_weapon_for_the_other_hand() -> None:
    """A point; neither a two-handed one nor beside one, nor with an empty hand; the last option puts it away."""
    battle = armed(["light_pistol", "submachine_gun", "knife", "heavy_pistol"])
    assert {words for words in choices(battle) if "off_hand" in words} == {"off_hand knife", "off_hand heavy_pistol"}
    events = play(battle, "off_hand knife")
    assert only(events, "off_hand").numbers == {"weapon": "knife"}
    assert (battle.unit("red_1")["hand"], battle.unit("red_1")["off_hand"], battle.unit("red_1")["ap"]) == (0, 2, 2)
    assert {words for words in choices(battle) if "off_hand" in words} == {"off_hand heavy_pistol", "off_hand bare_hands"}
    play(battle, "off_hand bare_hands")
    assert battle.unit("red_1")["off_hand"] == BARE_HANDS
    assert "off_hand" not in verbs(armed(["submachine_gun", "knife"]))


@pytest.mark.rule("SS-X1")
@pytest.mark.parametrize(
    ("to", "hands"),
    [
        ("knife", (2, 0)),  # they change places
        ("submachine_gun", (1, BARE_HANDS)),  # takes both hands
        ("heavy_pistol", (3, 2)),
        ("bare_hands", (BARE_HANDS, BARE_HANDS)),
    ],
)
def test_the_other_hand_follows_the_first(to: str, hands: tuple[int, int]) -> None:
    """Switching keeps both hands in order."""
    battle = armed(["light_pistol", "submachine_gun", "knife", "heavy_pistol"])
    play(battle, "off_hand knife")
    play(battle, f"switch {to}")
    assert (battle.unit("red_1")["hand"], battle.unit("red_1")["off_hand"]) == hands


@pytest.mark.rule("SS-X1")
def test_the_hands_take_turns() -> None:
    """Three attacks: light pistol, heavy pistol, light pistol; then all is as before."""
    battle = armed(["light_pistol", "heavy_pistol"])
    play(battle, "off_hand heavy_pistol")
    play(battle, "multiple 3")
    weapons = [only(quietly(battle, "shoot blue_1"), "attack").numbers["weapon"] for _ in range(3)]
    assert weapons == ["light_pistol", "heavy_pistol", "light_pistol"]
    red = battle.unit("red_1")
    assert (red["hand"], red["off_hand"], red["hands_changed"]) == (0, 1, 0)
    assert red["held"]["ammo"].tolist()[:2] == [13, 9]


@pytest.mark.rule("SS-X1")
def test_recoil_of_two_weapons_is_that_of_all_shots() -> None:
    """A pistol and a knife fire two rounds in three attacks, two pistols three; one is free and one compensated."""
    battle = armed(["light_pistol", "knife"], at=2)
    play(battle, "off_hand knife")
    play(battle, "multiple 3")
    assert "recoil" not in terms(attack_of(battle, "shoot blue_1"))
    both = armed(["light_pistol", "heavy_pistol"])
    play(both, "off_hand heavy_pistol")
    play(both, "multiple 3")
    assert [terms(attack_of(both, "shoot blue_1"))["recoil"] for _ in range(3)] == [-1, -1, -1]


@pytest.mark.rule("SS-X1")
def test_a_hand_that_cannot_attack_loses_its_turn() -> None:
    """Source, Multiple Attacks: they are made with both weapons, so one firearm is not fired twice in a row.

    The knife does not reach so far: the pistol has its own two of three attacks. An empty one leaves the other its own.
    """
    battle = armed(["light_pistol", "knife"])
    play(battle, "off_hand knife")
    play(battle, "multiple 3")
    for _ in range(2):
        assert only(quietly(battle, "shoot blue_1"), "attack").numbers["weapon"] == "light_pistol"
    assert "shoot" not in verbs(battle)
    assert (battle.unit("red_1")["hand"], battle.unit("red_1")["off_hand"]) == (0, 1)
    other = armed(["light_pistol", "heavy_pistol"])
    play(other, "off_hand heavy_pistol")
    play(other, "multiple 3")
    other.unit("red_1")["held"]["ammo"][0] = 1
    weapons = [only(quietly(other, "shoot blue_1"), "attack").numbers["weapon"] for _ in range(2)]
    assert weapons == ["light_pistol", "heavy_pistol"]
    assert "shoot" not in verbs(other)
    assert (other.unit("red_1")["hand"], other.unit("red_1")["off_hand"]) == (0, 1)


@pytest.mark.rule("SS-X1")
def test_melee_and_shooting_take_turns() -> None:
    """Beside the enemy: a stab, a shot."""
    battle = armed(["knife", "light_pistol"], at=2)
    play(battle, "off_hand light_pistol")
    play(battle, "multiple 2")
    assert "shoot" not in verbs(battle)
    quietly(battle, "strike blue_1")
    assert only(quietly(battle, "shoot blue_1"), "attack").numbers["weapon"] == "light_pistol"


@pytest.mark.rule("SS-X1")
def test_other_actions_are_for_the_weapon_whose_turn_it_is() -> None:
    """Reloading between two attacks forfeits the second; then the weapons change back."""
    battle = armed(["light_pistol", "heavy_pistol"])
    play(battle, "off_hand heavy_pistol")
    play(battle, "multiple 2")
    quietly(battle, "shoot blue_1")
    assert "reload" not in verbs(battle)  # the heavy pistol is full
    other = armed(["light_pistol", "heavy_pistol"])
    other.unit("red_1")["held"]["ammo"][1] = 3
    play(other, "off_hand heavy_pistol")
    play(other, "multiple 2")
    quietly(other, "shoot blue_1")
    assert only(play(other, "reload"), "reload").numbers == {"ammo": 10, "weapon": "heavy_pistol"}
    red = other.unit("red_1")
    assert (red["hand"], red["off_hand"], red["attacks"], red["hands_changed"]) == (0, 1, 0, 0)


@pytest.mark.rule("SS-X1")
def test_what_is_dropped_leaves_the_other_weapon_in_hand() -> None:
    """A hard glitch drops the first pistol: the second is in hand, the other hand empty, the second attack goes on."""
    battle = armed(["light_pistol", "heavy_pistol"])
    play(battle, "off_hand heavy_pistol")
    play(battle, "multiple 2")
    events = play(battle, "shoot blue_1", f"5111 {MISSED} 2")
    assert only(events, "weapon_drops").numbers == {"weapon": "light_pistol"}
    assert (battle.unit("red_1")["hand"], battle.unit("red_1")["off_hand"]) == (1, BARE_HANDS)
    assert only(quietly(battle, "shoot blue_1"), "attack").numbers["weapon"] == "heavy_pistol"
    assert battle.unit("red_1")["hand"] == 1


@pytest.mark.rule("SS-X1")
def test_a_two_handed_weapon_picked_up_takes_both_hands() -> None:
    """A rifle from the ground: what was in the other hand is put away."""
    battle = armed(["light_pistol", "knife", "submachine_gun"])
    battle.unit("red_1")["held"]["lies_at"][2] = 40 + 1
    play(battle, "off_hand knife")
    play(battle, "pick_up")
    assert (battle.unit("red_1")["hand"], battle.unit("red_1")["off_hand"]) == (2, BARE_HANDS)
