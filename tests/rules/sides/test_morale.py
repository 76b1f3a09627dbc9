"""Morale, in every system: who has had enough breaks, does no more harm, flees or surrenders, and how that ends battles."""

import pytest
from camp import HEIGHT, WIDTH, camp, fell, ganger, kinds, marked, on_to, systems

from fireteam.env.battle import Battle
from fireteam.env.rules.interface import life
from fireteam.env.rules.kernel import entry, plain
from fireteam.env.rules.record import STATUSES
from fireteam.env.rules.systems import SYSTEMS, port_of
from fireteam.env.rules.verbs import HARMS
from tabletop import *

HARMFUL = {verb.name for system in SYSTEMS for verb in port_of(system).VERBS.values() if verb.traits & HARMS}
LOSES_HEALTH = {"swan_song": ("flesh", -1), "d10_pool": ("level", 1), "ladder": ("level", 1)}


@entry
def life_row(battles, arenas, who):
    """Return `life` of a unit in the battle of the first row."""
    return life(battles[0], arenas[0], who)


def broken(battle: Battle, name: str) -> bool:
    """Return whether a unit has broken."""
    return bool(battle.unit(name)["broken"])


def status(battle: Battle, name: str) -> str:
    """Return what has become of a unit."""
    return STATUSES[battle.unit(name)["status"]]


def routed(system: str, **morale: object) -> Battle:
    """Return a battle in which blue_1, beside the fallen blue_2, has just broken and is asked; red_1 stands to the west."""
    keys = {"marks": marked("x", WIDTH - 1, 0)} if "exit" in morale else {}
    battle = camp(system, [ganger(2, 1)], [ganger(6, 1), ganger(7, 2)], {"morale": {"losses": 50, **morale}}, **keys)
    on_to(battle, "blue_1")
    fell(battle, "blue_2")
    battle.step("end")
    on_to(battle, "blue_1")
    assert broken(battle, "blue_1")
    return battle


@systems
def test_a_team_breaks_when_it_has_lost_its_share(system: str) -> None:
    """One of three is less than a half; two are more. Who fights on the other side does not care; it is told once."""
    battle = camp(system, [ganger(1, 1)], [ganger(5, 1), ganger(6, 1), ganger(7, 1)], {"morale": {"losses": 50}})
    on_to(battle, "blue_1")
    assert HARMFUL & verbs(battle)
    fell(battle, "blue_2")
    assert kinds(battle.step("end")) == []
    on_to(battle, "blue_1")
    fell(battle, "blue_3")
    events = battle.step("end") + on_to(battle, "blue_1")
    assert kinds(events) == [("breaks", "blue_1")]
    assert only(events, "breaks").seen_by == ["red", "blue"]
    assert not broken(battle, "red_1")


@systems
def test_who_has_broken_does_no_harm_and_comes_no_nearer(system: str) -> None:
    """Nothing that harms is open any more, nor a step to the west; surrender only where the scenario lets it."""
    battle = routed(system)
    assert not HARMFUL & verbs(battle)
    assert "surrender" not in verbs(battle)
    battle.step("walk")
    if system == "ladder":
        battle.step("end")
        while battle.decision is not None and battle.decision.kind != "move":
            battle.step("end")
    steps = {battle.words(action) for action in battle.legal() if battle.words(action).split()[0] == "step"}
    assert "step east" in steps
    assert not steps & {"step west", "step northwest", "step southwest"}


@systems
def test_its_own_wounds_break_a_unit(system: str) -> None:
    """With 40 % of its life lost it goes on, with 60 % it has had enough; its comrade is steady."""
    battle = camp(system, [ganger(1, 1)], [ganger(5, 1, morale={"wounds": 60}), ganger(6, 1)])
    on_to(battle, "blue_1")
    field, worse = LOSES_HEALTH[system]
    arrays = plain(battle.record), plain(battle.field.arena)
    while True:
        left, full = life_row(*arrays, 1)
        if (full - left) * 100 >= 60 * full:
            break
        assert not broken(battle, "blue_1")
        battle.record[0]["units"][1][field] += worse
        battle.step("end")
        on_to(battle, "blue_1")
    assert broken(battle, "blue_1")
    assert not broken(battle, "blue_2")


@systems
def test_who_comes_later_does_not_break_over_what_it_never_saw(system: str) -> None:
    """Two of three are down as a fourth enters: the one who saw it has broken, the newcomer has not."""
    blue = [ganger(5, 1), ganger(6, 1), ganger(7, 1), ganger(9, 1, arrives=2)]
    battle = camp(system, [ganger(1, 1)], blue, {"morale": {"losses": 50}})
    on_to(battle, "blue_1")
    fell(battle, "blue_2")
    fell(battle, "blue_3")
    while battle.round < 2:
        battle.step("end" if battle.asked.own else "pass")
    on_to(battle, "blue_4")
    assert (broken(battle, "blue_1"), broken(battle, "blue_4")) == (True, False)


@systems
def test_surrender(system: str) -> None:
    """Who lays down its arms is out at once; here nobody is left, and red has won."""
    battle = routed(system, surrenders=True)
    events = battle.step("surrender")
    assert kinds(events) == [("surrenders", "blue_1"), ("over", None)]
    assert status(battle, "blue_1") == "surrendered"
    assert (battle.winner, battle.ending) == ("red", "elimination")


@systems
def test_nobody_attacks_who_has_surrendered(system: str) -> None:
    """The battle goes on with a third, who has no morale; no attack on the first one is open."""
    battle = camp(
        system, [ganger(4, 1)], [ganger(6, 1), ganger(7, 2), ganger(7, 0, morale={})],
        {"morale": {"losses": 30, "surrenders": True}},
    )  # fmt: skip
    on_to(battle, "blue_1")
    fell(battle, "blue_2")
    battle.step("end")
    on_to(battle, "blue_1")
    battle.step("surrender")
    assert not battle.over
    on_to(battle, "red_1")
    open_now = {battle.words(action) for action in battle.legal()}
    assert any("blue_3" in words for words in open_now)
    assert not any("blue_1" in words for words in open_now)


@systems
def test_flight_through_an_exit(system: str) -> None:
    """On its exit a broken unit leaves the battle; it counts as lost, and for no objective."""
    battle = camp(
        system, [ganger(2, 1)], [ganger(WIDTH - 2, 1), ganger(7, 2)], {"morale": {"losses": 50, "exit": "x"}},
        marks=marked("x", WIDTH - 1, 1),
    )  # fmt: skip
    on_to(battle, "blue_1")
    fell(battle, "blue_2")
    battle.step("end")
    on_to(battle, "blue_1")
    battle.step("walk")
    while "step east" not in {battle.words(action) for action in battle.legal()}:
        battle.step("end")
    events = battle.step("step east")
    assert ("flees", "blue_1") in kinds(events)
    assert status(battle, "blue_1") == "escaped"
    assert battle.record[0]["teams"][1]["escaped"] == 0
    assert (battle.winner, battle.ending) == ("red", "elimination")


@systems
@pytest.mark.parametrize(("keys", "ending"), [({"stalemate": 1}, "rout"), ({"rounds": 3}, "rout")])
def test_a_rout_is_no_draw(system: str, keys: dict[str, int], ending: str) -> None:
    """Where all has been quiet, or time is up, and only one side has not broken, that side has won."""
    team = {"morale": {"losses": 50}}
    battle = camp(system, [ganger(0, 1)], [ganger(6, 1), ganger(7, 2)], team, **keys)
    fell(battle, "blue_2")
    while not battle.over:
        battle.step("end" if battle.decision is not None and battle.asked.own else "pass")
    assert (battle.winner, battle.ending) == ("red", ending)


@systems
def test_without_morale_nothing_is_different(system: str) -> None:
    """A battle of one against one with half of a side down: nobody breaks, and the sheet of nobody says so."""
    battle = camp(system, [ganger(1, 1)], [ganger(5, 1), ganger(6, HEIGHT - 1)])
    fell(battle, "blue_2")
    events = on_to(battle, "blue_1")
    assert kinds(events) == []
    assert battle.field.arena[0]["morale"] == 0
    assert HARMFUL & verbs(battle)
