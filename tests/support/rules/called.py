"""Fighters for tests of called shots: red calls them, blue is hit."""

from typing import Any

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from tabletop import *


def duel(dice: list[int] | None = None, damage: int = 6, **blue: Any) -> Battle:
    """Return red's pistol, 15 dice before the call, against blue at four metres; red acts first."""
    numbers = {"damage": damage, **blue.pop("forged", {})}
    return table(
        [unit((1, 1), skills={"pistols": 12, "clubs": 12}, weapons=blue.pop("weapons_of_red", ["light_pistol", "club"]))],
        [target((5, 1), **blue)],
        dice=dice,
        forged={"light_pistol": numbers},
    )


def shoot(battle: Battle, location: str, hits: int = 1) -> list[Event]:
    """Call a shot at a location and hit with so many net hits; every other die shows a 2."""
    play(battle, f"call_shot {location}")
    battle.dictate([5] * hits + [2] * 190)
    events = battle.step("shoot blue_1")
    battle.dictate([])
    return events
