"""Every shipped scenario through the registries: PettingZoo's, Gymnasium's and stable-baselines3's own checks."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from made import aec, parallel, played, solo
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from stable_baselines3.common.env_checker import check_env as sb3_check_env

import fireteam
from fireteam.env.scenario import load_scenario, scenario_names

pytestmark = [
    pytest.mark.filterwarnings("error"),
    # PettingZoo's advice against observations with masks, which all of its own games with masks ignore too.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
NAMES = scenario_names()
CYCLES = 25


def seeded(env: Any) -> Any:
    """Return an environment whose battles and samples follow from fixed seeds from here on."""
    env.reset(seed=7)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    return env


class Module:
    """A scenario as PettingZoo's older checks want it: like a module with an environment of either kind."""

    def __init__(self, scenario: str, **options: Any) -> None:
        self.scenario, self.options = scenario, options

    def env(self, **options: Any) -> Any:
        """Return the scenario agent by agent."""
        return seeded(aec(self.scenario, **self.options, **options))

    def parallel_env(self, **options: Any) -> Any:
        """Return the scenario in parallel."""
        return seeded(parallel(self.scenario, **self.options, **options))


CASES = [(name, {}) for name in NAMES] + [(name, {"view": "commander"}) for name in NAMES[:2]]
IDS = ["-".join([name, *options.values()]) for name, options in CASES]
each_case = pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
each_name = pytest.mark.parametrize("name", NAMES)


# PettingZoo's checks.


@each_case
def test_aec_api(name: str, options: dict[str, str]) -> None:
    """PettingZoo's check of the agent-by-agent API passes."""
    api_test(seeded(aec(name, **options)), num_cycles=CYCLES)


@each_case
def test_parallel_api(name: str, options: dict[str, str]) -> None:
    """PettingZoo's check of the parallel API passes; where teams are drawn, fewer may come than are possible."""
    with warnings.catch_warnings():
        if load_scenario(name).draw:
            warnings.filterwarnings("ignore", message="No agents present but not all possible_agents")
        parallel_api_test(seeded(parallel(name, **options)), num_cycles=10 * CYCLES)


@each_case
def test_seeds(name: str, options: dict[str, str]) -> None:
    """PettingZoo's checks find that the same seed makes the same battle, in both forms."""
    seed_test(lambda: aec(name, **options), num_cycles=CYCLES)
    parallel_seed_test(lambda: parallel(name, **options), num_cycles=CYCLES)


@each_case
def test_max_cycles(name: str, options: dict[str, str]) -> None:
    """PettingZoo's check finds that `max_cycles` is how many decisions everybody gets."""
    max_cycles_test(Module(name, **options))


@each_case
@pytest.mark.usefixtures("quick_windows")
def test_rendering(name: str, options: dict[str, str]) -> None:
    """PettingZoo's check of rendering passes for every render mode there is."""

    def make(render_mode: str) -> Any:
        return seeded(aec(name, **options, render_mode=render_mode))

    render_test(make)
    assert load_scenario(name).title in make("ansi").render()


@each_case
def test_states(name: str, options: dict[str, str]) -> None:
    """PettingZoo's check of the global state passes."""
    state_test(seeded(aec(name, **options)), seeded(parallel(name, **options)), num_cycles=5)


# Gymnasium's and stable-baselines3's checks.


def forgiving(env: Any) -> Any:
    """Return an environment that takes the first open action where the one given is not open.

    Gymnasium's check samples an action, resets, and takes what it sampled, when other actions are open than were before.
    """
    step = env.step

    def take(action: int) -> Any:
        mask = env.action_masks()
        return step(action if mask[action] else int(mask.argmax()))

    env.step = take
    return env


@each_name
@pytest.mark.usefixtures("quick_windows")
def test_gymnasium(name: str) -> None:
    """Gymnasium's check passes, every render mode included, once it no longer takes actions that are not open."""
    check_env(forgiving(solo(name, render_mode="rgb_array").unwrapped))


@each_name
def test_stable_baselines3(name: str) -> None:
    """The check of stable-baselines3 passes."""
    sb3_check_env(solo(name).unwrapped)


def test_registering_again_changes_nothing() -> None:
    """Importing registers the environments; doing so once more is no error and no warning."""
    fireteam.register()
    assert "fireteam/Skirmish-v0" in gymnasium.registry
    assert "fireteam/skirmish-v0" in pettingzoo.aec_registry
    assert "fireteam/skirmish-v0" in pettingzoo.parallel_registry


# Battles played through.


@each_case
def test_a_whole_battle(name: str, options: dict[str, str]) -> None:
    """Everybody who is asked has something to do, leaves once, and the rewards of those there to the end tell who won."""
    env = aec(name, **options)
    match = env.unwrapped.match
    for seed in range(2):
        earned: dict[str, float] = {}
        left: list[str] = []
        for agent, reward, out in played(env, seed, np.random.default_rng(seed)):
            assert agent not in left
            earned[agent] = earned.get(agent, 0.0) + reward
            left += [agent] * out
        assert match.over
        assert env.agents == []
        winner = match.battle.winner
        for agent in left:
            if not env.unwrapped.has_left(agent):
                worth = 0.0 if winner is None else 1.0 if agent.rpartition("_")[0] == winner else -1.0
                assert earned[agent] == worth


def test_aec_and_parallel_are_the_same_battle() -> None:
    """The two forms show the decider the same, and earn the same, when the same actions are taken."""
    one, both = aec("yard"), parallel("yard")
    one.reset(seed=3)
    seen, infos = both.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(300):
        agent = one.agent_selection
        assert [name for name, info in infos.items() if info["decides"]] == [agent]
        observation = one.observe(agent)
        for key in ("observation", "action_mask"):
            assert (observation[key] == seen[agent][key]).all()
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        one.step(action)
        while one.agents and one.terminations[one.agent_selection]:
            one.step(None)
        seen, _, terminations, _, infos = both.step({agent: action})
        assert one.agents == both.agents
        if all(terminations.values()):
            break
    assert one.state().tobytes() == both.state().tobytes()
