"""SS-B5: what is transparent hides nothing, but an attack has to get through it."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *


def window(letter: str = "=", weapon: str = "light_pistol", distance: int = 2, **red: object) -> Battle:
    """Return a battle in which a pane of five tiles stands between red_1 and blue_1."""
    ground = "\n".join(["..." + letter + "........"] * 5)
    return table(
        [unit((1, 2), weapons=[weapon], skills={"pistols": 3, "blades": 3, "throwing": 3}, **red)],
        [target((1 + distance + 1, 2), attributes={"body": 9, "strength": 9}, flesh=60)],
        ground,
        order(6, 1),
    )


@pytest.mark.rule("SS-B5")
@pytest.mark.parametrize("letter", ["=", "G"])
def test_glass_hides_nothing(letter: str) -> None:
    """Through a window or armored glass one sees and is seen, without cover, and nobody takes cover behind it."""
    battle = window(letter)
    assert battle.cover("blue_1", "red_1") == battle.cover("red_1", "blue_1") == "none"
    assert "take_cover" not in verbs(battle)
    attack = roll(quietly(battle, "shoot blue_1"), "attack")
    assert terms(attack) == {"Agility": 3, "Pistols": 3}


@pytest.mark.rule("SS-B5")
@pytest.mark.rule("SS-B4")
def test_a_shot_has_to_get_through_the_glass() -> None:
    """A hit loses the point that the window takes, which breaks it; the next shot loses none."""
    battle = window()
    events = play(battle, "shoot blue_1", "552222 222222 2222")
    assert only(events, "barrier_hit").numbers == {"damage": 1, "material": "fragile"}
    assert only(events, "barrier_breaks").at == (3, 2)
    assert only(events, "through_cover").numbers["damage"] == 7
    assert only(events, "damage").numbers["damage"] == 7
    next_phase(battle, "red_1")
    events = quietly(battle, "shoot blue_1")
    assert not {"barrier_hit", "through_cover"} & set(kinds_of(events))


@pytest.mark.rule("SS-B5")
def test_armored_glass_stops_what_does_not_exceed_it() -> None:
    """6 and two net hits are 8 against Armor 12: blue is seen, and safe."""
    events = play(window("G"), "shoot blue_1", "552222 222222")
    assert only(events, "stopped_by_cover").numbers == {"damage": 8, "material": "reinforced"}
    assert "damage" not in kinds_of(events)


@pytest.mark.rule("SS-B5")
def test_a_miss_and_a_tie_leave_the_glass_alone() -> None:
    """A tie is a graze where nobody is in cover, and does no damage to anything."""
    battle = window()
    assert "miss" in kinds_of(play(battle, "shoot blue_1", "222222 522222"))
    assert battle.record[0]["dented"] == 0
    assert "graze" in kinds_of(play(window(), "shoot blue_1", "522222 522222"))


@pytest.mark.rule("SS-B5")
def test_a_long_weapon_has_to_get_through_the_glass_too() -> None:
    """A pole axe reaches across the window: 8 and a net hit, resisted by Structure 1 and no Armor that is left."""
    battle = window(weapon="pole_axe", distance=2)
    events = play(battle, "strike blue_1", "552222 2222 2 2222")
    assert terms(roll(events, "barrier")) == {"structure": 1}
    assert only(events, "barrier_breaks").at == (3, 2)
    assert only(events, "through_cover").numbers["damage"] == 9
    assert only(events, "damage").numbers["damage"] == 9


@pytest.mark.rule("SS-B5")
def test_glass_is_a_barrier_to_be_broken() -> None:
    """It keeps those out who walk, and falls to an axe."""
    battle = window(weapon="pole_axe", distance=2)
    take(battle, "walk", "step east")
    assert "step east" not in choices(battle)
    events = play(battle, "breach east", "222222 2")
    assert next(event.at for event in events if event.kind == "barrier_breaks") == (3, 2)
    assert "step east" in choices(battle)


@pytest.mark.rule("SS-B5")
def test_a_grenade_does_not_fly_through_glass() -> None:
    """It comes down before the pane, although the throw was good."""
    battle = window(weapon="smoke_grenade")
    events = play(battle, "throw blue_1", "555222")
    assert only(events, "thrown").at == (2, 2)
