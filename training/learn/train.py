"""Training a policy with MaskablePPO, from scratch or after behaviour cloning, with checkpoints that survive a kill.

A run lives in a folder:

    config.json      the configuration of the run
    checkpoint.safetensors  the latest state, written whole at least once a minute: `--resume` goes on from it
    progress.csv     decisions, decisions a second, share of battles won
    scenarios.csv    the score in each scenario, draws counted half, in the last battles there
    progress.svg     the learning curve: that share, with its interval
    policy.safetensors  the policy alone, as data: it can be fought with and sent to others
    tensorboard/     curves of everything
"""

import json
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from fireteam.agents.bots import parameters_of, parameters_of_all, parameters_of_teams
from fireteam.agents.commands import commands_of
from fireteam.agents.policy.storage import Card, new_card, read_policy, save_policy
from fireteam.agents.policy.tensors import MOST_ADVISERS
from fireteam.agents.rollout import rollout
from fireteam.agents.series.intervals import wilson
from fireteam.content.errors import ContentError
from fireteam.content.renamed import renamed
from fireteam.env.files import held, sweep, write_whole
from fireteam.env.observe.actions import SLOTS
from fireteam.env.observe.reward import Reward
from fireteam.env.sb3 import BatchVecEnv
from fireteam.env.scenario.checked import Strict, shown
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.options import check_side
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.stacking import check_same_teams
from fireteam.env.vector import Vector

from ..curve import CURVE, curve_of
from ..folder import CONFIG, load_config
from ..memory import keep_memory
from ..progress import HEAD, PROGRESS, go_on
from .checkpoint import load_learner, save_learner
from .cloning import clone
from .config import Config
from .credit import UnitBuffer, columns_of
from .critic import CriticFirst, WithState
from .network import SlotPolicy, policy_options, put_tensors, tensors_of
from .shards import HERE, Fetch, Gatherer, Setup, Shard, ShardedEnv, Sharing, config_of_shard, shards_of
from .teachers import BEST, teacher_of

CHECKPOINT, POLICY = "checkpoint.safetensors", "policy.safetensors"
OLD_CHECKPOINT = "checkpoint.zip"
BY_SCENARIO = "scenarios.csv"
WINDOW = 2000  # battles over which the share of wins is counted
RECENT = 500  # battles of a scenario that say how the learner fares there
LEAST_LOST = 0.1

OnUpdate = Callable[[dict[str, float]], None]
C = TypeVar("C", bound=Strict)


def scenarios_of(config: Config) -> list[Scenario]:
    """Return the scenarios of a run.

    Raises:
        ContentError: there is no such scenario.
    """
    return [load_scenario(name, config.system) for name in config.names("scenario")]


def check_names(config: Config) -> None:
    """Raise a ContentError if a run names something that does not exist, before anything is written."""
    for field in ("scenario", "opponent"):
        if not config.names(field):
            raise ContentError(f"{field} = {shown(getattr(config, field))}: must name at least one")
    scenarios = scenarios_of(config)
    check_same_teams(scenarios)
    for scenario in scenarios:
        check_side(config.side, [team.name for team in scenario.teams])
    if len(config.names("advisers")) > MOST_ADVISERS:
        raise ContentError(f"advisers = {shown(config.advisers)}: must be {MOST_ADVISERS} at most")
    teachers = [config.teacher] if config.teacher != BEST else []
    if config.clone and config.teacher == BEST and not config.names("advisers"):
        raise ContentError(f"teacher = {BEST}: is the best of the advisers, and there are none")
    for name in (*config.names("opponent"), *config.names("advisers"), *teachers):
        parameters_of(name)
    if config.start:
        first_weights(config)


def make_battles(config: Config, scenarios: Sequence[Scenario] = ()) -> Vector:
    """Return the batch of battles that a run learns from; `scenarios`, if given, replace those of the configuration."""
    scenarios = scenarios or scenarios_of(config)
    teams = [team.name for team in scenarios[0].teams]
    return Vector(
        scenarios,
        config.envs,
        rollout=rollout,
        bots=np.stack([parameters_of_teams(name, teams) for name in config.names("opponent")]),
        commands=commands_of(),
        advisers=parameters_of_all(config.names("advisers")),
        side=config.side,
        reward=Reward(shaping=config.shaping),
        threads=config.threads,
        variants=config.variants,
        illegal="raise",
        slots=None,
    )


def make_learner(config: Config, battles: Vector | VecEnv, folder: Path | None = None) -> MaskablePPO:
    """Return an untrained learner, on a batch of battles or any other environment of the same spaces."""
    first, fall = config.rate, config.fall
    slots = battles.slots if isinstance(battles, Vector) else getattr(battles, "slots", (SLOTS, SLOTS))
    system = config.system or scenarios_of(config)[0].system
    seen = battles.as_vec_env() if isinstance(battles, Vector) else battles
    central = WithState(seen) if config.critic == "state" else None
    by_unit: dict[str, Any] = {
        "rollout_buffer_class": UnitBuffer,
        "rollout_buffer_kwargs": {"columns": columns_of(system, slots)},
    }
    return MaskablePPO(
        SlotPolicy,
        central or seen,
        learning_rate=lambda left: first * (fall + (1 - fall) * left),
        n_steps=config.horizon,
        batch_size=config.batch,
        n_epochs=config.epochs,
        gamma=config.gamma,
        gae_lambda=config.gae,
        clip_range=config.clip,
        ent_coef=config.entropy,
        target_kl=config.target_kl,
        policy_kwargs=policy_options(
            len(config.names("advisers")),
            config.trust,
            config.half,
            system,
            slots,
            central.state if central else 0,
            config.hold / config.entropy if config.hold else 0.0,
        ),
        **(by_unit if config.credit == "unit" else {}),
        tensorboard_log=str(folder / "tensorboard") if folder else None,
        seed=config.seed,
        device=config.device,
    )


def first_weights(config: Config) -> dict[str, np.ndarray]:
    """Return the tensors of the policy that a run starts from.

    Raises:
        ContentError: see `fireteam.agents.policy.storage.read_policy`; or it has other advisers or another rule system.
    """
    tensors, card = read_policy(config.start)
    if card.advisers != (wanted := config.names("advisers")):
        raise ContentError(f"{config.start}: its advisers are {card.advisers}, those of the run {wanted}")
    check_system(config.start, card, config)
    return tensors


def check_system(path: str, card: Card, config: Config) -> None:
    """Raise a ContentError if the policy of a file is made for another rule system than that of a run."""
    for name in config.names("scenario"):
        if (system := load_scenario(name, config.system).system) != card.system:
            raise ContentError(f"{path}: made for battles of the rule system {card.system}, and {name} is one of {system}")


def begin(config: Config, vector: Vector, folder: Path | None = None) -> MaskablePPO:
    """Return a learner before its first decision: its weights are new, or from a policy, or from cloning."""
    learner = make_learner(config, vector, folder)
    if config.start:
        put_tensors(learner.policy, first_weights(config))
    if config.clone:
        names = (config.names("advisers"), config.names("opponent"))
        teacher = teacher_of(vector, config.teacher, *names, config.seed)
        clone(learner.policy, vector, teacher, int(config.clone), config.seed)
    learner.policy.take_reference()
    return learner


class Keeper(BaseCallback):
    """Keeps a run: writes checkpoints and progress, and calls `on_update`."""

    def __init__(self, folder: Path, config: Config, on_update: OnUpdate) -> None:
        super().__init__()
        self._folder, self._config, self._on_update = folder, config, on_update
        self.won: list[bool] = []  # of the last battles
        self.scores = [deque[float](maxlen=RECENT) for _ in config.names("scenario")]  # of the last battles of each
        self._saved = self._began = time.monotonic()
        self._first, self._spent, self._battles = 0, 0.0, 0
        self.reached = False  # the share of wins that the run was to go on until

    def _on_training_start(self) -> None:
        self._first = self.num_timesteps
        self._spent, self._battles = go_on(self._folder / PROGRESS, self.num_timesteps)

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "won" in info:
                self.won.append(info["won"])
                self.scores[info["scenario"]].append(0.5 if info["winner"] < 0 else float(info["won"]))
                self._battles += 1
        del self.won[:-WINDOW]
        return not self.reached

    def _on_rollout_end(self) -> None:
        seconds = time.monotonic() - self._began
        now = {
            "decisions": float(self.num_timesteps),
            "seconds": self._spent + seconds,
            "per_second": (self.num_timesteps - self._first) / max(seconds, 1e-9),
            "battles": float(self._battles),
            "won": sum(self.won) / max(len(self.won), 1),
        }
        until = self._config.until
        self.reached = until > 0 and wilson(sum(self.won), max(len(self.won), 1))[0] > until
        self.logger.record("battles/won", now["won"])
        self._on_update(now | {"counted": float(len(self.won))})
        with (self._folder / PROGRESS).open("a", encoding="utf-8") as file:
            file.write(",".join(f"{now[name]:.4f}" for name in HEAD.strip().split(",")) + "\n")
        for name, scores in zip(self._config.names("scenario"), self.scores, strict=True):
            self.logger.record(f"scenarios/{name}", float(np.mean(scores)) if scores else 0.5)
        if self._config.focus:
            self.training_env.env_method("share", shares_of(self.scores, self._config.focus), indices=0)
        if time.monotonic() - self._saved >= self._config.every:
            self.save()

    def save(self) -> None:
        """Write checkpoint and policy, each whole or not at all."""
        title = f"{self._folder.name}: battles won against {self._config.opponent} on {self._config.scenario}"
        with held():
            self.keep_learner(CHECKPOINT)
            self.export(self._folder / POLICY, self._folder.name)
            write_whole(self._folder / BY_SCENARIO, table_of(self._config.names("scenario"), self.scores))
            write_whole(self._folder / CURVE, curve_of(self._folder / PROGRESS, title, WINDOW))
        self._saved = time.monotonic()

    def keep_learner(self, name: str) -> None:
        """Write the learner under a name."""
        battles = self.training_env.get_attr("episodes", 0)[0]["number"]
        save_learner(self._folder / name, self.model, battles, self.won)

    def export(self, path: Path, name: str) -> None:
        """Write the learner as a policy file with a name."""
        share = sum(self.won) / max(len(self.won), 1)
        learned = {"decisions": self.model.num_timesteps, "won": share, "of_battles": len(self.won)}
        card = new_card(
            name,
            self._config.about or f"Trained against {self._config.opponent} on {self._config.scenario}.",
            self._config.scenario,
            training=self._config.model_dump() | {"start": Path(self._config.start).name} | learned,
            advisers=self._config.names("advisers"),
            shaping=self._config.shaping,
            system=self.training_env.get_attr("fields", 0)[0][0].scenario.system,
        )
        save_policy(path, tensors_of(self.model.policy), card)


def shares_of(scores: Sequence[Sequence[float]], focus: float) -> list[float]:
    """Return how often each scenario is fought: by the share of recent losses there, to the power of `focus`.

    A scenario without results counts as half lost; one that is almost never lost is still fought now and then.
    """
    lost = [1.0 - (float(np.mean(some)) if some else 0.5) for some in scores]
    return [max(one, LEAST_LOST) ** focus for one in lost]


def table_of(names: Sequence[str], scores: Sequence[Sequence[float]]) -> str:
    """Return the learner's score in each scenario as CSV, with the number of its last battles there."""
    rows = [f"{name},{np.mean(some) if some else 0.5:.4f},{len(some)}" for name, some in zip(names, scores, strict=True)]
    return "\n".join(["scenario,score,battles", *rows]) + "\n"


def shard_of_run(setup: Setup, _: Fetch) -> Shard:
    """Return the gatherer of a run's shards."""
    vector = make_battles(setup.config, setup.scenarios)
    return Shard(make_learner(setup.config, vector), vector)


def gather_in_shards(learner: MaskablePPO, config: Config, gatherer: Gatherer) -> None:
    """Gather the rollouts of a run in shards from now on; rows still skip the battles that they were to skip."""
    assert learner.env is not None
    rows, scenarios = learner.env.unwrapped, scenarios_of(config)
    assert isinstance(rows, BatchVecEnv)
    learner.set_env(ShardedEnv(rows.vector, rows.skipped, learner.observation_space))
    setup = Setup(shard_of_run, config_of_shard(config, scenarios[0].system), scenarios)
    Sharing(learner, setup, config.shards, (config.seed,), gatherer)


@renamed(told="on_update")
def train(
    config: Config,
    folder: Path,
    resume: bool = False,
    on_update: OnUpdate = lambda _: None,
    gatherer: Gatherer = HERE,
) -> MaskablePPO:
    """Train a policy in a folder; return the final learner.

    Args:
        config: the configuration; with `resume` that of the folder is used. on_update: called after every rollout
        with decisions, seconds, per_second, battles, won, and how many it counts. gatherer: gathers rollouts, if they are
        in shards; the choice of gatherer does not change the result.

    Raises:
        ContentError: the folder holds another run already, or none to resume.
    """
    if resume:
        config = load_config(folder, Config)
        sweep(folder)
    elif (folder / CONFIG).exists():
        raise ContentError(f"{folder}: holds a run already: resume it, or take another name")
    check_names(config)
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(config.threads)
    keep_memory()
    config = config.model_copy(update={"shards": shards_of(config, gatherer)})
    vector = make_battles(config)
    keeper = Keeper(folder, config, on_update)
    if resume and not (folder / CHECKPOINT).exists() and (folder / OLD_CHECKPOINT).exists():
        raise ContentError(f"{folder / OLD_CHECKPOINT}: of an older Fireteam, which ran what it holds: begin the run anew")
    if resume and (folder / CHECKPOINT).exists():
        learner, keeper.won = resumed(config, vector, folder)
    else:
        write_whole(folder / CONFIG, json.dumps(config.model_dump(), indent=2) + "\n")
        write_whole(folder / PROGRESS, HEAD)
        learner = begin(config, vector, folder)
    left = int(config.steps) - learner.num_timesteps
    if config.shards:
        gather_in_shards(learner, config, gatherer)
    try:
        if left > 0:
            learner.learn(left, callback=[CriticFirst(config.warmup), keeper], reset_num_timesteps=False, tb_log_name="run")
        keeper.model = learner
    finally:
        if getattr(keeper, "model", None) is not None:
            keeper.save()
        vector.close()
    return learner


def resumed(config: Config, vector: Vector, folder: Path) -> tuple[MaskablePPO, list[bool]]:
    """Return the learner from a run's checkpoint, and which of its last battles it has won.

    Every row goes on with the next battle of its stream. Chance in the choice of actions begins another stream.
    """
    learner = make_learner(config, vector, folder)
    standing, battles = load_learner(folder / CHECKPOINT, learner)
    learner.set_random_seed(int(np.random.SeedSequence([config.seed, standing.decisions]).generate_state(1)[0]) >> 1)
    learner.env.seed(config.seed)
    learner.env.skip_battles(np.resize(battles, vector.num_envs))
    return learner, [mark == "1" for mark in standing.won]
