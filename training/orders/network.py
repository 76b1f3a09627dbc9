"""The network "orders-1" in torch; `fireteam/agents/network/layers.py` says what it computes."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch
from torch import nn

from fireteam.agents.network.layers import CROWD, HIDDEN, LAYERS
from fireteam.agents.orders.columns import ADVICE, WIDTH

LAST = ("choice.0", "value.2")  # layers whose weights begin as zeros: all orders are as good at first


class Seen(NamedTuple):
    """What is seen in some decisions.

    Attributes:
        context: float32, (decisions, SEEN).
        units: float32, (decisions, slots, UNIT).
        orders: float32, (orders, WIDTH): the rows of all decisions one after another.
        of: int64, (orders,): the decision that each belongs to, in order.
    """

    context: np.ndarray
    units: np.ndarray
    orders: np.ndarray
    of: np.ndarray


class OrderNetwork(nn.Module):
    """The network: what is seen in n decisions to the logits of all their orders, and n values.

    Args:
        worth: whether it reads what a tactician finds an order worth.
    """

    def __init__(self, worth: bool) -> None:
        super().__init__()
        self.layers = nn.ModuleDict({name.replace(".", "_"): nn.Linear(*sizes) for name, sizes in LAYERS.items()})
        self.worth = worth
        with torch.no_grad():
            for name in LAST:
                self.layer(name).weight.zero_()
                self.layer(name).bias.zero_()
            if not worth:
                self.layer("orders.0").weight[:, ADVICE] = 0.0

    def layer(self, name: str) -> nn.Linear:
        """Return a layer by its name in a file."""
        found = self.layers[name.replace(".", "_")]
        assert isinstance(found, nn.Linear)
        return found

    def forward(
        self, context: torch.Tensor, units: torch.Tensor, orders: torch.Tensor, of: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return (logits, values), float32 of shapes (orders,) and (decisions,); see `Seen` for the arguments."""
        count, own = len(context), units[:, :, -1:]
        each = torch.relu(self.layer("units.2")(torch.relu(self.layer("units.0")(units))))
        each = each * (units[:, :, :-1].abs().sum(2, keepdim=True) > 0)
        pooled = [pool for side in (each * own, each * (1 - own)) for pool in (side.sum(1) / CROWD, side.amax(1))]
        around = torch.relu(self.layer("context.0")(torch.cat([context, *pooled], 1)))
        weight, bias = self.layer("orders.0").weight, self.layer("orders.0").bias
        rows = nn.functional.linear(orders, weight[:, :WIDTH])
        same = nn.functional.linear(around, weight[:, WIDTH:], bias)  # once for all orders of a decision
        found = torch.relu(self.layer("orders.2")(torch.relu(rows + same[of])))
        total = torch.zeros(count, HIDDEN, dtype=found.dtype).index_add_(0, of, found)
        counts = torch.bincount(of, minlength=count).clamp(min=1).unsqueeze(1)
        best = torch.zeros(count, HIDDEN, dtype=found.dtype)
        best = best.scatter_reduce_(0, of[:, None].expand(-1, HIDDEN), found, "amax")
        among = torch.cat([total / counts, best], 1)
        chosen = self.layer("choice.0")(torch.relu(found + self.layer("among.0")(among)[of]))
        value = self.layer("value.2")(torch.relu(self.layer("value.0")(torch.cat([around, among], 1))))
        return chosen[:, 0], value[:, 0]

    def without_worth(self) -> None:
        """Keep the weights of a column that it does not read at zero; call it after every step of an optimiser."""
        if not self.worth:
            with torch.no_grad():
                self.layer("orders.0").weight[:, ADVICE] = 0.0


def log_chances(logits: torch.Tensor, of: torch.Tensor, count: int) -> torch.Tensor:
    """Return the logarithm of the probability of each order among those of its decision, shape (orders,)."""
    best = torch.full((count,), -1e9).scatter_reduce_(0, of, logits.detach(), "amax")
    shifted = logits - best[of]
    totals = torch.zeros(count).index_add_(0, of, shifted.exp())
    return shifted - totals.log()[of]


def tensors_of(network: OrderNetwork) -> dict[str, np.ndarray]:
    """Return the tensors of a file."""
    found = {f"{name}.weight": network.layer(name).weight.detach().numpy().T.copy() for name in LAYERS}
    return found | {f"{name}.bias": network.layer(name).bias.detach().numpy().copy() for name in LAYERS}


def put_tensors(network: OrderNetwork, tensors: Mapping[str, np.ndarray]) -> None:
    """Put the tensors of a file into a network."""
    with torch.no_grad():
        for name in LAYERS:
            network.layer(name).weight.copy_(torch.from_numpy(np.array(tensors[f"{name}.weight"]).T))
            network.layer(name).bias.copy_(torch.from_numpy(np.array(tensors[f"{name}.bias"])))
    network.without_worth()
