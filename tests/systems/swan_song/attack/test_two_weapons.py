"""SS-X1: a weapon in each hand."""

from typing import Any

import pytest
from armed import MISSED, armed, attack_of

from fireteam.env.battle import Battle
from fireteam.env.rules.arena import BARE_HANDS
from tabletop import *


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
    take(battle, "off_hand knife", f"switch {to}")
    assert (battle.unit("red_1")["hand"], battle.unit("red_1")["off_hand"]) == hands


@pytest.mark.rule("SS-X1")
def test_the_hands_take_turns() -> None:
    """Three attacks: light pistol, heavy pistol, light pistol; then all is as before."""
    battle = armed(["light_pistol", "heavy_pistol"])
    take(battle, "off_hand heavy_pistol", "multiple 3")
    weapons = [only(quietly(battle, "shoot blue_1"), "attack").numbers["weapon"] for _ in range(3)]
    assert weapons == ["light_pistol", "heavy_pistol", "light_pistol"]
    red = battle.unit("red_1")
    assert (red["hand"], red["off_hand"], red["hands_changed"]) == (0, 1, 0)
    assert red["held"]["ammo"].tolist()[:2] == [13, 9]


@pytest.mark.rule("SS-X1")
def test_recoil_of_two_weapons_is_that_of_all_shots() -> None:
    """A pistol and a knife fire two rounds in three attacks, two pistols three; one is free and one compensated."""
    battle = armed(["light_pistol", "knife"], at=2)
    take(battle, "off_hand knife", "multiple 3")
    assert "recoil" not in terms(attack_of(battle, "shoot blue_1"))
    both = armed(["light_pistol", "heavy_pistol"])
    take(both, "off_hand heavy_pistol", "multiple 3")
    assert [terms(attack_of(both, "shoot blue_1"))["recoil"] for _ in range(3)] == [-1, -1, -1]


@pytest.mark.rule("SS-X1")
def test_a_hand_that_cannot_attack_loses_its_turn() -> None:
    """Source, Multiple Attacks: they are made with both weapons, so one firearm is not fired twice in a row.

    The knife does not reach so far: the pistol has its own two of three attacks. An empty one leaves the other its own.
    """
    battle = armed(["light_pistol", "knife"])
    take(battle, "off_hand knife", "multiple 3")
    for _ in range(2):
        assert only(quietly(battle, "shoot blue_1"), "attack").numbers["weapon"] == "light_pistol"
    assert "shoot" not in verbs(battle)
    assert (battle.unit("red_1")["hand"], battle.unit("red_1")["off_hand"]) == (0, 1)
    other = armed(["light_pistol", "heavy_pistol"])
    take(other, "off_hand heavy_pistol", "multiple 3")
    other.unit("red_1")["held"]["ammo"][0] = 1
    weapons = [only(quietly(other, "shoot blue_1"), "attack").numbers["weapon"] for _ in range(2)]
    assert weapons == ["light_pistol", "heavy_pistol"]
    assert "shoot" not in verbs(other)
    assert (other.unit("red_1")["hand"], other.unit("red_1")["off_hand"]) == (0, 1)


@pytest.mark.rule("SS-X1")
def test_melee_and_shooting_take_turns() -> None:
    """Beside the enemy: a stab, a shot."""
    battle = armed(["knife", "light_pistol"], at=2)
    take(battle, "off_hand light_pistol", "multiple 2")
    assert "shoot" not in verbs(battle)
    quietly(battle, "strike blue_1")
    assert only(quietly(battle, "shoot blue_1"), "attack").numbers["weapon"] == "light_pistol"


@pytest.mark.rule("SS-X1")
def test_other_actions_are_for_the_weapon_whose_turn_it_is() -> None:
    """Reloading between two attacks forfeits the second; then the weapons change back."""
    battle = armed(["light_pistol", "heavy_pistol"])
    take(battle, "off_hand heavy_pistol", "multiple 2")
    quietly(battle, "shoot blue_1")
    assert "reload" not in verbs(battle)  # the heavy pistol is full
    other = armed(["light_pistol", "heavy_pistol"])
    other.unit("red_1")["held"]["ammo"][1] = 3
    take(other, "off_hand heavy_pistol", "multiple 2")
    quietly(other, "shoot blue_1")
    assert only(play(other, "reload"), "reload").numbers == {"ammo": 10, "weapon": "heavy_pistol"}
    red = other.unit("red_1")
    assert (red["hand"], red["off_hand"], red["attacks"], red["hands_changed"]) == (0, 1, 0, 0)


@pytest.mark.rule("SS-X1")
def test_what_is_dropped_leaves_the_other_weapon_in_hand() -> None:
    """A hard glitch drops the first pistol: the second is in hand, the other hand empty, the second attack goes on."""
    battle = armed(["light_pistol", "heavy_pistol"])
    take(battle, "off_hand heavy_pistol", "multiple 2")
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
    take(battle, "off_hand knife", "pick_up")
    assert (battle.unit("red_1")["hand"], battle.unit("red_1")["off_hand"]) == (2, BARE_HANDS)


def two_handed_defender(*weapons: str, skills: dict[str, int] | None = None, x: int = 4, **blue: Any) -> Battle:
    """Return a battle in which red_1, with a club, acts near blue_1, who has one weapon in each hand."""
    red = target((3, 2), weapons=["club"], skills={"clubs": 3})
    ranks = {"pistols": 3, "blades": 3, **(skills or {})}
    enemy = unit((x, 2), weapons=list(weapons), skills=ranks, **blue)
    battle = table([red], [enemy], "\n".join(["." * 12] * 5), order(6, 1))
    battle.unit("blue_1")["off_hand"] = 1
    return battle


@pytest.mark.rule("SS-F2", "SS-F4", "SS-X1")
@pytest.mark.parametrize(
    ("weapons", "skills", "parries", "reach"),
    [
        (("light_pistol", "knife"), {}, {"Blades": 3}, -1),  # a club reaches a metre farther than a knife
        (("light_pistol", "sword"), {}, {"Blades": 3}, 0),
        (("knife", "sword"), {}, {"Blades": 3}, 0),  # the longer of the two
        (("knife", "club"), {"clubs": 5}, {"Clubs": 5}, 0),  # the better known
    ],
)
def test_either_hand_parries(weapons: tuple[str, ...], skills: dict[str, int], parries: dict[str, int], reach: int) -> None:
    """Source, Melee Defense: who has a melee weapon in hand parries. Either hand is one."""
    battle = two_handed_defender(*weapons, skills=skills)
    play(battle, "strike blue_1")
    assert decider(battle) == ("defend", "blue_1")
    assert "parry" in verbs(battle)
    made = terms(roll(quietly(battle, "parry"), "defense"))
    assert made.pop("reach", 0) == reach
    assert made == {"Reaction": 3, "Intuition": 3, **parries}


@pytest.mark.rule("SS-F2", "SS-D5", "SS-I1")
def test_a_blade_that_must_be_made_ready_first_serves_for_nothing() -> None:
    """Source, interception: a melee weapon that is ready. One that is not has no reach and parries nothing."""
    battle = two_handed_defender("light_pistol", "sword")
    battle.unit("blue_1")["held"]["jammed"][1] = 1
    play(battle, "strike blue_1")
    assert "parry" not in verbs(battle)
    assert terms(roll(quietly(battle, "pass"), "defense"))["reach"] == -1


@pytest.mark.rule("SS-I1", "SS-X1")
@pytest.mark.parametrize(
    ("weapons", "weapon"),
    [
        (("light_pistol", "knife"), "knife"),
        (("light_pistol", "heavy_pistol"), "gun_butt"),
        (("knife", "stun_baton"), "knife"),
    ],
)
def test_either_hand_intercepts(weapons: tuple[str, ...], weapon: str) -> None:
    """Source, interception: with a melee weapon that is ready, else a firearm as a club. Red leaves blue's side."""
    battle = two_handed_defender(*weapons, orders={"defend": "never"})
    take(battle, "walk", "step west")
    assert decider(battle) == ("intercept", "blue_1")
    assert only(quietly(battle, "strike red_1"), "interception").numbers["weapon"] == weapon


@pytest.mark.rule("SS-I1", "SS-X1")
@pytest.mark.parametrize(("weapon", "asked"), [("sword", True), ("knife", False)])
def test_the_reach_of_the_other_hand_counts_for_interception(weapon: str, asked: bool) -> None:
    """Source, interception: within a metre, and one for each point of Reach. Red leaves from two metres away."""
    battle = two_handed_defender("light_pistol", weapon, x=5, orders={"defend": "never"})
    take(battle, "walk", "step west")
    assert (decider(battle) == ("intercept", "blue_1")) == asked
    if asked:
        assert choices(battle) == {"pass", "strike red_1"}


@pytest.mark.rule("SS-D5", "SS-D6", "SS-I1")
def test_a_glitch_of_the_other_hand_concerns_what_it_holds() -> None:
    """Four ones of six dice drop the knife that struck, not the pistol."""
    battle = two_handed_defender("light_pistol", "knife", orders={"defend": "never"})
    take(battle, "walk", "step west")
    battle.dictate([1, 1, 1, 1, 5, 2] + [2] * 100)
    battle.step("strike red_1")
    battle.dictate([])
    blue = battle.unit("blue_1")
    assert (blue["hand"], blue["off_hand"]) == (0, BARE_HANDS)
    assert blue["held"]["lies_at"][1] >= 0 > blue["held"]["lies_at"][0]
    assert blue["held"]["jammed"][0] == 0


@pytest.mark.rule("SS-X1")
def test_the_own_blow_has_the_reach_of_the_hand_that_strikes() -> None:
    """Two metres off: a pistol butt does not reach there, though the sword in the other hand would."""
    battle = two_handed_defender("light_pistol", "sword", x=5)
    play(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    assert "strike" not in verbs(battle)
