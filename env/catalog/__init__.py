"""The catalog: every number a game master may want to change, read from TOML and checked.

House rules are a catalog of their own that changes single entries: what it does not name stays, fields it gives are
changed, an entry that is `false` is removed.
"""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed, model_within, read_toml, respelled, validated, with_lines
from fireteam.content.reading import shown as repeated
from fireteam.content.toml import Document

from ..rules.jit.sources import folder_of
from ..rules.systems import DEFAULT, SYSTEMS, checked
from . import defaults
from .face import Face, Own
from .house import check_changes, elsewhere, merged
from .places import Places, check_ground, check_templates, look_up

__all__ = ["House", "catalog_of", "kinds", "load_catalog", "load_house", "look_up"]

COMMON = f"{__package__}.common"
House = Mapping[str, Mapping[str, Any]]

OPTIONS = " They belong to a scenario, or to --rule NAME=VALUE."


class OwnCatalog:
    """The catalog package of a system; `defaults` stands in for what the package does not define.

    Raises:
        ContentError: it lacks a name that every system must have, or has a name nearly like one of `Face` that is unused.
    """

    def __init__(self, package: str) -> None:
        self._package = import_module(package)
        try:
            checked(self._package, Own, Face)
        except TypeError as error:
            raise ContentError(str(error)) from None

    def __getattr__(self, name: str) -> Any:
        """Return a name of the package, or else of the defaults."""
        own = hasattr(self._package, name) or not hasattr(defaults, name)
        return getattr(self._package if own else defaults, name)


@cache
def catalog_of(system: str) -> Face:
    """Return a system's catalog package: `Catalog`, `UnitKeys`, `OrderKeys`, `OPTIONS`, and functions that fill records.

    Raises:
        ContentError: the package lacks what shared code needs.
    """
    made: Any = OwnCatalog(f"{SYSTEMS[system]}.catalog")
    own: Face = made
    return own


def kinds(system: str = DEFAULT) -> tuple[str, ...]:
    """Return the kinds of entries that a system's catalog has, each a file."""
    return tuple(catalog_of(system).Catalog._fields)


def folders(system: str = DEFAULT) -> list[Path]:
    """Return the folders of the files of a system's catalog: its own, and what all share."""
    return [folder_of(system, "catalog"), Path(str(resources.files(COMMON)))]


def file_of(kind: str, system: str) -> Path:
    """Return the file of one kind of entries."""
    return next(path for folder in folders(system) if (path := folder / f"{kind}.toml").exists())


def load_catalog(house: House | None = None, system: str = DEFAULT) -> Any:
    """Return the catalog of a system, changed by house rules: its `Catalog`, a named tuple of tables by kind.

    Raises:
        ContentError: a file is wrong, or an entry names another that does not exist.
    """
    return _catalog(system, json.dumps(house or {}, sort_keys=True, default=str))


@lru_cache(maxsize=64)
def _catalog(system: str, house: str) -> Any:
    own, known, written = catalog_of(system), kinds(system), all_shipped(system)
    changes = respelled(json.loads(house), known)
    for kind, entries in changes.items():
        if kind not in known:
            meant = OPTIONS if kind == "options" else closest(kind, known) or elsewhere(kind, written)
            raise ContentError(f"house rules: {kind}: no kind of house rules.{meant} Kinds: {listed(known)}.")
        if not isinstance(entries, dict):
            raise ContentError(f"house rules: {kind} = {repeated(entries)}: must be a table of entries")
    tables = {}
    for kind, model in own.Catalog.__annotations__.items():
        entries, tables[kind] = shipped(kind, system)
        if kind not in changes:
            continue
        place = f"house rules: {kind}"
        check_changes(written, changes[kind], kind, needed(model), own)
        tables[kind] = validated(model, merged(entries, changes[kind], kind), place)
        if len(tables[kind]) > (most := own.MOST.get(kind, len(tables[kind]))):
            raise ContentError(f"{place}: {len(tables[kind])} entries, at most {most} are possible")
    catalog = own.Catalog(**tables)
    places = Places({kind: file_of(kind, system) for kind in known}, bool(changes))
    check_ground(catalog, places)
    check_templates(catalog, places)
    own.check(catalog, places)
    return catalog


@cache
def shipped(kind: str, system: str = DEFAULT) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the entries of one kind that come with the package, as they are written and as models."""
    path, own = file_of(kind, system), catalog_of(system)
    entries: dict[str, Any] = own.expanded(kind, read_toml(path))
    return entries, validated(own.Catalog.__annotations__[kind], entries, path)


def all_shipped(system: str = DEFAULT) -> dict[str, dict[str, Any]]:
    """Return the entries of every kind that come with the package, as they are written."""
    return {kind: shipped(kind, system)[0] for kind in kinds(system)}


def needed(kind: Any) -> list[str]:
    """Return the keys that every entry of a kind must have."""
    model = model_within(kind)
    return [key for key, field in model.model_fields.items() if field.is_required()] if model else []


def load_house(path: str | Path, system: str = DEFAULT) -> Document:
    """Return a file of house rules, checked against the catalog that it changes.

    Raises:
        ContentError: it changes what does not exist, or makes an entry that cannot be.
    """
    house = read_toml(Path(path))
    try:
        load_catalog(house, system)
    except ContentError as error:
        raise ContentError(with_lines(str(error).replace("house rules:", f"{path}:"), path, house)) from None
    return house
