"""Scenario and party files, read and checked; a file that another names is sought beside that one."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fireteam.maps import ContentError, closest, load_map, read_toml, validated
from fireteam.maps.drawing import map_folder
from fireteam.maps.portraits import portrait_of
from fireteam.maps.reading import listed, placed, shown, with_lines
from fireteam.maps.toml import Document

from ..catalog import load_catalog, load_house
from ..rules.systems import DEFAULT, SYSTEMS
from .fitting import check_content, check_units
from .models import BROUGHT, Party, Scenario, models_of, no_system
from .setup import laid_out

SUFFIX = ".scenario.toml"


def scenario_names() -> list[str]:
    """Return the names of the scenarios that come with the package."""
    return sorted(path.name.removesuffix(SUFFIX) for path in map_folder().glob(f"*{SUFFIX}"))


def system_named(name: str) -> str:
    """Return the rule system of a name, the default one for ""; raise a ContentError if there is none of that name."""
    if name and name not in SYSTEMS:
        raise ContentError(no_system(name, shown(name)))
    return name or DEFAULT


def load_scenario(name: str | Path, system: str = "") -> Scenario:
    """Return a scenario by name, or by the path of a file; a map file or house rules it names are sought beside it.

    Args:
        name: of the scenario, or its file.
        system: the rule system by which it is read, whatever it says itself; "" for its own.

    Raises:
        ContentError: no such scenario or system, or something is wrong in it, its map or its teams.
        TypeError: that is no name and no path.
    """
    if not isinstance(name, (str, Path)):
        raise TypeError(f"a scenario is a Scenario, the name of one or the path of its file, not a {type(name).__name__}")
    name = str(name)
    if name.endswith(".toml"):
        path = Path(name)
    elif name in scenario_names():
        path = map_folder() / f"{name}{SUFFIX}"
    elif os.path.isfile(f"{name}{SUFFIX}"):
        path = Path(f"{name}{SUFFIX}")
    else:
        raise ContentError(
            f"no scenario is called {name!r}.{closest(name, scenario_names())} "
            f"Scenarios: {listed(scenario_names())}; or give the path of a .toml file."
        )
    data = read_toml(path)
    if system:
        data["system"] = system_named(system)
    wanted = data.get("system")
    system = wanted if isinstance(wanted, str) and wanted in SYSTEMS else DEFAULT  # what is none is told of below
    with named(path, data, ["catalog"], data.get("catalog")):
        if isinstance(data.get("catalog"), str):
            data["catalog"] = load_house(path.parent / data["catalog"], system)
    check_house(path, data, system)
    teams = data.get("teams")
    for number, team in enumerate(teams if isinstance(teams, list) else []):
        if isinstance(team, dict):
            take_portraits(path, data, team.get("units"), ["teams", number])
        if isinstance(team, dict) and isinstance(team.get("party"), str):
            with named(path, data, ["teams", number, "party"], team["party"]):
                party = load_party(path.parent / team["party"], data.get("catalog"), system)
                if "units" in team:
                    raise ContentError(f"team {team.get('name')!r} has both 'party' and 'units': give one of them")
            take_party(team, party)
    scenario: Scenario = validated(models_of(system).scenario, data, path)
    if isinstance(scenario.map, str):
        with named(path, data, ["map"], scenario.map):
            scenario = scenario.model_copy(update={"map": load_map(scenario.map, path.parent)})
    try:
        check_content(scenario, load_catalog(scenario.catalog, system), path)
        if path.parent != map_folder():
            check_places(scenario)
    except ContentError as error:
        said = str(error) if str(error).startswith(f"{path}: ") else f"{path}: {error}"
        raise ContentError(with_lines(said, path, data)) from None
    return scenario


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
    for number, team in enumerate(scenario.teams):
        goal, count = team.objective, sum(unit.count for unit in team.units)
        most = {"exit": (count, "its units"), "hold": (scenario.rounds, "the battle's rounds")}.get(goal.kind)
        if most and goal.needed > most[0]:
            raise ContentError(f"teams[{number}].objective.needed = {goal.needed}: more than {most[1]} ({most[0]})")
        for entry, unit in enumerate(team.units):
            if isinstance(unit.arrives, int) and unit.arrives > scenario.rounds:
                late = f"the battle ends after {scenario.rounds} rounds"
                raise ContentError(f"teams[{number}].units[{entry}].arrives = {unit.arrives}: {late}")
    laid_out(scenario.drawn(0))


@contextmanager
def named(path: Path, data: Any, key: list[Any], value: Any) -> Iterator[None]:
    """Say of what is wrong in another file which line of this one names it."""
    try:
        yield
    except ContentError as error:
        raise ContentError(f"{placed(path, data, key)}: {key[-1]} = {shown(value)}: {error}") from None


def take_party(team: dict[str, Any], party: Party) -> None:
    """Put a party file into the table of a team that names it."""
    del team["party"]
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
