"""DP-T1, DP-T2 and DP-T4: initiative, ambushes, and a turn for everybody in each round."""

from typing import Any

import pytest
from pooltable import *

from fireteam.env.battle import Battle


def facing(red: dict[str, Any], blue: dict[str, Any], dice: list[int], **options: Any) -> Battle:
    """Return a battle of two who stand ten metres apart."""
    return table([fighter((1, 1), **red)], [fighter((11, 1), **blue)], dice, **options)


def first(battle: Battle) -> str:
    """Return who acts first."""
    return decider(battle)[1]


@pytest.mark.rule("DP-T1")
@pytest.mark.parametrize(("red", "blue", "begins"), [(3, 2, "red_1"), (2, 3, "blue_1"), (1, 0, "red_1")])
def test_more_successes_act_first(red: int, blue: int, begins: str) -> None:
    """Six dice each, of which so many count."""
    assert first(facing({}, {}, scored(red) + scored(blue))) == begins


@pytest.mark.rule("DP-T1")
def test_initiative_is_rolled_at_difficulty_six() -> None:
    """Six fives are worth less than a single six."""
    assert first(facing({}, {}, [5] * 6 + [6, 2, 2, 2, 2, 2])) == "blue_1"


@pytest.mark.rule("DP-T1")
def test_initiative_is_wits_and_dexterity() -> None:
    """Red throws Dexterity 4 + Wits 2, blue 1 + 3, and nothing of what else they have: ten dice and no more."""
    red = {
        "attributes": {"dexterity": 4, "wits": 2, "strength": 7, "perception": 7, "stamina": 7},
        "abilities": {"dodge": 5},
    }
    blue = {"attributes": {"dexterity": 1, "wits": 3}}
    assert first(facing(red, blue, scored(0) + scored(4, 4))) == "blue_1"


@pytest.mark.rule("DP-T1")
@pytest.mark.parametrize("quick", ["red_1", "blue_1"])
def test_ties_go_to_the_higher_dexterity(quick: str) -> None:
    """As many successes: Dexterity 4 and Wits 2 act before Dexterity 3 and Wits 5, wherever they stand in the roster."""
    able, less = {"attributes": {"dexterity": 4, "wits": 2}}, {"attributes": {"dexterity": 3, "wits": 5}}
    if quick == "red_1":
        assert first(facing(able, less, scored(2, 6) + scored(2, 8))) == "red_1"
    else:
        assert first(facing(less, able, scored(2, 8) + scored(2, 6))) == "blue_1"


@pytest.mark.rule("DP-T1")
@pytest.mark.parametrize("quick", ["red_1", "blue_1"])
def test_further_ties_go_to_the_higher_wits(quick: str) -> None:
    """As many successes and as much Dexterity: Wits 4 act before Wits 3."""
    able = {"attributes": {"wits": 4}}
    if quick == "red_1":
        assert first(facing(able, {}, scored(2, 7) + scored(2, 6))) == "red_1"
    else:
        assert first(facing({}, able, scored(2, 6) + scored(2, 7))) == "blue_1"


@pytest.mark.rule("DP-T1")
def test_wounds_do_not_slow_initiative() -> None:
    """A newcomer who is crippled, five dice fewer for all else, still throws six."""
    battle = table([fighter((1, 1)), fighter((1, 3), arrives=2)], [fighter((11, 1))], scored(1) + scored(0))
    battle.unit("red_2")["level"] = 6
    play(battle, "end")
    events = play(battle, "end", "999222")
    coming = next(event for event in events if event.kind == "roll")
    assert (coming.actor, pool(coming), coming.numbers["hits"]) == ("red_2", {"Wits": 3, "Dexterity": 3}, 3)
    assert decider(battle) == ("act", "red_2")


@pytest.mark.rule("DP-T2")
def test_the_ambushed_act_last_without_a_roll() -> None:
    """Only the one in ambush throws, and acts first though it has no success."""
    battle = facing({"attributes": {"dexterity": 8}}, {}, scored(0), blue_team={"ambush": "waiting"})
    assert first(battle) == "blue_1"
    play(battle, "end")
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("DP-T2")
def test_who_expects_the_ambush_rolls() -> None:
    """A warned team throws as any."""
    dice = scored(3) + scored(0)
    assert first(facing({}, {}, dice, blue_team={"ambush": "waiting"}, red_team={"warned": True})) == "red_1"


@pytest.mark.rule("DP-T2")
def test_the_ambushed_stay_last_in_later_rounds() -> None:
    """Initiative is that of the start of combat: it is rolled once."""
    battle = facing({}, {}, scored(0), blue_team={"ambush": "waiting"})
    assert [turns(battle), turns(battle)] == [["blue_1", "red_1"]] * 2


def turns(battle: Battle) -> list[str]:
    """Let everybody end its turn until the round is over; return who had one."""
    order, now = [], battle.round
    while battle.round == now:
        order.append(decider(battle)[1])
        quietly(battle, "end")
    return order


@pytest.mark.rule("DP-T4", "DP-T1")
def test_everybody_has_one_turn_in_each_round() -> None:
    """Four units act by their successes, in every round the same."""
    battle = table(
        [fighter((1, 1)), fighter((1, 3))],
        [fighter((11, 1)), fighter((11, 3))],
        scored(2) + scored(4) + scored(1) + scored(3),
    )
    order = ["red_2", "blue_2", "red_1", "blue_1"]
    assert [turns(battle) for _ in range(3)] == [order] * 3


@pytest.mark.rule("DP-T4", "DP-A3")
def test_the_dice_of_a_round_are_whole_in_the_next() -> None:
    """Nine dice for the attack of each round, and none left in the round for a second."""
    battle = table([fighter((1, 1), abilities={"brawl": 6})], [fighter((2, 1), attributes={"stamina": 8})])
    for _ in range(2):
        assert difficulty(battle, "punch blue_1") == 6
        pass_until(battle, "red_1")
