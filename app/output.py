"""What the commands print: tables for people, JSON for programs, one line for errors."""

import errno
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from fireteam.content.errors import printable

from .closing import ended_cleanly
from .compiling import shown_compiling
from .completing import systems

FINE, NO, UNABLE, INTERRUPTED = 0, 1, 2, 130  # exit codes: fine; the answer is no; it could not be done; Ctrl-C

UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT)  # a full disk, a terminal that is gone
WIDE = 200  # columns of a table that goes to a file or a pipe

# Options that several commands share.
RuleOption = Annotated[list[str], typer.Option(help="A reading of the rules, as NAME=VALUE; see `fireteam list options`.")]
SystemOption = Annotated[str, typer.Option(help="A rule system in place of the scenario's own.", autocompletion=systems)]
OfSystem = Annotated[
    str, typer.Option("--system", help="Of which rule system; swan_song unless given.", autocompletion=systems)
]  # of no scenario
CatalogOption = Annotated[Path | None, typer.Option(help="House rules: a .toml file that changes entries of the catalog.")]


class Terminal(Console):
    """A console that keeps printing after Ctrl-C within a line; if the reader has gone, it raises for `guarded`."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print; if Ctrl-C or another error interrupts the line, finish it, so that later output is not swallowed."""
        depth = self._buffer_index  # how many lines are open: rich counts, and writes when none is
        try:
            super().print(*objects, **options)
        except BaseException:
            self._buffer_index = depth
            raise

    def on_broken_pipe(self) -> None:
        """Re-raise the BrokenPipeError."""
        self.quiet = True
        raise


def speakable() -> None:
    """Replace letters that the terminal or file cannot show, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


speakable()
# Names come from files: brackets in them are no markup.
console = Terminal(highlight=False, soft_wrap=True, emoji=False, markup=False)
if not console.is_terminal:
    console.width = WIDE
errors = Terminal(stderr=True, highlight=False, soft_wrap=True, emoji=False, markup=False)


@contextmanager
def needing(what: str, extra: str) -> Iterator[None]:
    """When an import fails, name the extra that brings the missing package."""
    from fireteam.content.errors import MissingExtra

    try:
        yield
    except MissingExtra:
        raise
    except ImportError as error:
        raise MissingExtra.of(what, error.name, extra) from None


def print_json(value: Any) -> None:
    """Print a value as JSON on standard output."""
    plain = (sys.stdout.encoding or "ascii").lower().replace("-", "") != "utf8"
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=plain) + "\n")


def print_table(columns: Sequence[str], rows: Sequence[Sequence[Any]], title: str = "", below: str = "") -> None:
    """Print rows as a table, with a line above and some below; numbers are set to the right."""
    table = Table(title=Text(title) if title else None, title_justify="left", box=None, pad_edge=False, header_style="bold")
    table.caption, table.caption_justify = Text(printable(below)) if below else None, "left"
    for number, column in enumerate(columns):
        numeric = bool(rows) and all(isinstance(row[number], (int, float)) for row in rows)
        table.add_column(Text(printable(column)), justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(f"{cell:.2f}" if isinstance(cell, float) else printable(str(cell))) for cell in row))
    console.print(table)


def complain(message: str) -> None:
    """Print an error on standard error, a line for each problem; control characters are spelt out."""
    for line in message.splitlines() or [""]:
        errors.print(f"error: {printable(line)}")


def guarded(command: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a command so that a user's mistake ends in one line and an exit code, never in a traceback."""

    @wraps(command)
    def run(*args: Any, **options: Any) -> Any:
        from fireteam.content.errors import FireteamError
        from fireteam.env.children import safely

        try:
            try:
                with safely(), ended_cleanly(), shown_compiling(errors):
                    return command(*args, **options)
            finally:
                if sys.stdout is not None:
                    sys.stdout.flush()
        except FireteamError as error:
            complain(str(error))
            raise typer.Exit(UNABLE) from None
        except KeyboardInterrupt as stop:
            complain(str(stop) or "interrupted")
            raise typer.Exit(getattr(stop, "code", INTERRUPTED)) from None
        except MemoryError as error:
            complain(f"there is not enough memory for that ({str(error).lower() or 'none is left'})")
            raise typer.Exit(UNABLE) from None
        except BrokenPipeError:  # the reader of our output has gone
            write_nowhere()
            raise typer.Exit(FINE) from None
        except OSError as error:
            if error.filename is not None or error.errno not in UNWRITABLE:
                raise
            write_nowhere()
            complain(f"the output cannot be written ({(error.strerror or '').lower()})")
            raise typer.Exit(UNABLE) from None

    return run


def write_nowhere() -> None:
    """Redirect the rest of standard output to nowhere, so that Python does not try to write it again at exit."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def typed(prompt: str) -> str:
    """Return a line that a person types; EOFError where there is nobody, also where standard input is closed."""
    if sys.stdin is None:
        raise EOFError
    return input(prompt)


@contextmanager
def progress(label: str, total: int, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on standard error; yield a function that takes how much is done."""
    if quiet or not errors.is_terminal:
        yield lambda _: None
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=errors, transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.update(task, completed=done)
