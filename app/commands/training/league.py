"""`fireteam league`: its options are the fields of `training/league/config.py`."""

import inspect
import sys
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from fireteam.env.children import elsewhere
from fireteam.training.league.config import LeagueConfig

from ...output import complain, console, errors, guarded, needing, print_table, progress
from ...reports.fields import RUNS, named_again, run_folder, with_fields, with_weights
from .evaluate import ADDRESSES, runner

if TYPE_CHECKING:
    from fireteam.training.league.state import State


def league_command() -> Callable[..., None]:
    """Return the command, with an option for every field of the configuration."""

    @guarded
    def league(**given: Any) -> None:
        """Train networks in a league: against bots, snapshots and exploiters; they meet those more often that they lose to.

        --payoff lets the members of a league fight each other instead, in swapped pairs on held-out seeds, and draws who
        beats whom: payoff.svg in its folder, standings in payoff/. What has been fought is not fought again.
        """
        folder = run_folder(given.pop("runs"), given.pop("name"))
        resume, payoff = given.pop("resume"), given.pop("payoff")
        pairs, last, workers, ray = given.pop("pairs"), given.pop("last"), given.pop("workers"), given.pop("ray")
        del given["context"]
        if payoff:
            measure(folder, pairs, last, workers, ray)
        else:
            run(folder, with_weights(given), resume, ray)

    own = [
        ("name", str, typer.Option(help="Name of the league: a folder below --runs."), inspect.Parameter.empty),
        ("runs", Path, typer.Option(help="Folder of all runs."), RUNS),
        ("resume", bool, typer.Option("--resume", help="Go on from the last checkpoint of the league."), False),
        ("payoff", bool, typer.Option("--payoff", help="Measure the members against each other; nobody learns."), False),
        ("pairs", int, typer.Option(min=1, max=100_000, help="For --payoff: of every two members, in each scenario."), 8),
        ("last", int, typer.Option(min=0, help="For --payoff: so many of the latest snapshots take part."), 12),
        ("workers", int, typer.Option(min=1, max=256, help="For --payoff: processes."), 1),
        ("ray", str, typer.Option(help=f"Share the battles out to the machines of a Ray cluster: {ADDRESSES}"), ""),
    ]
    return with_fields(league, own, LeagueConfig)


def run(folder: Path, given: dict[str, Any], resume: bool, ray: str) -> None:
    """Let a league learn in a folder and say how it goes."""
    with needing("training", "train"), elsewhere():
        from fireteam.training.league.run import run_league
    from fireteam.content.reading import validated

    config = validated(LeagueConfig, given, "league")
    try:
        with redirect_stdout(sys.stderr) if ray else nullcontext():  # Ray tells of nodes that have died on standard output
            state = run_league(
                config,
                folder,
                resume,
                lambda who, now: print_share(now, f"{who:<12}"),
                lambda member: console.print(f"{member.name} joins, after {member.decisions:,} decisions"),
                ray,
            )
    except KeyboardInterrupt:
        complain(f"interrupted; the league is kept: {named_again('league', folder)} --resume")
        raise
    print_state(state)
    console.print(f"{folder}: trained; who beats whom: {named_again('league', folder)} --payoff")


def print_state(state: "State") -> None:
    """Print the results of the main learner's battles."""
    rows = []
    for member in state.members:
        tally = state.main.tally(member.name)
        share = f"{tally.share:.0%}" if tally.battles else ""
        rows.append([member.name, member.decisions, tally.battles, tally.won, tally.lost, tally.drawn, share])
    print_table(["member", "decisions", "met", "won", "lost", "drawn", "share of late"], rows)


def measure(folder: Path, pairs: int, last: int, workers: int, ray: str) -> None:
    """Measure the members of a league against each other, and print who beats whom."""
    with needing("a league", "train"), elsewhere():
        from fireteam.training.league.payoff import contestants
        from fireteam.training.league.payoff import measure as fight
    from .tournament import print_standings

    entrants, fields = contestants(folder, last)
    total = len(entrants) * (len(entrants) - 1) * pairs * len(fields)
    with runner(ray) as run_jobs, progress("fighting", total, False) as advance:
        standings, paths = fight(folder, entrants, fields, pairs, workers, lambda done, _: advance(done), run_jobs)
    print_standings(standings)
    errors.print("written: " + ", ".join(str(path) for path in paths))


def print_share(now: dict[str, float], who: str = "") -> None:
    """Print how far a learner has come: one line, on standard error if that is a terminal."""
    from fireteam.agents.series.intervals import wilson

    low, high = wilson(round(now["won"] * now["counted"]), max(int(now["counted"]), 1))
    line = (
        f"{who}{now['decisions']:>12,.0f} decisions  {now['per_second']:>8,.0f}/s  {now['battles']:>9,.0f} battles  "
        f"won {now['won']:.1%} ({low:.1%} to {high:.1%})"
    )
    (errors if errors.is_terminal else console).print(line)
