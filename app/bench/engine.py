"""Measures of speed: each function does one thing for a while and returns how many a second."""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from fireteam.env.children import python
from fireteam.env.rules import kernel

DECISIONS = 400_000
ROUNDS = 3  # measurements of which the best counts: others only say what else the machine was doing
WARM = 0.3
SECONDS = 1.5
LEVELS = 64  # rows of a batch, each with a map of its own


def best(*measures: Callable[[], float]) -> list[float]:
    """Return the best of several measurements of each function; they take turns, so that conditions are alike."""
    return [max(values) for values in zip(*([measure() for measure in measures] for _ in range(ROUNDS)), strict=True)]


def engine_speed(scenario: str = "yard", decisions: int = DECISIONS, look: bool = False, system: str = "") -> float:
    """Return random legal decisions a second of the bare engine, or with observation and mask for each.

    `system` is the rule system; the scenario's own unless given.
    """
    from fireteam.agents.rollout import random_play
    from fireteam.env.observe.actions import layout
    from fireteam.env.observe.observation import observation_size
    from fireteam.env.rules.log import SILENT
    from fireteam.env.rules.systems import new_log
    from fireteam.env.scenario.reading import load_scenario
    from fireteam.env.scenario.setup import prepare

    field = prepare(load_scenario(scenario, system))
    numbering = layout(system=field.scenario.system)
    observations = np.zeros((1, observation_size(8, 8, field.scenario.system)), np.float32)
    masks = np.zeros((1, int(numbering[0]["size"])), np.int8)
    battles = field.opening.copy()
    records = [kernel.plain(x) for x in (battles, field.opening, field.arena, new_log(battles.dtype, SILENT), numbering)]
    arguments = [*records, observations, masks, decisions, 1, look]
    start = time.perf_counter()
    random_play(*arguments)
    return decisions / (time.perf_counter() - start)


def loop_speed(environment: Any) -> float:
    """Return steps a second of PettingZoo's own loop, actions drawn from the mask."""
    environment.reset(seed=1)
    random = np.random.default_rng(1).random
    steps = 0
    start = time.perf_counter()
    while True:
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, info = environment.last()
            action = None
            if not (terminated or truncated):
                mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
                open_now = mask.nonzero()[0]
                action = open_now[int(random() * len(open_now))]
            environment.step(action)
            steps += 1
            if steps % 256 == 0 and time.perf_counter() - start > SECONDS:
                return steps / (time.perf_counter() - start)
        environment.reset()


class DoNothing(AECEnv):
    """An AEC environment of eight agents that does nothing: it shows the most steps that PettingZoo allows."""

    metadata = {"name": "do_nothing_v0"}

    def __init__(self) -> None:
        import gymnasium

        super().__init__()
        self.possible_agents = [f"agent_{number}" for number in range(8)]
        space = gymnasium.spaces.Dict(
            observation=gymnasium.spaces.Box(-1.0, 1.0, (4,), np.float32),
            action_mask=gymnasium.spaces.Box(0, 1, (4,), np.int8),
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, gymnasium.spaces.Discrete(4))
        self.seen = {"observation": np.zeros(4, np.float32), "action_mask": np.ones(4, np.int8)}

    def observation_space(self, agent: str) -> Any:
        """Return the space of all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.turn = 0
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return nothing of interest."""
        return self.seen

    def step(self, action: int) -> None:
        """Go on to the next agent."""
        self.turn = (self.turn + 1) % 8
        self.agent_selection = self.agents[self.turn]


def wrapped(environment: AECEnv) -> AECEnv:
    """Return an environment in PettingZoo's three standard wrappers."""
    environment = TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = AssertOutOfBoundsWrapper(environment)
    return OrderEnforcingWrapper(environment)


def skirmish() -> AECEnv:
    """Return the AEC environment without wrappers."""
    from fireteam.env.skirmish import raw_env

    return raw_env()


def neighbour(name: str) -> AECEnv | None:
    """Return one of PettingZoo's own games without wrappers, None if what it needs is not installed."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        if name == "chess":
            from pettingzoo.classic.chess.chess import raw_env
        else:
            from pettingzoo.classic.connect_four.connect_four import raw_env
    except ImportError:
        return None
    return raw_env()


def vector_speed(
    threads: int = 1, rows: int = 2048, opponent: str = "random", seconds: float = SECONDS, **options: Any
) -> float:
    """Return the learners' steps a second of the vector environment, actions drawn from the mask and not counted.

    The first steps, in which memory is touched for the first time, are not counted either.
    """
    from ..registry import make_vector

    side = {} if "learners" in options else {"side": "random"}
    vector = make_vector(rows, opponent=opponent, threads=threads, copy=False, **side, **options)
    random = np.random.default_rng(1)
    _, infos = vector.reset(seed=1)
    for most in (WARM, seconds):
        spent, steps = 0.0, 0
        while spent < most:
            mask = infos["action_mask"]
            actions = (random.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1)
            start = time.perf_counter()
            *_, infos = vector.step(actions)
            spent += time.perf_counter() - start
            steps += rows
    vector.close()
    return steps / spent


def battle_speed(red: str, blue: str, battles: int = 256, system: str = "") -> float:
    """Return whole battles a second between two compiled bots on one core, counted as `fireteam fight` counts."""
    from fireteam.agents.bots import load_bot
    from fireteam.agents.series.series import fight_series
    from fireteam.env.scenario.reading import load_scenario

    scenario = load_scenario("yard", system)
    bots = {"red": load_bot(red), "blue": load_bot(blue)}
    start = time.perf_counter()
    fight_series(scenario, bots, battles, seed=1)
    return battles / (time.perf_counter() - start)


def network_speed() -> float:
    """Return whole battles a second between networks of random weights on one core."""
    from fireteam.agents.network.box import Network
    from fireteam.agents.network.layers import LAYERS
    from fireteam.agents.network.storage import new_card
    from fireteam.env.rules.systems import DEFAULT

    random = np.random.default_rng(1)
    tensors = {f"{name}.weight": random.normal(0, 0.1, sizes).astype(np.float32) for name, sizes in LAYERS.items()}
    tensors |= {f"{name}.bias": np.zeros(sizes[1], np.float32) for name, sizes in LAYERS.items()}
    network = Network(tensors, new_card("measured", [DEFAULT]))
    return battle_speed(network.name, network.name)


def start_times() -> tuple[float, float]:
    """Return seconds that `fireteam fight` takes with an empty cache, and from a warm start to the first decision."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "FIRETEAM_CACHE": folder}

        def run(*arguments: str) -> float:
            start = time.perf_counter()
            subprocess.run(python(*arguments), env=environment, check=True, capture_output=True)
            return time.perf_counter() - start

        cold = run("-m", "fireteam", "fight", "--quiet")
        warm = min(run("-c", "from fireteam.env.battle import Battle; Battle().legal()") for _ in range(ROUNDS))
    return cold, warm


def record_bytes() -> int:
    """Return the bytes of one battle in a batch."""
    from fireteam.env.battle import Battle

    return int(Battle().record.dtype.itemsize)
