"""`fireteam check`: is a file that somebody wrote right?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fireteam.output import NO, complain, console, guarded

if TYPE_CHECKING:
    from fireteam.maps import Drawing


@guarded
def check(
    files: Annotated[
        list[str], typer.Argument(help="Scenarios, maps, parties, house rules, rewards (.toml) and replays; or names.")
    ],
) -> None:
    """Check files: exit code 1 and a line that names the place if one of them is wrong."""
    from fireteam.env.errors import ContentError

    wrong = False
    for file in files:
        try:
            console.print(f"{file}: {checked(file)}", markup=False)
        except ContentError as error:
            wrong = True
            complain(str(error))
    if wrong:
        raise typer.Exit(NO)


def checked(file: str) -> str:
    """Return what a good file is; raise a ContentError for a bad one."""
    from fireteam.commands.watch import is_replay
    from fireteam.env.catalog import Catalog, load_house
    from fireteam.env.replay import Replay
    from fireteam.env.reward import Reward
    from fireteam.env.scenario import Scenario, load_party, load_scenario
    from fireteam.env.setup import prepare
    from fireteam.maps import load_map, read_toml, validated

    if is_replay(file):
        return f"a replay of {len(Replay.load(file).steps)} decisions"
    data = read_toml(Path(file)) if file.endswith(".toml") else {"teams": []}
    if "teams" in data or "draw" in data:
        scenario: Scenario = load_scenario(file)
        field = prepare(scenario.drawn(0))
        return f"a scenario, {scenario.title!r}: {len(field.roster)} units on {field.drawing.width} x {field.drawing.height}"
    if "ground" in data:
        drawing = load_map(str(Path(file).resolve()))
        check_terrain(drawing, file)
        return f"a map, {drawing.title!r}: {drawing.width} x {drawing.height}"
    if data and set(data) <= set(Catalog._fields) and all(isinstance(entries, dict) for entries in data.values()):
        load_house(file)
        return f"house rules for {', '.join(data)}"
    if "units" in data:
        return f"a party of {sum(unit.count for unit in load_party(file).units)}"
    validated(Reward, data, file).weights()
    return "a reward file"


def check_terrain(drawing: "Drawing", file: str) -> None:
    """Raise a ContentError if a map names terrain the catalog does not know."""
    from fireteam.env.catalog import load_catalog, look_up

    for name in sorted(set(drawing.terrain())):
        look_up(load_catalog().terrain, name, "terrain", file)
