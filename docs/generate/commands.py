"""Every command with its arguments and options, read from the command line itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import typer

from .pages import code, contents, plain, save, table

WORDS = {int: "whole number", float: "number", Path: "file or folder"}
INTRO = """# Commands

Each command and what it may be told, as `fireteam COMMAND --help` prints it. Exit codes: 0 fine, 1 the answer is no (a
replay that does not verify, a file that is wrong), 2 it could not be done, 130 interrupted.

"""


def write(folder: Path) -> None:
    """Write a page for each command of the command line, and one that lists them."""
    from fireteam.cli import app

    root = typer.main.get_command(app)
    here = folder / "commands"
    rows, pages = [], []
    for name, command in root.commands.items():  # type: ignore[attr-defined]
        save(here / f"{name}.md", "\n".join(command_lines(f"fireteam {name}", command, 1)))
        pages.append(name)
        rows.append([f"[`fireteam {name}`]({name}.md)", plain(first_line(command))])
    save(here / "index.md", INTRO + table(["command", "what it does"], rows) + "\n" + contents(pages))


def command_lines(called: str, command: Any, depth: int) -> Iterator[str]:
    """Yield the lines of a command: what it does, how it is called, its arguments and options; then those below it."""
    yield f"{'#' * depth} `{called}`\n"
    yield plain_paragraphs(command.help or "") + "\n"
    yield f"```text\n{called} {' '.join(usage(command))}\n```\n"
    rows = [row_of(parameter) for parameter in command.params if not getattr(parameter, "hidden", False)]
    if rows:
        yield table(["argument or option", "takes", "default", "meaning"], rows)
    for name, below in getattr(command, "commands", {}).items():
        yield from command_lines(f"{called} {name}", below, depth + 1)


def usage(command: Any) -> Iterator[str]:
    """Yield the parts of a command's usage."""
    if any(parameter.param_type_name == "option" for parameter in command.params):
        yield "[OPTIONS]"
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            name = parameter.name.upper() + ("..." if parameter.nargs == -1 else "")
            yield name if parameter.required else f"[{name}]"
    if hasattr(command, "commands"):
        yield "COMMAND [ARGS]..."


def row_of(parameter: Any) -> list[str]:
    """Return a row of the table of arguments and options."""
    if parameter.param_type_name == "argument":
        name = code(parameter.name.upper())
    else:
        name = ", ".join(code(option) for option in [*parameter.opts, *parameter.secondary_opts])
    default = parameter.default
    given = not (default is None or default == "" or default is False or callable(default) or default == () or default == [])
    unset = "needed" if parameter.required else code(default) if given else ""
    return [name, plain(kind_of(parameter)), unset, plain(getattr(parameter, "help", "") or "")]


def kind_of(parameter: Any) -> str:
    """Return what a parameter takes, in words."""
    wanted = annotation_of(parameter)
    if getattr(parameter, "is_flag", False) or wanted is bool:
        return ""
    choices = get_args(wanted) if get_origin(wanted) is Literal else ()
    if choices:
        return " or ".join(str(choice) for choice in choices)
    said = WORDS.get(wanted, "text")
    least, most = parameter.min, parameter.max
    if least is not None and most is not None:
        said += f", {least:,} to {most:,}"
    elif least is not None:
        said += f", at least {least:,}"
    return said + (", may be repeated" if getattr(parameter, "multiple", False) or parameter.nargs == -1 else "")


def annotation_of(parameter: Any) -> Any:
    """Return the type of one value of a parameter: int for a list of whole numbers, or for one that may be left out."""
    wanted = parameter.type_descriptor.annotation
    while (get_origin(wanted) is not Literal) and (parts := [part for part in get_args(wanted) if part is not type(None)]):
        wanted = parts[0]
    return wanted


def first_line(command: Any) -> str:
    """Return the first sentence of what a command does."""
    return (command.help or "").strip().partition("\n")[0]


def plain_paragraphs(text: str) -> str:
    """Return a help text as paragraphs."""
    return "\n\n".join(plain(part) for part in text.replace("\b", "").split("\n\n"))
