"""Checkpoints as data: what a learner has learned, and its progress, in one `.safetensors` file.

Nothing in such a file is executed. The learner itself is made anew from the configuration of its run; the file holds its
weights (`network.NAME`), what its optimiser remembers (`optimiser.NUMBER.NAME`), and as metadata how many decisions it has
learned from.
"""

import json
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import torch
from pydantic import Field
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save

from fireteam.content.errors import ContentError
from fireteam.env.files import appearing
from fireteam.env.scenario.checked import Strict, read_bytes, validated

from .update import Learner

ENTRY = "fireteam-checkpoint"  # of the file's metadata
LARGEST = 500_000_000  # bytes
WEIGHTS, MEMORY = "network.", "optimiser."
KEPT = ("step", "exp_avg", "exp_avg_sq")  # of every parameter


class Standing(Strict):
    """The progress of a learner: the decisions that it has learned from; `updates` is of older checkpoints."""

    format: Literal[1] = 1
    decisions: Annotated[int, Field(ge=0, le=2**60)]
    updates: int = 0


def save_learner(path: Path, learner: Learner) -> None:
    """Write a learner whole or not at all."""
    found = {WEIGHTS + name: value for name, value in learner.network.state_dict().items()}
    for number, kept in learner.optimiser.state_dict()["state"].items():
        found |= {f"{MEMORY}{number}.{name}": kept[name] for name in KEPT}
    standing = Standing(decisions=learner.decisions)
    data = save({name: value.detach().numpy() for name, value in found.items()}, {ENTRY: standing.model_dump_json()})
    with appearing(path) as name:
        Path(name).write_bytes(data)


def load_learner(path: Path, learner: Learner) -> None:
    """Load a checkpoint into a learner made from the same configuration.

    Raises:
        ContentError: the file is no checkpoint, broken, or of a learner that was made otherwise.
    """
    tensors, standing = read_checkpoint(path)
    weights = {name.removeprefix(WEIGHTS): value for name, value in tensors.items() if name.startswith(WEIGHTS)}
    memory = {name.removeprefix(MEMORY): value for name, value in tensors.items() if name.startswith(MEMORY)}
    if len(weights) + len(memory) < len(tensors):
        raise ContentError(f"{path}: holds tensors that are neither weights nor an optimiser's")
    check_same(path, WEIGHTS, weights, learner.network.state_dict())
    optimiser, state = learner.optimiser, {}
    for number, parameter in enumerate(optimiser.param_groups[0]["params"] if memory else ()):
        state[number] = {"step": parameter.new_zeros(()), "exp_avg": parameter, "exp_avg_sq": parameter}
    check_same(path, MEMORY, memory, {f"{n}.{name}": value for n, kept in state.items() for name, value in kept.items()})
    learner.network.load_state_dict({name: tensor_of(value) for name, value in weights.items()})
    kept = {n: {name: tensor_of(memory[f"{n}.{name}"]) for name in KEPT} for n in state}
    optimiser.load_state_dict({"state": kept, "param_groups": optimiser.state_dict()["param_groups"]})
    learner.decisions = standing.decisions


def check_same(path: Path, what: str, found: dict[str, np.ndarray], expected: dict[str, torch.Tensor]) -> None:
    """Raise a ContentError if tensors lack the names and shapes of a learner's, or are not finite."""
    odd = sorted(found.keys() ^ expected.keys())
    if odd:
        raise ContentError(
            f"{path}: {what}{odd[0]}: is {'missing' if odd[0] in expected else 'unknown'}; was it made by this run?"
        )
    for name, value in found.items():
        if value.shape != tuple(expected[name].shape) or value.dtype != np.float32:
            wanted = f"must be float32 of {tuple(expected[name].shape)}"
            raise ContentError(f"{path}: {what}{name}: is {value.dtype} of shape {value.shape}: {wanted}")
        if not np.isfinite(value).all():
            raise ContentError(f"{path}: {what}{name}: holds a number that is not finite")


def tensor_of(value: np.ndarray) -> torch.Tensor:
    """Return an array as a tensor of its own."""
    return torch.from_numpy(value.copy())


def read_checkpoint(path: Path) -> tuple[dict[str, np.ndarray], Standing]:
    """Return the content of a checkpoint; nothing in it is executed. Errors as of `load_learner`."""
    data = read_bytes(path, LARGEST)
    try:
        found = dict(deserialize(data))
        header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
        standing = json.loads((header.get("__metadata__") or {}).get(ENTRY, "null"))
    except (SafetensorError, ValueError, RecursionError) as error:
        raise ContentError(f"{path}: not a checkpoint, or not all of it ({str(error).splitlines()[0]})") from None
    if standing is None:
        raise ContentError(f"{path}: is no checkpoint of Fireteam: its metadata has no entry {ENTRY!r}")
    for name, entry in found.items():
        if entry["dtype"] != "F32":
            raise ContentError(f"{path}: {name} is of type {entry['dtype']}: must be F32")
    tensors = {name: np.frombuffer(x["data"], "<f4").reshape(x["shape"]) for name, x in found.items()}
    return tensors, validated(Standing, standing, f"{path}")
