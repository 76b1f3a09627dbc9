"""DP-R4: what darkness, fog, storm and water add to the difficulty, and what does not work under water."""

from typing import Any

import pytest
from pooltable import *

from fireteam.env.battle import Battle

ABLE = dict.fromkeys(("brawl", "melee", "firearms", "athletics"), 6)  # nine dice with each
METRES = {"shoot": 8, "strike": 1, "punch": 1}
WEAPONS = {"shoot": "light_pistol", "strike": "knife", "punch": "knife"}
FLOODED = {"f": "flooded"}


def among(action: str, metres: int | None = None, weapon: str = "", **options: Any) -> Battle:
    """Return red_1, nine dice strong, with a weapon of difficulty 6 as far from blue_1 as the action needs."""
    red = fighter((1, 1), weapons=[weapon or WEAPONS[action]], abilities=ABLE, **options.pop("red", {}))
    return table([red], [fighter((1 + (metres or METRES[action]), 1))], **options)


def drowned(weapon: str, metres: int = 1, red: bool = True, blue: bool = True) -> Battle:
    """Return red_1 with a weapon, so many metres from blue_1, each under water or not."""
    row = ["."] * 12
    row[1], row[1 + metres] = "f" if red else ".", "f" if blue else "."
    ground = "." * 12 + "\n" + "".join(row) + "\n" + "." * 12
    return among("punch", metres, weapon, ground=ground, legend=FLOODED)


@pytest.mark.rule("DP-R4")
@pytest.mark.parametrize(("light", "perception", "harder"), [
    ("clear", 1, 0), ("dim", 1, 0), ("dark", 1, 2), ("dark", 4, 2), ("dark", 5, 1), ("dark", 6, 1)
])  # fmt: skip
@pytest.mark.parametrize("action", ["shoot", "strike", "punch"])
def test_the_dark_is_two_harder_and_one_with_perception_5(light: str, perception: int, harder: int, action: str) -> None:
    """It is the attacker's Perception that counts."""
    battle = among(action, light=light, red={"attributes": {"perception": perception}})
    assert difficulty(battle, f"{action} blue_1") == 6 + harder


@pytest.mark.rule("DP-R4")
@pytest.mark.parametrize(
    ("action", "metres", "expected"),
    [("shoot", 8, 9), ("shoot", 3, 9), ("shoot", 2, 5), ("shoot", 1, 5), ("punch", 1, 7), ("strike", 1, 7)],
)
def test_fog_is_three_harder_and_one_within_point_blank(action: str, metres: int, expected: int) -> None:
    """6 + 3; within two metres 6 + 1, of which point blank takes two from a shot and nothing from a blow."""
    assert difficulty(among(action, metres, options={"weather": "fog"}), f"{action} blue_1") == expected


@pytest.mark.rule("DP-R4")
@pytest.mark.parametrize("action", ["shoot", "strike", "punch"])
def test_a_storm_is_one_harder(action: str) -> None:
    """Torrential rain, heavy snow and hail."""
    assert difficulty(among(action, options={"weather": "storm"}), f"{action} blue_1") == 7


@pytest.mark.rule("DP-R4")
def test_darkness_and_weather_add_up() -> None:
    """6 + 2 + 1 in a stormy night."""
    assert difficulty(among("shoot", light="dark", options={"weather": "storm"}), "shoot blue_1") == 9


@pytest.mark.rule("DP-R4")
@pytest.mark.parametrize(
    ("weapon", "action", "base", "harder"),
    [
        ("knife", "punch", 6, 1),
        ("knife", "strike", 6, 1),
        ("club", "strike", 6, 2),
        ("axe", "strike", 7, 2),
        ("sword", "strike", 6, 3),
        ("halberd", "strike", 7, 3),
    ],
)
def test_under_water_blows_are_harder_by_the_size_of_the_weapon(weapon: str, action: str, base: int, harder: int) -> None:
    """Bare hands and a knife one, a hand axe and a club two, a long sword and a polearm three."""
    assert difficulty(drowned(weapon), f"{action} blue_1") == base + harder
    assert difficulty(drowned(weapon, red=False, blue=False), f"{action} blue_1") == base


@pytest.mark.rule("DP-R4")
@pytest.mark.parametrize(("red", "blue", "harder"), [(True, False, 3), (False, True, 0)])
def test_a_blow_is_harder_for_who_is_under_water(red: bool, blue: bool, harder: int) -> None:
    """The surroundings are those of the attacker."""
    assert difficulty(drowned("sword", red=red, blue=blue), "strike blue_1") == 6 + harder


@pytest.mark.rule("DP-R4")
@pytest.mark.parametrize(("red", "blue"), [(True, True), (True, False), (False, True)])
@pytest.mark.parametrize(
    "weapon", ["throwing_knife", "throwing_axe", "light_pistol", "rifle", "sniper_rifle", "bow", "crossbow"]
)
def test_under_water_nothing_is_thrown_or_fired(weapon: str, red: bool, blue: bool) -> None:
    """Throwing weapons and firearms do not work, whichever end of the shot is under water; on dry ground they do."""
    assert not {"shoot", "single_shot", "aim", "mark"} & verbs(drowned(weapon, 5, red, blue))
    assert {"shoot blue_1", "aim blue_1"} <= choices(drowned(weapon, 5, red=False, blue=False))


@pytest.mark.rule("DP-R4")
def test_harpoons_work_under_water() -> None:
    """At the same difficulty as elsewhere, 7."""
    assert difficulty(drowned("harpoon_gun", 5), "shoot blue_1") == 7


@pytest.mark.rule("DP-R4")
def test_a_pistol_of_special_design_works_under_water() -> None:
    """A house rule makes one."""
    red = fighter((1, 1), weapons=["light_pistol"], abilities=ABLE)
    house = {"weapons": {"light_pistol": {"water": "works"}}}
    battle = table([red], [fighter((6, 1))], ground="\n".join(["f" * 12] * 3), legend=FLOODED, catalog=house)
    assert difficulty(battle, "shoot blue_1") == 6


@pytest.mark.rule("DP-R4")
def test_who_steps_out_of_the_water_is_under_it_no_longer() -> None:
    """Red walks from flooded ground, where a step costs double, onto dry ground, and strikes at 6 + 1 for the walk."""
    red = fighter((1, 1), weapons=["sword"], abilities=ABLE)
    battle = table([red], [fighter((4, 1))], ground="." * 9 + "\n.ff......\n" + "." * 9, legend=FLOODED)
    play(battle, "walk")
    assert steps(battle, "east", "east") == [2, 1]
    assert difficulty(battle, "strike blue_1") == 7


@pytest.mark.rule("DP-R4")
def test_a_blow_that_works_under_water_does_harm_there() -> None:
    """At 6 + 1 sevens count: three of them, and three dice of damage of Strength 3."""
    events = undefended(drowned("knife"), "punch blue_1", "777666222 666")
    assert "hit" in kinds_of(events)
    assert "damage" in kinds_of(events)
