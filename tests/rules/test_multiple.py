"""SS-X1: several attacks in a phase, with one weapon or with two."""

import pytest
from armed import MISSED, armed, attack_of, numbers_of_attacks

from fireteam.env.rules.swan_song import clauses
from tabletop import decider, only, play, pool, quietly, terms, told, verbs

PENALTY = {"multiple_attacks": "penalty"}


@pytest.mark.rule("SS-X1")
@pytest.mark.parametrize(("rank", "most"), [(0, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (9, 4)])
def test_at_most_half_the_skill_rounded_up(rank: int, most: int) -> None:
    """Pistols 3 allow two attacks, 5 three, 7 four; there are never more than four."""
    battle = armed(["light_pistol"], skills={"pistols": rank})
    assert numbers_of_attacks(battle) == {f"multiple {attacks}" for attacks in range(2, most + 1)}


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
def test_a_gun_butt_is_a_club() -> None:
    """In melee a pistol can shoot often and strike rarely."""
    battle = armed(["light_pistol"], skills={"pistols": 5, "clubs": 1}, at=2)
    play(battle, "multiple 3")
    assert "shoot" in verbs(battle)
    assert "strike" not in verbs(battle)


@pytest.mark.rule("SS-X1")
def test_it_is_a_free_action_before_the_attack() -> None:
    """It takes the free action of the pass; it is declared once, and no more after an attack or without one to make."""
    battle = armed(["light_pistol"])
    events = play(battle, "multiple 2")
    assert only(events, "multiple").numbers == {"attacks": 2}
    assert (battle.unit("red_1")["ap"], battle.unit("red_1")["free_used"]) == (3, 1)
    assert battle.log[0]["used"][clauses.MULTIPLE] > 0
    assert not numbers_of_attacks(battle)
    late = armed(["light_pistol"])
    quietly(late, "shoot blue_1")
    assert not numbers_of_attacks(late)
    assert not numbers_of_attacks(armed(["knife"]))


@pytest.mark.rule("SS-X1")
def test_the_first_attack_pays_for_all() -> None:
    """One point for three shots, each a round; then the attack of the phase is over."""
    battle = armed(["light_pistol"])
    play(battle, "multiple 3")
    ammo = int(battle.unit("red_1")["held"]["ammo"][0])
    for shots in (1, 2, 3):
        quietly(battle, "shoot blue_1")
        assert battle.unit("red_1")["ap"] == 2
        assert battle.unit("red_1")["held"]["ammo"][0] == ammo - shots
    assert "shoot" not in verbs(battle)
    assert battle.unit("red_1")["attacks"] == 0


@pytest.mark.rule("SS-X1")
def test_the_last_point_is_enough_for_all_of_them() -> None:
    """With nothing left the further attacks stay open, and what costs a point does not."""
    battle = armed(["light_pistol"])
    battle.unit("red_1")["ap"] = 1
    play(battle, "multiple 2")
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
def test_each_bears_the_recoil_of_all() -> None:
    """Three rounds, one of them free and one compensated: a die less on each of the three full pools."""
    battle = armed(["light_pistol"])
    play(battle, "multiple 3")
    rolls = [attack_of(battle, "shoot blue_1") for _ in range(3)]
    assert [terms(event)["recoil"] for event in rolls] == [-1, -1, -1]
    assert [pool(event) for event in rolls] == [3, 2, 2]
    single = armed(["light_pistol"])
    assert "recoil" not in terms(attack_of(single, "shoot blue_1"))


@pytest.mark.rule("SS-X1")
def test_the_aim_is_for_the_first() -> None:
    """It is kept by the declaration and spent with the first attack."""
    battle = armed(["light_pistol"])
    play(battle, "aim blue_1")
    play(battle, "multiple 2")
    first, second = (attack_of(battle, "shoot blue_1") for _ in range(2))
    assert terms(first)["aimed"] == 1
    assert "aimed" not in terms(second)


@pytest.mark.rule("SS-X1")
def test_each_may_have_its_own_target_and_is_handled_on_its_own() -> None:
    """One hits, the other misses; each is defended against."""
    battle = armed(["light_pistol"])
    play(battle, "multiple 2")
    first = play(battle, "shoot blue_1", f"5555 {MISSED} 2")
    second = play(battle, "shoot blue_2", f"5222 55{MISSED[2:]}")
    assert only(first, "hit").target == "blue_1"
    assert only(second, "miss").target == "blue_2"


@pytest.mark.rule("SS-X1")
@pytest.mark.parametrize("action", ["walk", "aim blue_1", "reload", "drop_prone", "switch bare_hands"])
def test_any_other_action_forfeits_the_rest(action: str) -> None:
    """After the first attack; before it, it does not."""
    battle = armed(["light_pistol"])
    play(battle, "multiple 2")
    if action != "switch bare_hands":
        quietly(battle, "walk" if action != "walk" else "run")
        assert "shoot" in verbs(battle)
    quietly(battle, "shoot blue_1")
    battle.unit("red_1")["free_used"] = 0
    quietly(battle, action)
    assert not {"shoot", "strike", "punch"} & verbs(battle)
    assert battle.unit("red_1")["attacks"] == 0


@pytest.mark.rule("SS-X1")
def test_a_push_does_not_forfeit_the_rest() -> None:
    """Karma is no action; a single point rolls the misses of all the attacks again, a push is for one of them."""
    battle = armed(["light_pistol"], karma=2)
    play(battle, "multiple 2")
    play(battle, "shoot blue_1", "2222")
    assert only(play(battle, "reroll", f"2222 {MISSED}"), "karma_spent").numbers["left"] == 1
    play(battle, "push rule_of_six")
    play(battle, "shoot blue_1", "6222 2")
    events = play(battle, "reroll", f"555 {MISSED[1:]} 2")
    assert "karma_spent" not in told(events)
    assert only(events, "hit").numbers["net_hits"] == 4
    assert battle.unit("red_1")["karma"] == 0
    assert battle.unit("red_1")["rerolled"] == 0


@pytest.mark.rule("SS-X1")
def test_the_others_cost_no_more_than_the_first() -> None:
    """After a burst for a point no long burst for two; after the long burst either."""
    for first, then in (("shoot", {"shoot"}), ("volley", {"shoot", "volley"})):
        battle = armed(["submachine_gun"])
        play(battle, "mode BF")
        play(battle, "multiple 2")
        quietly(battle, f"{first} blue_1")
        assert {"shoot", "volley"} & verbs(battle) == then


@pytest.mark.rule("SS-X1")
def test_each_needs_its_rounds() -> None:
    """With one round left the second shot cannot be fired, and the attack of the phase is over."""
    battle = armed(["light_pistol"])
    battle.unit("red_1")["held"]["ammo"][0] = 1
    play(battle, "multiple 2")
    quietly(battle, "shoot blue_1")
    assert "shoot" not in verbs(battle)
    assert battle.unit("red_1")["attacks_left"] == 0


@pytest.mark.rule("SS-X1")
def test_what_is_left_is_lost_with_the_phase() -> None:
    """It ends with the phase, be it declared only or begun."""
    for begun in (False, True):
        battle = armed(["light_pistol"])
        play(battle, "multiple 3")
        if begun:
            quietly(battle, "shoot blue_1")
        quietly(battle, "end")
        assert (battle.unit("red_1")["attacks"], battle.unit("red_1")["attacks_left"]) == (0, 0)


@pytest.mark.rule("SS-X1")
def test_a_charge_is_one_attack() -> None:
    """Its blow has the whole pool, and there is none after it."""
    battle = armed(["knife", "light_pistol"], at=6)
    play(battle, "switch light_pistol")
    play(battle, "multiple 2")
    battle.unit("red_1")["ap"] = 3
    quietly(battle, "charge blue_1")
    assert battle.unit("red_1")["attacks"] == 0
    for _ in range(4):
        quietly(battle, "step east")
    assert "split over several attacks" not in terms(attack_of(battle, "strike blue_1"))


@pytest.mark.rule("SS-X1")
def test_a_critical_glitch_ends_them() -> None:
    """It costs the rest of the phase."""
    battle = armed(["light_pistol"])
    play(battle, "multiple 2")
    events = play(battle, "shoot blue_1", f"1111 {MISSED}")
    assert "phase_lost" in told(events)
    assert battle.unit("red_1")["attacks"] == 0


# Two weapons.


@pytest.mark.rule("SS-X1")
@pytest.mark.parametrize("rank", [1, 9])
def test_by_the_option_a_weapon_makes_at_most_three(rank: int) -> None:
    """Whatever the skill; two weapons make four."""
    battle = armed(["light_pistol", "heavy_pistol"], rank=rank, options=PENALTY)
    assert numbers_of_attacks(battle) == {"multiple 2", "multiple 3"}
    play(battle, "off_hand heavy_pistol")
    assert numbers_of_attacks(battle) == {"multiple 2", "multiple 3", "multiple 4"}


@pytest.mark.rule("SS-X1")
def test_by_the_option_each_attack_loses_a_die_for_every_attack() -> None:
    """Three attacks: eight dice less three for each, and recoil only as the rounds are fired."""
    battle = armed(["light_pistol"], options=PENALTY)
    play(battle, "multiple 3")
    rolls = [attack_of(battle, "shoot blue_1") for _ in range(3)]
    assert [terms(event)["split over several attacks"] for event in rolls] == [-3, -3, -3]
    assert [pool(event) for event in rolls] == [5, 5, 4]
