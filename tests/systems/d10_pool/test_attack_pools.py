"""DP-A1 and DP-A2: what an attack rolls, the rate of fire, and the single aimed shot."""

import pytest
from pooltable import *

from fireteam.env.battle import Battle

ABILITIES = {"brawl": 1, "melee": 2, "firearms": 3, "athletics": 4, "dodge": 5, "stealth": 6, "alertness": 7}


def armed(weapon: str, metres: int, **options: object) -> Battle:
    """Return red_1 with a weapon, Strength 5, Dexterity 4 and another rank in each ability, so far from blue_1."""
    red = fighter((1, 1), weapons=[weapon], attributes={"dexterity": 4, "strength": 5}, abilities=ABILITIES)
    return table([red], [fighter((1 + metres, 1))], **options)


@pytest.mark.rule("DP-A1")
@pytest.mark.parametrize(
    ("weapon", "action", "ability"),
    [
        ("knife", "punch", "Brawl"),
        ("brass_knuckles", "strike", "Brawl"),
        ("knife", "strike", "Melee"),
        ("halberd", "strike", "Melee"),
        ("light_pistol", "shoot", "Firearms"),
        ("sniper_rifle", "shoot", "Firearms"),
        ("crossbow", "shoot", "Firearms"),
        ("throwing_knife", "shoot", "Athletics"),
        ("throwing_axe", "shoot", "Athletics"),
        ("bow", "shoot", "Athletics"),
    ],
)
def test_an_attack_is_dexterity_and_the_ability_of_the_weapon(weapon: str, action: str, ability: str) -> None:
    """Brawl unarmed, Melee for what is held, Firearms for guns and crossbows, Athletics for thrown weapons and bows."""
    attack = roll(quietly(armed(weapon, 1 if action != "shoot" else 5), f"{action} blue_1"), "attack")
    assert pool(attack) == {"Dexterity": 4, ability: ABILITIES[ability.lower()]}


@pytest.mark.rule("DP-A1")
@pytest.mark.parametrize(("weapon", "ability"), [("throwing_axe", "Athletics"), ("axe", "Melee")])
def test_strength_takes_the_place_of_dexterity_where_the_weapon_says_so(weapon: str, ability: str) -> None:
    """A house rule lets an axe be swung with Strength 5."""
    metres, action = (1, "strike") if weapon == "axe" else (5, "shoot")
    battle = armed(weapon, metres, catalog={"weapons": {weapon: {"attribute": "strength"}}})
    assert pool(roll(quietly(battle, f"{action} blue_1"), "attack")) == {"Strength": 5, ability: ABILITIES[ability.lower()]}


@pytest.mark.rule("DP-A1")
@pytest.mark.parametrize(
    ("ability", "weapon", "action", "base"),
    [
        ("brawl", "knife", "punch", 6),
        ("melee", "axe", "strike", 7),
        ("firearms", "heavy_pistol", "shoot", 7),
        ("athletics", "throwing_axe", "shoot", 7),
    ],
)
def test_a_secondary_ability_lowers_the_difficulty_by_one(ability: str, weapon: str, action: str, base: int) -> None:
    """The same attack with it and with all others as secondary abilities."""
    others = [name for name in ("brawl", "melee", "firearms", "athletics") if name != ability]
    for secondary, lower in (([ability], 1), (others, 0)):
        red = fighter((1, 1), weapons=[weapon], abilities={ability: 6}, secondary=secondary)
        battle = table([red], [fighter((2 if action != "shoot" else 6, 1))])
        assert difficulty(battle, f"{action} blue_1") == base - lower


@pytest.mark.rule("DP-A1")
def test_an_attack_is_made_in_the_own_turn() -> None:
    """Blue, who is attacked, may defend, and not attack."""
    battle = armed("light_pistol", 1)
    play(battle, "shoot blue_1")
    assert not {"punch", "shoot", "strike"} & verbs(battle)


@pytest.mark.rule("DP-A2")
@pytest.mark.parametrize(
    ("weapon", "rate", "magazine"),
    [("light_pistol", 3, 15), ("heavy_pistol", 2, 10), ("submachine_gun", 6, 30), ("sniper_rifle", 1, 5), ("bow", 1, 20)],
)
def test_an_attack_fires_as_many_bullets_as_the_rate_of_fire(weapon: str, rate: int, magazine: int) -> None:
    """The magazine holds so many less afterwards, hit or not, and twice as many less after the next round."""
    battle = armed(weapon, 5)
    for fired in (1, 2):
        quietly(battle, "shoot blue_1")
        assert battle.unit("red_1")["held"][0]["ammo"] == magazine - fired * rate
        pass_until(battle, "red_1")


@pytest.mark.rule("DP-A2")
@pytest.mark.parametrize(
    ("weapon", "base", "whole", "half"),
    [("light_pistol", 6, 4, 2), ("heavy_pistol", 7, 6, 3), ("shotgun", 6, 7, 3), ("submachine_gun", 7, 6, 3)],
)
def test_a_single_aimed_shot_is_easier_fires_one_bullet_and_halves_the_dice_of_the_gun(
    weapon: str, base: int, whole: int, half: int
) -> None:
    """One lower of difficulty; half of the damage of the gun, not of the outcome; one bullet of the magazine."""
    for action, lower, dice in (("shoot", 0, whole), ("single_shot", 1, half)):
        red = fighter((1, 1), weapons=[weapon], abilities={"firearms": 6})
        assert difficulty(table([red], [fighter((6, 1))]), f"{action} blue_1") == base - lower
        battle = table([red], [fighter((6, 1))])
        magazine = int(battle.unit("red_1")["held"][0]["ammo"])
        events = undefended(battle, f"{action} blue_1", "992222222" + "2" * (2 + dice))
        assert (outcome(events), damage_dice(events)) == (2, 2 + dice)
        spent = magazine - battle.unit("red_1")["held"][0]["ammo"]
        assert spent == 1 if lower else spent > 1


@pytest.mark.rule("DP-A2")
def test_with_fewer_rounds_than_the_rate_there_is_the_single_shot_only() -> None:
    """Two bullets left of a light pistol: not enough for three; none left: reload."""
    battle = armed("light_pistol", 5)
    battle.unit("red_1")["held"][0]["ammo"] = 2
    pass_until(battle, "red_1")
    assert "single_shot blue_1" in choices(battle)
    assert not {"shoot", "mark"} & verbs(battle)
    quietly(battle, "single_shot blue_1")
    pass_until(battle, "red_1")
    quietly(battle, "single_shot blue_1")
    pass_until(battle, "red_1")
    assert not {"shoot", "single_shot", "mark"} & verbs(battle)
    play(battle, "reload")
    assert battle.unit("red_1")["held"][0]["ammo"] == 15
    assert battle.unit("red_1")["held"][0]["spare"] == 2


@pytest.mark.rule("DP-A2")
@pytest.mark.parametrize("weapon", ["sniper_rifle", "bow", "throwing_knife", "crossbow"])
def test_what_fires_once_has_no_other_single_shot(weapon: str) -> None:
    """A rate of one is no superior rate to do without."""
    assert "single_shot" not in verbs(armed(weapon, 5))
