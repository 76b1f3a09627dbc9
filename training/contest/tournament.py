"""A tournament: every bot against every other, in every scenario, with sides swapped; standings from the ledger."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations, permutations, product
from pathlib import Path

from fireteam.content.errors import ContentError
from fireteam.content.renamed import old_names

from .evaluation import score_of
from .jobs import Bout, Entrant, Field, Job, RunJobs, jobs_of
from .ledger import Ledger
from .ratings import rate
from .run import run_jobs
from .standings import Standings


def jobs_left(
    entrants: Sequence[Entrant], fields: Sequence[Field], rounds: int, ledger: Ledger, stream: int = 0
) -> list[Job]:
    """Return the jobs of a round robin without the pairs that the ledger has; all pairings move on together."""
    ranked = sorted(entrants, key=lambda entrant: entrant.name)  # A against B is B against A
    fought = ledger.fought()
    jobs = []
    for pairing in combinations(ranked, 2):
        names = (pairing[0].name, pairing[1].name)
        for field in fields:
            left = [pair for pair in range(rounds) if (field.name, *names, pair) not in fought]
            jobs += jobs_of(pairing, [field], left, stream)
    return sorted(jobs, key=lambda job: job.pairs[0])


def run_tournament(
    entrants: Sequence[Entrant],
    fields: Sequence[Field],
    rounds: int,
    folder: str | Path,
    resume: bool = False,
    stream: int = 0,
    workers: int = 1,
    on_progress: Callable[[int, int], None] = lambda _, __: None,
    run: RunJobs = run_jobs,
) -> Standings:
    """Run a tournament, or resume it, and return its standings.

    Args:
        entrants: two or more bots.
        fields: the scenarios.
        rounds: in each, every two bots fight one pair of battles in every scenario.
        folder: the folder of the ledger; its battles survive a killed process and are not fought again.
        resume: whether the ledger may have battles already.
        stream: the stream of held-out seeds.
        workers: threads or processes, see `run_jobs`.
        on_progress: called with battles done, those of an earlier run included, and battles in all.
        run: function that fights jobs; it may pass them to other machines.

    Raises:
        ContentError: a bot or scenario is named twice, or the folder has battles that cannot be counted with these.
        MissingExtra: OpenSkill is not installed.
    """
    for what, named in (("bot", [entrant.name for entrant in entrants]), ("scenario", [field.name for field in fields])):
        if twice := [name for name in dict.fromkeys(named) if named.count(name) > 1]:
            raise ContentError(f"the {what} {twice[0]!r} is named twice")
    if len(entrants) < 2:
        raise ContentError("a tournament needs two bots or more")
    rate([], [])  # without the ratings' package, say so before the first battle and not after the last
    with Ledger(folder, stream, resume) as ledger:
        ledger.enter(entrants, fields)
        jobs = jobs_left(entrants, fields, rounds, ledger, stream)
        total = len(entrants) * (len(entrants) - 1) * rounds * len(fields)
        done = total - 2 * sum(len(job.pairs) for job in jobs)
        on_progress(done, total)
        for job, bouts in run(jobs, workers):
            ledger.add(job, bouts)
            done += len(bouts)
            on_progress(done, total)
        return standings_of(ledger.bouts(), [entrant.name for entrant in entrants], [field.name for field in fields])


def standings_of(bouts: Sequence[Bout], names: Sequence[str], scenarios: Sequence[str]) -> Standings:
    """Return the standings; bots and scenarios of an earlier run in the same folder that are not named here count too."""
    names = list(dict.fromkeys([*names, *(name for bout in bouts for name in bout[1:3])]))
    scenarios = list(dict.fromkeys([*scenarios, *(bout.scenario for bout in bouts)]))
    against: dict[tuple[str, str], list[Bout]] = defaultdict(list)
    within: dict[tuple[str, str], list[Bout]] = defaultdict(list)
    for bout in bouts:
        for name, other in (bout[1:3], (bout.second, bout.first)):
            against[name, other].append(bout)
            within[bout.scenario, name].append(bout)
    payoffs = {pairing: score_of(against[pairing], pairing[0]) for pairing in permutations(names, 2)}
    by_scenario = {where: score_of(within[where], where[1]) for where in product(scenarios, names)}
    return Standings(rate(bouts, names), payoffs, by_scenario, scenarios, list(bouts))


__getattr__ = old_names(__name__, hold=run_tournament)
