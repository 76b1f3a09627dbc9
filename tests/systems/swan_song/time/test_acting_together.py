"""SS-T7: delayed actions of the same score at the end of a pass, and what is done at the same time."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *

GROUND = "\n".join(["." * 12] * 5)


def shooter(x: int, y: int = 1, **changes: object) -> dict:
    """Return a unit with a pistol that never interrupts."""
    return target((x, y), **{"skills": {"pistols": 6}, "flesh": 6, **changes})


def at_the_end(*faces: int, red: int = 1, blue: int = 1) -> Battle:
    """Return a battle in which all have put their phases off: each is asked at the end of the pass."""
    reds = [shooter(1, row) for row in range(red)]
    blues = [shooter(5, row) for row in range(blue)]
    battle = table(reds, blues, GROUND, dice=order(*faces))
    delayed = 0
    while delayed < len(faces):
        kind, _ = decider(battle)
        play(battle, "delay" if kind == "act" else "pass")
        delayed += kind == "act"
    return battle


@pytest.mark.rule("SS-T7")
def test_equal_scores_that_act_last_act_at_the_same_time() -> None:
    """Source, combat page, Delaying Actions: in a tie all act at once. Both shoot, then both fall, and nobody has won."""
    battle = at_the_end(4, 4)
    assert choices(battle) == {"pass", "step_in"}
    asked = [decider(battle)[1]]
    play(battle, "step_in")
    asked.append(decider(battle)[1])
    play(battle, "step_in")
    assert sorted(asked) == ["blue_1", "red_1"]
    for _ in range(2):
        kind, name = decider(battle)
        assert kind == "act"
        enemy = "blue_1" if name == "red_1" else "red_1"
        events = play(battle, f"shoot {enemy}", "52222222 222222 2")  # nine dice, less one for the delay, no wounds yet
        assert "unconscious" not in kinds_of(events)
        events = play(battle, "end")
    assert sorted(event.target for event in events if event.kind == "unconscious") == ["blue_1", "red_1"]
    assert battle.over
    assert battle.winner is None


@pytest.mark.rule("SS-T7")
def test_or_go_on_delaying() -> None:
    """Who of them does not want to act at the same time waits on; the other acts alone and may fell it."""
    battle = at_the_end(6, 6)
    first = decider(battle)[1]
    play(battle, "pass")
    second = decider(battle)[1]
    play(battle, "step_in")
    assert decider(battle) == ("act", second)
    events = play(battle, f"shoot {first}", "52222222 222222 2")
    assert "unconscious" in kinds_of(events)


@pytest.mark.rule("SS-T7")
def test_different_scores_act_one_after_the_other_the_highest_last() -> None:
    """Red's 12 after blue's 11: blue's shot fells red before it acts."""
    battle = at_the_end(6, 5)
    assert decider(battle) == ("step_in", "blue_1")
    play(battle, "step_in")
    assert decider(battle) == ("act", "blue_1")
    assert "unconscious" in kinds_of(play(battle, "shoot red_1", "52222222 222222 2"))


@pytest.mark.rule("SS-T7")
def test_a_tie_among_some_of_those_who_act_last() -> None:
    """Scores 10, 11, 11, 12: the lowest alone, then the two at once, each asked before either acts, then the highest."""
    battle = at_the_end(5, 6, 5, 4, red=2, blue=2)
    happened = []
    while battle.round == 1 and battle.record[0]["pass_number"] == 1:
        kind, name = decider(battle)
        happened.append((kind, name))
        play(battle, "step_in" if kind == "step_in" else "end")
    tied = {"red_1", "blue_1"}
    assert happened[:2] == [("step_in", "blue_2"), ("act", "blue_2")]
    assert [kind for kind, _ in happened[2:6]] == ["step_in", "step_in", "act", "act"]
    assert {name for _, name in happened[2:4]} == {name for _, name in happened[4:6]} == tied
    assert happened[6:] == [("step_in", "red_2"), ("act", "red_2")]


@pytest.mark.rule("SS-T7")
@pytest.mark.parametrize(("choice", "late"), [("step_in_after", False), ("step_in_together", False), ("step_in", True)])
def test_only_what_is_done_in_the_late_phase_is_a_die_worse(choice: str, late: bool) -> None:
    """Source, combat page, Delaying Actions: what one does in intervening costs a die, not an interception before it."""
    battle = table(
        [unit((4, 1), weapons=["knife"], skills={"blades": 3}), shooter(0, 4)],
        [shooter(5, 1), shooter(11, 4)],
        GROUND,
        dice=order(6, 1, 5, 4),
    )
    quietly(battle, "delay")
    quietly(battle, choice)
    if late:
        events = quietly(battle, "strike blue_1")
    else:
        quietly(battle, "walk")
        quietly(battle, "step east")
        assert decider(battle) == ("intercept", "red_1")
        events = quietly(battle, "strike blue_1")
    assert ("acts from a delay" in terms(roll(events, "attack"))) == late


@pytest.mark.rule("SS-T7")
def test_who_steps_in_before_is_not_at_the_same_time() -> None:
    """Red_1 means to act together with blue, red_2 before it: red_2's shot fells blue, and red_1 waits on."""
    reds = [shooter(1, 1), shooter(1, 2)]
    battle = table(reds, [shooter(5), shooter(9, 4)], GROUND, dice=order(6, 5, 3, 1))
    while decider(battle)[0] != "act" or decider(battle)[1] != "blue_1":
        kind, name = decider(battle)
        if kind == "act":
            play(battle, "delay")
        elif battle.decision is not None and battle.decision.opponent == "red_2":
            play(battle, "pass")
        elif name == "red_1":
            play(battle, "step_in_together")
        else:
            play(battle, "step_in")
            assert decider(battle) == ("act", "red_2")
            assert "unconscious" in kinds_of(play(battle, "shoot blue_1", "52222222 222222 2"))
            break
    play(battle, "end")
    assert decider(battle) == ("step_in", "red_1")
