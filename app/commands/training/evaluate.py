"""`fireteam evaluate`: how a bot does against others, with intervals, on seeds that no training has seen."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ... import completing
from ...output import SystemOption, console, errors, guarded, print_json, print_table, progress

if TYPE_CHECKING:
    from fireteam.training.contest.evaluation import Evaluation, Gap
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
ON_RAY = "on a Ray cluster instead: auto, local, HOST:PORT, or ray://HOST:PORT from outside."
RayOption = Annotated[str, typer.Option(help=f"Fight {ON_RAY}")]
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
    gap: Annotated[bool, typer.Option("--gap", help="Show how much better a policy does than its best adviser.")] = False,
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
    every = every_bot(scenarios, system, [entrant]) if against.strip() == EVERY else bot_names()
    opponents = entrants_of(names_in(against, "--against", every))
    fields = fields_of(scenarios, [entrant, *opponents], system)
    advisers = advisers_of(entrant, sprt) if gap else []
    from fireteam.training.contest.evaluation import evaluate as measure
    from fireteam.training.contest.evaluation import gaps

    total = battles * len(opponents) * len(fields)
    with runner(ray) as run:
        with progress(f"{bot}: fighting", total, as_json) as advance:
            result = measure(entrant, opponents, fields, battles // 2, seed, workers, sprt, advance, run, luck)
        advised = []
        for adviser in advisers:
            with progress(f"{adviser.name}: fighting", total, as_json) as advance:
                advised.append(measure(adviser, opponents, fields, battles // 2, seed, workers, None, advance, run))
    found = gaps(result, advised) if gap else []
    if as_json:
        print_json(evaluation_as_dict(result, seed) | ({"gaps": [one._asdict() for one in found]} if gap else {}))
        return
    print_evaluation(result, seed)
    if gap:
        print_gaps(found)


def advisers_of(entrant: "Entrant", sprt: tuple[float, float] | None) -> "list[Entrant]":
    """Return the advisers of a policy as bots.

    Raises:
        ContentError: it has no adviser, or the battles are to stop when a test is decided.
    """
    from fireteam.agents.bots import CompiledBot
    from fireteam.agents.policy.bot import PolicyBot
    from fireteam.content.errors import ContentError
    from fireteam.training.contest.jobs import Entrant

    names = entrant.bot.policy.card.advisers if isinstance(entrant.bot, PolicyBot) else []
    if not names:
        raise ContentError(f"--gap: {entrant.name} has no advisers: only some trained policies have")
    if sprt:
        raise ContentError("--gap: with --sprt not all fight the same battles: leave one of the two out")
    return [Entrant(name, CompiledBot(name)) for name in names]


def gap_cells(gap: "Gap") -> list[str]:
    """Return the figures of a gap as they are printed."""
    low, high = gap.interval
    scores = [f"{gap.score:.1%}", gap.adviser, f"{gap.best:.1%}"]
    return [*scores, f"{gap.score - gap.best:+.1%}", f"{low:+.1%} to {high:+.1%}"]


def print_gaps(found: "list[Gap]") -> None:
    """Print how much better a bot does than its best adviser."""
    console.print("beside its best adviser, chosen on the same battles (which flatters the adviser):")
    print_table(
        ["opponent", "scenario", "score", "adviser", "its score", "gap", "95 % interval"],
        [[one.opponent, one.scenario, *gap_cells(one)] for one in found],
    )


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


def every_bot(scenarios: str, system: str, others: "list[Entrant]") -> list[str]:
    """Return the names of all bots that can play the same scenarios as some others; a policy plays one rule system."""
    from fireteam.agents.bots import bot_names
    from fireteam.agents.policy.bundled import policies_of

    systems = {system} if system else systems_of(scenarios, others)
    policies = policies_of(systems.pop()) if len(systems) == 1 else []
    return [name for name in [*bot_names(), *policies] if name not in [other.name for other in others]]


def systems_of(text: str, entrants: "list[Entrant]") -> set[str]:
    """Return the rule systems of the scenarios named with commas that bots can play."""
    from fireteam.env.scenario.reading import load_scenario, scenario_names
    from fireteam.training.contest.jobs import field_of, unfit_bot

    fields = [field_of(name, load_scenario(name)) for name in names_in(text, "--scenarios", scenario_names())]
    return {field.scenario.system for field in fields if not unfit_bot(field, entrants)}


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
