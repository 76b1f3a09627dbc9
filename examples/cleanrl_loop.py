"""PPO in one file, in the manner of CleanRL: masked categorical, GAE and clipped loss, nothing hidden.

Needs torch. To run it: `python examples/cleanrl_loop.py --updates 20`, or under the name that you gave it; a hundred
updates, `--updates 100`, learn far more.
"""

import argparse

import gymnasium
import torch
from torch.distributions import Categorical
from torch.nn import Linear, Sequential, Tanh

import fireteam  # noqa: F401  registers the environments
from fireteam.env.observe.reward import Reward

ENVS, HORIZON, GAMMA, LAMBDA, CLIP, ENTROPY, EPOCHS, BATCH = 64, 64, 0.998, 0.95, 0.2, 0.005, 4, 512
options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
options.add_argument("--opponent", default="random")
options.add_argument("--updates", type=int, default=8)
given = options.parse_args()
worth = Reward(deals={"damage": 0.1}, suffers={"damage": -0.1})  # wins alone are too rare to begin with
env = gymnasium.make_vec("fireteam/Skirmish-v0", ENVS, scenario="duel", opponent=given.opponent, side="random", reward=worth)
torch.manual_seed(1)
size, actions = env.single_observation_space.shape[0], int(env.single_action_space.n)
actor, critic = (Sequential(Linear(size, 64), Tanh(), Linear(64, 64), Tanh(), Linear(64, n)) for n in (actions, 1))
for layer, gain in ((actor[0], 1.4), (actor[2], 1.4), (actor[4], 0.01), (critic[0], 1.4), (critic[2], 1.4), (critic[4], 1)):
    torch.nn.init.orthogonal_(layer.weight, gain)
optimiser = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3, eps=1e-5)
observation, info = env.reset(seed=1)
for update in range(1, given.updates + 1):
    gathered, returns = [], []
    for _ in range(HORIZON):
        seen, mask = torch.from_numpy(observation), torch.from_numpy(info["action_mask"]).bool()
        with torch.no_grad():
            chances, value = Categorical(logits=actor(seen).masked_fill(~mask, -1e9)), critic(seen)[:, 0]
        action = chances.sample()
        observation, reward, over, _, info = env.step(action.numpy())
        returns += info["final_info"]["reward"][over].tolist() if over.any() else []
        ends = torch.from_numpy(reward).float(), torch.from_numpy(~over).float()
        gathered.append((seen, mask, action, chances.log_prob(action), value, *ends))
    seen, masks, taken, logs, values, rewards, goes_on = map(torch.stack, zip(*gathered, strict=True))
    following, last, gains = critic(torch.from_numpy(observation))[:, 0].detach(), 0.0, torch.zeros_like(values)
    for step in reversed(range(HORIZON)):
        delta = rewards[step] + GAMMA * goes_on[step] * following - values[step]
        gains[step] = last = delta + GAMMA * LAMBDA * goes_on[step] * last
        following = values[step]
    columns = [column.flatten(0, 1) for column in (seen, masks, taken, logs, gains, gains + values)]
    for rows in (rows for _ in range(EPOCHS) for rows in torch.randperm(ENVS * HORIZON).split(BATCH)):
        s, m, a, log, gain, target = (column[rows] for column in columns)
        chances = Categorical(logits=actor(s).masked_fill(~m, -1e9))
        gain, ratio = (gain - gain.mean()) / (gain.std() + 1e-8), (chances.log_prob(a) - log).exp()
        clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        loss = 0.5 * (critic(s)[:, 0] - target).square().mean() - clipped - ENTROPY * chances.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    summary = f"{len(returns)} battles ended, mean return {sum(returns) / max(len(returns), 1):+.3f}"
    print(f"{update * ENVS * HORIZON:,} decisions: {summary}")
