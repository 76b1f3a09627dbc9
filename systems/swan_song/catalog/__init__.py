"""The catalog of Swan Song as TOML: weapons, armor, units, actions and the rest; and checks of its values."""

from typing import NamedTuple

from fireteam.content import reading
from fireteam.content.errors import ContentError
from fireteam.content.reading import Key, closest
from fireteam.env.catalog.models import Cost, Material, Number, Rule, Terrain
from fireteam.env.catalog.places import Places, look_up
from fireteam.env.rules.arena import MAX_MATERIALS, MAX_TERRAINS

from ..rules.record import MAX_CONTACTS, MAX_ITEM_MODELS, MAX_WEAPON_MODELS
from ..rules.tables import AILMENTS, ATTRIBUTES, FIRINGS, LOCATIONS, OPTIONS
from .conditions import CITED, CONDITIONS, DEADLY, LEGEND, SEEN, SIGNS
from .fill import fill, fill_blank, fill_sheet, fill_unit
from .lists import LISTED
from .models import Ailment, Armour, Bands, Firing, Harm, Item, Location, OrderKeys, Template, UnitKeys, Weapon
from .prices import expanded, price
from .scene import barrel, coming, effect_seen, unit_full, unit_seen, zones_seen
from .words import MEANINGS, SCORE, TURN, came_to, pool, reads

__all__ = [
    "CITED", "CONDITIONS", "DEADLY", "FIXED", "LEGEND", "LISTED", "MEANINGS", "MOST", "NEEDED", "OPTIONS", "SCORE", "SEEN",
    "SIGNS", "TURN", "UNARMED", "Catalog", "OrderKeys", "UnitKeys", "barrel", "came_to", "check", "coming",
    "effect_seen", "expanded", "fill", "fill_blank", "fill_sheet", "fill_unit", "pool", "price", "reads", "unit_full",
    "unit_seen", "zones_seen",
]  # fmt: skip

# Room in the engine's tables.
MOST = {
    "weapons": MAX_WEAPON_MODELS,
    "terrain": MAX_TERRAINS,
    "materials": MAX_MATERIALS,
    "items": MAX_ITEM_MODELS,
    "contacts": MAX_CONTACTS,
}
FIXED = ("numbers", "actions", "firings", "ailments", "rules")  # kinds whose entries the engine names
COVER = ("partial_cover", "good_cover")  # numbers of what cover is worth
UNARMED = "fists"
NEEDED = {"weapons": ("fists", "gun_butt", "bumper")}  # single entries that it names


class Catalog(NamedTuple):
    """Everything that Swan Song knows by name. The order of entries is the order of their records in the arena."""

    weapons: dict[Key, Weapon]
    ranges: dict[Key, Bands]
    armour: dict[Key, Armour]
    materials: dict[Key, Material]
    terrain: dict[Key, Terrain]
    actions: dict[Key, Cost]
    firings: dict[Key, Firing]
    locations: dict[Key, Location]
    ailments: dict[Key, Ailment]
    contacts: dict[Key, Harm]
    items: dict[Key, Item]
    numbers: dict[Key, Number]
    rules: dict[str, Rule]
    units: dict[Key, Template]


def check(catalog: Catalog, places: Places) -> None:
    """Raise a ContentError if an entry names one that does not exist, or an entry that the rules use is missing."""
    for name, weapon in catalog.weapons.items():
        if weapon.range or weapon.kind in ("firearm", "bow", "launcher"):
            look_up(catalog.ranges, weapon.range, "range class", places.of("weapons", name, "range"))
        if (weapon.kind == "firearm") != bool(weapon.modes):
            raise ContentError(f"{places.of('weapons', name, 'modes')}: firearms have gun modes, others do not")
        if weapon.contact:
            look_up(catalog.contacts, weapon.contact, "contact", places.of("weapons", name, "contact"))
        if weapon.kind in ("grenade", "launcher", "charge") and not weapon.blast:
            raise ContentError(f"{places.of('weapons', name, 'blast')}: a {weapon.kind} needs one")
    for name, bands in catalog.ranges.items():
        if sorted(bands) != bands:
            raise ContentError(f"{places.of('ranges', name)} = {bands}: must be four rising numbers of metres")
    for name, item in catalog.items.items():
        if item.weapon:
            look_up(catalog.weapons, item.weapon, "weapon", places.of("items", name, "weapon"))
    for kind, names in (("firings", FIRINGS), ("ailments", AILMENTS)):
        if tuple(getattr(catalog, kind)) != names:
            raise ContentError(f"{places.of(kind)}: must list exactly {', '.join(names)}, in this order")
    for name in catalog.locations:
        if name not in LOCATIONS:
            raise ContentError(f"{places.of('locations')}: no location is called {name!r}.{closest(name, LOCATIONS)}")
    if list(catalog.weapons)[:2] != ["fists", "gun_butt"]:
        raise ContentError(f"{places.of('weapons')}: must begin with fists and gun_butt, which the rules themselves use")
    for name, unit in catalog.units.items():
        if missing := set(ATTRIBUTES) - set(unit.attributes):
            raise ContentError(f"{places.of('units', name, 'attributes')}: {reading.listed(missing)} missing")
