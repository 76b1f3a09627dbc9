"""`fireteam check`: finds mistakes in the files that somebody wrote, and tries whether they make a fight."""

import os
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
    battles: Annotated[
        bool, typer.Option("--battles/--no-battles", help="Fight 50 quick battles of each good scenario: do sides meet?")
    ] = True,
    strict: Annotated[bool, typer.Option("--strict", help="Exit code 1 for warnings, too.")] = False,
) -> None:
    """Check files, or all that lies in a folder: a line for each mistake, and exit code 1 if there is one.

    Of a good scenario the map is walked over: who gets to whom and to the goals, who starts under fire, whether sides meet.
    """
    from fireteam.env.catalog import load_house
    from fireteam.env.scenario.reading import system_named

    from ...reports.files.checked import Frame, check_file, check_folder
    from ...reports.files.walk import BATTLES, Walk

    own = system_named(system)  # what is no system is told once, not for every file
    frame = Frame(load_house(catalog, own) if catalog is not None else None, system)
    wrong = False
    for name in files:
        for done in check_folder(Path(name), frame) if os.path.isdir(name) else [check_file(name, frame)]:
            wrong = wrong or bool(done.problems)
            for problem in done.problems:
                complain(problem)
            if done.says:
                console.print(f"{done.file}: {done.says}")
            for found in Walk(done.scenario, BATTLES if battles else 0).findings() if done.scenario is not None else ():
                wrong = wrong or strict
                console.print(f"warning: {done.file}: {found.says}. {found.advice[0].upper()}{found.advice[1:]}.")
    if wrong:
        raise typer.Exit(NO)
