"""Command-line options made from the fields of a record, and the folders of runs."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import BaseModel

from fireteam.content.errors import ContentError

RUNS = Path("runs")

OF_BOTS = {"opponent"}  # fields that name bots

Own = tuple[str, Any, Any, Any]  # an option of the command's own: name, type, typer.Option, default


def with_fields(command: Callable[..., None], own: Sequence[Own], record: type[BaseModel]) -> Callable[..., None]:
    """Return a guarded command of keywords with its options: its own, one for every field of a record, and `context`."""
    fields = [
        (key, field.annotation, typer.Option(help=field.description), field.default)
        for key, field in record.model_fields.items()
    ]
    parameters = [
        inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option])
        for key, kind, option, default in (*own, *fields)
    ]
    parameters.append(inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context))
    made: Any = command
    made.__signature__ = inspect.Signature(parameters)
    made.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    del made.__wrapped__  # or the signature of what is wrapped would count
    return command


def with_weights(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return typed options, with weights spelled out where a bot is named by a file of them.

    Raises:
        ContentError: see `spelled_out`.
    """
    from fireteam.agents.bots import spelled_out, split_names

    return {
        key: ",".join(map(spelled_out, split_names(value))) if key in OF_BOTS and value else value
        for key, value in said.items()
    }


def run_folder(runs: Path, name: str) -> Path:
    """Return the folder of a run.

    Raises:
        ContentError: the name is not that of a folder right below the folder of all runs.
    """
    if name in ("", ".", "..") or any(sign in name for sign in "/\\:"):
        raise ContentError(f"--name {name!r}: must be the plain name of a folder, which will lie in {runs} (--runs)")
    return runs / name


def named_again(command: str, folder: Path) -> str:
    """Return the command line that goes on with the run of a folder, without its options."""
    place = "" if folder.parent == RUNS else f" --runs {folder.parent}"
    return f"fireteam {command} --name {folder.name}{place}"
