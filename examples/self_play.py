"""Self-play in one file: PPO for both teams of battles that are drawn by a number, in one batch.

Needs torch. To run it: `python examples/self_play.py --updates 20`; a few hundred updates learn far more.
"""

import argparse

import numpy as np
import torch
from torch.distributions import Categorical
from torch.nn import Linear, Sequential, Tanh

import fireteam
from fireteam.env.observe.reward import Reward
from fireteam.training.linked import linked_advantages

ENVS, HORIZON, CLIP, ENTROPY, EPOCHS, BATCH = 64, 64, 0.2, 0.01, 4, 512
options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
options.add_argument("--levels", default="levels")
options.add_argument("--updates", type=int, default=8)
given = options.parse_args()
worth = Reward(deals={"damage": 0.05}, suffers={"damage": -0.05})  # wins alone are too rare to begin with
env = fireteam.make_vec(ENVS, levels=given.levels, learners={"red": "one", "blue": "one"}, reward=worth)
torch.manual_seed(1)
size, actions = env.single_observation_space.shape[0], int(env.single_action_space.n)
actor, critic = (Sequential(Linear(size, 64), Tanh(), Linear(64, 64), Tanh(), Linear(64, n)) for n in (actions, 1))
torch.nn.init.orthogonal_(actor[4].weight, 0.01)
optimiser = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3, eps=1e-5)
observation, info = env.reset(seed=1)
for update in range(1, given.updates + 1):
    gathered, lengths = [], []
    for _ in range(HORIZON):
        seen, mask, team = torch.from_numpy(observation), torch.from_numpy(info["action_mask"]).bool(), info["team"]
        with torch.no_grad():
            chances, value = Categorical(logits=actor(seen).masked_fill(~mask, -1e9)), critic(seen)[:, 0]
        action = chances.sample()
        observation, _, over, _, info = env.step(action.numpy())
        if over.any():
            lengths += info["final_info"]["length"][over].tolist()
        gathered.append((seen, mask, action, chances.log_prob(action), value, team, info["rewards"], over))
    seen, masks, taken, logs, values = (torch.stack(column) for column in list(zip(*gathered, strict=True))[:5])
    teams, rewards, over = (np.stack(column) for column in list(zip(*gathered, strict=True))[5:])
    with torch.no_grad():
        following = critic(torch.from_numpy(observation))[:, 0].numpy()
    gains, known = linked_advantages(teams, values.numpy(), rewards, over, info["team"], following)
    gains, rows = torch.from_numpy(gains).float(), torch.from_numpy(np.flatnonzero(known))
    columns = [column.flatten(0, 1)[rows] for column in (seen, masks, taken, logs, gains, gains + values)]
    for some in (some for _ in range(EPOCHS) for some in torch.randperm(len(rows)).split(BATCH)):
        s, m, a, log, gain, target = (column[some] for column in columns)
        chances = Categorical(logits=actor(s).masked_fill(~m, -1e9))
        gain, ratio = (gain - gain.mean()) / (gain.std() + 1e-8), (chances.log_prob(a) - log).exp()
        clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        loss = 0.5 * (critic(s)[:, 0] - target).square().mean() - clipped - ENTROPY * chances.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    summary = f"{len(lengths)} battles of {np.mean(lengths):.0f} decisions" if lengths else "no battle ended"
    print(f"{update * ENVS * HORIZON:,} decisions: {summary}")
env.close()
