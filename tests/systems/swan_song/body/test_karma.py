"""SS-X2 and SS-D8: what a point of karma does to a test, before its roll and after."""

from typing import Any

import pytest

from fireteam.env.battle import Battle
from fireteam.systems.swan_song.rules import clauses
from tabletop import *

MISSED = "222222"  # six dice of a defense without a hit


def shooting(karma: int = 2, skill: int = 3, weapon: str = "light_pistol", blue: dict[str, Any] | None = None) -> Battle:
    """Return a battle in which red_1, Agility 3, has karma and shoots at blue_1, who answers nothing."""
    red = unit((1, 1), weapons=[weapon], skills={"pistols": skill}, karma=karma)
    return table([red], [target((5, 1)) if blue is None else blue])


def used(battle: Battle, clause: int) -> int:
    """Return how often a clause of the rules has acted in the battle."""
    return int(battle.log[0]["used"][clause])


@pytest.mark.rule("SS-X2")
def test_the_attacker_is_asked_after_its_roll_and_before_the_defense() -> None:
    """With a miss among its dice it may roll again; passing costs nothing and the attack goes on."""
    battle = shooting()
    events = play(battle, "shoot blue_1", "552222")
    assert [event.numbers["purpose"] for event in events if event.kind == "roll"] == ["attack"]
    assert decider(battle) == ("karma", "red_1")
    assert battle.decision is not None
    assert battle.decision.opponent == "blue_1"
    assert verbs(battle) == {"pass", "reroll"}
    events = play(battle, "pass", f"{MISSED} 2")
    assert only(events, "hit").numbers["net_hits"] == 2
    assert battle.unit("red_1")["karma"] == 2
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-X2")
def test_the_dice_that_missed_are_rolled_again_once() -> None:
    """One hit, five dice again with two more: three hits for a point of karma, and no second time."""
    battle = shooting()
    play(battle, "shoot blue_1", "522222")
    events = play(battle, "reroll", f"56222 {MISSED} 2")
    again = roll(events, "rolled again")
    assert pool(again) == 5
    assert again.numbers["hits"] == 2
    assert terms(again) == {"karma": 5}
    assert only(events, "karma_spent").numbers == {"verb": "reroll", "left": 1}
    assert only(events, "hit").numbers["net_hits"] == 3
    assert battle.unit("red_1")["karma"] == 1
    assert used(battle, clauses.KARMA) > 0


@pytest.mark.rule("SS-X2")
def test_the_limit_holds_for_dice_rolled_again() -> None:
    """Eight dice with a heavy pistol [5]: four hits and four more are five."""
    battle = shooting(skill=5, weapon="heavy_pistol")
    play(battle, "shoot blue_1", "55552222")
    assert only(play(battle, "reroll", f"5555 {MISSED} 2"), "hit").numbers["net_hits"] == 5


@pytest.mark.rule("SS-X2")
@pytest.mark.parametrize(("weapon", "skill", "dice"), [("heavy_pistol", 5, "55555222"), ("light_pistol", 3, "555566")])
def test_nobody_is_asked_without_something_to_gain(weapon: str, skill: int, dice: str) -> None:
    """At the limit, or without a miss, karma could do nothing."""
    battle = shooting(skill=skill, weapon=weapon)
    events = play(battle, "shoot blue_1", f"{dice} {MISSED} 2")
    assert "hit" in kinds_of(events)


@pytest.mark.rule("SS-X2")
@pytest.mark.parametrize("changes", [{"karma": 0}, {"karma": 3, "orders": {"karma": "never"}}])
def test_without_karma_or_by_orders_nobody_is_asked(changes: dict[str, Any]) -> None:
    """Neither who has none nor who is told never to spend any: no decision and no push."""
    red = unit((1, 1), weapons=["light_pistol"], skills={"pistols": 3}, **changes)
    blue = unit((5, 1), **{**changes, "orders": {**changes.get("orders", {}), "defend": "never"}})
    battle = table([red], [blue])
    assert "push" not in verbs(battle)
    assert "hit" in kinds_of(play(battle, "shoot blue_1", "112555 222222 2"))
    assert decider(battle) == ("act", "red_1")


EFFECTS = {"weapon_jams", "weapon_drops", "falls", "phase_lost"}


@pytest.mark.rule("SS-X2")
@pytest.mark.parametrize(
    ("dice", "suffered", "softened"),
    [
        ("112222", {"weapon_jams"}, set()),
        ("111152", {"weapon_drops"}, {"weapon_jams"}),
        ("111122", {"weapon_jams", "weapon_drops", "falls", "phase_lost"}, {"weapon_drops"}),
    ],
)
def test_a_close_call_takes_a_glitch_one_step_down(dice: str, suffered: set[str], softened: set[str]) -> None:
    """Glitch to none, hard to plain, critical to hard; the same glitch only once, whatever karma is left."""
    plain = shooting()
    play(plain, "shoot blue_1", dice)
    assert verbs(plain) == {"pass", "reroll", "close_call"}
    assert EFFECTS & set(kinds_of(play(plain, "pass", "222222" + ("2" if "5" in dice else "")))) == suffered
    closed = shooting()
    play(closed, "shoot blue_1", dice)
    events = play(closed, "close_call")
    assert only(events, "karma_spent").numbers == {"verb": "close_call", "left": 1}
    assert verbs(closed) == {"pass", "reroll"}
    assert EFFECTS & set(kinds_of(play(closed, "pass", "222222" + ("2" if "5" in dice else "")))) == softened


@pytest.mark.rule("SS-X2")
def test_a_glitch_outlasts_the_dice_rolled_again() -> None:
    """Misses rolled again may make it a hit; the weapon jams all the same, unless another point goes for that."""
    battle = shooting()
    play(battle, "shoot blue_1", "112222")
    play(battle, "reroll", "662222")
    assert verbs(battle) == {"pass", "close_call"}
    events = play(battle, "pass", f"{MISSED} 2")
    assert {"hit", "weapon_jams"} <= set(kinds_of(events))
    twice = shooting()
    play(twice, "shoot blue_1", "112222")
    play(twice, "reroll", "662222")
    events = play(twice, "close_call", f"{MISSED} 2")
    assert "hit" in kinds_of(events)
    assert "weapon_jams" not in kinds_of(events)
    assert twice.unit("red_1")["karma"] == 0


@pytest.mark.rule("SS-X2")
def test_the_last_point_is_the_last() -> None:
    """After it the glitch can no longer be helped."""
    battle = shooting(karma=1)
    play(battle, "shoot blue_1", "112222")
    assert "weapon_jams" in kinds_of(play(battle, "reroll", f"662222 {MISSED} 2"))


@pytest.mark.rule("SS-X2")
@pytest.mark.parametrize("defense", ["522222", "552222"])
def test_a_defender_that_was_hit_or_grazed_may_roll_again(defense: str) -> None:
    """Two hits against one or two: the dice that missed are rolled again and may make it a miss."""
    battle = shooting(karma=0, blue=target((5, 1), karma=1))
    events = play(battle, "shoot blue_1", f"552222 {defense}")
    assert "hit" not in kinds_of(events)
    assert decider(battle) == ("karma", "blue_1")
    assert verbs(battle) == {"pass", "reroll"}
    missed = defense.count("2")
    events = play(battle, "reroll", "55" + "2" * (missed - 2))
    assert only(events, "miss").numbers["net_hits"] == 2 - (6 - missed + 2)
    assert battle.unit("blue_1")["karma"] == 0


@pytest.mark.rule("SS-X2")
def test_a_defender_that_was_missed_is_not_asked() -> None:
    """There is nothing to gain: one hit against two."""
    battle = shooting(karma=0, blue=target((5, 1), karma=1))
    assert "miss" in kinds_of(play(battle, "shoot blue_1", "522222 552222"))


@pytest.mark.rule("SS-X2")
def test_the_defenders_limit_holds_for_dice_rolled_again() -> None:
    """A parry is limited by Physical 4: three hits and six more are four."""
    red = unit((1, 1), weapons=["sword"], skills={"blades": 5})
    blue = unit((2, 1), weapons=["sword"], skills={"blades": 3}, karma=1)
    battle = table([red], [blue])
    play(battle, "strike blue_1")
    play(battle, "parry", "55555522 555222222")
    assert only(play(battle, "reroll", "555555 2"), "hit").numbers["net_hits"] == 2


@pytest.mark.rule("SS-X2")
def test_who_is_unaware_cannot_spend_karma_on_a_defense() -> None:
    """Shot from behind before the fight: no test of its own, so nothing to push or to roll again."""
    red = unit((1, 1), weapons=["light_pistol"], skills={"pistols": 3})
    blue = unit((5, 1), facing="east", karma=2)
    battle = table([red], [blue], blue_team={"alert": False})
    assert "hit" in kinds_of(play(battle, "shoot blue_1", "555222 2"))


@pytest.mark.rule("SS-X2")
def test_a_push_lifts_the_limit_of_the_next_test_only() -> None:
    """Eight hits with a heavy pistol [5] count as eight, but as five without a push or when an earlier test has used it."""
    for pushes, net in ((1, 8), (0, 5)):
        battle = shooting(skill=5, weapon="heavy_pistol", karma=pushes)
        before = battle.unit("red_1")["ap"], battle.unit("red_1")["free_used"]
        if pushes:
            assert only(play(battle, "push limit"), "karma_spent").numbers == {"verb": "push", "left": 0}
        assert (battle.unit("red_1")["ap"], battle.unit("red_1")["free_used"]) == before
        limits = used(battle, clauses.LIMIT)
        assert only(play(battle, "shoot blue_1", f"55555555 {MISSED} 2"), "hit").numbers["net_hits"] == net
        assert used(battle, clauses.LIMIT) - limits == (net == 5)
    sprinter = table([unit((1, 1), weapons=["heavy_pistol"], skills={"pistols": 5}, karma=1)], [target((5, 1))])
    take(sprinter, "run", "push limit")
    play(sprinter, "sprint", "22")
    attack = only(play(sprinter, "shoot blue_1", f"555555 {MISSED} 2"), "hit")
    assert attack.numbers["net_hits"] == 5


@pytest.mark.rule("SS-X2")
def test_each_push_is_declared_once_for_a_test() -> None:
    """Both ways at once, neither twice; after the test both are open again while karma is left."""
    battle = shooting(karma=4)
    play(battle, "push limit")
    assert {"push rule_of_six"} == {words for words in choices(battle) if words.startswith("push")}
    play(battle, "push rule_of_six")
    assert "push" not in verbs(battle)
    assert battle.unit("red_1")["karma"] == 2
    play(battle, "shoot blue_1", "662222 52")
    assert only(play(battle, "pass", f"{MISSED} 2"), "hit").numbers["net_hits"] == 3
    assert {"push limit", "push rule_of_six"} <= choices(battle)


@pytest.mark.rule("SS-X2")
def test_a_push_lapses_at_the_end_of_the_phase() -> None:
    """What was not used for a test is lost; it does not go into the defense of somebody else's phase."""
    battle = shooting(karma=1)
    play(battle, "push rule_of_six")
    quietly(battle, "end")
    assert battle.unit("red_1")["push"] == 0
    assert battle.unit("red_1")["karma"] == 0


@pytest.mark.rule("SS-X2")
def test_a_push_leaves_the_aim() -> None:
    """It belongs to the test, and is no other action."""
    battle = shooting(karma=1)
    take(battle, "aim blue_1", "push rule_of_six")
    assert terms(roll(play(battle, "shoot blue_1", f"5222222 {MISSED} 2"), "attack"))["aimed"] == 1


@pytest.mark.rule("SS-X2")
def test_a_defender_may_push_before_it_replies() -> None:
    """The rule of six on the standard defense; the limit can be lifted only where a skill could take part."""
    battle = table(
        [unit((1, 1), weapons=["light_pistol"], skills={"pistols": 3})], [unit((5, 1), weapons=["knife"], karma=1)]
    )
    battle.unit("blue_1")["ap"] = 0
    play(battle, "shoot blue_1")
    assert choices(battle) == {"pass", "push rule_of_six"}
    assert only(play(battle, "push rule_of_six", "552222 622222 6 2"), "graze")
    assert battle.unit("blue_1")["karma"] == 0


@pytest.mark.rule("SS-X2")
def test_a_defender_may_lift_the_limit_of_its_parry() -> None:
    """Physical 4 no longer holds for the six hits of a parry."""
    red = unit((1, 1), weapons=["sword"], skills={"blades": 5})
    battle = table([red], [unit((2, 1), weapons=["sword"], skills={"blades": 3}, karma=1)])
    play(battle, "strike blue_1")
    assert {"push limit", "push rule_of_six", "parry"} <= choices(battle)
    play(battle, "push limit")
    assert only(play(battle, "parry", "55555522 666666222"), "graze")


@pytest.mark.rule("SS-D8")
def test_sixes_are_hits_and_are_rolled_again_without_end() -> None:
    """Two sixes and a five: two dice again, one of them a six, one again, a five: five hits."""
    battle = shooting(karma=1)
    play(battle, "push rule_of_six")
    events = play(battle, "shoot blue_1", f"665222 62 5 {MISSED} 2")
    again = [event for event in events if event.numbers.get("purpose") == "rolled again"]
    assert [pool(event) for event in again] == [2, 1]
    assert [event.numbers["hits"] for event in again] == [1, 1]
    assert roll(events, "attack").numbers["hits"] == 3
    assert only(events, "hit").numbers["net_hits"] == 5
    assert used(battle, clauses.RULE_OF_SIX) > 0


@pytest.mark.rule("SS-D8")
def test_the_limit_holds_for_sixes_rolled_again() -> None:
    """Three sixes that become seven hits with a light pistol [6] are six: the limit acts, unless it is lifted as well."""
    for ways, net in ((["rule_of_six"], 6), (["rule_of_six", "limit"], 7)):
        battle = shooting(karma=len(ways))
        for path_length in ways:
            play(battle, f"push {path_length}")
        limits = used(battle, clauses.LIMIT)
        events = play(battle, "shoot blue_1", f"666522 562 5 {MISSED} 2")
        assert only(events, "hit").numbers["net_hits"] == net
        assert used(battle, clauses.LIMIT) - limits == (net == 6)


@pytest.mark.rule("SS-D8")
def test_sixes_are_not_rolled_again_where_the_rule_does_not_apply() -> None:
    """Without the push a six is a hit like a five."""
    battle = shooting(karma=0)
    assert only(play(battle, "shoot blue_1", f"666222 {MISSED} 2"), "hit").numbers["net_hits"] == 3
    assert used(battle, clauses.RULE_OF_SIX) == 0


def test_a_push_that_costs_points_is_paid_for() -> None:
    """A house may ask action points for pushing (SS-A1): who has none left is not offered it."""
    battle = Battle(shooting().field.scenario.model_copy(update={"catalog": {"actions": {"push": 2}}}), 1)
    while decider(battle) != ("act", "red_1"):
        battle.step(battle.legal()[0])
    points = int(battle.unit("red_1")["ap"])
    assert "push" in verbs(battle)
    battle.record[0]["units"]["ap"][0] = 2
    battle.step("push limit")
    assert points >= 2
    assert battle.unit("red_1")["ap"] == 0
    assert "push" not in verbs(battle)
