"""A league whose battles are fought in shards: the learner's batch of them, and their gathering on other machines.

Members that are policies travel as the bytes of their files, once; a shard that meets one reads it from these.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from fireteam.agents.bots import RANDOM_BOT
from fireteam.agents.opponents import NetworkOpponent, asked_opponent, doctrine_opponent
from fireteam.agents.policy.network import Policy
from fireteam.agents.policy.storage import policy_in
from fireteam.env.seats.opponents import Opponent
from fireteam.env.vector import Vector

from ..learn.shards import Fetch, Order, Setup, Shard, ShardedEnv
from ..learn.train import make_battles, make_learner
from .env import LINEUPS, LeagueVecEnv


class ShardedLeagueEnv(ShardedEnv):
    """The rows of a learner in a league while shards fight in their place: it knows their opponents."""

    _met: tuple[tuple[Any, ...], ...] = ()

    def oppose(self, opponents: Sequence[Opponent]) -> None:
        """Let battles that begin from now on be against these, by their shares."""
        self._met = tuple((opponent.name, opponent.share, opponent.ask is not None) for opponent in opponents)

    def met(self) -> tuple[tuple[Any, ...], ...]:
        """Return the opponents of shards: name, share, and whether it is a policy."""
        return self._met


class LeagueShard(Shard):
    """Gathers a shard of a league.

    Args:
        setup: its `more` holds the learner's name, `who`, and keys for `fetch` of the policies it may meet, `members`.
        fetch: returns the bytes of a member's file, shape (n,).
    """

    def __init__(self, setup: Setup, fetch: Fetch) -> None:
        config = setup.config
        vector = make_battles(config.model_copy(update={"opponent": RANDOM_BOT}), setup.scenarios)
        super().__init__(make_learner(config, vector), vector)
        self._setup, self._fetch = setup, fetch
        self._policy = lru_cache(LINEUPS)(self._read)

    def env_for(self, order: Order) -> LeagueVecEnv:
        """Return the rows as a learner steps them, against its present opponents."""
        random = np.random.default_rng(order.chance)
        met = [self._opponent(random, *one) for one in order.met]
        env = LeagueVecEnv(self.vector, met, random)
        if order.state is not None:
            env.go_on(order.state, [self._opponent(random, *one) for one in order.state["opponents"]])
            env.oppose(met)
        return env

    def state_of(self, env: VecEnv) -> dict[str, Any]:
        """Return the state of the rows, and their opponents."""
        assert isinstance(env, LeagueVecEnv)
        return env.snapshot()

    def _opponent(self, random: np.random.Generator, name: str, share: float, is_policy: bool) -> Opponent:
        """Return an opponent who answers here."""
        if not is_policy:
            return doctrine_opponent(name, share)
        if name == self._setup.more["who"]:
            return asked_opponent(name, partial(act, self.learner), share)
        return asked_opponent(name, partial(self._ask, name, random), share)

    def _ask(self, name: str, random: np.random.Generator, vector: Vector, rows: np.ndarray) -> np.ndarray:
        """Let a member that is a policy act."""
        return sampling_network(self._policy(name), random)(vector, rows)

    def _read(self, name: str) -> Policy:
        """Return a member's policy; what is used often stays in memory."""
        return Policy(*policy_in(self._fetch(self._setup.more["members"][name]).tobytes(), Path(name)))


def shard_of_league(setup: Setup, fetch: Fetch) -> LeagueShard:
    """Return a gatherer for the shards of a league; see `LeagueShard`."""
    return LeagueShard(setup, fetch)


def met_by(opponents: Sequence[Opponent]) -> list[str]:
    """Return the names of those opponents that are policies."""
    return [opponent.name for opponent in opponents if opponent.ask is not None]


def sampling_network(policy: Policy, random: np.random.Generator) -> NetworkOpponent:
    """Return a policy that plays as it was trained to play, drawing by its probabilities, not always the likeliest action.

    A learner that could foresee it would learn only that. Only an exploiter, which looks for the weaknesses of such a
    policy, may foresee it: at temperature 0.
    """
    return NetworkOpponent(policy, 1.0, random, stumbles=True)


def act(model: MaskablePPO, vector: Vector, rows: np.ndarray) -> np.ndarray:
    """Let a learner act as it is now."""
    with torch.no_grad():
        observations = torch.from_numpy(vector.observations[rows]).to(model.device)
        actions, *_ = model.policy(observations, action_masks=vector.masks[rows])
        numbers: np.ndarray = actions.cpu().numpy()
        return numbers
