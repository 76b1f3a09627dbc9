"""The catalog: every number a game master may want to change, read from TOML and checked.

House rules are a catalog of their own that changes single entries: what it does not name stays, fields it gives are
changed, an entry that is `false` is removed.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from fireteam.maps.reading import ContentError, closest, listed, read_toml, validated

from ..rules.swan_song.tables import AILMENTS, ATTRIBUTES, FIRINGS, LOCATIONS
from .models import Ailment, Armour, Firing, Harm, Item, Location, Material, Number, Rule, Template, Terrain, Weapon

Entry = TypeVar("Entry")
House = Mapping[str, Mapping[str, Any]]

SYSTEM = "swan_song"


class Catalog(NamedTuple):
    """Everything a rule system knows by name. The order of entries is the order of their rows in the engine's tables."""

    weapons: dict[str, Weapon]
    ranges: dict[str, list[int]]
    armour: dict[str, Armour]
    materials: dict[str, Material]
    terrain: dict[str, Terrain]
    actions: dict[str, int | str]
    firings: dict[str, Firing]
    locations: dict[str, Location]
    ailments: dict[str, Ailment]
    contacts: dict[str, Harm]
    items: dict[str, Item]
    numbers: dict[str, Number]
    rules: dict[str, Rule]
    units: dict[str, Template]


def folder() -> Path:
    """Return the folder of the catalog's files."""
    return Path(str(resources.files(f"{__package__}.{SYSTEM}")))


def load_catalog(house: House | None = None) -> Catalog:
    """Return the catalog of the default system, changed by house rules.

    Raises:
        ContentError: a file is wrong, or an entry names another that does not exist.
    """
    return _catalog(json.dumps(house or {}, sort_keys=True))


@cache
def _catalog(house: str) -> Catalog:
    where = folder()
    changes = json.loads(house)
    for kind in changes:
        if kind not in Catalog._fields:
            raise ContentError(f"house rules: there is no {kind!r}.{closest(kind, Catalog._fields)}")
    tables = {}
    for kind, model in Catalog.__annotations__.items():
        entries = read_toml(where / f"{kind}.toml")
        place: str | Path = where / f"{kind}.toml"
        if kind in changes:
            entries, place = merged(entries, changes[kind], kind), f"house rules: {kind}"
        tables[kind] = validated(model, entries, place)
    catalog = Catalog(**tables)
    check_references(catalog, where)
    return catalog


def merged(entries: dict[str, Any], changes: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Return the entries of one kind with house rules applied: false removes, changed fields merge, the rest stays."""
    made = dict(entries)
    for name, change in changes.items():
        if change is False or change is None:
            if name not in made:
                raise ContentError(f"house rules: {kind}.{name}: there is nothing to remove.{closest(name, made)}")
            del made[name]
        elif isinstance(change, Mapping) and isinstance(made.get(name), Mapping):
            made[name] = {**made[name], **change}
        elif kind == "numbers" and isinstance(made.get(name), Mapping):
            made[name] = {**made[name], "value": change}
        else:
            made[name] = change
    return made


def load_house(path: str | Path) -> dict[str, Any]:
    """Return a file of house rules, checked against the catalog it changes.

    Raises:
        ContentError: it changes what does not exist, or makes an entry that cannot be.
    """
    house = read_toml(Path(path))
    try:
        load_catalog(house)
    except ContentError as error:
        raise ContentError(str(error).replace("house rules:", f"{path}:", 1)) from None
    return house


def look_up(table: dict[str, Entry], name: str, what: str, where: str | Path) -> Entry:
    """Return an entry by name; a wrong name is a ContentError with a suggestion."""
    if name not in table:
        raise ContentError(f"{where}: no {what} is called {name!r}.{closest(name, table)} Known: {listed(table)}.")
    return table[name]


def check_references(catalog: Catalog, where: Path) -> None:
    """Raise a ContentError if an entry of the catalog names another that does not exist."""
    for name, weapon in catalog.weapons.items():
        if weapon.kind in ("firearm", "bow", "launcher"):
            look_up(catalog.ranges, weapon.range, "range class", f"{where / 'weapons.toml'}: {name}.range")
        if (weapon.kind == "firearm") != bool(weapon.modes):
            raise ContentError(f"{where / 'weapons.toml'}: {name}.modes: firearms have gun modes, others do not")
        if weapon.contact:
            look_up(catalog.contacts, weapon.contact, "contact", f"{where / 'weapons.toml'}: {name}.contact")
        if weapon.kind in ("grenade", "launcher", "charge") and not weapon.blast:
            raise ContentError(f"{where / 'weapons.toml'}: {name}.blast: a {weapon.kind} needs one")
    for name, bands in catalog.ranges.items():
        if len(bands) != 4 or sorted(bands) != bands:
            raise ContentError(f"{where / 'ranges.toml'}: {name} = {bands}: must be four rising numbers of metres")
    for name, terrain in catalog.terrain.items():
        if terrain.top:
            look_up(catalog.materials, terrain.material, "material", f"{where / 'terrain.toml'}: {name}.material")
        if terrain.opens:
            look_up(catalog.terrain, terrain.opens, "terrain", f"{where / 'terrain.toml'}: {name}.opens")
        for key in ("unlocked", "broken"):
            if other := getattr(terrain, key):
                left = look_up(catalog.terrain, other, "terrain", f"{where / 'terrain.toml'}: {name}.{key}")
                if left.top > terrain.top:
                    raise ContentError(f"{where / 'terrain.toml'}: {name}.{key}: {other} is higher than {name} itself")
    for name, item in catalog.items.items():
        if item.weapon:
            look_up(catalog.weapons, item.weapon, "weapon", f"{where / 'items.toml'}: {name}.weapon")
    for kind, names in (("firings", FIRINGS), ("ailments", AILMENTS)):
        if tuple(getattr(catalog, kind)) != names:
            raise ContentError(f"{where / kind}.toml: must list exactly {', '.join(names)}, in this order")
    for name in catalog.locations:
        if name not in LOCATIONS:
            raise ContentError(f"{where / 'locations.toml'}: no location is called {name!r}.{closest(name, LOCATIONS)}")
    if list(catalog.weapons)[:2] != ["fists", "gun_butt"]:
        raise ContentError(f"{where / 'weapons.toml'}: must begin with fists and gun_butt, which the rules themselves use")
    for name, unit in catalog.units.items():
        for weapon_name in unit.weapons:
            look_up(catalog.weapons, weapon_name, "weapon", f"{where / 'units.toml'}: {name}.weapons")
        for item_name in unit.items:
            look_up(catalog.items, item_name, "item", f"{where / 'units.toml'}: {name}.items")
        for piece in unit.armour:
            look_up(catalog.armour, piece, "armour", f"{where / 'units.toml'}: {name}.armour")
        if missing := set(ATTRIBUTES) - set(unit.attributes):
            raise ContentError(f"{where / 'units.toml'}: {name}.attributes: {listed(missing)} missing")
