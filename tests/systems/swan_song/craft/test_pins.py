"""Pins and breaking free (SS-A4, after LD-G2 and LD-G3): who lies pinned, and how a hold is broken (SS-D12)."""

import pytest
from wrestling import held, lines

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.rules.record import NOBODY
from fireteam.systems.swan_song.rules.record import FREE_OF_HOLD, HELD_DOWN, HELD_FAST
from tabletop import *


@pytest.mark.rule("SS-A4")
def test_a_second_success_pins_to_the_ground() -> None:
    """The pinned lies and can only try to break free; the attempt keeps the hold, whether it succeeds or not."""
    battle = held()
    next_phase(battle, "red_1")
    assert "held_down" in kinds_of(play(battle, "grapple blue_1", "5222222 222222"))
    assert lines(battle) == (1, 0, HELD_DOWN)
    assert battle.unit("blue_1")["prone"] == 1
    quietly(battle, "end")
    pass_until(battle, "blue_1")
    assert {words for words in choices(battle) if not words.startswith(("push", "quicken"))} == {"break_free", "end"}
    battle = held()
    next_phase(battle, "red_1")
    play(battle, "grapple blue_1", "5222222 522222")
    quietly(battle, "end")
    assert lines(battle) == (1, 0, HELD_FAST)


@pytest.mark.rule("SS-A4")
def test_the_pinned_are_not_pinned_again() -> None:
    """There is nothing more to win by a grapple, and nobody else can be held."""
    battle = held(HELD_DOWN)
    next_phase(battle, "red_1")
    assert "grapple" not in verbs(battle)


def struggle(dice: str, battle: Battle | None = None) -> tuple[Battle, list[Event]]:
    """Return a battle in which blue has just tried to break free of red's hold."""
    battle = battle or held()
    pass_until(battle, "blue_1")
    return battle, play(battle, "break_free", dice)


@pytest.mark.rule("SS-A4", "SS-D12")
@pytest.mark.parametrize(("dice", "free"), [("552222 5222222", True), ("522222 5222222", True), ("522222 5522222", False)])
def test_breaking_free_is_strength_against_strength(dice: str, free: bool) -> None:
    """Body 3 + Strength 3 against Unarmed 4 + Strength 3, for a point; a tie frees."""
    battle, events = struggle(dice)
    assert terms(roll(events, "break free")) == {"Body": 3, "Strength": 3}
    assert terms(roll(events, "keep a hold")) == {"Unarmed": 4, "Strength": 3}
    assert ("hold_ends" in kinds_of(events)) == free
    assert (lines(battle)[2] == FREE_OF_HOLD) == free
    assert battle.unit("blue_1")["ap"] == 2


@pytest.mark.rule("SS-D12")
def test_every_failure_makes_the_next_struggle_harder() -> None:
    """Two dice fewer each, in the same phase too; another hold, by the same, after breaking free begins anew."""
    battle, _ = struggle("222222 5222222")
    _, events = struggle("2222 5222222", battle)
    assert terms(roll(events, "break free"))["tries again"] == -2
    _, events = struggle("55 5522222", battle)
    assert terms(roll(events, "break free"))["tries again"] == -4
    assert "hold_ends" in kinds_of(events)
    next_phase(battle, "red_1")
    play(battle, "grapple blue_1", "5222222 222222")
    _, events = struggle("222222 5222222", battle)
    assert "tries again" not in terms(roll(events, "break free"))


@pytest.mark.rule("SS-A4")
def test_the_pinned_break_free_lying() -> None:
    """Free, but still on the ground."""
    battle, _ = struggle("522222 5222222", held(HELD_DOWN))
    assert lines(battle) == (NOBODY, NOBODY, FREE_OF_HOLD)
    assert battle.unit("blue_1")["prone"] == 1
    assert "stand_up" in verbs(battle)
