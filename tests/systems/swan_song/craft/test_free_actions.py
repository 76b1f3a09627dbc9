"""SS-A4: calling out and dropping what is in hand, free actions; and what the one does for friends (SS-F5)."""

import pytest
from ailing import ail

from fireteam.env.battle import Battle
from tabletop import *

GROUND = "\n".join(["." * 12] * 5)


def unaware_friend(at: tuple[int, int] = (3, 1), **changes: object) -> Battle:
    """Return a battle in which red_1 sees blue_1 behind red_2, who looks away; nobody of red is in the fight yet."""
    return table(
        [unit((1, 1), facing="east"), target(at, facing="west", **changes)],
        [target((7, 1), skills={"pistols": 3})],
        GROUND,
        dice=order(6, 1, 3),
        red_team={"alert": False},
    )


@pytest.mark.rule("SS-A4")
@pytest.mark.rule("SS-F5")
def test_friends_who_hear_are_in_the_fight() -> None:
    """Red_1 calls out: red_2 is engaged, and defends against a shot from behind."""
    battle = unaware_friend()
    assert battle.unit("red_2")["engaged"] == 0
    assert only(play(battle, "call_out"), "calls_out").numbers["friends"] == 1
    assert battle.unit("red_2")["engaged"] == 1
    play(battle, "end")
    assert roll(quietly(battle, "shoot red_2"), "defense").dice != []


@pytest.mark.rule("SS-F5")
def test_without_the_call_the_friend_is_unaware() -> None:
    """Red_2 has no defense against the shot from behind."""
    battle = unaware_friend()
    play(battle, "end")
    assert roll(quietly(battle, "shoot red_2"), "defense").dice == []


@pytest.mark.rule("SS-A4")
@pytest.mark.parametrize(("at", "hears"), [((4, 1), True), ((5, 1), False)])
def test_it_is_heard_at_three_metres(at: tuple[int, int], hears: bool) -> None:
    """Where nobody would hear it, it is not open."""
    assert ("call_out" in verbs(unaware_friend(at))) == hears


@pytest.mark.rule("SS-A4")
def test_nobody_calls_twice() -> None:
    """All who hear know."""
    battle = unaware_friend()
    play(battle, "call_out")
    assert "call_out" not in verbs(battle)


@pytest.mark.rule("SS-A4")
def test_calling_out_is_free_once_a_pass() -> None:
    """It takes the free action, and a point where that is gone."""
    battle = unaware_friend()
    take(battle, "walk", "call_out")
    assert battle.unit("red_1")["ap"] == 2
    other = unaware_friend()
    play(other, "call_out")
    assert other.unit("red_1")["ap"] == 3


@pytest.mark.rule("SS-C3")
def test_the_mute_cannot_call() -> None:
    """Who has been hit in the jaw makes no sound."""
    battle = unaware_friend()
    battle.record[0]["units"][0]["ailing"] = 1 << 10
    play(battle, "walk")
    assert "call_out" not in verbs(battle)


@pytest.mark.rule("SS-C3", "SS-A4")
@pytest.mark.parametrize("both", [False, True])
def test_the_deaf_hear_no_call(both: bool) -> None:
    """With an ear left a friend hears; with none it does not, and where nobody hears there is nothing to call out for."""
    battle = unaware_friend()
    ail(battle, "deafened", 3, "red_2", twice=both)
    play(battle, "walk")
    assert ("call_out" in verbs(battle)) != both


@pytest.mark.rule("SS-A4")
def test_what_is_dropped_lies_where_one_stands() -> None:
    """Red drops its pistol for free, has empty hands, and may pick it up again for a point."""
    battle = table([unit((1, 1), weapons=["light_pistol", "knife"])], [target((9, 1))], GROUND)
    assert only(play(battle, "drop"), "drops").numbers["weapon"] == "light_pistol"
    assert battle.unit("red_1")["ap"] == 3
    assert battle.unit("red_1")["hand"] == 4
    assert battle.unit("red_1")["held"][0]["lies_at"] == 13
    assert "drop" not in verbs(battle)
    assert {"pick_up", "switch knife"} <= choices(battle)
    assert "switch light_pistol" not in choices(battle)
    play(battle, "pick_up")
    assert battle.unit("red_1")["hand"] == 0
    assert battle.unit("red_1")["ap"] == 2


@pytest.mark.rule("SS-A4")
def test_empty_hands_drop_nothing() -> None:
    """Red has no weapon."""
    assert "drop" not in verbs(table([unit((1, 1), weapons=[])], [target((9, 1))], GROUND))
