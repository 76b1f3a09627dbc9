"""The vector environment as a stable-baselines3 VecEnv; imported only when asked for, since it brings torch."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from fireteam.content.errors import ContentError, MissingExtra

try:
    from stable_baselines3.common.vec_env.base_vec_env import VecEnv
except ImportError as error:
    raise MissingExtra.of("a VecEnv", error.name, "sb3") from error


class BatchVecEnv(VecEnv):
    """A `Vector` behind the interface of stable-baselines3; MaskablePPO finds the masks under `action_masks`.

    Args:
        vector: the `Vector`; its module imports this one.

    Attributes:
        skipped: what `skip_battles` was told since the last reset.

    Raises:
        ContentError: the vector gives its buffers away; stable-baselines3 stores an observation only after the next step. Or
            battles do not follow one another in the same step, or there are several learners: it knows neither.
    """

    def __init__(self, vector: Any) -> None:
        if not vector.copies:
            raise ContentError("copy = False: stable-baselines3 keeps observations over a step, so they must be copies")
        if vector.autoreset_mode is not AutoresetMode.SAME_STEP or vector.several:
            raise ContentError(
                f"autoreset_mode = {vector.autoreset_mode.value!r}, side = {'all' if vector.several else 'one'!r}: for "
                "stable-baselines3 battles must follow one another in the same step ('SameStep'), with one learner"
            )
        self.vector = vector
        self.slots = vector.slots
        self.skipped: np.ndarray | None = None
        super().__init__(vector.num_envs, vector.single_observation_space, vector.single_action_space)

    def reset(self) -> np.ndarray:
        """Begin new battles in all rows; a seed set with `seed()` is used once, so is what `skip_battles` was told."""
        options = None if self.skipped is None else {"skip": self.skipped}
        observations: np.ndarray = self.vector.reset(seed=self._seeds[0], options=options)[0]
        self.skipped = None
        self._reset_seeds()
        self._reset_options()
        return observations

    def skip_battles(self, counts: np.ndarray) -> None:
        """Let row n leave out the first `counts[n]` battles of its stream at the next reset."""
        self.skipped = counts

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Step all rows; infos of ended battles carry `terminal_observation`, `episode` and who won."""
        observations, rewards, done, _, _ = self.vector.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if done.any():
            results = self.vector.results()
            for row in np.flatnonzero(done):
                infos[row] = {
                    "terminal_observation": self.vector.converted(self.vector.final_observations[row]),
                    "TimeLimit.truncated": False,
                    "episode": {"r": float(results["reward"][row]), "l": int(results["length"][row])},
                    "won": bool(results["won"][row]),
                    "winner": int(results["winner"][row]),
                } | {name: results[name][row].item() for name in ("scenario", "level", "opponent") if name in results}
        return observations, rewards.astype(np.float32), done, infos

    def close(self) -> None:
        """Stop the threads."""
        self.vector.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the batch for each row asked for."""
        return [getattr(self.vector, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the batch."""
        setattr(self.vector, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call a method of the batch; `action_masks` gives each row its own mask."""
        rows: Sequence[int] = list(self._get_indices(indices))
        if method_name == "action_masks":
            masks = self.vector.action_masks()
            return [masks[row] for row in rows]
        result = getattr(self.vector, method_name)(*method_args, **method_kwargs)
        return [result for _ in rows]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Return that no row is wrapped."""
        return [False for _ in self._get_indices(indices)]
