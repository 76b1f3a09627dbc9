"""The learner: judges decisions while battles are fought, then learns from them.

Proximal policy optimisation (Schulman et al., 2017) with the orders of all decisions one after another: a decision has as
many choices as there are orders.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

import numpy as np
import torch

from .config import Learning
from .gathering import Gathered
from .network import OrderNetwork, Seen, log_chances
from .values import Valued

Part = TypeVar("Part", Gathered, Valued)  # decisions of one rule system

LARGEST_GRADIENT = 0.5
VALUE = 0.5  # weight of the error of values
FOLLOWED = 10.0  # weight of what playouts have said: values of orders differ by hundredths


class Learner:
    """A network that learns.

    Attributes:
        decisions: how many it has learned from.
        measures: of the last update: `moved`, how far the policy has moved; `entropy`; `known`, the share of what a decision
            came to that its value had said.
    """

    def __init__(self, config: Learning) -> None:
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

    def chances(self, seen: Seen) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the logarithms of the chances of all orders, the values of decisions, and the decision of each order."""
        _, _, _, of = given = tensors(seen)
        logits, values = self.network(*given)
        return log_chances(logits, of, len(seen.context)), values, of

    def done(self) -> float:
        """Return how much of the run is over, as a share."""
        return min(self.decisions / self.config.steps, 1.0)

    def left(self) -> float:
        """Return what is left of learning rate and entropy, as a share."""
        return self.config.fall + (1.0 - self.config.fall) * (1.0 - self.done())

    def learn(self, gathered: Sequence[Gathered], random: np.random.Generator) -> None:
        """Learn from decisions that this network has taken."""
        config, left = self.config, self.left()
        for group in self.optimiser.param_groups:
            group["lr"] = config.rate * left
        moved, entropies, errors = [], [], []
        for some in (one for _ in range(config.epochs) for one in minibatches(gathered, config.batch, random)):
            loss = torch.zeros(())
            for part, picked in some:
                seen, _, starts = chosen(part.seen, part.first, picked)
                logs, values, _ = self.chances(seen)
                taken = logs[torch.from_numpy(starts + part.taken[picked])]
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
        config = self.config
        for some in (one for _ in range(config.epochs) for one in minibatches(gathered, config.batch, random)):
            loss = torch.zeros(())
            for part, picked in some:
                seen, _, starts = chosen(part.seen, part.first, picked)
                logs, values, of = self.chances(seen)
                first = torch.from_numpy(starts)
                loss = loss + VALUE * ((values - torch.from_numpy(part.returns[picked])) ** 2).mean() - logs[first].mean()
                best = torch.full((len(picked),), -1e9).scatter_reduce_(0, of, logs.detach(), "amax")
                agreed.append((logs.detach()[first] == best).float().mean().item())
            self.step(loss / len(some))
        self.decisions += sum(len(part.taken) for part in gathered)
        self.measures = {"agreed": float(np.mean(agreed))}

    def follow(self, valued: Sequence[Valued], random: np.random.Generator) -> None:
        """Learn what playouts have said: make the mean value of the orders that the policy gives as large as can be.

        It is right in the mean, however few playouts each value is of.
        """
        config = self.config
        gains: list[float] = []
        errors: list[float] = []
        for epoch in range(config.epochs):
            for group in self.optimiser.param_groups:
                group["lr"] = config.rate * (1.0 - (1.0 - config.fall) * epoch / config.epochs)
            gains.clear()
            for some in minibatches(valued, config.batch, random):
                loss = torch.zeros(())
                for part, picked in some:
                    seen, places, starts = chosen(part.seen, part.first, picked)
                    logs, expected, of = self.chances(seen)
                    values = torch.from_numpy(part.values[places])
                    means = torch.zeros(len(picked)).index_add_(0, of, logs.exp() * values)
                    gain = (means - values[torch.from_numpy(starts)]).mean()
                    error = ((expected - (2.0 * means.detach() - 1.0)) ** 2).mean()
                    tries = -(logs.exp() * logs).sum() / len(picked)
                    loss = loss + VALUE * error - FOLLOWED * (gain + config.entropy * tries)
                    gains.append(gain.item())
                    errors.append(error.item())
                self.step(loss / len(some))
        self.measures = {"gain": float(np.mean(gains)), "error": float(np.mean(errors))}

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


def minibatches(parts: Sequence[Part], size: int, random: np.random.Generator) -> Iterator[list[tuple[Part, np.ndarray]]]:
    """Yield decisions to learn from in one step, of every system its share; every decision once."""
    lengths = [len(part.first) - 1 for part in parts]
    count = max(round(sum(lengths) / size), 1)
    shares = [np.array_split(random.permutation(length), count) for length in lengths]
    for step in range(count):
        yield [(part, np.sort(share[step])) for part, share in zip(parts, shares, strict=True) if len(share[step])]


def chosen(seen: Seen, first: np.ndarray, picked: np.ndarray) -> tuple[Seen, np.ndarray, np.ndarray]:
    """Return what was seen in some decisions, where their orders stand among all, and where those of each begin."""
    counts = first[picked + 1] - first[picked]
    starts = np.concatenate([[0], counts.cumsum()])
    places = np.repeat(first[picked] - starts[:-1], counts) + np.arange(starts[-1])
    of = np.repeat(np.arange(len(picked)), counts)
    return Seen(seen.context[picked], seen.units[picked], seen.orders[places], of), places, starts[:-1]
