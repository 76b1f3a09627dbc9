"""More of `fireteam list`: what the files may say that game masters write."""

from typing import Annotated, Any, get_args

import typer

from ..output import OfSystem, guarded
from .lists import Json, app, entries, show
from .odds import option_of


@app.command()
@guarded
def keys(
    file: Annotated[
        str, typer.Argument(help="scenario, team, unit, objective, orders, draw, party, map; all if not given.")
    ] = "",
    system: OfSystem = "",
    as_json: Json = False,
) -> None:
    """Keys of scenarios, parties and maps: what each means, and what it is if not given."""
    from fireteam.env.errors import ContentError
    from fireteam.env.scenario.reading import system_named
    from fireteam.maps.reading import closest, listed

    from ..meanings import FILES

    if file and file not in FILES:
        raise ContentError(f"no kind of file or table is called {file!r}.{closest(file, FILES)} There are: {listed(FILES)}.")
    own = models(system_named(system))
    rows = []
    for kind in [file] if file else FILES:
        for name, field in own[kind].model_fields.items():
            default = "needed" if field.is_required() else plain(field.default)
            rows.append([kind, name, default, FILES[kind].get(name) or field.description or "-"])
    show(["in", "key", "default", "meaning"], rows, as_json)


def models(system: str) -> dict[str, Any]:
    """Return the model of every kind of file, and of the tables in it."""
    from fireteam.env.scenario.models import Objective, Team, models_of
    from fireteam.env.scenario.random_map import Draw
    from fireteam.maps import Drawing

    own = models_of(system)
    return {"scenario": own.scenario, "team": Team, "unit": own.unit, "objective": Objective, "orders": own.orders,
            "draw": Draw, "party": own.party, "map": Drawing}  # fmt: skip


def plain(value: Any) -> str:
    """Return a default as a file would say it."""
    from pydantic import BaseModel

    if value in (None, "", {}, []) or isinstance(value, BaseModel):
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


@app.command("changes")
@guarded
def forms_of_changes(as_json: Json = False) -> None:
    """Forms of what --what-if may say of a fight: each an example, and what it changes."""
    from ..meanings import CHANGES

    show(["change", "meaning"], [[form, meaning] for form, meaning in CHANGES.items()], as_json)


@app.command()
@guarded
def options(system: OfSystem = "", as_json: Json = False) -> None:
    """Options of the rule system (`--rule NAME=VALUE`), the default first."""
    from fireteam.env.scenario.models import models_of
    from fireteam.env.scenario.reading import system_named

    from ..meanings import OPTIONS

    rows = [
        [name, field.default, " | ".join(get_args(field.annotation)), OPTIONS.get(name, "")]
        for name, field in models_of(system_named(system)).options.model_fields.items()
    ]
    show(["option", "default", "values", "meaning"], rows, as_json)


@app.command()
@guarded
def odds(system: OfSystem = "", as_json: Json = False) -> None:
    """What only a rule system's odds can be asked: further options of `fireteam odds`, like --aim 2."""
    from fireteam.env.analysis.odds import odds_of_system
    from fireteam.env.scenario.reading import system_named

    asked = odds_of_system(system_named(system)).Asked.model_fields
    rows = [[option_of(name), plain(field.default), field.description] for name, field in asked.items()]
    show(["option", "default", "meaning"], rows, as_json)


@app.command()
@guarded
def skills(system: OfSystem = "", as_json: Json = False) -> None:
    """Skills, and the unit templates that have most of each."""
    from fireteam.env.errors import ContentError
    from fireteam.env.rules.systems import port_of
    from fireteam.env.scenario.reading import system_named

    units, port = entries("units", system), port_of(system_named(system))
    if not hasattr(port, "SKILLS"):
        raise ContentError(f"--system {system}: its units have no skills")
    rows = []
    for skill in port.SKILLS:
        ranks = sorted(((unit.skills.get(skill, 0), name) for name, unit in units.items()), reverse=True)
        rows.append([skill, ", ".join(f"{name} {rank}" for rank, name in ranks[:4] if rank) or "-"])
    show(["skill", "best of them"], rows, as_json)


@app.command()
@guarded
def numbers(system: OfSystem = "", as_json: Json = False) -> None:
    """Numbers of the rules that house rules may change: `[numbers]` in a file for --catalog."""
    rows = [
        [name, str(entry.value), "{} to {}".format(*entry.within), entry.rule + (" A" if entry.assumed else ""), entry.says]
        for name, entry in entries("numbers", system).items()
    ]
    show(["number", "value", "may be", "rule", "says"], rows, as_json)


@app.command()
@guarded
def terrain(system: OfSystem = "", as_json: Json = False) -> None:
    """Terrain, and the letters of maps that stand for it."""
    from fireteam.maps.drawing import LEGEND

    letters = {name: letter for letter, name in LEGEND.items()}
    rows = []
    for name, entry in entries("terrain", system).items():
        flags = [flag for flag in ("difficult", "smoke", "transparent") if getattr(entry, flag)]
        flags += [
            f"{key}: {getattr(entry, key)}" for key in ("opens", "locked", "unlocked", "broken") if getattr(entry, key)
        ]
        stands = "yes" if entry.passable else "no"
        rows.append(
            [letters.get(name, "-"), name, entry.words, stands, entry.top / 100, entry.material or "-", ", ".join(flags)]
        )
    show(["letter", "terrain", "words", "stand on it", "metres high", "material", "besides"], rows, as_json)


@app.command()
@guarded
def ranges(system: OfSystem = "", as_json: Json = False) -> None:
    """Metres at which short, medium, long and extreme range end, by class of weapon."""
    show(
        ["class", "short", "medium", "long", "extreme"],
        [[name, *row] for name, row in entries("ranges", system).items()],
        as_json,
    )
