"""SS-T: rounds, passes, phases and initiative."""

import numpy as np
import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from tabletop import *

STURDY = {"strength": 9, "body": 4}  # seven points of damage neither fell it nor injure it critically


def duel(red: dict | None = None, blue: dict | None = None, dice: list[int] | None = None) -> Battle:
    """Return a battle of two pistols at four metres; Initiative attributes 6 and one die each unless given."""
    shooter = unit((1, 1), **{"skills": {"pistols": 3}, **(red or {})})
    other = target((5, 1), **{"skills": {"pistols": 3}, "attributes": STURDY, **(blue or {})})
    return table([shooter], [other], dice=dice)


def turns(events: list[Event]) -> list[str]:
    """Return the rounds, passes and phases that began, like "round 1", "pass 1", "red_1"."""
    words = {"round": "round {round}", "pass": "pass {pass}"}
    return [
        event.actor or words[event.kind].format(**event.numbers)
        for event in events
        if event.kind in ("round", "pass", "phase")
    ]


@pytest.mark.rule("SS-T1")
def test_a_round_is_made_of_passes_and_these_of_phases() -> None:
    """Red's 12 is good for two passes, blue's 7 for one; then a new round begins."""
    battle = duel(dice=[6, 1, 1, 1])
    events = battle.events()
    events += play(battle, "end")
    events += play(battle, "end")
    events += play(battle, "end", [6, 1, 1, 1])
    assert turns(events) == ["round 1", "pass 1", "red_1", "blue_1", "pass 2", "red_1", "round 2", "pass 1", "red_1"]


@pytest.mark.rule("SS-T1")
def test_a_minute_has_twelve_rounds() -> None:
    """Who bleeds a point every Body minutes loses it, with Body 1, at the end of the twelfth round."""
    battle = table(
        [unit((1, 1), skills={"pistols": 6})],
        [target((5, 1), attributes={"body": 1}, flesh=8), target((5, 3))],
        dice=order(6, 1, 1),
        rounds=30,
        stalemate=30,
    )
    play(battle, "shoot blue_1", "552222222 222222")
    assert battle.unit("blue_1")["flesh"] == 0
    for round_number in range(1, 13):
        assert battle.round == round_number
        assert battle.unit("blue_1")["flesh"] == 0
        while battle.round == round_number:
            events = quietly(battle, "end")
    assert only(events, "bled").target == "blue_1"
    assert battle.unit("blue_1")["flesh"] == -1


@pytest.mark.rule("SS-T2")
def test_initiative_is_reaction_and_intuition_and_the_sum_of_the_dice() -> None:
    """Reaction 4, Intuition 2 and three dice of 5, 1 and 4: a score of 16, by sum and not by hits."""
    battle = duel({"attributes": {"reaction": 4, "intuition": 2}, "initiative_dice": 3}, dice=[5, 1, 4, 1, 2, 1])
    rolled, _other = (
        event for event in battle.events() if event.kind == "roll" and event.numbers["purpose"] == "initiative"
    )
    assert rolled.dice == [5, 1, 4]
    assert terms(rolled) == {"initiative dice": 3, "Reaction": 4, "Intuition": 2}
    assert battle.unit("red_1")["score"] == 16
    assert battle.unit("blue_1")["score"] == 8  # one die unless a trait says more


def wound_blue(battle: Battle) -> list[Event]:
    """Let red_1 shoot blue_1 for seven points: half of 14 Flesh is lost, wound modifier -2."""
    return play(battle, "shoot blue_1", "522222 222222 22")


@pytest.mark.rule("SS-T2")
@pytest.mark.rule("SS-H5")
def test_the_wound_modifier_counts_for_initiative() -> None:
    """Wounded in round 1 (-2), blue rolls a 5 in round 2: 3 + 3 - 2 + 5."""
    battle = duel(blue={"flesh": 14}, dice=[3, 1, 1, 1])
    wound_blue(battle)
    play(battle, "end")
    events = play(battle, "end", [6, 1, 5, 1])
    rolled = [event for event in events if event.actor == "blue_1" and event.numbers.get("purpose") == "initiative"]
    assert terms(rolled[0])["wounded"] == -2
    assert battle.unit("blue_1")["score"] == 9


@pytest.mark.rule("SS-T3")
@pytest.mark.parametrize(("faces", "first"), [((2, 5), "blue_1"), ((5, 2), "red_1")])
def test_the_highest_score_acts_first(faces: tuple[int, int], first: str) -> None:
    """Whoever rolled higher begins, whatever the roster says."""
    assert decider(duel(dice=order(*faces))) == ("act", first)


@pytest.mark.rule("SS-T3")
@pytest.mark.parametrize(
    ("red", "blue", "coins", "first"),
    [
        ({"reaction": 3, "intuition": 4}, {"reaction": 4, "intuition": 3}, (6, 1), "blue_1"),  # Reaction decides
        ({"reaction": 4, "intuition": 3}, {"reaction": 3, "intuition": 4}, (1, 6), "red_1"),
        ({"reaction": 3, "intuition": 3}, {"reaction": 3, "intuition": 3}, (1, 6), "blue_1"),  # the coin decides
        ({"reaction": 3, "intuition": 3}, {"reaction": 3, "intuition": 3}, (6, 1), "red_1"),
    ],
)
def test_ties_go_to_reaction_then_to_a_coin(red: dict, blue: dict, coins: tuple[int, int], first: str) -> None:
    """The scores are equal: the higher Reaction begins, and where that is equal too, the better coin."""
    battle = duel({"attributes": red}, {"attributes": blue}, dice=[3, coins[0], 3, coins[1]])
    assert battle.unit("red_1")["score"] == battle.unit("blue_1")["score"]
    assert decider(battle) == ("act", first)


@pytest.mark.rule("SS-T3")
def test_equal_coins_prefer_neither() -> None:
    """Source, combat page, Initiative Score: flip a coin. Where both show the same face, either begins about as often."""
    scenario = duel(dice=order(3, 4)).field.scenario
    first = [decider(Battle(scenario, seed, dice=[3, 2, 3, 2]))[1] for seed in range(400)]
    assert 150 < first.count("red_1") < 250


@pytest.mark.rule("SS-T3")
def test_the_coin_is_fair() -> None:
    """Three alike, whose scores are always equal: each is first, second or last in a third of 900 battles (chi-square)."""
    plain = unit((1, 1), initiative_dice=0)
    battle = table([plain, plain | {"at": [1, 2]}], [plain | {"at": [5, 1]}])
    places = np.zeros((3, 3))
    for seed in range(900):
        units = Battle(battle.field.scenario, seed).record[0]["units"]
        assert (units["score"][:3] == 6).all()
        places[np.arange(3), np.argsort(np.argsort(-units["coin"][:3]))] += 1
        assert units["acted"][np.argmax(units["coin"][:3])] == 1
    assert ((places - 300) ** 2 / 300).sum() < 18.47, places  # four degrees of freedom, one in a thousand


@pytest.mark.rule("SS-T3")
@pytest.mark.parametrize(("faces", "intuition", "first"), [((4, 3), (3, 4), "blue_1"), ((3, 4), (4, 3), "red_1")])
def test_ties_of_reaction_go_to_intuition(faces: tuple[int, int], intuition: tuple[int, int], first: str) -> None:
    """Scores and Reaction are equal: the higher Intuition begins, though its coin is worse."""
    coins = (6, 1) if first == "blue_1" else (1, 6)
    red, blue = ({"attributes": {"reaction": 3, "intuition": score}} for score in intuition)
    battle = duel(red, blue, dice=[faces[0], coins[0], faces[1], coins[1]])
    assert battle.unit("red_1")["score"] == battle.unit("blue_1")["score"]
    assert decider(battle) == ("act", first)


@pytest.mark.rule("SS-T4")
def test_scores_drop_by_ten_and_those_above_zero_act_again() -> None:
    """After the first pass red's 11 is 1: it acts once more. Blue's 10 is 0: it does not."""
    battle = duel(dice=order(5, 4))
    play(battle, "end")
    events = play(battle, "end")
    assert battle.unit("red_1")["score"] == 1
    assert battle.unit("blue_1")["score"] == 0
    assert turns(events) == ["pass 2", "red_1"]
    assert turns(play(battle, "end", order(1, 2))) == ["round 2", "pass 1", "blue_1"]


@pytest.mark.rule("SS-T4")
def test_a_new_round_brings_new_initiative() -> None:
    """Nobody has more than ten: the first pass ends the round, and the order is rolled anew."""
    battle = duel(dice=order(4, 3))
    play(battle, "end")
    events = play(battle, "end", order(1, 2))
    assert battle.round == 2
    assert turns(events) == ["round 2", "pass 1", "blue_1"]
    assert battle.unit("red_1")["score"] == 7
    assert battle.unit("blue_1")["score"] == 8


@pytest.mark.rule("SS-T5")
def test_a_wound_lowers_the_score_at_once() -> None:
    """Blue's 9 becomes 7 in the middle of the pass."""
    battle = duel(blue={"flesh": 14}, dice=order(6, 3))
    assert battle.unit("blue_1")["score"] == 9
    assert only(wound_blue(battle), "wounded").numbers["modifier"] == -2
    assert battle.unit("blue_1")["score"] == 7


@pytest.mark.rule("SS-T5")
@pytest.mark.parametrize(("shoots", "first"), [(True, "blue_2"), (False, "blue_1")])
def test_a_wound_changes_the_order_of_the_pass(shoots: bool, first: str) -> None:
    """Blue_1 with 9 would act before blue_2 with 8; wounded to 7 it acts after."""
    battle = table(
        [unit((1, 1), skills={"pistols": 3})],
        [target((5, 1), flesh=14, attributes=STURDY), target((5, 3))],
        dice=order(6, 3, 2),
    )
    if shoots:
        wound_blue(battle)
    play(battle, "end")
    assert decider(battle) == ("act", first)


@pytest.mark.rule("SS-T5")
def test_nobody_acts_twice_in_a_pass_because_its_score_changed() -> None:
    """Blue acts at 12 and is then wounded to 10 by red at 8: its phase of this pass is over, and then it has 0."""
    battle = duel(blue={"flesh": 14}, dice=order(2, 6))
    assert decider(battle) == ("act", "blue_1")
    play(battle, "end")
    wound_blue(battle)
    assert battle.unit("blue_1")["score"] == 10
    events = play(battle, "end", order(1, 6))
    assert turns(events) == ["round 2", "pass 1", "blue_1"]


@pytest.mark.rule("SS-T5")
def test_a_wound_can_cost_a_whole_pass() -> None:
    """Blue's 11 would be 1 in the second pass; wounded it is -1, and blue has no phase and no points there."""
    battle = duel(blue={"flesh": 14}, dice=order(6, 5))
    wound_blue(battle)
    play(battle, "end")
    events = play(battle, "end")
    assert turns(events) == ["pass 2", "red_1"]
    assert battle.unit("blue_1")["score"] == -1
    assert battle.unit("blue_1")["ap"] == 0
