"""`fireteam levels`: battles that are drawn by a number."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..output import SystemOption, console, guarded, print_json, print_table, progress

app = typer.Typer(help="Battles that are drawn by a number: levels without end.", no_args_is_help=True)
Which = Annotated[
    str, typer.Argument(metavar="LEVELS", help="Numbers of levels, like 17 or 0..11; NAME:0..11 for another distribution.")
]
MOST_LEVELS = 10_000
MOST_PICTURES = 64
COLUMNS = 4
WIDTH = 480  # pixels of a picture among several


@app.command()
@guarded
def show(
    levels: Which = "0..11",
    system: SystemOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Print what levels are: map, teams, mission, conditions, and how fair they are."""
    from fireteam.env.seats.levels import levels_of

    found = few(levels_of(levels, system))
    if as_json:
        print_json([facts_of(found.scenario, number) for number in found.numbers])
        return
    heads = ["level", "map", "start", "mission", "teams", "conditions", "first wins"]
    print_table(heads, [row_of(facts_of(found.scenario, number)) for number in found.numbers])
    console.print("first wins: the share of battles that tacticians of the first team win, by the table of the system")


def few(levels: Any) -> Any:
    """Return levels; raise a ContentError if there are more than anybody could look at."""
    from fireteam.content.errors import ContentError

    if len(levels) > MOST_LEVELS:
        raise ContentError(f"{len(levels)} levels: at most {MOST_LEVELS} at a time, like 0..{MOST_LEVELS - 1}")
    return levels


def facts_of(scenario: Any, number: int) -> dict[str, Any]:
    """Return what is known of a level, for JSON."""
    from fireteam.env.scenario.levels.draw import VERSION

    facts, level = scenario.facts(number), scenario.drawn(number)
    drawing = level.drawing()
    teams = [[unit.template for unit in team.units for _ in range(unit.count)] for team in level.teams]
    rounds = {team.name: [unit.arrives for unit in team.units if isinstance(unit.arrives, int)] for team in level.teams}
    late = {name: max(some, default=0) for name, some in rounds.items()}
    said: dict[str, Any] = facts._asdict()
    return said | {
        "version": VERSION,
        "system": level.system,
        "width": drawing.width,
        "height": drawing.height,
        "teams": {team.name: names for team, names in zip(level.teams, teams, strict=True)},
        "waves": {name: rounds for name, rounds in late.items() if rounds},
        "light": level.light or drawing.light,
        "fog": level.fog,
        "rounds": level.rounds,
    }


def row_of(said: dict[str, Any]) -> list[str]:
    """Return the row of a level in the table."""
    teams = " v ".join(counted(names) for names in said["teams"].values())
    attackers = list(said["teams"])[said["attacker"]] if said["attacker"] >= 0 else ""
    waves = [f"{name} comes in round {number}" for name, number in said["waves"].items()]
    conditions = [said["light"], *(["fog"] if said["fog"] else []), f"{said['rounds']} rounds", *waves]
    twin = ", mirrored" if said["mirrored"] else ""
    mission = said["mission"] + (f" ({attackers} acts)" if attackers else "")
    fairness = "not known" if said["share"] is None else f"{said['share']:.0%}"
    size = f"{said['kind']} {said['width']}x{said['height']}{twin}"
    return [str(said["number"]), size, said["start"], mission, teams, ", ".join(conditions), fairness]


def counted(names: list[str]) -> str:
    """Return units by template: "2 soldier, 1 guard"."""
    return ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names))


@app.command()
@guarded
def picture(
    levels: Which = "0..11",
    out: Annotated[Path, typer.Option(help="The .png file to write.")] = Path("levels.png"),
    system: SystemOption = "",
) -> None:
    """Draw the openings of levels, several on a sheet."""
    from fireteam.content.errors import ContentError
    from fireteam.env.files import appearing
    from fireteam.env.seats.levels import levels_of
    from fireteam.env.view.export.encode import png_bytes

    if out.suffix.lower() != ".png":
        raise ContentError(f"--out {out}: must end in .png")
    found = few(levels_of(levels, system))
    if len(found) > MOST_PICTURES:
        raise ContentError(f"{len(found)} levels: at most {MOST_PICTURES} fit on a sheet")
    with progress("levels", len(found), False) as done:
        pictures = []
        for number in found.numbers:
            pictures.append(opening_of(found.scenario.drawn(number)))
            done(len(pictures))
    with appearing(out) as name:
        Path(name).write_bytes(png_bytes(sheet_of(pictures)))
    console.print(f"{out}: {len(found)} levels")


def opening_of(scenario: Any) -> Any:
    """Return the picture of the opening of a battle, as a surface."""
    from fireteam.env.battle import Battle
    from fireteam.env.replay.scene import scene_of
    from fireteam.env.view.export.film import still
    from fireteam.env.view.playback.cutter import Cutter

    battle = Battle(scenario, 1)
    cutter = Cutter(battle.field)
    cutter.add(scene_of(battle), [], None, battle)
    return still(cutter.playback, 0, width=WIDTH)


def sheet_of(pictures: list[Any]) -> Any:
    """Return pictures side by side on one surface, row by row."""
    from fireteam.env.view.draw.canvas import pygame_here

    columns = min(COLUMNS, len(pictures))
    rows = [pictures[at : at + columns] for at in range(0, len(pictures), columns)]
    heights = [max(one.get_height() for one in row) for row in rows]
    sheet = pygame_here().Surface((WIDTH * columns, sum(heights)))
    top = 0
    for row, height in zip(rows, heights, strict=True):
        for place, one in enumerate(row):
            sheet.blit(one, (place * WIDTH, top))
        top += height
    return sheet


@app.command()
@guarded
def measure(
    levels: Which = "0..1999",
    battles: Annotated[int, typer.Option(min=1, max=1000, help="Battles of each level.")] = 4,
    bot: Annotated[str, typer.Option(help="The doctrine that plays both teams.")] = "tactician",
    system: SystemOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Measure what units, parts and places are worth, by battles of one doctrine against itself.

    Four of five levels make the table; on the others it is checked. The table that comes with the package is checked on all
    of them: choose levels that it was not made from.
    """
    from fireteam.agents.series.fairness import checked, checked_parts, fight_level, fitted, slope_of
    from fireteam.env.scenario.levels.worth import worth_of
    from fireteam.env.seats.levels import levels_of

    found = few(levels_of(levels, system))
    fought = []
    with progress("levels", len(found), False) as done:
        for number in found.numbers:
            fought.append(fight_level(found.scenario, number, bot, battles))
            done(len(fought))
    table = fitted([one for at, one in enumerate(fought) if at % 5])
    bands = checked(table, fought[::5])
    shipped = worth_of(found.scenario.system)
    known = [one for one in fought if shipped.knows([*one.teams[0], *one.teams[1]])]
    shipped_bands, shipped_parts, slope = checked(shipped, known), checked_parts(shipped, known), slope_of(shipped, known)
    draws = sum(one.draws for one in fought) / len(fought)
    if as_json:
        said = {
            "levels": len(known),
            "slope": slope._asdict() if slope else None,
            "bands": [band._asdict() for band in shipped_bands],
            "parts": {name: band._asdict() for name, band in shipped_parts.items()},
        }
        print_json(table._asdict() | {"draws": draws, "bands": [band._asdict() for band in bands], "shipped": said})
        return
    console.print(f"[{found.scenario.system}]")
    console.print(f"battles = {table.battles}")
    console.print(f"around = {table.around}\nlate = {table.late}")
    for name, values in (("templates", table.templates), ("attacker", table.attacker)):
        inside = ", ".join(f"{key} = {value}" for key, value in values.items())
        console.print(f"{name} = {{ {inside} }}", soft_wrap=True)
    console.print(f"\nChecked on {len(fought[::5])} other levels; draws {draws:.1%}:")
    print_table(
        ["levels", "first wins, by the table", "first won", "standard errors"], [row_of_band(band) for band in bands]
    )
    if known:
        steep = f"; for each log odds that it says, {slope.value:.2f} ± {slope.error:.2f} were won" if slope else ""
        console.print(f"\nThe table that comes with the package, on all {len(known)} levels{steep}:", soft_wrap=True)
        rows = [["all", *row_of_band(band)] for band in shipped_bands]
        rows += [[name, *row_of_band(band)] for name, band in shipped_parts.items()]
        print_table(["teams", "levels", "wins, by the table", "won", "standard errors"], rows)


def row_of_band(band: Any) -> list[str]:
    """Return levels that were checked as a row: how many, expected, won, and by how many standard errors that is off."""
    return [str(band.levels), f"{band.expected:.1%}", f"{band.won:.1%}", f"{band.off:+.1f}"]
