"""Every number that a game master may write, one at a time, at its extremes: of the catalog and of a scenario."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from laddermix import laddered
from motley import motley
from poolmix import mixed

from fireteam.env.catalog import load_catalog
from fireteam.env.scenario.models import Scenario

Path = tuple[str | int, ...]

WRONG = (-(2**63), -(2**15), -1, 0, 1, 127, 128, 400, 2**15, 2**31, 2**64, 1.5, [1, 2], [], "9P", False, {"a": 1})
KEPT_NAMES = ("title", "about", "words", "says", "rule", "ground", "heights", "marks", "name", "within")
CARRIED = {"weapons": "weapons", "armour": "armour"}
RANDOM = {"swan_song": motley, "d10_pool": mixed, "ladder": laddered}


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield (path, value) of every number, flag and text in nested tables and lists."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in KEPT_NAMES:
                yield from leaves(inner, (*path, key))
    elif isinstance(value, list) and value:
        yield path, value
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, place))
    else:
        yield path, value


def changed(value: Any, path: Path, to: Any) -> Any:
    """Return nested tables with one leaf changed."""
    made = copy.deepcopy(value)
    inner = made
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = to
    return made


@cache
def entries(system: str) -> dict[str, Any]:
    """Return a system's catalog as tables, with every key of every entry, also those that no file gives."""
    catalog = load_catalog(system=system)
    return {
        kind: {
            name: json.loads(entry.model_dump_json()) if hasattr(entry, "model_dump_json") else entry
            for name, entry in getattr(catalog, kind).items()
        }
        for kind in catalog._fields
        if kind != "rules"
    }


def houses(values: tuple[Any, ...], system: str = "swan_song") -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield (kind, name of the entry, house rules) for every leaf of a system's catalog with each of some values."""
    for kind, table in entries(system).items():
        for name, entry in table.items():
            for path, _ in leaves(entry):
                for value in values:
                    change = changed({"": entry}, ("", *path), value)[""]
                    if isinstance(entry, dict) and path:  # only the key that changes: the rest is inherited
                        change = {path[0]: change[path[0]]}
                    yield kind, name, {kind: {name: change}}


def scenarios(values: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """Yield scenarios as tables, each with one leaf changed."""
    for seed in (3, 4):
        base = json.loads(motley(seed).model_dump_json())
        for path, _ in leaves(base):
            for value in values:
                yield changed(base, path, value)


def using(kind: str, name: str, house: dict[str, Any], seed: int, system: str = "swan_song") -> Scenario:
    """Return a random small battle under house rules, in which somebody has what they change."""
    scenario = RANDOM[system](seed).model_dump(exclude_unset=system != "swan_song")
    unit = scenario["teams"][0]["units"][0]
    if kind in CARRIED:
        unit[CARRIED[kind]] = [name]
    elif kind == "items":
        unit["items"], unit["template"] = {name: 2}, "soldier"
    elif kind == "units":
        template = load_catalog(system=system).units[name]
        if system != "swan_song":
            unit |= {"template": name} if not template.inanimate else {}
        elif template.side == 1 and not template.inanimate:
            unit |= {"template": name, "attributes": {}, "skills": {}, "weapons": None, "armour": None, "items": {}}
    return Scenario.model_validate(scenario | {"catalog": house})
