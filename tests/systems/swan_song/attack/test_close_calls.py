"""SS-X2: karma makes a close call of a glitch, whatever the test."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *


def grenadier(karma: int = 1) -> Battle:
    """Return a battle in which red_1, Throwing 1, has a grenade in hand and blue_1 stands six metres off."""
    skills = {"throwing": 1, "first_aid": 1}
    red = unit((2, 2), weapons=["fragmentation_grenade"], skills=skills, karma=karma, initiative_dice=5)
    return table([red, unit((2, 3))], [target((8, 2), flesh=100)], dice=[6, 6, 6, 6, 6, 1, 1, 1, 1, 1])


@pytest.mark.rule("SS-X2", "SS-D7")
@pytest.mark.parametrize("softened", [True, False])
def test_a_throw_that_glitches_may_be_a_close_call(softened: bool) -> None:
    """Source, tests page, Glitches: Close Call takes a critical glitch down to a hard one. That costs no phase."""
    battle = grenadier()
    play(battle, "throw blue_1", "1111")
    assert decider(battle) == ("karma", "red_1")
    assert choices(battle) == {"pass", "close_call"}
    battle.dictate([2] * 50)
    events = battle.step("close_call" if softened else "pass")
    battle.dictate([])
    assert "thrown" in kinds_of(events)
    assert ("phase_lost" in kinds_of(events)) != softened
    assert battle.unit("red_1")["karma"] == (0 if softened else 1)


@pytest.mark.rule("SS-X2")
def test_the_same_glitch_goes_down_once() -> None:
    """Source, tests page: the same glitch can only be downgraded once. After it the throw lands, karma or not."""
    battle = grenadier(karma=3)
    play(battle, "throw blue_1", "1111")
    battle.dictate([2] * 50)
    events = battle.step("close_call")
    battle.dictate([])
    assert "thrown" in kinds_of(events)
    assert battle.unit("red_1")["karma"] == 2


@pytest.mark.rule("SS-X2")
@pytest.mark.parametrize(("dice", "karma"), [("1222", 0), ("5222", 1)])
def test_nobody_is_asked_without_karma_or_glitch(dice: str, karma: int) -> None:
    """The throw goes on by itself."""
    battle = grenadier(karma)
    battle.dictate([int(face) for face in dice] + [2] * 50)
    assert "thrown" in kinds_of(battle.step("throw blue_1"))
    battle.dictate([])


@pytest.mark.rule("SS-X2", "SS-H9")
@pytest.mark.parametrize("softened", [True, False])
def test_first_aid_may_be_a_close_call(softened: bool) -> None:
    """A critical glitch of first aid costs the patient a point of Flesh; a hard one does not."""
    battle = grenadier()
    battle.unit("red_2")["flesh"] -= 3
    flesh = int(battle.unit("red_2")["flesh"])
    quietly(battle, "walk")
    play(battle, "first_aid red_2", "1111")
    assert choices(battle) == {"pass", "close_call"}
    events = play(battle, "close_call" if softened else "pass")
    assert ("bled" in kinds_of(events)) != softened
    assert battle.unit("red_2")["flesh"] == flesh - (0 if softened else 1)


@pytest.mark.rule("SS-X2", "SS-S1", "SS-S2")
@pytest.mark.parametrize("answered", ["close_call keep_wits", "keep_wits close_call", "close_call pass", "pass"])
def test_surprise_may_be_a_close_call(answered: str) -> None:
    """A critical glitch of the surprise test costs the phase, unless it is softened; the defense is bought back besides."""
    battle = table(
        [unit((1, 1), karma=3, initiative_dice=5)],
        [unit((5, 1))],
        asks_karma=True,
        dice=[2, 2, 2, 1, 1, 1, 6, 1, *[1] * 6],
        blue_team={"ambush": "tracking"},
    )
    assert choices(battle) == {"pass", "keep_wits", "close_call"}
    answers = answered.split()
    for answer in answers:
        play(battle, answer)
    red = battle.unit("red_1")
    assert red["stunned"] == (0 if "close_call" in answers else 1)
    assert red["surprised"] == (2 if "keep_wits" in answers else 1)
    assert red["karma"] == 3 - len([answer for answer in answers if answer != "pass"])


@pytest.mark.rule("SS-X2", "SS-D10")
@pytest.mark.parametrize("softened", [True, False])
def test_a_repair_may_be_a_close_call(softened: bool) -> None:
    """A critical glitch makes an extended test fail; a hard one with no hits yet does too, but rolls for its setback."""
    battle = table(
        [
            unit((2, 2), skills={"mechanics": 1}, karma=1, initiative_dice=5),
            unit((2, 3), "drone", flesh=0, armored=8, initiative_dice=1),
        ],
        [target((9, 4))],
        dice=[6, 6, 6, 6, 6, 1, 1, 1, 1, 1],
    )
    battle.unit("red_2")["armored"] = 4
    battle.unit("red_1")["ap"] = 4
    quietly(battle, "walk")
    play(battle, "repair red_2", "1111")
    assert choices(battle) == {"pass", "close_call"}
    events = play(battle, "close_call" if softened else "pass", "33" if softened else "")
    assert ("roll" in kinds_of(events)) == softened
    assert "task_fails" in kinds_of(events)


@pytest.mark.rule("SS-X2", "SS-B6")
@pytest.mark.parametrize("softened", [True, False])
def test_an_attack_on_a_barrier_may_be_a_close_call(softened: bool) -> None:
    """Source, combat page, Destroying Barriers: only a critical glitch misses. A hard one hits, and drops the weapon."""
    ground = "\n".join(["...C" + "." * 8] * 3)
    red = unit((2, 1), weapons=["pole_axe"], skills={"blades": 1}, karma=1, initiative_dice=5)
    battle = table([red], [target((9, 1))], ground, dice=[6, 6, 6, 6, 6, 1, 1, 1])
    play(battle, "breach east", "1111")
    battle.dictate([2] * 50)
    events = battle.step("close_call" if softened else "pass")
    battle.dictate([])
    assert ("barrier_hit" in kinds_of(events)) == softened
    assert "weapon_drops" in kinds_of(events)
