"""`fireteam check`: is a file that somebody wrote right?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ... import completing
from ...output import NO, CatalogOption, SystemOption, complain, console, guarded

if TYPE_CHECKING:
    from fireteam.env.catalog import House

SUFFIXES = {".scenario.toml": "scenario", ".map.toml": "map", ".party.toml": "party"}


@guarded
def check(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Scenarios, maps, parties, house rules, rewards (.toml) and replays; or names.",
            autocompletion=completing.checked,
        ),
    ],
    system: SystemOption = "",
    catalog: CatalogOption = None,
) -> None:
    """Check files: exit code 1 and a line for each mistake if one of them is wrong."""
    from fireteam.env.catalog import load_house
    from fireteam.env.errors import ContentError
    from fireteam.env.scenario.reading import system_named

    wrong = False
    own = system_named(system)  # what is no system is told once, not for every file
    house = load_house(catalog, own) if catalog is not None else None
    for file in files:
        try:
            console.print(f"{file}: {checked(file, house, system)}")
        except ContentError as error:
            wrong = True
            complain(str(error))
    if wrong:
        raise typer.Exit(NO)


def checked(file: str, house: "House | None" = None, system: str = "") -> str:
    """Return what a good file is; raise a ContentError for a bad one.

    Without a system a scenario is checked as one of its own, other files as those of the default one.
    """
    from fireteam.env.catalog import load_catalog, load_house
    from fireteam.env.errors import ContentError
    from fireteam.env.observe.reward import Reward
    from fireteam.env.replay.replay import Replay
    from fireteam.env.scenario.fitting import check_drawing, under
    from fireteam.env.scenario.reading import load_party, load_scenario, system_named
    from fireteam.env.scenario.setup import laid_out
    from fireteam.maps import read_toml, validated
    from fireteam.maps.drawing import read_map
    from fireteam.maps.reading import with_lines

    from ...seating import check_doctrines
    from ..replay.watch import is_replay

    if is_replay(file):
        return f"a replay of {len(Replay.load(file).steps)} decisions"
    own = system_named(system)
    kind = kind_of(file, read_toml(Path(file)), own) if file.endswith(".toml") else "scenario"
    if kind == "scenario":
        scenario = under(load_scenario(file, system), {}, house)
        field = laid_out(scenario.drawn(0))
        check_doctrines(scenario)
        return f"a scenario, {scenario.title!r}: {len(field.roster)} units on {field.drawing.width} x {field.drawing.height}"
    if kind == "map":
        drawing = read_map(Path(file))
        try:
            check_drawing(drawing, load_catalog(house, own), file)
        except ContentError as error:
            raise ContentError(with_lines(str(error), file, read_toml(Path(file)))) from None
        return f"a map, {drawing.title!r}: {drawing.width} x {drawing.height}"
    if kind == "house rules":
        return f"house rules for {', '.join(load_house(file, own))}"
    if kind == "party":
        return f"a party of {sum(unit.count for unit in load_party(file, house, own).units)}"
    validated(Reward, read_toml(Path(file)), file).weights()
    return "a reward file"


def kind_of(file: str, data: dict[str, Any], system: str) -> str:
    """Return what a file is meant to be: by the end of its name, else by the keys it has.

    Raises:
        ContentError: it is empty, or its keys belong to nothing.
    """
    from fireteam.env.catalog import all_shipped, kinds
    from fireteam.env.catalog.house import elsewhere
    from fireteam.env.errors import ContentError
    from fireteam.env.observe.reward import Reward
    from fireteam.env.scenario.models import models_of
    from fireteam.maps import Drawing
    from fireteam.maps.reading import MOST_PROBLEMS, closest, listed, respelled

    for suffix, kind in SUFFIXES.items():
        if file.endswith(suffix):
            return kind
    models = models_of(system)
    known = {
        "scenario": set(models.scenario.model_fields),
        "map": set(Drawing.model_fields),
        "party": set(models.party.model_fields),
        "house rules": set(kinds(system)),
        "reward": set(Reward.model_fields),
    }
    if isinstance(data.get("units"), dict):  # of a party they are a list
        return "house rules"
    own = {
        kind: sum(key in keys and not any(key in other for name, other in known.items() if name != kind) for key in data)
        for kind, keys in known.items()
    }
    shared = {kind: len(set(respelled(data, keys)) & keys) for kind, keys in known.items()}
    kind = max(known, key=lambda name: (own[name], shared[name]))
    if shared[kind]:
        return kind
    if data and set(respelled(data, models.unit.model_fields)) <= set(models.unit.model_fields):
        raise ContentError(
            f"{file}: these are keys of a unit; a party is a list of them, each of which begins with [[units]]"
        )
    first = list(data)[:MOST_PROBLEMS]
    words, entries = {word for keys in known.values() for word in keys}, all_shipped(system)
    meant = "".join(elsewhere(key, entries) or closest(key, words) for key in first)
    more = " ..." if len(data) > len(first) else ""
    found = f"its keys ({listed(first)}{more}) belong to none of these.{meant}" if data else "it is empty."
    told = "; ".join(f"{name} ({listed(keys)})" for name, keys in known.items())
    raise ContentError(f"{file}: what is it? {found[0].upper()}{found[1:]} What can be: {told}")
