"""Stable-baselines3: MaskablePPO from scratch, on battles that are all fought in one compiled call.

    python examples/train_sb3.py
    python examples/train_sb3.py --opponent tactician --steps 2000000

Needs `pip install -e ".[sb3]"`. Wins alone are too rare to begin with, so damage is worth something too,
and more to who deals it: else keeping away from each other is what is learned.
"""

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import fireteam  # noqa: F401  registers the environments
from fireteam.env.observe.reward import Reward


def played(model: MaskablePPO, batch: VecEnv, battles: int) -> str:
    """Return a model's results in words."""
    ended: list[dict] = []
    observations = batch.reset()
    while len(ended) < battles:
        actions, _ = model.predict(observations, action_masks=np.stack(batch.env_method("action_masks")))
        observations, _, _, infos = batch.step(actions)
        ended += [info for info in infos if "episode" in info]
    won, returns = np.mean([info["won"] for info in ended]), np.mean([info["episode"]["r"] for info in ended])
    return f"won {won:.1%} of {len(ended)} battles, mean return {returns:+.3f}"


def main() -> None:
    """Train, and count before and after."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--scenario", default="duel")
    options.add_argument("--opponent", default="random")
    options.add_argument("--steps", type=int, default=49_152, help="decisions to learn from")
    options.add_argument("--envs", type=int, default=64, help="battles at once")
    given = options.parse_args()

    reward = Reward(deals={"damage": 0.5}, suffers={"damage": -0.1})
    fought = {"scenario": given.scenario, "opponent": given.opponent, "side": "random", "reward": reward}
    batch = gymnasium.make_vec("fireteam/Skirmish-v0", given.envs, **fought).unwrapped.as_vec_env()
    batch.seed(1)
    model = MaskablePPO(
        "MlpPolicy", batch, 1e-3, n_steps=64, batch_size=512, n_epochs=4, gamma=0.998, ent_coef=0.005, seed=1
    )
    print(f"{given.scenario} against {given.opponent}, untrained: {played(model, batch, 200)}")
    model.learn(given.steps)
    print(f"after {model.num_timesteps:,} decisions: {played(model, batch, 200)}")


if __name__ == "__main__":
    main()
