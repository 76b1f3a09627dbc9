"""Vehicles as bodies: seen, shot at and caught on all of their tiles, hiding who is behind them (SS-B1, SS-B7)."""

import random
from typing import Any

import pytest

from fireteam.env.battle import Battle
from tabletop import *

FIELD = "\n".join(["." * 20] * 6)
GUN = {"weapons": ["light_pistol"], "skills": {"pistols": 3}}


def vehicle(template: str, at: tuple[int, int], **changes: Any) -> dict[str, Any]:
    """Return a vehicle nobody sits in."""
    return {"template": template, "at": list(at), "name": template, **changes}


@pytest.mark.rule("SS-B1")
def test_a_vehicle_is_seen_as_far_as_its_tiles_are() -> None:
    """Source, combat page, Cover: what counts is how much of the body is obscured.

    A wall hides the two northern tiles of the van, and lets one see the two others: half of it, which is partial cover, and
    things have it without an action. Before, nobody could shoot at it: its first tile is one of those hidden.
    """
    rows = ["." * 20 for _ in range(6)]
    rows[1] = rows[2] = "." * 7 + "#" + "." * 12
    battle = table([unit((1, 2), **GUN)], [vehicle("van", (8, 2)), target((15, 5))], "\n".join(rows), order(6, 1))
    assert battle.cover("blue_1", "red_1") == "partial"
    assert battle.cover("red_1", "blue_1") == "none"
    assert "shoot blue_1" in choices(battle)
    events = quietly(battle, "shoot blue_1")
    assert "blind fire" not in terms(roll(events, "attack"))
    assert terms(roll(events, "defense")) == {"cover": 2}


@pytest.mark.rule("SS-F4")
def test_a_blast_catches_a_vehicle_by_its_nearest_tile() -> None:
    """Six metres from where the grenade goes off the van's eastern tiles begin; its first tile is seven metres away."""
    battle = table(
        [unit((19, 2), weapons=["fragmentation_grenade"], skills={"throwing": 3})],
        [target((15, 2), attributes={"body": 9}, flesh=60), vehicle("van", (8, 2))],
        FIELD,
        order(6, 1),
        forged={"fragmentation_grenade": {"timed": 0, "penetration": 0}},
    )
    battle.dictate([5, 5, 5, 2, 2, 2] + [2] * 60)
    events = battle.step("throw blue_1")
    caught = {e.target: (e.numbers["damage"], e.numbers["metres"]) for e in events if e.kind == "caught"}
    assert caught["blue_1"] == (14, 0)
    assert caught["blue_2"] == (8, 6)


@pytest.mark.rule("SS-B1")
def test_a_van_hides_who_stands_behind_it() -> None:
    """It is higher than a man: blue cannot be seen across it, nor see; beside its end both do, and when it is gone."""
    battle = table([unit((1, 2), **GUN)], [vehicle("van", (5, 2)), target((9, 2)), target((9, 0))], FIELD, order(6, 1, 1))
    assert battle.cover("blue_2", "red_1") == battle.cover("red_1", "blue_2") == "total"
    assert battle.cover("blue_3", "red_1") == "none"
    battle.unit("blue_1")["x"] = 12
    assert battle.cover("blue_2", "red_1") == "none"
    battle.unit("blue_1")["x"] = 5
    assert battle.cover("blue_2", "red_1") == "total"
    battle.unit("blue_1")["status"] = 4  # it has left the map
    assert battle.cover("blue_2", "red_1") == "none"


@pytest.mark.rule("SS-C4")
@pytest.mark.parametrize("status", [2, 3])
@pytest.mark.parametrize(("template", "cover"), [("van", "total"), ("motorbike", "good")])
def test_a_wreck_still_stands_in_the_way(template: str, cover: str, status: int) -> None:
    """Source, combat page, Cover: what hides part of a body is cover. A wreck hides as much, and nobody walks over it."""
    battle = table([unit((1, 2), **GUN)], [vehicle(template, (5, 2)), target((7 if cover == "total" else 6, 2))], FIELD)
    wreck = battle.unit("blue_1")
    wreck["status"], wreck["prone"] = status, 1
    assert battle.cover("blue_2", "red_1") == cover
    battle.unit("red_1")["x"] = 4
    play(battle, "walk")
    assert "take_cover" in verbs(battle)
    assert {"step north", "step west"} <= choices(battle)
    assert "step east" not in choices(battle)


@pytest.mark.rule("SS-B7")
def test_a_shot_goes_through_a_wreck() -> None:
    """A bullet of 30 that ties leaves a point in the wreck, and 29 go on."""
    battle = behind_a_motorbike(True, damage=30)
    battle.unit("blue_1")["status"] = 3
    battle.dictate([5, 2, 2, 2, 2, 2] + [5] + [2] * 40)
    events = battle.step("shoot blue_2")
    assert only(events, "shield_hit").target == "blue_1"
    assert next(e.numbers["damage"] for e in events if e.kind == "soaked") == 29


def behind_a_motorbike(take_cover: bool, **numbers: int) -> Battle:
    """Return a battle in which blue_2 stands right behind a motorbike, and red_1 shoots from before it."""
    bike, rider = vehicle("motorbike", (5, 2)), target((6, 2), flesh=60, attributes={"body": 9})
    forged = {"light_pistol": numbers}
    battle = table([unit((1, 2), **GUN)], [bike, rider], FIELD, order(1, 6), forged=forged)
    assert "take_cover" in verbs(battle)
    if take_cover:
        play(battle, "take_cover")
    play(battle, "end")
    return battle


@pytest.mark.rule("SS-B1")
def test_one_takes_cover_behind_a_motorbike() -> None:
    """110 cm of it before an eye at 150 cm hide 58 % of who stands close behind it: good cover, once it is taken."""
    assert behind_a_motorbike(False).cover("blue_2", "red_1") == "good"
    for take_cover, dice in ((True, 4), (False, 0)):
        defense = roll(quietly(behind_a_motorbike(take_cover), "shoot blue_2"), "defense")
        assert terms(defense).get("cover", 0) == dice


@pytest.mark.rule("SS-B2")
@pytest.mark.rule("SS-B7")
def test_a_tie_goes_through_the_vehicle_between() -> None:
    """Source, combat page, Barriers: vehicles have Body and Armor. A bullet of 30 leaves a point in it, and 29 go on."""
    battle = behind_a_motorbike(True, damage=30)
    battle.dictate([5, 2, 2, 2, 2, 2] + [5] + [2] * 40)
    events = battle.step("shoot blue_2")
    assert only(events, "shield_hit").target == "blue_1"
    assert only(events, "shield_hit").numbers["damage"] == 1
    assert next(e.numbers["damage"] for e in events if e.kind == "soaked") == 29
    stopped = behind_a_motorbike(True, damage=2)
    events = play(stopped, "shoot blue_2", "522222 5222222222")
    assert "damage" not in kinds_of(events)


@pytest.mark.rule("SS-A4")
def test_a_rocket_at_one_behind_a_van_goes_off_before_it() -> None:
    """Blind fire at who is hidden by the van: the rocket comes down on the last tile before it."""
    red = unit((1, 2), weapons=["rocket_launcher"], skills={"heavy_weapons": 3}, attributes={"agility": 9})
    battle = table([red], [vehicle("van", (8, 2)), target((12, 2))], FIELD, order(6, 1))
    assert battle.cover("blue_2", "red_1") == "total"
    battle.dictate([5, 5, 5, 2, 2, 2] + [2] * 60)
    events = battle.step("shoot blue_2")
    assert only(events, "explodes").at == (7, 2)
    assert [e.target for e in events if e.kind == "caught"] == ["blue_1"]


def test_who_sits_in_a_vehicle_is_where_all_of_it_is() -> None:
    """From its eastern edge to blue are five metres; who gets out stands on a single tile again."""
    driver = unit((0, 0), weapons=["light_pistol"], skills={"pistols": 3})
    del driver["at"]
    battle = table([vehicle("van", (2, 2)), {**driver, "aboard": "van"}], [target((8, 2))], FIELD, order(6, 1))
    assert battle.unit("red_2")["side"] == 2
    play(battle, "leave south")
    assert battle.unit("red_2")["side"] == 1
    play(battle, "board red_1")
    assert battle.unit("red_2")["side"] == 2


@pytest.mark.parametrize("seed", range(3))
def test_sight_across_vehicles_is_symmetric(seed: int) -> None:
    """Wherever two vans, a motorbike and three people stand: if one sees another, it is seen."""
    dice = random.Random(seed)
    rows = ["".join(dice.choice("......o#O") for _ in range(12)) for _ in range(9)]
    rows[8] = "." * 12
    rows[7] = "." * 12
    battle = table(
        [vehicle("van", (0, 7)), unit((2, 8)), unit((3, 8))],
        [vehicle("van", (4, 7)), {**vehicle("motorbike", (6, 8))}, target((7, 8))],
        "\n".join(rows),
    )
    names = [unit_name for team in ("red", "blue") for unit_name in (f"{team}_{number}" for number in (1, 2, 3))]
    seen = 0
    for _ in range(40):
        for name in names:
            body = battle.unit(name)
            body["x"], body["y"] = dice.randrange(12 - body["side"] + 1), dice.randrange(9 - body["side"] + 1)
            body["prone"] = dice.randrange(2) if body["side"] == 1 else 0
        for one in names:
            for other in names:
                there, back = battle.cover(other, one), battle.cover(one, other)
                assert (there == "total") == (back == "total"), (one, other)
                seen += one != other and there == "total"
    assert seen > 20


@pytest.mark.rule("SS-B1")
def test_a_vehicle_hides_what_a_block_of_its_height_would() -> None:
    """For people about a van the cover is that of a map on which a block of two metres is drawn in its place."""
    dice = random.Random(1)
    rows = [list("." * 12) for _ in range(9)]
    for _ in range(12):
        rows[dice.randrange(9)][dice.randrange(12)] = dice.choice("o:C")
    for y in (4, 5):
        rows[y][5:7] = ".."
    rows[0][:2] = ".."
    people = [unit((0, 0))], [target((1, 0))]
    van = table([vehicle("van", (5, 4)), *people[0]], people[1], "\n".join("".join(row) for row in rows), order(6, 1))
    for y in (4, 5):
        rows[y][5:7] = "vv"
    hulk = {"words": "a hulk", "passable": False, "top": 200, "material": "heavy"}
    block = table(
        *people, "\n".join("".join(row) for row in rows), legend={"v": "hulk"}, catalog={"terrain": {"hulk": hulk}}
    )
    hidden = 0
    for _ in range(250):
        places = [(dice.randrange(12), dice.randrange(9)) for _ in range(2)]
        if any(5 <= x <= 6 and 4 <= y <= 5 for x, y in places):
            continue
        postures = [dice.randrange(2) for _ in range(2)]
        for battle, names in ((van, ("red_2", "blue_1")), (block, ("red_1", "blue_1"))):
            for name, (x, y), prone in zip(names, places, postures, strict=True):
                body = battle.unit(name)
                body["x"], body["y"], body["prone"] = x, y, prone
        there = van.cover("blue_1", "red_2")
        assert there == block.cover("blue_1", "red_1"), (places, postures)
        hidden += there != "none"
    assert hidden > 30
