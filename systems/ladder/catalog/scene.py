"""What ladder shows of a battle beyond the shared view: wound levels, plans, shields, who holds whom."""

from collections.abc import Callable
from typing import Any

import numpy as np

from fireteam.env.catalog import defaults
from fireteam.env.catalog.gear import hands_seen
from fireteam.env.rules.record import NOBODY

from ..rules.plan import FREE
from ..rules.record import BEARINGS, DECLARING, ON_ARM
from ..rules.tables import LEVELS, OUT
from ..rules.time.initiative import RESULT
from ..words.verbs import END, PASS, STEP, SURRENDER
from .models import Weapon
from .plans import plan_seen

UNCOUNTED = {*FREE, END, PASS, STEP, SURRENDER}
NAMED = ("held_by", "holds", "kept_up", "awaits")  # fields of a unit's record that are numbers of other units


def unit_seen(field: Any, who: int, unit: np.void, value: Callable[[str], Any]) -> dict[str, Any]:
    """Return what can be seen of a unit, as JSON values; `value` returns a field of its record by name."""
    roster = field.roster
    shown: dict[str, Any] = {"life": max(OUT - value("level"), 0)}
    if value("level"):
        shown["level"] = LEVELS[min(value("level"), OUT)]
    if not field.arena[0]["sheets"][who]["inanimate"]:
        shown["score"], shown["rank"] = divmod(value("score"), RESULT)
    for name in NAMED:
        if value(name) != NOBODY:
            shown[name] = roster[value(name)].name
    for name in ("pinned", "strangles", "aim"):
        if value(name):
            shown[name] = value(name)
    if value("aim") and value("aim_at") != NOBODY:
        shown["aim_at"] = roster[value("aim_at")].name
    if value("bearing"):
        shown["shield"] = BEARINGS[value("bearing")]
        if value("bearing") == ON_ARM:
            shown["on_arm"] = 1
    return shown | plan_seen(field, unit) | hands_seen(field, who, unit, value)


def unit_full(arena: np.void, who: int) -> dict[str, Any]:
    """Return a fresh unit's full values: its wound levels."""
    return {
        "bars": [["life", "life", "health", OUT]],
        "fills": None,
        "pips": None,
        "ticks": None,
        "machine": bool(arena["sheets"][who]["inanimate"]),
    }


def coming(field: Any, scene: dict[str, Any]) -> list[list[Any]]:
    """Return the order of units to the end of a turn, as [unit, pass from 0 for this one, initiative].

    The slowest declares first, the quickest acts first (LD-T1).
    """
    quickest = sorted(defaults.coming(field, scene), key=lambda e: (-e[2], -scene["units"][e[0]].get("rank", 0)))
    if scene["pass"] != DECLARING:
        return quickest
    return [*reversed(quickest), *([name, 1, score] for name, _, score in quickest)]


def price(_field: Any, _battle: np.void, _who: int, verb: int, _argument: int) -> str:
    """Return how many actions an open verb counts as, in words: "1 action", "free" (LD-A1)."""
    return "free" if verb in UNCOUNTED else "1 action"


def barrel(weapon: Weapon) -> str:
    """Return the drawn length of a weapon that is no melee weapon: short, long, or heavy for two-handed bursts."""
    return "heavy" if weapon.burst and weapon.two_handed and weapon.bonus > 4 else defaults.barrel(weapon)
