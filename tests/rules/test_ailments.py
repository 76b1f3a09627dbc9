"""SS-C3: what ailments are resisted with, what they cost, how long they last; SS-U8: shaking them off."""

from typing import Any

import pytest

from fireteam.env.battle import Battle
from fireteam.env.events import Event
from fireteam.env.rules.battle import DOWN
from fireteam.env.rules.swan_song.tables import AILMENTS, BARE_HANDS, FOR_GOOD
from tabletop import (
    choices,
    next_phase,
    only,
    order,
    pass_until,
    play,
    pool,
    quietly,
    roll,
    steps,
    table,
    target,
    terms,
    told,
    unit,
    verbs,
)


def duel(blue: dict[str, Any] | None = None, weapons: list[str] | None = None, distance: int = 4, **options: Any) -> Battle:
    """Return red's pistol or other weapon, twelve ranks of skill, against blue; red acts first."""
    changes = {"flesh": 40, **(blue or {})}
    fighter = target(
        (1, 1),
        weapons=weapons or ["light_pistol"],
        skills={"pistols": 12, "clubs": 12, "blades": 12, "longarms": 12},
    )
    return table([fighter], [target((1 + distance, 1), **changes)], **options)


def ail(battle: Battle, name: str, rounds: int, who: str = "blue_1", twice: str = "") -> None:
    """Give a unit an ailment for so many rounds; `twice` names the count of ears or eyes to set to two."""
    sick = battle.unit(who)
    row = AILMENTS.index(name)
    sick["ailing"] |= 1 << row
    sick["ailments"][row] = rounds
    if name == "deafened":
        sick["deaf"] = 1
    if name == "blinded":
        sick["blind"] = 1
    if twice:
        sick[twice] = 2


def ailments(battle: Battle, name: str = "blue_1") -> dict[str, int]:
    """Return the ailments of a unit and the rounds they last."""
    sick = battle.unit(name)
    return {name: int(sick["ailments"][row]) for row, name in enumerate(AILMENTS) if sick["ailing"] >> row & 1}


def call(battle: Battle, location: str, dice: str) -> list[Event]:
    """Call a shot at a location and hit with damage value 7, unsoaked; `dice` are those of its effects."""
    play(battle, f"call_shot {location}")
    modifier = {"genitals": 10, "sternum": 10, "ear": 10, "eye": 10}.get(location)
    modifier = modifier or (6 if location in ("gut", "hip", "shin", "shoulder", "forearm", "thigh") else 8)
    return play(battle, "shoot blue_1", f"5{'2' * (14 - modifier)} 222222 {'2' * SOAK} {dice}")


SOAK = 2  # dice of Body 4 or 5
STURDY = {"attributes": {"body": 4, "strength": 20}}  # no critical injury, no knockdown by seven points


def next_round(battle: Battle, name: str) -> None:
    """Go on to a unit's first phase of the next round."""
    number = battle.record[0]["round_number"]
    next_phase(battle, name)
    while battle.record[0]["round_number"] == number:
        next_phase(battle, name)


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(
    ("location", "dice", "threshold", "points"),
    [
        ("ear", 7, 2, 10),
        ("eye", 7, 3, 10),
        ("foot", 7, 3, 5),
        ("hand", 7, 2, 5),
        ("jaw", 7, 2, 5),
        ("neck", 7, 3, 10),
        ("shoulder", 7, 1, 5),
    ],
)
def test_stun_is_resisted_with_body_and_willpower(location: str, dice: int, threshold: int, points: int) -> None:
    """Body 4 + Willpower 3: as many hits as the threshold keep the score, one fewer does not."""
    for hits in (threshold, threshold - 1):
        battle = duel(STURDY)
        before = int(battle.unit("blue_1")["score"])
        events = call(battle, location, "5" * hits + "2" * (dice - hits))
        assert before - battle.unit("blue_1")["score"] == (0 if hits == threshold else points)
        assert ("stunned" in told(events)) == (hits < threshold)


@pytest.mark.rule("SS-C3")
def test_a_knee_is_a_test_of_composure() -> None:
    """Charisma 5 + Willpower 3 (2), then Strength + Agility (7 + 3) against the fall."""
    battle = duel({"attributes": {"body": 4, "strength": 7, "charisma": 5}})
    events = call(battle, "knee", "55222222 5555555555")
    assert terms(next(e for e in events if e.numbers.get("purpose") == "resist an effect")) == {
        "Charisma": 5,
        "Willpower": 3,
    }
    assert "stunned" not in told(events)
    assert battle.unit("blue_1")["prone"] == 0


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("hits", "falls"), [(10, False), (9, True)])
def test_knockdown_is_resisted_with_strength_and_agility(hits: int, falls: bool) -> None:
    """The threshold is the damage value, 7, and 3 more."""
    battle = duel({"attributes": {"body": 4, "strength": 9}})
    call(battle, "hip", "5" * hits + "2" * (12 - hits))
    assert battle.unit("blue_1")["prone"] == falls


@pytest.mark.rule("SS-C3", "SS-H5")
def test_resisting_is_not_hindered_by_wounds() -> None:
    """Half of Flesh lost costs two dice, but not when resisting."""
    battle = duel({**STURDY, "flesh": 2})
    events = call(battle, "foot", "5552222")
    assert battle.unit("blue_1")["wounds"] == -2
    assert pool(roll(events, "resist an effect")) == 7


@pytest.mark.rule("SS-C3")
def test_slowed_halves_walk_and_run_and_forbids_sprints() -> None:
    """Agility 3: three metres of walk instead of six, three of a run, and no second run."""
    battle = duel(STURDY)
    call(battle, "thigh", "")
    assert ailments(battle) == {"slowed": FOR_GOOD, "winded": 7}
    assert battle.unit("blue_1")["walk_left"] == 3
    pass_until(battle, "blue_1")
    assert only(play(battle, "walk"), "walk").numbers["metres"] == 3
    assert only(play(battle, "run"), "run").numbers["metres"] == 3
    assert "sprint" not in verbs(battle)
    assert steps(battle, "west", "west") == [1, 1]
    next_round(battle, "blue_1")
    assert battle.unit("blue_1")["walk_left"] == 3


@pytest.mark.rule("SS-C3")
def test_the_slowed_cannot_charge_at_a_sprint() -> None:
    """A charge that would be a second run is closed, the first is not."""
    battle = duel({"weapons": ["club"]}, distance=3)
    ail(battle, "slowed", FOR_GOOD)
    pass_until(battle, "blue_1")
    assert "charge" in verbs(battle)
    quietly(battle, "run")
    assert "charge" not in verbs(battle)


@pytest.mark.rule("SS-C3")
def test_the_winded_take_no_complex_action() -> None:
    """Suppressive fire, a ten-round burst and Remedy cost two points and are closed; what costs one is open."""
    for winded in (False, True):
        battle = duel({"weapons": ["assault_rifle"], "skills": {"automatics": 3}}, distance=6)
        ail(battle, "nauseous", 9)
        if winded:
            ail(battle, "winded", 9)
        pass_until(battle, "blue_1")
        complex_ones = {"suppress_line", "suppress_cone", "remedy"}
        assert complex_ones & verbs(battle) == (set() if winded else complex_ones)
        assert {"shoot", "aim", "run", "take_cover"} & verbs(battle) >= {"shoot", "aim", "run"}
        quietly(battle, "mode FA")
        assert ("volley" in verbs(battle)) != winded
        assert "shoot" in verbs(battle)


@pytest.mark.rule("SS-C3")
def test_the_winded_cannot_reload_a_bow_nor_grapple() -> None:
    """A reload of two points is complex, and so is a grapple."""
    for winded in (False, True):
        battle = duel({"weapons": ["bow"]}, distance=1)
        if winded:
            ail(battle, "winded", 9)
        battle.unit("blue_1")["held"][0]["ammo"] = 0
        pass_until(battle, "blue_1")
        assert ("reload" in verbs(battle)) != winded
        assert ("grapple" in verbs(battle)) != winded


@pytest.mark.rule("SS-C3")
def test_the_deafened_hear_nothing() -> None:
    """In the fog and behind a wall, a shooter is heard by those with an ear, not by the deafened."""
    ground = "\n".join(["...#...", "...#...", "...#..."])
    for deaf in (False, True):
        battle = table(
            [unit((2, 0)), unit((0, 1))],
            [target((4, 0)), target((6, 2))],
            ground=ground,
            fog=True,
            dice=order(6, 5, 1, 1),
        )
        for name in ("red_1", "red_2"):
            if deaf:
                ail(battle, "deafened", 9, name)
        next_phase(battle, "red_2")
        known = battle.record[0]["teams"][0]["known"]
        assert bool(known >> 2 & 1) == (not deaf)


@pytest.mark.rule("SS-C3")
def test_a_second_ear_costs_four_dice_and_a_third_hit_nothing() -> None:
    """One ear: no dice. Both: -4 on all own tests. Further hits neither deafen nor stun."""
    for ears in (1, 2):
        battle = duel({**STURDY, "skills": {"pistols": 3}})
        ail(battle, "deafened", 20)
        battle.unit("blue_1")["deaf"] = ears
        pass_until(battle, "blue_1")
        assert terms(roll(quietly(battle, "shoot red_1"), "attack")).get("ailing", 0) == (-4 if ears == 2 else 0)
    battle = duel(STURDY)
    call(battle, "ear", "5522222")
    assert (battle.unit("blue_1")["deaf"], ailments(battle)) == (1, {"deafened": 7})
    next_phase(battle, "red_1")
    call(battle, "ear", "5522222")
    assert (battle.unit("blue_1")["deaf"], ailments(battle)) == (2, {"deafened": 14})
    next_round(battle, "red_1")
    next_round(battle, "red_1")
    before = ailments(battle)
    assert "stunned" not in told(call(battle, "ear", ""))  # no dice: no test
    assert (battle.unit("blue_1")["deaf"], ailments(battle)) == (2, before)


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("eyes", "dice"), [(1, -4), (2, -8)])
def test_the_blinded_lose_dice_on_what_needs_eyes(eyes: int, dice: int) -> None:
    """Four dice for an eye, eight for both, on shots; nothing on a sprint."""
    battle = duel({"skills": {"pistols": 9, "running": 9}})
    ail(battle, "blinded", 20)
    battle.unit("blue_1")["blind"] = eyes
    pass_until(battle, "blue_1")
    quietly(battle, "run")
    assert "ailing" not in terms(roll(quietly(battle, "sprint"), "sprint"))
    assert terms(roll(quietly(battle, "shoot red_1"), "attack"))["ailing"] == dice


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("eyes", "sees"), [(1, True), (2, False)])
def test_who_is_blind_on_both_eyes_sees_nobody(eyes: int, sees: bool) -> None:
    """In the fog the team loses sight of an enemy in the open that only the blind could see."""
    battle = duel(fog=True, blue_team={"alert": True})
    for name in ("red_1", "blue_1"):
        ail(battle, "blinded", 9, name)
        battle.unit(name)["blind"] = eyes
    next_phase(battle, "red_1")
    assert bool(battle.record[0]["teams"][0]["known"] >> 1 & 1) == sees


@pytest.mark.rule("SS-C3")
def test_a_third_hit_at_an_eye_does_nothing() -> None:
    """Both eyes are gone: no test, no longer duration."""
    battle = duel(STURDY)
    ail(battle, "blinded", 20, twice="blind")
    assert "stunned" not in told(call(battle, "eye", ""))
    assert ailments(battle) == {"blinded": 20}


@pytest.mark.rule("SS-C3")
def test_a_broken_grip_drops_what_is_in_hand() -> None:
    """The pistol lies on the ground and cannot be taken up until the grip comes back."""
    battle = duel({**STURDY, "weapons": ["light_pistol", "knife"]})
    events = call(battle, "forearm", "")
    assert only(events, "weapon_drops").numbers["weapon"] == "light_pistol"
    assert battle.unit("blue_1")["hand"] == BARE_HANDS
    assert ailments(battle) == {"broken_grip": 7}
    pass_until(battle, "blue_1")
    assert not {"switch", "pick_up", "shoot"} & verbs(battle)
    battle.unit("blue_1")["ailments"][AILMENTS.index("broken_grip")] = 1
    next_round(battle, "blue_1")
    assert ailments(battle) == {}
    assert {"switch", "pick_up"} <= verbs(battle)


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("ailment", "dice"), [("broken_grip", -1), ("one_arm", -2)])
def test_a_weak_side_costs_melee_defense_only(ailment: str, dice: int) -> None:
    """Blows are defended with fewer dice, shots are not."""
    battle = duel(weapons=["knife"], distance=1)
    ail(battle, ailment, 9)
    assert terms(roll(quietly(battle, "strike blue_1"), "defense"))["ailing"] == dice
    battle = duel()
    ail(battle, ailment, 9)
    assert "ailing" not in terms(roll(quietly(battle, "shoot blue_1"), "defense"))


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("ailment", "dice"), [("one_arm", -6), ("nauseous", -4)])
def test_some_ailments_cost_dice_on_all_own_tests(ailment: str, dice: int) -> None:
    """A useless arm six, nausea four: on shots and on sprints."""
    battle = duel({"skills": {"pistols": 9, "running": 9}})
    ail(battle, ailment, 9)
    pass_until(battle, "blue_1")
    quietly(battle, "run")
    assert terms(roll(quietly(battle, "sprint"), "sprint"))["ailing"] == dice
    assert terms(roll(quietly(battle, "shoot red_1"), "attack"))["ailing"] == dice


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("hits", "rounds"), [(0, 4), (3, 1), (4, 0)])
def test_nausea_lasts_a_round_for_every_hit_too_few(hits: int, rounds: int) -> None:
    """Body 4 + Willpower 3 against 4."""
    battle = duel(STURDY)
    call(battle, "gut", f"5522222 {'5' * hits}{'2' * (7 - hits)}")
    assert ailments(battle).get("nauseous", 0) == rounds


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("hits", "rounds"), [(2, 5), (6, 1), (7, 0)])
def test_the_buckled_stay_down(hits: int, rounds: int) -> None:
    """Body 10 against the damage value 7 (unsoaked): prone, and no standing up for every hit too few."""
    battle = duel({"attributes": {"body": 10, "strength": 20}})
    play(battle, "call_shot genitals")
    body = "5" * hits + "2" * (10 - hits)
    play(battle, "shoot blue_1", f"52222 222222 22222 5555{'2' * 9} 5555{'2' * 9} {body}")
    assert ailments(battle).get("buckled", 0) == rounds
    assert battle.unit("blue_1")["prone"] == (rounds > 0)
    pass_until(battle, "blue_1")
    assert "stand_up" not in verbs(battle)
    if rounds:
        battle.unit("blue_1")["ailments"][AILMENTS.index("buckled")] = 1
        next_round(battle, "blue_1")
        assert "stand_up" in verbs(battle)


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("hits", "strain"), [(0, 3), (2, 1), (3, 0), (4, 0)])
def test_a_sternum_is_fatiguing(hits: int, strain: int) -> None:
    """Half of 7, rounded down, once more as Strain, resisted with Body 4 alone."""
    battle = duel(STURDY)
    events = call(battle, "sternum", f"5552222 {'5' * hits}{'2' * (4 - hits)}")
    assert battle.unit("blue_1")["strain"] == strain
    assert terms(roll(events, "resist fatigue")) == {"Body": 4}


@pytest.mark.rule("SS-C3")
def test_a_broken_jaw_cannot_call_out() -> None:
    """It lasts for hours: until it is treated."""
    battle = duel(STURDY)
    call(battle, "jaw", "5522222")
    assert ailments(battle) == {"mute": FOR_GOOD}
    pass_until(battle, "blue_1")
    assert "call_out" not in verbs(battle)


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
    assert "attack" not in told(events)
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
    assert "full_defense" in told(events)


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
    assert "reply" not in told(events)
    assert "unconscious" in told(events)


@pytest.mark.rule("SS-C3")
def test_who_bleeds_out_does_not_intercept() -> None:
    """The blow is not struck, and the mover goes on."""
    battle = table(
        [unit((4, 1))],
        [unit((5, 1), flesh=1, weapons=["knife"]), target((30, 4))],
        dice=order(6, 1, 1),
    )
    ail(battle, "bleedout", FOR_GOOD)
    play(battle, "walk")
    play(battle, "step west")
    events = quietly(battle, "strike red_1")
    assert "attack" not in told(events)
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
    pass_until(battle, "blue_1")
    events: list[Event] = []
    while battle.record[0]["round_number"] == 2:
        events = quietly(battle, "end")
    assert only(events, "recovers").numbers["ailment"] == "winded"
    assert ailments(battle) == {"mute": FOR_GOOD}


@pytest.mark.rule("SS-C3")
def test_ears_and_eyes_recover() -> None:
    """When the rounds are over both ears and both eyes are as before."""
    battle = duel()
    ail(battle, "deafened", 1, twice="deaf")
    ail(battle, "blinded", 1, twice="blind")
    next_round(battle, "red_1")
    assert (battle.unit("blue_1")["deaf"], battle.unit("blue_1")["blind"]) == (0, 0)


@pytest.mark.rule("SS-C3")
def test_durations_never_become_for_good_by_adding_up() -> None:
    """However long an ailment that passes by itself, it stays one that passes."""
    battle = duel(STURDY)
    ail(battle, "winded", 118)
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


@pytest.mark.rule("SS-C3", "SS-U7")
def test_a_broken_grip_ends_suppressive_fire() -> None:
    """Who has dropped the rifle suppresses nobody any more."""
    battle = table(
        [target((1, 1), weapons=["light_pistol"], skills={"pistols": 12})],
        [target((9, 1), weapons=["assault_rifle"], skills={"automatics": 3}, flesh=40)],
        dice=order(1, 6),
    )
    quietly(battle, "suppress_line red_1")
    assert (battle.record[0]["zones"]["shooter"] == 1).sum() == 1
    next_phase(battle, "red_1")
    play(battle, "call_shot forearm")
    battle.dictate([5] + [2] * 100)
    events = battle.step("shoot blue_1")
    battle.dictate([])
    assert "weapon_drops" in told(events)
    assert (battle.record[0]["zones"]["shooter"] == 1).sum() == 0
