"""`fireteam keys`: what the files may say that game masters write."""

from typing import Annotated

import typer

from ... import completing
from ...output import OfSystem, console, guarded, print_json, print_table

NARROW = 120  # columns of a terminal in which a table of six has no room


@guarded
def keys(
    kind: Annotated[
        str,
        typer.Argument(
            help="scenario, party, map, house, reward, unit, weapon ...; all if not given.", autocompletion=completing.kinds
        ),
    ] = "",
    word: Annotated[str, typer.Argument(help="A key, like teams.units, or a word: only what matches.")] = "",
    system: OfSystem = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print as JSON Schema, for editors (taplo and others).")] = False,
) -> None:
    """What a file may say: each key, what it must be, what it is if not given, what it means, an example."""
    from fireteam.content.errors import ContentError
    from fireteam.env.scenario.reading import system_named

    from ...reports.files.key_rows import Row, all_rows, rows_of
    from ...reports.files.keys import kinds_of, schema_of

    own = system_named(system)
    if not kind:
        if schema:
            raise ContentError("--schema: of what? Say for instance: fireteam keys scenario --schema")
        rows = [[name, schema_of(name, own)["description"], len(all_rows(name, own))] for name in kinds_of(own)]
        columns = ["kind", "what it is", "keys"]
    elif schema:
        print_json(schema_of(kind, own))
        return
    else:
        rows = [list(row) for row in rows_of(kind, own, word)]
        columns = list(Row._fields)
    if as_json:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif kind and console.width < NARROW:
        print_below_each_other(rows)
    else:
        print_table(columns, rows)


def print_below_each_other(rows: list[list[str]]) -> None:
    """Print the columns of a key below each other where six do not fit side by side."""
    for key, what, allowed, default, meaning, example in rows:
        known = default if default in ("-", "needed") else f"default {default}"
        console.print(f"{key}: {'; '.join(part for part in (what, allowed, known) if part not in ('', '-'))}")
        console.print(f"    {meaning}")
        if example != "-":
            console.print("\n".join(f"    {line}" for line in example.splitlines()))
