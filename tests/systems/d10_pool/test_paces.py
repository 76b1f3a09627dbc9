"""DP-M1: how far a turn goes, what it takes of the dice, and when it is declared."""

import pytest
from pooltable import *

LONG = "\n".join(["." * 60] * 3)


@pytest.mark.rule("DP-M1")
@pytest.mark.parametrize(
    ("pace", "dexterity", "metres"),
    [("walk", 1, 3), ("walk", 5, 3), ("jog", 1, 13), ("jog", 5, 17), ("run", 1, 23), ("run", 5, 35)],
)
def test_a_turn_goes_as_far_as_its_pace(pace: str, dexterity: int, metres: int) -> None:
    """A walk is 3 metres, a jog 12 + Dexterity, a run 20 + 3 x Dexterity; after the last of them there is no step."""
    battle = table([fighter((1, 1), attributes={"dexterity": dexterity})], [fighter((55, 0))], ground=LONG)
    assert "step" not in verbs(battle)
    play(battle, pace)
    assert steps(battle, *["east"] * metres) == [1] * metres
    assert battle.unit("red_1")["x"] == 1 + metres
    assert "step east" not in choices(battle)


@pytest.mark.rule("DP-M1")
def test_a_pace_is_declared_once_a_turn() -> None:
    """After a walk there is no run; in the next turn there is."""
    battle = table([fighter((1, 1))], [fighter((55, 0))], ground=LONG)
    play(battle, "walk")
    assert not {"walk", "jog", "run"} & verbs(battle)
    pass_until(battle, "red_1")
    assert {"walk", "jog", "run"} <= verbs(battle)


@pytest.mark.rule("DP-M1", "DP-A3")
@pytest.mark.parametrize(("pace", "dice"), [("walk", 6), ("jog", 4), ("run", 4)])
def test_more_than_a_walk_takes_two_dice_of_the_split_pool(pace: str, dice: int) -> None:
    """Six dice of bare hands: all of them after a walk, four after a jog or a run."""
    battle = table([fighter((1, 1), abilities={"brawl": 3})], [fighter((2, 1))])
    play(battle, pace)
    assert sum(pool(roll(undefended(battle, "punch blue_1", "2" * dice), "attack")).values()) == dice


@pytest.mark.rule("DP-M1", "DP-A3")
def test_who_cannot_split_its_pool_runs_or_attacks() -> None:
    """Three dice of bare hands: two go into the run, and one is too few for an attack; a walk leaves all three."""
    ran, walked = (table([fighter((1, 1))], [fighter((2, 1))]) for _ in range(2))
    play(ran, "run")
    play(walked, "walk")
    assert ("punch" in verbs(ran), "punch" in verbs(walked)) == (False, True)


@pytest.mark.rule("DP-M1")
def test_there_is_no_pace_after_the_attack_but_its_metres_remain() -> None:
    """A pace comes before the attack: what is left of it may be walked after it, a new one not be declared."""
    stood, walked = (table([fighter((1, 1))], [fighter((2, 1))]) for _ in range(2))
    undefended(stood, "punch blue_1", "222")
    play(walked, "walk")
    undefended(walked, "punch blue_1", "222")
    assert "step west" in choices(walked)
    assert only(play(walked, "step west"), "step").numbers["metres"] == 1
    assert stood.decision is not None
    assert stood.decision.unit == "blue_1"


@pytest.mark.rule("DP-M1")
def test_difficult_ground_costs_double_and_diagonals_one_and_two() -> None:
    """Thirteen metres of a jog: brush takes two a step, diagonals one and two in turn."""
    battle = table([fighter((1, 1))], [fighter((15, 2))], ground="." * 16 + '\n..""............\n' + "." * 16)
    play(battle, "jog")
    assert steps(battle, "east", "east", "east", "northeast", "southeast") == [2, 2, 1, 1, 2]
