"""`fireteam evaluate`: how a bot does against others, with intervals, on seeds that no training has seen."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ... import completing
from ...output import SystemOption, console, errors, guarded, print_json, print_table, progress

if TYPE_CHECKING:
    from fireteam.training.contest.evaluation import Evaluation
    from fireteam.training.contest.jobs import Entrant, Field, RunJobs

SCENARIOS = "yard,skirmish"  # the benchmark, and battlefields nobody has seen before
EVERY = "all"

ScenariosOption = Annotated[
    str,
    typer.Option(help="Scenarios of two teams, names or .toml files, with commas; `all`: all that the bots can play."),
]
WorkersOption = Annotated[
    int, typer.Option(min=1, max=256, help="Threads, or processes if a bot is not of the compiled kind.")
]
ADDRESSES = "auto, local, HOST:PORT, or ray://HOST:PORT from outside."
RayOption = Annotated[str, typer.Option(help=f"Fight on a Ray cluster instead: {ADDRESSES}")]
StreamOption = Annotated[
    int, typer.Option(min=0, max=2**32 - 1, help="Another list of held-out seeds; 0 is the one to report.")
]


@guarded
def evaluate(
    bot: Annotated[str, typer.Argument(help="A bot's name, or module:object.", autocompletion=completing.bots)],
    against: Annotated[str, typer.Option(help="Opponents, with commas; `all` for every bot by name.")] = "tactician",
    scenarios: ScenariosOption = SCENARIOS,
    system: SystemOption = "",
    battles: Annotated[
        int, typer.Option(min=2, max=1_000_000, help="Battles for each opponent and scenario, an even number.")
    ] = 200,
    seed: StreamOption = 0,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="ELO0 ELO1", help="Stop as soon as it is clear which of two Elo differences fits better."),
    ] = None,
    luck: Annotated[
        bool, typer.Option("--luck", help="Tell scores without the luck of the dice, too: narrower intervals.")
    ] = False,
    workers: WorkersOption = 1,
    ray: RayOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Measure a bot: wins, losses, draws and score with its 95 % interval, by opponent and scenario.

    Battles come in pairs with sides swapped on the same dice, and their seeds are held out: training never draws them.
    """
    from fireteam.agents.bots import bot_names
    from fireteam.content.errors import ContentError

    if battles % 2:
        raise ContentError(f"--battles {battles}: must be even, for every battle is fought again with sides swapped")
    entrant = entrants_of([bot])[0]
    every = [name for name in bot_names() if name != entrant.name]
    opponents = entrants_of(names_in(against, "--against", every))
    fields = fields_of(scenarios, [entrant, *opponents], system)
    from fireteam.training.contest.evaluation import evaluate as measure

    total = battles * len(opponents) * len(fields)
    with runner(ray) as run, progress(f"{bot}: fighting", total, as_json) as advance:
        result = measure(entrant, opponents, fields, battles // 2, seed, workers, sprt, advance, run, luck)
    if as_json:
        print_json(evaluation_as_dict(result, seed))
        return
    print_evaluation(result, seed)


@contextmanager
def runner(address: str) -> "Iterator[RunJobs]":
    """Give what fights jobs: this machine, or a Ray cluster."""
    from fireteam.training.contest.run import run_jobs

    if not address:
        yield run_jobs
        return
    from fireteam.training.contest.cluster import run_on_ray

    # Ray tells of nodes that have died on standard output, which is for results.
    with redirect_stdout(sys.stderr), run_on_ray(address) as run:
        yield run


def names_in(text: str, option: str, every: list[str]) -> list[str]:
    """Return the names in a comma-separated list; `all` stands for every one.

    Raises:
        ContentError: a name is missing or given twice.
    """
    from fireteam.agents.bots import split_names
    from fireteam.content.errors import ContentError

    names = split_names(text)
    if names == [EVERY]:
        return every
    if "" in names:
        raise ContentError(
            f"{option} {text!r}: must be names with commas between them, like {','.join(every[:2])}; or {EVERY}"
        )
    if len(set(names)) < len(names):
        raise ContentError(f"{option} {text!r}: names {next(name for name in names if names.count(name) > 1)!r} twice")
    return names


def entrants_of(names: list[str]) -> "list[Entrant]":
    """Return bots by name, or as module:object."""
    from fireteam.training.contest.jobs import entrant_of

    from ...seating import find_bot

    return [entrant_of(name, find_bot(name, 0)) for name in names]


def fields_of(text: str, entrants: "list[Entrant]", system: str = "") -> "list[Field]":
    """Return scenarios that were named with commas; `all` stands for all of two teams that every bot can play.

    Which ones `all` leaves out, because a bot has too few slots for their units or is of another rule system, is said on
    standard error. A rule system that is given takes the place of the scenarios' own; `all` are then those that need nothing
    that it lacks.

    Raises:
        ContentError: a scenario was named that a bot cannot play, or none is left.
    """
    from fireteam.content.errors import ContentError
    from fireteam.env.scenario.reading import load_scenario, scenario_names
    from fireteam.training.contest.jobs import field_of, unfit_bot

    every = text.strip() == EVERY
    loaded = {}
    for name in names_in(text, "--scenarios", scenario_names()):
        try:
            loaded[name] = load_scenario(name, system)
        except ContentError as error:
            if not every:
                raise
            errors.print(f"left out: {str(error).partition('. Known keys')[0].splitlines()[0]}")
    fields = [field_of(name, made) for name, made in loaded.items() if not every or len(made.teams) == 2]
    barred = {field.name: why for field in fields if (why := unfit_bot(field, entrants))}
    if barred and not every:
        raise ContentError(f"--scenarios: {'; '.join(barred.values())}; leave it out")
    if len(barred) == len(fields):
        raise ContentError(f"--scenarios {text}: no scenario is left: {'; '.join(barred.values())}")
    for why in barred.values():
        errors.print(f"left out: {why}")
    return [field for field in fields if field.name not in barred]


def evaluation_as_dict(result: "Evaluation", stream: int) -> dict[str, Any]:
    """Return an evaluation as plain values."""
    from fireteam.env.replay.replay import ENGINE, rules_digest

    tests = [
        {
            "opponent": name,
            "elo0": test.elo0,
            "elo1": test.elo1,
            "pairs": test.pairs,
            "ratio": test.ratio,
            "bounds": list(test.bounds),
            "verdict": test.verdict or "undecided",
        }
        for name, test in result.tests.items()
    ]
    return {
        "bot": result.entrant.name,
        "engine": ENGINE,
        "rules": rules_digest(),
        "seeds": f"held out, list {stream}",
        "results": result.rows(),
        "over_all": result.over_all(),
        "sprt": tests,
    }


def print_evaluation(result: "Evaluation", stream: int) -> None:
    """Print an evaluation as a table."""
    from ...reports import luck_table

    over_all = {"opponent": "over all", "scenario": ""} | result.over_all()
    rows = result.rows()
    shown = [*rows, *([over_all] if len(rows) > 1 else [])]
    noted = "corrected" in over_all
    console.print(f"{result.entrant.name}: sides swapped in pairs on the same dice, held-out seeds, list {stream}")
    print_table(
        ["opponent", "scenario", "battles", "wins", "losses", "draws", "score", "95 % interval"]
        + (luck_table.HEAD if noted else []),
        [
            [row[key] for key in ("opponent", "scenario", "battles", "wins", "losses", "draws")]
            + [f"{row['score']:.1%}", f"{row['interval'][0]:.1%} to {row['interval'][1]:.1%}"]
            + (luck_table.cells(row["corrected"]) if noted else [])
            for row in shown
        ],
        below=luck_table.NOTE if noted else "",
    )
    for opponent, test in result.tests.items():
        says = {
            "accepted": f"stopped, decided: stronger, {test.elo1:g} Elo fits better than {test.elo0:g}",
            "rejected": f"stopped, decided: not stronger, {test.elo0:g} Elo fits better than {test.elo1:g}",
            "": f"not decided between {test.elo0:g} and {test.elo1:g} Elo; more --battles may",
        }[test.verdict]
        bounds = f"log-likelihood ratio {test.ratio:.2f} of {test.bounds[0]:.2f} to {test.bounds[1]:.2f}"
        console.print(f"against {opponent}, after {test.pairs} pairs: {says} ({bounds})")
