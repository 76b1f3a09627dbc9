"""The tensors of a policy: which there must be, of which shapes, and that no observation makes their results overflow.

The architecture "slots-1" takes a flat observation apart into the context, a row for each slot and the window:

    slots.0, slots.2    each row, with 1 for an own slot and 0 for another after it; results joined in slot order
    window.0            the planes
    context.0           the context
    policy.0, .2, .4    context, slots and window joined; without relu at the end: a logit for each action number
    value.0, .2, .4     the same; without relu at the end: what the decider may expect

Every layer is relu(x @ weight.T + bias) with a weight of shape (outputs, inputs), float32, as torch.nn.Linear stores it.
Widths in between are read from the shapes.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from fireteam.env.actions import SLOTS, layout
from fireteam.env.errors import ContentError
from fireteam.env.observe import N_CONTEXT, N_ROW, observation_size
from fireteam.maps import closest
from fireteam.maps.reading import listed, shown

ARCHITECTURE = "slots-1"
ROWS = 2 * SLOTS
N_OBSERVATION = observation_size(SLOTS, SLOTS)
N_ACTIONS = int(layout()[0]["size"])
WIDEST = 4096  # outputs of a layer
LARGEST_RESULT = 1e30  # of any layer; float32 ends at 3e38

LAYERS = ("slots.0", "slots.2", "window.0", "context.0", "policy.0", "policy.2", "policy.4", "value.0", "value.2", "value.4")
INPUTS = {"slots.0": N_ROW + 1, "window.0": N_OBSERVATION - N_CONTEXT - ROWS * N_ROW, "context.0": N_CONTEXT}
FOLLOWS = {"slots.2": "slots.0", "policy.2": "policy.0", "policy.4": "policy.2", "value.2": "value.0", "value.4": "value.2"}
OUTPUTS = {"policy.4": N_ACTIONS, "value.4": 1}
TENSORS = {f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")}


def check_names(found: Mapping[str, Any], path: str | Path) -> None:
    """Raise a ContentError if a tensor is missing or one too many."""
    for name in sorted(found.keys() - TENSORS):
        raise ContentError(f"{path}: {shown(name)} is no tensor of a policy.{closest(name, TENSORS - found.keys())}")
    if missing := TENSORS - found.keys():
        raise ContentError(f"{path}: tensors are missing: {listed(missing)}")


def check_tensors(tensors: Mapping[str, np.ndarray], path: str | Path) -> None:
    """Raise a ContentError unless tensors are a whole network of float32 whose results are finite."""
    check_names(tensors, path)
    for name, tensor in tensors.items():
        if not isinstance(tensor, np.ndarray) or tensor.dtype != np.float32:
            kind = getattr(tensor, "dtype", type(tensor).__name__)
            raise ContentError(f"{path}: {name} is of type {kind}: must be float32")
    check_shapes({name: tensor.shape for name, tensor in tensors.items()}, path)
    for name, tensor in tensors.items():
        if not np.isfinite(tensor).all():
            raise ContentError(f"{path}: {name} holds numbers that are not finite")
    check_bounds(tensors, path)


def check_shapes(shapes: Mapping[str, tuple[int, ...]], path: str | Path) -> None:
    """Raise a ContentError if the layers do not fit together."""
    widths = {layer: (*shapes[f"{layer}.weight"], 0)[0] for layer in LAYERS}
    joined = widths["context.0"] + ROWS * widths["slots.2"] + widths["window.0"]
    for layer in LAYERS:
        outputs = OUTPUTS.get(layer, widths[layer])
        if not 1 <= outputs <= WIDEST:
            raise ContentError(f"{path}: {layer}.weight has {outputs} outputs: must be 1 to {WIDEST}")
        inputs = INPUTS.get(layer) or (widths[FOLLOWS[layer]] if layer in FOLLOWS else joined)
        for part, wanted in (("weight", (outputs, inputs)), ("bias", (outputs,))):
            if shapes[f"{layer}.{part}"] != wanted:
                raise ContentError(f"{path}: {layer}.{part} has shape {shapes[f'{layer}.{part}']}: must be {wanted}")


def check_bounds(tensors: Mapping[str, np.ndarray], path: str | Path) -> None:
    """Raise a ContentError if an observation could make a layer overflow: what is no number must not choose an action."""

    def largest(name: str, inputs: np.ndarray) -> np.ndarray:
        """Return how large the results of a layer can be when its inputs are at most so large."""
        bound = np.abs(tensors[f"{name}.weight"]).astype(np.float64) @ inputs + np.abs(tensors[f"{name}.bias"])
        if bound.max() > LARGEST_RESULT:
            raise ContentError(f"{path}: {name} has weights so large that its results could overflow")
        return bound

    ones = {name: np.ones(count) for name, count in INPUTS.items()}
    slots = np.tile(largest("slots.2", largest("slots.0", ones["slots.0"])), ROWS)
    joined = np.concatenate([largest("context.0", ones["context.0"]), slots, largest("window.0", ones["window.0"])])
    for head in ("policy", "value"):
        largest(f"{head}.4", largest(f"{head}.2", largest(f"{head}.0", joined)))
