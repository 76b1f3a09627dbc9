"""Every shipped scenario through the registries: PettingZoo's, Gymnasium's and stable-baselines3's own checks."""

import subprocess
import sys
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

import fireteam
from fireteam.agents.bots import load_bot
from fireteam.env.observe.actions import encode
from fireteam.env.rules.verbs import END
from fireteam.env.scenario.models import Party, Scenario, Unit
from fireteam.env.scenario.reading import load_scenario, scenario_names

pytestmark = [
    pytest.mark.filterwarnings("error"),
    # PettingZoo's advice against observations with masks, which all of its own games with masks ignore too.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
NAMES = scenario_names()
CYCLES = 25
HERD = Party(units=[Unit(template="soldier", count=7)])  # more than are drawn
SKIRMISH = load_scenario("skirmish")
DRAWN = [SKIRMISH.drawn(seed) for seed in range(1, 5)] + [SKIRMISH.with_parties({"red": HERD})]
each_drawn = pytest.mark.parametrize("drawn", DRAWN, ids=["1", "2", "3", "4", "herd"])


def check_for_stable_baselines3(env: Any) -> None:
    """Run the library's own check; it is imported here, because all the rest is tested without it too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries that it brings, about each other
        from stable_baselines3.common.env_checker import check_env as sb3_check_env

    sb3_check_env(env.unwrapped)


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


@each_drawn
def test_drawn(drawn: Scenario) -> None:
    """On drawn ground, whoever is drawn or brought along, the checks of PettingZoo and Gymnasium pass."""
    api_test(seeded(aec(drawn)), num_cycles=CYCLES)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="No agents present but not all possible_agents")
        parallel_api_test(seeded(parallel(drawn)), num_cycles=10 * CYCLES)
    seed_test(lambda: aec(drawn), num_cycles=CYCLES)
    parallel_seed_test(lambda: parallel(drawn), num_cycles=CYCLES)
    check_env(solo(drawn).unwrapped, skip_render_check=True)


@each_drawn
def test_drawn_for_stable_baselines3(drawn: Scenario) -> None:
    """The check of stable-baselines3 passes there too."""
    check_for_stable_baselines3(solo(drawn))


# With masks in the infos, or with agents that leave when they fall: the same checks.


@pytest.mark.parametrize("options", [{"masks": "infos"}, {"fallen": "leave"}], ids=["masks", "fallen"])
@pytest.mark.parametrize("name", ["duel", "market", "yard"])
def test_options(name: str, options: dict[str, str]) -> None:
    """PettingZoo's checks pass with every option; plain arrays are what they advise, so not even a warning is left."""
    with warnings.catch_warnings():
        if "masks" in options:
            warnings.simplefilter("error")
        api_test(seeded(aec(name, **options)), num_cycles=4 * CYCLES)
        parallel_api_test(seeded(parallel(name, **options)), num_cycles=20 * CYCLES)
    seed_test(lambda: aec(name, **options), num_cycles=CYCLES)
    parallel_seed_test(lambda: parallel(name, **options), num_cycles=CYCLES)
    max_cycles_test(Module(name, **options))


# Gymnasium's and stable-baselines3's checks.


@each_name
@pytest.mark.usefixtures("quick_windows")
def test_gymnasium(name: str) -> None:
    """Gymnasium's check passes, every render mode included, although it takes actions that are not open."""
    check_env(solo(name, render_mode="rgb_array").unwrapped)


@each_name
def test_stable_baselines3(name: str) -> None:
    """The check of stable-baselines3 passes."""
    check_for_stable_baselines3(solo(name))


def test_registering_again_changes_nothing() -> None:
    """Importing registers the environments; doing so once more is no error and no warning."""
    fireteam.register()
    assert "fireteam/Skirmish-v0" in gymnasium.registry
    assert "fireteam/skirmish-v0" in pettingzoo.aec_registry
    assert "fireteam/skirmish-v0" in pettingzoo.parallel_registry


def test_beside_an_older_pettingzoo() -> None:
    """Where PettingZoo has no registry yet, only `pettingzoo.make` is missing: all environments can be made."""
    code = (
        "import sys, pettingzoo; sys.modules['pettingzoo.env_registry.registration'] = None; "
        "import fireteam, gymnasium; from fireteam.registry import make_parallel, make_skirmish; "
        "make_skirmish(scenario='duel').reset(seed=1); make_parallel(scenario='duel').reset(seed=1); "
        "gymnasium.make('fireteam/Skirmish-v0', scenario='duel').reset(seed=1); "
        "print('fireteam/skirmish-v0' in pettingzoo.aec_registry)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "False\n"), done.stderr[-2000:]


# Battles played through.


@each_case
def test_a_whole_battle(name: str, options: dict[str, str]) -> None:
    """Everybody who is asked has something to do, leaves once, and is paid the team's result, who has fallen too."""
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
        assert set(left) == set(earned)
        for agent in left:
            assert earned[agent] == (0.0 if winner is None else 1.0 if agent.rpartition("_")[0] == winner else -1.0)


@pytest.mark.parametrize("fallen", ["stay", "leave"])
def test_the_fallen(fallen: str) -> None:
    """Who falls stays, is not asked again, has only `end` open, and gets the team's result; or leaves with nothing."""
    fell = 0
    for seed in range(3):
        one, both = aec("yard", fallen=fallen), parallel("yard", fallen=fallen)
        one.reset(seed=seed)
        seen, infos = both.reset(seed=seed)
        totals = dict.fromkeys(both.agents, 0.0)
        bot = load_bot("tactician", seed)  # at random hardly anybody dies
        while both.agents:
            dead = {agent for agent in both.agents if both.unwrapped.has_left(agent)}
            assert fallen == "stay" or not dead
            decider = next(agent for agent, info in infos.items() if info["decides"])
            assert decider not in dead
            for agent in dead:
                assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == [END]
                assert one.observe(agent)["observation"].tobytes() == seen[agent]["observation"].tobytes()
            assert one.agent_selection == decider, "the dead do not cost a step"
            match = both.unwrapped.match
            team = match.battle.field.roster[match.decider].team
            action = encode(match.battle.field, team, bot.decide(match.battle), match.numbering)
            one.step(action)
            while one.agents and one.terminations[one.agent_selection] and not one.unwrapped.match.over:
                one.step(None)
            seen, rewards, _, _, infos = both.step({decider: action})
            for agent, reward in rewards.items():
                totals[agent] += reward
        winner = both.unwrapped.match.battle.winner
        for agent, total in totals.items():
            left = both.unwrapped.has_left(agent)
            if agent in one.agents:
                assert one._cumulative_rewards[agent] == total
            fell += left and winner is not None
            if left and fallen == "leave" and agent not in one.agents:
                assert total == 0.0
            elif winner is not None:
                assert total == (1.0 if agent.startswith(winner) else -1.0)
    assert fell > 1


@pytest.mark.parametrize("name", ["duel", "market"])
def test_masks_in_infos(name: str) -> None:
    """With masks in the infos the observations are the same arrays, and the infos of every agent hold its mask of now."""
    for make in (aec, parallel):
        dicts, arrays = make(name), make(name, masks="infos")
        for env in (dicts, arrays):
            env.reset(seed=1)
        assert isinstance(arrays.observation_space(arrays.agents[0]), gymnasium.spaces.Box)
        rng = np.random.default_rng(1)
        infos = arrays.reset(seed=1)[1] if make is parallel else arrays.infos
        for _ in range(60):
            match = arrays.unwrapped.match
            if match.over:
                break
            for agent in arrays.agents:
                seen = dicts.unwrapped.seen_by(agent)
                assert (seen["observation"] == arrays.unwrapped.seen_by(agent)).all()
                assert (seen["action_mask"] == infos[agent]["action_mask"]).all()
            decider = arrays.unwrapped._agent_of[match.decider]
            action = int(rng.choice(np.flatnonzero(infos[decider]["action_mask"])))
            if make is parallel:
                dicts.step({decider: action})
                infos = arrays.step({decider: action})[4]
            else:
                dicts.step(action)
                arrays.step(action)
                infos = arrays.infos


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
        seen, rewards, terminations, _, infos = both.step({agent: action})
        assert (one.rewards, one.terminations) == (rewards, terminations)
        if all(terminations.values()):
            break
    assert one.state().tobytes() == both.state().tobytes()
