"""DP-R3: what the target's cover, pace, distance and size add to the difficulty."""

from typing import Any

import pytest
from pooltable import *

from fireteam.env.battle import Battle

ABLE = dict.fromkeys(("brawl", "melee", "firearms", "athletics"), 6)  # nine dice with each
LONG = "\n".join(["." * 60] * 3)


def facing(weapon: str, metres: int, **options: Any) -> Battle:
    """Return red_1, nine dice strong, with a weapon, so many metres from blue_1; blue_2 stands far off."""
    red = fighter((1, 1), weapons=[weapon], abilities=ABLE)
    blue = fighter((1 + metres, 1), **options.pop("blue", {}))
    return table([red], [blue, fighter((58, 2))], **{"ground": LONG, **options})


@pytest.mark.rule("DP-R3")
@pytest.mark.parametrize("letter", ["o", "O", "C"])
@pytest.mark.parametrize(("weapon", "metres", "action"), [("light_pistol", 8, "shoot"), ("bow", 8, "shoot")])
def test_a_target_in_cover_is_two_harder(letter: str, weapon: str, metres: int, action: str) -> None:
    """A low wall, a barricade or crates before the target: 6 + 2; the same wall beside it: 6."""
    before = "." * 60 + "\n" + "." * 8 + letter + "." * 51 + "\n" + "." * 60
    beside = "." * 9 + letter + "." * 50 + "\n" + "." * 60 + "\n" + "." * 60
    assert difficulty(facing(weapon, metres, ground=before), f"{action} blue_1") == 8
    assert difficulty(facing(weapon, metres, ground=beside), f"{action} blue_1") == 6


@pytest.mark.rule("DP-R3")
@pytest.mark.parametrize(("weapon", "metres", "action"), [
    ("light_pistol", 8, "shoot"), ("knife", 1, "strike"), ("knife", 1, "punch")
])  # fmt: skip
def test_a_target_that_cannot_move_is_three_easier(weapon: str, metres: int, action: str) -> None:
    """A thing as large as an adult: 6 - 3; somebody who only stands there: 6."""
    battle = facing(weapon, metres, blue={"template": THING, "size": "adult"})
    assert difficulty(battle, f"{action} blue_1") == 3
    assert difficulty(facing(weapon, metres), f"{action} blue_1") == 6


@pytest.mark.rule("DP-R3")
@pytest.mark.parametrize(("pace", "harder"), [("end", 0), ("walk", 0), ("jog", 0), ("run", 1)])
@pytest.mark.parametrize(("weapon", "metres", "action"), [("light_pistol", 8, "shoot"), ("knife", 1, "punch")])
def test_a_target_that_runs_is_one_harder(pace: str, harder: int, weapon: str, metres: int, action: str) -> None:
    """Who walks or jogs is not; and in the round after the run it is over."""
    battle = facing(weapon, metres)
    end_turn(battle, "red_1")
    play(battle, pace)
    if pace != "end":
        steps(battle, "south", "north")
    pass_until(battle, "red_1")
    assert difficulty(battle.copy(), f"{action} blue_1") == 6 + harder
    pass_until(battle, "red_1")
    assert difficulty(battle, f"{action} blue_1") == 6


@pytest.mark.rule("DP-R3", "DP-M1")
def test_a_target_that_declares_a_run_and_stays_is_no_harder_to_hit() -> None:
    """If your target is running: no step, no run."""
    battle = facing("light_pistol", 8)
    end_turn(battle, "red_1")
    play(battle, "run")
    pass_until(battle, "red_1")
    assert difficulty(battle, "shoot blue_1") == 6


@pytest.mark.rule("DP-R3", "DP-H4")
def test_who_has_lost_its_turn_runs_no_longer() -> None:
    """Blue_1 ran, was stunned, and lost its turn: it is 6 to hit, as anybody who stands."""
    battle = facing("light_pistol", 8)
    end_turn(battle, "red_1")
    play(battle, "run")
    steps(battle, "south", "north")
    battle.unit("blue_1")["stunned"] = 2
    pass_until(battle, "red_1")
    assert difficulty(battle.copy(), "shoot blue_1") == 7
    pass_until(battle, "red_1")
    assert battle.unit("blue_1")["stunned"] == 0
    assert difficulty(battle, "shoot blue_1") == 6


@pytest.mark.rule("DP-R3")
@pytest.mark.parametrize("metres", [1, 2, 3])
@pytest.mark.parametrize(
    ("weapon", "base", "counts"),
    [
        ("light_pistol", 6, True),
        ("heavy_pistol", 7, True),
        ("machine_gun", 8, True),
        ("throwing_knife", 6, True),
        ("bow", 6, True),
        ("crossbow", 6, True),
        ("sniper_rifle", 7, False),
    ],
)
def test_at_point_blank_it_is_two_easier_but_not_for_sniper_rifles(
    metres: int, weapon: str, base: int, counts: bool
) -> None:
    """Within two metres; three are too far."""
    easier = 2 if counts and metres <= 2 else 0
    assert difficulty(facing(weapon, metres), "shoot blue_1") == base - easier


@pytest.mark.rule("DP-R3")
@pytest.mark.parametrize(
    ("weapon", "metres", "action", "base"),
    [("knife", 1, "punch", 6), ("knife", 1, "strike", 6), ("axe", 1, "strike", 7), ("halberd", 2, "strike", 7)],
)
def test_point_blank_is_nothing_to_blows(weapon: str, metres: int, action: str, base: int) -> None:
    """It does not apply to melee weapons."""
    assert difficulty(facing(weapon, metres), f"{action} blue_1") == base


@pytest.mark.rule("DP-R3")
@pytest.mark.parametrize(("weapon", "metres", "harder"), [
    ("light_pistol", 3, 0), ("light_pistol", 25, 0), ("light_pistol", 26, 1), ("light_pistol", 37, 1),
    ("light_pistol", 38, 2), ("light_pistol", 50, 2), ("throwing_knife", 15, 1), ("throwing_knife", 16, 2),
])  # fmt: skip
def test_beyond_its_range_a_weapon_is_one_harder_and_two_towards_twice_the_range(
    weapon: str, metres: int, harder: int
) -> None:
    """A light pistol is listed with 25 metres, a throwing knife with 10: beyond 37.5 and 15 it is two, up to 50 and 20."""
    assert difficulty(facing(weapon, metres), "shoot blue_1") == 6 + harder


@pytest.mark.rule("DP-R3")
@pytest.mark.parametrize(("weapon", "furthest"), [("light_pistol", 50), ("throwing_knife", 20), ("harpoon_gun", 40)])
def test_nothing_goes_farther_than_twice_its_range(weapon: str, furthest: int) -> None:
    """At twice the range there is a shot, a metre on there is none, and no aim."""
    assert {"shoot blue_1", "aim blue_1"} <= choices(facing(weapon, furthest))
    assert not {"shoot blue_1", "aim blue_1", "single_shot blue_1"} & choices(facing(weapon, furthest + 1))


@pytest.mark.rule("DP-R3")
def test_blows_reach_whom_they_can_touch() -> None:
    """Bare hands and a sword reach the next tile, a halberd one more."""
    assert {"punch", "strike"} <= verbs(facing("sword", 1))
    assert not {"punch", "strike"} & verbs(facing("sword", 2))
    assert "strike" in verbs(facing("halberd", 2))
    assert "strike" not in verbs(facing("halberd", 3))


@pytest.mark.rule("DP-R3")
@pytest.mark.parametrize(
    ("size", "harder"), [("adult", 0), ("child", 1), ("cat", 2), ("mouse", 3), ("horse", -1), ("truck", -2), ("house", -3)]
)
@pytest.mark.parametrize(("weapon", "metres", "action"), [("light_pistol", 8, "shoot"), ("knife", 1, "punch")])
def test_the_size_of_the_target_counts(size: str, harder: int, weapon: str, metres: int, action: str) -> None:
    """A child, a house cat and a mouse are 1, 2 and 3 harder than an adult; a horse, a truck and a house as much easier."""
    assert difficulty(facing(weapon, metres, blue={"size": size}), f"{action} blue_1") == 6 + harder
