"""The places of catalog entries, and their look-up: for messages about what is wrong and where."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from fireteam.content.errors import ContentError
from fireteam.content.reading import Key, closest, listed

Entry = TypeVar("Entry")


class Places(NamedTuple):
    """The place of an entry of the catalog: a file of its folders, or house rules if there are any."""

    files: Mapping[str, Path]  # by kind
    house: bool

    def of(self, kind: str, name: str = "", key: str = "") -> str:
        """Return the place of a key of an entry, in words."""
        file = f"house rules: {kind}" if self.house else str(self.files[kind])
        return ": ".join(part for part in (file, ".".join(part for part in (name, key) if part)) if part)


def look_up(table: Mapping[Key, Entry], name: str, what: str, where: str | Path) -> Entry:
    """Return an entry by name; a wrong name is a ContentError with a suggestion."""
    if name not in table:
        raise ContentError(f"{where}: no {what} is called {name!r}.{closest(name, table)} Known: {listed(table)}.")
    return table[name]


def check_ground(catalog: Any, places: Places) -> None:
    """Raise a ContentError if terrain names a material or another terrain that does not exist or cannot be."""
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


def check_templates(catalog: Any, places: Places) -> None:
    """Raise a ContentError if a unit template names a weapon, an item or a piece of armor that does not exist."""
    for name, unit in catalog.units.items():
        for weapon in unit.weapons:
            look_up(catalog.weapons, weapon, "weapon", places.of("units", name, "weapons"))
        for item in unit.items:
            look_up(catalog.items, item, "item", places.of("units", name, "items"))
        for piece in unit.armour:
            look_up(catalog.armour, piece, "armour", places.of("units", name, "armour"))
