"""Finding weights of a doctrine by evolution: candidates fight other bots, and CMA-ES learns from what they score.

Hansen: "The CMA evolution strategy: a tutorial", 2016. Candidates of one generation fight on the same dice and maps and with
sides swapped, so that luck weighs as little as it can; the next generation has others.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import cma
import numpy as np

from fireteam.agents.bots import doctrine_weights, parameters_of, parameters_with
from fireteam.agents.doctrine.records import WEIGHTS
from fireteam.agents.series.series import battle_seeds
from fireteam.content.errors import ContentError
from fireteam.content.renamed import renamed
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.options import check_teams
from fireteam.env.scenario.setup import Field, prepare
from fireteam.env.seats.levels import TEST

from .fighting import points

MAPS = 40  # drawn in each generation for a scenario that draws its map
PART = 32  # battles in a compiled call
WIDTH = 0.4  # of the first generation, in steps
STEP = 0.5  # a step of a weight, as a share of it
LEAST = {"reserve": 0.01, "approach": 0.01, "objective": 0.03, "cohesion": 0.01, "wait": 0.01, "distance": 3.0, "seek": 0.01}
LEAST_STEP = 0.05  # for all others
FIXED = ("noise",)  # it is there to be unpredictable, and no battle rewards that


class Generation(NamedTuple):
    """The progress of an evolution: the mean score of a generation, its best, and the weights at its centre."""

    number: int
    mean: float
    best: float
    weights: dict[str, float]


@renamed(told="on_generation")
def evolve(
    scenarios: Sequence[Scenario],
    start: str,
    against: Sequence[str],
    generations: int,
    population: int = 20,
    pairs: int = 150,
    seed: int = 1,
    workers: int = 1,
    on_generation: Callable[[Generation], None] = lambda _: None,
    team: str = "",
) -> dict[str, float]:
    """Return weights of a doctrine that beats some bots more often than the one it starts from.

    Args:
        scenarios: the scenarios; all count alike.
        start: the doctrine whose weights are the first, by name.
        against: bots by name; all count alike.
        generations: how many to run.
        population: candidates in each.
        pairs: battles of a candidate with each seating, in each scenario and against each bot.
        workers: threads.
        team: the only team that candidates play; both if empty.

    Raises:
        ContentError: a name is unknown, or a scenario does not have two teams, or lacks the named one.
    """
    for scenario in scenarios:
        if len(scenario.teams) != 2:
            raise ContentError(f"scenario {scenario.title!r} has {len(scenario.teams)} teams: evolution takes two")
        if team:
            check_teams("team", [team], [one.name for one in scenario.teams])
    turns = [[0, 1] if not team else [[one.name for one in scenario.teams].index(team)] for scenario in scenarios]
    opponents = [parameters_of(name) for name in against]
    first = doctrine_weights(start, scenarios[0].system)
    with ThreadPoolExecutor(workers) as pool:

        @lru_cache(1)  # of this generation
        def fields(seed: int) -> list[list[Field]]:
            return maps_of(scenarios, seed % (TEST - MAPS))

        def rate(weights: np.ndarray, seeds: list[int]) -> float:
            return score(pool, fields(seeds[0]), weights, opponents, seeds, turns)

        return evolve_weights(first, rate, generations, population, pairs, seed, on_generation)


def evolve_weights(
    first: np.ndarray,
    rate: Callable[[np.ndarray, list[int]], float],
    generations: int,
    population: int,
    pairs: int,
    seed: int,
    on_generation: Callable[[Generation], None] = lambda _: None,
    seconds: float | None = None,
) -> dict[str, float]:
    """Return the weights at the centre of the last generation.

    Args:
        first: the weights to start from, in the order of WEIGHTS.
        rate: returns the share of battles that weights win, on the dice of some seeds.
        generations: the most to run; after `seconds` no further one is begun, but at least one is run.
    """
    names = [weight.name for weight in WEIGHTS]
    least = np.array([LEAST.get(name, LEAST_STEP) for name in names])
    steps = np.maximum(STEP * np.abs(first), least) * [name not in FIXED for name in names]

    def weights_at(place: np.ndarray) -> np.ndarray:
        weights: np.ndarray = np.maximum(first + steps * place, 0.0)
        return weights

    start = time.monotonic()
    search = cma.CMAEvolutionStrategy(np.zeros(len(names)), WIDTH, {"popsize": population, "seed": seed, "verbose": -9})
    for number in range(generations):
        seeds = battle_seeds(seed + number, pairs)
        places = search.ask()
        scores = [rate(weights_at(place), seeds) for place in places]
        search.tell(places, [-one for one in scores])
        centre = dict(zip(names, map(float, weights_at(search.mean)), strict=True))
        on_generation(Generation(number + 1, float(np.mean(scores)), max(scores), centre))
        if seconds is not None and time.monotonic() - start >= seconds:
            break
    return centre


def maps_of(scenarios: Sequence[Scenario], first: int = 0) -> list[list[Field]]:
    """Return the maps of each scenario: MAPS that are drawn for it, by the numbers from `first` on, or its own."""
    return [[prepare(s.drawn(first + n)) for n in range(MAPS)] if s.draw else [prepare(s)] for s in scenarios]


def score(
    pool: ThreadPoolExecutor,
    fields: list[list[Field]],
    weights: np.ndarray,
    opponents: list[np.ndarray],
    seeds: list[int],
    turns: Sequence[Sequence[int]] = (),
) -> float:
    """Return the share of battles that a doctrine with some weights wins, draws counted half.

    Args:
        turns: numbers of the teams that it fights as, in each scenario; both teams unless given.
    """
    turns = turns or [(0, 1)] * len(fields)
    own = parameters_with(weights)
    jobs = []
    for (maps, teams), opponent in product(zip(fields, turns, strict=True), opponents):
        shares = np.array_split(np.array(seeds, np.uint64), len(maps))
        for field, share in zip(maps, shares, strict=True):
            parts = [share[n : n + PART].tolist() for n in range(0, len(share), PART)]
            jobs += [(field, own, opponent, part, turn) for part in parts for turn in teams]
    return sum(pool.map(lambda job: points(*job), jobs)) / (sum(map(len, turns)) * len(seeds) * len(opponents))
