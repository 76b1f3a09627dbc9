"""SS-C3: what ailments are resisted with and what they cost."""

import pytest
from ailing import STURDY, ail, ailments, call, duel, maim, maimed, next_round

from fireteam.systems.swan_song.rules.tables import AILMENTS, FOR_GOOD
from tabletop import *


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
        assert ("stunned" in kinds_of(events)) == (hits < threshold)


@pytest.mark.rule("SS-C3")
def test_a_knee_is_a_test_of_composure() -> None:
    """Charisma 5 + Willpower 3 (2), then Strength + Agility (7 + 3) against the fall."""
    battle = duel({"attributes": {"body": 4, "strength": 7, "charisma": 5}})
    events = call(battle, "knee", "55222222 5555555555")
    assert terms(next(e for e in events if e.numbers.get("purpose") == "resist an effect")) == {
        "Charisma": 5,
        "Willpower": 3,
    }
    assert "stunned" not in kinds_of(events)
    assert battle.unit("blue_1")["prone"] == 0


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("hits", "falls"), [(10, False), (9, True)])
def test_knockdown_is_resisted_with_strength_and_agility(hits: int, falls: bool) -> None:
    """The threshold is the damage value, 7, and 3 more."""
    battle = duel({"attributes": {"body": 4, "strength": 9}})
    call(battle, "hip", "5" * hits + "2" * (12 - hits))
    assert battle.unit("blue_1")["prone"] == falls


@pytest.mark.rule("SS-C3", "SS-H5")
def test_resisting_an_effect_is_hindered_by_wounds() -> None:
    """Half of Flesh lost costs two dice of seven: to resist a stun lessens no damage."""
    battle = duel({**STURDY, "flesh": 2})
    events = call(battle, "foot", "55522")
    assert battle.unit("blue_1")["wounds"] == -2
    assert pool(roll(events, "resist an effect")) == 5


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
    """In the fog and behind a wall, a shooter is heard by those with an ear left, not by those with none."""
    ground = "\n".join(["...#...", "...#...", "...#..."])
    for ears_lost in (0, 1, 2):
        battle = table(
            [unit((2, 0)), unit((0, 1))], [target((4, 0)), target((6, 2))], ground=ground, fog=True, dice=order(6, 5, 1, 1)
        )
        for name in ("red_1", "red_2"):
            if ears_lost:
                ail(battle, "deafened", 9, name)
                maim(battle.unit(name), "deafened", ears_lost)
        next_phase(battle, "red_2")
        known = battle.record[0]["teams"][0]["known"]
        assert bool(known >> 2 & 1) == (ears_lost < 2)


@pytest.mark.rule("SS-C3")
def test_a_second_ear_costs_four_dice_and_a_third_hit_nothing() -> None:
    """One ear: no dice. Both: -4 on all own tests. Further hits neither deafen nor stun."""
    for ears in (1, 2):
        battle = duel({**STURDY, "skills": {"pistols": 3}})
        ail(battle, "deafened", 20)
        maim(battle.unit("blue_1"), "deafened", ears)
        pass_until(battle, "blue_1")
        assert terms(roll(quietly(battle, "shoot red_1"), "attack")).get("ailing", 0) == (-4 if ears == 2 else 0)
    battle = duel(STURDY)
    call(battle, "ear", "5522222")
    assert (maimed(battle.unit("blue_1"), "deafened"), ailments(battle)) == (1, {"deafened": 7})
    next_phase(battle, "red_1")
    call(battle, "ear", "5522222")
    assert (maimed(battle.unit("blue_1"), "deafened"), ailments(battle)) == (2, {"deafened": 7})
    next_round(battle, "red_1")
    next_round(battle, "red_1")
    before = ailments(battle)
    assert "stunned" not in kinds_of(call(battle, "ear", ""))  # no dice: no test
    assert (maimed(battle.unit("blue_1"), "deafened"), ailments(battle)) == (2, before)


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("eyes", "dice"), [(1, -4), (2, -8)])
def test_the_blinded_lose_dice_on_what_needs_eyes(eyes: int, dice: int) -> None:
    """Source, combat page, eye: four dice for one on what needs sight, eight for both on all actions, sprints among them."""
    battle = duel({"skills": {"pistols": 9, "running": 9}})
    ail(battle, "blinded", 20)
    maim(battle.unit("blue_1"), "blinded", eyes)
    pass_until(battle, "blue_1")
    quietly(battle, "run")
    assert terms(roll(quietly(battle, "sprint"), "sprint")).get("ailing", 0) == (dice if eyes == 2 else 0)
    shot = roll(quietly(battle, "shoot red_1"), "attack")
    assert [term.dice for term in shot.terms if term.words == "ailing"] == [dice]


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("eyes", "sees"), [(1, True), (2, False)])
def test_who_is_blind_on_both_eyes_sees_nobody(eyes: int, sees: bool) -> None:
    """In the fog the team loses sight of an enemy in the open that only the blind could see."""
    battle = duel(fog=True, blue_team={"alert": True})
    for name in ("red_1", "blue_1"):
        ail(battle, "blinded", 9, name)
        maim(battle.unit(name), "blinded", eyes)
    next_phase(battle, "red_1")
    assert bool(battle.record[0]["teams"][0]["known"] >> 1 & 1) == sees


@pytest.mark.rule("SS-C3")
def test_a_third_hit_at_an_eye_does_nothing() -> None:
    """Both eyes are gone: no test, no longer duration."""
    battle = duel(STURDY)
    ail(battle, "blinded", 20, twice=True)
    assert "stunned" not in kinds_of(call(battle, "eye", ""))
    assert ailments(battle) == {"blinded": 20}


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
    assert "weapon_drops" in kinds_of(events)
    assert (battle.record[0]["zones"]["shooter"] == 1).sum() == 0
