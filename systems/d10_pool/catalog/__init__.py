"""The catalog of d10_pool as TOML: weapons, armor, units and rules; and checks of its values."""

from typing import Any, NamedTuple

from fireteam.content.errors import ContentError
from fireteam.content.reading import Key, listed
from fireteam.env.catalog import gear
from fireteam.env.catalog.models import Material, Number, Rule, Terrain
from fireteam.env.catalog.places import Places
from fireteam.env.rules.arena import MAX_MATERIALS, MAX_TERRAINS

from ..rules.record import MAX_WEAPON_MODELS
from ..rules.tables import ATTRIBUTES, OPTIONS
from .conditions import CITED, CONDITIONS, DEADLY, LEGEND, SEEN, SIGNS
from .fill import fill, fill_blank, fill_sheet, fill_unit
from .lists import LISTED
from .models import BLOWS, KINDS, Armour, Template, UnitKeys, Weapon
from .scene import barrel, coming, price, unit_full, unit_seen
from .words import MEANINGS, SCORE, came_to, pool, reads

__all__ = [
    "CITED", "CONDITIONS", "DEADLY", "FIXED", "LEGEND", "LISTED", "MEANINGS", "MOST", "NEEDED", "OPTIONS", "SCORE", "SEEN",
    "SIGNS", "UNARMED", "Catalog", "UnitKeys", "barrel", "came_to", "check", "coming", "fill", "fill_blank",
    "fill_sheet", "fill_unit", "pool", "price", "reads", "unit_full", "unit_seen",
]  # fmt: skip

MOST = {"weapons": MAX_WEAPON_MODELS, "terrain": MAX_TERRAINS, "materials": MAX_MATERIALS}  # room in the engine's tables
FIXED = ("numbers", "rules")  # kinds whose entries the engine names
COVER = ("target_cover", "behind_cover")  # numbers of what cover is worth
UNARMED = "unarmed"
NEEDED = {"weapons": (UNARMED,)}  # single entries that it names


class Catalog(NamedTuple):
    """Everything that d10_pool knows by name. The order of entries is the order of their records in the arena."""

    weapons: dict[Key, Weapon]
    armour: dict[Key, Armour]
    materials: dict[Key, Material]
    terrain: dict[Key, Terrain]
    numbers: dict[Key, Number]
    rules: dict[str, Rule]
    units: dict[Key, Template]


def check(catalog: Catalog, places: Places) -> None:
    """Raise a ContentError if the parts of an entry contradict each other, or one that the rules use is missing."""
    gear.check_weapons(catalog.weapons, places, UNARMED, misfit)
    for name, unit in catalog.units.items():
        if missing := set(ATTRIBUTES) - set(unit.attributes):
            raise ContentError(f"{places.of('units', name, 'attributes')}: {listed(missing)} missing")
    numbers: Any = catalog.numbers
    if numbers["least_difficulty"].value > numbers["most_difficulty"].value:
        raise ContentError(f"{places.of('numbers', 'least_difficulty')}: it is more than most_difficulty")


def misfit(weapon: Weapon) -> tuple[str, str] | None:
    """Return the first key of a weapon that contradicts its way of doing harm, and why; None if there is none."""
    if problem := gear.misfit(weapon, KINDS):
        return problem
    strikes = weapon.way in BLOWS
    if strikes and weapon.water not in ("light", "small", "large"):
        return "water", "a blow is light, small or large under water"
    if weapon.rate > max(weapon.magazine, 1):
        return "rate", "an attack cannot take more rounds than the magazine holds"
    if weapon.sniper and weapon.way != "firearm":
        return "sniper", "only a firearm is a sniper rifle"
    return None
