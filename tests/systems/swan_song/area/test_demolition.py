"""SS-B6 and SS-T8: setting demolition charges, an extended action, and letting them go off."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from tabletop import *

WALL = "\n".join(["...." + "#" + "......."] * 5)


NEEDS_A_HIT = {"numbers": {"charge_threshold": 1}}  # a house rule


def sapper(
    ground: str = WALL, score: int = 6, charges: int = 2, house: dict[str, object] | None = None, **changes: object
) -> Battle:
    """Return a battle in which red_1 stands right before a wall with charges; blue_1 is far off."""
    red = unit(
        (3, 2),
        weapons=[],
        skills={"demolitions": 3},
        items={"demolition_charge": charges},
        attributes={"body": 9, "strength": 9, "reaction": 4, "intuition": 2},  # it wins ties
        flesh=60,
        **changes,
    )
    blue = target((11, 4), attributes={"body": 9, "strength": 9}, flesh=60)
    return table([red], [blue], ground, order(score, 1), catalog=house or {})


def set_in_two_phases(battle: Battle, dice: str = "522222") -> list[Event]:
    """Pay for a charge in both phases of a round, and roll for it with the given dice."""
    first = play(battle, "set_charge east")
    assert "charge_set" not in kinds_of(first)
    next_phase(battle, "red_1")
    return play(battle, "set_charge east", dice)


@pytest.mark.rule("SS-B6")
@pytest.mark.rule("SS-A1")
def test_setting_a_charge_is_an_extended_action() -> None:
    """Four points, three of them in the first phase and one in the second; then Demolitions + Logic [Mental] (1)."""
    battle = sapper()
    assert only(play(battle, "set_charge east"), "task").numbers["verb"] == "set_charge"
    assert battle.unit("red_1")["ap"] == 0
    next_phase(battle, "red_1")
    events = play(battle, "set_charge east", "555552")
    assert terms(roll(events, "set a charge")) == {"Logic": 3, "Demolitions": 3}
    assert roll(events, "set a charge").numbers["hits"] == 4  # the Mental limit
    assert only(events, "charge_set").numbers["hits"] == 4
    assert only(events, "charge_set").at == (3, 2)
    assert battle.unit("red_1")["ap"] == 2
    assert battle.unit("red_1")["items"][0] == 1
    assert "attacked" not in kinds_of(events)
    assert battle.unit("red_1")["attacked"] == 0


@pytest.mark.rule("SS-B6")
def test_without_a_hit_the_base_damage_counts() -> None:
    """Source, combat page, Destroying Barriers: no hits, then base Damage Value only; so the charge is set: 28 points."""
    battle = sapper()
    assert only(set_in_two_phases(battle, "222222"), "charge_set").numbers["hits"] == 0
    events = play(battle, "detonate", "2" * 26 + " 2222")
    assert only(events, "barrier_hit").numbers["damage"] == 28


@pytest.mark.rule("SS-B6")
def test_where_a_hit_is_asked_for_a_failure_costs_the_time_alone() -> None:
    """No hit: the charge is still there."""
    battle = sapper(house=NEEDS_A_HIT)
    events = set_in_two_phases(battle, "222222")
    assert "task_fails" in kinds_of(events)
    assert battle.unit("red_1")["items"][0] == 2
    assert battle.record[0]["live"] == 0


@pytest.mark.rule("SS-D11")
@pytest.mark.rule("SS-D12")
def test_help_and_failures_count_when_setting_a_charge() -> None:
    """A comrade's two hits are two dice; the try after a failure costs two."""
    battle = sapper(house=NEEDS_A_HIT)
    play(battle, "set_charge east")
    battle.unit("red_1")["helped"] = 2
    next_phase(battle, "red_1")
    assert terms(roll(play(battle, "set_charge east", "22222222"), "set a charge"))["assisted"] == 2
    battle.unit("red_1")["ap"] = 4
    again = roll(play(battle, "set_charge east", "5222"), "set a charge")
    assert terms(again) == {"Logic": 3, "Demolitions": 3, "tries again": -2}


@pytest.mark.rule("SS-B6")
@pytest.mark.rule("SS-D7")
def test_a_critical_glitch_sets_it_off_and_misses_the_barrier() -> None:
    """Source, combat page, Destroying Barriers: only a critical glitch misses. It goes off at once; the sapper ties.

    So it is not in contact with the brick (10 + 16 dice) a metre off: of its 14, 3 less for the metre, five hits leave 6.
    """
    battle = sapper()
    events = set_in_two_phases(battle, "111122" + "2222" + "55555" + "2" * 21)
    assert "graze" in kinds_of(events)
    assert only(events, "explodes").at == (3, 2)
    assert battle.unit("red_1")["items"][0] == 1
    assert only(events, "barrier_hit").numbers["damage"] == 6
    assert "barrier_breaks" not in kinds_of(events)


@pytest.mark.rule("SS-A1")
def test_any_other_action_but_a_free_one_cancels_it() -> None:
    """Three points paid are lost with an action that costs one, and kept with a free one."""
    for action, kept in (("take_cover", False), ("drop_prone", True)):
        battle = sapper()
        play(battle, "set_charge east")
        next_phase(battle, "red_1")
        play(battle, action)
        assert ("charge_set" in kinds_of(quietly_set(battle))) == kept


def quietly_set(battle: Battle) -> list[Event]:
    """Go on setting the charge with a hit, if it comes to a roll."""
    battle.dictate([5] + [2] * 60)
    events = battle.step("set_charge east")
    battle.dictate([])
    return events


@pytest.mark.rule("SS-A1")
def test_the_work_ends_with_the_round() -> None:
    """With one phase a round, three points are all that is ever paid."""
    battle = sapper(score=1)
    play(battle, "set_charge east")
    assert battle.unit("red_1")["task_paid"] == 3
    next_phase(battle, "red_1")
    assert battle.round == 2
    assert "charge_set" not in kinds_of(play(battle, "set_charge east"))
    assert battle.unit("red_1")["task_paid"] == 3


@pytest.mark.rule("SS-B6")
def test_where_charges_can_be_set() -> None:
    """At what can be broken and on the ground beside one, with a charge left; not into deep water or off the map."""
    assert "set_charge east" in choices(sapper())
    assert "set_charge west" in choices(sapper())
    assert "set_charge" not in verbs(sapper(charges=0))
    assert "set_charge east" not in choices(sapper(WALL.replace("#", "W")))
    assert "detonate" not in verbs(sapper())


@pytest.mark.rule("SS-B6")
@pytest.mark.rule("SS-T8")
def test_a_charge_in_contact_does_twice_its_damage_to_a_wall() -> None:
    """28 and a hit against brick's 10 + 16 dice: with nine hits 20 are left, two tiles; the blast takes its owner too."""
    battle = sapper()
    set_in_two_phases(battle)
    events = play(battle, "detonate", "5" * 9 + "2" * 17 + " 2222 2222")
    assert battle.unit("red_1")["ap"] == 1
    assert terms(roll(events, "barrier")) == {"structure": 26}
    assert only(events, "barrier_hit").numbers == {"damage": 20, "material": "structure"}
    assert [event.at for event in events if event.kind == "barrier_breaks"] == [(4, 2), (4, 1)]
    assert only(events, "caught").numbers == {"damage": 15, "metres": 0}
    assert battle.record[0]["live"] == 0
    assert "detonate" not in verbs(battle)


@pytest.mark.rule("SS-B6")
def test_a_hole_in_concrete_takes_more() -> None:
    """Reinforced concrete, 14 + 24: with sixteen hits 13 are left, a point short; they stay."""
    battle = sapper(WALL.replace("#", "R"))
    set_in_two_phases(battle)
    events = play(battle, "detonate", "5" * 16 + "2" * 22 + " 2222 2222")
    assert "barrier_breaks" not in kinds_of(events)
    assert battle.record[0]["dents"]["damage"][0] == 13


@pytest.mark.rule("SS-T8")
def test_all_own_charges_go_off_in_the_order_they_were_set() -> None:
    """One on the ground to the west, one at the wall: both explode, each with its own blast."""
    battle = sapper(initiative_dice=1)
    play(battle, "set_charge west")
    next_phase(battle, "red_1")
    play(battle, "set_charge west", "522222")
    assert battle.record[0]["effects"]["x"][0] == 2
    battle.unit("red_1")["ap"] = 4
    play(battle, "set_charge east", "522222")
    battle.unit("red_1")["ap"] = 1
    play(battle, "walk")
    events = quietly(battle, "detonate")
    assert [event.at for event in events if event.kind == "explodes"] == [(2, 2), (3, 2)]
    assert [event.numbers["metres"] for event in events if event.kind == "caught"] == [1, 0]
