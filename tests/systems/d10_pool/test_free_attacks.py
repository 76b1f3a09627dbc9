"""DP-T3: Stealth against Alertness, and the free attack on those who are surprised, before initiative."""

from typing import Any

import pytest
from pooltable import *

from fireteam.env.battle import Battle


def stalking(dice: list[int], red: dict[str, Any] | None = None, **blue: Any) -> Battle:
    """Return red_1, hidden, beside blue_1 and blue_2: Dexterity 3 + Stealth 2 against Perception 3 + Alertness 1."""
    stalker = {"abilities": {"stealth": 2, "brawl": 1}, **(red or {})}
    blue = {"abilities": {"alertness": 1, "dodge": 2}, **blue}
    return table([fighter((2, 2), hidden=True, **stalker)], [fighter((3, 2), **blue), fighter((3, 3), **blue)], dice)


UNNOTICED = [*scored(2, 5), *scored(1, 4), *scored(1, 4)]


@pytest.mark.rule("DP-T3")
def test_who_surprises_has_a_free_attack_without_defense_before_initiative() -> None:
    """Two of Stealth against one and one: red strikes, nobody is asked, and only then all throw for initiative."""
    battle = stalking(UNNOTICED)
    assert decider(battle) == ("act", "red_1")
    assert verbs(battle) == {"punch", "end"}
    events = play(battle, "punch blue_1", "6666 666 999222 999222 222222")
    assert kinds_of(events).index("damage") < kinds_of(events).index("initiative")
    assert "defense" not in [event.numbers.get("purpose") for event in events]
    assert battle.unit("blue_1")["level"] == 3


@pytest.mark.rule("DP-T3")
def test_the_free_attack_is_besides_the_turn_of_the_first_round() -> None:
    """Red has struck before initiative and strikes again in its turn; now blue may dodge, as it is surprised no longer."""
    battle = stalking(UNNOTICED)
    play(battle, "punch blue_1", "2222 999222 222222 222222")
    assert decider(battle) == ("act", "red_1")
    play(battle, "punch blue_1")
    assert decider(battle) == ("defend", "blue_1")
    assert "dodge_with 5" in choices(battle)


@pytest.mark.rule("DP-T3")
@pytest.mark.parametrize("alert", [2, 3])
def test_as_many_successes_of_alertness_notice(alert: int) -> None:
    """Two of Stealth against two or three: no free attack, the fight begins with initiative."""
    battle = stalking([*scored(2, 5), *scored(alert, 4), *scored(alert, 4), *scored(0), *scored(2), *scored(1)])
    assert decider(battle) == ("act", "blue_1")


@pytest.mark.rule("DP-T3")
def test_who_has_noticed_defends_against_the_free_attack() -> None:
    """Blue_2 noticed, blue_1 did not: red may strike either, but only blue_1 cannot do anything about it."""
    dice = [*scored(2, 5), *scored(0, 4), *scored(3, 4)]
    battle = stalking(dice)
    play(battle, "punch blue_2")
    assert decider(battle) == ("defend", "blue_2")
    battle = stalking(dice)
    play(battle, "punch blue_1", "2222 999222 222222 222222")
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("DP-T3", "DP-A4")
def test_the_free_attack_is_a_committed_action() -> None:
    """No dice can be set aside, no pace declared, no weapon changed: the attack takes the whole pool."""
    battle = stalking(UNNOTICED, {"abilities": {"stealth": 2, "brawl": 5, "dodge": 3}})
    assert verbs(battle) == {"punch", "end"}
    play(battle, "punch blue_1", "22222222 999222 222222 222222")


@pytest.mark.rule("DP-T3")
@pytest.mark.parametrize(("mind", "least"), [("awake", 6), ("meditating", 8), ("asleep", 10)])
def test_sleepers_and_the_meditating_notice_less(mind: str, least: int) -> None:
    """Nothing of Stealth but one; Alertness with two dice at the difficulty notices, two below it does not."""
    noticed = stalking([*scored(1, 5), least, 2, 2, 2, least, 2, 2, 2, *scored(1) * 3], mind=mind)
    assert "punch" in verbs(noticed)
    assert "walk" in verbs(noticed)  # it is the first round already
    missed = stalking([*scored(1, 5), *[least - 1] * 4, *[least - 1] * 4], mind=mind)
    assert verbs(missed) == {"punch", "end"}


@pytest.mark.rule("DP-T3")
def test_stealth_is_rolled_at_difficulty_six() -> None:
    """Five fives are no success, and surprise nobody."""
    battle = stalking([5] * 5 + [2] * 8 + [*scored(1), *scored(0), *scored(0)])
    assert "walk" in verbs(battle)


@pytest.mark.rule("DP-T3", "DP-R3")
@pytest.mark.parametrize(("mind", "successes"), [("awake", 0), ("asleep", 4), ("meditating", 4)])
def test_sleepers_cannot_move_and_are_hit_more_easily(mind: str, successes: int) -> None:
    """Bare hands at 6 less 3: threes count against who sleeps or meditates, and do not against who is awake."""
    battle = stalking([*scored(3, 5), *scored(0, 4), *scored(0, 4)], mind=mind)
    damage = "222" if successes else ""
    events = undefended(battle, "punch blue_1", f"3333 {damage} 999222 222222 222222")
    assert hits([event for event in events if event.numbers.get("purpose") == "attack"], "attack") == successes


@pytest.mark.rule("DP-T3", "DP-A7")
@pytest.mark.parametrize("mind", ["asleep", "meditating"])
def test_sleepers_who_notice_are_awake(mind: str) -> None:
    """Blue_2 noticed with tens: it defends itself, and threes do not hit it as one who cannot move; blue_1 did not."""
    dice = [*scored(1, 5), *[2] * 4, *[10, 2, 2, 2]]
    battle = stalking(dice, mind=mind)
    play(battle, "punch blue_2")
    assert decider(battle) == ("defend", "blue_2")
    events = play(battle, "dodge_with 5", "3333 22222 999222 222222 222222")
    assert hits([event for event in events if event.numbers.get("purpose") == "attack"], "attack") == 0
    battle = stalking(dice, mind=mind)
    assert "hit" in kinds_of(play(battle, "punch blue_1", "3333 222 999222 222222 222222"))


@pytest.mark.rule("DP-T3")
def test_the_free_attack_may_be_let_go() -> None:
    """Red ends it: initiative is rolled, and red is seen."""
    battle = stalking(UNNOTICED)
    events = play(battle, "end", "999222 222222 222222")
    assert "revealed" in kinds_of(events)
    assert decider(battle) == ("act", "red_1")
