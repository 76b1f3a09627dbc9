"""SS-T7: delayed actions."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *

GROUND = "\n".join(["." * 12] * 5)
DEADLY = "555555222"  # six hits with a pool of nine


def shooter(x: int, y: int = 1, **changes: object) -> dict:
    """Return a unit with a pistol that never interrupts."""
    return target((x, y), **{"skills": {"pistols": 3}, **changes})


def duel(*faces: int, red: int = 1, blue: int = 1, **changes: object) -> Battle:
    """Return a battle of pistols in the open, a die of initiative for each unit in roster order (initiative 6)."""
    reds = [shooter(1, row, **changes) for row in range(red)]
    blues = [shooter(5, row, **changes) for row in range(blue)]
    return table(reds, blues, GROUND, dice=order(*faces))


@pytest.mark.rule("SS-T7")
def test_a_phase_can_be_put_off_only_at_its_very_beginning() -> None:
    """Red may wait before it has done anything, not after declaring its walk."""
    battle = duel(6, 1)
    assert "delay" in verbs(battle)
    play(battle, "walk")
    assert "delay" not in verbs(battle)


@pytest.mark.rule("SS-T7")
def test_who_waits_is_asked_before_the_phase_of_another() -> None:
    """Red waits: before blue acts it may step in before it, after it or together with it, or wait on."""
    battle = duel(6, 1)
    assert only(play(battle, "delay"), "delayed").actor == "red_1"
    assert decider(battle) == ("step_in", "red_1")
    assert battle.decision is not None
    assert battle.decision.opponent == "blue_1"
    assert choices(battle) == {"pass", "step_in", "step_in_after", "step_in_together"}


@pytest.mark.rule("SS-T7")
def test_who_steps_in_acts_first_and_is_a_die_worse() -> None:
    """Red steps in before blue: its shot has five dice instead of six. Then blue has its phase, at full dice."""
    battle = duel(6, 1)
    play(battle, "delay")
    assert only(play(battle, "step_in"), "steps_in").target == "blue_1"
    assert decider(battle) == ("act", "red_1")
    assert terms(roll(quietly(battle, "shoot blue_1"), "attack")) == {"Agility": 3, "Pistols": 3, "acts from a delay": -1}
    play(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    assert "acts from a delay" not in terms(roll(quietly(battle, "shoot red_1"), "attack"))


@pytest.mark.rule("SS-T7")
def test_the_die_is_lost_only_in_the_late_phase() -> None:
    """In the second pass red acts in its own time, with all its dice."""
    battle = duel(6, 1)
    take(battle, "delay", "step_in", "end", "end")
    assert decider(battle) == ("act", "red_1")
    assert "acts from a delay" not in terms(roll(quietly(battle, "shoot blue_1"), "attack"))


@pytest.mark.rule("SS-T7")
def test_the_score_is_kept_and_drops_as_usual() -> None:
    """Red's 12 is 12 after its late phase, and 2 in the next pass."""
    battle = duel(6, 1)
    take(battle, "delay", "pass")
    assert battle.unit("red_1")["score"] == 12
    take(battle, "end", "step_in", "end")
    assert battle.unit("red_1")["score"] == 2
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-T7")
def test_a_late_phase_cannot_be_put_off_again() -> None:
    """Red has stepped in: it acts now or not at all."""
    battle = duel(6, 1)
    take(battle, "delay", "step_in")
    assert "delay" not in verbs(battle)


@pytest.mark.rule("SS-T7")
def test_who_steps_in_after_somebody_acts_right_after_it() -> None:
    """Blue_1 acts, then red, then blue_2."""
    battle = duel(6, 3, 2, blue=2)
    take(battle, "delay", "step_in_after")
    assert decider(battle) == ("act", "blue_1")
    play(battle, "end")
    assert decider(battle) == ("act", "red_1")
    assert terms(roll(quietly(battle, "shoot blue_1"), "attack"))["acts from a delay"] == -1
    play(battle, "end")
    assert decider(battle) == ("act", "blue_2")


@pytest.mark.rule("SS-T7")
def test_who_waits_on_is_asked_again_before_the_next_and_after_the_last() -> None:
    """Red lets blue_1 and blue_2 act and steps in when nobody is left."""
    battle = duel(6, 3, 2, blue=2)
    take(battle, "delay", "pass", "end")
    assert battle.decision is not None
    assert battle.decision.opponent == "blue_2"
    take(battle, "pass", "end")
    assert decider(battle) == ("step_in", "red_1")
    assert battle.decision is not None
    assert battle.decision.opponent is None
    assert choices(battle) == {"pass", "step_in"}
    play(battle, "step_in")
    assert decider(battle) == ("act", "red_1")


def both_shoot(how: str) -> Battle:
    """Return a battle in which blue shoots red down, who had chosen to act after it or together with it."""
    battle = duel(6, 1, skills={"pistols": 6}, flesh=6)
    play(battle, "delay")
    play(battle, how)
    play(battle, "shoot red_1", "522222222 222222 2")  # 6 + 1 damage
    return battle


@pytest.mark.rule("SS-T7")
def test_at_the_same_time_neither_falls_before_both_have_acted() -> None:
    """Both shoot each other down: red, hit first, still acts; then both fall, and nobody has won."""
    battle = both_shoot("step_in_together")
    assert battle.unit("red_1")["flesh"] == -1
    play(battle, "end")
    assert decider(battle) == ("act", "red_1")
    events = play(battle, "shoot blue_1", "52222222 222222 2")  # nine dice, less one for the delay: wounds come after
    assert "unconscious" not in kinds_of(events)
    events = play(battle, "end")
    assert sorted(event.target for event in events if event.kind == "unconscious") == ["blue_1", "red_1"]
    assert battle.over
    assert battle.winner is None


@pytest.mark.rule("SS-T7")
def test_who_acts_after_another_may_fall_before() -> None:
    """Red had chosen to go after blue and does not live to."""
    battle = both_shoot("step_in_after")
    assert battle.over
    assert battle.winner == "blue"


@pytest.mark.rule("SS-T7")
def test_those_who_wait_are_asked_in_the_order_of_initiative_and_at_the_end_in_reverse() -> None:
    """Red_1 with 12 before red_2 with 11 and red_3 with 10; when all have acted it is the other way round."""
    battle = duel(6, 5, 4, 1, red=3)
    for _ in range(3):
        asked = battle.decision
        while asked is not None and asked.kind == "step_in":
            play(battle, "pass")
            asked = battle.decision
        play(battle, "delay")
    before = []
    while decider(battle)[0] == "step_in":
        before.append(decider(battle)[1])
        play(battle, "pass")
    assert before == ["red_1", "red_2", "red_3"]
    assert decider(battle) == ("act", "blue_1")
    play(battle, "end")
    after = []
    for _ in range(3):
        after.append(decider(battle)[1])
        take(battle, "step_in", "end")
    assert after == ["red_3", "red_2", "red_1"]


@pytest.mark.rule("SS-T7")
def test_waiting_until_the_own_next_phase_loses_the_delayed_one() -> None:
    """Red waits through the pass; blue's 15 less ten comes before red's 2: red is asked, waits on, and acts as usual."""
    battle = table([shooter(1)], [shooter(5, initiative_dice=2)], GROUND, dice=[6, 1, 6, 5, 1])  # red 12, blue 17
    take(battle, "end", "delay")
    play(battle, "pass")  # nobody is left in the pass
    assert decider(battle) == ("step_in", "red_1")  # before blue's second phase
    play(battle, "pass")
    assert decider(battle) == ("act", "blue_1")
    events = play(battle, "end")
    assert only(events, "delay_lost").actor == "red_1"
    assert decider(battle) == ("act", "red_1")
    assert "acts from a delay" not in terms(roll(quietly(battle, "shoot blue_1"), "attack"))


@pytest.mark.rule("SS-T7")
def test_delaying_into_the_next_pass_lets_one_act_first_there() -> None:
    """Red's 2 comes after blue's 7 in the second pass, but red has put off a phase: it acts first, and again in its time."""
    battle = table([shooter(1)], [shooter(5, initiative_dice=2)], GROUND, dice=[6, 1, 6, 5, 1])
    take(battle, "end", "delay", "pass", "step_in")
    assert decider(battle) == ("act", "red_1")
    assert battle.record[0]["pass_number"] == 2
    play(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    play(battle, "end")
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-T7")
def test_who_is_first_in_the_next_pass_anyway_is_asked_as_it_begins() -> None:
    """Red's 12 is 2 in the second pass and nobody else's above zero: its late phase comes there before its own."""
    battle = duel(6, 1)
    take(battle, "delay", "pass", "end", "pass")
    assert battle.record[0]["pass_number"] == 2
    assert decider(battle) == ("step_in", "red_1")
    take(battle, "step_in", "end")
    assert decider(battle) == ("act", "red_1")
    assert battle.record[0]["pass_number"] == 2


@pytest.mark.rule("SS-T7", "SS-A1")
def test_two_phases_of_one_pass_share_its_points() -> None:
    """Points come with a pass, not with a phase: what red's late one has spent, its own one in the same pass lacks."""
    battle = duel(6, 1)
    take(battle, "delay", "pass", "end", "pass", "step_in", "aim blue_1", "end")
    assert (decider(battle), battle.record[0]["pass_number"]) == (("act", "red_1"), 2)
    assert battle.unit("red_1")["ap"] == 2


@pytest.mark.rule("SS-T7")
def test_a_phase_put_off_can_be_had_in_the_next_pass_with_a_score_below_zero() -> None:
    """Red's 7 is -3 in the second pass, which blue's 17 brings about: red acts there once, with fresh points."""
    battle = table([shooter(1)], [shooter(5, initiative_dice=2)], GROUND, dice=[1, 1, 6, 5, 1])
    take(battle, "end", "delay", "pass", "step_in")
    assert battle.unit("red_1")["score"] == -3
    assert battle.unit("red_1")["ap"] == 3
    play(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    assert "round" in kinds_of(play(battle, "end", [*order(1), 1, 1, 1]))


@pytest.mark.rule("SS-T7")
def test_phases_put_off_are_lost_at_the_end_of_the_round() -> None:
    """Nobody has more than ten: red's delay ends with the round."""
    battle = duel(4, 3)
    take(battle, "delay", "pass", "end")
    events = play(battle, "pass", order(1, 2))
    assert only(events, "delay_lost").actor == "red_1"
    assert battle.round == 2
    assert decider(battle) == ("act", "blue_1")
    play(battle, "end")
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-T7")
def test_who_falls_while_waiting_is_not_asked() -> None:
    """Blue_1 shoots the waiting red_1 down: the next to be asked anything is blue_2."""
    battle = duel(6, 1, 3, 2, red=2, blue=2, skills={"pistols": 6})
    take(battle, "delay", "pass")
    play(battle, "shoot red_1", f"{DEADLY} 222222 2")
    assert battle.record[0]["delayed"] == 0
    play(battle, "end")
    assert decider(battle) == ("act", "blue_2")


@pytest.mark.rule("SS-T7")
def test_who_waits_keeps_its_points_for_interrupts() -> None:
    """Red waits; blue strikes at it, and red may go on full defense. A point spent so is gone in the late phase."""
    battle = table(
        [unit((1, 1), skills={"unarmed": 2}, weapons=[])],
        [target((2, 1), skills={"unarmed": 3}, weapons=[])],
        GROUND,
        dice=order(6, 1),
    )
    take(battle, "delay", "step_in_after", "punch red_1")
    assert decider(battle) == ("defend", "red_1")
    quietly(battle, "block")
    quietly(battle, "end")
    assert decider(battle) == ("act", "red_1")
    assert battle.unit("red_1")["ap"] == 2


@pytest.mark.rule("SS-T7")
def test_waiting_costs_no_aim() -> None:
    """Red aimed in the first pass and waits with its sights on blue in the second."""
    battle = duel(6, 1)
    take(battle, "aim blue_1", "end", "end", "delay", "step_in")
    assert terms(roll(quietly(battle, "shoot blue_1"), "attack"))["aimed"] == 1


@pytest.mark.rule("SS-T7")
def test_a_follower_waits_on_if_the_other_does_not_act_now() -> None:
    """Red_2 means to follow blue_1, but red_1 steps in and shoots it: blue_1 falls, and red_2 is asked before blue_2."""
    battle = duel(6, 5, 2, 1, red=2, blue=2, skills={"pistols": 6})
    play(battle, "delay")
    play(battle, "pass")  # before red_2
    play(battle, "delay")
    play(battle, "pass")  # red_1 waits on, red_2 is asked next
    play(battle, "step_in_after")
    play(battle, "end")  # blue_1
    assert decider(battle) == ("act", "red_2")


@pytest.mark.rule("SS-T7")
@pytest.mark.rule("SS-S2")
@pytest.mark.parametrize(("dice", "asked"), [("222222", False), ("555222", True)])
def test_who_is_surprised_while_it_waits_does_not_step_in(dice: str, asked: bool) -> None:
    """Newcomers in the second pass catch red off guard: it cannot step in, and waits for its own phase."""
    battle = table(
        [shooter(1)], [shooter(5, initiative_dice=2), shooter(7, arrives=1, arrives_pass=2)], GROUND, dice=[6, 1, 6, 5, 1]
    )
    take(battle, "end", "delay")
    play(battle, "pass", [*order(6), *(int(face) for face in dice), *[5] * 12])
    assert (decider(battle) == ("step_in", "red_1")) == asked
    assert decider(battle) == (("step_in", "red_1") if asked else ("act", "blue_1"))


@pytest.mark.rule("SS-T7")
def test_the_other_may_put_its_phase_off_too() -> None:
    """Red means to follow blue, blue waits as well: red acts, and then blue may."""
    battle = duel(6, 1)
    take(battle, "delay", "step_in_after", "delay")
    assert decider(battle) == ("act", "red_1")
    play(battle, "end")
    assert decider(battle) == ("step_in", "blue_1")
    play(battle, "step_in")
    assert decider(battle) == ("act", "blue_1")
    assert battle.record[0]["delayed"] == 0
