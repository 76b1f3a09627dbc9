"""Fills records from the catalog of d10_pool: numbers of the rules, weapons, sheets, and units that enter a battle."""

from typing import Any

import numpy as np

from fireteam.env.catalog.gear import fill_gear, fill_held
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.record import NOBODY

from ..rules import tables
from ..rules.record import UNSPLIT


def fill(arena: np.void, catalog: Any) -> None:
    """Write the numbers of the rules and the weapons into an arena."""
    for name in (*tables.RULE_NUMBERS, "size", "penalty"):
        arena["rules"][name] = catalog.numbers[name].value
    for model, weapon in enumerate(catalog.weapons.values()):
        fill_weapon(arena["weapons"][model], weapon)


def fill_weapon(record: np.void, weapon: Any) -> None:
    """Write one weapon of the catalog into its record."""
    record["way"] = tables.WAYS.index(weapon.way)
    record["ability"] = tables.ABILITIES.index(weapon.ability)
    record["attribute"] = tables.ATTRIBUTES.index(weapon.attribute)
    record["water"] = tables.WATER.index(weapon.water)
    record["two_handed"] = bool(weapon.two_handed)
    for name in ("difficulty", "damage", "rate", "magazine", "range", "reach", "committed", "sniper"):
        record[name] = getattr(weapon, name)


def fill_sheet(arena: np.void, who: int, fighter: Any, catalog: Any) -> None:
    """Write a unit's sheet: attributes, abilities, weapons, the best armor it wears (DP-H2), what it carries (DP-R2)."""
    sheet = arena["sheets"][who]
    unit, template = fighter.unit, fighter.template
    scores = {**template.attributes, **unit.attributes}
    abilities = {**template.abilities, **unit.abilities}
    sheet["attributes"] = [scores[name] for name in tables.ATTRIBUTES]
    sheet["abilities"] = [abilities.get(name, 0) for name in tables.ABILITIES]
    secondary = template.secondary if unit.secondary is None else unit.secondary
    sheet["secondary"] = sum(1 << tables.ABILITIES.index(name) for name in set(secondary))
    sheet["size"] = tables.SIZES.index(unit.size or template.size)
    carried, worn = fill_gear(sheet, fighter, catalog)
    load = sum(entry.pounds for entry in (*carried, *worn))
    beyond = load - catalog.numbers["free_pounds"].value * scores["strength"]
    sheet["burden"] = min(max(beyond, 0) // catalog.numbers["pounds"].value, 100)
    sheet["mind"] = tables.MINDS.index(unit.mind)
    sheet["ambushes"], sheet["warned"] = fighter.ambush != "no", fighter.warned


def fill_blank(battle: np.void) -> None:
    """Write the values of a blank battle that are not zero."""
    units = battle["units"]
    units["aim_at"] = NOBODY
    units["off_hand"] = BARE_HANDS
    units["cap"] = UNSPLIT
    units["stealth"] = -1
    units["answer"] = tables.NO_ABILITY


def fill_unit(unit: np.void, arena: np.void, who: int, fighter: Any) -> None:
    """Write a unit's state of mind, and loaded weapons into its hands, as it enters a battle; some enter incapacitated."""
    sheet = arena["sheets"][who]
    unit["mind"] = sheet["mind"]
    unit["hand"] = 0 if sheet["weapons"][0] >= 0 else BARE_HANDS
    fill_held(unit, arena, who)
    if fighter.unit.down:
        unit["level"] = tables.INCAPACITATED
