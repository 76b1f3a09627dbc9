"""Wrestlers for tests: red beside blue, red's hold on it, and who holds whom."""

from typing import Any

from fireteam.env.battle import Battle
from fireteam.systems.swan_song.rules.record import HELD_DOWN, HELD_FAST
from tabletop import *


def wrestlers(red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, **options: Any) -> Battle:
    """Return red, Unarmed 4, beside blue, all attributes 3, on the third tile; another blue stands far off."""
    return table(
        [target((4, 1), **{"skills": {"unarmed": 4}, **(red or {})})],
        [target((5, 1), **{"weapons": ["knife"], **(blue or {})}), target((30, 4))],
        dice=order(6, 5, 1),
        rounds=40,
        stalemate=40,
        **options,
    )


def held(hold: int = HELD_FAST, **options: Any) -> Battle:
    """Return the wrestlers after red has taken hold of blue, or pinned it, in blue's own phase."""
    battle = wrestlers(**options)
    play(battle, "grapple blue_1", "5222222 222222")
    if hold == HELD_DOWN:
        next_phase(battle, "red_1")
        play(battle, "grapple blue_1", "5222222 222222")
    return battle


def lines(battle: Battle) -> tuple[int, int, int]:
    """Return whom red holds, who holds blue, and how."""
    return battle.unit("red_1")["holds"], battle.unit("blue_1")["held_by"], battle.unit("blue_1")["hold"]
