"""SS-B2 and SS-B7: a tie goes through whatever the cover is: brush, a vehicle, a body; so does a blast's."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *

OPEN = "\n".join(["." * 20] * 5)
BRUSH = "\n".join(["." * 12, "." * 5 + '"' + "." * 6, "." * 12])
NEVER = {"defend": "never", "intercept": "never"}


def in_brush(covered: bool) -> Battle:
    """Return a battle in which blue_1 stands in brush, four metres before red_1."""
    battle = table([unit((1, 1), skills={"pistols": 3})], [target((5, 1))], BRUSH, order(1, 6))
    if covered:
        play(battle, "take_cover")
    play(battle, "end")
    return battle


@pytest.mark.rule("SS-B2")
def test_a_tie_goes_through_the_brush_on_the_own_tile() -> None:
    """Source, combat page, Cover: a tie hits through the cover that is used, and brush is one.

    A pistol's 6 leaves a point in the foliage (Structure 1, no Armor) and goes on with 5. Without Take Cover it grazes.
    """
    assert terms(roll(quietly(in_brush(True), "shoot blue_1"), "defense"))["cover"] == 4
    events = play(in_brush(True), "shoot blue_1", "522222 5222222222 2")
    assert only(events, "through_cover").numbers["damage"] == 5
    assert only(events, "damage").numbers["damage"] == 5
    assert "graze" in kinds_of(play(in_brush(False), "shoot blue_1", "522222 522222"))


def drive(weapon: str, **numbers: int) -> Battle:
    """Return a battle in which red_2 sits in the van red_1, and blue_1 stands east of it with a forged weapon."""
    driver = unit((0, 0), flesh=40, orders=NEVER)
    del driver["at"]
    shooter = unit((12, 2), weapons=[weapon], skills={"pistols": 3, "throwing": 3})
    van = {"template": "van", "at": [2, 2], "name": "Van"}
    return table([van, {**driver, "aboard": "Van"}], [shooter], OPEN, order(1, 6), forged={weapon: numbers})


@pytest.mark.rule("SS-B2")
@pytest.mark.rule("SS-B7")
def test_a_tie_at_a_passenger_goes_through_the_vehicle() -> None:
    """Source, combat page, Barriers: vehicles have Body and Armor where barriers have Structure and Armor.

    A bullet of 20 exceeds the van's Armor of 10; it leaves a point in it, without a roll, and 19 for red_2.
    """
    events = play(drive("light_pistol", damage=20), "shoot red_2", "52222 5222222222 2")
    assert only(events, "shield_hit").target == "red_1"
    assert only(events, "shield_hit").numbers["damage"] == 1
    assert {e.target: e.numbers["damage"] for e in events if e.kind == "damage"} == {"red_1": 1, "red_2": 19}


@pytest.mark.rule("SS-B2")
@pytest.mark.rule("SS-B4")
def test_what_does_not_exceed_the_vehicles_armor_stops_there() -> None:
    """A bullet of 6 against the van's Armor of 10: nobody is hurt, and it is told as no hit."""
    events = play(drive("light_pistol"), "shoot red_2", "52222 5222222222")
    assert only(events, "shield_hit").numbers["damage"] == 0
    assert not {"damage", "hit"} & set(kinds_of(events))


@pytest.mark.rule("SS-F4")
def test_passengers_have_their_cover_against_blasts_too() -> None:
    """Source, combat page, Defender has good Cover: four dice against any attack; two less against an area effect."""
    battle = drive("fragmentation_grenade", timed=0)
    battle.dictate([5, 5, 5, 2, 2, 2] + [2] * 90)
    events = battle.step("throw red_1")
    defense = next(e for e in events if e.numbers.get("purpose") == "defense" and e.actor == "red_2")
    assert terms(defense) == {"Reaction": 3, "Intuition": 3, "cover": 4, "area effect": -2}


@pytest.mark.rule("SS-B2")
@pytest.mark.rule("SS-F4")
@pytest.mark.parametrize(("covered", "kind"), [(True, "caught"), (False, "graze")])
def test_a_blast_that_ties_goes_through_the_cover(covered: bool, kind: str) -> None:
    """Source, combat page, Cover: who ties against somebody in cover hits through it. Three hits each.

    Rubble of brick (Structure 10, Armor 16, and 3 more for the grenade's penetration) between: 30 less 2 metres are 28;
    it resists with 29 dice, none of which hits, and what exceeds its Structure goes on: 18.
    """
    rows = ["." * 40 for _ in range(5)]
    rows[2] = "." * 13 + ":" + "." * 26
    sturdy = {"flesh": 99, "attributes": {"body": 9, "strength": 9}}
    battle = table(
        [unit((2, 2), weapons=["fragmentation_grenade"], skills={"throwing": 3})],
        [target((12, 2), **sturdy), target((14, 2), **sturdy)],
        "\n".join(rows),
        order(6, 1, 1),
        forged={"fragmentation_grenade": {"timed": 0, "damage": 30}},
    )
    battle.unit("blue_2")["covered"] = covered
    events = play(battle, "throw blue_1", "555222 5555" + ("55522222" + "2" * 29 + "2222" if covered else "5552"))
    assert next(e.kind for e in events if e.target == "blue_2" and e.kind in ("caught", "graze", "miss")) == kind
    if covered:
        assert terms(roll(events, "barrier")) == {"structure": 29}
        assert only(events, "caught").numbers["damage"] == 18


@pytest.mark.rule("SS-B7")
@pytest.mark.parametrize("status", [2, 3])
def test_a_body_serves_living_or_dead(status: int) -> None:
    """Source, combat page, Body Barriers: a body, living or dead. A pistol's 6 leaves a point in it and goes on with 5."""
    battle = table(
        [unit((3, 2), weapons=[], orders=NEVER), unit((4, 2), flesh=10)],
        [target((8, 2), weapons=["light_pistol"], skills={"pistols": 3})],
        OPEN,
        order(6, 1, 1),
    )
    battle.unit("red_2")["status"], battle.unit("red_2")["prone"] = status, 1
    take(battle, "walk", "lift red_2", "end")
    events = play(battle, "shoot red_1", "522222 52222222 2")
    assert {e.target: e.numbers["damage"] for e in events if e.kind == "damage"} == {"red_2": 1, "red_1": 5}
    assert battle.unit("red_2")["status"] == status


@pytest.mark.rule("SS-B1")
@pytest.mark.parametrize(
    ("letter", "weapon", "dice"),
    [("o", "light_pistol", 2), ("o", "pole_axe", 0), ("C", "light_pistol", 4), ("C", "pole_axe", 4)],
)
def test_partial_cover_helps_against_ranged_attacks_only(letter: str, weapon: str, dice: int) -> None:
    """Source, combat page, Defender has partial Cover: all ranged tests; good cover: any attack.

    A pole axe as long as a tree reaches over the low wall (partial) or the crates (good) that blue crouches behind.
    """
    ground = "\n".join(["." * 12, "...." + letter + "." * 7, "." * 12])
    battle = table(
        [unit((1, 1), weapons=[weapon], skills={"pistols": 3, "blades": 3})],
        [target((5, 1))],
        ground,
        order(1, 6),
        forged={"pole_axe": {"reach": 4}},
    )
    take(battle, "take_cover", "end")
    verb = "shoot" if weapon == "light_pistol" else "strike"
    assert terms(roll(quietly(battle, f"{verb} blue_1"), "defense")).get("cover", 0) == dice


@pytest.mark.rule("SS-B4")
@pytest.mark.parametrize(("strength", "opens"), [(9, True), (3, False)])
def test_the_mask_counts_strength(strength: int, opens: bool) -> None:
    """A bow of 5 + Strength 9 and six hits at best are 20 against brick's 16 less penetration 2; with Strength 3, 14."""
    red = unit((2, 2), weapons=["bow"], skills={"archery": 3}, attributes={"strength": strength})
    forged = {"bow": {"damage": 5, "adds_strength": 1, "accuracy": 6, "penetration": 2}}
    ground = "\n".join(["......#" + "." * 13] * 5)
    battle = table([red], [target((10, 2))], ground, order(6, 1), forged=forged)
    play(battle, "walk")
    assert battle.cover("blue_1", "red_1") == "total"
    assert ("shoot blue_1" in choices(battle)) == opens


@pytest.mark.rule("SS-R3")
@pytest.mark.rule("SS-B4")
def test_what_has_no_armor_gains_none_by_a_weapon_that_pierces_badly() -> None:
    """Source, combat page, Armor Penetration: the bonus does not apply where no armor is. Brush has none.

    With a penetration of -9 a pistol's 6 still exceeds Armor 0, and a grenade's blast is resisted by one die of Structure.
    """
    rows = BRUSH.splitlines()
    battle = table(
        [unit((1, 1), skills={"pistols": 3})],
        [target((5, 1))],
        "\n".join(rows),
        order(1, 6),
        forged={"light_pistol": {"penetration": -9}},
    )
    take(battle, "take_cover", "end")
    events = play(battle, "shoot blue_1", "522222 5222222222 2")
    assert only(events, "through_cover").numbers == {"damage": 5, "material": "foliage"}
    sturdy = {"attributes": {"body": 9, "strength": 9, "agility": 9}, "flesh": 99}
    battle = table(
        [unit((1, 1), weapons=["fragmentation_grenade"], skills={"throwing": 3}, **sturdy)],
        [target((4, 1), **sturdy), target((5, 1), **sturdy)],
        "\n".join(rows),
        order(6, 1, 1),
        forged={"fragmentation_grenade": {"timed": 0, "blast": 2}},
    )
    battle.unit("blue_2")["covered"] = 1
    events = play(battle, "throw blue_1", "555222222222 2222 2222 " + "55522222 2 2222")
    assert terms(roll(events, "barrier")) == {"structure": 1}


@pytest.mark.rule("SS-B4")
@pytest.mark.parametrize(("letter", "material"), [("=", "fragile"), ("P", "cheap")])
def test_what_an_attack_goes_through_is_named(letter: str, material: str) -> None:
    """A window, a plaster wall: the event says which, and not foliage."""
    battle = table(
        [unit((1, 1), skills={"pistols": 12})],
        [target((5, 1))],
        "\n".join(["...." + letter + "......."] * 3),
        order(6, 1),
        forged={"light_pistol": {"damage": 20}},
    )
    battle.dictate([5, 5, 5] + [2] * 60)
    assert only(battle.step("shoot blue_1"), "through_cover").numbers["material"] == material


@pytest.mark.rule("SS-B4")
@pytest.mark.parametrize(("resisted", "taken", "arrives"), [(0, 2, 4), (1, 2, 3), (4, 2, 0), (5, 1, 0), (6, 0, 0)])
def test_what_does_not_pierce_is_resisted_by_the_barrier(resisted: int, taken: int, arrives: int) -> None:
    """A slug of 6 at a plaster wall: six dice of Structure 2 + Armor 4 come off it; 2 are the wall's, the rest goes on."""
    ground = "\n".join(["." * 4 + "P" + "." * 7] * 3)
    red, blunt = unit((3, 1), skills={"pistols": 9}), {"light_pistol": {"penetrating": 0}}
    battle = table([red], [target((5, 1), flesh=40)], ground, order(6, 1), forged=blunt)
    hits = "5" * resisted + "2" * (6 - resisted)
    events = play(battle, "shoot blue_1", f"222222 222222 {hits} {'2' * (arrives > 0)}")
    record = battle.record[0]
    assert [event.at for event in events if event.kind == "barrier_breaks"] == [(4, 1)] * (taken == 2)
    assert record["dents"]["damage"][: record["dented"]].sum() == taken % 2
    assert [event.numbers["damage"] for event in events if event.kind == "through_cover"] == [arrives] * (arrives > 0)
