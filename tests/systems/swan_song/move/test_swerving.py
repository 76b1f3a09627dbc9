"""The defense of a vehicle that moves (SS-C4): its driver swerves, as far as the driver is able to defend itself."""

from typing import Any

import pytest
from ailing import ail
from vans import aboard, chase

from fireteam.env.battle import Battle
from fireteam.systems.swan_song.rules.record import LATE, SURPRISED
from tabletop import *


def swerving(weapon: str, skill: str, **driver: Any) -> Battle:
    """Return a battle in which a van has moved, with a driver of Piloting 6, and blue, who shoots at it, is to act."""
    shooter = unit((12, 2), skills={skill: 6}, weapons=[weapon])
    battle = chase(aboard(skills={"piloting": 6}, **driver), blue=[shooter])
    take(battle, "drive", "step east")
    return battle


@pytest.mark.rule("SS-C4", "SS-F4")
@pytest.mark.parametrize(
    ("weapon", "skill", "mode", "verb", "less"),
    [
        ("assault_rifle", "automatics", "SA", "shoot", {}),
        ("assault_rifle", "automatics", "BF", "shoot", {"volume of fire": -2}),
        ("assault_rifle", "automatics", "FA", "shoot", {"volume of fire": -5}),
        ("assault_rifle", "automatics", "FA", "volley", {"volume of fire": -9}),
        ("shotgun", "longarms", "SS", "shoot", {"flechette spread": -1}),
    ],
)
def test_the_volume_of_fire_makes_it_harder_to_swerve(
    weapon: str, skill: str, mode: str, verb: str, less: dict[str, int]
) -> None:
    """The more bullets or pellets, the harder is any defense, that of a driver for the vehicle too."""
    battle = swerving(weapon, skill)
    quietly(battle, "end")
    if f"mode {mode}" in choices(battle):
        play(battle, f"mode {mode}")
    events = quietly(battle, f"{verb} red_1")
    assert terms(roll(events, "defense")) == {"Reaction": 3, "Piloting": 6, **less}


@pytest.mark.rule("SS-C4", "SS-C3", "SS-H5", "SS-F4")
def test_swerving_suffers_from_what_any_defense_does() -> None:
    """Wounds count, and attacks defended before; an ailment and a delay take dice off actions, not off a defense."""
    battle = swerving("light_pistol", "pistols")
    ail(battle, "nauseous", 5, "red_2")
    quietly(battle, "end")
    driver = battle.unit("red_2")
    driver["wounds"], driver["delay"], driver["defended"] = -2, LATE, 1
    events = quietly(battle, "shoot red_1")
    assert terms(roll(events, "defense")) == {"Reaction": 3, "Piloting": 6, "wounded": -2, "defended before": -1}
    assert driver["defended"] == 2


@pytest.mark.rule("SS-C4", "SS-S1")
@pytest.mark.parametrize(("surprised_by", "dice"), [(0, 9), (1 << 2, 0)])
def test_a_surprised_driver_does_not_swerve(surprised_by: int, dice: int) -> None:
    """Who is surprised has no defense against who surprised it: blue_1 is the third of the roster."""
    battle = swerving("light_pistol", "pistols")
    quietly(battle, "end")
    battle.unit("red_2")["surprised"] = SURPRISED
    battle.unit("red_2")["surprised_by"] = surprised_by
    assert pool(roll(quietly(battle, "shoot red_1"), "defense")) == dice


@pytest.mark.rule("SS-C4", "SS-F5")
@pytest.mark.parametrize(
    ("place", "wall", "dice"), [((12, 2), False, [9, 8]), ((0, 2), False, [0, 9]), ((12, 2), True, [4, 13])]
)
def test_an_unaware_driver_does_not_swerve(place: tuple[int, int], wall: bool, dice: list[int]) -> None:
    """Who is in no fight yet has no defense against a shot from behind, or out of sight: here through a wall of plaster.

    That shot tells all in the van that they are in one: the driver, who drives east, has a defense against the next.
    The wall is cover of the van, as of any thing.
    """
    rows = ["." * 16] * 6
    ground = "\n".join(row[:8] + "p" + row[9:] if wall else row for row in rows)
    shooters = [unit(at, skills={"pistols": 9}) for at in (place, (place[0], 3))]
    crew = [aboard(skills={"piloting": 6}, facing="west", orders={"defend": "never"}), aboard(facing="west")]
    battle = chase(
        *crew, blue=shooters, faces=(6, 5, 4, 3), ground=ground, red_team={"alert": False}, legend={"p": "partition"}
    )
    battle.unit("red_2")["engaged"] = 0
    take(battle, "drive", "step east")
    for name in ("red_2", "red_3"):
        quietly(battle, "end")
        battle.unit(name)["engaged"] = 0
    shots = []
    for _ in shooters:
        shots.append(pool(roll(quietly(battle, "shoot red_1"), "defense")))
        quietly(battle, "end")
    assert shots == dice
    assert battle.unit("red_3")["engaged"] == 1
