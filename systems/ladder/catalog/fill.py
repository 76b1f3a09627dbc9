"""Fills records from the catalog of ladder: numbers of the rules, weapons, sheets, and units that enter a battle."""

from typing import Any

import numpy as np

from fireteam.env.catalog.gear import fill_gear, fill_held
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.record import NOBODY

from ..rules import tables
from ..rules.attack.chance import tails_of
from ..rules.record import NOWHERE_BORNE, ON_ARM, ON_BACK


def fill(arena: np.void, catalog: Any) -> None:
    """Write the numbers of the rules, the chances that follow from them, and the weapons into an arena."""
    for name in (*tables.RULE_NUMBERS, "ranks", "penalty"):
        arena["rules"][name] = catalog.numbers[name].value
    rules = arena["rules"]
    arena["tails"] = tails_of(int(rules["option_critical"]), int(rules["least_defense"]), int(rules["critical_result"]))
    for model, weapon in enumerate(catalog.weapons.values()):
        fill_weapon(arena["weapons"][model], weapon)


def fill_weapon(record: np.void, weapon: Any) -> None:
    """Write one weapon of the catalog into its record."""
    record["way"] = tables.WAYS.index(weapon.way)
    record["skill"] = tables.SKILLS.index(weapon.skill)
    record["shield"] = tables.SHIELDS.index(weapon.shield)
    record["two_handed"] = bool(weapon.two_handed)
    for name in ("bonus", "burst", "buckshot", "magazine", "range", "reach", "parries"):
        record[name] = getattr(weapon, name)


def fill_sheet(arena: np.void, who: int, fighter: Any, catalog: Any) -> None:
    """Write a unit's sheet: ranks, weapons, the best armor it wears and that of its own body (LD-D3, LD-H1)."""
    sheet = arena["sheets"][who]
    unit, template = fighter.unit, fighter.template
    ranks = {**template.ranks, **unit.ranks}
    worth = dict(zip(tables.RANKS, catalog.numbers["ranks"].value, strict=True))
    sheet["ranks"] = [worth[ranks.get(name, "average")] for name in tables.SKILLS]
    sheet["tough"] = template.pain_tolerance if unit.pain_tolerance is None else unit.pain_tolerance
    carried, _ = fill_gear(sheet, fighter, catalog)
    sheet["armor"] += template.hide if unit.hide is None else unit.hide
    shields = [slot for slot, weapon in enumerate(carried) if weapon.shield == "shield"]
    sheet["shield"] = shields[0] if shields else -1


def fill_blank(battle: np.void) -> None:
    """Write the values of a blank battle that are not zero."""
    units = battle["units"]
    for name in ("aim_at", "awaits", "kept_up", "holds", "held_by"):
        units[name] = NOBODY
    units["off_hand"] = BARE_HANDS


def fill_unit(unit: np.void, arena: np.void, who: int, fighter: Any) -> None:
    """Write loaded weapons into a unit's hands as it enters a battle, its shield onto its arm or back."""
    sheet, weapons = arena["sheets"][who], arena["weapons"]
    carried = [int(model) for model in sheet["weapons"] if model >= 0]
    usable = [slot for slot, model in enumerate(carried) if weapons[model]["shield"] == tables.NO_SHIELD]
    unit["hand"] = usable[0] if usable else BARE_HANDS
    busy = bool(usable) and bool(weapons[carried[usable[0]]]["two_handed"])
    bucklers = [slot for slot, model in enumerate(carried) if weapons[model]["shield"] == tables.BUCKLER]
    if bucklers and not busy:
        unit["off_hand"] = bucklers[0]
    unit["bearing"] = NOWHERE_BORNE
    if sheet["shield"] >= 0:
        unit["bearing"] = ON_BACK if fighter.unit.shield == "back" or busy else ON_ARM
        if unit["bearing"] == ON_ARM:
            unit["off_hand"] = BARE_HANDS
    fill_held(unit, arena, who)
    if fighter.unit.down:
        unit["level"] = tables.OUT
