"""SS-S1 and SS-S2: who is caught off guard, and what it costs."""

from typing import Any

import pytest

from fireteam.env.battle import Battle
from tabletop import *

GROUND = "\n".join(["." * 12] * 3)
FAILS, PASSES = "222222", "555222"  # two attributes of 3 against a threshold of 3
WAITING = {"ambush": "waiting"}
TRACKING = {"ambush": "tracking"}
SURPRISED, BUT_DEFENDS = 1, 2


def faces(*rolls: str) -> list[int]:
    """Return dice written as digits."""
    return [int(face) for face in "".join(rolls)]


def ambush(*rolls: str, first: tuple[int, int] = (6, 1), **changes: Any) -> Battle:
    """Return a battle of red against blue, who lies in wait, with the dice of initiative and of the surprise tests."""
    red = unit((1, 1), **{"skills": {"pistols": 3}, **changes.pop("red", {})})
    blue = unit((5, 1), **{"skills": {"pistols": 3}, **changes.pop("blue", {})})
    teams = {"blue_team": WAITING, **changes}
    return table([red], [blue], GROUND, dice=order(*first) + faces(*rolls), **teams)


def of(battle: Battle, who: str) -> Any:
    """Return the surprise test of a unit in the opening."""
    return roll([event for event in battle.events() if event.actor == who], "surprise")


@pytest.mark.rule("SS-S1")
@pytest.mark.parametrize(("dice", "surprised"), [("552222", True), ("555222", False), ("555555", False)])
def test_three_hits_of_reaction_and_intuition_are_needed(dice: str, surprised: bool) -> None:
    """Two hits fail: ten points of initiative, and surprise until the own next phase."""
    battle = ambush(dice, "555" + "2" * 9)
    assert terms(of(battle, "red_1")) == {"Reaction": 3, "Intuition": 3}
    assert bool(battle.unit("red_1")["surprised"]) == surprised
    assert battle.unit("red_1")["score"] == (2 if surprised else 12)
    assert ("surprised" in kinds_of(battle.events())) == surprised


@pytest.mark.rule("SS-S1")
def test_without_an_ambush_nobody_tests() -> None:
    """An open fight begins with initiative alone."""
    assert "roll" in kinds_of(ambush(blue_team={}).events())
    assert not any(event.numbers.get("purpose") == "surprise" for event in ambush(blue_team={}).events())


@pytest.mark.rule("SS-S1")
def test_there_is_no_limit() -> None:
    """Six hits count though the inherent limits are lower."""
    assert of(ambush("666666", "5" * 12), "red_1").numbers["hits"] == 6
    assert of(ambush("666666", "5" * 12), "blue_1").numbers["hits"] == 12


@pytest.mark.rule("SS-S1")
def test_the_warned_have_three_dice_more() -> None:
    """Red was warned."""
    battle = ambush("222222222", "5" * 12, red_team={"warned": True})
    assert terms(of(battle, "red_1")) == {"Reaction": 3, "Intuition": 3, "warned": 3}


@pytest.mark.rule("SS-S1")
def test_those_who_lie_in_wait_have_six_dice_more_and_may_be_surprised() -> None:
    """Blue waits for whoever may come: it tests too, and can fail."""
    battle = ambush(PASSES, "2" * 12)
    assert terms(of(battle, "blue_1")) == {"Reaction": 3, "Intuition": 3, "lies in wait": 6}
    assert battle.unit("blue_1")["surprised"] == SURPRISED


@pytest.mark.rule("SS-S1")
def test_those_who_track_their_prey_do_not_test() -> None:
    """Only red's dice are thrown."""
    battle = ambush(FAILS, blue_team=TRACKING)
    assert battle.unit("blue_1")["surprised"] == 0
    assert battle.unit("red_1")["surprised"] == SURPRISED


@pytest.mark.rule("SS-S1")
def test_the_surprised_may_be_too_slow_for_the_round() -> None:
    """Red's 9 becomes -1: no phase and no points in this round."""
    battle = ambush(FAILS, blue_team=TRACKING, first=(3, 1))
    assert battle.unit("red_1")["score"] == -1
    assert battle.unit("red_1")["ap"] == 0
    assert decider(battle) == ("act", "blue_1")
    assert "round" in kinds_of(play(battle, "end", order(6, 1)))


def blue_first(*rolls: str, **changes: Any) -> Battle:
    """Return a battle in which blue tracks red and acts before it, and red has points left: 15 - 10 against 6 + 6."""
    red = {"initiative_dice": 2, **changes.pop("red", {})}
    battle = table(
        [unit((1, 1), **red)],
        [unit((changes.pop("x", 5), 1), skills={"pistols": 3, "unarmed": 3})],
        GROUND,
        dice=[5, 4, 1, 6, 1, *faces(*(rolls or (FAILS,)))],
        blue_team=TRACKING,
        **changes,
    )
    assert decider(battle) == ("act", "blue_1")
    return battle


@pytest.mark.rule("SS-S1")
def test_the_surprised_have_no_defense() -> None:
    """Red is in the fight, faces blue and has points, but is asked nothing and rolls no dice; a hit is a net hit."""
    battle = blue_first()
    assert battle.unit("red_1")["ap"] == 3
    events = play(battle, "shoot red_1", "522222 2")
    assert roll(events, "defense").dice == []
    assert only(events, "hit").numbers["net_hits"] == 1


@pytest.mark.rule("SS-S1")
def test_cover_gives_its_dice_to_the_surprised() -> None:
    """Red stands behind a barricade; a surprise in the second round does not take its cover."""
    battle = table(
        [unit((1, 1)), unit((1, 2))],
        [target((5, 1), skills={"pistols": 3}), target((9, 1), arrives=2)],
        "\n".join(["." * 12, "..O" + "." * 9, "." * 12]),
        dice=order(4, 1, 3),
    )
    play(battle, "take_cover")
    for _ in range(2):
        play(battle, "end")
    play(battle, "end", order(1, 1, 1, 6) + faces(FAILS, PASSES, PASSES, PASSES))
    assert battle.unit("red_1")["surprised"] == SURPRISED
    assert decider(battle) == ("act", "blue_2")
    events = quietly(battle, "shoot red_1")
    assert terms(roll(events, "defense")) == {"cover": 4}


@pytest.mark.rule("SS-S1")
@pytest.mark.rule("SS-A3")
def test_the_surprised_have_no_interrupts() -> None:
    """Blue steps away from red, who cannot strike at it; unsurprised, it could."""
    for rolls, asked in ((FAILS, False), (PASSES, True)):
        battle = table(
            [unit((4, 1), weapons=["knife"])], [unit((5, 1))], GROUND, dice=order(5, 6) + faces(rolls), blue_team=TRACKING
        )
        take(battle, "walk", "step east")
        assert (decider(battle) == ("intercept", "red_1")) == asked


@pytest.mark.rule("SS-S1")
def test_surprise_ends_with_the_own_next_phase() -> None:
    """Red has had its phase: now it defends."""
    battle = blue_first()
    play(battle, "end")
    assert decider(battle) == ("act", "red_1")
    play(battle, "end")
    assert battle.unit("red_1")["surprised"] == 0
    assert decider(battle) == ("act", "blue_1")
    assert terms(roll(quietly(battle, "shoot red_1"), "defense")) == {"Reaction": 3, "Intuition": 3}


@pytest.mark.rule("SS-S1")
def test_surprise_lasts_into_the_next_round_if_no_phase_came_before() -> None:
    """Red's score is below zero in round 1; in round 2 blue acts first and finds it defenseless still."""
    battle = ambush(FAILS, blue_team=TRACKING, first=(3, 1))
    play(battle, "end", order(1, 6))
    assert decider(battle) == ("act", "blue_1")
    assert roll(quietly(battle, "shoot red_1"), "defense").dice == []


@pytest.mark.rule("SS-S1")
def test_a_critical_glitch_costs_twenty_points_and_the_first_phase() -> None:
    """Source, combat page, Surprise Tests: ten points for failing, ten for entering mid-fight: 42 is 22 in the second pass.

    The second ten are what the missed pass takes from everybody; they are not taken twice.
    """
    battle = table(
        [unit((1, 1), attributes={"reaction": 6, "intuition": 6}, initiative_dice=5)],
        [unit((5, 1))],
        GROUND,
        dice=[*[6] * 5, 1, 6, 1, *faces("1111111" + "22222")],
        blue_team=TRACKING,
    )
    events = [*battle.events(), *play(battle, "end")]  # blue's first phase, after red's 32 has passed by
    assert "startled" in kinds_of(events)
    assert only(events, "phase_lost").actor == "red_1"
    assert battle.record[0]["pass_number"] == 2
    assert battle.unit("red_1")["score"] == 22
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-S1")
@pytest.mark.parametrize("face", [4, 3])
def test_who_is_too_slow_for_the_first_pass_has_missed_it_when_the_round_ends(face: int) -> None:
    """A score of 0 or less after the critical glitch: no phase in round 1, and none is lost in round 2."""
    battle = ambush("111122", blue_team=TRACKING, first=(face, 1))
    assert battle.unit("red_1")["score"] == face - 4
    events = play(battle, "end", order(6, 1))
    assert battle.round == 2
    assert "phase_lost" not in kinds_of(events)
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-S1")
@pytest.mark.parametrize("dice", ["112222", "111122"])
def test_only_a_critical_glitch_stuns(dice: str) -> None:
    """A plain glitch does nothing more than the failure does."""
    battle = ambush(dice, blue_team=TRACKING)
    assert bool(battle.unit("red_1")["stunned"]) == (dice == "111122")
    assert ("startled" in kinds_of(battle.events())) == (dice == "111122")


def caught_with_karma() -> Battle:
    """Return a battle in which red_1 has not noticed blue_1, and is asked whether it spends its point of karma."""
    return table(
        [unit((1, 1), karma=1, initiative_dice=5)],
        [unit((5, 1), skills={"pistols": 3})],
        GROUND,
        asks_karma=True,
        dice=[2, 2, 2, 1, 1, 1, 6, 1, *faces(FAILS)],
        blue_team=TRACKING,
    )


@pytest.mark.rule("SS-S2")
def test_karma_buys_the_defense_back_but_not_the_points() -> None:
    """Red fails, spends a point, and rolls its defense: the standard one, no interrupt."""
    battle = caught_with_karma()
    assert decider(battle) == ("karma", "red_1")
    assert choices(battle) == {"pass", "keep_wits"}
    events = play(battle, "keep_wits")
    assert only(events, "karma_spent").numbers == {"verb": "keep_wits", "left": 0}
    assert battle.unit("red_1")["score"] == 4
    assert battle.unit("red_1")["surprised"] == BUT_DEFENDS
    assert decider(battle) == ("act", "blue_1")
    events = quietly(battle, "shoot red_1")
    assert terms(roll(events, "defense")) == {"Reaction": 3, "Intuition": 3}
    assert battle.unit("red_1")["ap"] == 3


@pytest.mark.rule("SS-S2")
def test_who_keeps_its_karma_has_no_defense() -> None:
    """Red passes and is surprised."""
    battle = caught_with_karma()
    play(battle, "pass")
    assert battle.unit("red_1")["karma"] == 1
    assert roll(quietly(battle, "shoot red_1"), "defense").dice == []


def reinforced(expected: bool, rolls: str) -> Battle:
    """Return a battle in which blue_2 has come in the second pass of round 1; red_1 had 24 and blue_1 7."""
    battle = table(
        [unit((1, 1), initiative_dice=3)],
        [target((5, 1)), target((9, 1), arrives=1, arrives_pass=2, expected=expected)],
        GROUND,
        dice=[6, 6, 6, 1, 1, 1],
    )
    play(battle, "end")
    play(battle, "end", order(6) + faces(rolls))
    return battle


@pytest.mark.rule("SS-S2")
def test_newcomers_surprise_everybody_and_may_be_surprised_themselves() -> None:
    """All three test: red fails and its 14 of the second pass is 4 at once, blue_1 passes, blue_2 fails."""
    battle = reinforced(False, FAILS + PASSES + FAILS)
    assert [event.target for event in battle.events() if event.kind == "surprised"] == ["red_1", "blue_2"]
    assert battle.unit("red_1")["score"] == 4
    assert battle.unit("blue_1")["score"] == -3
    assert battle.unit("blue_2")["score"] == -8


@pytest.mark.rule("SS-S2")
def test_who_is_expected_surprises_nobody() -> None:
    """No surprise test is rolled."""
    battle = reinforced(True, "")
    assert decider(battle) == ("act", "red_1")
    assert battle.unit("red_1")["score"] == 14


@pytest.mark.rule("SS-S2")
def test_a_newcomer_finds_the_engaged_without_defense() -> None:
    """Red is in the fight and sees the newcomer, but is surprised: it has no dice."""
    battle = table(
        [unit((1, 1), skills={"pistols": 1})],
        [target((5, 1)), target((6, 1), arrives=2, skills={"pistols": 3})],
        GROUND,
        dice=order(4, 3),
    )
    play(battle, "end")
    play(battle, "end", order(6, 1, 5) + faces(FAILS, PASSES, PASSES))
    assert decider(battle) == ("act", "blue_2")
    assert roll(quietly(battle, "shoot red_1"), "defense").dice == []


@pytest.mark.rule("SS-S1")
@pytest.mark.rule("SS-U7")
@pytest.mark.parametrize("surprised", [True, False])
def test_the_surprised_do_not_dodge_stray_shots(surprised: bool) -> None:
    """Red acts in a zone of fire and has its dice against a stray shot; surprised (as if by newcomers), it has none."""
    battle = table(
        [target((5, 1), karma=0, skills={"acrobatics": 2})],
        [unit((1, 1), weapons=["submachine_gun"], skills={"automatics": 3}, initiative_dice=2)],
        GROUND,
        dice=[5, 1, 6, 6, 1],
    )
    quietly(battle, "mode BF")
    quietly(battle, "suppress_line red_1")
    events = end(battle, quiet=True)
    if surprised:
        assert decider(battle) == ("act", "red_1")
        battle.record[0]["units"][0]["surprised"] = SURPRISED
        battle.record[0]["units"][0]["surprised_by"] = 0b10
        battle.record[0]["units"][0]["stray_hits"][0] = -1
        quietly(battle, "walk")
        events = quietly(battle, "step east")
    assert (roll(events, "dodge a stray shot").dice == []) == surprised


@pytest.mark.rule("SS-S1")
@pytest.mark.rule("SS-A3")
def test_one_is_surprised_by_some_enemies_and_not_by_others() -> None:
    """Source, combat page, Surprise: by one enemy and not by another. Red expects blue_1, whom it has fought, not blue_2."""
    battle = table(
        [unit((1, 1), skills={"acrobatics": 2}, weapons=["knife"])],
        [target((2, 1), skills={"pistols": 3}), target((2, 2), arrives=2, skills={"pistols": 3})],
        GROUND,
        dice=order(4, 1),
    )
    while battle.round == 1:
        play(battle, "end", [*order(4, 6, 5), *faces(FAILS, PASSES, PASSES)] if decider(battle)[1] == "blue_1" else "")
    assert battle.unit("red_1")["surprised_by"] == 0b100
    battle.unit("red_1")["ap"] = 3
    assert decider(battle) == ("act", "blue_1")
    quietly(battle, "punch red_1")
    assert decider(battle) == ("defend", "red_1")
    assert "dodge" in choices(battle)
    events = quietly(battle, "pass")
    assert terms(roll(events, "defense")) == {"Reaction": 3, "Intuition": 3}
    play(battle, "end")
    assert decider(battle) == ("act", "blue_2")
    assert roll(quietly(battle, "punch red_1"), "defense").dice == []


@pytest.mark.rule("SS-S1")
@pytest.mark.rule("SS-S2")
def test_an_ambush_does_not_help_against_newcomers() -> None:
    """Source, combat page, Ambushing: those who track their prey are sure of their prey, and of nobody who comes later."""
    battle = table(
        [unit((1, 1)), unit((3, 1), arrives=2)], [unit((5, 1))], GROUND, dice=order(4, 1) + faces(PASSES), blue_team=TRACKING
    )
    while battle.round == 1:
        play(battle, "end", [*order(4, 6, 5), *faces(PASSES, PASSES, FAILS)] if decider(battle)[1] == "blue_1" else "")
    test = roll([event for event in battle.events() if event.actor == "blue_1"], "surprise")
    assert terms(test) == {"Reaction": 3, "Intuition": 3}
    assert battle.unit("blue_1")["surprised_by"] == 0b10
