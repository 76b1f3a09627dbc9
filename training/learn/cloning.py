"""Behaviour cloning: a network learns to do what a teacher does, before it learns to do better.

The learner itself plays while the teacher says what it would have done (Ross, Gordon, Bagnell: "A reduction of imitation
learning and structured prediction to no-regret online learning", 2011). So it is taught in the situations that it will meet.
At first the teacher plays along.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from fireteam.env.vector import Vector

from .teachers import Teacher


def clone(
    policy: Any,
    vector: Vector,
    teacher: Teacher,
    steps: int,
    seed: int,
    batch: int = 4096,
    keep: int = 400_000,
    rate: float = 1e-3,
    on_progress: Callable[[int, float, float], None] = lambda *_: None,
) -> float:
    """Teach a policy of stable-baselines3 to act as a teacher; return the final share of decisions in which they agree.

    Args:
        vector: battles in which the learner plays.
        teacher: labels the decisions.
        steps: decisions to learn from.
        batch: decisions in a step of the optimiser. keep: decisions kept to be learned from again.
        rate: the learning rate, falling to a tenth.
        on_progress: called with decisions so far, loss and agreement.
    """
    random = np.random.default_rng(seed)
    rows = vector.num_envs
    observations, infos = vector.reset(seed=seed)
    masks = infos["action_mask"]
    done = np.ones(rows, bool)
    size = max(keep // rows, 1) * rows
    seen = np.zeros((size, observations.shape[1]), np.float16)  # half as exact is exact enough to learn from
    open_to = np.zeros((size, masks.shape[1]), bool)
    wanted = np.zeros(size, np.int64)
    optimiser = torch.optim.Adam(policy.parameters(), lr=rate)
    agreement, loss, filled = 0.0, 0.0, 0
    for number in range(steps // rows):
        labels = teacher.labels(done, observations)
        place = number * rows % size
        seen[place : place + rows], open_to[place : place + rows] = observations, masks
        wanted[place : place + rows] = labels
        filled = min(filled + rows, size)
        with torch.no_grad():
            chosen = policy.judge(torch.from_numpy(observations).to(policy.device), masks).logs.argmax(1).cpu().numpy()
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
    """Take one step towards what the teacher wanted; return the loss before it."""
    judged = policy.judge(torch.from_numpy(seen.astype(np.float32)).to(policy.device), open_to)
    loss = -judged.logs.gather(1, torch.from_numpy(wanted).to(policy.device)[:, None]).mean()
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
    optimiser.step()
    return float(loss.detach())
