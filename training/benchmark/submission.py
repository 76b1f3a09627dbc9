"""What is submitted: a bot, a recipe, or policies that somebody has trained in a way of their own.

A folder is submitted by its `submission.toml`, the `Manifest`; it names data only, so nothing of a stranger's is executed. A
bot in Python is named on the command line, by whoever trusts it.
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from fireteam.agents.bots import CompiledBot, load_bot
from fireteam.agents.network.box import is_network, load_network, network_named
from fireteam.content.errors import ContentError
from fireteam.env.scenario.checked import PRINTABLE, Strict, closest, listed, named_file, read_toml, validated

from ..contest.jobs import Entrant, bot_digest
from ..orders.config import SELF, Config
from .protocol import Protocol

MANIFEST = "submission.toml"
FROZEN = "as it is"  # the budget of what is not trained by the protocol
FEWEST_UPDATES = 4  # of a run: with small budgets an update gathers less
FEWEST_ROWS, SHORTEST = 8, 16  # battles at once, and decisions in each, of the smallest update

Line = Annotated[str, Field(pattern=PRINTABLE, max_length=200)]
Kind = Literal["bot", "policy", "recipe", "runs"]


class Manifest(Strict):
    """What a folder submits: exactly one of `policy`, `recipe` and `runs`, files beside it.

    Attributes:
        name: the name of the submission.
        about: how it was made, for people.
        authors, link: its authors, and an address with more about it.
        policy: a policy file, judged as it is.
        recipe: a recipe, trained by the protocol with each seed and budget.
        runs: policies trained in another way: by budget, as 5e6, one for each seed.
    """

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _.-]*$", max_length=60)]
    about: Annotated[str, Field(pattern=PRINTABLE, max_length=2000)] = ""
    authors: Line = ""
    link: Line = ""
    policy: Line = ""
    recipe: Line = ""
    runs: dict[str, list[Line]] = {}


class Submission(NamedTuple):
    """Something to be judged.

    Attributes:
        manifest: its description.
        kind: its kind.
        digest: a digest of what determines its play, or its training.
        entrant: the bot, if it is one, or a policy.
        recipe: how it is trained, if it is a recipe.
        files: for every budget one policy file a seed.
    """

    manifest: Manifest
    kind: Kind
    digest: str
    entrant: Entrant | None = None
    recipe: Config | None = None
    files: Mapping[float, Sequence[Path]] = {}

    def budgets(self, protocol: Protocol) -> list[float | None]:
        """Return the budgets at which it is judged; None for a submission that is not trained."""
        if self.kind == "recipe":
            return [*protocol.budgets]
        return [*sorted(self.files)] if self.kind == "runs" else [None]


def of_bot(entrant: Entrant, about: str = "") -> Submission:
    """Return a bot, or a policy, as a submission."""
    kind: Kind = "bot"
    name = entrant.name
    own = entrant.bot.name.partition(":")[0] if isinstance(entrant.bot, CompiledBot) else ""
    if is_network(own):
        card, kind = network_named(own).card, "policy"
        about = about or card.about
        name = card.name if Path(name).suffix else name
    return Submission(Manifest(name=printed(name), about=about), kind, bot_digest(entrant), entrant)


def printed(name: str) -> str:
    """Return a name reduced to letters that files and tables can hold."""
    return "".join(letter if letter.isascii() and (letter.isalnum() or letter in " _.-") else "-" for letter in name)[:60]


def of_recipe(path: Path, protocol: Protocol, manifest: Manifest | None = None) -> Submission:
    """Return a recipe as a submission.

    Raises:
        ContentError: it is none, or trains on what the protocol does not allow.
    """
    recipe: Config = validated(Config, read_toml(path), path)
    check_recipe(recipe, protocol, path)
    said = manifest or Manifest(name=printed(path.stem), about=recipe.about, recipe=path.name)
    digest = hashlib.sha256(recipe.model_dump_json().encode()).hexdigest()[:16]
    return Submission(said, "recipe", digest, recipe=recipe)


def check_recipe(recipe: Config, protocol: Protocol, path: Path) -> None:
    """Raise a ContentError if a recipe trains on what the protocol does not allow."""
    allowed = protocol.training
    if not recipe.names("scenario"):
        raise ContentError(f"{path}: scenario: {protocol.id} trains on scenarios with names: {listed(allowed.scenarios)}")
    for field, known in (("scenario", allowed.scenarios), ("opponent", [SELF, *allowed.opponents])):
        for name in recipe.names(field):
            if name not in known:
                raise ContentError(
                    f"{path}: {field} = {name!r}: {protocol.id} lets nobody train with it.{closest(name, known)} "
                    f"Allowed: {listed(known)}."
                )
    if recipe.start:
        raise ContentError(f"{path}: start = {recipe.start!r}: by {protocol.id} every run begins with new weights")
    if recipe.system not in ("", protocol.system):
        raise ContentError(f"{path}: system = {recipe.system!r}: {protocol.id} is of the rule system {protocol.system}")


def of_folder(folder: Path, protocol: Protocol) -> Submission:
    """Return the submission of a folder, by its manifest.

    Raises:
        ContentError: there is none, or something is wrong with it, or with a file that it names.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise ContentError(f"{folder}: holds no {MANIFEST}, which says what is submitted; see training/BENCHMARK.md")
    manifest = validated(Manifest, read_toml(path), path)
    given = [key for key in ("policy", "recipe", "runs") if getattr(manifest, key)]
    if len(given) != 1:
        raise ContentError(f"{path}: has {listed(given) or 'none'} of policy, recipe and runs: must have exactly one")
    if manifest.recipe:
        return of_recipe(inside(manifest.recipe, path), protocol, manifest)
    if manifest.policy:
        file = inside(manifest.policy, path)
        made = of_bot(Entrant(manifest.name, policy_bot(file)))
        return made._replace(manifest=manifest, digest=digest_of_files([file]))
    files = {}
    for key, names in manifest.runs.items():
        if (budget := budget_of(key)) not in protocol.budgets:
            allowed = listed(f"{each:g}" for each in protocol.budgets)
            raise ContentError(f"{path}: runs.{key}: {protocol.id} has the budgets {allowed}")
        if len(names) != len(protocol.seeds):
            raise ContentError(f"{path}: runs.{key}: lists {len(names)} policies: must be {len(protocol.seeds)}, one a seed")
        files[budget] = [inside(name, path) for name in names]
        for file in files[budget]:
            policy_bot(file)
    every = [file for budget in sorted(files) for file in files[budget]]
    return Submission(manifest, "runs", digest_of_files(every), files=files)


def budget_of(text: str) -> float:
    """Return a budget as a number; NaN if it is none."""
    try:
        return float(text)
    except ValueError:
        return float("nan")


def inside(name: str, path: Path) -> Path:
    """Return a file that a manifest names, which must lie in its folder."""
    file = named_file(path, name, (), "a file called")
    if not file.is_file():
        raise ContentError(f"{path}: {name!r}: there is no such file")
    return file


def digest_of_files(files: Sequence[Path]) -> str:
    """Return a digest of some files, 16 hexadecimal digits."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]


@cache
def policy_bot(path: Path) -> CompiledBot:
    """Return the bot of a network's file; raise a ContentError if it is none."""
    return load_bot(load_network(path).name)


def planned(recipe: Config, budget: float, seed: int) -> Config:
    """Return the run of a recipe for a budget and a seed: imitation keeps its share of all decisions.

    One of fewer than FEWEST_UPDATES updates has smaller ones. Nobody tests the network meanwhile.
    """
    share, envs, horizon = budget / recipe.steps, recipe.envs, recipe.horizon
    most = max(budget / FEWEST_UPDATES, FEWEST_ROWS * SHORTEST)
    while envs * horizon > most and envs > FEWEST_ROWS:
        envs = max(envs // 2, FEWEST_ROWS)
    while envs * horizon > most and horizon > SHORTEST:
        horizon = max(horizon // 2, SHORTEST)
    sizes = {"envs": envs, "horizon": horizon, "batch": min(recipe.batch, envs * horizon)}
    return recipe.model_copy(update={"steps": budget, "clone": recipe.clone * share, "seed": seed, "tests": 0, **sizes})
