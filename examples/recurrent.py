"""A policy that remembers, in one file: PPO with a GRU, in fog, on battles that are drawn by a number.

Needs torch. To run it: `python examples/recurrent.py`; `--updates 200` and `--opponent tactician` need more patience.
"""

import argparse

import numpy as np
import torch
from torch.nn import GRUCell, Linear, ModuleList

import fireteam
from fireteam.env.observe.reward import Reward

ENVS, HORIZON, SIZE, GAMMA, LAMBDA, CLIP, ENTROPY, EPOCHS, ROWS = 64, 64, 64, 0.998, 0.95, 0.2, 0.01, 4, 16
options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
options.add_argument("--opponent", default="random")
options.add_argument("--updates", type=int, default=40)
given, levels = options.parse_args(), fireteam.load_scenario("skirmish")
small = {"units": (1, 2), "width": (10, 14), "height": (8, 12), "fog": 100}  # short battles, where not all is seen
levels = levels.model_copy(update={"draw": levels.draw.model_copy(update=small)})
env = fireteam.make_vec(ENVS, levels=levels, opponent=given.opponent, side="random", reward=Reward(deals={"damage": 0.1}))
torch.manual_seed(1)
eyes, memory = Linear(env.single_observation_space.shape[0], SIZE), GRUCell(SIZE, SIZE)
actor, critic = Linear(SIZE, int(env.single_action_space.n)), Linear(SIZE, 1)
torch.nn.init.orthogonal_(actor.weight, 0.01)
optimiser = torch.optim.Adam(ModuleList([eyes, memory, actor, critic]).parameters(), lr=1e-3, eps=1e-5)


def through(seen, masks, begins, kept):
    """Return chances and values, (steps, rows), and what is kept of them; where a battle begins, nothing is yet."""
    known = torch.stack([kept := memory(now, kept * ~begins[at, :, None]) for at, now in enumerate(eyes(seen).tanh())])
    return torch.distributions.Categorical(logits=actor(known).masked_fill(~masks, -1e9)), critic(known)[..., 0], kept


(observation, info), over, kept, won = env.reset(seed=1), np.ones(ENVS, bool), torch.zeros(ENVS, SIZE), []
for update in range(1, given.updates + 1):
    gathered, before = [], kept
    for step in range(HORIZON + 1):
        now = [torch.from_numpy(array)[None] for array in (observation, info["action_mask"] > 0, over)]
        chances, value, after = torch.no_grad()(through)(*now, kept)
        if step < HORIZON:  # of what follows only the value is wanted
            kept, action = after, chances.sample()
            observation, reward, over, _, info = env.step(action[0].numpy())
            won += info["final_info"]["won"][over].tolist() if over.any() else []
            gathered.append((*now, action, chances.log_prob(action), value, *torch.Tensor(np.array([[reward], [~over]]))))
    *columns, values, rewards, goes_on = map(torch.cat, zip(*gathered, strict=True))
    last, gains, values = 0.0, torch.zeros_like(values), torch.cat([values, value])
    for step in reversed(range(HORIZON)):
        gains[step] = last = rewards[step] - values[step] + GAMMA * goes_on[step] * (values[step + 1] + LAMBDA * last)
    for rows in (rows for _ in range(EPOCHS) for rows in torch.randperm(ENVS).split(ROWS)):
        *seen, action, log, gain, target = (column[:, rows] for column in (*columns, gains, gains + values[:-1]))
        chances, value, _ = through(*seen, before[rows])  # back through time, to the first step of the rollout
        gain, ratio = (gain - gain.mean()) / (gain.std() + 1e-8), (chances.log_prob(action) - log).exp()
        clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        optimiser.zero_grad()
        (0.5 * (value - target).square().mean() - clipped - ENTROPY * chances.entropy().mean()).backward()
        optimiser.step()
    print(f"{update * HORIZON * ENVS:,} decisions: won {np.mean(won[-200:] or 0):.0%} of the last {len(won[-200:])} battles")
