"""RLlib: PPO plays both teams on the PettingZoo environment, with masked actions and a policy for each team.

    python examples/rllib_config.py --scenario yard --iterations 200 --batch 8192 --runners 8

Needs `pip install 'ray[rllib]' torch`.
"""

import argparse
from typing import Any

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module import MultiRLModuleSpec, RLModuleSpec
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune import register_env
from torch.nn import Linear, Sequential, Tanh

from fireteam.registry import make_skirmish


class Masked(TorchRLModule, ValueFunctionAPI):
    """Actor and critic; actions that are not open are never chosen."""

    def setup(self) -> None:
        """Make the networks."""
        size, actions = self.observation_space["observation"].shape[0], int(self.action_space.n)
        self.actor, self.critic = (Sequential(Linear(size, 128), Tanh(), Linear(128, n)) for n in (actions, 1))

    def _forward(self, batch: dict[str, Any], **options: Any) -> dict[str, Any]:
        wanted = self.actor(batch[Columns.OBS]["observation"])
        return {Columns.ACTION_DIST_INPUTS: wanted.masked_fill(batch[Columns.OBS]["action_mask"] == 0, -1e9)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """Return value estimates, shape (decisions,)."""
        return self.critic(batch[Columns.OBS]["observation"]).squeeze(-1)


options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
for name, default in (("scenario", "duel"), ("iterations", 1), ("batch", 512), ("runners", 0)):
    options.add_argument(f"--{name}", type=type(default), default=default)
given = options.parse_args()
register_env("skirmish", lambda its: PettingZooEnv(make_skirmish(**its)))  # agent by agent: who decides is asked
modules = {team: RLModuleSpec(module_class=Masked) for team in ("red", "blue")}
config = PPOConfig().environment("skirmish", env_config={"scenario": given.scenario})
config.multi_agent(policies=set(modules), policy_mapping_fn=lambda agent, *_, **__: agent.partition("_")[0])
config.rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=modules))
config.env_runners(num_env_runners=given.runners).training(
    train_batch_size_per_learner=given.batch, minibatch_size=128, num_epochs=2, gamma=0.998
)
algorithm = config.build_algo()
for _ in range(given.iterations):
    seen = algorithm.train()["env_runners"]
    returns = {team: round(float(mean), 3) for team, mean in seen.get("module_episode_returns_mean", {}).items()}
    decisions, battles = seen["num_env_steps_sampled_lifetime"], seen["num_episodes_lifetime"]
    print(f"{decisions:,.0f} decisions, {battles:.0f} battles ended, mean returns {returns}")
algorithm.stop()
