"""Scenario and party files, read and checked; a file named in another is sought beside that one."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.content.problems import Problems
from fireteam.content.reading import closest, listed, placed, read_toml, shown, validated, with_lines
from fireteam.content.toml import Document
from fireteam.maps import load_map
from fireteam.maps.drawing import map_folder
from fireteam.maps.portraits import portrait_of

from ..catalog import load_catalog, load_house
from ..rules.systems import DEFAULT, SYSTEMS
from .fitting import check_content, check_units
from .models import BROUGHT, Party, Scenario, models_of, no_system
from .setup import laid_out

SUFFIX = ".scenario.toml"


def scenario_names() -> list[str]:
    """Return the names of the scenarios that come with the package, of the installed rule systems."""
    paths = map_folder().glob(f"*{SUFFIX}")
    return sorted(path.name.removesuffix(SUFFIX) for path in paths if system_said(path) in SYSTEMS)


@cache
def system_said(path: Path) -> str:
    """Return the rule system that the file of a scenario names, the default one for none."""
    said = re.search(r'^system\s*=\s*"([^"]*)"', path.read_text(encoding="utf-8"), re.MULTILINE)
    return said[1] if said else DEFAULT


def system_named(name: str) -> str:
    """Return a rule system by name, the default one for ""; raise a ContentError if there is no such system."""
    if name and name not in SYSTEMS:
        raise ContentError(no_system(name, shown(name)))
    return name or DEFAULT


def file_of(name: str | Path) -> Path:
    """Return the file of a scenario by its name, its path or its folder; raise a ContentError if there is none."""
    name = str(name)
    if name.endswith(".toml"):
        return Path(name)
    if name in scenario_names():
        return map_folder() / f"{name}{SUFFIX}"
    if os.path.isfile(f"{name}{SUFFIX}"):
        return Path(f"{name}{SUFFIX}")
    if os.path.isdir(name):
        return file_in(Path(name))
    raise ContentError(
        f"no scenario is called {name!r}.{closest(name, scenario_names())} "
        f"Scenarios: {listed(scenario_names())}; or give the path of a .toml file, or of a folder with one."
    )


def file_in(folder: Path) -> Path:
    """Return the scenario file of a folder: the only one, or that of the folder's own name.

    Raises:
        ContentError: there is none, or several fit.
    """
    found = sorted(path.name for path in folder.glob(f"*{SUFFIX}"))
    if len(found) == 1:
        return folder / found[0]
    if (own := f"{folder.resolve().name}{SUFFIX}") in found:
        return folder / own
    if found:
        raise ContentError(f"{folder}: it has several scenarios, {listed(found)}: name one, like {folder / found[0]}")
    raise ContentError(f"{folder}: no file in it ends in {SUFFIX}; `fireteam new` makes a folder with one")


def load_scenario(name: str | Path, system: str = "") -> Scenario:
    """Return a scenario by name, or by the path of a file; a map file or house rules it names are sought beside it.

    >>> fireteam.load_scenario("yard", system="ladder").system
    'ladder'

    Args:
        name: of the scenario, its file, or the folder in which that lies.
        system: the rule system by which it is read, whatever it says itself; "" for its own.

    Raises:
        ContentError: no such scenario or system, or something is wrong in it, its map or its teams.
        TypeError: that is no name and no path.
    """
    if not isinstance(name, (str, Path)):
        raise TypeError(f"a scenario is a Scenario, the name of one or the path of its file, not a {type(name).__name__}")
    path = file_of(name)
    data = read_toml(path)
    if system:
        data["system"] = system_named(system)
    wanted = data.get("system")
    system = wanted if isinstance(wanted, str) and wanted in SYSTEMS else DEFAULT  # what is none is told of below
    problems = Problems()
    take_house(path, data, system, problems)
    parties = take_parties(path, data, system, problems)
    drawing = None
    if isinstance(data.get("map"), str):
        with problems.noted(), named(path, data, ["map"], data["map"]):
            drawing = load_map(data["map"], path.parent)
    with problems.noted():
        scenario: Scenario = validated(models_of(system).scenario, data, path)
    problems.raise_any()
    if drawing is not None:
        scenario = scenario.model_copy(update={"map": drawing})
    with placed_in(path, data, parties):
        check_content(scenario, load_catalog(scenario.catalog, system), path)
    if path.parent != map_folder():
        with placed_in(path, data, parties):
            check_places(scenario)
    return scenario


@contextmanager
def placed_in(path: Path, data: Document, parties: Mapping[int, Path]) -> Iterator[None]:
    """Add file and place to the mistakes in a scenario; a mistake in a unit of a party gets the party's file."""
    try:
        yield
    except ContentError as error:
        problems = []
        for line in str(error).splitlines():
            found = re.match(r"teams\[(\d+)\]\.(units\[.*)", said := line.removeprefix(f"{path}: "))
            if found and int(found[1]) in parties:
                file = parties[int(found[1])]
                problems.append(with_lines(f"{file}: {found[2]}", file, read_toml(file)))
            else:
                problems.append(with_lines(f"{path}: {said}", path, data))
        raise ContentError("\n".join(problems)) from None


def take_house(path: Path, data: Document, system: str, problems: Problems) -> None:
    """Put the house rules that a scenario names into it, in place of the file's name; none if they are wrong."""
    named_file = data.get("catalog")
    with problems.noted(), named(path, data, ["catalog"], named_file):
        if isinstance(named_file, str):
            data["catalog"] = {}
            data["catalog"] = load_house(toml_named(path, named_file), system)
    with problems.noted():
        check_house(path, data, system)


def take_parties(path: Path, data: Document, system: str, problems: Problems) -> dict[int, Path]:
    """Put the party files that teams of a scenario name into it; return them by the number of the team."""
    files = {}
    teams = data.get("teams")
    for number, team in enumerate(teams if isinstance(teams, list) else []):
        if isinstance(team, dict):
            with problems.noted():
                take_portraits(path, data, team.get("units"), ["teams", number])
        if isinstance(team, dict) and isinstance(team.get("party"), str):
            named_file, house = team["party"], data.get("catalog")
            party = None
            with problems.noted(), named(path, data, ["teams", number, "party"], named_file):
                party = load_party(toml_named(path, named_file), house if isinstance(house, dict) else None, system)
            with problems.noted(), named(path, data, ["teams", number, "party"], named_file):
                if "units" in team:
                    raise ContentError(f"team {team.get('name')!r} has both 'party' and 'units': give one of them")
            take_party(team, party)
            files[number] = path.parent / named_file
    return files


def toml_named(path: Path, name: str) -> Path:
    """Return the file that a scenario names; it may lie anywhere, but must end in `.toml`."""
    if not name.endswith(".toml"):
        raise ContentError("must be the name of a .toml file")
    return path.parent / name


def check_house(path: Path, data: Document, system: str) -> None:
    """Raise a ContentError if the house rules that stand in a scenario itself are wrong."""
    house = data.get("catalog")
    if isinstance(house, dict) and not isinstance(house, Document):
        try:
            load_catalog(house, system)
        except ContentError as error:
            said = str(error).replace("house rules: ", f"{path}: catalog.")
            raise ContentError(with_lines(said, path, data)) from None


def check_places(scenario: Scenario) -> None:
    """Raise a ContentError if units and map do not fit together."""
    problems = Problems()
    for number, team in enumerate(scenario.teams):
        goal, count = team.objective, sum(unit.count for unit in team.units)
        most = {"exit": (count, "its units"), "hold": (scenario.rounds, "the battle's rounds")}.get(goal.kind)
        with problems.noted():
            if most and goal.needed > most[0]:
                raise ContentError(f"teams[{number}].objective.needed = {goal.needed}: more than {most[1]} ({most[0]})")
        for entry, unit in enumerate(team.units):
            with problems.noted():
                if isinstance(unit.arrives, int) and unit.arrives > scenario.rounds:
                    late = f"the battle ends after {scenario.rounds} rounds"
                    raise ContentError(f"teams[{number}].units[{entry}].arrives = {unit.arrives}: {late}")
    with problems.noted():
        laid_out(scenario.drawn(0))
    problems.raise_any()


@contextmanager
def named(path: Path, data: Any, key: list[Any], value: Any) -> Iterator[None]:
    """Add to errors about another file the line of this file that names it."""
    try:
        yield
    except ContentError as error:
        place = f"{placed(path, data, key)}: {key[-1]} = {shown(value)}"
        raise ContentError("\n".join(f"{place}: {line}" for line in str(error).splitlines())) from None


def take_party(team: dict[str, Any], party: Party | None) -> None:
    """Put a party file into its team's table; if it is wrong, a stand-in, so that the rest can still be checked."""
    del team["party"]
    if party is None:
        team.setdefault("units", [{"template": "anybody"}])
        return
    written = party.model_dump(exclude_unset=True)
    team["units"] = written["units"]
    for key in BROUGHT:
        if key in written:
            team.setdefault(key, written[key])


def take_portraits(path: Path, data: Document, units: Any, key: list[Any]) -> None:
    """Put the pictures that units of a file name into their tables, in place of the names; `key` is where they stand."""
    for number, unit in enumerate(units if isinstance(units, list) else []):
        if isinstance(unit, dict) and isinstance(unit.get("portrait"), str) and unit["portrait"]:
            try:
                unit["portrait"] = portrait_of(unit["portrait"], path.parent)
            except ContentError as error:
                where = placed(path, data, [*key, "units", number, "portrait"])
                place = "".join(f"{part}[{n}]." for part, n in zip([*key[::2], "units"], [*key[1::2], number], strict=True))
                raise ContentError(f"{where}: {place}{error}") from None


def load_party(path: str | Path, house: Mapping[str, Any] | None = None, system: str = DEFAULT) -> Party:
    """Return a party file, checked against the catalog of a system under some house rules."""
    data = read_toml(Path(path))
    take_portraits(Path(path), data, data.get("units"), [])
    party: Party = validated(models_of(system).party, data, path)
    try:
        check_units(party.units, load_catalog(house, system), f"{path}: ")
    except ContentError as error:
        raise ContentError(with_lines(str(error), path, data)) from None
    return party
