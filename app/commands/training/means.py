"""`fireteam means`: how often bots use each kind of weapon, grenade and action, and what it wins them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fireteam.env.children import elsewhere

from ...output import SystemOption, console, errors, guarded, needing, print_json, print_table, progress
from .evaluate import EVERY, names_in

if TYPE_CHECKING:
    from fireteam.env.scenario.models import Scenario
    from fireteam.training.means.table import Row

HEADS = ["means", "offered", "given", "done", "won when given", "missed when not", "if playouts speak for it", "verdict"]


@guarded
def means(
    system: SystemOption = "",
    scenarios: Annotated[
        str, typer.Option(help="Scenarios that are fought in turn, with commas; `all`: all that the system can fight.")
    ] = EVERY,
    battles: Annotated[int, typer.Option(min=1, max=1_000_000, help="Battles in each rule system.")] = 2000,
    samples: Annotated[
        int, typer.Option(min=2, max=10_000, help="Decisions of each means that are played on: with it, and without it.")
    ] = 40,
    playouts: Annotated[
        int,
        typer.Option(min=1, max=10_000, help="By which an order is measured there; three times as many find the best one."),
    ] = 24,
    seed: Annotated[int, typer.Option(min=1, max=2**31 - 1)] = 1,
    out: Annotated[Path | None, typer.Option(help="CSV file that the table is written to.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """Count every means: how often a tactician is offered and gives it, and what it wins.

    A means is a kind of weapon, grenade, called shot or action. What it wins is the difference between the best order with
    it and the best without, on the same dice, in points of the chance to win, with its 95 % interval. The rule systems come
    one after another.
    """
    from fireteam.env.files import check_folder, write_whole
    from fireteam.env.rules.systems import SYSTEMS
    from fireteam.env.scenario.reading import system_named

    if out is not None:
        check_folder(out, ".csv")
    with needing("the table of means", "train"), elsewhere():
        from fireteam.training.means.run import measured
        from fireteam.training.means.table import written

    found: list[Row] = []
    names = [system_named(system)] if system else list(SYSTEMS)
    for name, fought in {name: scenarios_in(scenarios, name) for name in names}.items():  # all are read before any is fought
        with progress(f"{name}: battles", battles, as_json) as advance:
            rows = measured(name, fought, battles, samples, playouts, seed, advance)
        found += rows
        if not as_json:
            print_rows(rows)
    if out is not None:
        write_whole(out, written(found))
        errors.print(f"{out}: written")
    if as_json:
        print_json([row_as_dict(row) for row in found])


def scenarios_in(text: str, system: str) -> "list[Scenario]":
    """Return scenarios that were named with commas, as a rule system reads them; `all` are those that it can fight."""
    from fireteam.env.scenario.reading import load_scenario
    from fireteam.training.means.run import scenarios_of

    if text.strip() == EVERY:
        return scenarios_of(system)
    return [load_scenario(name, system) for name in names_in(text, "--scenarios", [])]


def print_rows(rows: "list[Row]") -> None:
    """Print the table of a rule system."""
    first = rows[0]
    title = f"{first.system}: {first.battles} battles, {first.decisions} decisions in which there was a choice"
    lines = []
    for row in rows:
        figures = [one.in_points() for one in (row.paid, row.missed, row.heeded)]
        lines.append([row.means, row.offered, row.given, row.used, *figures, row.verdict])
    print_table(HEADS, lines, title)
    console.print()


def row_as_dict(row: "Row") -> dict[str, Any]:
    """Return a row as JSON values."""
    figures = {name: getattr(row, name)._asdict() for name in ("paid", "missed", "heeded")}
    return row._asdict() | figures | {"had": bool(row.had), "verdict": row.verdict}
