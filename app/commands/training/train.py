"""`fireteam train`: its options are the fields of `training/learn/config.py`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from fireteam.content.errors import ContentError
from fireteam.env.children import elsewhere
from fireteam.training.learn.config import Config

from ...output import complain, console, errors, guarded, needing
from ...reports.fields import RUNS, named_again, run_folder, with_fields, with_weights
from .evaluate import ON_RAY

if TYPE_CHECKING:
    from fireteam.training.learn.shards import Gatherer

FIRST = "first"  # the recipe for those who say nothing


def train_command() -> Callable[..., None]:
    """Return the command, with an option for every field of the configuration."""

    @guarded
    def train(**given: Any) -> None:
        """Train a policy with MaskablePPO on the compiled batch; a checkpoint is kept every minute.

        Without anything said it follows the recipe `first`: against random play, then against a guard.
        """
        context, recipe, fought = given.pop("context"), given.pop("recipe"), given.pop("fought")
        name, resume, runs, ray = given.pop("name"), given.pop("resume"), given.pop("runs"), given.pop("ray")
        said = {key for key in given if str(context.get_parameter_source(key)).endswith("COMMANDLINE")}
        if fought and "scenario" in said:
            raise ContentError(f"{fought!r} and --scenario {given['scenario']!r}: what is fought is said once")
        if fought:
            given["scenario"] = fought
            said.add("scenario")
        if not (said or recipe or resume or name):
            recipe = FIRST
            console.print(f"no options: the recipe {FIRST!r}; fireteam train --help lists what may be said")
        name = run_name(recipe or given["scenario"], given["system"]) if name is None else name
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
        ("ray", str, typer.Option(help=f"Gather rollouts {ON_RAY}"), ""),
    ]
    return with_fields(train, own, Config)


def run_name(what: str, system: str) -> str:
    """Return the name of a run that got none: a recipe or scenarios, without folders and endings of files, and the system.

    Args:
        what: a recipe, or scenarios with commas between them, each by name or by the path of a file.
        system: the rule system that was asked for; "" if none was.
    """
    files = [Path(word.strip()).name for word in what.split(",")]
    words = [file.removesuffix(".toml").removesuffix(".scenario") for file in files]
    return "-".join(word for word in (*words, system) if word)


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


@contextmanager
def gathering(address: str) -> "Iterator[Gatherer]":
    """Give who gathers rollouts: this process, or the Ray cluster of an address."""
    from fireteam.training.learn.shards import HERE

    if not address:
        yield HERE
        return
    from fireteam.training.gathering import gather_on_ray

    # Ray tells of nodes that have died on standard output.
    with redirect_stdout(sys.stderr), gather_on_ray(address) as gatherer:
        yield gatherer


def run(folder: Path, given: dict[str, Any], resume: bool, ray: str = "") -> None:
    """Train in a folder and say how it goes."""
    with needing("training", "train"), elsewhere():
        from fireteam.training.learn.curriculum import STAGES, stages_of, train_stages
        from fireteam.training.learn.train import CURVE, train
    stages = stages_of(given, "train")

    try:
        with gathering(ray) as gatherer:
            if len(stages) > 1 or (resume and (folder / STAGES).exists()):
                train_stages(stages, folder, resume, print_progress, gatherer)
            else:
                train(stages[0], folder, resume, print_progress, gatherer)
    except KeyboardInterrupt:
        complain(f"interrupted; the run is kept: {named_again('train', folder)} --resume")
        raise
    console.print(f"{folder}: trained; the curve is {folder / CURVE}")


def print_progress(now: dict[str, float], who: str = "") -> None:
    """Print how far a learner has come: one line, on standard error if that is a terminal."""
    from fireteam.agents.series.intervals import wilson

    low, high = wilson(round(now["won"] * now["counted"]), max(int(now["counted"]), 1))
    line = (
        f"{who}{now['decisions']:>12,.0f} decisions  {now['per_second']:>8,.0f}/s  {now['battles']:>9,.0f} battles  "
        f"won {now['won']:.1%} ({low:.1%} to {high:.1%})"
    )
    (errors if errors.is_terminal else console).print(line)
