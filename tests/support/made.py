"""Environments as the registries make them, with as many slots as their scenario needs."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pettingzoo

from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario


def read(scenario: Scenario | str) -> Scenario:
    """Return a scenario by its name, or as it is."""
    return load_scenario(scenario) if isinstance(scenario, str) else scenario


def slots(scenario: Scenario | str) -> tuple[int, int]:
    """Return how many slots a scenario needs, own and others: eight each, unless it is a large one."""
    scenario = read(scenario).drawn(0)
    sizes = [sum(unit.count for unit in team.units) for team in scenario.teams]
    return max(8, *sizes), max(8, sum(sizes) - min(sizes))


def aec(scenario: Scenario | str, **options: Any) -> Any:
    """Return a scenario as PettingZoo's registry makes it, agent by agent."""
    return pettingzoo.make("aec", "fireteam/skirmish-v0", scenario=scenario, **{"slots": slots(scenario), **options})


def parallel(scenario: Scenario | str, **options: Any) -> Any:
    """Return a scenario as PettingZoo's registry makes it, in parallel."""
    return pettingzoo.make("parallel", "fireteam/skirmish-v0", scenario=scenario, **{"slots": slots(scenario), **options})


def solo(scenario: Scenario | str, **options: Any) -> Any:
    """Return a scenario as Gymnasium's registry makes it, seen from its first team unless a side is given."""
    return gymnasium.make("fireteam/Skirmish-v0", scenario=scenario, **{"slots": slots(scenario), **options})


def vector(scenario: Scenario | str, num_envs: int, **options: Any) -> Any:
    """Return a batch as Gymnasium's registry makes it, seen from the scenario's first team unless a side is given."""
    given = {"slots": slots(scenario), "opponent": "random", **options}
    return gymnasium.make_vec("fireteam/Skirmish-v0", num_envs=num_envs, scenario=scenario, **given)


def played(env: Any, seed: int, rng: np.random.Generator) -> Iterator[tuple[str, float, bool]]:
    """Play a battle agent by agent, at random; yield who was asked, what it had earned, and whether it was out."""
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        yield agent, reward, terminated or truncated
        action = None if terminated or truncated else rng.choice(np.flatnonzero(observation["action_mask"]))
        env.step(action)
