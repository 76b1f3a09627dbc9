"""Every number that a game master may write, one at a time, at its extremes: of the catalog and of a scenario."""

import copy
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from laddermix import laddered
from motley import motley
from poolmix import mixed

from fireteam.env.catalog import load_catalog
from fireteam.env.scenario.models import Scenario

Path = tuple[str | int, ...]

ENTRIES = 6  # of a kind in which a key is set, where not in all
RISING = (-(2**63), -(2**15), -1, 0, 1, 127, 128, 400, 2**15, 2**31, 2**64)
WRONG = (*RISING, 1.5, [1, 2], [], "9P", False, {"a": 1})
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


House = tuple[str, str, dict[str, Any]]  # kind, name of the entry, house rules


def houses_of_leaves(values: tuple[Any, ...], system: str, most: int | None = None) -> Iterator[list[House]]:
    """Yield, for every leaf of a system's catalog, house rules that set it to each of some values.

    With `most`, every key is set in so many entries of its kind at most, spread over all that have it: their range is the
    same. Each of the rules' numbers, and each entry that is a plain value, has a range of its own and is set all the same.
    """
    for kind, table in entries(system).items():
        having = defaultdict(list)
        for name, entry in table.items():
            for path, _ in leaves(entry):
                own = kind == "numbers" or not isinstance(entry, dict)
                having[(name if own else "", *(part for part in path if isinstance(part, str)))].append((name, path))
        for key in having.values():
            for name, path in key if most is None else spread(key, most):
                yield [(kind, name, {kind: {name: change_of(table[name], path, value)}}) for value in values]


def spread(things: list[Any], most: int) -> list[Any]:
    """Return so many of some things at most, in even steps."""
    count = min(most, len(things))
    return [things[place * len(things) // count] for place in range(count)]


def change_of(entry: Any, path: Path, value: Any) -> Any:
    """Return what sets one leaf of an entry; of a table only the key that changes: the rest is inherited."""
    change = changed({"": entry}, ("", *path), value)[""]
    return {path[0]: change[path[0]]} if isinstance(entry, dict) and path else change


def houses(values: tuple[Any, ...], system: str = "swan_song") -> Iterator[House]:
    """Yield house rules for every leaf of a system's catalog with each of some values."""
    for found in houses_of_leaves(values, system):
        yield from found


def outermost(system: str, refused: Callable[[House], bool], part: int = 0, parts: int = 1) -> Iterator[House]:
    """Yield house rules with what is not refused: the lowest number, nothing, one, the highest, and all that is no number.

    Every key is set so in up to ENTRIES entries of its kind; of several parts, each has its share of these.
    """
    for found in islice(houses_of_leaves(WRONG, system, ENTRIES), part, None, parts):
        numbers, rest = found[: len(RISING)], found[len(RISING) :]
        lowest = next((place for place, house in enumerate(numbers) if not refused(house)), None)
        if lowest is not None:
            highest = next(place for place in range(len(numbers) - 1, -1, -1) if not refused(numbers[place]))
            between = [place for place in map(RISING.index, (0, 1)) if lowest < place < highest]
            yield from (numbers[place] for place in (lowest, *between, highest)[: None if lowest < highest else 1])
        yield from (house for house in rest if not refused(house))


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
