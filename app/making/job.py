"""A job: a folder with a scenario, its map, a party and house rules, commented, that runs at once."""

import shlex
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.content.reading import listed, validated
from fireteam.env.catalog import load_catalog
from fireteam.env.scenario.models import Scenario, models_of
from fireteam.env.scenario.reading import check_places, load_scenario
from fireteam.maps import Drawing
from fireteam.maps.drawing import NO_MARK
from fireteam.maps.writing import map_text

from .house import house_text
from .schemas import schema_file, schemas
from .toml import lines, paragraphs, possible
from .writing import write_new

SAMPLE = Path(__file__).with_name("sample.scenario.toml")
PARTY, HOUSE = "party.toml", "house.toml"
KINDS = ("scenario", "map", "party", "house")


def make_job(
    folder: Path,
    source: str = "",
    system: str = "",
    seed: int = 0,
    ground: Drawing | None = None,
    comments: tuple[str, ...] = (),
) -> list[Path]:
    """Write the folder of a job; return its files.

    Args:
        folder: the folder to make; it is empty or missing.
        source: a scenario to begin with, by name or file; a warehouse if not given.
        system: the rule system, if not the scenario's own.
        seed: seed of a map and teams that are drawn at random.
        ground: a map instead of the scenario's; teams start at its marks.
        comments: what the map's file says about its origin.

    Raises:
        ContentError: something is there already, or the scenario is wrong or does not fit the map.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        there = listed(path.name for path in list(folder.iterdir())[:8]) if folder.is_dir() else "a file"
        raise ContentError(f"{folder}: is there already, and is not written over: {there}")
    scenario = load_scenario(source or SAMPLE, system).drawn(seed)
    if ground is not None:
        scenario = moved(scenario, ground)
        if not source:  # the warehouse is somewhere else
            scenario = scenario.model_copy(update={"title": ground.title, "about": ground.about})
    files = job_files(folder.name, scenario, comments)
    try_out(folder, files)
    made = {folder / name: text for name, text in files.items()} | schemas(folder, KINDS, scenario.system)
    write_new(made)
    return list(made)


def job_files(name: str, scenario: Scenario, comments: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the texts of a job's files by their names."""
    models, file = models_of(scenario.system), shlex.quote(f"{name}.scenario.toml")
    set_: dict[str, Any] = scenario.model_dump(exclude_unset=True, exclude={"teams", "map", "draw", "catalog"})
    head = set_ | {"system": scenario.system, "map": f"{name}.map.toml", "catalog": HOUSE}
    ordered = {field: head[field] for field in models.scenario.model_fields if field in head}
    text = [
        f"#:schema {schema_file('scenario')}",
        *paragraphs(
            f"A job: who fights whom, where and for what. Fight it: fireteam fight {file}. What is wrong with "
            f"it: fireteam check {file}. Every key: fireteam keys scenario."
        ),
        *lines(ordered),
        *possible(models.scenario, {*ordered, "teams", "draw", "options"}),
    ]
    party: list[str] = []
    for number, team in enumerate(scenario.teams):
        own: dict[str, Any] = team.model_dump(exclude_unset=True)
        if number == 0:
            party = party_text(scenario.system, own["units"], own.pop("orders", {}))
            own = {key: PARTY if key == "units" else value for key, value in own.items()}
            own = {"party" if key == "units" else key: value for key, value in own.items()}
        text += ["", "[[teams]]", *lines(own)]
        if number == 0:
            text += possible(models.team, {*own, "units", "orders"})
        else:
            text += paragraphs("Enemies that come later have arrives = 3, the round; keys of a unit: fireteam keys unit.")
    drawing = scenario.drawing()
    about = (
        *comments,
        "The map, a letter for each tile. Every letter: fireteam list terrain. Every key: fireteam keys map.",
    )
    return {
        f"{name}.scenario.toml": "\n".join(text) + "\n",
        f"{name}.map.toml": map_text(drawing, about, schema_file("map")),
        PARTY: "\n".join(party) + "\n",
        HOUSE: house_text(scenario.system, scenario.catalog, schema_file("house")),
    }


def party_text(
    system: str, units: list[dict[str, Any]], orders: Mapping[str, Any], comments: tuple[str, ...] = ()
) -> list[str]:
    """Return the lines of a party file."""
    model = models_of(system).unit
    used = {key for unit in units for key in unit}
    text = [
        f"#:schema {schema_file('party')}",
        *paragraphs(
            *comments,
            "A party: the heroes. Each is a template (fireteam list units) and what differs from it. Every key: fireteam "
            "keys unit.",
        ),
    ]
    if orders:
        text += lines({"orders": dict(orders)})
    for unit in units:
        text += ["", "[[units]]", *lines(unit)]
    return [*text, "", *paragraphs("What a unit may say besides:"), *possible(model, used)]


def moved(scenario: Scenario, ground: Drawing) -> Scenario:
    """Return a scenario on another map: each team starts at its mark there or, if it has none, at the first letters.

    Marks of starts are taken off tiles on which nobody can stand.

    Raises:
        ContentError: not enough marks have room for a team.
    """
    known = load_catalog(scenario.catalog, scenario.system).terrain
    passable = [known[name].passable for name in ground.terrain()]
    most = max(sum(unit.count for unit in team.units) for team in scenario.teams)
    marks = sorted({letter for _, _, letter in ground.letters(ground.marks)} - {NO_MARK})
    room = {mark: sum(passable[y * ground.width + x] for x, y in ground.tiles_marked(mark)) for mark in marks}
    good = [mark for mark in marks if room[mark] >= most]
    starts = [team.start for team in scenario.teams]
    if len(set(starts)) != len(starts) or not set(starts) <= set(good):
        starts = [*good]
    if len(starts) < len(scenario.teams):
        raise ContentError(
            f"map {ground.title!r}: {len(scenario.teams)} teams need marks to start at, each on {most} tiles or more on "
            f"which one can stand; its marks: {listed(marks)}; with room enough: {listed(good)}"
        )
    rows = [
        "".join(NO_MARK if mark in starts and not passable[y * ground.width + x] else mark for x, mark in enumerate(row))
        for y, row in enumerate(ground.rows(ground.marks))
    ]
    data = scenario.model_dump(exclude_unset=True)
    data["map"] = ground.model_copy(update={"marks": "\n".join(rows) + "\n"})
    for team, start in zip(data["teams"], starts, strict=False):
        team["start"] = start
        for unit in team["units"]:
            unit.pop("at", None)
    return validated(models_of(scenario.system).scenario, data, scenario.title)


def try_out(folder: Path, files: Mapping[str, str]) -> None:
    """Read the files of a job as a battle would, before they are written; raise a ContentError if it would not begin."""
    with tempfile.TemporaryDirectory() as elsewhere:
        for name, text in files.items():
            (Path(elsewhere) / name).write_text(text, encoding="utf-8")
        try:
            scenario = load_scenario(Path(elsewhere) / f"{folder.name}.scenario.toml")
            check_places(scenario)
            load_catalog(scenario.catalog, scenario.system)
        except ContentError as error:
            raise ContentError(str(error).replace(elsewhere, str(folder))) from None
