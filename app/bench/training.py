"""The speed of training, compared with the same learner on an environment that costs nothing."""

import time
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from fireteam.training.learn.config import Config
from fireteam.training.learn.train import make_battles, make_learner
from fireteam.training.memory import keep_memory

ROLLOUTS = 2  # in a part of the measurement, each with its updates
PARTS = 3  # of each learner, taken in turn, of which the best counts
STEPS_AS_IT_COMES = 128  # decisions of a battle in an update of the library as it comes, whose default is 2048


class Idle(VecEnv):
    """Rows in which nothing ever happens: observations and masks stay as another environment began."""

    render_mode = None

    def __init__(self, env: VecEnv) -> None:
        super().__init__(env.num_envs, env.observation_space, env.action_space)
        self._seen: np.ndarray = env.reset()
        self._masks: list[Any] = env.env_method("action_masks")

    def reset(self) -> np.ndarray:
        """Return the one observation there is of every row."""
        return self._seen

    def step_async(self, actions: np.ndarray) -> None:
        """Ignore the actions."""

    def step_wait(self) -> Any:
        """Return the same observations, no reward, and no end."""
        rows = self.num_envs
        return self._seen, np.zeros(rows, np.float32), np.zeros(rows, bool), [{} for _ in range(rows)]

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        """Return the masks."""
        return self._masks

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute for every row."""
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Return that no row is wrapped."""
        return [False] * self.num_envs

    @staticmethod
    def action_masks() -> None:
        """Exist only because MaskablePPO looks for this name."""


def training_rows(config: Config) -> list[list[Any]]:
    """Return rows of measurements: decisions a second of a run, on an empty environment, and of plain stable-baselines3.

    MaskablePPO of sb3-contrib is measured with its own network and default settings, on the same battles. Only its
    updates are smaller: by default one would gather half a million decisions here, ten minutes at 839 a second.
    """
    keep_memory()
    torch.set_num_threads(config.threads)
    vector = make_battles(config)
    try:
        env = vector.as_vec_env()
        plain = MaskablePPO("MlpPolicy", env, n_steps=STEPS_AS_IT_COMES, seed=config.seed, device=config.device)
        learners = [make_learner(config, env), make_learner(config, Idle(env)), plain]
        best = [0.0] * len(learners)
        for _ in range(PARTS):
            for number, learner in enumerate(learners):
                rollouts = 1 if learner is plain else ROLLOUTS
                best[number] = max(best[number], speed(learner, rollouts * config.envs * learner.n_steps))
    finally:
        vector.close()
    about = f"{config.envs} battles, {config.epochs} epochs, {config.threads} thread{'s' * (config.threads > 1)}"
    return [
        [f"MaskablePPO on {config.scenario} against {config.opponent}", round(best[0]), "decisions/s", about],
        ["  on an environment that costs nothing", round(best[1]), "decisions/s", f"{best[0] / best[1]:.0%} of it reached"],
        [
            "MaskablePPO as it comes, on the same battles",
            round(best[2]),
            "decisions/s",
            f"{best[0] / best[2]:.1f} x as fast",
        ],
    ]


def speed(learner: MaskablePPO, decisions: int) -> float:
    """Return decisions a second of a learner that goes on learning."""
    start = time.perf_counter()
    learner.learn(decisions, reset_num_timesteps=False)
    return decisions / (time.perf_counter() - start)
