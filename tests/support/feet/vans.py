"""A van with its crew, and somebody far away: for tests of vehicles."""

from typing import Any

from fireteam.env.battle import Battle
from tabletop import *

FIELD = "\n".join(["." * 16] * 6)


def van(at: tuple[int, int] = (2, 2), name: str = "Van", **changes: Any) -> dict[str, Any]:
    """Return a van: 2 x 2 tiles, 12 metres a Drive, half its Body is 6."""
    return {"template": "van", "at": list(at), "name": name, **changes}


def chase(
    *crew: dict[str, Any], blue: list[dict[str, Any]] | None = None, faces: tuple[int, ...] = (), **more: Any
) -> Battle:
    """Return a battle of a van with its crew against somebody far away; red is first to act."""
    enemies = blue or [target((15, 5))]
    dice = order(*(faces or (*(6 - place for place in range(len(crew))), *(1 for _ in enemies))))
    return table([van(), *crew], enemies, ground=more.pop("ground", FIELD), dice=dice, **more)


def aboard(**changes: Any) -> dict[str, Any]:
    """Return somebody who starts in the van."""
    made = unit((0, 0), **changes)
    del made["at"]
    return made | {"aboard": "Van"}


def spot(battle: Battle, name: str) -> tuple[int, int]:
    """Return where a unit is."""
    return int(battle.unit(name)["x"]), int(battle.unit(name)["y"])
