"""`fireteam train`: its options are the fields of `training/orders/config.py`."""

import sys
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout
from importlib import resources
from pathlib import Path
from typing import Any

import typer

from fireteam.content.errors import ContentError
from fireteam.env.children import elsewhere
from fireteam.training.orders.config import Config

from ...output import complain, console, errors, guarded, needing
from ...reports.fields import RUNS, named_again, run_folder, with_fields, with_weights
from .evaluate import ADDRESSES

FIRST = "first"  # the recipe for those who say nothing
MEASURES = ("agreed", "moved", "entropy", "known", "gain", "error")  # of an update, see `Learner`
LEVELS = "levels"  # what is fought by those who say nothing of it


def train_command() -> Callable[..., None]:
    """Return the command, with an option for every field of the configuration."""

    @guarded
    def train(**given: Any) -> None:
        """Train a network that chooses among orders, against itself or against bots; a checkpoint is kept every minute.

        Without anything said it follows the recipe `first`: a few minutes against itself, on levels.
        """
        context, recipe, fought = given.pop("context"), given.pop("recipe"), given.pop("fought")
        name, resume, runs, ray = (given.pop(key) for key in ("name", "resume", "runs", "ray"))
        said = {key for key in given if str(context.get_parameter_source(key)).endswith("COMMANDLINE")}
        if fought and "scenario" in said:
            raise ContentError(f"{fought!r} and --scenario {given['scenario']!r}: what is fought is said once")
        if fought:
            given["scenario"] = fought
            said.add("scenario")
        if not (said or recipe or resume or name):
            recipe = FIRST
            console.print(f"no options: the recipe {FIRST!r}; fireteam train --help lists what may be said")
        name = run_name(recipe or given["scenario"] or LEVELS, given["system"]) if name is None else name
        given = with_weights(given)
        if recipe:  # what was said on the command line counts for more; its enumeration is private to typer
            given = recipe_named(recipe) | {key: given[key] for key in said}
        run(run_folder(runs, name), given, resume, ray)

    own = [
        ("fought", str, typer.Argument(metavar="scenario", help="What is fought, as --scenario says it."), ""),
        ("name", str | None, typer.Option(help="Name of the run: a folder below --runs; from what is fought."), None),
        ("runs", Path, typer.Option(help="Folder of all runs."), RUNS),
        ("recipe", str, typer.Option(help="Take the options from a recipe of the box, or a .toml file."), ""),
        ("resume", bool, typer.Option("--resume", help="Go on from the last checkpoint of the run."), False),
        ("ray", str, typer.Option(help=f"Share the battles out to the machines of a Ray cluster: {ADDRESSES}"), ""),
    ]
    return with_fields(train, own, Config)


def run_name(what: str, system: str) -> str:
    """Return the name of a run that got none: a recipe or scenarios, without folders and endings of files, and the system.

    Args:
        what: a recipe, or scenarios with commas between them, each by name or by the path of a file.
        system: the rule systems that were asked for; "" if none was.
    """
    files = [Path(word.strip()).name for word in what.split(",")]
    words = [file.removesuffix(".toml").removesuffix(".scenario") for file in files]
    return "-".join(word for word in (*words, *(word.strip() for word in system.split(","))) if word)


def recipe_named(name: str) -> dict[str, Any]:
    """Return the options of a recipe: one that comes along, by its name, or a .toml file.

    Raises:
        ContentError: there is none of that name, or the file is not TOML.
    """
    from fireteam.content.reading import closest, listed, read_toml

    if name.endswith(".toml"):
        return read_toml(Path(name))
    folder = Path(str(resources.files("fireteam.training"))) / "recipes"
    known = sorted(path.stem for path in folder.glob("*.toml"))
    if name not in known:
        recipes = f"Recipes: {listed(known)}; or give a .toml file."
        raise ContentError(f"no recipe is called {name!r}.{closest(name, known)} {recipes}")
    return read_toml(folder / f"{name}.toml")


def run(folder: Path, given: dict[str, Any], resume: bool, ray: str = "") -> None:
    """Train in a folder and say how it goes."""
    from fireteam.content.reading import validated

    with needing("training", "train"), elsewhere():
        from fireteam.training.curve import CURVE
        from fireteam.training.orders.run import train

    try:
        with redirect_stdout(sys.stderr) if ray else nullcontext():  # Ray tells of nodes that have died on standard output
            train(validated(Config, given, "train"), folder, resume, print_progress, ray)
    except KeyboardInterrupt:
        complain(f"interrupted; the run is kept: {named_again('train', folder)} --resume")
        raise
    console.print(f"{folder}: trained; the curve is {folder / CURVE}")


def print_progress(now: dict[str, float]) -> None:
    """Print how far a learner has come: one line for an update, on standard error if that is a terminal, one for a test."""
    line = f"{now['decisions']:>12,.0f} decisions  "
    if "valued" in now:
        (errors if errors.is_terminal else console).print(f"{line}{now['valued']:>8,.0f} of this round played on")
        return
    if "per_second" in now:
        line += f"{now['per_second']:>8,.0f}/s  "
        line += ", ".join(f"{name} {value:.3g}" for name, value in now.items() if name in MEASURES)
        (errors if errors.is_terminal else console).print(line)
        return
    scores = "  ".join(f"{system} {score:.1%}" for system, score in now.items() if system != "decisions")
    console.print(f"{line}score against a tactician in test battles: {scores}")
