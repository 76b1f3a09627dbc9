"""Measures of trained policies: decisions a second of one core, in a process of its own with one thread."""

import os
import subprocess
import time
from typing import TYPE_CHECKING

import numpy as np

from fireteam.env.children import python
from fireteam.env.rules.systems import DEFAULT

if TYPE_CHECKING:
    from fireteam.agents.policy.network import Policy

BATCH = 256
SECONDS = 1.5
PARTS = 10  # of the measurement, of which the best counts: others only say what else the machine was doing
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1")
ADVISERS = ("tactician", "guard")  # of a policy that is made up here, if it has any


def widths(advisers: int, system: str = DEFAULT) -> dict[str, tuple[int, int]]:
    """Return outputs and inputs of each layer, as training makes them for battles of a rule system."""
    from fireteam.agents.policy.tensors import POOLS, shape_of

    shape = shape_of(system)
    joined = 64 + POOLS * 32 + 64 + 9 * advisers
    return {
        "context.0": (64, shape.context),
        "slots.0": (64, shape.slot + 1 + 64),
        "slots.2": (32, 64),
        "window.0": (64, shape.window),
        "policy.0": (128, joined),
        "policy.2": (128, 128),
        "policy.4": (shape.kinds + advisers, 128),
        "targets.0": (32, 32 + 128),
        "targets.2": (len(shape.aimed), 32),
        "value.0": (64, joined),
        "value.2": (64, 64),
        "value.4": (1, 64),
    }


def random_tensors(seed: int = 0, advisers: int = 0, system: str = DEFAULT) -> dict[str, np.ndarray]:
    """Return the tensors of a policy that has learned nothing, float32, by the names of `agents/policy/tensors.py`."""
    random = np.random.default_rng(seed)
    made = {}
    sizes = widths(advisers, system)
    for name, shape in sizes.items():
        made[f"{name}.weight"] = (random.standard_normal(shape) / np.sqrt(shape[1])).astype(np.float32)
        made[f"{name}.bias"] = (random.standard_normal(shape[0]) / 10).astype(np.float32)
    if advisers:
        made["advice.weight"] = random.standard_normal(((sizes["policy.4"][0] - advisers) * advisers, 8)).astype(np.float32)
        made["loyalty.weight"] = random.standard_normal((advisers, advisers)).astype(np.float32)
    return made


def random_policy(seed: int = 0, advisers: int = 0, system: str = DEFAULT) -> "Policy":
    """Return a policy that has learned nothing; it has at most two advisers."""
    from fireteam.agents.policy.network import Policy
    from fireteam.agents.policy.storage import new_card

    card = new_card(f"random_{seed}", advisers=ADVISERS[:advisers], system=system)
    return Policy(random_tensors(seed, advisers, system), card)


def policy_speed(batch: int = BATCH) -> float:
    """Return decisions a second of a policy's usual widths on one core, with a value and probabilities for each."""
    code = f"from fireteam.bench.policy import speed_here; print(speed_here({batch}))"
    environment = {**os.environ, **ONE_THREAD}  # libraries read these when they are loaded: hence another process
    done = subprocess.run(python("-c", code), env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout)


def speed_here(batch: int = BATCH) -> float:
    """Return decisions a second in this process, with as many threads as it has."""
    from fireteam.agents.policy.tensors import shape_of

    policy, shape = random_policy(advisers=2), shape_of()
    random = np.random.default_rng(1)
    observations = random.uniform(-1, 1, (batch, shape.observation)).astype(np.float32)
    masks = (random.random((batch, shape.actions)) < 0.05).astype(np.int8)
    masks[:, 0] = 1
    advice = random.integers(0, shape.actions, (batch, 2))
    best = 0.0
    for _ in range(PARTS):
        decisions, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < SECONDS / PARTS:
            policy.evaluate(observations, masks, advice)
            decisions += batch
        best = max(best, decisions / spent)
    return best
