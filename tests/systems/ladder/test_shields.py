"""LD-C2: shields against whom they serve, around them and through them; parries and blows with them; bucklers."""

from typing import Any

import pytest
from laddertable import *

from fireteam.env.battle import Battle

# Where who looks north has others, by direction.
AROUND = {
    "front": (5, 4),
    "right front": (6, 4),
    "right": (6, 5),
    "right rear": (6, 6),
    "rear": (5, 6),
    "left rear": (4, 6),
    "left": (4, 5),
    "left front": (4, 4),
}
OPEN = "\n".join(["." * 12] * 11)


def bearer(*around: str, weapons: tuple[str, ...] = ("sword", "riot_shield"), **blue: Any) -> Battle:
    """Return blue_1 with a shield, who looks north, and red units around it that strike with fists."""
    red = [fighter(AROUND[place]) for place in around]
    battle = table(red, [fighter((5, 5), weapons=list(weapons), **blue)], ground=OPEN, stalemate=20)
    battle.unit("blue_1")["facing"] = 0
    return battle


def shooting(weapon: str = "heavy_pistol", ground: str = OPEN, **blue: Any) -> Battle:
    """Return red_1 with a weapon five metres north of blue_1, who has a shield and looks at it."""
    blue = {"weapons": ["sword", "riot_shield"]} | blue
    battle = table([fighter((5, 0), weapons=[weapon])], [fighter((5, 5), **blue)], ground=ground)
    battle.unit("blue_1")["facing"] = 0
    return battle


@pytest.mark.rule("LD-C2")
def test_who_strikes_around_a_shield_has_one_off() -> None:
    """A -1 penalty to the attack, due to cover; the defender spends no action on that."""
    events = turn(bearer("front"), {"red_1": "punch blue_1"}, 2)
    assert attack_of(events) == {"around the shield": -1}
    assert (outcome(events), harm_of(events)) == (1, {"outcome": 1})


@pytest.mark.rule("LD-C2")
def test_who_strikes_through_it_meets_three_armor() -> None:
    """No penalty, and 3 points of armor, which stack with worn armor and that of the body."""
    blue = {"weapons": ["sword", "riot_shield"], "armour": ["jacket"], "hide": 1}
    battle = table([fighter((5, 4), weapons=["sword"])], [fighter((5, 5), **blue)], ground=OPEN)
    battle.unit("blue_1")["facing"] = 0
    events = turn(battle, {"red_1": "strike_through blue_1"}, 4)
    assert attack_of(events) == {}
    assert harm_of(events) == {"outcome": 5, "weapon": 2, "armor": -2, "shield": -3}
    assert damage(events) == 2


@pytest.mark.rule("LD-C2")
@pytest.mark.parametrize(
    ("verb", "terms", "harm"),
    [
        ("shoot", {"around the shield": -1}, {"outcome": 2, "weapon": 3}),
        ("shoot_through", {}, {"outcome": 3, "weapon": 3, "shield": -3}),
    ],
)
def test_shots_go_around_it_or_through_it(verb: str, terms: dict[str, int], harm: dict[str, int]) -> None:
    """A shot has the same choice as a blow."""
    events = turn(shooting(), {"red_1": f"{verb} blue_1"}, 3)
    assert (attack_of(events), harm_of(events)) == (terms, harm)


@pytest.mark.rule("LD-C2", "LD-C1")
@pytest.mark.parametrize(
    ("letter", "takes_it", "terms"),
    [
        ("o", False, {"target in cover": -1, "around the shield": -1}),
        ("O", False, {"target in cover": -2, "around the shield": -1}),
        ("O", True, {"target in cover": -3}),
    ],
)
def test_shield_and_cover_take_three_at_most(letter: str, takes_it: bool, terms: dict[str, int]) -> None:
    """The total penalty from the shield and from the cover cannot exceed -3."""
    rows = ["." * 12] * 4 + [letter * 12] + ["." * 12] * 6
    battle = shooting(ground="\n".join(rows))
    if takes_it:
        turn(battle, {"blue_1": "take_cover"})
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == terms


@pytest.mark.rule("LD-C2", "LD-C1", "LD-H1")
def test_a_shot_through_cover_and_shield_meets_both() -> None:
    """Armor of both stacks: crates 2 and shield 3."""
    rows = ["." * 12] * 4 + ["C" * 12] + ["." * 12] * 6
    events = turn(shooting("sniper_rifle", "\n".join(rows)), {"red_1": "shoot_through blue_1"}, 3)
    assert harm_of(events) == {"outcome": 3, "weapon": 5, "shield": -3, "cover": -2}


@pytest.mark.rule("LD-C2")
@pytest.mark.parametrize("place", AROUND)
def test_it_serves_to_the_front_and_to_the_left_front(place: str) -> None:
    """Effective against those to the front and the left front flank, not the right front, the rear or the rear flanks."""
    battle = bearer(place)
    turn(battle, {}, until="red_1")
    serves = place in ("front", "left front")
    assert attack_of(turn(battle, {"red_1": "punch blue_1"}, 0)) == ({"around the shield": -1} if serves else {})


@pytest.mark.rule("LD-C2")
@pytest.mark.parametrize(
    ("place", "open_"), [("front", True), ("left front", True), ("right front", False), ("rear", False)]
)
def test_what_does_not_serve_cannot_be_gone_through(place: str, open_: bool) -> None:
    """Nobody strikes through a shield that is not between."""
    red = fighter(AROUND[place], weapons=["sword"])
    battle = table([red], [fighter((5, 5), weapons=["sword", "riot_shield"])], ground=OPEN)
    battle.unit("blue_1")["facing"] = 0
    turn(battle, {}, until="red_1")
    assert ("strike_through blue_1" in choices(battle)) == open_


@pytest.mark.rule("LD-C2")
def test_it_serves_against_two_opponents_at_most() -> None:
    """Three shoot from the front: against the third there is no shield in this turn, in the next there is."""
    red = [fighter((at, 0), weapons=["heavy_pistol"]) for at in (4, 5, 6)]
    battle = table(red, [fighter((5, 9), weapons=["riot_shield"])], ground=OPEN)
    battle.unit("blue_1")["facing"] = 0
    plans = {f"red_{number}": "shoot blue_1" for number in (1, 2, 3)}
    events = turn(battle, plans, -3, -3, -3)
    shots = [event for event in events if event.numbers.get("purpose") == "attack"]
    assert [made_of(shot) for shot in shots] == [{"around the shield": -1}] * 2 + [{}]
    assert attack_of(turn(battle, {"red_3": "shoot blue_1"}, -3)) == {"around the shield": -1}


@pytest.mark.rule("LD-C2")
def test_one_who_attacks_twice_is_one_opponent() -> None:
    """Three blows by two opponents all meet the shield."""
    plans = {"red_1": "punch blue_1, punch blue_1", "red_2": "punch blue_1"}
    events = turn(bearer("front", "left front"), plans, -3, -3, -3)
    shots = [event for event in events if event.numbers.get("purpose") == "attack"]
    assert [made_of(each).get("around the shield") for each in shots] == [-1, -1, -1]


@pytest.mark.rule("LD-C2")
def test_who_parries_with_it_has_it_up_against_that_opponent_only() -> None:
    """Blue parries red_1 with the shield: against red_2, who stands to the left front, it is of no use any more."""
    battle = bearer("front", "left front", skills={"melee": 2})
    plans = {"red_1": "punch blue_1", "red_2": "punch blue_1", "blue_1": "shield_parry red_1"}
    events = turn(battle, plans, 0, 0, 0)
    shots = [event for event in events if event.numbers.get("purpose") == "attack"]
    assert [made_of(each) for each in shots] == [{"around the shield": -1}, {}]
    assert rolls(events)[1] == ("blue_1", "evasion", 2)
    again = turn(battle, {"red_2": "punch blue_1"}, 0)
    assert attack_of(again) == {"around the shield": -1}


@pytest.mark.rule("LD-C2", "LD-T1")
def test_a_shield_that_is_to_parry_one_does_not_serve_against_who_acts_sooner() -> None:
    """Blue has declared that its shield parries red_1: red_2, who strikes first, meets no shield."""
    battle = bearer("front", "left front", skills={"melee": 2})
    battle.unit("red_2")["score"] = 1000
    plans = {"red_1": "punch blue_1", "red_2": "punch blue_1", "blue_1": "shield_parry red_1"}
    events = turn(battle, plans, 0, 0, 0)
    assert [event.actor for event in events if event.kind == "attack"] == ["red_2", "red_1"]
    shots = [event for event in events if event.numbers.get("purpose") == "attack"]
    assert [made_of(each) for each in shots] == [{}, {"around the shield": -1}]


@pytest.mark.rule("LD-C2")
def test_a_shield_that_parries_two_serves_against_the_first_alone() -> None:
    """Its benefits cannot apply to more than one opponent: the second parry does not move them."""
    battle = bearer("front", "left front", skills={"melee": 2})
    plans = {"red_1": "punch blue_1, punch blue_1", "red_2": "punch blue_1"}
    plans["blue_1"] = "shield_parry red_2, shield_parry red_1"
    events = turn(battle, plans, -2, 0, -2, 0, -2, 0)
    shots = [(event.actor, made_of(event)) for event in events if event.numbers.get("purpose") == "attack"]
    assert len(shots) == 3
    assert all((terms.get("around the shield") == -1) == (who == "red_2") for who, terms in shots)


@pytest.mark.rule("LD-C2")
def test_who_has_struck_with_it_has_it_up_against_that_opponent_only() -> None:
    """Blue, the quickest, strikes at red_1 with its shield: then it serves against red_1 alone."""
    battle = bearer("front", "left front", skills={"discipline": 4})
    battle.unit("blue_1")["score"] = 1000
    events = turn(battle, {"blue_1": "shield_strike red_1", "red_1": "punch blue_1", "red_2": "punch blue_1"}, *(-3, 0, 0))
    assert [event.actor for event in events if event.kind == "attack"] == ["blue_1", "red_1", "red_2"]
    shots = [made_of(event) for event in events if event.numbers.get("purpose") == "attack"]
    assert shots[1:] == [{"around the shield": -1}, {}]


@pytest.mark.rule("LD-C2")
def test_a_blow_with_a_shield_is_one_of_melee() -> None:
    """It is covered by the standard rules: Melee, and the bonus of the shield."""
    battle = bearer("front", skills={"melee": 2})
    events = turn(battle, {"blue_1": "shield_strike red_1"}, 1)
    assert attack_of(events) == {"Melee": 2}
    assert harm_of(events) == {"outcome": 3, "weapon": 1}


@pytest.mark.rule("LD-C2")
def test_a_parry_with_a_shield_has_no_bonus() -> None:
    """Only bucklers have one."""
    battle = bearer("front", skills={"melee": 2})
    events = turn(battle, {"red_1": "punch blue_1", "blue_1": "shield_parry red_1"}, 3, 0)
    assert made_of(roll(events, "evasion")) == {"Melee": 2}


@pytest.mark.rule("LD-C2")
def test_on_the_back_it_is_of_no_use() -> None:
    """To be effective it must be strapped to the arm."""
    battle = bearer("front", shield="back")
    assert attack_of(turn(battle, {"red_1": "punch blue_1"}, 0)) == {}
    turn(battle, {}, until="blue_1")
    assert not {"shield_strike", "shield_parry"} & verbs(battle)


# Bucklers.


@pytest.mark.rule("LD-C2")
def test_a_buckler_gives_neither_cover_nor_armor() -> None:
    """No penalty for who attacks, and nothing to go through."""
    battle = bearer("front", weapons=("sword", "buckler"))
    turn(battle, {}, until="red_1")
    assert "strike_through" not in verbs(battle)
    assert attack_of(turn(battle, {"red_1": "punch blue_1"}, 1)) == {}


@pytest.mark.rule("LD-C2")
def test_a_parry_with_a_buckler_has_one_more() -> None:
    """+1 to the parry, which one with the sword beside it has not."""
    for verb, terms in (("shield_parry", {"Melee": 2, "buckler": 1}), ("parry_attacks", {"Melee": 2})):
        battle = bearer("front", weapons=("sword", "buckler"), skills={"melee": 2})
        events = turn(battle, {"red_1": "punch blue_1", "blue_1": f"{verb} red_1"}, 3, 0)
        assert made_of(roll(events, "evasion")) == terms


@pytest.mark.rule("LD-C2")
def test_a_buckler_strikes_as_any_weapon() -> None:
    """It can be used to attack."""
    battle = bearer("front", weapons=("buckler",), skills={"melee": 1})
    assert attack_of(turn(battle, {"blue_1": "shield_strike red_1"}, 0)) == {"Melee": 1}


@pytest.mark.rule("LD-C2", "LD-A1")
@pytest.mark.parametrize("weapons", [("sword", "buckler"), ("buckler",)])
def test_a_buckler_is_dropped_as_a_free_action(weapons: tuple[str, ...]) -> None:
    """It need not be strapped on: dropping it takes nothing off the blow beside it, whichever hand has held it."""
    battle = bearer("front", weapons=weapons)
    turn(battle, {}, until="blue_1")
    assert "drop" in verbs(battle)
    events = turn(battle, {"blue_1": "drop, punch red_1"}, 0)
    assert "drops" in kinds_of(events)
    assert attack_of(events) == {}
    turn(battle, {}, until="blue_1")
    assert not {"shield_parry", "shield_strike", "drop"} & verbs(battle)


@pytest.mark.rule("LD-C2")
def test_only_bucklers_are_dropped_so() -> None:
    """A knife in the other hand, and a shield on the arm, are not."""
    battle = bearer("front")
    turn(battle, {}, until="blue_1")
    assert "drop" not in verbs(battle)
    battle = bearer("front", weapons=("sword", "knife"))
    turn(battle, {"blue_1": "off_hand knife"})
    turn(battle, {}, until="blue_1")
    assert "drop" not in verbs(battle)
    assert "off_hand bare_hands" in choices(battle)


@pytest.mark.rule("LD-C2")
def test_a_buckler_is_held_in_the_other_hand() -> None:
    """From there it can be dropped at any time; the better hand takes none."""
    for weapons in (("sword", "buckler"), ("buckler", "sword"), ("buckler",)):
        battle = bearer("front", weapons=weapons)
        assert battle.unit("blue_1")["off_hand"] == weapons.index("buckler")
        turn(battle, {"blue_1": "drop"})
        turn(battle, {}, until="blue_1")
        assert "switch buckler" not in choices(battle)
