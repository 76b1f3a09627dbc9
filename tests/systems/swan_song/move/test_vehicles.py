"""Vehicles (SS-C4, SS-F4): getting in and out, driving, ramming, shooting out, what is broken."""

import pytest
from ailing import ail
from vans import FIELD, aboard, chase, spot, van

from fireteam.content.errors import ContentError
from fireteam.env.rules.record import CHARGE
from tabletop import *


@pytest.mark.rule("SS-C4")
def test_a_driver_moves_the_vehicle_and_all_in_it() -> None:
    """Drive is a simple action for the speed in metres; steps then move the van tile by tile, passengers with it."""
    battle = chase(aboard(), aboard())
    assert "step" not in verbs(battle)
    drives = only(play(battle, "drive"), "drives")
    assert drives.numbers["metres"] == 12
    assert battle.unit("red_2")["ap"] == 2
    take(battle, "step east", "step southeast")
    assert spot(battle, "red_1") == spot(battle, "red_2") == spot(battle, "red_3") == (4, 3)
    assert battle.unit("red_1")["run_left"] == 10


@pytest.mark.rule("SS-C4")
def test_a_vehicle_needs_room_for_all_of_it() -> None:
    """No step where a wall or somebody stands in the way of any of its four tiles, nor over the edge."""
    ground = "\n".join(["................", "................", "....#...........", "................", "................"])
    battle = chase(aboard(), blue=[target((2, 4)), target((15, 4))], ground=ground)
    play(battle, "drive")
    moves = {words.split()[1] for words in choices(battle) if words.startswith("step")}
    assert moves == {"north", "northwest", "southeast", "west"}
    take(battle, "step west", "step west")
    assert not {"step west", "step northwest"} & choices(battle)


@pytest.mark.rule("SS-C4")
def test_only_the_first_aboard_drives() -> None:
    """Of two aboard the first in the roster drives; when it is down the next one does."""
    battle = chase(aboard(), aboard())
    assert "drive" in verbs(battle)
    next_phase(battle, "red_3")
    assert "drive" not in verbs(battle)
    battle.unit("red_2")["status"] = 2
    next_phase(battle, "red_3")
    assert "drive" in verbs(battle)


@pytest.mark.rule("SS-C4")
def test_getting_in_and_out() -> None:
    """Board is a simple action beside a vehicle of the own team with a seat left; leaving needs a free tile."""
    battle = chase(unit((1, 2)), unit((4, 3)), unit((8, 0)))
    assert "board red_1" in choices(battle)
    play(battle, "board red_1")
    assert spot(battle, "red_2") == (2, 2)
    assert {"walk", "run", "take_cover", "drop_prone"}.isdisjoint(verbs(battle))
    assert "leave east" not in {"leave " + words for words in verbs(battle)}
    leaves = {words for words in choices(battle) if words.startswith("leave")}
    assert len(leaves) == 8
    play(battle, "leave south")
    assert spot(battle, "red_2") == (2, 4)
    assert battle.unit("red_2")["ap"] == 1
    next_phase(battle, "red_3")
    assert "board red_1" in choices(battle)
    next_phase(battle, "red_4")
    assert "board" not in verbs(battle)


@pytest.mark.rule("SS-C4")
def test_no_more_get_in_than_there_are_seats() -> None:
    """A motorbike seats two."""
    red = [{"template": "motorbike", "at": [2, 2], "name": "Bike"}, *({**aboard(), "aboard": "Bike"} for _ in range(2))]
    battle = table([*red, unit((1, 2))], [target((15, 5))], ground=FIELD, dice=order(1, 1, 6, 1))
    assert "board" not in verbs(battle)


@pytest.mark.rule("SS-F4")
def test_passengers_of_a_moving_vehicle_defend_with_three_dice_more() -> None:
    """Three dice in a moving vehicle, none in one that stands; good cover in either."""
    shooter = unit((12, 2), weapons=["heavy_pistol"], skills={"pistols": 3})
    battle = chase(aboard(orders={"defend": "never"}), blue=[shooter], faces=(6, 1))
    take(battle, "drive", "step east")
    next_phase(battle, "blue_1")
    defense = roll(play(battle, "shoot red_2", "22222 2222222222222"), "defense")
    assert terms(defense)["in a moving vehicle"] == 3
    assert terms(defense)["cover"] == 4
    assert pool(defense) == 13
    next_phase(battle, "red_2")
    quietly(battle, "end")
    next_phase(battle, "blue_1")
    defense = roll(quietly(battle, "shoot red_2"), "defense")
    assert "in a moving vehicle" not in terms(defense)


@pytest.mark.rule("SS-C4")
def test_a_drive_by_costs_two_dice() -> None:
    """Shots out of a moving vehicle lose two dice, out of a standing one none."""
    gunner = aboard(weapons=["heavy_pistol"], skills={"pistols": 3})
    battle = chase(aboard(), gunner, blue=[target((12, 2))])
    take(battle, "drive", "step east")
    next_phase(battle, "red_3")
    attack = roll(quietly(battle, "shoot blue_1"), "attack")
    assert terms(attack)["shoots from a moving vehicle"] == -2


@pytest.mark.rule("SS-C4")
def test_a_broken_window_cannot_be_shot_out_of() -> None:
    """With the window motor gone nobody aboard shoots."""
    battle = chase(aboard(weapons=["heavy_pistol"], skills={"pistols": 3}), blue=[target((12, 2))])
    assert "shoot" in verbs(battle)
    battle.unit("red_1")["systems"] = 1 << 5
    play(battle, "drive")
    assert "shoot" not in verbs(battle)


@pytest.mark.rule("SS-C4")
def test_what_broken_systems_do_to_driving() -> None:
    """No engine, no driving; a broken axle leaves a single tile; a jammed door costs a point more."""
    battle = chase(aboard())
    battle.unit("red_1")["systems"] = 1 << 2
    assert only(play(battle, "drive"), "drives").numbers["metres"] == 1
    battle.unit("red_1")["systems"] = 1 << 4
    play(battle, "step east")
    assert battle.unit("red_2")["ap"] == 2
    play(battle, "leave north")
    assert battle.unit("red_2")["ap"] == 0
    battle = chase(aboard())
    battle.unit("red_1")["systems"] = 1
    next_phase(battle, "red_2")
    assert "drive" not in verbs(battle)


@pytest.mark.rule("SS-C4")
def test_a_leaking_tank_empties_round_by_round() -> None:
    """A point of Armored health at the end of every round, until the van is a wreck."""
    battle = chase(aboard())
    battle.unit("red_1")["systems"] = 1 << 1
    battle.unit("red_1")["armored"] = 2
    for round_number, left in ((2, 1), (3, 0)):
        while battle.round < round_number:
            events = quietly(battle, "end")
        assert battle.unit("red_1")["armored"] == left
        assert ("thrown_out" in {event.kind for event in events}) == (left == 0)


@pytest.mark.rule("SS-C4")
def test_an_engine_that_breaks_stops_the_vehicle() -> None:
    """What it still had to roll is lost."""
    rifle = unit((12, 2), weapons=["sniper_rifle"], skills={"longarms": 12})
    battle = chase(aboard(orders={"defend": "never"}), blue=[rifle], faces=(6, 1))
    take(battle, "drive", "step west")
    assert battle.unit("red_1")["run_left"] == 11
    next_phase(battle, "blue_1")
    play(battle, "call_shot engine_block")
    battle.dictate([5] * 15 + [1] * 60)
    events = battle.step("shoot red_1")
    battle.dictate([])
    assert only(events, "system_breaks").numbers["system"] == "engine"
    assert battle.unit("red_1")["run_left"] == 0


@pytest.mark.rule("SS-C4")
def test_a_broken_antenna_silences_the_crew() -> None:
    """Nobody outside hears a call from a vehicle without its antenna."""
    battle = chase(aboard(), aboard())
    battle.unit("red_3")["engaged"] = 0
    play(battle, "drive")
    assert "call_out" in verbs(battle)
    battle.unit("red_1")["systems"] = 1 << 3
    play(battle, "step east")
    assert "call_out" not in verbs(battle)


@pytest.mark.rule("SS-C3")
def test_ailments_hinder_in_a_vehicle_too() -> None:
    """Broken grips of both hands hold no weapon, aboard or on foot."""
    battle = chase(aboard(weapons=["knife", "light_pistol"]))
    assert "switch light_pistol" in choices(battle)
    ail(battle, "broken_grip", 3, "red_2", twice=True)
    play(battle, "drive")
    assert "switch light_pistol" not in choices(battle)


@pytest.mark.rule("SS-C4")
def test_who_is_aboard_is_no_business_of_melee() -> None:
    """Nobody strikes at those aboard, nor are they intercepted on the way."""
    blade = unit((4, 2), weapons=["sword"], skills={"blades": 4})
    battle = chase(aboard(), blue=[blade], faces=(6, 1))
    play(battle, "drive")
    assert "interception" not in {event.kind for event in play(battle, "step west")}
    next_phase(battle, "blue_1")
    assert not {words for words in choices(battle) if words.endswith("red_2") and words.split()[0] in ("strike", "punch")}


@pytest.mark.rule("SS-C4")
def test_the_crew_of_a_wreck_is_thrown_out() -> None:
    """When the last Armored point goes, everybody lies beside the wreck, with five points less initiative."""
    battle = chase(
        aboard(orders={"defend": "never"}),
        aboard(),
        blue=[unit((9, 2), weapons=["assault_rifle"], skills={"automatics": 6})],
        faces=(6, 5, 1),
    )
    battle.unit("red_1")["armored"] = 1
    score = int(battle.unit("red_3")["score"])
    next_phase(battle, "blue_1")
    events = play(battle, "shoot red_1", "555555555 11111111111111")
    assert {event.actor for event in events if event.kind == "thrown_out"} == {"red_2", "red_3"}
    assert battle.unit("red_3")["score"] == score - 5
    assert battle.unit("red_2")["prone"] == battle.unit("red_3")["prone"] == 1
    assert len({spot(battle, "red_2"), spot(battle, "red_3")}) == 2


@pytest.mark.rule("SS-C4")
def test_a_vehicle_reaches_the_exit_with_its_crew() -> None:
    """On the exit all who sit in it get away, and count."""
    marks = "\n".join(["...............x"] * 6)
    red_team = {"objective": {"kind": "exit", "zone": "x", "needed": 2}}
    battle = chase(aboard(), aboard(), blue=[target((0, 5))], red_team=red_team, marks=marks)
    battle.unit("red_1")["x"] = battle.unit("red_2")["x"] = battle.unit("red_3")["x"] = 13
    take(battle, "drive", "step east")
    assert battle.over is False
    battle = chase(aboard(), aboard(), blue=[target((0, 5))], red_team=red_team, marks="\n".join(["..............xx"] * 6))
    for name in ("red_1", "red_2", "red_3"):
        battle.unit(name)["x"] = 13
    take(battle, "drive", "step east")
    assert (battle.over, battle.winner, battle.ending) == (True, "red", "exit reached")


def test_wrong_seats_are_named() -> None:
    """A vehicle that is not there, and one without a seat left, are errors that say so."""
    with pytest.raises(ContentError, match="no vehicle of that name"):
        table([unit((1, 1)), {**aboard(), "aboard": "Bus"}], [target((5, 1))], ground=FIELD)
    with pytest.raises(ContentError, match="no seat is left"):
        table([van(), *(aboard() for _ in range(7))], [target((15, 1))], ground=FIELD)
    with pytest.raises(ContentError, match="does not fit at the edge"):
        table([van((15, 2)), unit((1, 1))], [target((5, 1))], ground=FIELD)


@pytest.mark.rule("SS-C3", "SS-C4")
@pytest.mark.parametrize(("eyes", "dice"), [(1, -4), (2, -8)])
def test_ramming_takes_eyes(eyes: int, dice: int) -> None:
    """Source, combat page, eye: four dice on what involves sight, eight for both on all actions."""
    battle = chase(aboard(skills={"piloting": 9}), blue=[target((8, 2)), target((15, 5))])
    ail(battle, "blinded", 9, "red_2", twice=eyes == 2)
    play(battle, "drive")
    for _ in range(4):
        play(battle, "step east")
    assert terms(roll(quietly(battle, "ram blue_1"), "attack"))["ailing"] == dice


@pytest.mark.rule("SS-C4", "SS-C1")
def test_no_ramming_is_called() -> None:
    """A call is for the shot it was made with: its dice are not lost on the ramming, nor does the neck suffer from it."""
    driver = aboard(weapons=["light_pistol"], skills={"pistols": 3, "piloting": 6})
    battle = chase(driver, blue=[target((6, 2), flesh=100, attributes={"body": 9})])
    for action in ("drive", "step east", "step east", "call_shot neck"):
        play(battle, action)
    battle.dictate([5] * 9 + [2] * 100)
    events = battle.step("ram blue_1")
    battle.dictate([])
    assert terms(roll(events, "attack")) == {"Reaction": 3, "Piloting": 6}
    kinds = {event.kind for event in events}
    assert "rams" in kinds
    assert not {"location_hit", "stunned", "ails"} & kinds


@pytest.mark.rule("SS-C4")
def test_a_broken_window_cannot_be_thrown_out_of() -> None:
    """A window that cannot be opened keeps a grenade in, as it does a shot."""
    battle = chase(aboard(weapons=["fragmentation_grenade"], skills={"throwing": 3}), blue=[target((12, 2))])
    assert "throw" in verbs(battle)
    battle.unit("red_1")["systems"] = 1 << 5
    play(battle, "drive")
    assert not {"throw", "lob"} & verbs(battle)


@pytest.mark.rule("SS-C4", "SS-T8")
def test_a_broken_antenna_sends_no_signal_to_a_charge() -> None:
    """The antenna is all that is wireless in a vehicle: what goes off by radio does not go off from there."""
    battle = chase(aboard())
    record = battle.record[0]
    record["effects"][0]["kind"], record["effects"][0]["owner"], record["live"] = CHARGE, 1, 1
    play(battle, "drive")
    assert "detonate" in verbs(battle)
    battle.unit("red_1")["systems"] = 1 << 3
    play(battle, "step east")
    assert "detonate" not in verbs(battle)


@pytest.mark.rule("SS-C3", "SS-C4")
@pytest.mark.parametrize(("broken", "winded", "leaves"), [(0, True, True), (1 << 4, False, True), (1 << 4, True, False)])
def test_the_winded_do_not_squeeze_through_a_window(broken: int, winded: bool, leaves: bool) -> None:
    """With the door jammed to get out or in takes two points: a complex action, of which the winded are incapable."""
    battle = chase(aboard(), unit((4, 2)))
    battle.unit("red_1")["systems"] = broken
    for name in ("red_2", "red_3"):
        if winded:
            ail(battle, "winded", 3, name)
    play(battle, "drive")
    assert ("leave" in verbs(battle)) == leaves
    next_phase(battle, "red_3")
    assert ("board" in verbs(battle)) == leaves
