"""SS-X1: several attacks in a phase, with one weapon or with two."""

from typing import Any

import pytest
from armed import MISSED, armed, attack_of, numbers_of_attacks

from fireteam.env.battle import Battle
from fireteam.systems.swan_song.rules import clauses
from tabletop import *

PENALTY = {"multiple_attacks": "penalty"}


@pytest.mark.rule("SS-X1")
@pytest.mark.parametrize(("rank", "most"), [(0, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_at_most_half_the_skill_rounded_up(rank: int, most: int) -> None:
    """Source, combat page, Multiple Attacks: half the skill, rounded up. Blades 3 allow two attacks, 5 three, 7 four."""
    battle = armed(["knife"], skills={"blades": rank}, at=2)
    assert numbers_of_attacks(battle) == {f"multiple {attacks}" for attacks in range(2, most + 1)}


@pytest.mark.rule("SS-X1")
def test_nothing_else_limits_their_number() -> None:
    """Blades 11 allow six: four are declared, then two more, for the one free action."""
    battle = armed(["knife"], skills={"blades": 11}, at=2)
    play(battle, "multiple 4")
    assert numbers_of_attacks(battle) == {"multiple 2"}
    assert only(play(battle, "multiple 2"), "multiple").numbers == {"attacks": 6}
    assert not numbers_of_attacks(battle)
    assert (battle.unit("red_1")["ap"], battle.unit("red_1")["free_used"]) == (3, 1)
    assert sum(pool(attack_of(battle, "strike blue_1")) for _ in range(6)) == 11 + 3
    assert "strike" not in verbs(battle)


@pytest.mark.rule("SS-X1")
@pytest.mark.parametrize("at", [2, 5])
def test_a_single_firearm_makes_one_attack(at: int) -> None:
    """Source, Multiple Attacks: from a single melee weapon, or with two weapons. One pistol cannot."""
    battle = armed(["light_pistol"], at=at)
    assert bool(numbers_of_attacks(battle)) == (at == 2)
    if at == 2:
        play(battle, "multiple 2")
        assert not {"shoot", "volley"} & verbs(battle)
        assert {"strike", "punch"} <= verbs(battle)


@pytest.mark.rule("SS-X1")
def test_the_skill_of_each_attack_counts() -> None:
    """Blades 5 allow three strikes; with Unarmed 3 no punch is among them, of two one may be."""
    battle = armed(["knife"], skills={"blades": 5, "unarmed": 3}, at=2)
    assert numbers_of_attacks(battle) == {"multiple 2", "multiple 3"}
    play(battle, "multiple 3")
    assert "strike" in verbs(battle)
    assert "punch" not in verbs(battle)
    other = armed(["knife"], skills={"blades": 5, "unarmed": 3}, at=2)
    play(other, "multiple 2")
    assert {"strike", "punch"} <= verbs(other)


@pytest.mark.rule("SS-X1")
def test_it_is_a_free_action_before_the_attack() -> None:
    """It takes the free action of the pass; it is not declared after an attack or without one to make."""
    battle = armed(["knife"], at=2)
    events = play(battle, "multiple 3")
    assert only(events, "multiple").numbers == {"attacks": 3}
    assert (battle.unit("red_1")["ap"], battle.unit("red_1")["free_used"]) == (3, 1)
    assert battle.log[0]["used"][clauses.MULTIPLE] > 0
    assert not numbers_of_attacks(battle)
    late = armed(["knife"], at=2)
    quietly(late, "strike blue_1")
    assert not numbers_of_attacks(late)
    assert not numbers_of_attacks(armed(["knife"]))


def pistols(attacks: int = 2, **options: Any) -> Battle:
    """Return a battle in which red_1 has a pistol in each hand and has declared several attacks."""
    battle = armed(["light_pistol", "heavy_pistol"], **options)
    take(battle, "off_hand heavy_pistol", f"multiple {attacks}")
    return battle


@pytest.mark.rule("SS-X1")
def test_the_first_attack_pays_for_all() -> None:
    """One point for three stabs; then the attack of the phase is over."""
    battle = armed(["knife"], at=2)
    play(battle, "multiple 3")
    for _ in range(3):
        quietly(battle, "strike blue_1")
        assert battle.unit("red_1")["ap"] == 2
    assert "strike" not in verbs(battle)
    assert battle.unit("red_1")["attacks"] == 0


@pytest.mark.rule("SS-X1")
def test_the_last_point_is_enough_for_all_of_them() -> None:
    """With nothing left the further attacks stay open, and what costs a point does not."""
    battle = pistols()
    battle.unit("red_1")["ap"] = 1
    quietly(battle, "shoot blue_1")
    assert battle.unit("red_1")["ap"] == 0
    assert decider(battle) == ("act", "red_1")
    assert "shoot" in verbs(battle)
    assert not {"aim", "suppress_line", "charge"} & verbs(battle)
    quietly(battle, "shoot blue_1")
    assert decider(battle) != ("act", "red_1") or "shoot" not in verbs(battle)


@pytest.mark.rule("SS-X1")
@pytest.mark.parametrize(("agility", "attacks", "pools"), [(4, 2, [5, 4]), (3, 2, [4, 4]), (3, 3, [3, 3, 2])])
def test_the_pool_is_split_as_evenly_as_possible(agility: int, attacks: int, pools: list[int]) -> None:
    """Nine dice are 5 and 4; the earlier ones get the odd dice."""
    battle = armed(["knife"], attributes={"agility": agility}, at=2)
    play(battle, f"multiple {attacks}")
    rolls = [attack_of(battle, "strike blue_1") for _ in pools]
    assert [pool(event) for event in rolls] == pools
    assert terms(rolls[-1])["split over several attacks"] == pools[-1] - agility - 5


@pytest.mark.rule("SS-X1")
def test_the_full_pool_has_all_modifiers() -> None:
    """Wounds come off before the pool is split: (8 - 2) in halves."""
    battle = armed(["knife"], at=2)
    battle.unit("red_1")["wounds"] = -2
    play(battle, "multiple 2")
    first = attack_of(battle, "strike blue_1")
    assert terms(first) == {"Agility": 3, "Blades": 5, "wounded": -2, "split over several attacks": -3}


@pytest.mark.rule("SS-X1")
def test_a_pool_below_zero_stays_what_it_is() -> None:
    """There is nothing to split."""
    battle = armed(["knife"], at=2)
    battle.unit("red_1")["wounds"] = -9
    play(battle, "multiple 2")
    assert terms(attack_of(battle, "strike blue_1")) == {"Agility": 3, "Blades": 5, "wounded": -9}


@pytest.mark.rule("SS-X1")
def test_each_may_have_its_own_target_and_is_handled_on_its_own() -> None:
    """One hits, the other misses; each is defended against."""
    battle = pistols()
    first = play(battle, "shoot blue_1", f"5555 {MISSED} 2")
    second = play(battle, "shoot blue_2", f"5222 55{MISSED[2:]}")
    assert only(first, "hit").target == "blue_1"
    assert only(second, "miss").target == "blue_2"


@pytest.mark.rule("SS-X1")
@pytest.mark.parametrize("action", ["walk", "aim blue_1", "drop_prone", "switch bare_hands"])
def test_any_other_action_forfeits_the_rest(action: str) -> None:
    """After the first attack; before it, it does not."""
    battle = pistols()
    if action != "switch bare_hands":
        quietly(battle, "walk" if action != "walk" else "run")
        assert "shoot" in verbs(battle)
    battle.unit("red_1")["ap"] = 3
    quietly(battle, "shoot blue_1")
    battle.unit("red_1")["free_used"] = 0
    quietly(battle, action)
    assert not {"shoot", "strike", "punch"} & verbs(battle)
    assert battle.unit("red_1")["attacks"] == 0


@pytest.mark.rule("SS-X1")
def test_a_push_does_not_forfeit_the_rest() -> None:
    """Karma is no action; a single point rolls the misses of all the attacks again, a push is for one of them."""
    battle = armed(["knife"], at=2, karma=2)
    play(battle, "multiple 2")
    play(battle, "strike blue_1", "2222")
    assert only(play(battle, "reroll", f"2222 {MISSED}"), "karma_spent").numbers["left"] == 1
    play(battle, "push rule_of_six")
    play(battle, "strike blue_1", "6222 2")
    events = play(battle, "reroll", f"555 {MISSED[1:]} 2")
    assert "karma_spent" not in kinds_of(events)
    assert only(events, "hit").numbers["net_hits"] == 4
    assert battle.unit("red_1")["karma"] == 0
    assert battle.unit("red_1")["rerolled"] == 0


@pytest.mark.rule("SS-X1")
@pytest.mark.parametrize(("first", "then"), [("shoot", {"shoot"}), ("volley", {"shoot", "volley"})])
def test_the_others_cost_no_more_than_the_first(first: str, then: set[str]) -> None:
    """After a burst for a point no long burst for two; after the long burst either."""
    battle = armed(["machine_pistol", "machine_pistol"])
    battle.unit("red_1")["held"]["mode"][:2] = 2  # bursts
    take(battle, "off_hand machine_pistol_2", "multiple 2")
    quietly(battle, f"{first} blue_1")
    assert {"shoot", "volley"} & verbs(battle) == then


@pytest.mark.rule("SS-X1")
def test_what_is_left_is_lost_with_the_phase() -> None:
    """It ends with the phase, be it declared only or begun."""
    for begun in (False, True):
        battle = armed(["knife"], at=2)
        play(battle, "multiple 3")
        if begun:
            quietly(battle, "strike blue_1")
        quietly(battle, "end")
        assert (battle.unit("red_1")["attacks"], battle.unit("red_1")["attacks_left"]) == (0, 0)


@pytest.mark.rule("SS-X1")
def test_a_critical_glitch_ends_them() -> None:
    """It costs the rest of the phase."""
    battle = armed(["knife"], at=2)
    play(battle, "multiple 2")
    events = play(battle, "strike blue_1", f"1111 {MISSED}")
    assert "phase_lost" in kinds_of(events)
    assert battle.unit("red_1")["attacks"] == 0


def charging(*before: str, **options: Any) -> Battle:
    """Return a battle in which red_1, a knife in each hand, has charged blue_1 and stands before it."""
    battle = armed(["knife", "venom_blade"], at=6, **options)
    play(battle, "off_hand venom_blade")
    battle.unit("red_1")["ap"] = 3
    for action in (*before, "charge blue_1"):
        quietly(battle, action)
    for _ in range(4):
        quietly(battle, "step east")
    return battle


@pytest.mark.rule("SS-X1", "SS-U3")
@pytest.mark.parametrize(("options", "declared"), [({}, "before"), ({}, "at the end"), (PENALTY, "at the end")])
def test_a_charge_may_end_in_a_blow_with_each_weapon(options: dict[str, str], declared: str) -> None:
    """Source, combat actions, Charge: one attack for each weapon, all at the same target, as dear as several attacks are."""
    battle = charging(*(["multiple 2"] if declared == "before" else []), options=options)
    if declared == "at the end":
        play(battle, "multiple 2")
    assert verbs(battle) & {"strike", "punch", "multiple"} == {"strike"}
    rolls, weapons = [], []
    for _ in range(2):
        assert {words for words in choices(battle) if "strike" in words} == {"strike blue_1"}
        events = quietly(battle, "strike blue_1")
        rolls.append(pool(roll(events, "attack")))
        weapons.append(only(events, "attack").numbers["weapon"])
        assert "step" not in verbs(battle)
    assert weapons == ["knife", "venom_blade"]
    full = 3 + 5 - 2 + 4
    assert rolls == ([full - 2] * 2 if options else [full // 2] * 2)
    red = battle.unit("red_1")
    assert (red["ap"], red["charge"], red["attacks"], red["hand"], red["off_hand"]) == (1, -1, 0, 0, 1)
    assert not {"walk", "strike"} & verbs(battle)


@pytest.mark.rule("SS-X1", "SS-U3")
def test_a_charge_with_one_weapon_is_one_attack() -> None:
    """Its blow has the whole pool, and there is none after it; what was declared before is forfeit."""
    battle = armed(["knife", "light_pistol"], at=6)
    play(battle, "off_hand light_pistol")
    quietly(battle, "charge blue_1")
    for _ in range(4):
        quietly(battle, "step east")
    assert "multiple" not in verbs(battle)
    assert "split over several attacks" not in terms(attack_of(battle, "strike blue_1"))
    assert not {"strike", "shoot"} & verbs(battle)


# The option `penalty`: the other source's way.


@pytest.mark.rule("SS-X1")
@pytest.mark.parametrize("rank", [1, 9])
def test_by_the_option_a_weapon_makes_at_most_three(rank: int) -> None:
    """Source, combat actions, Multi-Attack: three for each weapon, whatever the skill and the weapon; two make six."""
    battle = armed(["light_pistol", "heavy_pistol"], rank=rank, options=PENALTY)
    assert numbers_of_attacks(battle) == {"multiple 2", "multiple 3"}
    battle.unit("red_1")["off_hand"] = 1
    quietly(battle, "take_cover" if "take_cover" in verbs(battle) else "drop_prone")
    assert numbers_of_attacks(battle) == {"multiple 2", "multiple 3", "multiple 4"}
    play(battle, "multiple 4")
    assert numbers_of_attacks(battle) == {"multiple 2"}


@pytest.mark.rule("SS-X1")
def test_by_the_option_each_attack_loses_a_die_for_every_attack() -> None:
    """Three attacks: eight dice less three for each, and recoil only as the rounds are fired."""
    battle = armed(["light_pistol"], options=PENALTY)
    play(battle, "multiple 3")
    rolls = [attack_of(battle, "shoot blue_1") for _ in range(3)]
    assert [terms(event)["split over several attacks"] for event in rolls] == [-3, -3, -3]
    assert [pool(event) for event in rolls] == [5, 5, 4]


@pytest.mark.rule("SS-X1")
def test_by_the_option_they_are_one_complex_action() -> None:
    """Source, Multi-Attack: a Complex Action, so two points when it is declared and none after, and no free action."""
    battle = armed(["knife"], at=2, options=PENALTY)
    play(battle, "multiple 3")
    assert (battle.unit("red_1")["ap"], battle.unit("red_1")["free_used"]) == (1, 0)
    for _ in range(3):
        quietly(battle, "strike blue_1")
    assert battle.unit("red_1")["ap"] == 1
    assert "strike" not in verbs(battle)
    poor = armed(["knife"], at=2, options=PENALTY)
    poor.unit("red_1")["ap"] = 1
    quietly(poor, "walk")
    assert not numbers_of_attacks(poor)


@pytest.mark.rule("SS-X1")
def test_by_the_option_what_is_complex_counts_as_two() -> None:
    """Source, Multi-Attack: a full burst counts as two attacks. Of three a long burst leaves one, not a long one."""
    battle = armed(["submachine_gun"], options=PENALTY)
    battle.unit("red_1")["held"]["mode"][0] = 2  # bursts
    play(battle, "multiple 3")
    assert {"shoot", "volley"} <= verbs(battle)
    assert terms(attack_of(battle, "volley blue_1"))["split over several attacks"] == -3
    assert battle.unit("red_1")["attacks_left"] == 1
    assert {"shoot", "volley"} & verbs(battle) == {"shoot"}
    quietly(battle, "shoot blue_1")
    assert not {"shoot", "volley"} & verbs(battle)


@pytest.mark.rule("SS-X1")
@pytest.mark.parametrize("weapon", ["bow", "sniper_rifle", "rocket_launcher"])
def test_by_the_option_nothing_is_used_more_often_than_it_can_be(weapon: str) -> None:
    """Source, combat actions, Multi-Attack: what shoots once is not shot twice; beside the enemy there are fists."""
    far = armed([weapon], at=6, options=PENALTY)
    assert "shoot blue_1" in choices(far)
    assert not numbers_of_attacks(far)
    battle = armed([weapon], at=2, options=PENALTY)
    play(battle, "multiple 3")
    assert ("shoot" in verbs(battle)) == (weapon != "bow")
    if weapon == "sniper_rifle":
        quietly(battle, "shoot blue_1")
        assert "shoot" not in verbs(battle)
    assert "punch" in verbs(battle)


@pytest.mark.rule("SS-X1")
def test_by_the_option_there_are_as_many_as_there_are_rounds() -> None:
    """Two rounds are two shots; a burst takes three rounds, so five are one burst only."""
    battle = armed(["machine_pistol"], options=PENALTY)
    for mode, ammo, numbers in ((1, 2, {"multiple 2"}), (1, 1, set()), (2, 6, {"multiple 2"}), (2, 5, set())):
        battle.unit("red_1")["held"]["mode"][0] = mode
        battle.unit("red_1")["held"]["ammo"][0] = ammo
        battle.unit("red_1")["free_used"] = 0
        quietly(battle, "stand_up" if battle.unit("red_1")["prone"] else "drop_prone")
        battle.unit("red_1")["ap"] = 3
        quietly(battle, "walk" if "walk" in verbs(battle) else "aim blue_1")
        battle.unit("red_1")["ap"] = 3
        quietly(battle, "aim blue_1")
        assert numbers_of_attacks(battle) == numbers, (mode, ammo)


@pytest.mark.rule("SS-X1", "SS-F4")
@pytest.mark.parametrize(("options", "before"), [({}, [0, -1, -2]), (PENALTY, [0, 0, 0])])
def test_a_defender_counts_them_each_or_as_one(options: dict[str, str], before: list[int]) -> None:
    """Source, Multi-Attack: by that option the penalty for earlier attacks grows once for all of them."""
    battle = armed(["knife"], at=2, options=options)
    play(battle, "multiple 3")
    rolls = [roll(quietly(battle, "strike blue_1"), "defense") for _ in range(3)]
    assert [terms(event).get("defended before", 0) for event in rolls] == before
    assert battle.unit("blue_1")["defended"] == (1 if options else 3)
