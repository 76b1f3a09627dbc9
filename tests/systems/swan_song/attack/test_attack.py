"""SS-R1 to SS-R7: an attack from its declaration to the damage."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from tabletop import *

UNDEFENDED = "222222"  # Reaction 3 + Intuition 3, no hit


def shooting(weapon: str = "light_pistol", skill: str = "pistols", **blue: object) -> Battle:
    """Return a battle in which red_1, six dice strong, shoots at blue_1 from four metres."""
    return table([unit((1, 1), weapons=[weapon], skills={skill: 3})], [target((5, 1), **blue)])


@pytest.mark.rule("SS-R7")
def test_worked_example() -> None:
    """Joe's knife against Bob: 3 hits against 1, damage 4 + 2, armor 4 - 1, 2 soaked: 4 damage."""
    joe = unit((2, 2), weapons=["knife"], attributes={"agility": 4, "strength": 2}, skills={"blades": 3})
    bob = target((3, 2), armour=["jacket"], attributes={"reaction": 2, "intuition": 1, "body": 3})
    battle = table([joe], [bob])
    attack, defense, soak = "6624151", "254", "5611"
    before = int(battle.unit("blue_1")["flesh"])
    events = play(battle, "strike blue_1", f"{attack} {defense} {soak}")
    assert pool(roll(events, "attack")) == 7
    assert terms(roll(events, "attack")) == {"Blades": 3, "Agility": 4}
    assert roll(events, "attack").numbers["hits"] == 3
    assert terms(roll(events, "defense")) == {"Reaction": 2, "Intuition": 1}
    assert roll(events, "defense").numbers["hits"] == 1
    assert load_catalog().weapons["knife"].accuracy == 6
    assert terms(roll(events, "soak")) == {"armor": 4, "armor penetration": -1, "half Body": 1}
    assert only(events, "hit").numbers == {"net_hits": 2, "damage": 6}
    assert pool(roll(events, "soak")) == 4
    assert only(events, "damage").numbers["damage"] == 4
    assert before - battle.unit("blue_1")["flesh"] == 4


@pytest.mark.rule("SS-R1")
def test_an_attack_is_declared_before_the_defender_answers() -> None:
    """Declare, attack, defend, apply: the defender knows the attack and chooses, then the dice fall."""
    battle = table([unit((1, 1), weapons=["light_pistol"], skills={"pistols": 3})], [unit((5, 1))])
    events = play(battle, "shoot blue_1")
    assert kinds_of(events) == ["attack"]
    assert decider(battle) == ("defend", "blue_1")
    events = play(battle, "pass", "522222 222222 2")
    assert [event.numbers.get("purpose", event.kind) for event in events][:5] == [
        "attack", "defense", "hit", "soak", "soaked"
    ]  # fmt: skip
    assert "damage" in kinds_of(events)


@pytest.mark.rule("SS-R1")
@pytest.mark.parametrize(
    ("weapon", "action", "skill"),
    [
        ("light_pistol", "shoot", "Pistols"),
        ("submachine_gun", "shoot", "Automatics"),
        ("assault_rifle", "shoot", "Automatics"),
        ("shotgun", "shoot", "Longarms"),
        ("sniper_rifle", "shoot", "Longarms"),
        ("machine_gun", "shoot", "Heavy weapons"),
        ("bow", "shoot", "Archery"),
        ("knife", "strike", "Blades"),
        ("club", "strike", "Clubs"),
        ("light_pistol", "strike", "Clubs"),  # swung as a club
        ("knife", "punch", "Unarmed"),
    ],
)
def test_an_attack_is_combat_skill_and_agility(weapon: str, action: str, skill: str) -> None:
    """The weapon says which skill; every other skill has rank 1, this one 3."""
    skills = dict.fromkeys(
        ("pistols", "automatics", "longarms", "heavy_weapons", "archery", "blades", "clubs", "unarmed"), 1
    )
    skills[skill.lower().replace(" ", "_")] = 3
    red = unit((1, 1), weapons=[weapon], skills=skills, attributes={"agility": 4, "strength": 9})
    attack = roll(quietly(table([red], [target((2, 1))]), f"{action} blue_1"), "attack")
    assert terms(attack) == {"Agility": 4, skill: 3}


@pytest.mark.rule("SS-R1")
@pytest.mark.parametrize(("weapon", "kept", "defense"), [("knife", 6, 6), ("club", 5, 5), ("stun_baton", 4, 5)])
def test_a_weapon_limits_the_attack_by_its_accuracy(weapon: str, kept: int, defense: int) -> None:
    """Eight hits with a knife [6], a club [5] and a baton [4], whatever the wielder's Physical limit."""
    red = unit((1, 1), weapons=[weapon], skills={"blades": 5, "clubs": 5}, attributes={"strength": 1})
    events = play(table([red], [target((2, 1))]), "strike blue_1", "66666666" + "6" * defense)
    assert roll(events, "attack").numbers["hits"] == kept


@pytest.mark.rule("SS-R1")
@pytest.mark.parametrize(("strength", "physical"), [(3, 4), (6, 6)])
def test_unarmed_blows_use_the_physical_limit(strength: int, physical: int) -> None:
    """Eight hits with bare hands: Physical 4 keeps four, Physical 6 six."""
    battle = table(
        [unit((1, 1), weapons=["knife"], skills={"unarmed": 5}, attributes={"strength": strength})], [target((2, 1))]
    )
    assert sheet(battle, "red_1")["physical"] == physical
    assert roll(play(battle, "punch blue_1", "66666666 666666"), "attack").numbers["hits"] == physical


@pytest.mark.rule("SS-R2")
def test_defense_is_reaction_and_intuition() -> None:
    """Reaction 2 and Intuition 4: six dice, no limit and no skill."""
    battle = shooting(attributes={"reaction": 2, "intuition": 4})
    defense = roll(quietly(battle, "shoot blue_1"), "defense")
    assert terms(defense) == {"Reaction": 2, "Intuition": 4}


@pytest.mark.rule("SS-R2")
@pytest.mark.parametrize(
    ("attack", "outcome"), [("555222", "hit"), ("552222", "graze"), ("522222", "miss"), ("222222", "miss")]
)
def test_more_hits_hit_as_many_graze_and_fewer_miss(attack: str, outcome: str) -> None:
    """Against two hits of the defender: three hit by one, two graze, one and none miss."""
    battle = shooting()
    soak = "2" if outcome == "hit" else ""
    events = play(battle, "shoot blue_1", f"{attack} 552222 {soak}")
    assert {"hit", "graze", "miss"} & set(kinds_of(events)) == {outcome}
    assert ("damage" in kinds_of(events)) == (outcome == "hit")


@pytest.mark.rule("SS-R3")
@pytest.mark.parametrize(("attack", "damage"), [("522222", 7), ("556222", 9), ("666666", 12)])
def test_net_hits_add_to_the_damage_value(attack: str, damage: int) -> None:
    """A light pistol does 6, and a point more for each net hit."""
    events = play(shooting(), "shoot blue_1", f"{attack} {UNDEFENDED} 2")
    assert only(events, "hit").numbers["damage"] == damage
    assert only(events, "damage").numbers["damage"] == damage


@pytest.mark.rule("SS-R3")
@pytest.mark.parametrize(
    ("weapon", "skill", "armour", "soak"),
    [
        ("light_pistol", "pistols", ["jacket"], {"armor": 4, "half Body": 1}),  # no penetration
        ("heavy_pistol", "pistols", ["jacket"], {"armor": 4, "armor penetration": -1, "half Body": 1}),
        ("sniper_rifle", "longarms", ["jacket"], {"armor": 4, "armor penetration": -4, "half Body": 1}),
        ("sniper_rifle", "longarms", ["clothes"], {"armor": 2, "armor penetration": -2, "half Body": 1}),  # not below 0
        ("sniper_rifle", "longarms", [], {"half Body": 1}),
        ("shotgun", "longarms", ["jacket"], {"armor": 4, "armor penetration": 1, "half Body": 1}),  # raises it
        ("shotgun", "longarms", [], {"half Body": 1}),  # but only where armor is worn
    ],
)
def test_penetration_comes_off_the_armor(weapon: str, skill: str, armour: list[str], soak: dict[str, int]) -> None:
    """Modified armor is armor less penetration, not below zero dice; a negative one raises armor that is worn."""
    battle = shooting(weapon, skill, armour=armour)
    events = play(battle, "shoot blue_1", "555222" + "2" * (6 - (weapon == "shotgun")) + "2" * sum(soak.values()))
    assert terms(roll(events, "soak")) == soak


@pytest.mark.rule("SS-R4")
@pytest.mark.parametrize(("body", "half"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_soak_is_modified_armor_and_half_of_body_rounded_down(body: int, half: int) -> None:
    """A jacket of 4 and half of Body."""
    battle = shooting(armour=["jacket"], attributes={"body": body, "strength": 9})
    events = play(battle, "shoot blue_1", f"522222 {UNDEFENDED} 2222" + "2" * half)
    assert terms(roll(events, "soak")) == {"armor": 4, "half Body": half}


@pytest.mark.rule("SS-R4")
@pytest.mark.parametrize(("soak", "left"), [("222222", 7), ("522222", 6), ("565222", 4), ("666666", 1)])
def test_each_hit_of_the_soak_takes_a_point_off(soak: str, left: int) -> None:
    """Seven points against six dice of soak; no limit cuts its hits."""
    battle = shooting(armour=["jacket"], attributes={"body": 4})
    events = play(battle, "shoot blue_1", f"522222 {UNDEFENDED} {soak}")
    assert only(events, "damage").numbers["damage"] == left
    assert 10 - battle.unit("blue_1")["flesh"] == left


@pytest.mark.rule("SS-R4")
@pytest.mark.parametrize("soak", ["6666666222", "6666666622", "6666666666"])
def test_damage_soaked_to_nothing_or_below_is_none(soak: str) -> None:
    """Seven points meet ten dice (armor 7, half of Body 3): seven hits and more leave nothing."""
    battle = shooting(armour=["jacket", "riot_shield"], attributes={"body": 6})
    assert sheet(battle, "blue_1")["armor"] == 7
    events = play(battle, "shoot blue_1", f"522222 {UNDEFENDED} {soak}")
    assert "damage" not in kinds_of(events)
    assert battle.unit("blue_1")["flesh"] == sheet(battle, "blue_1")["flesh"]


@pytest.mark.rule("SS-R5")
def test_health_damage_below_the_modified_armor_does_nothing() -> None:
    """6 + 1 against armor 8: no soak is rolled, nothing happens."""
    battle = shooting(armour=["combat_armor"])
    events = play(battle, "shoot blue_1", f"522222 {UNDEFENDED}")
    assert only(events, "no_effect").numbers == {"damage": 7, "armor": 8}
    assert "damage" not in kinds_of(events)


@pytest.mark.rule("SS-R5")
def test_health_damage_equal_to_the_modified_armor_counts() -> None:
    """6 + 2 against armor 8 is soaked with 8 + 1 dice like any other."""
    events = play(shooting(armour=["combat_armor"]), "shoot blue_1", f"552222 {UNDEFENDED} 222222222")
    assert "no_effect" not in kinds_of(events)
    assert only(events, "damage").numbers["damage"] == 8


@pytest.mark.rule("SS-R5")
def test_the_armor_that_counts_is_the_modified_one() -> None:
    """A heavy pistol's 8 + 1 is below a hardshell's 10, but not below 10 - 1."""
    events = play(shooting("heavy_pistol", armour=["hardshell"]), "shoot blue_1", f"522222 {UNDEFENDED} 2222222222")
    assert only(events, "damage").numbers["damage"] == 9


@pytest.mark.rule("SS-R5")
def test_strain_is_not_stopped_by_armor() -> None:
    """A blow with 3 + 1 Strain against armor 8 is soaked, not ignored."""
    battle = table([unit((1, 1), weapons=[], skills={"unarmed": 3})], [target((2, 1), armour=["combat_armor"])])
    events = play(battle, "punch blue_1", f"522222 {UNDEFENDED} 222222222")
    assert only(events, "strain").numbers["damage"] == 4


@pytest.mark.rule("SS-R6")
def test_a_tie_is_a_grazing_hit() -> None:
    """Contact, but nothing to soak and no damage."""
    battle = shooting()
    events = play(battle, "shoot blue_1", "522222 522222")
    assert only(events, "graze").target == "blue_1"
    assert not {"hit", "miss", "damage"} & set(kinds_of(events))
    assert battle.unit("blue_1")["flesh"] == 10


@pytest.mark.rule("SS-R6")
def test_damage_soaked_to_nothing_is_a_grazing_hit() -> None:
    """A hit that the soak takes away entirely has still made contact; one that got through is no graze."""
    for soak, outcome in (("666666622", "graze"), ("666666222", "damage")):
        battle = shooting(armour=["vest"], attributes={"body": 6})
        events = play(battle, "shoot blue_1", f"522222 {UNDEFENDED} {soak}")
        assert {"graze", "damage"} & set(kinds_of(events)) == {outcome}
        assert "hit" in kinds_of(events)
