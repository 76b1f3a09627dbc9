"""The command line: `fireteam COMMAND`. Each command is short and calls one room; it imports what it needs when it runs.

Exit codes: 0 fine, 1 the answer is no (a replay that does not verify, a file that is wrong), 2 it could not be done,
130 interrupted.
"""

import signal
from typing import Annotated

import typer

from . import __version__
from .commands import bench, card, content, docs, doctor, fight, levels, odds, play
from .commands.prepare import balance, check, forecast, keys, maps, new
from .commands.replay import replays, watch
from .commands.training import benchmark, evaluate, evolve, exploit, league, means, tournament, train

app = typer.Typer(
    name="fireteam",
    help="Tactical dice-pool combat on a grid: bots to fight, battles to watch, odds to trust.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("fight")(fight.fight)
app.command("play")(play.play)
app.command("watch")(watch.watch)
app.command("forecast")(forecast.forecast)
app.command("balance")(balance.balance)
app.add_typer(replays.app, name="replay")
app.add_typer(content.app, name="list")
app.add_typer(levels.app, name="levels")
app.command("keys")(keys.keys)
app.command("check")(check.check)
app.add_typer(new.app, name="new")
app.add_typer(maps.app, name="map")
app.command("odds", context_settings=odds.OPEN)(odds.odds)
app.command("train")(train.train_command())
app.command("league")(league.league_command())
app.command("evolve")(evolve.evolve)
app.command("evaluate")(evaluate.evaluate)
app.command("exploit")(exploit.exploit)
app.command("means")(means.means)
app.command("tournament")(tournament.tournament)
app.command("benchmark")(benchmark.benchmark)
app.command("card")(card.card)
app.command("bench")(bench.bench)
app.command("doctor")(doctor.doctor)
app.command("docs")(docs.docs)


def show_version(asked: bool) -> None:
    """Print the version and leave."""
    if asked:
        typer.echo(f"fireteam {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Tactical dice-pool combat on a grid: bots to fight, battles to watch, odds to trust."""


def main() -> None:
    """Run the command line; when all is said and done, Ctrl-C no longer makes a failure of it while Python shuts down."""
    try:
        app()
    except SystemExit as end:
        if not end.code:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise
