"""A trained policy's value of positions, so that a search need not play them to the end."""

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.env.observe.actions import SLOTS, layout, write_mask
from fireteam.env.observe.observation import observe
from fireteam.env.observe.reward import potential
from fireteam.env.rules import kernel
from fireteam.env.rules.kernel import Array, entry
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_UNITS
from fireteam.env.rules.systems import new_log, system_of

from ..advice import advised
from ..bots import parameters_of
from ..doctrine.memory import clear_memories
from ..doctrine.records import MEMORY, PARAMETERS
from ..policy.network import Policy
from ..policy.tensors import shape_of


@entry
def look_at_all(
    battles: Array, arenas: Array, logs: Array, layouts: Array, advisers: Array, memories: Array, seed: int,
    observations: Array, masks: Array, advice: Array, lives: Array,
) -> None:  # fmt: skip
    """Write for each battle the observation of its decider, its mask, its advice, and the potential of its team.

    Args:
        battles: shape (n,), none of them over.
        advisers: bots, records of PARAMETERS, shape (k,); the seeds in them are overwritten.
        memories: shape (MAX_UNITS,), working space.
        seed: seed of the advisers' own randomness.
        observations: float32, shape (n, numbers). Written.
        masks: int8, shape (n, actions). Written.
        advice: action numbers, int64, shape (n, k). Written.
        lives: potentials, -1 to 1, float64, shape (n,). Written.
    """
    for row in range(len(battles)):
        battle = battles[row]
        arena = arenas[battle.variant]
        observe(battle, arena, logs[0], layouts[0], battle.decider, observations[row])
        write_mask(battle, arena, layouts[0], masks[row])
        for adviser in range(len(advisers)):
            clear_memories(memories)
            advisers[adviser].seed = seed + battle.units[battle.decider].team
            advice[row, adviser] = advised(battle, arena, logs[0], layouts[0], advisers[adviser], memories)
        lives[row] = potential(battle, arena, battle.units[battle.decider].team)


class LeafValue:
    """A policy that estimates who will win.

    Its value is what it was trained on: a win less a loss, less the potential that has been paid already, weighted
    by the `shaping` of its card.

    Args:
        policy: the policy.
        seed: seed of its advisers' own randomness.
    """

    def __init__(self, policy: Policy, seed: int = 0) -> None:
        self.policy = policy
        names = policy.card.advisers
        self._advisers = np.concatenate([np.zeros(0, PARAMETERS), *(parameters_of(name) for name in names)])
        self._seed = seed
        self._memories = np.zeros(MAX_UNITS, MEMORY)

    def chances(
        self, battles: np.ndarray, arenas: np.ndarray, team: int, teams: int, slots: tuple[int, int] = (SLOTS, SLOTS)
    ) -> np.ndarray:
        """Return the chance of a team to win each of some battles that are not over, float64 of shape (n,).

        Args:
            battles: dtype BATTLE, shape (n,).
            arenas: the arenas to which `battles` refer.
            team: the team.
            teams: how many teams there are; with more than two, the others share the remaining chance evenly.
            slots: enough to see everybody, see `fireteam.env.observe.actions.slots_for`.

        Raises:
            ContentError: the policy is made for another rule system.
        """
        if (system := system_of(battles.dtype)) != self.policy.card.system:
            raise ContentError(f"policy {self.policy.card.name!r} is of {self.policy.card.system}, the battles of {system}")
        count, shape = len(battles), shape_of(system, *slots)
        seen = np.zeros((count, shape.observation), np.float32)
        masks = np.zeros((count, shape.actions), np.int8)
        advice = np.zeros((count, len(self._advisers)), np.int64)
        lives = np.zeros(count)
        own = (
            kernel.plain(new_log(battles.dtype, SILENT)),
            kernel.plain(layout(*slots, system)),
            kernel.plain(self._advisers),
            kernel.plain(self._memories),
        )
        look_at_all(kernel.plain(battles), arenas, *own, self._seed, seen, masks, advice, lives)
        _, values = self.policy.evaluate(seen, masks, advice, slots=slots)
        outcome = values + self.policy.card.shaping * lives  # a win pays 1, a loss costs 1
        chances = 0.5 + 0.5 * np.clip(outcome, -1.0, 1.0)
        asked = battles["units"]["team"][np.arange(count), battles["decider"]]
        return np.where(asked == team, chances, (1.0 - chances) / (teams - 1))
