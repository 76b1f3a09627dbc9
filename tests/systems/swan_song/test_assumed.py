"""What the rules assume besides their sentences: it is listed, and played as it says."""

import json

import pytest
from typer.testing import CliRunner

from fireteam.cli import app
from fireteam.env.catalog import load_catalog
from fireteam.env.rules.record import DOWN
from fireteam.systems.swan_song.rules.tables import BODY
from tabletop import *

SILENT = {
    "SS-A1", "SS-A3", "SS-A4", "SS-B1", "SS-B2", "SS-B4", "SS-B5", "SS-B6", "SS-B7", "SS-C1", "SS-C3", "SS-C4", "SS-D4",
    "SS-D7", "SS-D12", "SS-D13", "SS-F2", "SS-F4", "SS-H4", "SS-H6", "SS-H7", "SS-I1", "SS-K1", "SS-M4", "SS-M5", "SS-M6",
    "SS-R8", "SS-R10", "SS-S1", "SS-S2", "SS-T5", "SS-T7", "SS-T8", "SS-U4", "SS-U5", "SS-U6", "SS-U7", "SS-X1", "SS-X3",
}  # fmt: skip


def test_each_assumption_is_listed_with_its_rule() -> None:
    """`fireteam list assumptions` has a row for every sentence, and `fireteam list rules` marks the rule."""
    rules = load_catalog().rules
    assert {rule for rule, entry in rules.items() if entry.assumes} >= SILENT
    rows = json.loads(CliRunner().invoke(app, ["list", "assumptions", "--json"]).stdout)
    listed = [(row["rule"], row["says"]) for row in rows]
    assert set(listed) >= {(rule, sentence) for rule in SILENT for sentence in rules[rule].assumes}


@pytest.mark.rule("SS-D7")
def test_a_glitch_on_a_grapple_does_nothing() -> None:
    """Six ones of seven dice: a miss as any, nobody falls, drops anything or loses its phase."""
    battle = table([target((4, 1), skills={"unarmed": 4})], [target((5, 1))], dice=order(6, 1))
    events = play(battle, "grapple blue_1", "1111112 222222")
    assert roll(events, "grapple").numbers["glitch"] == "critical_glitch"
    assert "miss" in kinds_of(events)
    assert not {"weapon_jams", "weapon_drops", "falls", "phase_lost"} & set(kinds_of(events))
    assert (battle.unit("red_1")["hand"], battle.unit("red_1")["prone"], battle.unit("red_1")["ap"]) == (0, 0, 1)


@pytest.mark.rule("SS-M4", "SS-I1")
def test_a_runner_intercepts_two_dice_worse_until_its_next_phase() -> None:
    """Blue ran in its phase; red leaves it afterwards, and its blow has three and three dice less two."""
    battle = table(
        [unit((7, 2))], [unit((8, 2), weapons=["knife"], skills={"blades": 3}, orders={"defend": "never"})], dice=order(1, 6)
    )
    take(battle, "run", "end")
    pass_until(battle, "red_1")
    take(battle, "walk", "step west")
    events = quietly(battle, "strike red_1")
    events += quietly(battle, "pass") if battle.decision is not None and battle.decision.kind == "defend" else []
    assert terms(roll(events, "attack")) == {"Agility": 3, "Blades": 3, "running": -2}


@pytest.mark.rule("SS-T8")
def test_a_fuse_keeps_the_score_of_the_throw() -> None:
    """Red throws at 12 and has 9 later, as all have in the next round: there the grenade goes off before anybody acts."""
    battle = table(
        [unit((2, 2), weapons=["fragmentation_grenade"], skills={"throwing": 3})],
        [target((12, 2), attributes={"body": 20}, flesh=100), target((30, 2))],
        dice=order(6, 1, 1),
    )
    assert battle.unit("red_1")["score"] == 12
    play(battle, "throw blue_1", "555222")
    battle.unit("red_1")["score"] = 9
    happened: list[str] = []
    while "round" not in happened:
        battle.dictate([*order(3, 3, 3), *[2] * 100])
        happened = kinds_of(battle.step("end"))
        battle.dictate([])
    begun = happened[happened.index("round") :]
    assert "phase_begins" not in begun[: begun.index("explodes")]


@pytest.mark.rule("SS-F2")
@pytest.mark.parametrize(("skills", "replies"), [({}, set()), ({"blades": 1}, {"parry"}), ({"acrobatics": 1}, {"dodge"})])
def test_without_a_rank_nobody_parries_or_dodges(skills: dict[str, int], replies: set[str]) -> None:
    """A sword in hand is no parry to who has not learned to use it."""
    battle = table([unit((4, 1), weapons=["sword"])], [unit((5, 1), weapons=["sword"], skills=skills)], dice=order(6, 1))
    battle.step("strike blue_1")
    assert battle.decision is not None
    assert battle.decision.unit == "blue_1"
    assert verbs(battle) & {"parry", "block", "dodge"} == replies


@pytest.mark.rule("SS-U4")
@pytest.mark.parametrize(("weapon", "aims"), [("light_pistol", True), ("knife", False), ("fragmentation_grenade", False)])
def test_only_shots_are_aimed(weapon: str, aims: bool) -> None:
    """Not a knife, not a grenade; a bow when its string is drawn."""
    battle = table([unit((4, 1), weapons=[weapon])], [target((5, 1))], dice=order(6, 1))
    assert ("aim blue_1" in choices(battle)) is aims
    battle = table([unit((4, 1), weapons=["bow"])], [target((9, 1))], dice=order(6, 1))
    assert "aim" not in verbs(battle)
    play(battle, "ready")
    assert "aim blue_1" in choices(battle)


@pytest.mark.rule("SS-C1")
def test_a_call_at_a_part_that_is_not_there_costs_its_dice() -> None:
    """Meant for an engine, it hits somebody on foot: four dice less, and a hit as any."""
    battle = table([unit((4, 1), skills={"pistols": 8})], [target((9, 1)), target((9, 3), "van")], dice=order(6, 1))
    play(battle, "call_shot engine_block")
    events = play(battle, "shoot blue_1", "55222222" + "222222")
    assert terms(roll(events, "attack"))["location of a vehicle"] == -4
    assert "hit" in kinds_of(events)
    assert not {"location_hit", "system_breaks"} & set(kinds_of(events))


@pytest.mark.rule("SS-H6")
def test_machines_that_lie_unconscious_lose_nothing_more() -> None:
    """A drone at -1 is at -1 when one of flesh would have lost a point, Body minutes later."""
    drone = target((5, 1), "drone", flesh=0, armored=8, initiative_dice=1)
    battle = table([unit((1, 1))], [drone, target((5, 3))], dice=order(6, 1, 1), rounds=90, stalemate=90)
    machine = battle.unit("blue_1")
    machine["armored"], machine["status"] = -1, DOWN
    rounds = 12 * int(sheet(battle, "blue_1")["attributes"][BODY])
    while battle.round <= rounds + 1:
        assert "bled" not in kinds_of(quietly(battle, "end"))
    assert (machine["armored"], machine["status"]) == (-1, DOWN)


@pytest.mark.rule("SS-X1")
def test_a_step_between_two_of_several_attacks_forfeits_the_other() -> None:
    """Red strikes once of two times, steps aside and cannot strike again."""
    battle = table([unit((4, 2), weapons=["knife"], skills={"blades": 3})], [target((5, 2), flesh=60)], dice=order(6, 1))
    take(battle, "walk", "multiple 2")
    quietly(battle, "strike blue_1")
    assert "strike blue_1" in choices(battle)
    play(battle, "step north")
    assert "strike blue_1" not in choices(battle)


@pytest.mark.rule("SS-B1")
def test_who_drops_prone_gives_up_its_cover() -> None:
    """Behind a low wall: the cover counts again once it is taken again."""
    battle = table([unit((4, 1))], [target((9, 1))], ".....o....\n" * 2 + ".....o....", dice=order(6, 1))
    take(battle, "take_cover", "drop_prone")
    assert battle.unit("red_1")["covered"] == 0
    assert "take_cover" in choices(battle)


@pytest.mark.rule("SS-T5")
def test_a_score_that_rises_above_zero_within_a_pass_gives_a_phase_without_points() -> None:
    """Red has nothing in this pass. Its score rises to 1 while blue acts: its turn comes, and there is only what is free."""
    battle = table([unit((4, 1)), unit((4, 3))], [target((9, 1))], dice=order(6, 6, 6))
    for name, score in (("red_1", 12), ("red_2", 9), ("blue_1", 13)):
        battle.unit(name)["score"] = score
    while battle.record[0]["pass_number"] == 1:
        quietly(battle, "end")
    assert battle.decision is not None
    assert battle.decision.unit == "blue_1"
    battle.unit("red_2")["score"] = 1
    quietly(battle, "end")
    quietly(battle, "end")
    assert battle.decision is not None
    assert (battle.decision.unit, battle.unit("red_2")["ap"]) == ("red_2", 0)
    assert "walk" in choices(battle)
    assert "run" not in choices(battle)


@pytest.mark.rule("SS-A3")
def test_a_phase_without_points_has_free_actions() -> None:
    """Blue has spent its three points on interrupts: what is left of its phase costs nothing."""
    battle = table([target((2, 2))], [target((9, 2))], dice=order(6, 1))
    battle.unit("blue_1")["ap"] = 0
    play(battle, "end")
    assert verbs(battle) == {"walk", "drop_prone", "drop", "end"}


@pytest.mark.rule("SS-B7")
def test_the_walk_that_a_body_has_cost_does_not_come_back() -> None:
    """Agility 5 less 3: ten metres become four, and stay so when the body is put down in the same round."""
    battle = table(
        [target((2, 2), attributes={"agility": 5}), target((3, 2), attributes={"body": 6})],
        [target((9, 2))],
        dice=order(6, 1, 1),
    )
    battle.unit("red_2")["status"], battle.unit("red_2")["stable"] = DOWN, 1
    for action, metres in (("walk", 10), ("lift red_2", 4), ("put_down", 4)):
        play(battle, action)
        assert battle.unit("red_1")["walk_left"] == metres
