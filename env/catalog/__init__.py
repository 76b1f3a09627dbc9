"""The catalog: every number a game master may want to change, read from TOML and checked."""

from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple, TypeVar

from fireteam.maps.reading import ContentError, closest, listed, read_toml, validated

from ..rules.swan_song.tables import ATTRIBUTES, FIRINGS
from .models import Armour, Firing, Material, Number, Rule, Template, Terrain, Weapon

Entry = TypeVar("Entry")

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
    numbers: dict[str, Number]
    rules: dict[str, Rule]
    units: dict[str, Template]


def folder() -> Path:
    """Return the folder of the catalog's files."""
    return Path(str(resources.files(f"{__package__}.{SYSTEM}")))


@cache
def load_catalog() -> Catalog:
    """Return the catalog of the default system.

    Raises:
        ContentError: a file is wrong, or an entry names another that does not exist.
    """
    where = folder()

    def read(kind: object, name: str) -> dict:
        return validated(kind, read_toml(where / name), where / name)

    catalog = Catalog(
        weapons=read(dict[str, Weapon], "weapons.toml"),
        ranges=read(dict[str, list[int]], "ranges.toml"),
        armour=read(dict[str, Armour], "armour.toml"),
        materials=read(dict[str, Material], "materials.toml"),
        terrain=read(dict[str, Terrain], "terrain.toml"),
        actions=read(dict[str, int | str], "actions.toml"),
        firings=read(dict[str, Firing], "firings.toml"),
        numbers=read(dict[str, Number], "numbers.toml"),
        rules=read(dict[str, Rule], "rules.toml"),
        units=read(dict[str, Template], "units.toml"),
    )
    check_references(catalog, where)
    return catalog


def look_up(table: dict[str, Entry], name: str, what: str, where: str | Path) -> Entry:
    """Return an entry by name; a wrong name is a ContentError with a suggestion."""
    if name not in table:
        raise ContentError(f"{where}: no {what} is called {name!r}.{closest(name, table)} Known: {listed(table)}.")
    return table[name]


def check_references(catalog: Catalog, where: Path) -> None:
    """Raise a ContentError if an entry of the catalog names another that does not exist."""
    for name, weapon in catalog.weapons.items():
        if weapon.kind != "melee":
            look_up(catalog.ranges, weapon.range, "range class", f"{where / 'weapons.toml'}: {name}.range")
        if (weapon.kind == "firearm") != bool(weapon.modes):
            raise ContentError(f"{where / 'weapons.toml'}: {name}.modes: firearms have gun modes, others do not")
    for name, bands in catalog.ranges.items():
        if len(bands) != 4 or sorted(bands) != bands:
            raise ContentError(f"{where / 'ranges.toml'}: {name} = {bands}: must be four rising numbers of metres")
    for name, terrain in catalog.terrain.items():
        if terrain.top:
            look_up(catalog.materials, terrain.material, "material", f"{where / 'terrain.toml'}: {name}.material")
        if terrain.opens:
            look_up(catalog.terrain, terrain.opens, "terrain", f"{where / 'terrain.toml'}: {name}.opens")
    if tuple(catalog.firings) != FIRINGS:
        raise ContentError(f"{where / 'firings.toml'}: must list exactly {', '.join(FIRINGS)}, in this order")
    for name, unit in catalog.units.items():
        for weapon_name in unit.weapons:
            look_up(catalog.weapons, weapon_name, "weapon", f"{where / 'units.toml'}: {name}.weapons")
        for piece in unit.armour:
            look_up(catalog.armour, piece, "armour", f"{where / 'units.toml'}: {name}.armour")
        if missing := set(ATTRIBUTES) - set(unit.attributes):
            raise ContentError(f"{where / 'units.toml'}: {name}.attributes: {listed(missing)} missing")
