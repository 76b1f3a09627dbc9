"""Critics: one that learns before the policy does, and one that also sees `state()` while it learns.

Only that critic uses the state, and only while it learns: a unit decides by its observation alone (MAPPO: Yu et al., "The
surprising effectiveness of PPO in cooperative multi-agent games", 2022).
"""

from typing import Any

import gymnasium
import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper

from fireteam.env.observe.state import state_size, write_state_row
from fireteam.env.rules import kernel


class WithState(VecEnvWrapper):
    """A batch with the global state of every row after its observation.

    Args:
        seen: a `BatchVecEnv`, or any other with its batch's `fields`, `slots`, `battles` and `arenas`.

    Attributes:
        state: how many numbers the state has.
        slots: how many (own, others) there are in observations and states.
    """

    def __init__(self, seen: VecEnv) -> None:
        fields = seen.get_attr("fields", 0)[0]
        self.slots: tuple[int, int] = seen.get_attr("slots", 0)[0]
        own, others = self.slots
        self.state = state_size(own, others, fields[0].scenario.system)
        (size,) = seen.observation_space.shape or (0,)
        super().__init__(seen, gymnasium.spaces.Box(-1.0, 1.0, (size + self.state,), np.float32))

    def reset(self) -> np.ndarray:
        """Begin new battles in all rows."""
        return self._with_state(self.venv.reset())

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Step all rows, without valuing the last observation of a battle: no battle is cut short."""
        observations, rewards, done, infos = self.venv.step_wait()
        return self._with_state(observations), rewards, done, infos

    def _with_state(self, observations: np.ndarray) -> np.ndarray:
        """Return observations, float32 (rows, n), with the states after them: (rows, n + state)."""
        battles, arenas = (kernel.plain(self.venv.get_attr(name, 0)[0]) for name in ("battles", "arenas"))
        states = np.zeros((len(observations), self.state), np.float32)
        for row in range(len(states)):
            write_state_row(battles[row : row + 1], arenas, *self.slots, states[row])
        return np.concatenate([observations, states], axis=1)


class CriticFirst(BaseCallback):
    """Trains the critic alone at first: the advantages of an untrained critic would undo what a policy was taught.

    Args:
        decisions: the learner's decisions during which the rest of the network is frozen.
    """

    def __init__(self, decisions: float) -> None:
        super().__init__()
        self._decisions = decisions

    def _on_training_start(self) -> None:
        optimiser = self.model.policy.optimizer
        if self.num_timesteps >= self._decisions:
            return
        for weights in (one for group in optimiser.param_groups for one in group["params"]):
            if not optimiser.state[weights]:  # a checkpoint wants the memory of all weights
                memory = {name: torch.zeros_like(weights) for name in ("exp_avg", "exp_avg_sq")}
                optimiser.state[weights].update(step=torch.zeros(()), **memory)

    def _on_rollout_start(self) -> None:
        late = self.num_timesteps >= self._decisions
        for name, weights in self.model.policy.network.named_parameters():
            weights.requires_grad_(late or ".value_" in name or "central" in name)

    def _on_step(self) -> bool:
        return True
