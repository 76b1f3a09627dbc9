"""`fireteam forecast`: how a fight will go, for the game master."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fireteam.content.errors import printable

from ...output import CatalogOption, RuleOption, SystemOption, console, errors, guarded, print_json

if TYPE_CHECKING:
    from ...reports.forecast.figures.fights import Facts
    from ...reports.forecast.figures.make import Hearing


@guarded
def forecast(
    job: Annotated[str, typer.Argument(help="A scenario's name, or a .toml file.")] = "yard",
    party: Annotated[Path | None, typer.Option(help="A party file: who fights on the party's side.")] = None,
    side: Annotated[str, typer.Option(help="The team that is the party; the first one unless given.")] = "",
    minutes: Annotated[
        float | None, typer.Option(min=1, max=10_000, help="The time there is at the table: how often is it enough?")
    ] = None,
    red: Annotated[list[str], typer.Option(help="Bot or party file of red, in place of the three styles.")] = [],  # noqa: B006
    blue: Annotated[list[str], typer.Option(help="The same for the blue team.")] = [],  # noqa: B006
    team: Annotated[list[str], typer.Option(help="The same for any team, as NAME=VALUE.")] = [],  # noqa: B006
    what_if: Annotated[
        list[str], typer.Option(help="A change whose difference is wanted, see `fireteam list changes`; may be given often.")
    ] = [],  # noqa: B006
    system: SystemOption = "",
    rule: RuleOption = [],  # noqa: B006
    catalog: CatalogOption = None,
    sure: Annotated[
        float, typer.Option(min=0.5, max=20, help="Points to either side to which shares are to be known.")
    ] = 3.0,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed of the dice.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Threads.")] = 2,
    html: Annotated[Path | None, typer.Option(help="Write a page to this file, and three battles beside it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the forecast as JSON.")] = False,
) -> None:
    """Tell how a fight will go for the party: who wins, who falls to what, how long it takes, what luck has to do with it.

    Both sides play in three styles: careful, average, reckless. It stops when the shares are sure enough.
    """
    from fireteam.content.errors import ContentError
    from fireteam.env.files import PAGE, check_folder, write_whole
    from fireteam.env.scenario.options import manned, read_rules

    from ...reports.drawing import matplotlib_for
    from ...reports.forecast.figures.fights import Question
    from ...reports.forecast.figures.make import Wanted
    from ...reports.forecast.figures.make import forecast as made
    from ...reports.forecast.text import lines
    from ...seating import bots_and_parties, find_bot

    if html is not None:
        check_folder(html, *PAGE)  # before the battles, not after them
        matplotlib_for("a page with charts")
    teams = [each.name for each in manned(job, rules=read_rules(rule), catalog=catalog, system=system).teams]
    side = side or teams[0]
    if side not in teams:
        raise ContentError(f"--side {side}: no such team; teams: {', '.join(teams)}")
    if party is not None and party.suffix != ".toml":
        raise ContentError(f"--party {party}: must be a party file, a .toml")
    named = {"red": [*red], "blue": [*blue]}
    others = [*team, *([f"{side}={party}"] if party is not None else [])]
    scenario, bots = bots_and_parties(job, named, others, "", seed, rule, catalog, system)
    question = Question(scenario, teams.index(side), bots, seed, workers, sure / 100)
    options = named_options(named, rule, system, catalog)
    again = ["--side", side] if side != teams[0] else []
    wanted = Wanted(
        shlex.join(["fireteam", "fight", job, *options, *paired("--team", others)]),
        shlex.join(
            ["fireteam", "forecast", job, *options, *paired("--team", others), *again, *paired("--what-if", what_if)]
        ),
        partial(find_bot, seed=seed),
        minutes,
        what_if,
        html,
    )
    with showing_progress(scenario.title, as_json) as hearing:
        found = made(question, wanted, hearing)
    if html is not None:
        from ...reports.forecast.page import page_of

        write_whole(html, page_of(found))
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        for line in lines(found):
            console.print(printable(line))
    if html is not None:
        errors.print(f"written: {html}")


def paired(option: str, values: list[str]) -> list[str]:
    """Return an option with each of its values."""
    return [word for value in values for word in (option, value)]


def named_options(named: dict[str, list[str]], rules: list[str], system: str, catalog: Path | None) -> list[str]:
    """Return the options with which the same fight is fought again."""
    words = [word for name, values in named.items() for word in paired(f"--{name}", values)] + paired("--rule", rules)
    return words + paired("--system", [system] * bool(system)) + paired("--catalog", [str(catalog)] * bool(catalog))


@contextmanager
def showing_progress(title: str, quiet: bool) -> Iterator["Hearing"]:
    """Show on standard error how far it is, with the figures as they come in."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from ...reports.forecast.figures.make import Hearing

    if quiet or not errors.is_terminal:
        yield Hearing()
        return
    columns = (SpinnerColumn(), BarColumn(bar_width=10), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=errors, transient=True) as bar:
        task = bar.add_task(f"{title}: fighting", total=None)

        def fighting_on(done: int, total: int, facts: "Facts") -> None:
            bar.update(task, completed=done, total=total, description=so_far(facts))

        def looking(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=f"{done} of {total} battles looked at, roll by roll")

        def changing(done: int) -> None:
            bar.update(task, total=None, description=f"{done} battles with something changed")

        yield Hearing(fighting_on, looking, changing)


def so_far(facts: "Facts") -> str:
    """Return the figures so far in a line."""
    from ...reports.forecast.figures.fights import share
    from ...reports.forecast.text import sure

    shares = (("wins", facts.wins), ("wiped out", facts.wiped_out), ("a death", facts.death))
    return f"{len(facts.wins)} battles: " + ", ".join(f"{words} {sure(share(hits))}" for words, hits in shares)
