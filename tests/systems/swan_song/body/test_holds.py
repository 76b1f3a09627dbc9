"""SS-A4: what those in a hold may do, by the page that grapples come from."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *


def held_with(weapon: str) -> Battle:
    """Return a battle in which red_1 holds blue_1, who has a weapon in hand and its own phase now."""
    battle = table(
        [target((4, 1), skills={"unarmed": 4}), target((5, 3))],
        [target((5, 1), weapons=[weapon], skills={"pistols": 3}), target((30, 4))],
        dice=order(6, 1, 5, 1),
    )
    play(battle, "grapple blue_1", "5222222 222222")
    pass_until(battle, "blue_1")
    return battle


@pytest.mark.rule("SS-A4")
def test_the_held_may_shoot_the_holder_and_nobody_else() -> None:
    """Source, Grappling: the held can do nothing but harm the holder or break the hold. A pistol harms."""
    battle = held_with("light_pistol")
    harms = {words for words in choices(battle) if words.split()[0] in ("shoot", "volley", "strike", "punch")}
    assert harms == {"shoot red_1", "volley red_1", "strike red_1", "punch red_1"}
    assert not {"aim red_1", "shoot red_2", "call_out", "reload", "walk"} & choices(battle)
    quietly(battle, "shoot red_1")
    assert "shoot red_1" not in choices(battle)


@pytest.mark.rule("SS-A4")
def test_the_held_can_neither_call_out_nor_drop_anything() -> None:
    """Nothing else is left to it but karma."""
    left = {words.split()[0] for words in choices(held_with("knife"))}
    assert left <= {"strike", "punch", "call_shot", "break_free", "end", "push", "quicken"}
