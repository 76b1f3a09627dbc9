"""The network "slots-1": what it is made of in torch, as stable-baselines3 trains it, and as the tensors of a policy file.

An observation is taken apart into the context, a row for each slot and the window. Every row goes through the same small
network and keeps its place afterwards, since actions are numbered by slot; the window keeps its places too: nothing is
averaged away.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from fireteam.env.actions import SLOTS
from fireteam.env.observe import N_CONTEXT, N_ROW
from fireteam.env.observe import observation_size as size_of

ROWS = 2 * SLOTS
ROW_HIDDEN, ROW_OUT, WINDOW_OUT, CONTEXT_OUT = 48, 24, 128, 64
FEATURES = CONTEXT_OUT + ROWS * ROW_OUT + WINDOW_OUT
TRUNK = (256, 256)
PARTS = {"slots": (0, 2), "window": (0,), "context": (0,)}


class SlotFeatures(BaseFeaturesExtractor):
    """The first layers of the network: float32 (batch, 984) to (batch, FEATURES)."""

    def __init__(self, observation_space: spaces.Space) -> None:
        super().__init__(observation_space, FEATURES)
        n_window = size_of(SLOTS, SLOTS) - N_CONTEXT - ROWS * N_ROW
        self.slots = nn.Sequential(nn.Linear(N_ROW + 1, ROW_HIDDEN), nn.ReLU(), nn.Linear(ROW_HIDDEN, ROW_OUT), nn.ReLU())
        self.window = nn.Sequential(nn.Linear(n_window, WINDOW_OUT), nn.ReLU())
        self.context = nn.Sequential(nn.Linear(N_CONTEXT, CONTEXT_OUT), nn.ReLU())
        own = torch.zeros(ROWS, 1)
        own[:SLOTS] = 1.0
        self.register_buffer("own", own)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the features of a batch."""
        count = len(observations)
        rows = observations[:, N_CONTEXT : N_CONTEXT + ROWS * N_ROW].reshape(count, ROWS, N_ROW)
        rows = torch.cat([rows, self.own.expand(count, ROWS, 1)], dim=2)
        slots = self.slots(rows).reshape(count, ROWS * ROW_OUT)
        window = self.window(observations[:, N_CONTEXT + ROWS * N_ROW :])
        return torch.cat([self.context(observations[:, :N_CONTEXT]), slots, window], dim=1)


def policy_options() -> dict[str, Any]:
    """Return the options with which stable-baselines3 builds the network."""
    return {
        "features_extractor_class": SlotFeatures,
        "net_arch": {"pi": list(TRUNK), "vf": list(TRUNK)},
        "activation_fn": nn.ReLU,
        "ortho_init": True,
    }


def layers_of(policy: Any) -> dict[str, nn.Linear]:
    """Return the layers of a policy of stable-baselines3 by their names in a policy file."""
    found = {f"{name}.{place}": getattr(policy.features_extractor, name)[place] for name in PARTS for place in PARTS[name]}
    for name, net, last in (
        ("policy", policy.mlp_extractor.policy_net, policy.action_net),
        ("value", policy.mlp_extractor.value_net, policy.value_net),
    ):
        found |= {f"{name}.0": net[0], f"{name}.2": net[2], f"{name}.4": last}
    return found


def tensors_of(policy: Any) -> dict[str, np.ndarray]:
    """Return the weights of a trained policy by the names of a policy file, float32."""
    return {
        f"{name}.{part}": tensor.detach().cpu().numpy().astype(np.float32)
        for name, layer in layers_of(policy).items()
        for part, tensor in (("weight", layer.weight), ("bias", layer.bias))
    }


def put_tensors(policy: Any, tensors: Mapping[str, np.ndarray]) -> None:
    """Put the weights of a policy file into a policy that is to be trained on."""
    with torch.no_grad():
        for name, layer in layers_of(policy).items():
            layer.weight.copy_(torch.from_numpy(np.asarray(tensors[f"{name}.weight"])))
            layer.bias.copy_(torch.from_numpy(np.asarray(tensors[f"{name}.bias"])))
