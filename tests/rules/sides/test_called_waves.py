"""Waves that are called, in every system: by an alarm, by losses, by whoever enters a place."""

import numpy as np
from camp import GROUND, HEIGHT, WIDTH, camp, fell, ganger, kinds, marked, on_to, systems

from fireteam.env.battle import Battle
from fireteam.env.rules.record import STATUSES
from tabletop import *

WALLED = "\n".join(["." * 9 + "#" + "." * (WIDTH - 10)] * HEIGHT)  # nobody sees from one side to the other


def called(battle: Battle, name: str) -> int:
    """Return the round in which a unit comes, 0 for one that nobody has called."""
    return int(battle.unit(name)["due"])


def status(battle: Battle, name: str) -> str:
    """Return what has become of a unit."""
    return STATUSES[battle.unit(name)["status"]]


def wave(**call: object) -> list[dict]:
    """Return a guard and whom he calls."""
    return [ganger(12, 1), ganger(13, 0, arrives=call)]


@systems
def test_who_sees_an_enemy_gives_the_alarm(system: str) -> None:
    """In the open the guard sees red in the first round: two rounds later his comrade is there. It is told to blue alone."""
    battle = camp(system, [ganger(4, 1)], wave(when="alarm", after=2))
    assert called(battle, "blue_2") == 3
    events = battle.events()
    while battle.round < 3:
        assert status(battle, "blue_2") == "absent"
        events = battle.step("end" if battle.asked.own else "pass")
    assert status(battle, "blue_2") == "up"
    assert ("arrives", "blue_2") in kinds(events)


@systems
def test_who_sees_nobody_gives_none(system: str) -> None:
    """Behind a wall red is neither seen nor heard; a wound is alarm enough. The others do not hear of it."""
    battle = camp(system, [ganger(4, 1)], wave(when="alarm"), ground=WALLED, stalemate=20)
    on_to(battle, "blue_1")
    battle.step("end")
    assert called(battle, "blue_2") == 0
    on_to(battle, "blue_1")
    battle.record[0]["units"][1]["flesh" if system == "swan_song" else "level"] += -1 if system == "swan_song" else 1
    events = battle.step("end")
    assert called(battle, "blue_2") > battle.round - 1
    found = only(events, "called")
    assert (found.numbers, found.seen_by) == ({"due": called(battle, "blue_2"), "team": "blue"}, ["blue"])


@systems
def test_half_of_a_side_down_calls_the_reserve(system: str) -> None:
    """One of two who are there is down: the third is called. Who has not come does not count."""
    blue = [ganger(12, 0), ganger(12, 1), ganger(13, 2, arrives={"when": "half_down", "after": 3})]
    battle = camp(system, [ganger(4, 1)], blue, ground=WALLED)
    on_to(battle, "blue_1")
    assert called(battle, "blue_3") == 0
    fell(battle, "blue_2")
    now = battle.round
    battle.step("end")
    assert called(battle, "blue_3") == now + 3


@systems
def test_who_enters_a_place_calls_its_wave(system: str) -> None:
    """Red steps on the marked tile, seen by nobody."""
    battle = camp(
        system, [ganger(4, 1)], wave(when="zone", zone="c"), ground=WALLED, marks=marked("c", 5, 1),
    )  # fmt: skip
    on_to(battle, "red_1")
    assert called(battle, "blue_2") == 0
    battle.step("walk")
    while "step east" not in {battle.words(action) for action in battle.legal()}:
        battle.step("end")
    now = battle.round
    battle.step("step east")
    assert called(battle, "blue_2") == now + 1


@systems
def test_whoever_stands_at_the_place_for_its_own_team_calls_nobody(system: str) -> None:
    """The guard stands on the marked tile that his wave watches: only an enemy's step there is a call."""
    battle = camp(system, [ganger(4, 1)], wave(when="zone", zone="c"), ground=WALLED, marks=marked("c", 12, 1))
    on_to(battle, "red_1")
    battle.step("end")
    assert called(battle, "blue_2") == 0
    battle.unit("red_1")["x"], battle.unit("blue_1")["x"] = 12, 11
    on_to(battle, "blue_1")
    battle.step("end")
    assert called(battle, "blue_2") > 0


@systems
def test_who_is_never_called_keeps_no_battle_going(system: str) -> None:
    """The last one that is there has fallen and the place was never entered: red has won. Who was called keeps it going."""
    for entered in (False, True):
        marks = marked("c", 4 if entered else 0, 1)
        battle = camp(system, [ganger(4, 1)], wave(when="zone", zone="c", after=3), ground=WALLED, marks=marks)
        on_to(battle, "red_1")
        assert (called(battle, "blue_2") > 0) == entered
        fell(battle, "blue_1")
        for _ in range(6):  # of Swan Song a round has several passes
            if not battle.over and battle.round == 1:
                battle.step("end")
        assert battle.over != entered
        assert battle.winner == (None if entered else "red")


@systems
def test_what_others_know_of_a_call(system: str) -> None:
    """In fog red takes whoever was called for somebody of whom it knows nothing, as if nobody had been called."""
    battle = camp(system, [ganger(4, 1)], wave(when="alarm"), ground=GROUND, fog=True)
    assert called(battle, "blue_2")
    assert battle.as_known(0).record[0]["units"][2]["due"] == 0
    assert battle.as_known(1).record[0]["units"][2]["due"] == called(battle, "blue_2")
    assert np.all(battle.field.arena[0]["opening"]["due"] == 0)
