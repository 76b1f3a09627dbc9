"""The catalog of ladder as TOML: weapons, shields, armor, units and rules; and checks of its values."""

from typing import NamedTuple

from fireteam.content.errors import ContentError
from fireteam.content.reading import Key
from fireteam.env.catalog import gear
from fireteam.env.catalog.models import Material, Number, Rule, Terrain
from fireteam.env.catalog.places import Places
from fireteam.env.rules.arena import MAX_MATERIALS, MAX_TERRAINS

from ..rules.record import MAX_WEAPON_MODELS
from ..rules.tables import OPTIONS, OUT, RANKS
from .conditions import CITED, CONDITIONS, DEADLY, LEGEND, SEEN, SIGNS
from .fill import fill, fill_blank, fill_sheet, fill_unit
from .lists import LISTED
from .models import BLOWS, KINDS, Armour, Template, UnitKeys, Weapon
from .plans import believed, planned
from .scene import barrel, coming, price, unit_full, unit_seen
from .words import ENDS, FACES_SHOWN, MEANINGS, PASSES, SCORE, SECRETS, came_to, pool, reads

__all__ = [
    "CITED", "CONDITIONS", "DEADLY", "ENDS", "FACES_SHOWN", "FIXED", "LEGEND", "LISTED", "MEANINGS", "MOST", "NEEDED",
    "OPTIONS", "PASSES", "SCORE", "SECRETS", "SEEN", "SIGNS", "UNARMED", "Catalog", "UnitKeys", "barrel", "believed",
    "came_to", "check", "coming", "fill", "fill_blank", "fill_sheet", "fill_unit", "planned", "pool", "price", "reads",
    "unit_full", "unit_seen",
]  # fmt: skip

MOST = {"weapons": MAX_WEAPON_MODELS, "terrain": MAX_TERRAINS, "materials": MAX_MATERIALS}  # room in the engine's tables
FIXED = ("numbers", "rules")  # kinds whose entries the engine names
COVER = ("partial_cover", "good_cover", "taken_cover", "behind_cover")  # numbers of what cover is worth
UNARMED = "unarmed"
NEEDED = {"weapons": (UNARMED,)}  # single entries that it names


class Catalog(NamedTuple):
    """Everything that ladder knows by name. The order of entries is the order of their records in the arena."""

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
    for name, many in (("ranks", len(RANKS)), ("penalty", OUT - 1)):
        value = catalog.numbers[name].value
        if not isinstance(value, list) or len(value) != many:
            raise ContentError(f"{places.of('numbers', name)}: it is a list of {many} numbers")


def misfit(weapon: Weapon) -> tuple[str, str] | None:
    """Return the first key of a weapon that contradicts its way of doing harm, and why; None if there is none."""
    if problem := gear.misfit(weapon, KINDS):
        return problem
    strikes = weapon.way in BLOWS
    if (weapon.burst or weapon.buckshot) and weapon.way != "firearm":
        return "burst" if weapon.burst else "buckshot", "only firearms fire bursts or buckshot"
    if weapon.shield != "no" and (weapon.way != "held" or weapon.two_handed):
        return "shield", "a shield or a buckler is held, and not with both hands"
    if weapon.parries and not strikes:
        return "parries", "what is thrown or fired does not parry"
    return None
