"""Credit by unit: every unit of a team learns from its own decisions alone, as independent learners do (IPPO).

A batch asks the learner for one unit after the other. By default an advantage looks along all of these decisions, as one
commander would. Here it looks from a decision of a unit to that unit's next one, and what the team is paid in between is
what that decision has earned (de Witt et al., "Is independent learning all you need in the StarCraft multi-agent
challenge?", 2020).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from fireteam.env.observe.actions import SLOTS
from fireteam.env.observe.observation import describe


def columns_of(system: str, slots: tuple[int, int] = (SLOTS, SLOTS)) -> list[int]:
    """Return where an observation of a rule system says, slot by slot, whether the own unit there decides."""
    places = {name: index for index, name, _ in describe(*slots, system)}
    return [places[f"own_{slot}.self"] for slot in range(slots[0])]


class UnitBuffer(MaskableRolloutBuffer):
    """A rollout whose advantages are taken along the decisions of each unit.

    Args:
        columns: see `columns_of`.
    """

    def __init__(self, *args: Any, columns: Sequence[int], **options: Any) -> None:
        self._columns = list(columns)
        super().__init__(*args, **options)

    def compute_returns_and_advantage(self, last_values: Any, dones: np.ndarray) -> None:
        """Take advantages and returns of a full rollout; see `advantages`."""
        units = self.observations[:, :, self._columns].argmax(axis=2)
        ends = np.concatenate([self.episode_starts[1:], dones[None].astype(np.float32)])
        last = last_values.clone().cpu().numpy().ravel()
        self.advantages[:] = advantages(self.rewards, self.values, units, ends, last, self.gamma, self.gae_lambda)
        self.returns = self.advantages + self.values


def advantages(
    rewards: np.ndarray,
    values: np.ndarray,
    units: np.ndarray,
    ends: np.ndarray,
    last: np.ndarray,
    gamma: float,
    gae: float,
) -> np.ndarray:
    """Return generalised advantages along each unit's own decisions, shape (steps, rows).

    Args:
        rewards, values: (steps, rows): what the team was paid after a decision, and what the unit expected before it.
        units: the deciding unit of each, as the number of its slot.
        ends: 1 where the battle ended after the decision.
        last: (rows,): the value after the rollout, expected by the next decider: all of a team are paid alike.
        gamma: discount of a decision of the team, whoever takes it.
        gae: lambda for each decision of the unit.
    """
    made = np.zeros_like(values)
    rows = np.arange(values.shape[1])
    # For every row and unit: what is paid from here to its next decision, what that is discounted by, what it expects there.
    paid = np.zeros((len(rows), SLOTS), np.float32)
    ahead = np.ones_like(paid)
    expected = np.repeat(last[:, None], SLOTS, axis=1).astype(np.float32)
    gained = np.zeros_like(paid)
    for step in reversed(range(len(values))):
        goes_on = 1.0 - ends[step][:, None]
        paid = rewards[step][:, None] + gamma * paid * goes_on
        ahead = gamma * ahead * goes_on
        at = (rows, units[step])
        made[step] = paid[at] + ahead[at] * (expected[at] + gae * gained[at]) - values[step]
        paid[at], ahead[at], expected[at], gained[at] = 0.0, 1.0, values[step], made[step]
    return made
