"""The speed of training: of gathering decisions, and of learning from them."""

import time
from typing import Any, NamedTuple

import numpy as np
import torch

from fireteam.training.memory import keep_memory
from fireteam.training.orders.config import Config
from fireteam.training.orders.grounds import Grounds
from fireteam.training.orders.update import Learner

UPDATES = 3  # that are measured, of which the best counts; one before them is not


class Speed(NamedTuple):
    """Decisions a second: over all, while they are gathered, and while they are learned from."""

    over_all: float
    gathering: float
    learning: float


def training_rows(config: Config) -> list[list[Any]]:
    """Return rows of measurements: decisions a second of a run, and of its two halves."""
    keep_memory()
    torch.set_num_threads(config.threads)
    grounds = Grounds(config)
    try:
        found = speed_of(grounds, config)
    finally:
        grounds.close()
    about = f"{config.envs} battles, {config.epochs} epochs, {config.threads} thread{'s' * (config.threads > 1)}"
    what = f"training on {config.scenario or config.levels} against {config.opponent}"
    return [
        [what, round(found.over_all), "decisions/s", about],
        ["  while they are gathered", round(found.gathering), "decisions/s", ""],
        ["  while they are learned from", round(found.learning), "decisions/s", ""],
    ]


def speed_of(grounds: Grounds, config: Config) -> Speed:
    """Return the speed of a learner that has just begun."""
    random, learner = np.random.default_rng(config.seed), Learner(config)
    grounds.begin(random)
    found = []
    for _ in range(1 + UPDATES):
        start = time.perf_counter()
        gathered = grounds.gather(learner, random)
        middle = time.perf_counter()
        learner.learn(gathered, random)
        end = time.perf_counter()
        decisions = sum(len(part.taken) for part in gathered)
        found.append(Speed(decisions / (end - start), decisions / (middle - start), decisions / (end - middle)))
    return max(found[1:])
