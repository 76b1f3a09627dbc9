"""Behaviour cloning: a network learns to do what a doctrine does, before it learns to do better.

The learner itself plays while the doctrine says what it would have done (Ross, Gordon, Bagnell: "A reduction of imitation
learning and structured prediction to no-regret online learning", 2011): so it is taught where it will find itself. At first
the doctrine plays along.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from fireteam.agents.bots import parameters_of_teams
from fireteam.agents.doctrine.records import MEMORY
from fireteam.agents.teaching import advise
from fireteam.env.rules import kernel
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_UNITS
from fireteam.env.rules.systems import new_log
from fireteam.env.vector import Vector


class Teacher:
    """A doctrine beside the learner of a batch."""

    def __init__(self, vector: Vector, doctrine: str, seed: int) -> None:
        self._vector = vector
        bots = parameters_of_teams(doctrine, vector.team_names)
        bots["seed"] = seed + np.arange(len(bots))
        log = new_log(vector.battles.dtype, SILENT)
        self._memories = np.zeros((vector.num_envs, MAX_UNITS), MEMORY)
        plain = kernel.plain
        seen = (plain(vector.battles), plain(vector.arenas), plain(log), plain(vector.numbering))
        self._records = (*seen, plain(bots), plain(self._memories))

    def labels(self, begun: np.ndarray) -> np.ndarray:
        """Return what the doctrine would do in every row; `begun` says which battles have just begun."""
        self._memories[begun] = 0
        actions = np.zeros(self._vector.num_envs, np.int64)
        advise(*self._records, actions)
        return actions


def clone(
    policy: Any,
    vector: Vector,
    doctrine: str,
    steps: int,
    seed: int,
    batch: int = 4096,
    keep: int = 400_000,
    rate: float = 1e-3,
    on_progress: Callable[[int, float, float], None] = lambda *_: None,
) -> float:
    """Teach a policy of stable-baselines3 what a doctrine does; return the share of decisions in which it agrees at last.

    Args:
        vector: battles in which the learner plays.
        steps: decisions to learn from.
        batch: decisions in a step of the optimiser. keep: decisions kept to be learned from again.
        rate: of learning, falling to a tenth.
        on_progress: called with decisions so far, loss and agreement.
    """
    random = np.random.default_rng(seed)
    rows = vector.num_envs
    observations, infos = vector.reset(seed=seed)
    masks = infos["action_mask"]
    teacher = Teacher(vector, doctrine, seed)
    done = np.ones(rows, bool)
    size = max(keep // rows, 1) * rows
    seen = np.zeros((size, observations.shape[1]), np.float16)  # half as exact is exact enough to learn from
    open_to = np.zeros((size, masks.shape[1]), bool)
    wanted = np.zeros(size, np.int64)
    optimiser = torch.optim.Adam(policy.parameters(), lr=rate)
    agreement, loss, filled = 0.0, 0.0, 0
    for number in range(steps // rows):
        labels = teacher.labels(done)
        place = number * rows % size
        seen[place : place + rows], open_to[place : place + rows] = observations, masks
        wanted[place : place + rows] = labels
        filled = min(filled + rows, size)
        with torch.no_grad():
            chosen = policy.judge(torch.from_numpy(observations), masks).logs.argmax(1).numpy()
        agreement += 0.02 * (float((chosen == labels).mean()) - agreement)
        led = random.random(rows) < max(1.0 - 2.0 * number * rows / steps, 0.0)
        observations, _, done, _, infos = vector.step(np.where(led, labels, chosen))
        masks = infos["action_mask"]
        if filled >= batch:
            for group in optimiser.param_groups:
                group["lr"] = rate * max(1.0 - number * rows / steps, 0.1)
            picked = random.integers(filled, size=batch)
            loss = learn(policy, optimiser, seen[picked], open_to[picked], wanted[picked])
        if number % 50 == 0:
            on_progress(number * rows, loss, agreement)
    return agreement


def learn(policy: Any, optimiser: Any, seen: np.ndarray, open_to: np.ndarray, wanted: np.ndarray) -> float:
    """Take one step towards what the doctrine wanted; return the loss before it."""
    judged = policy.judge(torch.from_numpy(seen.astype(np.float32)), open_to)
    loss = -judged.logs.gather(1, torch.from_numpy(wanted)[:, None]).mean()
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
    optimiser.step()
    return float(loss.detach())
