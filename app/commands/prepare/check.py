"""`fireteam check`: are the files right that somebody wrote, and will it be a fight?"""

from pathlib import Path
from typing import Annotated

import typer

from ... import completing
from ...output import NO, CatalogOption, SystemOption, complain, console, guarded


@guarded
def check(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Folders, scenarios, maps, parties, house rules, rewards (.toml) and replays; or names of scenarios.",
            autocompletion=completing.checked,
        ),
    ],
    system: SystemOption = "",
    catalog: CatalogOption = None,
) -> None:
    """Check files, or all that lies in a folder: a line for each mistake, and exit code 1 if there is one."""
    from fireteam.env.catalog import load_house
    from fireteam.env.scenario.reading import system_named

    from ...reports.checked import Frame, check_file, check_folder

    own = system_named(system)  # what is no system is told once, not for every file
    frame = Frame(load_house(catalog, own) if catalog is not None else None, system)
    wrong = False
    for name in files:
        for done in check_folder(Path(name), frame) if Path(name).is_dir() else [check_file(name, frame)]:
            wrong = wrong or bool(done.problems)
            for problem in done.problems:
                complain(problem)
            if done.says:
                console.print(f"{done.file}: {done.says}")
    if wrong:
        raise typer.Exit(NO)
