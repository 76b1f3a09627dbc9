"""`fireteam train`: its options are the fields of `training/config.py`."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from fireteam.output import complain, console, errors, guarded
from fireteam.training.config import Config

RUNS = Path("runs")


def train_command() -> Callable[..., None]:
    """Return the command, with an option for every field of the configuration."""

    @guarded
    def train(**given: Any) -> None:
        """Train a policy with MaskablePPO on the compiled batch; a checkpoint is kept every minute."""
        name, resume, runs = given.pop("name"), given.pop("resume"), given.pop("runs")
        run(runs / name, given, resume)

    own = [
        ("name", str, typer.Option(help="Name of the run: a folder below --runs."), inspect.Parameter.empty),
        ("runs", Path, typer.Option(help="Folder of all runs."), RUNS),
        ("resume", bool, typer.Option("--resume", help="Go on from the last checkpoint of the run."), False),
    ]
    fields = [
        (key, field.annotation, typer.Option(help=field.description), field.default)
        for key, field in Config.model_fields.items()
    ]
    parameters = [
        inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option])
        for key, kind, option, default in (*own, *fields)
    ]
    train.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    train.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    del train.__wrapped__  # type: ignore[attr-defined]  # or the signature of what is wrapped would count
    return train


def run(folder: Path, given: dict[str, Any], resume: bool) -> None:
    """Train in a folder and say how it goes."""
    from fireteam.env.errors import MissingExtra
    from fireteam.maps.reading import validated

    config = validated(Config, given, "train")
    try:
        from fireteam.training.train import train
    except ImportError as error:
        raise MissingExtra(f"training needs {error.name}, which is not installed: pip install 'fireteam[train]'") from None

    def tell(now: dict[str, float]) -> None:
        from fireteam.agents.shares import wilson

        low, high = wilson(round(now["won"] * now["counted"]), max(int(now["counted"]), 1))
        line = (
            f"{now['decisions']:>12,.0f} decisions  {now['per_second']:>8,.0f}/s  {now['battles']:>9,.0f} battles  "
            f"won {now['won']:.1%} ({low:.1%} to {high:.1%})"
        )
        (errors if errors.is_terminal else console).print(line, markup=False)

    try:
        train(config, folder, resume, tell)
    except KeyboardInterrupt:
        complain(f"interrupted; the run is kept: fireteam train --name {folder.name} --resume")
        raise
    console.print(f"{folder}: trained", markup=False)
