"""LD-H1 and LD-H2: damage less armor, wound levels and what they take off rolls, falling, pain tolerance."""

from typing import Any

import pytest
from laddertable import *

from fireteam.env.battle import Battle


def boxing(level: str = "unhurt", blue: dict[str, Any] | None = None, **options: Any) -> Battle:
    """Return red_1 with a rank of 4 of Unarmed beside blue_1, who has a wound level."""
    battle = table([fighter((1, 1), skills={"unarmed": 4})], [fighter((2, 1), **(blue or {}))], stalemate=20, **options)
    battle.unit("blue_1")["level"] = LEVEL[level]
    return battle


def struck(battle: Battle, outcome: int) -> list[Any]:
    """Let red_1 strike blue_1 with an outcome."""
    return turn(battle, {"red_1": "punch blue_1"}, outcome - 4)


@pytest.mark.rule("LD-H1")
@pytest.mark.parametrize(
    ("weapon", "verb", "bonus"), [("heavy_pistol", "shoot", 3), ("garrote", "garrote", 2), ("sword", "strike", 2)]
)
def test_damage_is_the_outcome_and_the_bonus_of_the_weapon(weapon: str, verb: str, bonus: int) -> None:
    """The page's pistol has 3, its garrote 2."""
    battle = table([fighter((1, 1), weapons=[weapon], skills={"unarmed": 2})], [fighter((2, 1))])
    events = turn(battle, {"red_1": f"{verb} blue_1"}, 1, *([0] if verb == "garrote" else []))
    outcome = 2 if verb == "garrote" else 1
    assert harm_of(events) == {"outcome": outcome, "weapon": bonus}
    assert damage(events) == outcome + bonus


@pytest.mark.rule("LD-H1")
def test_armor_of_the_body_and_worn_armor_stack_and_the_best_piece_counts() -> None:
    """A jacket of 1 and combat armor of 2 are 2, with 1 of the body 3."""
    events = struck(boxing(blue={"armour": ["jacket", "combat_armor"], "hide": 1}), 5)
    assert harm_of(events) == {"outcome": 5, "armor": -3}
    assert only(events, "damage").numbers["damage"] == 2


@pytest.mark.rule("LD-H1")
def test_armor_may_leave_nothing() -> None:
    """A hit that armor takes up does no harm, and none below 0."""
    battle = boxing(blue={"armour": ["hardshell"]})
    events = struck(battle, 3)
    assert ("no_effect" in kinds_of(events), damage(events), battle.unit("blue_1")["level"]) == (True, 0, 0)
    struck(battle, 1)
    assert battle.unit("blue_1")["level"] == 0


@pytest.mark.rule("LD-H2")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (1, "scratched"),
        (2, "lightly wounded"),
        (3, "moderately wounded"),
        (4, "severely wounded"),
        (5, "critically wounded"),
    ],
)
def test_damage_is_wound_levels(points: int, level: str) -> None:
    """Five levels are critically wounded."""
    battle = boxing()
    assert only(struck(battle, points), "wounded").numbers["modifier"] == level
    assert battle.unit("blue_1")["level"] == LEVEL[level]


@pytest.mark.rule("LD-H2")
@pytest.mark.parametrize(("reading", "level"), [("added", 5), ("worst", 3)])
def test_levels_add_up_or_the_worst_counts(reading: str, level: int) -> None:
    """Two and three make five; by the option `wounds` three."""
    battle = boxing(options={"wounds": reading})
    struck(battle, 2)
    struck(battle, 3)
    assert battle.unit("blue_1")["level"] == level


@pytest.mark.rule("LD-H2")
@pytest.mark.parametrize(("points", "end"), [(1, "unconscious"), (4, "unconscious"), (5, "dead")])
def test_six_levels_put_out_ten_kill(points: int, end: str) -> None:
    """Five and one are out, five and five dead."""
    battle = boxing("critically wounded")
    events = struck(battle, points)
    assert {"unconscious", "dead"} & set(kinds_of(events)) == {end}
    assert battle.over


PENALTIES = [
    ("unhurt", 0),
    ("scratched", 0),
    ("lightly wounded", -1),
    ("moderately wounded", -1),
    ("severely wounded", -2),
    ("critically wounded", -3),
]


@pytest.mark.rule("LD-H2")
@pytest.mark.parametrize(("level", "penalty"), PENALTIES)
def test_what_wounds_take_off_rolls(level: str, penalty: int) -> None:
    """A -3 penalty to all rolls at the critical level."""
    events = turn(boxing(level), {"blue_1": "punch red_1"}, 0)
    assert attack_of(events) == ({"wounded": penalty} if penalty else {})


@pytest.mark.rule("LD-H2")
def test_they_take_it_off_all_rolls() -> None:
    """Attack, dodge, movement, resistance, breaking free, feint, insight and initiative: severe wounds are -2 everywhere."""
    battle = table([fighter((1, 1), skills={"unarmed": 4})], [fighter((2, 1))], stalemate=20)
    for unit in ("red_1", "blue_1"):
        battle.unit(unit)["level"] = LEVEL["severely wounded"]
    events = turn(battle, {"red_1": "feint blue_1, punch blue_1", "blue_1": "dodge_attacks red_1, walk"}, 0, 0, -2, 0, 0)
    events += turn(battle, {"red_1": "grapple blue_1"}, 4, 0)
    events += turn(battle, {"red_1": "hold_on", "blue_1": "break_free"}, 0, 0)
    found = {str(event.numbers["purpose"]): event for event in events if event.kind == "roll"}
    assert set(found) == {
        "feint", "insight", "attack", "evasion", "movement", "grapple", "resistance", "breaking free", "grip", "initiative",
    }  # fmt: skip
    assert {made_of(event).get("wounded") for event in found.values()} == {-2}


@pytest.mark.rule("LD-H2")
@pytest.mark.parametrize("tough", [False, True])
def test_pain_tolerance_lifts_the_penalty(tough: bool) -> None:
    """His Pain Tolerance obviates the penalty, and not the wound: he still cannot walk."""
    battle = boxing("critically wounded", {"pain_tolerance": tough})
    turn(battle, {})
    assert "walk" not in verbs(battle)
    events = turn(battle, {"blue_1": "punch red_1"}, 0)
    assert rolls(events) == [("blue_1", "attack", 0 if tough else -3)]


@pytest.mark.rule("LD-H2")
@pytest.mark.parametrize(("level", "walks"), [("severely wounded", True), ("critically wounded", False)])
def test_the_critically_wounded_cannot_walk(level: str, walks: bool) -> None:
    """From level 5 on; before it they can."""
    battle = boxing(level)
    turn(battle, {})
    assert decider(battle) == ("declare", "blue_1")
    assert ("walk" in verbs(battle)) == walks


@pytest.mark.rule("LD-H2", "LD-T1")
def test_who_becomes_critically_wounded_walks_no_more_in_the_turn() -> None:
    """The walk that it has declared lapses."""
    battle = boxing()
    events = turn(battle, {"red_1": "punch blue_1", "blue_1": "walk"}, 1)
    assert [(event.actor, event.numbers["verb"]) for event in events if event.kind == "lapses"] == [("blue_1", "walk")]


@pytest.mark.rule("LD-H2")
@pytest.mark.parametrize(("thrown", "level", "goes_on"), [(-1, "severely wounded", True), (0, "critically wounded", False)])
def test_who_is_critically_wounded_on_its_way_stops(thrown: int, level: str, goes_on: bool) -> None:
    """A delayed shot that wounds critically ends the movement where it struck; a lesser wound does not."""
    ground = "......B.....\n" * 3 + "............\n" * 2
    red = fighter((1, 1), weapons=["heavy_pistol"], skills={"discipline": 4, "ranged": 4})
    battle = table([red], [fighter((8, 2), skills={"physique": 4})], (0, 0), ground=ground)
    turn(battle, {"blue_1": "walk"}, until="red_1")
    play(battle, "await blue_1")
    assert only(play(battle, "end", 0), "walk").numbers["metres"] == 14
    assert only(play(battle, "step south", thrown), "wounded").numbers["modifier"] == level
    assert (decider(battle)[0], battle.round) == (("move", 1) if goes_on else ("declare", 2))


@pytest.mark.rule("LD-H2")
def test_things_are_destroyed() -> None:
    """A generator whose levels are used up is no more."""
    blue = [fighter((2, 1), "generator"), fighter((9, 1))]
    battle = table([fighter((1, 1), skills={"unarmed": 4})], blue)
    battle.unit("blue_1")["level"] = 5
    assert "dead" in kinds_of(turn(battle, {"red_1": "punch blue_1"}, 1 - 4))
