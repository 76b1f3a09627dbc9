"""SS-D10: extended actions paid for over several phases: repairs."""

from typing import Any

import pytest
from smith import work

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.rules.record import DOWN, UP
from tabletop import *


def workshop(smith: dict[str, Any] | None = None, **drone: Any) -> Battle:
    """Return red's smith, eight dice [Mental 4], beside a damaged drone of eight Armored health, and blue far off."""
    battle = table(
        [
            target((1, 1), **{"skills": {"mechanics": 5}, **(smith or {})}),
            target((2, 1), "drone", flesh=0, armored=8, initiative_dice=1, weapons=[]),
        ],
        [target((9, 4))],
        dice=order(6, 1, 5),
        rounds=40,
        stalemate=40,
    )
    machine = battle.unit("red_2")
    machine["armored"] = 3
    for name, value in drone.items():
        machine[name] = value
    quietly(battle, "drop_prone")
    return battle


@pytest.mark.rule("SS-A1", "SS-D10")
def test_a_repair_is_paid_for_over_several_phases() -> None:
    """Three points now and one in the next phase of the round; then the dice are rolled."""
    battle = workshop()
    events = play(battle, "repair red_2")
    assert battle.unit("red_1")["ap"] == 0
    assert "roll" not in kinds_of(events)
    assert battle.unit("red_1")["task_paid"] == 3
    battle.unit("red_1")["score"] = 15  # a second phase in this round
    next_phase(battle, "red_1")
    assert battle.record[0]["round_number"] == 1
    events = play(battle, "repair red_2", work(4, 8))
    assert battle.unit("red_1")["ap"] == 2
    assert terms(roll(events, "repair")) == {"Mechanics": 5, "Logic": 3}
    assert only(events, "healed").numbers == {"points": 2, "pool": "armored"}
    assert battle.unit("red_2")["armored"] == 5


@pytest.mark.rule("SS-A1")
@pytest.mark.parametrize(("action", "kept"), [("walk", True), ("step west", True), ("run", False), ("aim blue_1", False)])
def test_any_but_a_free_action_cancels_an_extended_one(action: str, kept: bool) -> None:
    """A walk and its steps do not, a run or an aim does."""
    battle = workshop()
    play(battle, "repair red_2")
    battle.unit("red_1")["score"] = 15
    battle.unit("red_1")["prone"] = 0
    next_phase(battle, "red_1")
    assert battle.unit("red_1")["task_paid"] == 3
    if action.startswith("step"):
        quietly(battle, "walk")
    quietly(battle, action)
    assert battle.unit("red_1")["task_paid"] == (3 if kept else 0)


@pytest.mark.rule("SS-A1")
def test_a_second_free_action_is_a_simple_one_and_cancels() -> None:
    """Source, combat page, Free Actions: one more is bought as a simple action, and only free ones leave the work alone."""
    battle = workshop()
    play(battle, "repair red_2")
    battle.unit("red_1")["score"] = 15
    next_phase(battle, "red_1")
    play(battle, "walk")
    assert battle.unit("red_1")["task_paid"] == 3
    play(battle, "drop")
    assert battle.unit("red_1")["ap"] == 2
    assert battle.unit("red_1")["task_paid"] == 0


@pytest.mark.rule("SS-A1")
def test_an_idle_phase_cancels_an_extended_action() -> None:
    """Source, combat page, Action Phase: an extended action is done in consecutive phases. Red lets its second one go by."""
    battle = workshop()
    play(battle, "repair red_2")
    battle.unit("red_1")["score"] = 25
    next_phase(battle, "red_1")
    assert battle.unit("red_1")["task_paid"] == 3
    quietly(battle, "walk")
    quietly(battle, "end")
    assert battle.unit("red_1")["task_paid"] == 0
    pass_until(battle, "red_1")
    assert battle.round == 1
    quietly(battle, "repair red_2")
    assert battle.unit("red_1")["task_paid"] == 3


@pytest.mark.rule("SS-A1")
@pytest.mark.rule("SS-T7")
def test_a_phase_put_off_and_lost_cancels_an_extended_action() -> None:
    """Red waits through its second phase until its third comes: the work has stood still."""
    battle = workshop()
    play(battle, "repair red_2")
    battle.unit("red_1")["score"] = 25
    next_phase(battle, "red_1")
    events = quietly(battle, "delay")
    while battle.decision is not None and battle.decision.kind == "step_in":
        events = quietly(battle, "pass")
    pass_until(battle, "red_1")
    assert battle.round == 1
    assert "delay_lost" in kinds_of(battle.events()) or "delay_lost" in kinds_of(events)
    assert battle.unit("red_1")["task_paid"] == 0


@pytest.mark.rule("SS-A1", "SS-A3")
def test_an_interrupt_cancels_an_extended_action() -> None:
    """Who dodges lets go of the tool."""
    battle = table(
        [
            unit((1, 1), skills={"mechanics": 5, "acrobatics": 3}),
            target((2, 1), "drone", flesh=0, armored=8, initiative_dice=1),
        ],
        [target((1, 2))],
        dice=order(6, 1, 5),
    )
    battle.unit("red_2")["armored"] = 3
    quietly(battle, "drop_prone")
    play(battle, "repair red_2")
    battle.unit("red_1")["ap"] = 1
    pass_until(battle, "blue_1")
    battle.step("punch red_1")
    quietly(battle, "dodge")
    assert battle.unit("red_1")["task_paid"] == 0


@pytest.mark.rule("SS-A1")
def test_an_extended_action_must_be_paid_for_within_the_round() -> None:
    """What was paid is lost when the round ends."""
    battle = workshop()
    play(battle, "repair red_2")
    battle.unit("red_1")["score"] = 5
    next_phase(battle, "red_1")
    assert battle.record[0]["round_number"] == 2
    assert battle.unit("red_1")["task_paid"] == 0


def repaired(battle: Battle, dice: str) -> list[Event]:
    """Repair in one go: the smith has the four points it takes."""
    pass_until(battle, "red_1")
    battle.unit("red_1")["ap"] = 4
    return play(battle, "repair red_2", dice)


@pytest.mark.rule("SS-D10")
def test_every_two_hits_of_a_repair_give_back_a_point() -> None:
    """Three hits are a point, and one is kept; with one more, a die fewer, it is the next point."""
    battle = workshop()
    repaired(battle, work(3, 8))
    assert battle.unit("red_2")["armored"] == 4
    events = repaired(battle, work(1, 7))
    assert battle.unit("red_2")["armored"] == 5
    assert terms(roll(events, "repair"))["rolls before"] == -1


@pytest.mark.rule("SS-D10")
def test_a_repair_ends_at_the_maximum() -> None:
    """One point is missing: four hits give back one, and there is nothing left to repair."""
    battle = workshop(armored=7)
    assert only(repaired(battle, work(4, 8)), "healed").numbers["points"] == 1
    assert battle.unit("red_1")["task"] == 0
    assert "repair" not in verbs(battle)


@pytest.mark.rule("SS-D10", "SS-C4")
def test_a_repair_mends_broken_systems_first() -> None:
    """Of two points one mends the axle, one comes back as Armored health."""
    battle = workshop(systems=4)
    events = repaired(battle, work(4, 8))
    assert battle.unit("red_2")["systems"] == 0
    assert only(events, "healed").numbers["points"] == 1


@pytest.mark.rule("SS-D10")
def test_a_machine_that_is_down_comes_to() -> None:
    """With a point of Armored health it is up again."""
    battle = workshop(armored=-1, status=DOWN)
    repaired(battle, work(2, 8))
    assert battle.unit("red_2")["status"] == DOWN
    assert "wakes" in kinds_of(repaired(battle, work(2, 7)))
    assert (battle.unit("red_2")["status"], battle.unit("red_2")["armored"]) == (UP, 1)


@pytest.mark.rule("SS-D10")
def test_a_toolkit_helps_with_repairs() -> None:
    """Two dice."""
    battle = workshop(smith={"items": {"toolkit": 1}})
    assert terms(roll(repaired(battle, work(2, 10)), "repair"))["tools"] == 2


@pytest.mark.rule("SS-D10")
def test_only_damaged_machines_beside_oneself_are_repaired() -> None:
    """Not the sound, not those of flesh, not from two metres off."""
    assert "repair" not in verbs(workshop(armored=8))
    battle = workshop()
    assert {words for words in choices(battle) if words.startswith("repair")} == {"repair red_2"}
    battle.unit("red_2")["x"] = 4
    quietly(battle, "stand_up")
    assert "repair" not in verbs(battle)


@pytest.mark.rule("SS-D10")
def test_a_wrecked_vehicle_is_beyond_repair() -> None:
    """It can be mended while it runs, not once it is destroyed."""
    car = {
        "words": "car",
        "attributes": {**dict.fromkeys(AVERAGE, 1), "body": 10},
        "flesh": 0,
        "strain": 0,
        "armored": 20,
        "seats": 2,
        "inanimate": True,
    }
    for armored, status in ((5, UP), (-1, DOWN)):
        battle = table(
            [target((1, 1)), {"template": "car", "at": [2, 1]}],
            [target((9, 4))],
            dice=order(6, 1),
            catalog={"units": {"car": car}},
        )
        battle.unit("red_2")["armored"] = armored
        battle.unit("red_2")["status"] = status
        quietly(battle, "drop_prone")
        assert ("repair red_2" in choices(battle)) == (status == UP)
