"""DP-A6: one roll against several targets, whose successes the shooter divides."""

from typing import Any

import pytest
from pooltable import *

from fireteam.env.battle import Battle


def spraying(*marks: str, weapon: str = "light_pistol", red: dict[str, Any] | None = None, **options: Any) -> Battle:
    """Return red_1, six dice strong, who has marked some of four in sight."""
    shooter = fighter((1, 2), **{"weapons": [weapon], "abilities": {"firearms": 3}, **(red or {})})
    battle = table([shooter], [fighter((6, at), attributes={"stamina": 8}) for at in range(4)], **options)
    for name in marks:
        play(battle, f"mark {name}")
    return battle


@pytest.mark.rule("DP-A6")
def test_one_roll_is_divided_among_the_targets_as_the_shooter_decides() -> None:
    """Four successes: one, none and three for three targets; who is given some is hit with so many."""
    battle = spraying("blue_1", "blue_2", "blue_3")
    events = undefended(battle, "spray", "999922")
    assert pool(roll(events, "attack")) == {"Dexterity": 3, "Firearms": 3}
    assert decider(battle) == ("divide", "red_1")
    assert numbers_of(battle, "give") == {0, 1, 2, 3, 4}
    play(battle, "give 1")
    assert numbers_of(battle, "give") == {0, 1, 2, 3}
    events = play(battle, "give 0", "22222 2222222")
    landed = {event.target: event.numbers["net_hits"] for event in events if event.kind in ("hit", "miss")}
    assert landed == {"blue_1": 1, "blue_2": 0, "blue_3": 3}
    assert "attack" not in [event.numbers.get("purpose") for event in events]


@pytest.mark.rule("DP-A6", "DP-H1")
def test_damage_is_rolled_for_each_target_with_its_part_of_the_successes() -> None:
    """Weapon damage 4 and the outcome, 3 or 1: seven dice and five."""
    battle = spraying("blue_1", "blue_2")
    undefended(battle, "spray", "999922")
    events = play(battle, "give 3", "6622222 66666")
    assert [len(event.dice) for event in events if event.kind == "roll"] == [7, 5]
    assert (battle.unit("blue_1")["level"], battle.unit("blue_2")["level"]) == (2, 5)


@pytest.mark.rule("DP-A6")
@pytest.mark.parametrize(("weapon", "rate"), [("heavy_pistol", 2), ("light_pistol", 3), ("submachine_gun", 6)])
def test_there_are_no_more_targets_than_bullets(weapon: str, rate: int) -> None:
    """After as many marks as the rate of fire, or with nobody left, none can be marked."""
    battle = spraying(weapon=weapon)
    for place in range(1, min(rate, 4) + 1):
        assert f"mark blue_{place}" in choices(battle)
        play(battle, f"mark blue_{place}")
    assert "mark" not in verbs(battle)
    assert "spray" in verbs(battle)


@pytest.mark.rule("DP-A6")
@pytest.mark.parametrize("weapon", ["sniper_rifle", "bow", "crossbow", "throwing_knife"])
def test_one_bullet_is_for_one_target(weapon: str) -> None:
    """A rate of one cannot be spread."""
    assert not {"mark", "spray"} & verbs(spraying(weapon=weapon))


@pytest.mark.rule("DP-A6", "DP-A2")
def test_it_fires_the_whole_rate_once() -> None:
    """Three bullets for two targets, as for one."""
    battle = spraying("blue_1", "blue_2")
    quietly(battle, "spray")
    assert battle.unit("red_1")["held"][0]["ammo"] == 12


@pytest.mark.rule("DP-A6", "DP-A4")
def test_it_is_a_committed_action() -> None:
    """All six dice are in it: nothing can be kept, and there is no defense afterwards; who has jogged cannot spray."""
    battle = spraying("blue_1", "blue_2", red={"abilities": {"firearms": 3, "dodge": 3}})
    undefended(battle, "spray", "222222")
    play(battle, "end") if decider(battle)[1] == "red_1" else None
    quietly(battle, "jog")
    ran = spraying()
    play(ran, "jog")
    assert "shoot blue_1" in choices(ran)
    assert not {"mark", "spray"} & verbs(ran)


@pytest.mark.rule("DP-A6")
def test_with_no_success_there_is_nothing_to_divide() -> None:
    """All are missed."""
    events = undefended(spraying("blue_1", "blue_2"), "spray", "222222")
    assert kinds_of(events).count("miss") == 2


@pytest.mark.rule("DP-A6", "DP-A7")
def test_each_target_defends_against_its_part() -> None:
    """Blue_1 dodges with two successes what it was given: three less two; blue_2 is hit with the one it was given."""
    battle = spraying("blue_1", "blue_2")
    play(battle, "spray")
    assert decider(battle) == ("defend", "blue_1")
    play(battle, "dodge_with 3")
    assert decider(battle) == ("defend", "blue_2")
    play(battle, "pass", "999922")
    events = play(battle, "give 3", "992 22222 22222")
    assert [event.numbers["net_hits"] for event in events if event.kind == "hit"] == [1, 1]


@pytest.mark.rule("DP-A6")
def test_it_is_rolled_against_the_hardest_target() -> None:
    """A child is one harder to hit, a horse one easier: 6 + 1."""
    small, large = fighter((6, 1), size="child"), fighter((6, 3), size="horse")
    for blue in ([small, large], [large, small]):
        battle = table([fighter((1, 2), weapons=["light_pistol"], abilities={"firearms": 6})], blue)
        take(battle, "mark blue_1", "mark blue_2")
        assert difficulty(battle, "spray") == 7


@pytest.mark.rule("DP-A6")
def test_a_single_mark_is_no_burst_over_several() -> None:
    """With one marked the gun is not sprayed, and all bullets go to one as ever."""
    battle = spraying("blue_1")
    assert "spray" not in verbs(battle)
    assert "attack" in kinds_of(unanswered(battle, "shoot blue_1", [2] * 6, exactly=True))
