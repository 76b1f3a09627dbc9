"""SS-U5 to SS-U7: zones of fire and those who sit in vehicles; SS-B7: bodies that are carried aboard."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.rules.record import DOWN, UP
from tabletop import *

FIELD = "\n".join(["." * 16] * 6)
CALM = {"orders": {"defend": "never", "intercept": "never"}}


def crewed(template: str = "van", riders: int = 2, y: int = 2) -> Battle:
    """Return a battle in which blue_1 has laid a line of fire along y = 1, ten rounds, and red_2 drives in its phase.

    Red_1 is the vehicle, at (2, y); red_3 sits in it too; the last of red stands where the line ends.
    """
    seat = unit((0, 0), **CALM)
    del seat["at"]
    crew = [seat | {"aboard": "Van"} for _ in range(riders)]
    red = [{"template": template, "at": [2, y], "name": "Van"}, *crew, unit((0, 1), **CALM)]
    gun = unit((13, 1), weapons=["submachine_gun"], skills={"automatics": 6}, **CALM)
    faces = [*(6 - place for place in range(riders)), 1, 3]
    battle = table(red, [gun], FIELD, dice=order(*faces))
    pass_until(battle, "blue_1")
    play(battle, "mode FA")
    fire(battle, f"suppress_line red_{riders + 2}", [6] * 6)
    pass_until(battle, "red_2")
    return battle


def fire(battle: Battle, action: str, dice: list[int]) -> list[Event]:
    """Take an action with some dice, all others twos."""
    battle.dictate(dice + [2] * 200)
    events = battle.step(action)
    battle.dictate([])
    return events


def rolls(events: list[Event], purpose: str) -> list[str]:
    """Return who has rolled for a purpose."""
    return [event.actor for event in events if event.kind == "roll" and event.numbers["purpose"] == purpose]


@pytest.mark.rule("SS-U6")
@pytest.mark.rule("SS-U7")
def test_all_who_are_driven_into_the_fire_meet_it() -> None:
    """The driver is tested and may drive on; each passenger is tested, ducks and is stuck; both are shot at."""
    battle = crewed()
    play(battle, "drive")
    events = fire(battle, "step north", [6] * 6)
    assert rolls(events, "resist being pinned") == ["red_2", "red_3"]
    assert rolls(events, "dodge a stray shot") == ["red_2", "red_3"]
    assert [int(battle.unit(name)["stuck"]) for name in ("red_2", "red_3")] == [0, 1]
    assert battle.unit("red_3")["prone"] == 0
    events = quietly(battle, "step south")
    events += quietly(battle, "step north")
    assert not rolls(events, "resist being pinned")
    assert not rolls(events, "stray shot")


@pytest.mark.rule("SS-U6")
def test_a_driver_who_fails_does_not_drive_in() -> None:
    """The van stays where it is, whichever of its tiles the fire would touch; nobody aboard is tested for that."""
    battle = crewed()
    play(battle, "drive")
    events = quietly(battle, "step north")
    assert only(events, "barred").actor == "red_2"
    assert rolls(events, "resist being pinned") == ["red_2"]
    assert battle.unit("red_1")["y"] == 2
    ways = {words for words in choices(battle) if words.startswith("step")}
    assert ways == {"step east", "step southeast", "step south", "step southwest", "step west"}


@pytest.mark.rule("SS-U6")
def test_who_fails_does_not_get_out_into_the_fire() -> None:
    """The point is spent; the ways out that do not lead into the fire are still open."""
    battle = crewed()
    events = quietly(battle, "leave north")
    assert only(events, "barred").actor == "red_2"
    assert battle.unit("red_2")["aboard"] == 0
    assert battle.unit("red_2")["ap"] == 2
    ways = {words for words in choices(battle) if words.startswith("leave")}
    assert ways == {"leave east", "leave southeast", "leave south", "leave southwest", "leave west"}


@pytest.mark.rule("SS-U6")
def test_a_pinned_driver_stays_where_it_is() -> None:
    """On a motorbike as in a van: stuck, it neither drives nor gets off, until its next phase."""
    battle = crewed("motorbike", riders=1, y=1)
    assert battle.unit("red_2")["stuck"] > 0
    assert not {"drive", "step", "leave"} & verbs(battle)


@pytest.mark.rule("SS-U7")
@pytest.mark.rule("SS-F4")
def test_a_stray_shot_at_a_passenger_has_the_vehicle_to_pass() -> None:
    """Its defense has the vehicle's cover and its speed, and what hits goes through the vehicle first."""
    battle = crewed()
    play(battle, "drive")
    events = fire(battle, "step north", [6] * 6 + [2] * 6 + [6] * 20)
    dodges = [event for event in events if event.kind == "roll" and event.numbers["purpose"] == "dodge a stray shot"]
    for dodge in dodges:
        assert terms(dodge)["cover"] == 4
        assert terms(dodge)["in a moving vehicle"] == 3
        assert pool(dodge) >= 9


@pytest.mark.rule("SS-U7")
def test_to_get_out_in_the_zone_means_a_new_defense_against_the_same_shot() -> None:
    """Source, combat actions, Repeated Defense Tests: the cover of the vehicle is gone, the shot is not rolled anew."""
    battle = crewed()
    play(battle, "drive")
    fire(battle, "step north", [6] * 6)
    events = quietly(battle, "leave east")
    assert not rolls(events, "stray shot")
    assert "cover" not in terms(roll(events, "dodge a stray shot"))


@pytest.mark.rule("SS-U5")
def test_a_line_at_a_passenger_touches_that_passenger() -> None:
    """Wherever the van stands: whoever may be aimed at is tested."""
    battle = crewed()
    next_phase(battle, "blue_1")
    assert {"suppress_line red_2", "suppress_line red_3"} <= choices(battle)
    events = fire(battle, "suppress_line red_3", [6] * 6)
    assert set(rolls(events, "resist being pinned")) == {"red_2", "red_3"}


def loaded(seats: str = "van") -> Battle:
    """Return a battle in which red_2 stands beside a vehicle and carries red_3, in its phase."""
    red = [
        {"template": seats, "at": [2 if seats == "van" else 3, 2], "name": "Van"},
        unit((4, 2)),
        unit((4, 3)),
        unit((0, 0), **CALM),
    ]
    battle = table(red, [unit((15, 5), **CALM)], FIELD, dice=order(4, 1, 6, 2))
    battle.unit("red_3")["status"] = DOWN
    battle.unit("red_3")["stable"] = 1
    pass_until(battle, "red_2")
    play(battle, "lift red_3")
    return battle


@pytest.mark.rule("SS-B7")
def test_a_body_comes_aboard_with_who_carries_it() -> None:
    """It goes where the van goes, and out again with its carrier."""
    battle = loaded()
    for action in ("board red_1", "drive"):
        play(battle, action)
    play(battle, "step west")
    body = battle.unit("red_3")
    assert (int(body["x"]), int(body["y"])) == (1, 2)
    next_phase(battle, "red_2")
    play(battle, "leave south")
    assert (int(body["x"]), int(body["y"])) == (1, 4)
    assert body["aboard"] == -1


@pytest.mark.rule("SS-B7")
def test_a_body_put_down_aboard_has_a_seat() -> None:
    """It stays in the van; when it wakes it sits there. On a motorbike there is no room for a third."""
    battle = loaded()
    for action in ("board red_1", "put_down"):
        play(battle, action)
    body = battle.unit("red_3")
    assert body["aboard"] == 0
    battle = loaded()
    play(battle, "board red_1")
    battle.unit("red_3")["status"] = UP
    next_phase(battle, "red_3")
    assert decider(battle) == ("act", "red_3")
    assert battle.unit("red_3")["aboard"] == 0
    assert "leave" in verbs(battle)


@pytest.mark.rule("SS-C4")
def test_a_body_takes_a_seat() -> None:
    """A motorbike has two: the carrier's and its own; with somebody on it there is no room for both."""
    assert "board red_1" in choices(loaded("motorbike"))
    red = [{"template": "motorbike", "at": [2, 2], "name": "Van"}, unit((3, 2)), unit((3, 3)), unit((1, 1))]
    battle = table(red, [unit((15, 5), **CALM)], FIELD, dice=order(4, 1, 6, 2))
    battle.unit("red_3")["status"] = DOWN
    battle.unit("red_3")["stable"] = 1
    play(battle, "board red_1")
    pass_until(battle, "red_2")
    assert "board red_1" in choices(battle)
    play(battle, "lift red_3")
    assert "board" not in verbs(battle)


@pytest.mark.rule("SS-C4")
def test_a_jammed_door_is_paid_before_anybody_strikes() -> None:
    """Two points to get in; blue_1 strikes first, and the parry has the point that is left. Body or more keeps it out."""
    red = [{"template": "van", "at": [2, 2], "name": "Van"}, unit((4, 2), weapons=["knife"], skills={"blades": 3})]
    battle = table(red, [unit((5, 2), weapons=["knife"], skills={"blades": 3})], FIELD, dice=order(6, 1))
    battle.unit("red_1")["systems"] = 1 << 4
    play(battle, "board red_1")
    assert decider(battle) == ("intercept", "blue_1")
    assert battle.unit("red_2")["ap"] == 1
    play(battle, "strike red_2")
    fire(battle, "parry", [6] * 3)
    assert battle.unit("red_2")["aboard"] == -1
    assert decider(battle) == ("act", "red_2")
    assert battle.unit("red_2")["ap"] == 0 or "walk" not in verbs(battle)
