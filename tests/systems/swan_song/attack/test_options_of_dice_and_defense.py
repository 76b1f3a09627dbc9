"""Options of the system: bought hits (SS-D9), full defense by skill (SS-F3), dodging everything (SS-F2)."""

from typing import Any

import pytest

from fireteam.env.battle import Battle
from fireteam.systems.swan_song.rules import clauses
from tabletop import *

BOUGHT = {"dice": "bought"}
SKILL = {"full_defense": "skill"}
COINS = [6, 1]  # which only tied scores need


def bought(pistols: int, blue: dict[str, Any] | None = None, **red: Any) -> Battle:
    """Return a battle without dice in which red_1, Agility 3, shoots at blue_1."""
    one = unit((1, 1), weapons=["light_pistol"], skills={"pistols": pistols}, **red)
    return table([one], [blue or target((5, 1))], dice=COINS, options=BOUGHT)


@pytest.mark.rule("SS-D9")
def test_initiative_dice_are_bought_at_three_and_a_half() -> None:
    """One die 3, two dice 7; the coin of a tie is thrown."""
    battle = bought(3, initiative_dice=2)
    assert (battle.unit("red_1")["score"], battle.unit("blue_1")["score"]) == (6 + 7, 6 + 3)
    assert decider(battle) == ("act", "red_1")
    rolled = table([unit((1, 1))], [unit((5, 1))], dice=[5, 1, 2, 1])
    assert (rolled.unit("red_1")["score"], rolled.unit("blue_1")["score"]) == (11, 8)


@pytest.mark.rule("SS-D9")
@pytest.mark.parametrize(("pistols", "hits", "outcome"), [(3, 1, "graze"), (4, 1, "graze"), (5, 2, "hit"), (0, 0, "miss")])
def test_four_dice_buy_a_hit(pistols: int, hits: int, outcome: str) -> None:
    """Six and seven dice one, eight two, against one of the defense; no die is thrown."""
    battle = bought(pistols)
    events = play(battle, "shoot blue_1")
    attack = roll(events, "attack")
    assert (attack.numbers["hits"], attack.numbers["glitch"], attack.dice) == (hits, "none", [])
    assert roll(events, "defense").numbers["hits"] == 1
    assert outcome in kinds_of(events)
    assert battle.log[0]["used"][clauses.BOUGHT] > 0


@pytest.mark.rule("SS-D9")
def test_it_is_all_or_nothing_and_the_default_is_to_roll() -> None:
    """The same shot with dice: as many hits as they show."""
    battle = table([unit((1, 1), weapons=["light_pistol"], skills={"pistols": 5})], [target((5, 1))])
    assert roll(play(battle, "shoot blue_1", "22222222 222222"), "attack").numbers["hits"] == 0
    assert battle.log[0]["used"][clauses.BOUGHT] == 0


@pytest.mark.rule("SS-D9")
def test_the_limit_holds_for_bought_hits() -> None:
    """Twenty-eight dice with a light pistol [6] buy six hits; karma lifts that, but sixes there are none."""
    battle = bought(20, attributes={"agility": 8}, karma=1)
    assert verbs(battle) >= {"push"}
    assert roll(play(battle, "shoot blue_1"), "attack").numbers["hits"] == 6
    pushed = bought(20, attributes={"agility": 8}, karma=1)
    assert "push rule_of_six" not in {pushed.words(action) for action in pushed.legal()}
    play(pushed, "push limit")
    assert roll(play(pushed, "shoot blue_1"), "attack").numbers["hits"] == 7


@pytest.mark.rule("SS-D9")
def test_bought_hits_cannot_be_rolled_again() -> None:
    """No die has missed, so karma has nothing to do after the roll."""
    battle = bought(3, karma=2)
    assert "graze" in kinds_of(play(battle, "shoot blue_1"))


def defending(options: dict[str, str], weapon: str = "light_pistol", at: int = 5, **blue: Any) -> Battle:
    """Return a battle in which red_1 attacks blue_1, who has Willpower 2, Acrobatics 4 and Blades 6."""
    red = unit((1, 1), weapons=[weapon], skills={"pistols": 3, "blades": 3})
    made = unit(
        (at, 1), weapons=["sword"], attributes={"willpower": 2}, skills={"acrobatics": 4, "blades": 6}, flesh=40, **blue
    )
    return table([red], [made], options=options)


@pytest.mark.rule("SS-F3")
@pytest.mark.parametrize(("options", "dice"), [({}, 2), (SKILL, 4)])
def test_full_defense_against_shots(options: dict[str, str], dice: int) -> None:
    """Willpower, or by the option the rank of Acrobatics."""
    battle = defending(options)
    take(battle, "shoot blue_1", "full_defense")
    defense = roll(quietly(battle, "pass") if decider(battle)[0] == "defend" else battle.events(), "defense")
    assert terms(defense)["full defense"] == dice


@pytest.mark.rule("SS-F3")
@pytest.mark.parametrize(("options", "sword", "dice"), [({}, True, 2), (SKILL, True, 6), (SKILL, False, 4)])
def test_full_defense_against_blows(options: dict[str, str], sword: bool, dice: int) -> None:
    """By the option the skill of a weapon in hand, if that is more; the standard defense is enough for it."""
    battle = defending(options, weapon="knife", at=2)
    if not sword:
        battle.unit("blue_1")["hand"] = 4
    take(battle, "strike blue_1", "full_defense")
    defense = roll(quietly(battle, "pass") if decider(battle)[0] == "defend" else battle.events(), "defense")
    assert terms(defense)["full defense"] == dice


def full(battle: Battle) -> bool:
    """Return whether blue_1 is on full defense."""
    return bool(battle.unit("blue_1")["full_defense"])


@pytest.mark.rule("SS-F3")
def test_by_the_option_it_lasts_until_the_end_of_the_next_phase() -> None:
    """Not until the end of the round: it goes with blue_1's own phase, and outlasts a round in which it has none."""
    battle = defending(SKILL)
    quietly(battle, "shoot blue_1")
    quietly(battle, "full_defense")
    if decider(battle)[0] == "defend":
        quietly(battle, "pass")
    quietly(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    assert full(battle)
    quietly(battle, "end")
    assert not full(battle)
    late = defending(SKILL)
    late.unit("blue_1")["acted"] = 1
    late.unit("blue_1")["full_defense"] = 1
    next_phase(late, "red_1")
    while late.round == 1:
        quietly(late, "end")
    assert full(late)


@pytest.mark.rule("SS-F3")
def test_by_default_it_lasts_until_the_end_of_the_round() -> None:
    """Its own phase does not end it, the next round does."""
    battle = defending({})
    battle.unit("blue_1")["full_defense"] = 1
    quietly(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    quietly(battle, "end")
    assert full(battle)
    while battle.round == 1:
        quietly(battle, "end")
    assert not full(battle)


@pytest.mark.rule("SS-F3")
def test_by_the_option_what_is_taken_in_the_own_phase_outlasts_it() -> None:
    """Intercepted while it walks away, it is still on full defense when its phase is over, until its next one ends."""
    red = unit((3, 1), weapons=["knife"], skills={"blades": 3, "unarmed": 3})
    blue = unit((2, 1), skills={"acrobatics": 4}, flesh=40)
    battle = table([red], [blue], dice=[1, 1, 6, 1], options=SKILL)
    take(battle, "walk", "step west")
    assert decider(battle) == ("intercept", "red_1")
    play(battle, "strike blue_1")
    quietly(battle, "full_defense")
    if decider(battle)[0] == "defend":
        quietly(battle, "pass")
    assert decider(battle) == ("act", "blue_1")
    quietly(battle, "end")
    assert full(battle)
    next_phase(battle, "blue_1")
    assert full(battle)
    quietly(battle, "end")
    assert not full(battle)


@pytest.mark.rule("SS-F3")
@pytest.mark.parametrize(("options", "asked"), [({}, True), (SKILL, False)])
def test_by_the_option_nobody_intercepts_on_full_defense(options: dict[str, str], asked: bool) -> None:
    """The unit beside the mover only defends."""
    battle = table([unit((1, 1))], [unit((2, 1))], options=options)
    battle.unit("blue_1")["full_defense"] = 1
    take(battle, "walk", "step west")
    assert (decider(battle)[0] == "intercept") == asked


@pytest.mark.rule("SS-F2")
@pytest.mark.parametrize(("options", "dodges"), [({}, False), ({"dodging": "always"}, True)])
def test_shots_can_be_dodged_by_the_option(options: dict[str, str], dodges: bool) -> None:
    """Acrobatics and the Physical limit, for a point; parrying and blocking stay for blows."""
    battle = defending(options)
    play(battle, "shoot blue_1")
    assert ("dodge" in verbs(battle)) == dodges
    assert not {"parry", "block"} & verbs(battle)
    if dodges:
        events = play(battle, "dodge", "555555 5555552222 2")
        assert terms(roll(events, "defense"))["Acrobatics"] == 4
        assert roll(events, "defense").numbers["hits"] == 4
        assert only(events, "hit").numbers["net_hits"] == 2
        assert battle.unit("blue_1")["ap"] == 2


@pytest.mark.rule("SS-F3")
@pytest.mark.rule("SS-A1")
def test_by_the_option_a_free_action_keeps_full_defense_up() -> None:
    """Source, combat actions, Full Defense: a free action in the turn extends it to the end of the turn in the next pass."""
    battle = table([unit((1, 1))], [unit((9, 1))], dice=[6, 1, 5, 1], options=SKILL)
    battle.unit("blue_1")["full_defense"] = 1
    quietly(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    assert "full_defense" in verbs(battle)
    assert only(quietly(battle, "full_defense"), "full_defense").actor == "blue_1"
    assert (battle.unit("blue_1")["free_used"], battle.unit("blue_1")["ap"]) == (1, 3)
    assert "full_defense" not in verbs(battle)  # it is up already
    quietly(battle, "end")
    assert full(battle)
    pass_until(battle, "blue_1")
    assert battle.record[0]["pass_number"] == 2
    assert full(battle)
    quietly(battle, "walk")
    quietly(battle, "full_defense")  # a second free action is bought
    assert battle.unit("blue_1")["ap"] == 2
    quietly(battle, "end")
    pass_until(battle, "blue_1")
    assert full(battle)
    quietly(battle, "end")
    assert not full(battle)


@pytest.mark.rule("SS-F3")
def test_by_default_there_is_nothing_to_extend() -> None:
    """Full defense by Willpower lasts the round: no action keeps it up, and none is offered to who is not on it."""
    battle = table([unit((1, 1))], [unit((9, 1))])
    battle.unit("red_1")["full_defense"] = 1
    quietly(battle, "walk")
    assert "full_defense" not in verbs(battle)
    assert "full_defense" not in verbs(table([unit((1, 1))], [unit((9, 1))], options=SKILL))
