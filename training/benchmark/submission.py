"""What is submitted: a bot, a recipe, or policies that somebody has trained in a way of their own.

A folder is submitted by its `submission.toml`, the `Manifest`; it names data only, so nothing of a stranger's is executed. A
bot in Python is named on the command line, by whoever trusts it.
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from fireteam.agents.policy.bot import PolicyBot
from fireteam.agents.policy.network import load_policy
from fireteam.content.errors import ContentError
from fireteam.env.scenario.checked import PRINTABLE, Strict, closest, listed, named_file, read_toml, validated

from ..contest.jobs import Entrant, bot_digest
from ..learn.config import Config
from ..learn.curriculum import stages_of
from .protocol import Protocol

MANIFEST = "submission.toml"
FROZEN = "as it is"  # the budget of what is not trained by the protocol
FEWEST_UPDATES = 4  # of a stage: with small budgets an update gathers less
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
        recipe: the values of a recipe.
        files: for every budget one policy file a seed.
    """

    manifest: Manifest
    kind: Kind
    digest: str
    entrant: Entrant | None = None
    recipe: Mapping[str, Any] = {}
    files: Mapping[float, Sequence[Path]] = {}

    def budgets(self, protocol: Protocol) -> list[float | None]:
        """Return the budgets at which it is judged; None for a submission that is not trained."""
        if self.kind == "recipe":
            return [*protocol.budgets]
        return [*sorted(self.files)] if self.kind == "runs" else [None]


def of_bot(entrant: Entrant, about: str = "") -> Submission:
    """Return a bot, or a policy, as a submission."""
    bot = entrant.bot
    name = entrant.name
    if isinstance(bot, PolicyBot):
        about = about or bot.policy.card.about
        name = bot.policy.card.name if Path(name).suffix else name
    kind: Kind = "policy" if isinstance(bot, PolicyBot) else "bot"
    return Submission(Manifest(name=printed(name), about=about), kind, bot_digest(entrant), entrant)


def printed(name: str) -> str:
    """Return a name reduced to letters that files and tables can hold."""
    return "".join(letter if letter.isascii() and (letter.isalnum() or letter in " _.-") else "-" for letter in name)[:60]


def of_recipe(path: Path, protocol: Protocol, manifest: Manifest | None = None) -> Submission:
    """Return a recipe as a submission.

    Raises:
        ContentError: it is none, or trains on what the protocol does not allow.
    """
    values = read_toml(path)
    stages = stages_of(values, path)
    for stage in stages:
        check_stage(stage, protocol, path)
    said = manifest or Manifest(name=printed(path.stem), about=stages[0].about, recipe=path.name)
    digest = hashlib.sha256("\n".join(stage.model_dump_json() for stage in stages).encode()).hexdigest()[:16]
    return Submission(said, "recipe", digest, recipe=values)


def check_stage(stage: Config, protocol: Protocol, path: Path) -> None:
    """Raise a ContentError if a recipe trains on what the protocol does not allow."""
    allowed = protocol.training
    for field, known in (
        ("scenario", allowed.scenarios),
        ("opponent", allowed.opponents),
        ("advisers", allowed.advisers),
        ("teacher", allowed.advisers),
    ):
        for name in stage.names(field):
            if name not in known:
                raise ContentError(
                    f"{path}: {field} = {name!r}: {protocol.id} lets nobody train with it.{closest(name, known)} "
                    f"Allowed: {listed(known)}."
                )
    if stage.start:
        raise ContentError(f"{path}: start = {stage.start!r}: by {protocol.id} every run begins with new weights")
    if stage.system not in ("", protocol.system):
        raise ContentError(f"{path}: system = {stage.system!r}: {protocol.id} is of the rule system {protocol.system}")


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
def policy_bot(path: Path) -> PolicyBot:
    """Return the bot of a policy file; raise a ContentError if it is none."""
    return PolicyBot(load_policy(path))


def planned(recipe: Mapping[str, Any], budget: float, seed: int) -> list[Config]:
    """Return the stages of a recipe for a budget and a seed: each keeps its share of all decisions, cloning included.

    A stage of fewer than FEWEST_UPDATES updates has smaller ones.
    """
    stages = stages_of(recipe, "recipe")
    share = budget / sum(stage.steps + stage.clone for stage in stages)
    return [fitted(stage, share, seed) for stage in stages]


def fitted(stage: Config, share: float, seed: int) -> Config:
    """Return a stage with its decisions scaled by `share`."""
    steps, envs, horizon = max(stage.steps * share, 1.0), stage.envs, stage.horizon
    most = max(steps / FEWEST_UPDATES, FEWEST_ROWS * SHORTEST)
    while envs * horizon > most and envs > FEWEST_ROWS:
        envs = max(envs // 2, FEWEST_ROWS)
    while envs * horizon > most and horizon > SHORTEST:
        horizon = max(horizon // 2, SHORTEST)
    sizes = {"envs": envs, "horizon": horizon, "batch": min(stage.batch, envs * horizon)}
    shared = {"steps": steps, "clone": stage.clone * share, "warmup": stage.warmup * share}
    return stage.model_copy(update={**shared, "seed": seed, **sizes})
