"""DP-D1 and DP-D2: pools of ten-sided dice, what counts, what ones take away, and the bounds of difficulties."""

import pytest
from pooltable import *

from fireteam.env.battle import Battle


def boxing(**red: object) -> Battle:
    """Return red_1 with three dice of bare hands, difficulty 6, beside blue_1."""
    return table([fighter((1, 1), **red)], [fighter((2, 1))])


@pytest.mark.rule("DP-D1")
@pytest.mark.parametrize(
    ("dice", "successes"), [("666", 3), ("555", 0), ("065", 2), ("661", 1), ("611", 0), ("621", 0), ("222", 0)]
)
def test_dice_that_reach_the_difficulty_count_and_ones_take_one_away(dice: str, successes: int) -> None:
    """Three dice at difficulty 6: a six and a ten count, a five does not, a one takes a success away, none goes below 0."""
    events = undefended(boxing(), "punch blue_1", f"{dice} {'222' if successes else ''}")
    assert hits(events, "attack") == successes
    assert ("hit" in kinds_of(events), "miss" in kinds_of(events)) == (successes > 0, successes == 0)


@pytest.mark.rule("DP-D1")
@pytest.mark.parametrize(("dice", "glitch"), [("122", "botch"), ("111", "botch"), ("161", "none"), ("222", "none")])
def test_a_one_without_any_success_is_a_botch(dice: str, glitch: str) -> None:
    """Ones that only cancel a success are no botch; ones alone are."""
    assert roll(undefended(boxing(), "punch blue_1", dice), "attack").numbers["glitch"] == glitch


@pytest.mark.rule("DP-D1")
@pytest.mark.parametrize(("dice", "defends"), [("12", False), ("22", True)])
def test_who_botches_an_attack_loses_its_other_dice(dice: str, defends: bool) -> None:
    """Red keeps two of four dice for a dodge: after a botch it has no defense, after a plain miss it has."""
    battle = table([fighter((1, 1), abilities={"brawl": 1, "dodge": 1})], [fighter((2, 1))])
    play(battle, "keep_to_dodge 2")
    undefended(battle, "punch blue_1", dice)
    end_turn(battle, "red_1")
    play(battle, "punch red_1", "" if defends else "222")
    assert ("dodge_with 2" in choices(battle)) == defends


@pytest.mark.rule("DP-D1")
def test_no_difficulty_is_above_ten() -> None:
    """At a mouse in a storm and the dark: 6 + 3 + 1 + 2 would be 12; a ten still counts, and a nine does not."""
    battle = table(
        [fighter((1, 1), abilities={"brawl": 6})],
        [fighter((2, 1), size="mouse")],
        light="dark",
        options={"weather": "storm"},
    )
    assert difficulty(battle, "punch blue_1") == 10


@pytest.mark.rule("DP-D1")
def test_no_difficulty_is_below_two() -> None:
    """At a house that cannot move: 6 - 3 - 3 would be 0; a two counts, a one does not."""
    house = fighter((2, 1), THING, size="house")
    events = undefended(table([fighter((1, 1))], [house, fighter((9, 1))]), "punch blue_1", "221 222")
    assert hits(events, "attack") == 1


@pytest.mark.rule("DP-D2", "DP-H1")
@pytest.mark.parametrize(("dice", "damage"), [("611", 1), ("661", 2), ("556", 1)])
def test_ones_take_nothing_away_from_damage(dice: str, damage: int) -> None:
    """Three dice of damage at difficulty 6: the sixes count whatever the others show."""
    events = undefended(boxing(), "punch blue_1", f"666 {dice}")
    assert hits(events, "damage") == damage


@pytest.mark.rule("DP-D2")
def test_damage_without_a_success_is_no_botch() -> None:
    """Three ones of damage do no harm, and nothing else happens."""
    events = undefended(boxing(), "punch blue_1", "666 111")
    assert damage_dice(events) == 3
    assert roll(events, "damage").numbers["glitch"] == "none"
    assert "no_effect" in kinds_of(events)
