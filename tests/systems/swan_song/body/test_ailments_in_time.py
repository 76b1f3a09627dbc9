"""SS-C3: ailments that bleed, how long they last; SS-U8: shaking them off."""

from typing import Any

import pytest
from ailing import STURDY, ail, ailments, call, duel, maimed, next_round

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.rules.record import DOWN
from fireteam.systems.swan_song.rules.tables import FOR_GOOD
from tabletop import *


@pytest.mark.rule("SS-C3", "SS-T1")
def test_slow_death_costs_two_strain_a_minute() -> None:
    """Nothing for eleven rounds, two points in the twelfth, and it goes on."""
    battle = duel({"strain": 20}, rounds=40, stalemate=40)
    ail(battle, "slow_death", FOR_GOOD)
    for strain, rounds in ((0, 11), (2, 1), (2, 11), (4, 1)):
        for _ in range(rounds):
            next_round(battle, "blue_1")
        assert battle.unit("blue_1")["strain"] == strain
    assert ailments(battle) == {"slow_death": FOR_GOOD}


@pytest.mark.rule("SS-C3", "SS-D10")
def test_slow_death_is_treated_a_minute_after_the_last_treatment() -> None:
    """Source, combat page, Gut: an extended test with an interval of a minute; tests page, Extended Tests: between rolls.

    First treated in round 12, when the wound is a minute old: the next roll comes in round 24, not in 13.
    """
    healer = unit((2, 1), skills={"first_aid": 6}, attributes={"logic": 6})
    battle = table([target((1, 1)), healer], [target((20, 4))], dice=order(1, 6, 1), rounds=60, stalemate=60)
    ail(battle, "slow_death", FOR_GOOD, who="red_1")
    treated = []
    while battle.record[0]["round_number"] < 25:
        next_round(battle, "red_2")
        if battle.record[0]["round_number"] >= 12 and "first_aid red_1" in choices(battle):
            quietly(battle, "first_aid red_1")
            treated.append(int(battle.record[0]["round_number"]))
    assert treated == [12, 24]


@pytest.mark.rule("SS-C3", "SS-H4")
def test_slow_death_goes_on_for_the_fallen() -> None:
    """Strain is full: two more are a point of Flesh a minute."""
    battle = table([unit((1, 1))], [target((5, 1)), target((9, 1))], dice=order(6, 1, 1), rounds=40, stalemate=40)
    fallen = battle.unit("blue_1")
    fallen["status"], fallen["strain"] = DOWN, 10
    ail(battle, "slow_death", FOR_GOOD)
    for _ in range(12):
        next_round(battle, "red_1")
    assert fallen["flesh"] == 9


@pytest.mark.rule("SS-C3")
def test_a_bleeding_neck_costs_a_point_for_every_action() -> None:
    """Free actions and those that cost points count; steps of a walk, and ending the phase, do not."""
    battle = duel()
    ail(battle, "bleedout", FOR_GOOD)
    pass_until(battle, "blue_1")
    bleeding = battle.unit("blue_1")
    for action, flesh in (("walk", 39), ("step east", 39), ("drop_prone", 38), ("shoot red_1", 37), ("end", 37)):
        quietly(battle, action)
        assert bleeding["flesh"] == flesh, action


@pytest.mark.rule("SS-C3")
def test_first_aid_costs_a_bleeding_neck_nothing() -> None:
    """Source, combat page, neck: a point for every action that is not First Aid."""
    battle = duel({"skills": {"first_aid": 3}})
    ail(battle, "bleedout", FOR_GOOD)
    battle.unit("blue_1")["flesh"] = 30
    pass_until(battle, "blue_1")
    assert "bled" not in kinds_of(quietly(battle, "first_aid blue_1"))
    assert battle.unit("blue_1")["flesh"] == 30
    assert "bled" in kinds_of(quietly(battle, "drop_prone"))


@pytest.mark.rule("SS-C3")
def test_bleeding_out_is_not_soaked_nor_shielded() -> None:
    """Shields and armor do not help: the point comes off Flesh."""
    battle = duel({"shield": 5, "armour": ["combat_armor"]})
    ail(battle, "bleedout", FOR_GOOD)
    pass_until(battle, "blue_1")
    assert only(play(battle, "run"), "bled").numbers["damage"] == 1
    assert (battle.unit("blue_1")["shield"], battle.unit("blue_1")["flesh"]) == (5, 39)


@pytest.mark.rule("SS-C3")
def test_who_bleeds_out_does_not_act_any_more() -> None:
    """The last point of Flesh goes before the action: no shot, no points paid, and the battle is lost."""
    battle = duel({"flesh": 1})
    ail(battle, "bleedout", FOR_GOOD)
    pass_until(battle, "blue_1")
    events = play(battle, "shoot red_1")
    assert "attack" not in kinds_of(events)
    assert battle.unit("blue_1")["status"] == DOWN
    assert battle.decision is None


@pytest.mark.rule("SS-C3", "SS-A3")
def test_interrupts_make_a_neck_bleed_too() -> None:
    """Full defense costs points, so it costs blood."""
    battle = table([unit((1, 1))], [unit((5, 1), flesh=20)], dice=order(6, 1))
    ail(battle, "bleedout", FOR_GOOD)
    play(battle, "shoot blue_1")
    events = quietly(battle, "full_defense")
    assert battle.unit("blue_1")["flesh"] == 19
    assert "full_defense" in kinds_of(events)


@pytest.mark.rule("SS-C3")
def test_who_bleeds_out_in_defending_has_no_answer() -> None:
    """It falls before the parry: the attack goes on against whoever lies there."""
    battle = table(
        [unit((4, 1), weapons=["knife"])],
        [unit((5, 1), flesh=1, weapons=["knife"], skills={"blades": 3}), target((30, 4))],
        dice=order(6, 1, 1),
    )
    ail(battle, "bleedout", FOR_GOOD)
    play(battle, "strike blue_1")
    events = quietly(battle, "parry")
    assert "reply" not in kinds_of(events)
    assert "unconscious" in kinds_of(events)


@pytest.mark.rule("SS-C3")
def test_who_bleeds_out_does_not_intercept() -> None:
    """The blow is not struck, and the mover goes on."""
    battle = table([unit((4, 1))], [unit((5, 1), flesh=1, weapons=["knife"]), target((30, 4))], dice=order(6, 1, 1))
    ail(battle, "bleedout", FOR_GOOD)
    take(battle, "walk", "step west")
    events = quietly(battle, "strike red_1")
    assert "attack" not in kinds_of(events)
    assert battle.unit("blue_1")["status"] == DOWN
    assert battle.unit("red_1")["x"] == 3


@pytest.mark.rule("SS-C3")
def test_machines_do_not_bleed() -> None:
    """A drone without Flesh has no neck that bleeds and no bowels; the rest of the effects it has."""
    battle = duel({"template": "drone", "flesh": 0}, dice=[*order(6), 1, 1, 1])
    play(battle, "call_shot neck")
    quietly(battle, "shoot blue_1")
    assert "bleedout" not in ailments(battle)


@pytest.mark.rule("SS-C3")
def test_ailments_pass_round_by_round() -> None:
    """Two rounds are over at the end of the second; what waits for treatment stays."""
    battle = duel()
    ail(battle, "winded", 2)
    ail(battle, "mute", FOR_GOOD)
    next_round(battle, "red_1")
    assert ailments(battle) == {"winded": 1, "mute": FOR_GOOD}
    events: list[Event] = []
    while battle.record[0]["round_number"] == 2:
        events = quietly(battle, "end")
    assert only(events, "recovers").numbers["ailment"] == "winded"
    assert ailments(battle) == {"mute": FOR_GOOD}


@pytest.mark.rule("SS-C3")
def test_ears_and_eyes_recover() -> None:
    """When the rounds are over both ears and both eyes are as before."""
    battle = duel()
    ail(battle, "deafened", 1, twice=True)
    ail(battle, "blinded", 1, twice=True)
    next_round(battle, "red_1")
    assert (maimed(battle.unit("blue_1"), "deafened"), maimed(battle.unit("blue_1"), "blinded")) == (0, 0)


@pytest.mark.rule("SS-C3")
def test_durations_never_become_for_good_by_adding_up() -> None:
    """However long an ailment that passes by itself, it stays one that passes."""
    battle = duel(STURDY)
    call(battle, "thigh", "")
    ail(battle, "winded", 118)
    next_phase(battle, "red_1")
    call(battle, "thigh", "")
    assert ailments(battle)["winded"] == FOR_GOOD - 1


def remedy(hits: int, ails: dict[str, int], **blue: Any) -> tuple[Battle, list[Event]]:
    """Return a battle in which blue, Body 4 + Willpower 3, has just taken a Remedy with so many hits."""
    battle = duel({**STURDY, **blue})
    for name, rounds in ails.items():
        ail(battle, name, rounds)
    pass_until(battle, "blue_1")
    assert battle.unit("blue_1")["ap"] == 3
    events = play(battle, "remedy", "5" * hits + "2" * (7 - hits))
    assert battle.unit("blue_1")["ap"] == 1
    return battle, events


@pytest.mark.rule("SS-U8")
def test_remedy_takes_its_hits_off_all_ailments() -> None:
    """Three hits: of five rounds two are left, of three none; it costs two points."""
    battle, events = remedy(3, {"deafened": 5, "broken_grip": 3})
    assert ailments(battle) == {"deafened": 2}
    assert only(events, "recovers").numbers["ailment"] == "broken_grip"
    assert terms(roll(events, "remedy")) == {"Body": 4, "Willpower": 3}


@pytest.mark.rule("SS-U8")
@pytest.mark.parametrize(("hits", "left"), [(1, {"slowed", "mute"}), (2, {"mute"}), (4, set())])
def test_remedy_ends_what_waits_for_treatment(hits: int, left: set[str]) -> None:
    """A limp needs two hits, a jaw four."""
    battle, _ = remedy(hits, {"slowed": FOR_GOOD, "mute": FOR_GOOD})
    assert set(ailments(battle)) == left


@pytest.mark.rule("SS-U8")
def test_remedy_suffers_from_burdens() -> None:
    """Nausea costs four dice of the remedy against it; it has no limit."""
    battle = duel(STURDY)
    ail(battle, "nauseous", 5)
    pass_until(battle, "blue_1")
    assert pool(roll(play(battle, "remedy", "555"), "remedy")) == 3


@pytest.mark.rule("SS-U8")
def test_remedy_does_not_close_bleeding_wounds() -> None:
    """A neck and bowels wait for first aid: alone they open no Remedy, and with others they outlast it."""
    battle, _ = remedy(5, {"slow_death": FOR_GOOD, "deafened": 3})
    assert ailments(battle) == {"slow_death": FOR_GOOD}
    assert "remedy" not in choices(battle)


@pytest.mark.rule("SS-U8")
def test_remedy_is_open_only_when_something_ails() -> None:
    """The healthy have nothing to shake off."""
    battle = duel()
    assert "remedy" not in verbs(battle)


@pytest.mark.rule("SS-U8")
def test_remedy_leaves_a_stimulant_alone() -> None:
    """The rounds of a stimulant are no ailment's."""
    battle = duel(STURDY)
    ail(battle, "deafened", 5)
    ail(battle, "stimulated", 5)
    pass_until(battle, "blue_1")
    play(battle, "remedy", "5522222")
    assert ailments(battle) == {"deafened": 3, "stimulated": 5}


@pytest.mark.rule("SS-C3", "SS-U3")
def test_a_charge_is_one_action_to_a_bleeding_neck() -> None:
    """Its steps and its blow are part of it: a point, no more."""
    battle = duel({"weapons": ["club"], "skills": {"clubs": 3}}, distance=3)
    ail(battle, "bleedout", FOR_GOOD)
    pass_until(battle, "blue_1")
    for action in ("charge red_1", "step west", "step west", "strike red_1"):
        quietly(battle, action)
        assert battle.unit("blue_1")["flesh"] == 39, action


@pytest.mark.rule("SS-C3", "SS-X1")
def test_several_attacks_are_one_attack_action_to_a_bleeding_neck() -> None:
    """The free action that declares them costs a point, and the attack action one (source, combat page, Action Points)."""
    battle = duel({"weapons": ["knife"], "skills": {"blades": 4}}, distance=1)
    ail(battle, "bleedout", FOR_GOOD)
    pass_until(battle, "blue_1")
    for action, flesh in (("multiple 2", 39), ("strike red_1", 38), ("strike red_1", 38), ("run", 37)):
        quietly(battle, action)
        assert battle.unit("blue_1")["flesh"] == flesh, action
