"""A policy with random weights: who imports `given_file` has a fixture more."""

from pathlib import Path

import numpy as np
import pytest

from fireteam.agents.policy.bot import PolicyBot
from fireteam.agents.policy.storage import new_card, save_policy
from fireteam.bench.policy import random_policy, random_tensors
from fireteam.env.solo import Solo

TENSORS = random_tensors(3)


CARD = new_card("novice", "Knows nothing.", "yard", {"seed": 3, "rate": 1e-3, "learner": "none"}, {"tactician": 0.01})


def seen(count: int = 40, seed: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """Return what a unit sees in random play on the yard: observations and masks."""
    env = Solo("yard", opponent=PolicyBot(random_policy(), temperature=1.0), side="red")
    random = np.random.default_rng(seed)
    rows: list[tuple[np.ndarray, np.ndarray]] = []
    while len(rows) < count:
        observation, info = env.reset(seed=int(random.integers(1000)))
        over = False
        while not over and len(rows) < count:
            rows.append((observation, info["action_mask"]))
            observation, _, over, _, info = env.step(random.choice(info["action_mask"].nonzero()[0]))
    return np.stack([row[0] for row in rows]), np.stack([row[1] for row in rows])


@pytest.fixture(name="file")
def given_file(tmp_path: Path) -> Path:
    """Give the file of a policy."""
    save_policy(tmp_path / "novice.safetensors", TENSORS, CARD)
    return tmp_path / "novice.safetensors"
