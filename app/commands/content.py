"""More of `fireteam list`: the possible contents of files and options."""

from typing import Any, get_args

from ..output import OfSystem, guarded
from .lists import Json, entries, show
from .lists import app as app
from .odds import option_of


@app.command("changes")
@guarded
def forms_of_changes(as_json: Json = False) -> None:
    """Forms of what --what-if may say of a fight: each an example, and what it changes."""
    from fireteam.env.scenario.changes import FORMS

    show(["change", "meaning"], [[form, meaning] for form, meaning in FORMS.items()], as_json)


@app.command()
@guarded
def options(system: OfSystem = "", as_json: Json = False) -> None:
    """Options of the rule system (`--rule NAME=VALUE`), the default first."""
    from fireteam.env.scenario.models import models_of
    from fireteam.env.scenario.reading import system_named

    rows = [
        [name, field.default, " | ".join(get_args(field.annotation)), field.description]
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


def plain(value: Any) -> str:
    """Return a default as an option would be written."""
    if value in (None, ""):
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


@app.command()
@guarded
def skills(system: OfSystem = "", as_json: Json = False) -> None:
    """Skills, and the unit templates that have most of each."""
    from fireteam.content.errors import ContentError
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
