"""SS-C3: hands, arms, eyes and ears that are hit, and where durations add up (source, combat page, location details)."""

from typing import Any

import numpy as np
import pytest
from ailing import STURDY, ail, ailments, call, clocks, duel, maim, maimed, next_round

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.observation import describe, observation_size
from fireteam.env.rules import kernel
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.seats.bots import look
from fireteam.systems.swan_song.rules.tables import AILMENTS, FOR_GOOD
from tabletop import *

STUNNED_NOT = "5522222"  # Body 4 + Willpower 3: two hits are enough for a hand and a shoulder


def armed(weapons: list[str], **changes: Any) -> Battle:
    """Return red's pistol against blue, armed with what is given and skilled in all of it."""
    skills = {"pistols": 9, "longarms": 9, "automatics": 9, "blades": 9, "clubs": 9, "running": 9, "perception": 9}
    return duel({**STURDY, "weapons": weapons, "skills": skills, **changes})


def hit(battle: Battle, location: str, dice: str = "") -> list[Any]:
    """Let red call a shot at a location and hit; the effects' own dice follow."""
    if battle.decision is not None and battle.unit("red_1")["attacked"]:
        next_phase(battle, "red_1")
    return call(battle, location, dice)


def in_hand(battle: Battle) -> str:
    """Return the weapon in blue's hand."""
    hand = int(battle.unit("blue_1")["hand"])
    return "nothing" if hand == BARE_HANDS else battle.field.weapon_names(1)[hand]


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("location", "dice"), [("forearm", ""), ("hand", STUNNED_NOT)])
def test_a_broken_grip_drops_what_the_hand_holds_and_leaves_the_other(location: str, dice: str) -> None:
    """The pistol falls; the other hand can draw the knife, but holds no rifle and no second weapon beside it."""
    battle = armed(["light_pistol", "knife", "assault_rifle"])
    events = hit(battle, location, dice)
    assert only(events, "weapon_drops").numbers["weapon"] == "light_pistol"
    assert (in_hand(battle), ailments(battle)) == ("nothing", {"broken_grip": 7})
    pass_until(battle, "blue_1")
    assert {words for words in choices(battle) if words.startswith("switch")} == {"switch knife"}
    assert "pick_up" in verbs(battle)  # the pistol, with the other hand
    quietly(battle, "switch knife")
    assert "off_hand" not in verbs(battle)
    battle.unit("blue_1")["ailments"][AILMENTS.index("broken_grip")] = 1
    next_round(battle, "blue_1")
    assert (ailments(battle), maimed(battle.unit("blue_1"), "broken_grip")) == ({}, 0)
    assert "switch assault_rifle" in choices(battle)


@pytest.mark.rule("SS-C3")
def test_of_two_weapons_only_that_of_the_stricken_hand_falls() -> None:
    """The hand that struck drops the club; the knife of the other goes on."""
    battle = armed(["club", "knife"])
    battle.unit("blue_1")["off_hand"] = 1
    assert kinds_of(hit(battle, "hand", STUNNED_NOT)).count("weapon_drops") == 1
    assert (in_hand(battle), int(battle.unit("blue_1")["off_hand"])) == ("knife", BARE_HANDS)


@pytest.mark.rule("SS-C3")
def test_a_second_hand_is_a_hand_of_its_own() -> None:
    """The hand with the knife is hit next: now nothing is held, nothing taken up, and nobody is given first aid."""
    battle = armed(["club", "knife"])
    battle.unit("blue_1")["off_hand"] = 1
    hit(battle, "hand", STUNNED_NOT)
    assert "weapon_drops" in kinds_of(hit(battle, "hand", STUNNED_NOT))
    assert (in_hand(battle), clocks(battle.unit("blue_1"), "broken_grip")) == ("nothing", (7, 7))
    pass_until(battle, "blue_1")
    assert not {"switch", "pick_up", "first_aid", "grapple"} & verbs(battle)


@pytest.mark.rule("SS-C3")
def test_each_hand_has_rounds_of_its_own() -> None:
    """Source, combat page, Hand: the stricken hand holds nothing for as many rounds as that attack's damage value.

    The first is hit in round 1, the other in round 3, each with 7. So the first holds again after round 7, when the other
    still has two rounds to go; a hand that is hit a second time has 14.
    """
    battle = armed(["club", "knife"], flesh=40)
    battle.unit("blue_1")["off_hand"] = 1
    hit(battle, "hand", STUNNED_NOT)
    next_round(battle, "red_1")
    next_round(battle, "red_1")
    assert clocks(battle.unit("blue_1"), "broken_grip") == (5, 0)
    hit(battle, "hand", STUNNED_NOT)
    assert clocks(battle.unit("blue_1"), "broken_grip") == (5, 7)
    while battle.record[0]["round_number"] < 8:
        next_round(battle, "blue_1")
    assert clocks(battle.unit("blue_1"), "broken_grip") == (0, 2)
    assert "switch club" in choices(battle) or "pick_up" in verbs(battle)  # with the first hand
    next_round(battle, "red_1")
    assert maimed(battle.unit("blue_1"), "broken_grip") == 1
    hit(battle, "hand", STUNNED_NOT)
    assert clocks(battle.unit("blue_1"), "broken_grip") == (0, 1 + 7)


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize("location", ["ear", "eye"])
def test_a_second_eye_does_not_keep_the_first_shut(location: str) -> None:
    """Source, combat page, Ear and Eye: the rounds are those of the attack. Two rounds apart, they open two rounds apart."""
    ailment = {"ear": "deafened", "eye": "blinded"}[location]
    battle = duel(STURDY, rounds=40, stalemate=40)
    resists = "5522222" if location == "ear" else "5552222"
    hit(battle, location, resists)
    next_round(battle, "red_1")
    next_round(battle, "red_1")
    hit(battle, location, resists)
    assert clocks(battle.unit("blue_1"), ailment) == (5, 7)
    for _ in range(5):
        next_round(battle, "red_1")
    assert (maimed(battle.unit("blue_1"), ailment), ailment in ailments(battle)) == (1, True)
    next_round(battle, "red_1")
    next_round(battle, "red_1")
    assert ailment not in ailments(battle)


@pytest.mark.rule("SS-C3")
def test_what_takes_two_hands_falls_with_one() -> None:
    """A rifle is dropped, and cannot be picked up with one hand."""
    battle = armed(["assault_rifle"])
    hit(battle, "forearm")
    pass_until(battle, "blue_1")
    assert in_hand(battle) == "nothing"
    assert "pick_up" not in verbs(battle)


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize("hands", [1, 2])
def test_each_broken_grip_costs_a_die_in_a_grapple_and_defense_a_die_in_all(hands: int) -> None:
    """Per injured hand on grappling, once on melee defense."""
    battle = duel(weapons=["knife"], distance=1)
    ail(battle, "broken_grip", 9, who="red_1")
    maim(battle.unit("red_1"), "broken_grip", hands)
    ail(battle, "broken_grip", 9)
    maim(battle.unit("blue_1"), "broken_grip", hands)
    if hands == 1:
        assert terms(roll(quietly(battle, "grapple blue_1"), "grapple"))["ailing"] == -1
    next_phase(battle, "red_1")
    maim(battle.unit("red_1"), "broken_grip", 0)
    next_phase(battle, "red_1")
    assert terms(roll(quietly(battle, "strike blue_1"), "defense"))["ailing"] == -1


@pytest.mark.rule("SS-C3")
def test_with_one_arm_a_rifle_is_useless() -> None:
    """Nothing that takes both arms: no shot, burst, aim or suppression, no reload, no blow with the butt; a kick is left."""
    battle = armed(["assault_rifle", "light_pistol"])
    hit(battle, "shoulder", STUNNED_NOT)
    assert (in_hand(battle), ailments(battle)) == ("assault_rifle", {"one_arm": 7})
    battle.unit("blue_1")["held"][0]["ammo"] = 1
    pass_until(battle, "blue_1")
    assert not {"shoot", "volley", "aim", "suppress_line", "suppress_cone", "reload", "strike"} & verbs(battle)
    quietly(battle, "switch light_pistol")
    assert {"shoot", "aim"} <= verbs(battle)


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("other", "left"), [(BARE_HANDS, "nothing"), (1, "knife")])
def test_what_a_useless_arm_holds_does_nothing(other: int, left: str) -> None:
    """Source, combat page, Shoulder: no actions with that limb. The whole arm goes on, or takes the pistol up."""
    battle = armed(["light_pistol", "knife"])
    battle.unit("blue_1")["off_hand"] = other
    assert "weapon_drops" not in kinds_of(hit(battle, "shoulder", STUNNED_NOT))
    assert in_hand(battle) == left
    pass_until(battle, "blue_1")
    assert not {"shoot", "aim"} & verbs(battle)
    play(battle, "switch light_pistol")
    assert battle.unit("blue_1")["ap"] == 2
    assert terms(roll(quietly(battle, "shoot red_1"), "attack"))["ailing"] == -6


@pytest.mark.rule("SS-C3", "SS-F2")
def test_with_one_arm_nobody_parries_with_a_pole_axe() -> None:
    """Nor intercepts with it; a knife does."""
    for weapon in ("pole_axe", "knife"):
        skills = {"blades": 5, "clubs": 5}
        battle = table(
            [unit((4, 1), weapons=["knife"], skills=skills)],
            [unit((5, 1), weapons=[weapon], skills=skills)],
            dice=order(6, 1),
        )
        ail(battle, "one_arm", 9)
        play(battle, "strike blue_1")
        assert ("parry" in verbs(battle)) == (weapon == "knife")


@pytest.mark.rule("SS-C3")
def test_the_dice_of_a_hurt_arm_stay_until_it_is_healed() -> None:
    """After its rounds the arm is used again and melee defense is whole; six dice are lost until first aid heals a point."""
    battle = table(
        [target((1, 1), weapons=["knife"], skills={"blades": 12})],
        [
            unit(
                (2, 1),
                weapons=["assault_rifle"],
                skills={"automatics": 9, "first_aid": 9},
                flesh=30,
                orders={"defend": "never"},
            )
        ],
        rounds=40,
        stalemate=40,
    )
    ail(battle, "one_arm", 1)
    next_round(battle, "red_1")
    assert (ailments(battle), maimed(battle.unit("blue_1"), "one_arm")) == ({"one_arm": 0}, 0)
    assert "ailing" not in terms(roll(quietly(battle, "strike blue_1"), "defense"))
    pass_until(battle, "blue_1")
    assert terms(roll(quietly(battle, "shoot red_1"), "attack"))["ailing"] == -6
    next_round(battle, "blue_1")
    assert terms(roll(quietly(battle, "shoot red_1"), "attack"))["ailing"] == -6
    next_round(battle, "blue_1")
    battle.dictate([5] * 2 + [2] * 50)
    battle.step("first_aid blue_1")
    assert ailments(battle) == {"one_arm": 0}
    next_round(battle, "blue_1")
    battle.dictate([5] * 3 + [2] * 50)
    battle.step("first_aid blue_1")
    battle.dictate([])
    assert ailments(battle) == {}


@pytest.mark.rule("SS-C3", "SS-U8")
def test_a_remedy_heals_no_arm() -> None:
    """It shortens the rounds in which the arm is useless; then there is nothing left to shake off."""
    battle = armed(["knife"])
    ail(battle, "one_arm", 1)
    pass_until(battle, "blue_1")
    battle.dictate([5])  # Body 4 + Willpower 3 - 6
    battle.step("remedy")
    battle.dictate([])
    assert (ailments(battle), maimed(battle.unit("blue_1"), "one_arm")) == ({"one_arm": 0}, 0)
    next_round(battle, "blue_1")
    assert "remedy" not in verbs(battle)


@pytest.mark.rule("SS-C3", "SS-U2")
@pytest.mark.parametrize(("eyes", "ears", "dice"), [(0, 1, -2), (0, 2, -4), (1, 0, -4), (1, 1, -6), (2, 0, None)])
def test_observation_takes_eyes_and_ears(eyes: int, ears: int, dice: int | None) -> None:
    """An eye costs four dice, an ear two, both ears four; with no eye there is no test at all."""
    battle = duel({"skills": {"perception": 9}}, fog=True, blue_team={"alert": True})
    if eyes:
        ail(battle, "blinded", 20)
        maim(battle.unit("blue_1"), "blinded", eyes)
    if ears:
        ail(battle, "deafened", 20)
        maim(battle.unit("blue_1"), "deafened", ears)
    pass_until(battle, "blue_1")
    assert ("observe" in verbs(battle)) == (dice is not None)
    if dice is not None:
        seen = roll(quietly(battle, "observe"), "detailed observation")
        assert sum(term.dice for term in seen.terms if term.words == "ailing") == dice


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize("ears", [1, 2])
def test_an_ear_costs_nothing_on_a_shot_both_cost_four_dice_on_all(ears: int) -> None:
    """Only what involves hearing suffers from one ear."""
    battle = duel({"skills": {"pistols": 9}})
    ail(battle, "deafened", 20)
    maim(battle.unit("blue_1"), "deafened", ears)
    pass_until(battle, "blue_1")
    assert terms(roll(quietly(battle, "shoot red_1"), "attack")).get("ailing", 0) == (-4 if ears == 2 else 0)


@pytest.mark.rule("SS-C1", "SS-C3")
@pytest.mark.parametrize(
    ("first", "second", "dice", "winded"),
    [
        ("shin", "thigh", "", 7),
        ("thigh", "shin", "5555555555" + "2" * 13, 7),
        ("thigh", "thigh", "", 14),
        ("ankle", "thigh", "", 7),
    ],
)
def test_durations_add_up_at_the_same_location_only(first: str, second: str, dice: str, winded: int) -> None:
    """Shin then thigh leaves seven rounds of no breath, the thigh twice fourteen."""
    battle = duel({"attributes": {"body": 4, "strength": 20}})
    hit(battle, first, "5555555555" + "2" * 13 if first == "shin" else "")
    hit(battle, second, dice)
    assert ailments(battle) == {"slowed": FOR_GOOD, "winded": winded}


@pytest.mark.rule("SS-C1", "SS-C3")
def test_a_place_that_added_nothing_counts_when_it_is_hit_again() -> None:
    """Source, combat page, Called Shots: several hits to the same location extend what it does.

    The thigh takes the breath for seven rounds, the ankle adds nothing to that; the ankle again is its second hit.
    """
    battle = duel({**STURDY, "flesh": 90})
    gained = []
    for location in ("thigh", "ankle", "ankle"):
        if gained:
            next_phase(battle, "red_1")
        battle.unit("red_1")["recoil"] = battle.unit("blue_1")["defended"] = 0
        before = ailments(battle).get("winded", 0)
        hit(battle, location)
        gained.append(ailments(battle)["winded"] - before)
    assert gained == [7, 0, 7]


@pytest.mark.rule("SS-C1", "SS-C3")
def test_a_place_counts_anew_when_its_effect_has_passed() -> None:
    """Winded by the thigh, breath regained, winded by the ankle: the thigh does not extend that."""
    battle = duel(STURDY)
    hit(battle, "thigh")
    battle.unit("blue_1")["ailments"][AILMENTS.index("winded")] = 1
    next_round(battle, "red_1")
    hit(battle, "ankle")
    assert ailments(battle)["winded"] == 7
    hit(battle, "thigh")
    assert ailments(battle)["winded"] <= 7


@pytest.mark.rule("SS-C3")
def test_a_slower_walk_counts_for_the_metres_gone_already() -> None:
    """Agility 3 walks three metres of six when slowed: who has gone four has none left, who has gone one has two."""
    for gone, left in ((4, 0), (1, 2)):
        battle = duel(STURDY)
        battle.unit("blue_1")["walk_left"] = 6 - gone
        hit(battle, "thigh")
        assert battle.unit("blue_1")["walk_left"] == left


@pytest.mark.rule("SS-C3", "SS-F3")
def test_the_winded_go_on_no_full_defense() -> None:
    """It is a complex action, if taken as an interrupt (source, action page, Full Defense); a parry is not."""
    for winded in (False, True):
        battle = table(
            [unit((4, 1), weapons=["knife"])], [unit((5, 1), weapons=["knife"], skills={"blades": 3})], dice=order(6, 1)
        )
        if winded:
            ail(battle, "winded", 9)
        play(battle, "strike blue_1")
        assert ("full_defense" in verbs(battle)) != winded
        assert "parry" in verbs(battle)


@pytest.mark.rule("SS-C3")
def test_an_arm_hurt_for_good_shows_in_the_observation() -> None:
    """No rounds are left, but the dice are lost: the number is not that of a whole arm."""
    names = [name for _, name, *_ in describe(8, 8)]
    seen = []
    for rounds in (None, 0, 9):
        battle = armed(["knife"])
        if rounds is not None:
            ail(battle, "one_arm", rounds)
        pass_until(battle, "blue_1")
        observation = np.zeros(observation_size(8, 8), np.float32)
        numbering = layout(8, 8)
        look(*battle.arrays, kernel.plain(numbering), 1, observation, np.zeros(int(numbering[0]["size"]), np.int8))
        seen.append(round(float(observation[names.index("one_arm")]), 2))
    assert seen == [0.0, 0.1, 0.9]
