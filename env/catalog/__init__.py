"""The catalog: every number a game master may want to change, read from TOML and checked.

House rules are a catalog of their own that changes single entries: what it does not name stays, fields it gives are
changed, an entry that is `false` is removed.
"""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from fireteam.maps.reading import (
    ContentError,
    Key,
    closest,
    listed,
    model_within,
    read_toml,
    respelled,
    shown,
    validated,
    with_lines,
)
from fireteam.maps.toml import Document

from ..rules.arena import MAX_MATERIALS, MAX_TERRAINS
from ..rules.swan_song.record import MAX_CONTACTS, MAX_ITEM_ROWS, MAX_WEAPON_ROWS
from ..rules.swan_song.tables import AILMENTS, ATTRIBUTES, FIRINGS, LOCATIONS
from ..rules.verbs import VERBS
from .house import check_changes, elsewhere, merged
from .models import (
    Ailment,
    Armour,
    Bands,
    Cost,
    Firing,
    Harm,
    Item,
    Location,
    Material,
    Number,
    Rule,
    Template,
    Terrain,
    Weapon,
)

Entry = TypeVar("Entry")
House = Mapping[str, Mapping[str, Any]]

SYSTEM = "swan_song"
# Room in the engine's tables.
MOST = {
    "weapons": MAX_WEAPON_ROWS,
    "terrain": MAX_TERRAINS,
    "materials": MAX_MATERIALS,
    "items": MAX_ITEM_ROWS,
    "contacts": MAX_CONTACTS,
}

OPTIONS = " They belong to a scenario, or to --rule NAME=VALUE."


class Catalog(NamedTuple):
    """Everything a rule system knows by name. The order of entries is the order of their rows in the engine's tables."""

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


def folder() -> Path:
    """Return the folder of the catalog's files."""
    return Path(str(resources.files(f"{__package__}.{SYSTEM}")))


def load_catalog(house: House | None = None) -> Catalog:
    """Return the catalog of the default system, changed by house rules.

    Raises:
        ContentError: a file is wrong, or an entry names another that does not exist.
    """
    return _catalog(json.dumps(house or {}, sort_keys=True, default=str))


@lru_cache(maxsize=64)
def _catalog(house: str) -> Catalog:
    where = folder()
    changes = respelled(json.loads(house), Catalog._fields)
    for kind, entries in changes.items():
        if kind not in Catalog._fields:
            meant = OPTIONS if kind == "options" else closest(kind, Catalog._fields) or elsewhere(kind, all_shipped())
            raise ContentError(f"house rules: {kind}: no kind of house rules.{meant} Kinds: {listed(Catalog._fields)}.")
        if not isinstance(entries, dict):
            raise ContentError(f"house rules: {kind} = {shown(entries)}: must be a table of entries")
    tables = {}
    for kind, model in Catalog.__annotations__.items():
        entries, tables[kind] = shipped(kind)
        if kind not in changes:
            continue
        place = f"house rules: {kind}"
        check_changes(all_shipped(), changes[kind], kind, needed(model))
        tables[kind] = validated(model, merged(entries, changes[kind], kind), place)
        if len(tables[kind]) > (most := MOST.get(kind, len(tables[kind]))):
            raise ContentError(f"{place}: {len(tables[kind])} entries, at most {most} are possible")
    catalog = Catalog(**tables)
    check_references(catalog, Places(where, bool(changes)))
    return catalog


@cache
def shipped(kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the entries of one kind that come with the package, as they are written and as models.

    Of actions the file has a line for each class: an action costs what its class does.
    """
    path = folder() / f"{kind}.toml"
    entries: dict[str, Any] = read_toml(path)
    if kind == "actions":
        entries = {verb.name: entries[verb.cost] for verb in VERBS}
    return entries, validated(Catalog.__annotations__[kind], entries, path)


def all_shipped() -> dict[str, dict[str, Any]]:
    """Return the entries of every kind that come with the package, as they are written."""
    return {kind: shipped(kind)[0] for kind in Catalog._fields}


def needed(kind: Any) -> list[str]:
    """Return the keys that every entry of a kind must have."""
    model = model_within(kind)
    return [key for key, field in model.model_fields.items() if field.is_required()] if model else []


class Places(NamedTuple):
    """Where an entry of the catalog stands: in a file of its folder, or in house rules if there are any."""

    folder: Path
    house: bool

    def of(self, kind: str, name: str = "", key: str = "") -> str:
        """Return the place of a key of an entry, in words."""
        file = f"house rules: {kind}" if self.house else str(self.folder / f"{kind}.toml")
        return ": ".join(part for part in (file, ".".join(part for part in (name, key) if part)) if part)


def load_house(path: str | Path) -> Document:
    """Return a file of house rules, checked against the catalog it changes.

    Raises:
        ContentError: it changes what does not exist, or makes an entry that cannot be.
    """
    house = read_toml(Path(path))
    try:
        load_catalog(house)
    except ContentError as error:
        raise ContentError(with_lines(str(error).replace("house rules:", f"{path}:"), path, house)) from None
    return house


def look_up(table: dict[str, Entry], name: str, what: str, where: str | Path) -> Entry:
    """Return an entry by name; a wrong name is a ContentError with a suggestion."""
    if name not in table:
        raise ContentError(f"{where}: no {what} is called {name!r}.{closest(name, table)} Known: {listed(table)}.")
    return table[name]


def check_references(catalog: Catalog, places: Places) -> None:
    """Raise a ContentError if an entry of the catalog names another that does not exist."""
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
    for name, terrain in catalog.terrain.items():
        if terrain.top or terrain.material:
            look_up(catalog.materials, terrain.material, "material", places.of("terrain", name, "material"))
        if terrain.opens:
            look_up(catalog.terrain, terrain.opens, "terrain", places.of("terrain", name, "opens"))
        for key in ("unlocked", "broken"):
            if other := getattr(terrain, key):
                left = look_up(catalog.terrain, other, "terrain", places.of("terrain", name, key))
                if left.top > terrain.top:
                    raise ContentError(f"{places.of('terrain', name, key)}: {other} is higher than {name} itself")
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
        for weapon_name in unit.weapons:
            look_up(catalog.weapons, weapon_name, "weapon", places.of("units", name, "weapons"))
        for item_name in unit.items:
            look_up(catalog.items, item_name, "item", places.of("units", name, "items"))
        for piece in unit.armour:
            look_up(catalog.armour, piece, "armour", places.of("units", name, "armour"))
        if missing := set(ATTRIBUTES) - set(unit.attributes):
            raise ContentError(f"{places.of('units', name, 'attributes')}: {listed(missing)} missing")
