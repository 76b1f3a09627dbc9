"""Options of the system: who acts in the first pass (SS-T4), and free actions after the own phase (SS-A1)."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *

GROUND = "\n".join(["." * 12] * 3)
EVERYONE = {"first_pass": "everyone"}
WHOLE_PASS = {"free_action": "whole_pass"}


def slow(**options: str) -> Battle:
    """Return a battle in which red, whom tracking blue surprises, has a score of 9 - 10 = -1, and blue has 17."""
    return table(
        [unit((1, 1), skills={"pistols": 3})],
        [target((5, 1), initiative_dice=2)],
        GROUND,
        dice=[3, 1, 6, 5, 1, *[2] * 6],
        blue_team={"ambush": "tracking"},
        options=options,
    )


@pytest.mark.rule("SS-T4")
def test_by_default_nobody_acts_with_a_score_of_zero_or_less() -> None:
    """Source, combat page, Initiative Passes: with 0 or less no phase is taken in the rest of the round."""
    battle = slow()
    assert battle.unit("red_1")["score"] == -1
    assert battle.unit("red_1")["ap"] == 0
    play(battle, "end")
    assert (decider(battle), battle.record[0]["pass_number"]) == (("act", "blue_1"), 2)


@pytest.mark.rule("SS-T4")
def test_by_the_option_everyone_acts_in_the_first_pass() -> None:
    """Source, combat page, Initiative Passes: everyone gets to act during the first pass, in order."""
    battle = slow(**EVERYONE)
    assert battle.unit("red_1")["ap"] == 3
    play(battle, "end")
    assert (decider(battle), battle.record[0]["pass_number"]) == (("act", "red_1"), 1)
    play(battle, "end")
    assert (decider(battle), battle.record[0]["pass_number"]) == (("act", "blue_1"), 2)
    play(battle, "end", [*order(1), 1, 1, 1])
    assert battle.round == 2


@pytest.mark.rule("SS-T4")
def test_by_the_option_nobody_acts_twice_for_it() -> None:
    """Red has had its phase of the first pass with -1; the pass ends without another."""
    battle = slow(**EVERYONE)
    take(battle, "end", "walk", "end")
    assert battle.record[0]["pass_number"] == 2


def keeper(**options: str) -> Battle:
    """Return a battle in which red_1 acts before blue_1, and red_2 after it."""
    reds = [target((1, 1), skills={"pistols": 3}), unit((1, 2))]
    return table(reds, [target((5, 1), skills={"pistols": 3})], GROUND, dice=order(4, 1, 3), options=options)


@pytest.mark.rule("SS-A1")
def test_by_default_the_free_action_is_taken_in_the_own_phase() -> None:
    """Once it has shot, red can put nothing off."""
    battle = keeper()
    quietly(battle, "shoot blue_1")
    assert "delay" not in verbs(battle)


@pytest.mark.rule("SS-A1")
def test_by_the_option_a_free_action_is_taken_at_a_later_point_of_the_pass() -> None:
    """Source, combat page, Free Actions: in the own phase or later in the pass. Red shoots, and drops before blue acts."""
    battle = keeper(**WHOLE_PASS)
    quietly(battle, "shoot blue_1")
    play(battle, "delay")
    assert decider(battle) == ("step_in", "red_1")
    assert choices(battle) == {"pass", "step_in"}
    play(battle, "step_in")
    assert decider(battle) == ("act", "red_1")
    assert verbs(battle) == {"end", "walk", "drop_prone", "drop"}
    ap = battle.unit("red_1")["ap"]
    assert only(play(battle, "drop_prone"), "prone").actor == "red_1"
    assert battle.unit("red_1")["ap"] == ap  # what is left of the points stays for interrupts
    assert decider(battle) == ("act", "blue_1")
    assert terms(roll(quietly(battle, "shoot red_1"), "defense"))["prone"] == -2
    assert battle.record[0]["delayed"] == 0


@pytest.mark.rule("SS-A1")
def test_by_the_option_it_may_wait_on_to_the_end_of_the_pass() -> None:
    """Red is asked before blue, before red_2 and when all have acted; then it walks, and the pass is over."""
    battle = keeper(**WHOLE_PASS)
    quietly(battle, "shoot blue_1")
    play(battle, "delay")
    for name in ("blue_1", "red_2"):
        assert decider(battle) == ("step_in", "red_1")
        play(battle, "pass")
        assert decider(battle) == ("act", name)
        play(battle, "end")
    assert decider(battle) == ("step_in", "red_1")
    take(battle, "step_in", "walk", "step east")
    assert battle.unit("red_1")["x"] == 2
    assert verbs(battle) == {"end", "step"}
    assert "round" in kinds_of(play(battle, "end", order(6, 1, 1)))


@pytest.mark.rule("SS-A1")
def test_by_the_option_what_is_kept_is_lost_at_the_end_of_the_pass() -> None:
    """Red passes to the end; in the next round it is asked nothing before its phase, and its own action is not late."""
    battle = keeper(**WHOLE_PASS)
    quietly(battle, "shoot blue_1")
    play(battle, "delay")
    while battle.round == 1:
        quietly(battle, "pass" if decider(battle)[0] == "step_in" else "end")
    assert battle.record[0]["delayed"] == 0
    assert battle.unit("red_1")["delay"] == 0


@pytest.mark.rule("SS-A1")
def test_by_the_option_one_free_action_a_pass_stays_one() -> None:
    """Who has walked in its phase has none to keep."""
    battle = keeper(**WHOLE_PASS)
    quietly(battle, "shoot blue_1")
    assert "delay" in verbs(battle)
    play(battle, "walk")
    assert "delay" not in verbs(battle)


@pytest.mark.rule("SS-A1")
def test_by_the_option_its_turn_does_not_start_again() -> None:
    """What it has defended against still counts, and an extended action goes on."""
    battle = keeper(**WHOLE_PASS)
    quietly(battle, "shoot blue_1")
    play(battle, "delay")
    battle.unit("red_1")["defended"] = 2
    battle.unit("red_1")["task_paid"] = 3
    take(battle, "step_in", "drop_prone")
    assert battle.unit("red_1")["defended"] == 2
    assert battle.unit("red_1")["task_paid"] == 3


@pytest.mark.rule("SS-A1", "SS-A4")
@pytest.mark.parametrize(("before", "looses"), [(["ready"], True), (["ready", "aim blue_1"], True), (["run"], False)])
def test_by_the_option_a_drawn_bow_is_loosed_later(before: list[str], looses: bool) -> None:
    """Source, combat actions, Fire Weapon: to draw is a simple action, to loose a free one. A slack bow stays slack."""
    battle = table(
        [unit((1, 1), weapons=["bow"], skills={"archery": 3}, orders={"defend": "never"})],
        [target((5, 1), flesh=100)],
        GROUND,
        options=WHOLE_PASS,
    )
    for action in before:
        play(battle, action)
    take(battle, "delay", "step_in")
    assert ("shoot" in verbs(battle)) == looses
    assert not {"call_shot", "multiple", "aim", "ready"} & verbs(battle)
    if looses:
        ap = battle.unit("red_1")["ap"]
        attack = terms(roll(quietly(battle, "shoot blue_1"), "attack"))
        assert attack.get("aimed", 0) == len(before) - 1
        red = battle.unit("red_1")
        assert (red["ap"], red["free_used"], red["held"]["ammo"][0], red["held"]["mode"][0]) == (ap, 1, 0, 0)
        assert decider(battle) == ("act", "blue_1")


@pytest.mark.rule("SS-A1", "SS-A2")
def test_by_the_option_a_bow_is_not_loosed_after_another_attack() -> None:
    """Source, combat page, Action Points: a single attack in the phase. Red, its bow drawn, has punched."""
    battle = table(
        [unit((1, 1), weapons=["bow"], skills={"archery": 3})], [target((2, 1), flesh=100)], GROUND, options=WHOLE_PASS
    )
    play(battle, "ready")
    quietly(battle, "punch blue_1")
    take(battle, "delay", "step_in")
    assert "drop_prone" in verbs(battle)
    assert "shoot" not in verbs(battle)
