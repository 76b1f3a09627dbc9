"""SS-U2: hidden units and detailed observation."""

from typing import Any

import numpy as np
import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.events import Event
from fireteam.env.observe.observation import describe, observation_size
from fireteam.env.rules import kernel
from fireteam.env.seats.bots import look
from tabletop import *

GROUND = "\n".join(["." * 16] * 3)


def hunt(hits: str = "555222", first: tuple[int, int] = (6, 1), red: dict | None = None, **changes: Any) -> Battle:
    """Return a battle in which blue_1 hides eight metres from red_1, with the dice of its Sneaking test."""
    where = changes.pop("at", (9, 1))
    hidden = unit(where, **{"hidden": True, "skills": {"sneaking": 3, "pistols": 3}, **changes.pop("blue", {})})
    seeker = unit((1, 1), **{"skills": {"perception": 3, "pistols": 3}, **(red or {})})
    dice = [int(face) for face in hits] + order(*first)
    return table([seeker], [hidden], changes.pop("ground", GROUND), dice=dice, **changes)


def known(battle: Battle) -> bool:
    """Return whether red knows where blue_1 is."""
    return bool(battle.record[0]["teams"][0]["known"] >> 1 & 1)


@pytest.mark.rule("SS-U2")
@pytest.mark.parametrize(("dice", "hidden"), [("555222", 3), ("222222", 1), ("555555", 3)])
def test_who_hides_rolls_sneaking_and_agility(dice: str, hidden: int) -> None:
    """Its hits, one at least and at most the Physical limit, are what it takes to find it."""
    battle = hunt(dice, blue={"attributes": {"strength": 1, "body": 3, "reaction": 3}} if hidden == 3 else {})
    rolled = roll(battle.events(), "hide")
    assert terms(rolled) == {"Agility": 3, "Sneaking": 3}
    assert battle.unit("blue_1")["hidden"] == hidden


@pytest.mark.rule("SS-U2")
@pytest.mark.parametrize("fog", [False, True])
def test_the_hidden_are_not_known_and_no_target(fog: bool) -> None:
    """Red sees the open ground before it and nobody there; who hides sees red. Nor is red told of it. Blue knows its own."""
    battle = hunt(fog=fog)
    assert not known(battle)
    assert battle.record[0]["teams"][1]["known"] >> 1 & 1
    assert not {"shoot", "aim", "charge"} & verbs(battle)
    assert roll(battle.events(), "hide").seen_by == ["blue"]
    play(battle, "end")
    assert {"shoot", "aim"} <= verbs(battle)


@pytest.mark.rule("SS-U2")
@pytest.mark.parametrize(("dice", "found"), [("552222", False), ("555222", True)])
def test_detailed_observation_finds_with_as_many_hits(dice: str, found: bool) -> None:
    """Three hits hide blue: two do not find it, three do, and for good."""
    battle = hunt()
    events = play(battle, "observe", dice)
    assert terms(roll(events, "detailed observation")) == {"Intuition": 3, "Perception": 3}
    assert ("revealed" in kinds_of(events)) == found
    assert known(battle) == found
    assert battle.unit("red_1")["ap"] == 2
    assert ("shoot blue_1" in choices(battle)) == found


@pytest.mark.rule("SS-U2")
def test_it_needs_a_line_of_sight() -> None:
    """Blue hides behind a wall: no hits find it."""
    battle = hunt(ground="\n".join(["....#" + "." * 11] * 3))
    assert "revealed" not in kinds_of(play(battle, "observe", "555555"))


@pytest.mark.rule("SS-U2")
def test_the_mental_limit_holds() -> None:
    """Logic 1, Intuition 3, Willpower 1: a limit of 2, which is less than blue's three hits."""
    battle = hunt(red={"attributes": {"logic": 1, "willpower": 1}})
    events = play(battle, "observe", "555555")
    assert only(events, "observed").numbers["hits"] == 2
    assert not known(battle)


@pytest.mark.rule("SS-U2")
@pytest.mark.parametrize(("at", "found"), [((4, 1), True), ((5, 1), False)])
def test_nobody_stays_hidden_near_an_enemy(at: tuple[int, int], found: bool) -> None:
    """At three metres blue is found without an action, at four it is not."""
    assert known(hunt(at=at)) == found


@pytest.mark.rule("SS-U2")
def test_nearness_needs_sight() -> None:
    """A wall between them keeps blue hidden."""
    assert not known(hunt(at=(3, 1), ground="\n".join(["..#" + "." * 13] * 3)))


@pytest.mark.rule("SS-U2")
def test_a_shot_gives_the_shooter_away_once_it_is_resolved() -> None:
    """Blue shoots: then all know it, and red shoots back."""
    battle = hunt(first=(1, 6))
    quietly(battle, "shoot red_1")
    assert decider(battle) == ("defend", "red_1")
    assert not known(battle)
    events = quietly(battle, "pass")
    assert kinds_of(events).index("graze") < kinds_of(events).index("revealed")
    assert known(battle)


@pytest.mark.rule("SS-U2")
@pytest.mark.rule("SS-F5")
@pytest.mark.parametrize(("alert", "hidden", "unaware"), [(False, True, True), (True, True, False), (False, False, False)])
def test_a_shot_out_of_hiding_finds_unaware_who_is_not_in_the_fight(alert: bool, hidden: bool, unaware: bool) -> None:
    """Red faces blue: only because blue hides, and red is not in the fight, is there no defense."""
    battle = table(
        [target((1, 1), facing="east")],
        [unit((9, 1), hidden=hidden, skills={"pistols": 3})],
        GROUND,
        dice=([5, 5] if hidden else []) + order(1, 6),
        red_team={"alert": alert},
    )
    assert (roll(quietly(battle, "shoot red_1"), "defense").dice == []) == unaware


@pytest.mark.rule("SS-U2")
@pytest.mark.parametrize(
    ("action", "away"), [("run", True), ("suppress_cone west", True), ("walk", False), ("drop_prone", False)]
)
def test_running_and_suppressing_give_away_what_walking_does_not(action: str, away: bool) -> None:
    """Blue moves quietly, or it does not."""
    battle = hunt(first=(1, 6), blue={"weapons": ["submachine_gun"]})
    if action.startswith("suppress"):
        quietly(battle, "mode BF")
    quietly(battle, action)
    assert known(battle) == away


@pytest.mark.rule("SS-U2")
def test_who_hides_does_not_put_others_on_their_guard() -> None:
    """Red's phase comes first and it looks at blue's place: it is not in the fight for that."""
    battle = hunt(red_team={"alert": False}, red={"facing": "east"})
    assert battle.unit("red_1")["engaged"] == 0


@pytest.mark.rule("SS-U2")
def test_there_is_nothing_to_observe_where_all_is_known() -> None:
    """Without fog and with nobody hidden the action is closed; with blue found it closes."""
    assert "observe" not in verbs(table([unit((1, 1))], [unit((9, 1))], GROUND))
    battle = hunt()
    assert "observe" in verbs(battle)
    play(battle, "observe", "555222")
    assert "observe" not in verbs(battle)


def condition(battle: Battle) -> dict[str, float]:
    """Return what red_1 sees of how blue_1 fares."""
    numbering = layout(8, 8)
    observation = np.zeros(observation_size(8, 8), np.float32)
    look(*battle.arrays, kernel.plain(numbering), 0, observation, np.zeros(int(numbering[0]["size"]), np.int8))
    names = {name.removeprefix("others_0."): index for index, name, _ in describe(8, 8) if name.startswith("others_0.")}
    return {name: float(observation[names[name]]) for name in ("present", "life", "action_points")}


@pytest.mark.rule("SS-U2")
@pytest.mark.parametrize("fog", [True, False])
def test_in_fog_how_an_enemy_fares_is_seen_only_after_close_observation(fog: bool) -> None:
    """Red knows that blue is there; its life and points it knows after one hit, or at once without fog."""
    battle = table([unit((1, 1), skills={"perception": 3})], [unit((9, 1))], GROUND, fog=fog)
    assert condition(battle) == {"present": 1.0, "life": 0.0 if fog else 1.0, "action_points": 0.0 if fog else 0.75}
    if fog:
        play(battle, "observe", "222222")
        assert condition(battle)["life"] == 0.0
        play(battle, "observe", "522222")
        assert condition(battle) == {"present": 1.0, "life": 1.0, "action_points": 0.75}
        assert "observe" not in verbs(battle)


@pytest.mark.rule("SS-U2")
def test_in_fog_a_hidden_unit_is_noticed_when_it_is_found() -> None:
    """Not by sight, before; after a good look it is spotted."""
    battle = hunt(fog=True)
    assert not known(battle)
    events: list[Event] = play(battle, "observe", "555222")
    assert "revealed" in kinds_of(events)
    assert known(battle)


@pytest.mark.rule("SS-U2")
@pytest.mark.rule("SS-T6")
def test_who_comes_later_may_come_unseen() -> None:
    """Blue_2 hides as it enters: red is not told that anybody came."""
    battle = table(
        [unit((1, 1))],
        [target((9, 1)), target((9, 2), hidden=True, arrives=2, expected=True, skills={"sneaking": 3})],
        GROUND,
        dice=order(4, 3),
    )
    play(battle, "end")
    events = play(battle, "end", [5, 5, 5, 2, 2, 2, *order(5, 4, 3)])
    assert only(events, "arrives").seen_by == ["blue"]
    assert not any("blue_2" in words for words in choices(battle))


@pytest.mark.rule("SS-U2")
def test_the_fallen_are_seen() -> None:
    """Blue_1, hidden, is felled by a stray shot: its body is found at once."""
    battle = hunt()
    battle.record[0]["units"][1]["flesh"] = 0
    battle.record[0]["units"][1]["status"] = 2
    events = play(battle, "walk")
    assert only(events, "revealed").target == "blue_1"
