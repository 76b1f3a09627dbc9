"""Rollouts in shards: the rows of a run in equal parts, each gathered by itself, here or on another machine.

The rollouts of a shard depend only on its input: the weights, the state of its battles, and the numbers from which all
chance comes. So it makes no difference where, in which order and how often it is gathered: a lost one is gathered again
elsewhere, with the same result, to the last bit on processors and a torch of the same kind. The learner waits for all
shards of an iteration, which are made with exactly its weights: nothing it learns from is stale.

Whoever gathers shards is a `Gatherer`: `HERE` in this process, `fireteam.training.gathering` on a cluster. Orders and
answers are arrays, numbers and names: a shard opens no file.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import gcd
from typing import Any, NamedTuple, Protocol

import numpy as np
from gymnasium import Space
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from fireteam.env.sb3 import BatchVecEnv
from fireteam.env.scenario.models import Scenario
from fireteam.env.vector import Vector

from .checkpoint import tensor_of
from .config import Config

MASKS = "action_masks"  # of a rollout buffer; they travel as bits
STREAM, CHANCE, UPDATE = 1, 2, 3  # what a number drawn by `seed_of` is for

Weights = Mapping[str, np.ndarray]
Fetch = Callable[[Any], Any]  # what `Gatherer.put` gave -> the value


class Setup(NamedTuple):
    """The data that all shards of a learner share."""

    build: "Callable[[Setup, Fetch], Shard]"  # makes what gathers: a function of a module
    config: Config  # of one shard: see `config_of_shard`
    scenarios: Sequence[Scenario]
    more: Mapping[str, Any] = {}  # what `build` needs besides


class Order(NamedTuple):
    """A shard to be gathered; its parts are plain, so that it can be unpacked anywhere."""

    stream: int  # seed of its battles, if they begin
    chance: int  # seed of all other chance in this rollout
    state: Mapping[str, Any] | None  # where its battles stand; None: they begin
    skip: np.ndarray  # how many battles each of its rows leaves out, if they begin
    met: tuple[tuple[Any, ...], ...] = ()  # whom it meets, in a league
    calls: tuple[tuple[str, tuple[Any, ...]], ...] = ()  # methods of the batch that are called first, with their arguments


class Gathered(NamedTuple):
    """The rollout of a shard, and the state of its battles after it."""

    arrays: Mapping[str, np.ndarray]  # of the rollout buffer, (steps, rows, ...), by name
    ended: Sequence[tuple[int, int, Mapping[str, Any]]]  # step, row, info of every battle that has ended
    state: Mapping[str, Any]


class Gatherer(Protocol):
    """The interface of objects that gather shards."""

    shards: int  # of a run that asks for no number; 0: its rows are not shared out

    def put(self, value: Any) -> Any:
        """Return the object that represents a value in `Setup.more` of the shards."""

    def begin(self, setup: Setup) -> Callable[[Weights, Sequence[Order]], Iterator[Gathered]]:
        """Return a function that gathers shards with some weights, and yields them in the given order."""


class Shard:
    """Gathers one shard: its rows, and a learner for them. Any shard of the same setup may take its place in it.

    Args:
        learner: as `make_learner` returns it; only its policy and its method to gather rollouts are used.
        vector: its battles.
    """

    def __init__(self, learner: MaskablePPO, vector: Vector) -> None:
        self.learner, self.vector = learner, vector
        learner.ep_info_buffer = learner.ep_success_buffer = deque(maxlen=0)  # the learner of the run keeps them

    def gather(self, weights: Weights, order: Order) -> Gathered:
        """Gather a rollout with some weights."""
        learner = self.learner
        learner.policy.load_state_dict({name: tensor_of(value) for name, value in weights.items()})
        learner.set_random_seed(order.chance)
        for method, arguments in order.calls:
            getattr(self.vector, method)(*arguments)
        env = self.env_for(order)
        if order.state is None:
            env.seed(order.stream)
            rows = env.unwrapped
            assert isinstance(rows, BatchVecEnv)
            rows.skip_battles(order.skip)
            seen, starts = env.reset(), np.ones(env.num_envs, bool)
        else:
            seen, starts = np.array(order.state["seen"]), np.array(order.state["starts"])
        learner._last_obs, learner._last_episode_starts = seen, starts
        noting = Noting()
        noting.init_callback(learner)
        buffer = learner.rollout_buffer
        learner.collect_rollouts(env, noting, buffer, learner.n_steps)
        shape = (buffer.buffer_size, buffer.n_envs)
        arrays = {name: a for name, a in vars(buffer).items() if isinstance(a, np.ndarray) and a.shape[:2] == shape}
        arrays[MASKS] = np.packbits(arrays[MASKS].astype(bool), axis=-1)
        return Gathered(
            arrays, noting.ended, self.state_of(env) | {"seen": learner._last_obs, "starts": learner._last_episode_starts}
        )

    def env_for(self, order: Order) -> VecEnv:
        """Return the rows as a learner steps them, where they stood at the end of the last rollout."""
        if order.state is not None:
            self.vector.restore(order.state["rows"])
        assert self.learner.env is not None
        return self.learner.env

    def state_of(self, env: VecEnv) -> dict[str, Any]:
        """Return the state of the rows."""
        return {"rows": self.vector.snapshot()}


class Noting(BaseCallback):
    """Notes which battles have ended, without their last observations."""

    def __init__(self) -> None:
        super().__init__()
        self.ended: list[tuple[int, int, dict[str, Any]]] = []

    def _on_step(self) -> bool:
        for row, info in enumerate(self.locals["infos"]):
            if info:
                kept = {key: value for key, value in info.items() if key != "terminal_observation"}
                self.ended.append((self.n_calls - 1, row, kept))
        return True


class LocalGatherer:
    """Gathers in this process, one shard after the other."""

    shards = 0

    def put(self, value: Any) -> Any:
        """Return the value itself, since shards are gathered in this process."""
        return value

    def begin(self, setup: Setup) -> Callable[[Weights, Sequence[Order]], Iterator[Gathered]]:
        """Return the function that gathers a learner's shards in this process."""
        shard = setup.build(setup, lambda value: value)
        return lambda weights, orders: (shard.gather(weights, order) for order in orders)


HERE = LocalGatherer()


class ShardedEnv(BatchVecEnv):
    """The learner's environment while shards fight in its place: it begins nothing and steps nothing.

    Args:
        vector: the rows; the results of their episodes are written into it.
        skipped: see `skip_battles`.
        space: the space of the learner's observations, if it is not that of a row.

    Attributes:
        calls: the methods of the batch that were called, with their arguments: shards repeat them before they go on.
    """

    def __init__(self, vector: Vector, skipped: np.ndarray | None = None, space: Space[Any] | None = None) -> None:
        super().__init__(vector)
        self.skipped, self.calls = skipped, dict[str, tuple[Any, ...]]()
        self.observation_space = space or vector.single_observation_space

    def reset(self) -> np.ndarray:
        """Return an empty observation."""
        return np.zeros((self.num_envs, *(self.observation_space.shape or ())), np.float32)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call a method of the batch, here and in every shard; the last call of each counts."""
        self.calls[method_name] = method_args
        return super().env_method(method_name, *method_args, indices=indices, **method_kwargs)

    def met(self) -> tuple[tuple[Any, ...], ...]:
        """Return the opponents of shards, see `Order`."""
        return ()


class Sharing:
    """Has the rollouts of a learner gathered in shards from now on.

    Args:
        learner: the learner; its environment is a `ShardedEnv`.
        setup: the setup of a shard.
        shards: the number of shards.
        key: numbers unique to this learner of the run; all chance follows from them.
        gatherer: the object that gathers.
    """

    def __init__(
        self, learner: MaskablePPO, setup: Setup, shards: int, key: tuple[int, ...], gatherer: Gatherer = HERE
    ) -> None:
        assert isinstance(learner.env, ShardedEnv)
        self._learner, self._env, self._key = learner, learner.env, key
        self._gather = gatherer.begin(setup)
        self._states: list[Mapping[str, Any] | None] = [None] * shards
        skipped = learner.env.skipped
        self._skips = np.split(np.zeros(learner.n_envs, np.int64) if skipped is None else skipped, shards)
        learner.collect_rollouts = self.collect  # type: ignore[method-assign]

    def orders(self) -> list[Order]:
        """Return the orders for the next rollouts."""
        decisions, met = self._learner.num_timesteps, self._env.met()
        return [
            Order(
                seed_of(STREAM, *self._key, number),
                seed_of(CHANCE, *self._key, decisions, number),
                state,
                self._skips[number],
                met,
                tuple(self._env.calls.items()),
            )
            for number, state in enumerate(self._states)
        ]

    def collect(
        self, env: VecEnv, callback: BaseCallback, rollout_buffer: Any, n_rollout_steps: int, use_masking: bool = True
    ) -> bool:
        """Fill a rollout buffer, as `MaskablePPO.collect_rollouts` does, whose place this takes."""
        learner, buffer, steps = self._learner, rollout_buffer, n_rollout_steps
        callback.on_rollout_start()
        buffer.reset()
        decisions, rows = learner.num_timesteps, env.num_envs // len(self._states)
        weights = weights_of(learner)
        infos: list[list[Mapping[str, Any]]] = [[{} for _ in range(env.num_envs)] for _ in range(steps)]
        states: list[Mapping[str, Any]] = []
        for number, gathered in enumerate(self._gather(weights, self.orders())):
            first, end = number * rows, (number + 1) * rows
            for name, array in gathered.arrays.items():
                bits = name == MASKS
                getattr(buffer, name)[:, first:end] = (
                    np.unpackbits(array, axis=-1, count=buffer.mask_dims) if bits else array
                )
            for step, row, info in gathered.ended:
                infos[step][first + row] = info
            self._env.vector.episodes[first:end] = gathered.state["rows"]["episodes"]
            states.append(gathered.state)
        self._states[:] = states
        learner.set_random_seed(seed_of(UPDATE, *self._key, decisions))  # whatever was gathered in this process
        for kept in infos:
            learner.num_timesteps += env.num_envs
            callback.update_locals({"infos": kept})
            if not callback.on_step():
                return False
            learner._update_info_buffer(kept)
        buffer.pos, buffer.full = steps, True
        callback.on_rollout_end()
        return True


def seed_of(*key: int) -> int:
    """Return a pseudo-random number below 2**31 that depends only on a key."""
    return int(np.random.SeedSequence([len(key), *key]).generate_state(1)[0]) >> 1


def shards_of(config: Config, gatherer: Gatherer) -> int:
    """Return the number of shards of rollouts: as a run asks for, or as suits the gatherer; 0 for none."""
    return config.shards or (gcd(gatherer.shards, config.envs) if gatherer.shards else 0)


def config_of_shard(config: Config, system: str) -> Config:
    """Return the configuration of one shard: that of the run, except for its size and place."""
    rows = config.envs // config.shards
    return config.model_copy(
        update={
            "envs": rows,
            "batch": rows * config.horizon,
            "threads": 1,
            "device": "cpu",
            "system": system,
            "start": "",
            "hold": 0.0,
        }
    )


def weights_of(learner: MaskablePPO) -> Weights:
    """Return the weights that a shard needs, by name: all but the reference for `hold`."""
    tensors = learner.policy.state_dict().items()
    return {name: value.detach().cpu().numpy() for name, value in tensors if not name.startswith("reference.")}
