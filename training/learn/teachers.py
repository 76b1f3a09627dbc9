"""The teachers of behaviour cloning.

A teacher is one doctrine, or the best adviser of each scenario.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from fireteam.agents.bots import parameters_of, parameters_of_teams
from fireteam.agents.doctrine.records import MEMORY
from fireteam.agents.series.series import battle_seeds
from fireteam.agents.teaching import advise
from fireteam.env.rules import kernel
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_TEAMS, MAX_UNITS
from fireteam.env.rules.systems import new_log
from fireteam.env.seats.batch import ADVICE
from fireteam.env.seats.battlefields import Scenarios
from fireteam.env.vector import Vector

from ..fighting import points

BEST = "best"  # the name of the best adviser of each scenario
BATTLES = 64  # that say how good an adviser is on a side of a scenario
LIST = 77  # of their seeds


class Teacher(Protocol):
    """Labels decisions with the actions that the learner should take."""

    def labels(self, begun: np.ndarray, observations: np.ndarray) -> np.ndarray:
        """Return action numbers, int64 of shape (rows,); `begun` says which battles have just begun."""


class Doctrine:
    """A doctrine as the teacher of a batch's learner."""

    def __init__(self, vector: Vector, name: str, seed: int) -> None:
        self._vector = vector
        bots = parameters_of_teams(name, vector.team_names)
        bots["seed"] = seed + np.arange(len(bots))
        log = new_log(vector.battles.dtype, SILENT)
        self._memories = np.zeros((vector.num_envs, MAX_UNITS), MEMORY)
        plain = kernel.plain
        seen = (plain(vector.battles), plain(vector.arenas), plain(log), plain(vector.numbering))
        self._records = (*seen, plain(bots), plain(self._memories))

    def labels(self, begun: np.ndarray, observations: np.ndarray) -> np.ndarray:
        """Return the doctrine's action in every row."""
        self._memories[begun] = 0
        actions = np.zeros(self._vector.num_envs, np.int64)
        advise(*self._records, actions)
        return actions


class BestAdviser:
    """Teaches the adviser that wins most in a scenario with a team; its advice is read from the observation.

    Args:
        best: the number of that adviser by battlefield and team, shape (variants, teams).
        advisers: the number of advisers.
    """

    def __init__(self, vector: Vector, best: np.ndarray, advisers: int) -> None:
        self._vector, self._best, self._advisers = vector, best, advisers

    def labels(self, begun: np.ndarray, observations: np.ndarray) -> np.ndarray:
        """Return the best adviser's action in every row."""
        rows = np.arange(self._vector.num_envs)
        battles = self._vector.battles
        teams = battles["units"]["team"][rows, battles["decider"]]
        advice = observations[:, observations.shape[1] - 2 * self._advisers :]
        heard = advice[rows, self._best[battles["variant"], teams]]
        labels: np.ndarray = np.rint(heard * ADVICE).astype(np.int64)
        return labels


def best_advisers(vector: Vector, advisers: Sequence[str], opponents: Sequence[str]) -> np.ndarray:
    """Return the number of the adviser that wins most on each battlefield with each team, shape (variants, MAX_TEAMS).

    All fight as many battles against the opponents, on the same dice. Battlefields drawn for one scenario count together.
    """
    own, others = [parameters_of(name) for name in advisers], [parameters_of(name) for name in opponents]
    seeds = battle_seeds(LIST, BATTLES)
    found = np.zeros((len(vector.fields), MAX_TEAMS), np.int64)
    assert isinstance(vector.ground, Scenarios), "a run fights scenarios"
    scenario_of = vector.ground.scenario_of
    for scenario in np.unique(scenario_of):
        places = np.flatnonzero(scenario_of == scenario)
        shares = np.array_split(np.array(seeds, np.uint64), len(places))
        for team in range(len(vector.fields[places[0]].scenario.teams)):
            scores = [
                sum(
                    points(vector.fields[place], bot, other, share.tolist(), team)
                    for place, share in zip(places, shares, strict=True)
                    for other in others
                )
                for bot in own
            ]
            found[places, team] = int(np.argmax(scores))
    return found


def teacher_of(vector: Vector, name: str, advisers: Sequence[str], opponents: Sequence[str], seed: int) -> Teacher:
    """Return a teacher by name: a doctrine, or BEST."""
    if name == BEST:
        return BestAdviser(vector, best_advisers(vector, advisers, sorted(set(opponents))), len(advisers))
    return Doctrine(vector, name, seed)
