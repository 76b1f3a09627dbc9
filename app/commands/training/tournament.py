"""`fireteam tournament`: every bot against every other, ratings, and a page to show."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ... import completing
from ...output import SystemOption, console, errors, guarded, print_json, print_table, progress
from .evaluate import (
    SCENARIOS,
    RayOption,
    ScenariosOption,
    StreamOption,
    WorkersOption,
    entrants_of,
    fields_of,
    runner,
)

if TYPE_CHECKING:
    from fireteam.training.contest.standings import Standings


@guarded
def tournament(
    bots: Annotated[
        list[str],
        typer.Argument(
            help="Two bots or more, names or module:object; `all` for every one by name.", autocompletion=completing.bots
        ),
    ],
    scenarios: ScenariosOption = SCENARIOS,
    system: SystemOption = "",
    rounds: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="In each, every two bots fight twice in every scenario, sides swapped.")
    ] = 16,
    out: Annotated[Path, typer.Option(help="Folder of the results.")] = Path("tournament"),
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the battles that are in the folder.")] = False,
    seed: StreamOption = 0,
    workers: WorkersOption = 1,
    ray: RayOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the standings as JSON.")] = False,
) -> None:
    """Let bots fight each other, all against all, and rate them.

    Results are kept in FOLDER/results.sqlite as they come: whatever stops a tournament, --resume goes on with it. Standings
    are written beside them as .csv, .json and .html. `random` and `tactician` have fixed ratings, if they take part.
    """
    from fireteam.agents.bots import bot_names
    from fireteam.training.contest.standings import standings_as_dict
    from fireteam.training.contest.standings_file import write_standings
    from fireteam.training.contest.tournament import run_tournament

    entrants = entrants_of(bot_names() if bots == ["all"] else bots)
    fields = fields_of(scenarios, entrants, system)
    total = len(entrants) * (len(entrants) - 1) * rounds * len(fields)
    with runner(ray) as run, progress("fighting", total, as_json) as advance:
        standings = run_tournament(entrants, fields, rounds, out, resume, seed, workers, lambda done, _: advance(done), run)
    paths = write_standings(standings, out)
    if as_json:
        print_json(standings_as_dict(standings))
        return
    print_standings(standings)
    errors.print("written: " + ", ".join(str(path) for path in paths))


def print_standings(standings: "Standings") -> None:
    """Print the standings as tables."""
    from fireteam.training.contest.standings import rows_of

    console.print(f"{len(standings.bouts)} battles in {', '.join(standings.scenarios)}")
    rows = [
        [row["place"], row["bot"], round(row["rating"]), "anchor" if row["anchor"] else f"± {2 * row['deviation']:.0f}"]
        + [row[key] for key in ("battles", "wins", "losses", "draws")]
        + [f"{row['score']:.1%}", f"{row['low']:.1%} to {row['high']:.1%}"]
        for row in rows_of(standings)
    ]
    print_table(["", "bot", "rating", "95 %", "battles", "wins", "losses", "draws", "score", "95 % interval"], rows)
    names = [rating.name for rating in standings.ratings]
    payoffs = standings.payoffs
    fought = {pairing for pairing, score in payoffs.items() if score.battles}
    scores = [[a, *(f"{payoffs[a, b].share:.0%}" if (a, b) in fought else "" for b in names)] for a in names]
    console.print()
    print_table(["score against", *names], scores)
    if not standings.anchored:
        console.print("\nno anchor (random, tactician) took part: only differences of ratings mean something")
