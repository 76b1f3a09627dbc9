"""DP-R2: rounds spent on lining up a shot, what they are worth, and what spoils them."""

from typing import Any

import pytest
from pooltable import *

from fireteam.env.battle import Battle

ABLE = dict.fromkeys(("brawl", "melee", "firearms", "athletics"), 6)  # nine dice with each
WALL = "." * 14 + "\n.....o........\n" + "." * 14


def aiming(weapon: str = "heavy_pistol", **options: Any) -> Battle:
    """Return red_1, nine dice strong, who stands five metres from blue_1 and blue_2; a heavy pistol has difficulty 7."""
    red = fighter((1, 1), weapons=[weapon], abilities={**ABLE, "dodge": 2})
    blue = [fighter((6, 1), weapons=["light_pistol"]), fighter((6, 2))]
    return table([red], blue, **options)


def aim(battle: Battle, rounds: int, pace: str = "") -> None:
    """Let red aim at blue_1 for some rounds; blue_1 moves in each of its turns if a pace is given."""
    for number in range(rounds):
        play(battle, "aim blue_1")
        end_turn(battle, "red_1")
        assert decider(battle) == ("act", "blue_1")
        if pace:
            go(battle, pace, "south" if number % 2 else "north")
        pass_until(battle, "red_1")


@pytest.mark.rule("DP-R2")
@pytest.mark.parametrize(("rounds", "easier"), [(0, 0), (1, 1), (2, 2), (3, 3)])
@pytest.mark.parametrize(("weapon", "base"), [("heavy_pistol", 7), ("throwing_axe", 7), ("bow", 6), ("crossbow", 6)])
def test_each_round_of_aim_lowers_the_difficulty_by_one(weapon: str, base: int, rounds: int, easier: int) -> None:
    """One, two and three rounds; for whatever is fired or thrown."""
    battle = aiming(weapon)
    aim(battle, rounds)
    assert difficulty(battle, "shoot blue_1") == base - easier


@pytest.mark.rule("DP-R2")
def test_more_than_three_rounds_are_worth_no_more() -> None:
    """The aim is capped at three: a fourth round is not even offered, and the aim stays."""
    battle = aiming()
    aim(battle, 3)
    assert "aim blue_1" not in choices(battle)
    assert "aim blue_2" in choices(battle)
    pass_until(battle, "red_1")
    assert difficulty(battle, "shoot blue_1") == 4


@pytest.mark.rule("DP-R2", "DP-R3")
@pytest.mark.parametrize(("rounds", "pace", "expected"), [
    (1, "walk", 6), (2, "walk", 5), (3, "walk", 5), (3, "jog", 5), (3, "run", 6)
])  # fmt: skip
def test_at_a_moving_target_two_rounds_count(rounds: int, pace: str, expected: int) -> None:
    """Of 7 two come off at most while the target walks or jogs; one who runs is one harder besides."""
    battle = aiming()
    aim(battle, rounds, pace)
    assert difficulty(battle, "shoot blue_1") == expected


@pytest.mark.rule("DP-R2")
def test_aim_takes_the_turn() -> None:
    """Who aims does not attack, nor move, in the same turn."""
    battle = aiming()
    play(battle, "aim blue_1")
    own = verbs(battle) if decider(battle)[1] == "red_1" else set()
    assert not {"shoot", "single_shot", "punch", "walk", "jog", "run", "aim", "mark"} & own


@pytest.mark.rule("DP-R2")
@pytest.mark.parametrize("pace", ["walk", "jog", "run"])
def test_who_moves_cannot_aim(pace: str) -> None:
    """The shooter must stand still: one that only means to go still does."""
    battle = aiming()
    play(battle, pace)
    assert "aim" in verbs(battle)
    play(battle, "step south")
    assert "aim" not in verbs(battle)


@pytest.mark.rule("DP-R2", "DP-M1")
def test_a_step_after_the_round_of_aim_spoils_it() -> None:
    """Red declares a walk, aims, and goes all the same: it has not stood still, and shoots at 7 in the next round."""
    battle = aiming()
    take(battle, "walk", "aim blue_1", "step south")
    assert battle.unit("red_1")["aim"] == 0
    pass_until(battle, "red_1")
    assert difficulty(battle, "shoot blue_1") == 7


@pytest.mark.rule("DP-R2", "DP-M1")
@pytest.mark.parametrize("pace", ["walk", "jog", "run"])
def test_a_target_that_takes_no_step_is_no_moving_target(pace: str) -> None:
    """Blue declares a pace in every round and stays: all three rounds of aim count, and it is no harder to hit."""
    battle = aiming()
    for _ in range(3):
        play(battle, "aim blue_1")
        end_turn(battle, "red_1")
        play(battle, pace)
        pass_until(battle, "red_1")
    assert difficulty(battle, "shoot blue_1") == 4


@pytest.mark.rule("DP-R2")
@pytest.mark.parametrize(("moves", "expected"), [([], 5), (["walk"], 5), (["walk", "step south"], 8)])
def test_moving_spoils_the_aim(moves: list[str], expected: int) -> None:
    """After two rounds of aim the first step of a walk leaves nothing of them: 7 + 1; the word alone changes nothing."""
    battle = aiming()
    aim(battle, 2)
    for move in moves:
        play(battle, move)
    assert difficulty(battle, "shoot blue_1") == expected


@pytest.mark.rule("DP-R2")
def test_aim_is_at_one_target() -> None:
    """Two rounds at blue_1 count nothing at blue_2; a round at blue_2 is the first, and none is left at blue_1."""
    battle = aiming()
    aim(battle, 2)
    assert difficulty(battle, "shoot blue_2") == 7
    battle = aiming()
    aim(battle, 2)
    play(battle, "aim blue_2")
    pass_until(battle, "red_1")
    assert difficulty(battle.copy(), "shoot blue_2") == 6
    assert difficulty(battle, "shoot blue_1") == 7


@pytest.mark.rule("DP-R2")
def test_a_shot_uses_the_aim_up() -> None:
    """The second shot is at 7 again."""
    battle = aiming()
    aim(battle, 2)
    assert difficulty(battle, "shoot blue_1") == 5
    pass_until(battle, "red_1")
    assert difficulty(battle, "shoot blue_1") == 7


@pytest.mark.rule("DP-R2", "DP-A2")
def test_a_single_shot_is_aimed_besides() -> None:
    """Two rounds of aim and a single shot: 7 - 2 - 1."""
    battle = aiming()
    aim(battle, 2)
    assert difficulty(battle, "single_shot blue_1") == 4


@pytest.mark.rule("DP-R2")
def test_blows_are_not_aimed() -> None:
    """A shot may be lined up and no punch: bare hands are at 6 after aiming with the pistol."""
    red = fighter((1, 1), weapons=["light_pistol"], abilities=ABLE)
    battle = table([red], [fighter((2, 1))])
    play(battle, "aim blue_1")
    pass_until(battle, "red_1")
    assert difficulty(battle, "punch blue_1") == 6
    assert "aim" not in verbs(table([fighter((1, 1), weapons=["knife"])], [fighter((2, 1))]))


@pytest.mark.rule("DP-R2")
def test_who_is_behind_cover_cannot_aim() -> None:
    """Behind the wall there is no aim at who is beyond it, and what was aimed before is lost."""
    red, blue = fighter((4, 1), weapons=["heavy_pistol"], abilities=ABLE), fighter((12, 1))
    battle = table([red], [blue], ground=WALL)
    play(battle, "aim blue_1")
    pass_until(battle, "red_1")
    play(battle, "take_cover")
    assert "aim" not in verbs(battle)
    assert difficulty(battle, "shoot blue_1") == 8


@pytest.mark.rule("DP-R2")
@pytest.mark.parametrize(("answer", "expected"), [("pass", 6), ("dodge_with 2", 7)])
def test_defending_spoils_the_aim(answer: str, expected: int) -> None:
    """Who dodges does not stand still; who lets the shot come does."""
    battle = aiming()
    play(battle, "aim blue_1")
    end_turn(battle, "red_1")
    battle.step("shoot red_1")
    assert decider(battle) == ("defend", "red_1")
    quietly(battle, answer)
    pass_until(battle, "red_1")
    assert difficulty(battle, "shoot blue_1") == expected


@pytest.mark.rule("DP-R2", "DP-A5")
def test_a_dedicated_dodge_in_the_own_turn_spoils_the_aim() -> None:
    """It takes the whole turn: it is no round of standing still."""
    battle = aiming()
    aim(battle, 2)
    quietly(battle, "full_defense")
    pass_until(battle, "red_1")
    assert difficulty(battle, "shoot blue_1") == 7


@pytest.mark.rule("DP-R2", "DP-A3")
def test_handling_things_spoils_the_aim() -> None:
    """A weapon is drawn with the other hand: the aim is gone."""
    red = fighter((1, 1), weapons=["heavy_pistol", "knife"], abilities=ABLE)
    battle = table([red], [fighter((6, 1))])
    play(battle, "aim blue_1")
    pass_until(battle, "red_1")
    play(battle, "off_hand knife")
    pass_until(battle, "red_1")
    assert difficulty(battle, "shoot blue_1") == 7


@pytest.mark.rule("DP-R2")
def test_cover_that_does_not_stand_between_is_no_hindrance() -> None:
    """Red has taken cover from the east and aims at blue to the west, before which it is behind no cover."""
    battle = table([fighter((6, 1), weapons=["heavy_pistol"], abilities=ABLE)], [fighter((13, 1))], ground=WALL)
    play(battle, "take_cover")
    aim(battle, 1)
    assert difficulty(battle, "shoot blue_1") == 6
