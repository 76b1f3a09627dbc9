"""SS-T6: units that enter the battle later."""

import numpy as np
import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.observation import describe, observation_size
from fireteam.env.rules import kernel
from fireteam.env.seats.bots import look
from tabletop import *

GROUND = "\n".join(["." * 12] * 3)
ABSENT, UP = 0, 1


def waves(
    red: dict | None = None, blue: list[dict] | None = None, dice: list[int] | None = None, **options: object
) -> Battle:
    """Return a battle in which blue_2, whom everybody expects, enters at (6, 1) in the second round."""
    late = target((6, 1), arrives=2, expected=True)
    reds = [unit((1, 1), **{"skills": {"pistols": 6}, **(red or {})})]
    return table(reds, blue or [target((5, 1)), late], GROUND, dice=dice or order(4, 3), **options)


@pytest.mark.rule("SS-T6")
def test_who_is_still_to_come_is_nowhere() -> None:
    """Blue_2 rolls no initiative, is no target and takes no tile."""
    battle = waves(blue=[target((5, 1)), target((2, 1), arrives=2, expected=True)])
    assert battle.unit("blue_2")["status"] == ABSENT
    assert not any("blue_2" in words for words in choices(battle))
    play(battle, "walk")
    assert "step east" in choices(battle)


@pytest.mark.rule("SS-T6")
def test_it_enters_at_its_tile_at_the_beginning_of_its_round() -> None:
    """In round 2 blue_2 stands on its tile and rolls initiative like the others."""
    battle = waves()
    play(battle, "end")
    events = play(battle, "end", order(1, 2, 6))
    arrives = only(events, "arrives")
    assert (arrives.actor, arrives.at, arrives.numbers["score"]) == ("blue_2", (6, 1), 12)
    assert battle.unit("blue_2")["status"] == UP
    assert decider(battle) == ("act", "blue_2")


@pytest.mark.rule("SS-T6")
@pytest.mark.parametrize(("arrives_pass", "score"), [(1, 15), (2, 5), (3, -5)])
def test_ten_points_are_lost_for_every_pass_already_over(arrives_pass: int, score: int) -> None:
    """Two dice of 5 and 4 and initiative 6 make 15 in the first pass, 5 in the second, -5 in the third."""
    fast = {"attributes": {"reaction": 9, "intuition": 9}, "initiative_dice": 2}  # 30: three passes
    late = target((9, 1), arrives=1, arrives_pass=arrives_pass, expected=True, initiative_dice=2)
    rolled = [6, 6, 1, 1, 1] + ([5, 4, 1] if arrives_pass == 1 else [])
    battle = waves(fast, [target((5, 1)), late], rolled)
    events = battle.events()
    phases = {1: 0, 2: 2, 3: 3}[arrives_pass]  # red, blue_1; then red alone
    for phase in range(phases):
        events = play(battle, "end", [5, 4, 1] if phase == phases - 1 else [])
    assert only(events, "arrives").numbers["score"] == score
    assert battle.unit("blue_2")["score"] == score
    assert battle.unit("blue_2")["ap"] == (3 if score > 0 else 0)


@pytest.mark.rule("SS-T6")
def test_where_the_round_has_too_few_passes_it_comes_in_the_next_round() -> None:
    """Nobody has a second pass in round 1: blue_2 comes at the beginning of round 2, with its whole score."""
    battle = waves(blue=[target((5, 1)), target((9, 1), arrives=1, arrives_pass=2, expected=True)])
    play(battle, "end")
    events = play(battle, "end", order(1, 2, 5))
    assert battle.round == 2
    assert only(events, "arrives").numbers["score"] == 11


@pytest.mark.rule("SS-T6")
def test_a_taken_tile_is_walked_around() -> None:
    """Blue_1 stands where blue_2 enters, and so does blue_3's wave: each finds the nearest free tile."""
    late = target((5, 1), arrives=2, expected=True)
    battle = waves(blue=[target((5, 1)), late, late])
    play(battle, "end")
    play(battle, "end", order(1, 2, 5, 5))
    places = {(int(battle.unit(f"blue_{n}")["x"]), int(battle.unit(f"blue_{n}")["y"])) for n in (1, 2, 3)}
    assert len(places) == 3
    assert all(max(abs(x - 5), abs(y - 1)) <= 1 for x, y in places)


@pytest.mark.rule("SS-T6")
def test_a_team_with_units_to_come_is_not_beaten() -> None:
    """Blue_1 falls at once; blue_2 is still to come, and the battle goes on until it falls too."""
    battle = waves()
    play(battle, "shoot blue_1", "555555222 222222 2")
    assert battle.unit("blue_1")["status"] == 2
    assert not battle.over
    play(battle, "end", order(4, 1))
    play(battle, "shoot blue_2", "555555222 222222 2")
    assert battle.over
    assert battle.winner == "red"


@pytest.mark.rule("SS-T6")
def test_nobody_on_the_field_is_no_end_while_somebody_comes() -> None:
    """Blue enters in round 3 as a whole: until then red is alone, and the rounds go by."""
    battle = waves(blue=[target((9, 1), arrives=3)], dice=[4, 1], stalemate=1)
    assert not battle.over
    quietly(battle, "end")
    assert battle.round == 2
    quietly(battle, "end")
    assert battle.unit("blue_1")["status"] == UP


@pytest.mark.rule("SS-T6")
def test_a_ward_still_to_come_is_not_lost() -> None:
    """Blue's ward is absent at first; the battle is lost when it has come and falls."""
    ward = target((6, 1), arrives=2, expected=True, name="Ward")
    goal = {"objective": {"kind": "protect", "unit": "Ward"}}
    battle = waves(blue=[target((5, 1)), ward], blue_team=goal)
    play(battle, "end")
    play(battle, "end", order(6, 1, 2))
    assert not battle.over
    play(battle, "shoot blue_2", "555555222 222222 2")
    assert battle.ending == "ward lost"


@pytest.mark.rule("SS-T6")
def test_the_absent_are_neither_present_nor_fallen_for_an_observer() -> None:
    """All numbers of blue_2's row are zero until it comes."""
    battle = waves()
    numbering = layout(8, 8)
    observation = np.zeros(observation_size(8, 8), np.float32)
    mask = np.zeros(int(numbering[0]["size"]), np.int8)
    row = [index for index, name, _ in describe(8, 8) if name.startswith("others_1.")]
    look(*battle.arrays, kernel.plain(numbering), 0, observation, mask)
    assert not observation[row].any()
    play(battle, "end")
    play(battle, "end", order(1, 2, 6))
    look(*battle.arrays, kernel.plain(numbering), 0, observation, mask)
    assert observation[row].any()


@pytest.mark.rule("SS-T6")
def test_starters_are_not_crowded_out_by_those_who_come_later() -> None:
    """One start tile is marked: the starter gets it, whoever comes later enters by it too."""
    marks = "\n".join(["." * 12, "b" + "." * 11, "." * 12])
    blue = target((0, 0))
    blue.pop("at")
    battle = table(
        [unit((5, 1))],
        [blue | {"arrives": 2, "expected": True}, blue],
        GROUND,
        marks=marks,
        blue_team={"start": "b"},
        dice=order(6, 1),
    )
    assert (battle.unit("blue_2")["x"], battle.unit("blue_2")["y"]) == (0, 1)
    assert battle.unit("blue_2")["status"] == UP
    assert "arrives" not in kinds_of(battle.events())
