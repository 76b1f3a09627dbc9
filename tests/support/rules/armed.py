"""Units with weapons for several attacks in a phase, and enemies that answer nothing."""

from typing import Any

from fireteam.env.battle import Battle
from tabletop import *

MISSED = "222222"


def armed(weapons: list[str], rank: int = 5, at: int = 5, options: dict[str, str] | None = None, **red: Any) -> Battle:
    """Return a battle in which red_1 knows its weapons, Agility 3, and blue_1 and blue_2 answer nothing."""
    skills = dict.fromkeys(("pistols", "blades", "clubs", "automatics", "unarmed"), rank)
    one = unit((1, 1), weapons=weapons, **{"skills": skills, **red})
    blue = [target((at, 1), flesh=100), target((at, 2), flesh=100)]
    return table([one], blue, dice=[6, 1, 1, 1, 1, 1], options=options or {})


def numbers_of_attacks(battle: Battle) -> set[str]:
    """Return what can be declared."""
    return {words for words in choices(battle) if words.startswith("multiple")}


def attack_of(battle: Battle, action: str) -> Any:
    """Take an attack in which every die shows a 2 and return its roll."""
    return roll(quietly(battle, action), "attack")
