"""Makes a party from a sheet: a row for each hero, or for several alike."""

import re
from pathlib import Path
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.content.problems import MOST_PROBLEMS
from fireteam.content.reading import listed, validated
from fireteam.env.catalog import load_catalog
from fireteam.env.scenario.fitting import check_unit
from fireteam.env.scenario.models import models_of
from fireteam.env.scenario.reading import load_scenario

from .columns import Column, in_spelling, understood, value_of
from .job import SAMPLE, party_text
from .sheets import Cell, read_sheet

CATALOGED = ("weapons", "armour", "items", "spare")
TABLES = {"spare": "weapons"}  # of the catalog, where it is called otherwise than the key
# What a message speaks of: "<row>.weapons[0]: no weapon ..." or "<row>: skills.pistols = 99: must be ...".
SPOKEN = re.compile(r"(?:\.|: (?:unknown key ')?)(?P<key>[a-z_]+)(?:\.(?P<entry>[a-z_]+)|\[\d+\])?(?=:| =|'|\.)")


def sample_party(system: str) -> str:
    """Return the party file of the job that comes with the package."""
    units = load_scenario(SAMPLE, system).teams[0].model_dump(exclude_unset=True)["units"]
    return "\n".join(party_text(system, units, {})) + "\n"


def party_of(path: Path, system: str) -> tuple[str, int, list[str]]:
    """Return a party file of a sheet, how many heroes it has, and a sentence on each column that was not understood.

    Raises:
        ContentError: a cell is wrong: a line for each, with its place.
    """
    sheet = read_sheet(path)
    columns, notes = understood(sheet.head, system)
    units: list[dict[str, Any]] = []
    problems: list[str] = []
    names: dict[str, str] = {}
    for row in sheet.rows:
        try:
            unit = unit_of(row, columns, system)
            if (name := unit.get("name")) and name in names:
                raise ContentError(f"{row[0].place}: another row is called {name!r}, too: {names[name]}")
            names[unit.get("name", "")] = row[0].place
            units.append(unit)
        except ContentError as error:
            problems += str(error).splitlines()
    if problems:
        more = [f"{path}: and {len(problems) - MOST_PROBLEMS} more"] if len(problems) > MOST_PROBLEMS else []
        raise ContentError("\n".join(problems[:MOST_PROBLEMS] + more))
    validated(models_of(system).party, {"units": units}, path)
    text = "\n".join(party_text(system, units, {}, (f"Made of {path.name}, {len(units)} rows.", *notes))) + "\n"
    return text, sum(unit.get("count", 1) for unit in units), notes


def unit_of(row: list[Cell], columns: dict[int, Column], system: str) -> dict[str, Any]:
    """Return a row as a unit, as a party file has it."""
    models, catalog = models_of(system), load_catalog(None, system)
    unit: dict[str, Any] = {}
    cells: dict[str, Cell] = {}
    for number, column in columns.items():
        cell = row[number] if number < len(row) else Cell("", row[0].place)
        if not cell.text or cell.text in ("-", "–"):
            continue
        value = value_of(models.unit.model_fields[column.key].annotation, column, cell)
        cells[column.key] = cells[column.entry] = cell
        if column.entry:
            unit.setdefault(column.key, {})[column.entry] = value
        elif isinstance(value, dict):
            unit[column.key] = {**value, **unit.get(column.key, {})}
        else:
            unit[column.key] = value
    place = row[0].place.rpartition(", ")[0] + f", row {''.join(filter(str.isdigit, row[0].place.rpartition(', ')[2]))}"
    if "template" not in unit:
        raise ContentError(f"{place}: which template? One of {listed(catalog.units)}.")
    for key in CATALOGED:
        names = getattr(catalog, TABLES.get(key, key), {})
        if isinstance(unit.get(key), dict):
            unit[key] = {in_spelling(names, name): value for name, value in unit[key].items()}
        elif key in unit:
            unit[key] = [in_spelling(names, name) for name in unit[key]]
    unit["template"] = in_spelling(catalog.units, unit["template"])
    try:
        check_unit(validated(models.unit, unit, place), catalog, place)
    except ContentError as error:
        raise ContentError("\n".join(in_cell(line, place, cells) for line in str(error).splitlines())) from None
    return {key: unit[key] for key in models.unit.model_fields if key in unit}


def in_cell(message: str, place: str, cells: dict[str, Cell]) -> str:
    """Return a message about a unit's key with its cell in place of the row, if the cell is known."""
    found = SPOKEN.match(message.removeprefix(place))
    if not message.startswith(place) or found is None:
        return message
    cell = cells.get(found["entry"] or "") or cells.get(found["key"])
    rest = message.removeprefix(place)
    if cell is None:
        return message
    return cell.place + (rest[found.end() :] if rest.startswith(".") else rest)
