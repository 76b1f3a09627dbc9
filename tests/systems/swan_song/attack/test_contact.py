"""SS-C5: blows that knock down; SS-R6 and SS-K1: grazing hits that make contact; gel rounds."""

from typing import Any

import pytest
from ailing import ailments
from called import duel, shoot

from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.observe.events import Event
from fireteam.env.rules.record import UP
from tabletop import *


def blow(strength: int, physical_strength: int, location: str = "knock_down") -> Battle:
    """Return red with a club beside blue, a shot called."""
    battle = table(
        [unit((4, 1), skills={"clubs": 9}, weapons=["club"], attributes={"strength": strength})],
        [target((5, 1), attributes={"strength": physical_strength})],
    )
    play(battle, f"call_shot {location}")
    return battle


@pytest.mark.rule("SS-C5")
@pytest.mark.parametrize(("net", "falls"), [(1, False), (2, True)])
def test_a_blow_may_knock_down_instead_of_hurting(net: int, falls: bool) -> None:
    """Strength 3 and net hits against a Physical limit of (6 + 3 + 3) / 3 = 4: four do not exceed it, five do."""
    battle = blow(3, 3)
    events = play(battle, "strike blue_1", "5" * net + "2" * (8 - net) + "22222")
    assert battle.unit("blue_1")["prone"] == falls
    assert ("knockdown" in kinds_of(events)) == falls
    assert battle.unit("blue_1")["strain"] == 0
    assert battle.unit("blue_1")["flesh"] == 10


@pytest.mark.rule("SS-C5")
def test_a_tie_knocks_nobody_down() -> None:
    """Strength 9 would be enough, but the blow only grazes."""
    battle = blow(9, 3)
    events = play(battle, "strike blue_1", "52222222 52222")
    assert kinds_of(events)[-1] == "graze"
    assert battle.unit("blue_1")["prone"] == 0


@pytest.mark.rule("SS-C5")
def test_a_shot_does_not_knock_down() -> None:
    """Called to knock down, but fired: four dice fewer and plain damage."""
    battle = duel(flesh=30)
    events = shoot(battle, "knock_down")
    assert terms(roll(events, "attack"))["called shot to knock down"] == -4
    assert battle.unit("blue_1")["flesh"] == 23


def baton(dice: str, **blue: Any) -> tuple[Battle, list[Event]]:
    """Return a battle after a blow with a stun baton, whose contact shocks: Body + Willpower (3)."""
    battle = table(
        [unit((4, 1), skills={"clubs": 3}, weapons=["stun_baton"])],
        [target((5, 1), **blue)],
        forged={"stun_baton": {"damage": 1}},
    )
    return battle, play(battle, "strike blue_1", dice)


@pytest.mark.rule("SS-R6")
def test_a_grazing_hit_makes_contact() -> None:
    """A tie does no damage, but the baton shocks who fails: five points of initiative."""
    battle, events = baton("522222 52222 222222", strain=20)
    assert "graze" in kinds_of(events)
    assert only(events, "stunned").numbers["points"] == 5
    assert battle.unit("blue_1")["strain"] == 0


@pytest.mark.rule("SS-R6")
def test_contact_is_resisted() -> None:
    """Three hits of Body + Willpower keep the score."""
    _, events = baton("522222 52222 555222")
    assert "stunned" not in kinds_of(events)


@pytest.mark.rule("SS-R6")
def test_damage_soaked_to_nothing_still_makes_contact() -> None:
    """Damage 2, two hits of the soak: a graze, and the shock."""
    _, events = baton("522222 22222 55 222222", attributes={"body": 4, "willpower": 2})
    assert "graze" in kinds_of(events)
    assert "stunned" in kinds_of(events)


@pytest.mark.rule("SS-R6", "SS-R5")
def test_armor_that_stops_all_damage_does_not_stop_contact() -> None:
    """An arrow with venom that bounces off still touches: the armor counts against damage only."""
    battle = table(
        [unit((4, 1), skills={"clubs": 3}, weapons=["stun_baton"])],
        [target((5, 1), armour=["combat_armor"])],
        forged={"stun_baton": {"damage": 1, "strain": 0, "penetration": 0}},
    )
    events = play(battle, "strike blue_1", "522222 22222 222222")
    assert "no_effect" in kinds_of(events)
    assert "stunned" in kinds_of(events)


@pytest.mark.rule("SS-R6")
def test_a_miss_makes_no_contact() -> None:
    """More hits for the defender: nothing touches it."""
    _, events = baton("522222 55222")
    assert kinds_of(events)[-1] == "miss"


@pytest.mark.rule("SS-R6")
def test_things_do_not_feel_contact() -> None:
    """A generator is not stunned."""
    battle = table(
        [unit((4, 1), skills={"clubs": 3}, weapons=["stun_baton"])],
        [unit((5, 1), "generator"), target((30, 4))],
        dice=order(6, 1),
    )
    assert "stunned" not in kinds_of(quietly(battle, "strike blue_1"))


@pytest.mark.rule("SS-R6")
def test_venom_needs_flesh() -> None:
    """Venom sickens and strains who does not resist it, but not a drone."""
    for template, strain in (("ganger", 3), ("drone", 0)):
        battle = table(
            [unit((4, 1), skills={"clubs": 3}, weapons=["stun_baton"])],
            [target((5, 1), template)],
            forged={"stun_baton": {"contact": list(load_catalog().contacts).index("venom"), "damage": 0}},
            dice=order(6) + [1] * (3 if template == "drone" else 2),
        )
        battle.dictate([5] + [2] * 5 + [5] + [2] * 100)
        events = battle.step("strike blue_1")
        battle.dictate([])
        assert "graze" in kinds_of(events)
        assert battle.unit("blue_1")["strain"] == strain
        assert ("nauseous" in ailments(battle)) == (strain > 0)
        assert battle.unit("blue_1")["status"] == UP


@pytest.mark.rule("SS-K1")
@pytest.mark.parametrize(("damage", "gel", "falls"), [(2, 0, False), (3, 0, False), (2, 1, False), (3, 1, True)])
def test_gel_rounds_knock_down_two_points_earlier(damage: int, gel: int, falls: bool) -> None:
    """The Physical limit is 4: three points knock down only if it counts as 2, and two do not even then."""
    battle = duel(damage=damage - 1, forged={"gel": gel})
    play(battle, "shoot blue_1", "5" + "2" * 14 + "222222 2")
    assert battle.unit("blue_1")["prone"] == falls


@pytest.mark.rule("SS-K1")
def test_only_damage_that_counts_knocks_down() -> None:
    """A called shot that is capped at a point does not knock down, however hard it was."""
    battle = duel(damage=9, flesh=40, attributes={"strength": 3})
    shoot(battle, "forearm")
    assert battle.unit("blue_1")["prone"] == 0
    pass_until(battle, "red_1")
