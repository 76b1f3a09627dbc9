"""What d10_pool shows of a battle beyond the shared view: wound levels, dice of the round, weapons in hand."""

from collections.abc import Callable
from typing import Any

import numpy as np

from fireteam.env.catalog import defaults
from fireteam.env.catalog.gear import hands_seen
from fireteam.env.rules.record import NOBODY

from ..rules.prices import dice_for
from ..rules.record import JOGS, RUNS, UNSPLIT, WALKS
from ..rules.tables import ABILITIES, INCAPACITATED, LEVELS, MINDS
from ..rules.time.initiative import FIRST
from ..words.verbs import BRAWL_WITH, DODGE_WITH, PARRY_WITH
from .models import Weapon

SHARES = (DODGE_WITH, PARRY_WITH, BRAWL_WITH)  # whose argument is the dice that go into it
# Fields of a unit's record that are numbers, and shown where they are not zero.
COUNTS = ("scars", "stunned", "committed", "spent", "aim")
PACES = {WALKS: ("walks", 1), JOGS: ("pace", "runs"), RUNS: ("pace", "sprints")}  # tokens are drawn by these words


def unit_seen(field: Any, who: int, unit: np.void, value: Callable[[str], Any]) -> dict[str, Any]:
    """Return what can be seen of a unit, as JSON values; `value` returns a field of its record by name.

    `life` is the number of wound levels left until it is out. `score` is its successes of initiative, -1 if it was ambushed;
    `rank` decides among equals.
    """
    roster = field.roster
    shown: dict[str, Any] = {"life": max(INCAPACITATED - value("level"), 0)}
    shown |= {name: value(name) for name in COUNTS if value(name)}
    if value("score"):
        shown["score"], shown["rank"] = divmod(value("score"), FIRST)
    if value("level"):
        shown["level"] = LEVELS[value("level")]
    if value("mind"):
        shown["mind"] = MINDS[value("mind")]
    if value("pace") in PACES:
        name, words = PACES[value("pace")]
        shown[name] = words
    if value("aim") and value("aim_at") != NOBODY:
        shown["aim_at"] = roster[value("aim_at")].name
    if value("marked"):
        shown["marked"] = ", ".join(fighter.name for other, fighter in enumerate(roster) if value("marked") >> other & 1)
    return shown | dice_seen(value) | hands_seen(field, who, unit, value)


def dice_seen(value: Callable[[str], Any]) -> dict[str, Any]:
    """Return what can be seen of a unit's dice of the round: those left, those kept for a defense, a dedicated dodge."""
    shown: dict[str, Any] = {}
    if value("cap") != UNSPLIT and not value("committed"):
        shown["dice"] = max(value("cap") - value("spent"), 0)
    if value("kept"):
        shown["keeps"] = f"{value('kept')} for {ABILITIES[value('kept_for')]}"
    if value("dedicated"):
        shown["full_defense"] = 1
        shown["dedicated"] = value("dedicated") - 1
    return shown


def unit_full(arena: np.void, who: int) -> dict[str, Any]:
    """Return a fresh unit's full values: its wound levels. The dice of a round have no fixed number; scars are the ticks."""
    return {
        "bars": [["life", "life", "health", INCAPACITATED]],
        "fills": None,
        "pips": None,
        "ticks": "scars",
        "machine": bool(arena["sheets"][who]["inanimate"]),
    }


def coming(field: Any, scene: dict[str, Any]) -> list[list[Any]]:
    """Return the order of turns in the round, as [unit, 0, successes]; Dexterity, then Wits decide ties (DP-T1)."""
    units = scene["units"]
    return sorted(defaults.coming(field, scene), key=lambda entry: (-entry[2], -units[entry[0]].get("rank", 0)))


def price(field: Any, battle: np.void, who: int, verb: int, argument: int) -> str:
    """Return the dice of the round that an open action takes, in words: "5 dice", "free" (DP-A3, DP-A7)."""
    dice = argument if verb in SHARES else dice_for(battle.reshape(1), field.arena, who, verb)
    return f"{dice} dice" if dice else "free"


def barrel(weapon: Weapon) -> str:
    """Return the drawn length of a weapon that is no melee weapon: short, long, or heavy if it takes a committed action."""
    return "heavy" if weapon.committed and not weapon.sniper else defaults.barrel(weapon)
