"""What Swan Song shows of a battle beyond the shared view: health, weapons in hand, zones of fire, fuses."""

from collections.abc import Callable
from typing import Any

import numpy as np

from fireteam.env.catalog import defaults
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.record import NOBODY

from ..rules.record import FUSES
from ..rules.tables import AILMENTS, MODES, SYSTEMS
from .models import Weapon

LONG_GUNS = ("longarms", "automatics", "archery")  # skills
DELAYS = ("", "waits", "late", "goes_after", "goes_together", "keeps_free", "takes_free", "lost")
PACES = ("", "runs", "sprints")

# Fields of a unit's record that are numbers, and shown where they are not zero.
COUNTS = (
    "armored", "flesh", "shield", "strain", "wounds", "injuries", "karma", "aim", "full_defense", "surprised", "stunned",
    "last_stand", "walk_left", "run_left", "stable",
)  # fmt: skip
BARS = {"flesh": ("health", "health"), "armored": ("armor points", "armour"), "shield": ("shield", "shield")}
PEOPLE = ("charge", "holds", "held_by")  # fields that name another unit


def unit_seen(field: Any, who: int, unit: np.void, value: Callable[[str], Any]) -> dict[str, Any]:
    """Return what can be seen of a unit, as JSON values; `value` returns a field of its record by name."""
    roster = field.roster
    shown: dict[str, Any] = {name: value(name) for name in COUNTS if value(name)}
    shown |= {name: roster[value(name)].name for name in PEOPLE if value(name) != NOBODY}
    if value("aim") and value("aim_at") != NOBODY:
        shown["aim_at"] = roster[value("aim_at")].name
    for name, words in (("pace", PACES), ("delay", DELAYS)):
        if value(name):
            shown[name] = words[value(name)]
    if value("stuck") > 0:
        shown["pinned"] = 1
    ails = [name for bit, name in enumerate(AILMENTS) if value("ailing") >> bit & 1]
    ails += [f"{name} broken" for bit, name in enumerate(SYSTEMS) if value("systems") >> bit & 1]
    if ails:
        shown["ails"] = ails
    hand = value("hand")
    if hand != BARE_HANDS:
        shown["weapon"] = field.weapon_names(who)[hand]
        held = unit["held"][hand]
        weapon = field.arena[0]["weapons"][field.arena[0]["sheets"][who]["weapons"][hand]]
        if weapon["magazine"]:
            shown["ammo"], shown["spare"] = int(held["ammo"]), int(held["spare"])
        if weapon["firearm"]:
            shown["mode"] = MODES[held["mode"]]
        if held["jammed"]:
            shown["jammed"] = 1
    return shown


def unit_full(arena: np.void, who: int) -> dict[str, Any]:
    """Return a fresh unit's full values, and how they are drawn.

    `bars` are pools that empty, the vital one first: name, words, colour, points. `fills` is the pool that fills up,
    `pips` is what a turn uses up: name, words, number; a system may have none of these. `ticks` is a field that is drawn as
    ticks on the ring of health, `stock` anything else that is counted: name, words.
    """
    sheet = arena["sheets"][who]
    life = "flesh" if sheet["flesh"] else "armored"
    pools = [life, *(name for name in ("armored", "shield") if name != life and sheet[name])]
    return {
        "pips": ["ap", "action points", int(arena["rules"]["action_points"])],
        "bars": [[name, *BARS[name], int(sheet[name])] for name in pools],
        "fills": ["strain", "strain", "strain", int(sheet["strain"])],
        "ticks": "wounds",
        "stock": [["karma", "karma"]],
        "machine": not sheet["flesh"],
    }


def coming(field: Any, scene: dict[str, Any]) -> list[list[Any]]:
    """Return the order of phases in the round: [unit, pass from 0 for this one, score then]; scores drop each pass."""
    drop = int(field.arena[0]["rules"]["pass_drop"])
    going = [[name, 0, score] for name, _, score in defaults.coming(field, scene) if score > 0]
    order = []
    while going:
        order += going
        going = [[name, turn + 1, score - drop] for name, turn, score in going if score > drop]
    return order


def barrel(weapon: Weapon) -> str:
    """Return the drawn length of a weapon that is no melee weapon, by the skill that fires it."""
    if weapon.skill == "heavy_weapons":
        return "heavy"
    return "long" if weapon.skill in LONG_GUNS or weapon.two_handed else "short"


def zones_seen(field: Any, battle: np.void, tiles_of: Callable[[int], list[int]]) -> dict[str, Any]:
    """Return the zones of fire by number; `tiles_of` returns the tiles of one."""
    shown = {}
    for number in np.flatnonzero(battle["zones"]["shooter"] != NOBODY).tolist():
        zone = battle["zones"][number]
        shown[str(number)] = {
            "shooter": field.roster[zone["shooter"]].name,
            "x": int(zone["x"]),
            "y": int(zone["y"]),
            "density": int(zone["density"]),
            "pin": int(zone["pin"]),
            "tiles": tiles_of(number),
        }
    return shown


def effect_seen(effect: np.void) -> dict[str, Any]:
    """Return what can be seen of a fuse besides its place: when it burns down."""
    return {"due": FUSES[effect["due"]]}
