"""A league: a main learner plays doctrines and snapshots, exploiters look for its weaknesses.

Learners take turns. The main one's turn ends with a snapshot of it, which joins the league; it meets a member the more
often, the less it wins (`league_state.priorities`). An exploiter meets only the main learner's latest snapshot; when it
beats it, or after too long, it joins as a snapshot too and begins anew. Every turn begins with the content of the league's
folder (`folder.py`), so that going on after a kill is nothing special.
"""

import time
from collections.abc import Callable
from functools import lru_cache, partial
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from fireteam.agents.bots import RANDOM_BOT
from fireteam.agents.opponents import NetworkOpponent, asked_opponent, doctrine_opponent
from fireteam.agents.policy.network import load_policy
from fireteam.agents.policy.storage import SUFFIX, read_policy
from fireteam.content.errors import ContentError
from fireteam.content.renamed import renamed
from fireteam.env.files import held, sweep
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.seats.opponents import Opponent
from fireteam.env.vector import Vector

from ..contest.jobs import field_of
from ..learn.checkpoint import load_learner
from ..learn.critic import CriticFirst
from ..learn.memory import keep_memory
from ..learn.network import put_tensors
from ..learn.shards import HERE, Gatherer, Setup, Sharing, config_of_shard, shards_of
from ..learn.train import CONFIG, POLICY, Keeper, load_config, make_battles, make_learner, scenarios_of
from .config import LeagueConfig
from .env import LINEUPS, LeagueVecEnv
from .folder import SNAPSHOTS, START, anchors_of, check_there, create_league, load_league, snapshot_path
from .shards import ShardedLeagueEnv, act, met_by, sampling_network, shard_of_league
from .state import LEAGUE, Learner, Member, State, Tally, priorities

OnUpdate = Callable[[str, dict[str, float]], None]


@renamed(told="on_update")
def run_league(
    config: LeagueConfig,
    folder: Path,
    resume: bool = False,
    on_update: OnUpdate = lambda _, __: None,
    on_joined: Callable[[Member], None] = lambda _: None,
    gatherer: Gatherer = HERE,
) -> State:
    """Let the learners of a league learn in a folder; return its state in the end.

    Args:
        config: the configuration; with `resume` that of the folder is used. on_update: called after every rollout
        with the name of the learner, and what `train` passes. on_joined: called with every snapshot that joins. gatherer:
        see `train`.

    Raises:
        ContentError: the folder holds another league or run, or none to resume; or a scenario has not two teams.
    """
    if resume:
        config = load_config(folder, LeagueConfig)
        if not (folder / SNAPSHOTS).exists():
            raise ContentError(f"{folder}: holds a run, but no league")
        sweep(folder)
    elif (folder / CONFIG).exists():
        raise ContentError(f"{folder}: holds a run already: resume it, or take another name")
    begun = (folder / LEAGUE).exists()
    anchors = {} if begun else anchors_of(config)
    for name in config.names("scenario"):
        field_of(name, load_scenario(name, config.system))
    torch.set_num_threads(config.threads)
    keep_memory()
    config = config.model_copy(update={"shards": shards_of(config, gatherer)})
    doctrines = ",".join(name for name, file in anchors.items() if not file)
    vector = make_battles(config.model_copy(update={"opponent": doctrines or RANDOM_BOT}))
    try:
        if not begun:
            create_league(config, anchors, folder, vector)
        league = League(folder, vector, on_update, on_joined, gatherer)
        while league.state.main.decisions < config.steps:
            league.take_turn()
        return league.state
    finally:
        vector.close()


class League:
    """A league whose learners learn, turn after turn.

    Attributes:
        config, folder: see `run_league`.
        state: the present state; the folder may be older by the time between two checkpoints.
    """

    def __init__(
        self,
        folder: Path,
        vector: Vector,
        on_update: OnUpdate,
        on_joined: Callable[[Member], None],
        gatherer: Gatherer = HERE,
    ) -> None:
        self.folder = folder
        self.config, self.state = load_league(folder)
        check_there(folder, [folder / one.name / one.checkpoint for one in self.state.learners] + [folder / START])
        self._vector, self._on_update, self._on_joined = vector, on_update, on_joined
        self._gatherer = gatherer
        self._put = lru_cache(maxsize=None)(self._hand_over)

    def take_turn(self) -> None:
        """Let the learner whose turn it is learn until its turn is over."""
        who = self.state.whose_turn
        seed = np.random.SeedSequence([self.config.seed, self.state.turns, who.decisions])
        self._random = np.random.default_rng(seed)
        self._networks = lru_cache(LINEUPS)(self._load)
        model = self._model(who)
        env = self._env(who, model)  # for this learner, from new battles on
        model.set_random_seed(int(seed.generate_state(1)[0]) >> 1)
        turn = Turn(self, who, env, self.folder / who.name, partial(self._on_update, who.name))
        most = ceil(self.config.steps if who is self.state.main else self.config.patience)
        try:
            callbacks = [CriticFirst(self.config.warmup), turn]
            model.learn(most - who.decisions, callback=callbacks, reset_num_timesteps=False, tb_log_name="run")
        except TurnOver:
            pass
        except BaseException:
            turn.save()
            raise
        if (member := turn.end()) is not None:
            self._on_joined(member)

    def _env(self, who: Learner, model: MaskablePPO) -> LeagueVecEnv | ShardedLeagueEnv:
        """Return the battles of a learner's turn, as its environment."""
        shards = shards_of(self.config, self._gatherer)
        if not shards:
            near = LeagueVecEnv(self._vector, self.opponents(who, model), self._random)
            model.set_env(near)
            return near
        env = ShardedLeagueEnv(self._vector)
        model.set_env(env)
        scenarios = scenarios_of(self.config)
        config = self.config.model_copy(update={"shards": shards})
        members = {name: self._put(name) for name in met_by(self.opponents(who, model)) if name != who.name}
        setup = Setup(
            shard_of_league,
            config_of_shard(config, scenarios[0].system),
            scenarios,
            {"members": members, "who": who.name},
        )
        Sharing(model, setup, shards, (self.config.seed, self.state.turns, who.decisions), self._gatherer)
        return env

    def _hand_over(self, member: str) -> Any:
        """Send a member's policy to the machines that gather shards, once: members never change."""
        return self._gatherer.put(np.frombuffer(snapshot_path(self.folder, member).read_bytes(), np.uint8))

    def opponents(self, who: Learner, model: MaskablePPO) -> list[Opponent]:
        """Return the present opponents of a learner, and how often it meets each."""
        if (target := self.target_of(who)) is not None:
            return [asked_opponent(target, partial(self._ask, target))]
        members, mirror = self.state.members, self.config.mirror
        often = priorities({member.name: who.tally(member.name).share for member in members}, self.config.prioritise)
        policies = [member.name for member in members if member.kind == "policy"]
        met = [
            asked_opponent(name, partial(self._ask, name), (1 - mirror) * share)
            if name in policies
            else doctrine_opponent(name, (1 - mirror) * share)
            for name, share in often.items()
        ]
        return [*met, asked_opponent(who.name, partial(act, model), mirror)]

    def target_of(self, who: Learner) -> str | None:
        """Return the only member that a learner meets; None for the main one, which meets all."""
        latest = self.state.latest()
        return None if who is self.state.main or latest is None else latest.name

    def is_over(self, who: Learner, decisions: int) -> bool:
        """Return whether the turn of a learner is over."""
        most = self.config.turn if who is self.state.main else self.config.sally
        return decisions - who.began >= most or self.joins(who, decisions)

    def joins(self, who: Learner, decisions: int) -> bool:
        """Return whether a learner is due for a snapshot that joins, whether or not its turn is over."""
        if who is not self.state.main and decisions >= self.config.patience:
            return True
        target = self.target_of(who)
        tallies = [who.tally(name) for name in ([target] if target else [member.name for member in self.state.members])]
        return all(tally.battles >= self.config.sure and tally.share >= self.config.beaten for tally in tallies)

    def _model(self, who: Learner) -> MaskablePPO:
        """Return a learner from its checkpoint, or a new one."""
        folder = self.folder / who.name
        model = make_learner(self.config, self._vector, folder)
        if who.checkpoint:
            load_learner(folder / who.checkpoint, model)
            return model
        target = None if self.config.fresh else self.target_of(who)
        put_tensors(model.policy, read_policy(snapshot_path(self.folder, target) if target else self.folder / START)[0])
        model.policy.take_reference()
        return model

    def _load(self, member: str) -> NetworkOpponent:
        """Return a member that is a policy; what is used often stays in memory."""
        return sampling_network(load_policy(snapshot_path(self.folder, member)), self._random)

    def _ask(self, member: str, vector: Vector, rows: np.ndarray) -> np.ndarray:
        """Let a member that is a policy act."""
        return self._networks(member)(vector, rows)


class TurnOver(Exception):
    """Raised between two rollouts: stable-baselines3 itself ends a run only in the middle of one."""


class Turn(Keeper):
    """Keeps a learner through its turn: counts its battles, draws its opponents anew, saves the league."""

    def __init__(
        self,
        league: League,
        who: Learner,
        env: LeagueVecEnv | ShardedLeagueEnv,
        folder: Path,
        on_update: Callable[..., None],
    ) -> None:
        super().__init__(folder, league.config, on_update)
        self._league, self._who, self._env = league, who, env
        self._members = {member.name for member in league.state.members}

    def _on_rollout_start(self) -> None:
        if self._league.is_over(self._who, self.num_timesteps):
            raise TurnOver
        self._env.oppose(self._league.opponents(self._who, self.model))

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if info.get("opponent") in self._members:
                score = 1.0 if info["won"] else 0.5 if info["winner"] < 0 else 0.0
                self._who.tallies.setdefault(info["opponent"], Tally()).add(score)
        return super()._on_step()

    def save(self) -> None:
        """Write checkpoint and policy, then the league that counts on them."""
        if getattr(self, "model", None) is not None:
            with held():
                self._write_checkpoint()
                self._commit()

    def end(self) -> Member | None:
        """End the turn: take a snapshot if it is time, and let the next learner begin; return who joins."""
        league, who, member = self._league, self._who, None
        state = league.state
        if who is state.main or league.joins(who, self.num_timesteps):
            who.joined += 1
            member = Member(name=f"{who.name}-{who.joined}", kind="policy", by=who.name, decisions=self.num_timesteps)
            self.export(snapshot_path(league.folder, member.name), member.name)
            state.members.append(member)
        if member is None or who is state.main:
            self._write_checkpoint()
        else:
            who.checkpoint, who.decisions, who.tallies = "", 0, {}
        state.turns += 1
        state.whose_turn.began = state.whose_turn.decisions
        self._commit()
        return member

    def _write_checkpoint(self) -> None:
        who, name = self._who, f"checkpoint-{self.num_timesteps}{SUFFIX}"
        self.keep_learner(name)
        self.export(self._folder / POLICY, who.name)
        who.checkpoint, who.decisions = name, self.num_timesteps

    def _commit(self) -> None:
        """Write the league, and only then remove the checkpoints that it counted on before."""
        self._league.state.write(self._league.folder)
        for path in self._folder.glob(f"checkpoint-*{SUFFIX}"):
            if path.name != self._who.checkpoint:
                path.unlink()
        self._saved = time.monotonic()
