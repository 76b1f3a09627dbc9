"""Writes a scenario with other units into the text of its file, so that comments and unchanged parts stay."""

import os
from pathlib import Path
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.content.reading import read_text

from ..models import models_of
from .draft import Draft, Member

NEXT_TO = ("map", "catalog")  # keys that may name a file beside the scenario's


def written(draft: Draft, source: Path, target: Path, also: dict[str, Any] | None = None) -> str:
    """Return the text of a scenario's file with the units of a draft.

    Args:
        draft: the draft of the scenario in the file.
        source: the file.
        target: the path of the new text; files beside the source are named relative to it.
        also: keys of the scenario to change in the text: system, options, catalog; and "parties", a
            party file for each of some teams, by name.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document: Any = tomlkit.parse(read_text(source))
    except TOMLKitError as error:
        raise ContentError(f"{source}: {error}") from None
    moved = os.path.relpath(source.absolute().parent, target.absolute().parent)
    for table, keys in ((document, NEXT_TO), *((team, ("party",)) for team in document["teams"])):
        for key in keys:
            name = table.get(key)
            if isinstance(name, str) and name.endswith(".toml") and moved != ".":
                table[key] = os.path.join(moved, name)
    wanted = dict(also or {})
    parties: dict[str, Path] = wanted.pop("parties", {})
    document.update(wanted)
    for table, members in zip(document["teams"], draft.teams, strict=True):
        if party := parties.get(table["name"]):
            table.pop("units", None)
            table["party"] = os.path.relpath(party, target.absolute().parent)
        elif any(member.new or member.out for member in members):
            write_units(table, members, draft.scenario.system)
    return tomlkit.dumps(document)


def write_units(table: Any, members: list[Member], system: str) -> None:
    """Write the units of a team into its table: other counts where there is an entry, new entries behind the others."""
    import tomlkit

    if "units" not in table:  # they stand in a party file, which other fights may use
        table.pop("party", None)
        table["units"] = tomlkit.array().multiline(True)
        for member in members:
            if not member.out:
                table["units"].append(entry_of(member, 1, system))
        return
    units = table["units"]
    for entry in reversed(range(len(units))):
        there = [member for member in members if member.entry == entry]
        count = sum(not member.out for member in there)
        if count == 0:
            del units[entry]
        elif count != len(there):
            units[entry]["count"] = count
            if count == 1:
                del units[entry]["count"]
    added: list[list[Member]] = []
    for member in members:
        if member.new and not member.out:
            if added and added[-1][0].keys == member.keys:
                added[-1].append(member)
            else:
                added.append([member])
    for alike in added:
        new = entry_of(alike[0], len(alike), system)
        if isinstance(units, tomlkit.items.AoT):
            new = tomlkit.item({**new})
        units.append(new)


def entry_of(member: Member, count: int, system: str) -> Any:
    """Return an entry for `count` alike units: only what differs from the defaults."""
    import tomlkit

    keys = models_of(system).unit.model_validate({**member.keys, "count": count}).model_dump(exclude_defaults=True)
    table = tomlkit.inline_table()
    table.update({"template": keys.pop("template"), **keys})
    return table
