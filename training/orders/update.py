"""The learner: judges decisions while battles are fought, then learns from them.

Proximal policy optimisation (Schulman et al., 2017) with the orders of all decisions one after another: a decision has as
many choices as there are orders.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import torch

from .config import Config
from .gathering import Gathered
from .network import OrderNetwork, Seen, log_chances

LARGEST_GRADIENT = 0.5
VALUE = 0.5  # weight of the error of values


class Learner:
    """A network that learns.

    Attributes:
        decisions: how many it has learned from.
        measures: of the last update: `moved`, how far the policy has moved; `entropy`; `known`, the share of what a decision
            came to that its value had said.
    """

    def __init__(self, config: Config) -> None:
        torch.manual_seed(config.seed)
        self.config, self.network = config, OrderNetwork(config.worth)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=config.rate, eps=1e-5)
        self.decisions = 0
        self.measures: dict[str, float] = {}

    def judge(self, seen: Seen) -> tuple[np.ndarray, np.ndarray]:
        """Return the logits of all orders and the values of decisions."""
        with torch.no_grad():
            logits, values = self.network(*tensors(seen))
        return logits.numpy(), values.numpy()

    def left(self) -> float:
        """Return what is left of learning rate and entropy, as a share."""
        done = min(self.decisions / self.config.steps, 1.0)
        return self.config.fall + (1.0 - self.config.fall) * (1.0 - done)

    def learn(self, gathered: Sequence[Gathered], random: np.random.Generator) -> None:
        """Learn from decisions that this network has taken."""
        config, left = self.config, self.left()
        for group in self.optimiser.param_groups:
            group["lr"] = config.rate * left
        moved, entropies, errors = [], [], []
        for some in minibatches(gathered, config.batch, config.epochs, random):
            loss = torch.zeros(())
            for part, picked in some:
                seen, orders = chosen(part, picked)
                _, _, _, of = judged = tensors(seen)
                logits, values = self.network(*judged)
                logs = log_chances(logits, of, len(picked))
                taken = logs[torch.from_numpy(orders)]
                before, gains, returns = (torch.from_numpy(a[picked]) for a in (part.chances, part.advantages, part.returns))
                ratio = torch.exp(taken - before)
                gain = torch.min(ratio * gains, ratio.clamp(1 - config.clip, 1 + config.clip) * gains).mean()
                entropy = -(logs.exp() * logs).sum() / len(picked)
                error = ((values - returns) ** 2).mean()
                loss = loss + VALUE * error - gain - config.entropy * left * entropy
                moved.append((before - taken).mean().item())
                entropies.append(entropy.item())
                errors.append(error.item())
            self.step(loss / len(some))
        self.decisions += sum(len(part.taken) for part in gathered)
        spread = float(np.concatenate([part.returns for part in gathered]).var())
        known = 1.0 - float(np.mean(errors)) / max(spread, 1e-9)
        self.measures = {"moved": float(np.mean(moved)), "entropy": float(np.mean(entropies)), "known": known}

    def imitate(self, gathered: Sequence[Gathered], random: np.random.Generator) -> None:
        """Learn to give the first order of each decision, which is what a tactician would do, and what it leads to."""
        agreed = []
        for some in minibatches(gathered, self.config.batch, self.config.epochs, random):
            loss = torch.zeros(())
            for part, picked in some:
                seen, _ = chosen(part, picked)
                _, _, _, of = judged = tensors(seen)
                logits, values = self.network(*judged)
                logs = log_chances(logits, of, len(picked))
                first = torch.from_numpy(np.flatnonzero(np.diff(seen.of, prepend=-1)))
                loss = loss + VALUE * ((values - torch.from_numpy(part.returns[picked])) ** 2).mean() - logs[first].mean()
                best = torch.full((len(picked),), -1e9).scatter_reduce_(0, of, logs.detach(), "amax")
                agreed.append((logs.detach()[first] == best).float().mean().item())
            self.step(loss / len(some))
        self.decisions += sum(len(part.taken) for part in gathered)
        self.measures = {"agreed": float(np.mean(agreed))}

    def step(self, loss: torch.Tensor) -> None:
        """Take one step of the optimiser down a loss."""
        self.optimiser.zero_grad()
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), LARGEST_GRADIENT)
        self.optimiser.step()
        self.network.without_worth()


def tensors(seen: Seen) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return what is seen as tensors."""
    context, units, orders, of = (torch.from_numpy(part) for part in seen)
    return context, units.float(), orders.float(), of


def minibatches(
    gathered: Sequence[Gathered], size: int, epochs: int, random: np.random.Generator
) -> Iterator[list[tuple[Gathered, np.ndarray]]]:
    """Yield decisions to learn from in one step, of every system its share; every decision once an epoch."""
    count = max(round(sum(len(part.taken) for part in gathered) / size), 1)
    for _ in range(epochs):
        shares = [np.array_split(random.permutation(len(part.taken)), count) for part in gathered]
        for step in range(count):
            yield [(part, np.sort(share[step])) for part, share in zip(gathered, shares, strict=True)]


def chosen(part: Gathered, picked: np.ndarray) -> tuple[Seen, np.ndarray]:
    """Return what was seen in some decisions, in order, and where the orders that were given stand among all of theirs."""
    counts = part.first[picked + 1] - part.first[picked]
    starts = np.concatenate([[0], counts.cumsum()])
    places = np.repeat(part.first[picked] - starts[:-1], counts) + np.arange(starts[-1])
    of = np.repeat(np.arange(len(picked)), counts)
    seen = Seen(part.seen.context[picked], part.seen.units[picked], part.seen.orders[places], of)
    return seen, starts[:-1] + part.taken[picked]
