"""`fireteam new`: files to begin with."""

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ... import completing
from ...output import NO, OfSystem, SystemOption, complain, console, guarded, needing

NOTHING: tuple[str, ...] = ()
AREA = "Only a part of the map, in its own squares: X,Y,WIDTH,HEIGHT, counted from 0."
PROJECT = "Folder in which all lies that a map of Tiled names, like .. where its tilesets are in ../tilesets."
OPENINGS = "Portals of Universal VTT that do not block light: guess, window, door or gap."


class Kinds(TyperGroup):
    """A group whose first word is a kind of file or, if it is none, the name of a job."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the words that are left when the group has taken its own."""
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["job", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=Kinds,
    no_args_is_help=True,
    help="Files to begin with: `fireteam new saturday` makes a folder with a whole job in it, which runs at once.",
)


@app.callback()
def new() -> None:
    """Files to begin with: `fireteam new saturday` makes a folder with a whole job in it, which runs at once.

    A job is a scenario, its map, a party and house rules, commented. Nothing that is there is ever written over.
    """


@app.command()
@guarded
def job(
    name: Annotated[Path, typer.Argument(help="The folder to make.")] = Path("job"),
    source: Annotated[
        str,
        typer.Option(
            "--from",
            help="A scenario to begin with, by name or file; else a warehouse.",
            autocompletion=completing.scenarios,
        ),
    ] = "",
    ground: Annotated[
        str, typer.Option("--map", help="Another map: a name, a .map.toml, or one of Universal VTT or Tiled.")
    ] = "",
    system: SystemOption = "",
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Of a map and teams that are drawn at random.")] = 0,
    area: Annotated[str, typer.Option(help=AREA)] = "",
    openings: Annotated[str, typer.Option(help=OPENINGS)] = "guess",
    project: Annotated[Path | None, typer.Option(help=PROJECT)] = None,
) -> None:
    """Make a job: a folder with a commented scenario, a map, a party and house rules, which runs at once."""
    from fireteam.content.errors import ContentError
    from fireteam.env.catalog import load_catalog
    from fireteam.env.scenario.fitting import nobody_stands
    from fireteam.env.scenario.reading import system_named
    from fireteam.maps import load_map
    from fireteam.maps.importers import KINDS

    from ...making.job import make_job
    from ...making.sheets import KINDS as SHEETS

    check_name(name)
    if Path(source).suffix.lower() in SHEETS:
        raise ContentError(f"--from {source}: a sheet makes a party: fireteam new party {name} --from {source}")
    if Path(source).suffix.lower() in KINDS:
        raise ContentError(f"--from {source}: a job begins with a scenario; for its map: fireteam new {name} --map {source}")
    if area and not ground:
        raise ContentError(f"--area {area}: is a part of a map: name the map with --map")
    drawing, comments, notes, doubt = None, NOTHING, NOTHING, ""
    if Path(ground).suffix.lower() in (".toml", ""):
        drawing = load_map(ground) if ground else None
    else:
        drawing, comments, notes, doubt = converted(Path(ground), area, openings, system, project)
    if drawing is not None and (says := nobody_stands(drawing, load_catalog(None, system_named(system)))):
        complain(f"{ground}: {says}")
        raise typer.Exit(NO)
    made = make_job(name, source, system, seed, drawing, comments)
    for path in made:
        console.print(str(path))
    for note in notes:
        console.print(f"- {note}")
    folder = shlex.quote(str(name))
    console.print(f"Is it right?  fireteam check {folder}")
    if doubt:
        console.print(f"warning: {ground}: {doubt}")
        return
    console.print(f"Fight it:     fireteam fight {folder}")
    console.print(f"How will it go for the party?  fireteam forecast {folder}")


@app.command()
@guarded
def party(
    name: Annotated[str, typer.Argument(help="The party; its file is NAME.party.toml. As the sheet if not given.")] = "",
    source: Annotated[
        Path | None, typer.Option("--from", help="A sheet, .csv or .xlsx, with a row for each hero; else a sample.")
    ] = None,
    system: OfSystem = "",
) -> None:
    """Make a party file of a sheet: its columns are called name, template, count, weapons, armour, skills and so on.

    A cell of skills says "pistols 6, blades 3"; each skill and attribute may have a column of its own, too. Columns that are
    not understood are named and left out.
    """
    from fireteam.env.scenario.reading import system_named

    from ...making.party import party_of, sample_party

    own = system_named(system)
    path = target(name, source, ".party.toml", "party")
    notes: list[str] = []
    if source is None:
        text, says = sample_party(own), "a sample; change it, or begin with a sheet: --from crew.csv"
    else:
        with needing("reading a sheet", "import"):
            text, count, notes = party_of(source, own)
        says = f"a party of {count}, of {source}"
    write_one(path, text, "party", own)
    console.print(f"{path}: {says}")
    for sentence in notes:
        console.print(f"- {sentence}")
    console.print(
        f'Take it into a team of a scenario: party = "{path.name}"; or into a fight: --red {shlex.quote(str(path))}'
    )


@app.command("map")
@guarded
def new_map(
    name: Annotated[
        str, typer.Argument(help="The map; its file is NAME.map.toml. As the file it is made of if not given.")
    ] = "",
    source: Annotated[
        Path | None,
        typer.Option(
            "--from", help="A map of Universal VTT (.uvtt, .dd2vtt, .df2vtt) or Tiled (.tmx, .tmj, .json); else a sample."
        ),
    ] = None,
    area: Annotated[str, typer.Option(help=AREA)] = "",
    openings: Annotated[str, typer.Option(help=OPENINGS)] = "guess",
    project: Annotated[Path | None, typer.Option(help=PROJECT)] = None,
    system: OfSystem = "",
) -> None:
    """Convert another program's map to a map file, and say what was guessed about it and where."""
    from fireteam.env.catalog import load_catalog
    from fireteam.env.scenario.fitting import nobody_stands
    from fireteam.env.scenario.reading import system_named
    from fireteam.maps.drawing import read_map
    from fireteam.maps.writing import map_text

    from ...making.job import SAMPLE
    from ...making.schemas import schema_file

    own = system_named(system)
    path = target(name, source, ".map.toml", "map")
    if source is None:
        drawing, comments, notes, doubt = read_map(SAMPLE.with_name("sample.map.toml")), NOTHING, NOTHING, ""
    else:
        drawing, comments, notes, doubt = converted(source, area, openings, own, project)
    write_one(path, map_text(drawing, comments, schema_file("map")), "map", own)
    console.print(f"{path}: {drawing.width} x {drawing.height} tiles")
    if comments:
        console.print(f"Rule: {comments[0]}")
    for note in notes:
        console.print(f"- {note}")
    if says := nobody_stands(drawing, load_catalog(None, own)):
        complain(f"{source}: {says}; the notes say what was not understood")
        raise typer.Exit(NO)
    if doubt:
        console.print(f"warning: {source}: {doubt}")
        return
    console.print(f"Fight on it:  fireteam new job NAME --map {shlex.quote(str(path))}")


def converted(
    path: Path, area: str, openings: str, system: str, project: Path | None
) -> tuple[Any, tuple[str, ...], tuple[str, ...], str]:
    """Return a map of another program, what its file says of it, what was guessed, and why it may be no map at all."""
    from fireteam.env.catalog import load_catalog
    from fireteam.env.rules.record import MAX_CHANGES
    from fireteam.env.scenario.fitting import check_drawing
    from fireteam.env.scenario.reading import system_named
    from fireteam.maps.importers import convert

    catalog = load_catalog(None, system_named(system))
    with needing(f"reading {path.suffix}", "import"):
        made = convert(path, catalog.terrain, area_of(area), openings, project)
    check_drawing(made.drawing, catalog, str(path))
    doors = sum(bool(catalog.terrain[name].opens or catalog.terrain[name].locked) for name in made.drawing.terrain())
    more = (f"{doors} doors: a battle has room for {MAX_CHANGES}; take a part of the map, or --openings gap",)
    notes = made.notes + (more if doors > MAX_CHANGES else ())
    return made.drawing, (made.rule, *notes) if notes else NOTHING, notes, doubt_of(made)


def doubt_of(made: Any) -> str:
    """Return why a converted map may be wrong: what the converter did not understand."""
    kinds = {*made.drawing.terrain()}
    if len(kinds) == 1:
        return f"NOTHING WAS UNDERSTOOD OF THIS MAP, or it is empty: all of it is {kinds.pop()}; the notes say what was read"
    if not made.understood:
        return (
            "NOTHING WAS UNDERSTOOD OF THIS MAP: no layer, tileset, tile or object says a terrain that is known, so it is "
            "floor where the lowest layer has tiles, and wall elsewhere; the rule says what they can be called"
        )
    return ""


def area_of(text: str) -> Any:
    """Return a part of a map as it was typed; None for all of it."""
    from fireteam.content.errors import ContentError
    from fireteam.maps.importers import Area

    if not text:
        return None
    numbers = [int(part) if part.strip().isdecimal() and len(part) < 7 else -1 for part in text.split(",")]
    if len(numbers) != 4 or min(numbers) < 0 or 0 in numbers[2:]:
        raise ContentError(f"--area {text}: must be four numbers, X,Y,WIDTH,HEIGHT, like 0,0,24,16")
    return Area(*numbers)


def target(name: str, source: Path | None, ending: str, otherwise: str) -> Path:
    """Return the file to write: the named one, else one in the current folder named after its source."""
    path = Path(name or (source.stem if source is not None else otherwise))
    check_name(path)
    return path if path.name.endswith(".toml") else path.with_name(path.name + ending)


def check_name(path: Path) -> None:
    """Raise a ContentError if a file or folder should not be called so."""
    from fireteam.content.errors import ContentError

    name = path.name
    if not name or name.startswith((".", "-")) or not name.isprintable() or any(letter in '\\:*?"<>|' for letter in name):
        raise ContentError(f"{str(path)!r} is no name for a file or folder: letters, digits, spaces, - and _ are")


def write_one(path: Path, text: str, kind: str, system: str) -> None:
    """Write a file and, beside it, the schema that its first line names."""
    from ...making.schemas import schemas
    from ...making.writing import check_new, write_new

    check_new({path: text})
    write_new({path: text} | schemas(path.parent, [kind], system))
