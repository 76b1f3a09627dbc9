"""House rules: tables like the catalog's own, which change single entries of it."""

import difflib
from collections.abc import Mapping
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.content.problems import MOST_PROBLEMS
from fireteam.content.reading import closest, listed, respelled, shown

MOST_LISTED = 70  # entries that a message lists; numbers and rules have more, and a list of their own


def unknown(name: str, tables: Mapping[str, Mapping[str, Any]], kind: str, own: Any) -> str:
    """Return a sentence on an unknown entry of a kind, with the entry or the other kind that was probably meant."""
    entries, others = tables[kind], {other: tables[other] for other in tables if other != kind}
    said = f"there is no such entry.{closest(name, entries) or elsewhere(name, others)}"
    if len(entries) > MOST_LISTED:
        return f"{said} All {len(entries)}: fireteam {'keys' if kind == 'numbers' else 'list'} {kind}"
    return f"{said} Known: {listed(entries)}." if kind in own.FIXED else said


def elsewhere(name: str, tables: Mapping[str, Mapping[str, Any]]) -> str:
    """Return ' Did you mean [kind] name?' for the entry of other kinds whose name is nearest, or ''."""
    owners = {entry: kind for kind, entries in reversed(list(tables.items())) for entry in entries}
    near = name if name in owners else next(iter(difflib.get_close_matches(name, owners, n=1, cutoff=0.8)), None)
    return f" Did you mean {near!r} of [{owners[near]}]?" if near else ""


def check_changes(
    tables: Mapping[str, Mapping[str, Any]], changes: Mapping[str, Any], kind: str, needed: list[str], own: Any
) -> None:
    """Raise a ContentError, a line for each, if house rules change what is not there or may not be changed.

    Args:
        tables: all entries that come with the package, by kind.
        changes: the changes to entries of one kind.
        needed: keys that a new entry must have.
        own: the system's catalog package; it lists what its engine names (`FIXED`, `NEEDED`).
    """
    found = []
    for name, change in changes.items():
        if said := problem(tables, name, change, kind, needed, own):
            found.append(f"house rules: {kind}.{name}{said}")
    if found:
        raise ContentError("\n".join(found[:MOST_PROBLEMS]))


def problem(tables: Mapping[str, Mapping[str, Any]], name: str, change: Any, kind: str, needed: list[str], own: Any) -> str:
    """Return the mistake in the change of one entry, as the end of a sentence; '' if there is none."""
    entries = tables[kind]
    if (kind in own.FIXED or name in own.NEEDED.get(kind, ())) and change is False:
        return " = false: the rules themselves use it, so it can be changed but not removed"
    if kind in own.FIXED and name not in entries:
        return f": {unknown(name, tables, kind, own)}"
    if kind == "numbers":
        value = change.get("value", entries[name]["value"]) if isinstance(change, Mapping) else change
        if isinstance(change, Mapping) and "within" in change:
            return ".within: what a number may be is not for house rules to change"
        if shape(value) != shape(entries[name]["value"]):
            return f" = {shown(value)}: must be {in_words(entries[name]['value'])}"
    missing = [key for key in needed if isinstance(change, Mapping) and key not in respelled(dict(change), needed)]
    if name not in entries and missing:
        return f": {unknown(name, tables, kind, own)} A new one needs {listed(missing)}, too."
    return ""


def shape(value: Any) -> int:
    """Return how many numbers a list has, -1 for a value that is no list."""
    return len(value) if isinstance(value, list) else -1


def in_words(value: Any) -> str:
    """Return the form of a number of the rules in words."""
    return f"a list of {len(value)} whole numbers, like {value}" if isinstance(value, list) else "a whole number"


def merged(entries: dict[str, Any], changes: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Return the entries of one kind with house rules applied: false removes, changed fields merge, the rest stays."""
    made = dict(entries)
    for name, change in changes.items():
        if change is False:
            if name not in made:
                raise ContentError(f"house rules: {kind}.{name}: there is nothing to remove.{closest(name, made)}")
            del made[name]
        elif isinstance(change, Mapping) and isinstance(made.get(name), Mapping):
            made[name] = {**made[name], **respelled(dict(change), made[name])}
        elif kind == "numbers" and isinstance(made.get(name), Mapping):
            made[name] = {**made[name], "value": change}
        else:
            made[name] = change
    return made
