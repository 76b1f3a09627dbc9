"""DP-A3: several actions in a round split the smallest of their pools, two dice at least for each."""

from typing import Any

import pytest
from pooltable import *

from fireteam.env.battle import Battle

SWORDSMAN = {"attributes": {"dexterity": 4}, "abilities": {"dodge": 3, "melee": 1}, "weapons": ["sword"]}


def duel(red: dict[str, Any], **blue: Any) -> Battle:
    """Return red_1 beside blue_1, who has bare hands and is hard to stun."""
    return table([fighter((1, 1), **red)], [fighter((2, 1), **{"attributes": {"stamina": 8}, **blue})])


def dice_of(events: list[Any], purpose: str) -> int:
    """Return how many dice the one roll for a purpose had."""
    return sum(pool(roll(events, purpose)).values())


@pytest.mark.rule("DP-A3")
@pytest.mark.parametrize(("kept", "struck"), [(2, 3), (3, 2)])
def test_the_worked_example_splits_five_dice_between_sword_and_dodge(kept: int, struck: int) -> None:
    """Dexterity 4, Dodge 3, Melee 1: seven dice to dodge and five to strike, so five are split, two at least for each."""
    battle = duel(SWORDSMAN)
    assert numbers_of(battle, "keep_to_dodge") == {2, 3}
    play(battle, f"keep_to_dodge {kept}")
    assert dice_of(undefended(battle, "strike blue_1", "2" * struck), "attack") == struck
    take(battle, "end", "punch red_1")
    assert decider(battle) == ("defend", "red_1")
    assert max(numbers_of(battle, "dodge_with")) == kept
    assert dice_of(play(battle, f"dodge_with {kept}", f"666 {'2' * kept} 222"), "defense") == kept


@pytest.mark.rule("DP-A3", "DP-A7")
def test_what_was_dodged_before_comes_off_the_smaller_pool_of_the_attack() -> None:
    """The same swordsman dodges first, with three of seven dice: two of the five are left for the sword."""
    battle = table([fighter((1, 1), attributes={"wits": 4, "stamina": 8})], [fighter((2, 1), **SWORDSMAN)])
    play(battle, "punch blue_1")
    assert numbers_of(battle, "dodge_with") == {2, 3, 4, 5, 6, 7}
    play(battle, "dodge_with 3", "222 222")
    end_turn(battle, "red_1")
    assert decider(battle) == ("act", "blue_1")
    assert dice_of(undefended(battle, "strike red_1", "22"), "attack") == 2


@pytest.mark.rule("DP-A3", "DP-A7")
def test_who_has_dodged_with_too_many_cannot_strike() -> None:
    """Four dice into the dodge leave one of five: no action has fewer than two."""
    battle = table([fighter((1, 1), attributes={"wits": 4, "stamina": 8})], [fighter((2, 1), **SWORDSMAN)])
    play(battle, "punch blue_1")
    play(battle, "dodge_with 4", "222 2222")
    end_turn(battle, "red_1")
    assert decider(battle) == ("act", "blue_1")
    assert not {"strike", "punch"} & verbs(battle)


@pytest.mark.rule("DP-A3")
def test_two_dice_each_are_the_least_share() -> None:
    """A pool of four is split two and two, and not otherwise."""
    battle = duel({"abilities": {"brawl": 1, "dodge": 1}})
    assert numbers_of(battle, "keep_to_dodge") == {2}
    play(battle, "keep_to_dodge 2")
    assert dice_of(undefended(battle, "punch blue_1", "22"), "attack") == 2


@pytest.mark.rule("DP-A3")
@pytest.mark.parametrize(("red", "blue"), [({"brawl": 0, "dodge": 4}, 3), ({"brawl": 4, "dodge": 0}, 7)])
def test_three_dice_or_fewer_cannot_be_split(red: dict[str, int], blue: int) -> None:
    """If the smaller of both pools is three, nothing can be kept; all dice go into the attack, and no defense is left."""
    battle = duel({"abilities": red})
    assert not {"keep_to_dodge"} & verbs(battle)
    assert dice_of(undefended(battle, "punch blue_1", "2" * blue), "attack") == blue
    assert decider(battle) == ("act", "blue_1")
    assert "defense" not in [event.numbers.get("purpose") for event in play(battle, "punch red_1", "222")]


@pytest.mark.rule("DP-A3")
def test_a_dodge_of_three_dice_takes_the_place_of_the_attack() -> None:
    """Who has three dice and dodges with two has no second action in the round."""
    battle = table([fighter((1, 1), attributes={"wits": 4, "stamina": 8})], [fighter((2, 1))])
    play(battle, "punch blue_1")
    play(battle, "dodge_with 2", "222 22")
    assert decider(battle) == ("act", "blue_1")
    assert not {"punch", "jog", "run", "switch", "full_defense"} & verbs(battle)


@pytest.mark.rule("DP-A3")
def test_a_pool_is_split_among_as_many_actions_as_it_has_shares() -> None:
    """Eight dice: two for a jog, two kept, four for the blow; then two to dodge, and nothing more."""
    battle = table(
        [fighter((1, 1), abilities={"brawl": 5, "dodge": 5})], [fighter((2, 1)), fighter((1, 2)), fighter((2, 2))]
    )
    take(battle, "jog", "keep_to_dodge 2")
    assert dice_of(undefended(battle, "punch blue_1", "2222"), "attack") == 4
    take(battle, "end", "punch red_1")
    assert numbers_of(battle, "dodge_with") == {2}
    play(battle, "dodge_with 2", "222 22")
    events = play(battle, "punch red_1", "222")
    assert "defense" not in [event.numbers.get("purpose") for event in events]


@pytest.mark.rule("DP-A3")
@pytest.mark.parametrize("action", ["strike", "punch", "shoot"])
def test_nobody_attacks_twice_in_a_round(action: str) -> None:
    """With fifteen dice and two of them kept, whatever the first attack was: no second, with no other ability either."""
    able = {"attributes": {"dexterity": 8}, "abilities": dict.fromkeys(("brawl", "melee", "firearms", "dodge"), 7)}
    battle = duel({**able, "weapons": ["light_pistol", "sword"]})
    play(battle, "off_hand sword")
    pass_until(battle, "red_1")
    play(battle, "keep_to_dodge 12")
    quietly(battle, f"{action} blue_1")
    assert not {"strike", "punch", "shoot", "single_shot", "spray", "mark"} & verbs(battle)


@pytest.mark.rule("DP-A3")
def test_small_actions_take_two_dice_each() -> None:
    """Ten dice of a pistol: two go into drawing it and two into the door, six into the shot."""
    red = fighter((1, 1), abilities={"firearms": 7}, weapons=["knife", "light_pistol"])
    battle = table([red], [fighter((6, 1))], ground="." * 9 + "\n.........\n.+.......")
    take(battle, "switch light_pistol", "door south")
    assert dice_of(undefended(battle, "shoot blue_1", "222222"), "attack") == 6


@pytest.mark.rule("DP-A3")
def test_dice_that_are_kept_pay_for_nothing_else() -> None:
    """Of ten dice eight are kept: the two others go into a jog or into another weapon, not into both."""
    able = {"attributes": {"dexterity": 4, "strength": 4}, "abilities": {"melee": 6, "dodge": 6}}
    battle = duel({**able, "weapons": ["sword", "knife"]})
    play(battle, "keep_to_dodge 8")
    assert {"jog", "switch"} <= verbs(battle)
    play(battle, "jog")
    assert "switch" not in verbs(battle)
    assert battle.unit("red_1")["kept"] == 8


@pytest.mark.rule("DP-A3")
def test_a_plan_may_be_taken_back() -> None:
    """What was kept and taken back goes into the attack."""
    battle = duel({"abilities": {"brawl": 3, "dodge": 3}})
    take(battle, "keep_to_dodge 3", "keep_to_dodge 0")
    assert dice_of(undefended(battle, "punch blue_1", "222222"), "attack") == 6


@pytest.mark.rule("DP-A3")
def test_a_plan_is_made_once_a_round() -> None:
    """No other number can be set aside after the first, nor a second time; in the next round there is a new plan."""
    battle = duel({"abilities": {"brawl": 3, "dodge": 3}})
    play(battle, "keep_to_dodge 3")
    assert numbers_of(battle, "keep_to_dodge") == {0}
    assert "keep_to_brawl" not in verbs(battle)
    play(battle, "keep_to_dodge 0")
    assert not {"keep_to_dodge", "keep_to_brawl"} & verbs(battle)
    play(battle, "end")
    pass_until(battle, "red_1")
    assert numbers_of(battle, "keep_to_dodge") == {2, 3, 4}


@pytest.mark.rule("DP-A3", "DP-A7")
def test_the_plan_counts_the_pool_of_the_defense_that_it_is_for() -> None:
    """Nine dice to strike, four to parry with bare hands and seven to dodge: each plan splits the smaller pool."""
    battle = duel({"abilities": {"melee": 6, "brawl": 1, "dodge": 4}, "weapons": ["sword"]})
    assert numbers_of(battle, "keep_to_brawl") == {2}
    assert numbers_of(battle, "keep_to_dodge") == {2, 3, 4, 5}
    assert numbers_of(battle, "keep_to_parry") == {2, 3, 4, 5, 6, 7}
    play(battle, "keep_to_brawl 2")
    assert "keep_to_brawl 0" in choices(battle)
    assert dice_of(undefended(battle, "strike blue_1", "22"), "attack") == 2


@pytest.mark.rule("DP-A3")
@pytest.mark.parametrize(("metres", "kept"), [(1, {2, 3, 4, 5, 6}), (5, {2})])
def test_what_is_kept_leaves_two_dice_for_an_attack_that_can_be_made(metres: int, kept: set[int]) -> None:
    """Eight dice with the sword and four with the off hand's pistol: five metres off, the four are split."""
    red = {"abilities": {"melee": 5, "firearms": 1, "dodge": 5}, "weapons": ["sword", "light_pistol"]}
    battle = table([fighter((1, 1), **red)], [fighter((1 + metres, 1), attributes={"stamina": 8})])
    play(battle, "off_hand light_pistol")
    pass_until(battle, "red_1")
    assert numbers_of(battle, "keep_to_dodge") == kept
