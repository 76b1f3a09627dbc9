"""What a learner fights: its rule systems, and a batch of battles in each."""

from collections.abc import Sequence

import numpy as np

from fireteam.agents.bots import RANDOM_BOT, parameters_of_teams
from fireteam.agents.commands import commands_of
from fireteam.agents.network.box import load_network
from fireteam.agents.rollout import rollout
from fireteam.content.errors import ContentError
from fireteam.content.reading import listed, shown
from fireteam.env.observe.reward import Reward
from fireteam.env.rules.systems import SYSTEMS
from fireteam.env.scenario.models import DEFAULT, Scenario, no_system
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.seats.levels import levels_of
from fireteam.env.vector import Vector

from .config import SELF, Learning


def check_fought(config: Learning) -> None:
    """Raise a ContentError if there is not what a learner is to fight, or to begin with."""
    for system in systems_of(config):
        for name in config.names("scenario"):
            if (teams := len(load_scenario(name, system).teams)) != 2:
                raise ContentError(f"scenario {name!r} has {teams} teams: a network learns in battles of two")
        if not config.scenario:
            levels_of(config.levels, system)
    if config.start:
        load_network(config.start)


def systems_of(config: Learning) -> list[str]:
    """Return the rule systems of a run: those that it names, else that of what is fought.

    Raises:
        ContentError: there is no such system or scenario, or what is fought is of several.
    """
    named = config.names("system")
    for system in named:
        if system not in SYSTEMS:
            raise ContentError(f"system = {shown(config.system)}: {no_system(system, shown(system))}")
    if named:
        return named
    found = {load_scenario(name).system for name in config.names("scenario")} or {levels_of(config.levels).scenario.system}
    if len(found) > 1:
        raise ContentError(f"scenario = {shown(config.scenario)}: of the systems {listed(found)}: say which with --system")
    return list(found)


def batch_of(config: Learning, system: str, scenarios: Sequence[Scenario] = ()) -> Vector:
    """Return the batch of a run's battles in a rule system, in which the learner decides in orders.

    `scenarios`, if there are any, are fought in place of those of the configuration.

    Raises:
        ContentError: there is no such scenario, levels or opponent.
    """
    against_itself = config.opponent == SELF
    scenarios = list(scenarios) or [load_scenario(name, system) for name in config.names("scenario")]
    levels = None if scenarios else levels_of(config.levels, system)
    teams = [team.name for team in (scenarios[0] if levels is None else levels.scenario).teams]
    opponents = [RANDOM_BOT] if against_itself else config.names("opponent")
    return Vector(
        scenarios or DEFAULT,
        num_envs=config.envs,
        rollout=rollout,
        bots=np.stack([parameters_of_teams(name, teams) for name in opponents]),
        commands=commands_of(orders=True),
        side="all" if against_itself else "random",
        system=system,
        reward=Reward(shaping=config.shaping),
        slots=None,
        threads=config.threads,
        levels=levels,
        battles_per_level=config.stay,
        copy=False,
    )
