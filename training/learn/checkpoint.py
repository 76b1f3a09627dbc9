"""Checkpoints as data: what a learner has learned, and its progress, in one `.safetensors` file.

Nothing in such a file is executed. The learner itself is made anew from the configuration of its run; the file holds its
weights (`policy.NAME`), what its optimiser remembers (`optimiser.NUMBER.NAME`), how many battles every row has begun
(`battles`), and as metadata the rest: decisions, updates, and which of the last battles were won.
"""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import torch
from pydantic import Field
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save
from sb3_contrib import MaskablePPO

from fireteam.content.errors import ContentError
from fireteam.env.files import appearing
from fireteam.env.scenario.checked import Strict, read_bytes, validated
from fireteam.env.seats.rows import MOST_BATTLES

ENTRY = "fireteam-checkpoint"  # of the file's metadata
LARGEST = 500_000_000  # bytes; a checkpoint of the usual widths has 6 million
BATTLES, WEIGHTS, MEMORY = "battles", "policy.", "optimiser."
TYPES = {"F32": "<f4", "I64": "<i8"}

Count = Annotated[int, Field(ge=0, le=2**60)]


class Standing(Strict):
    """The progress of a learner: decisions and updates so far, and whether it has won its last battles, as 0 and 1."""

    format: Literal[1] = 1
    decisions: Count
    updates: Count
    won: Annotated[str, Field(pattern="^[01]*$", max_length=100_000)] = ""


def save_learner(path: Path, learner: MaskablePPO, battles: np.ndarray, won: list[bool]) -> None:
    """Write a learner whole or not at all, with the battles that every row has begun and those lately won."""
    tensors = {name: value.detach().cpu().numpy() for name, value in tensors_in(learner).items()}
    standing = Standing(
        decisions=learner.num_timesteps, updates=learner._n_updates, won="".join(str(int(one)) for one in won)
    )
    data = save(tensors | {BATTLES: battles.astype(np.int64)}, {ENTRY: standing.model_dump_json()})
    with appearing(path) as name:
        Path(name).write_bytes(data)


def tensors_in(learner: MaskablePPO) -> dict[str, torch.Tensor]:
    """Return all tensors of a learner, by name."""
    memory = learner.policy.optimizer.state_dict()["state"]
    found = {WEIGHTS + name: value for name, value in learner.policy.state_dict().items()}
    return found | {f"{MEMORY}{number}.{name}": value for number, kept in memory.items() for name, value in kept.items()}


def load_learner(path: Path, learner: MaskablePPO) -> tuple[Standing, np.ndarray]:
    """Load a checkpoint into a learner made from the same configuration.

    Returns:
        Its progress, and how many battles every row had begun.

    Raises:
        ContentError: the file is no checkpoint, broken, or of a learner that was made otherwise.
    """
    tensors, standing = read_checkpoint(path)
    battles = tensors.pop(BATTLES, np.zeros(0, np.int64))
    if battles.ndim != 1 or not len(battles) or battles.dtype != np.int64 or not (battles >= 0).all():
        raise ContentError(f"{path}: {BATTLES}: must be whole numbers from 0, one for every row")
    weights = {name.removeprefix(WEIGHTS): value for name, value in tensors.items() if name.startswith(WEIGHTS)}
    check_same(path, WEIGHTS, weights, dict(learner.policy.state_dict()))
    learner.policy.load_state_dict({name: tensor_of(value) for name, value in weights.items()})
    put_memory(path, learner, {name: value for name, value in tensors.items() if not name.startswith(WEIGHTS)})
    learner.num_timesteps, learner._n_updates = standing.decisions, standing.updates
    return standing, battles % MOST_BATTLES


def put_memory(path: Path, learner: MaskablePPO, tensors: dict[str, np.ndarray]) -> None:
    """Restore the optimiser's state of every parameter: all of them or none."""
    optimiser = learner.policy.optimizer
    expected: dict[str, Any] = {}
    if tensors:
        for number, weight in enumerate(parameter for group in optimiser.param_groups for parameter in group["params"]):
            for name, like in (("step", weight.new_zeros(())), ("exp_avg", weight), ("exp_avg_sq", weight)):
                expected[f"{number}.{name}"] = like
    found = {name.removeprefix(MEMORY): value for name, value in tensors.items()}
    check_same(path, MEMORY, found, expected)
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, value in found.items():
        place, _, name = key.partition(".")
        state.setdefault(int(place), {})[name] = tensor_of(value)
    optimiser.load_state_dict({"state": state, "param_groups": optimiser.state_dict()["param_groups"]})


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
        if entry["dtype"] not in TYPES:
            raise ContentError(f"{path}: {name} is of type {entry['dtype']}: must be one of {', '.join(TYPES)}")
    tensors = {name: np.frombuffer(x["data"], TYPES[x["dtype"]]).reshape(x["shape"]) for name, x in found.items()}
    return tensors, validated(Standing, standing, f"{path}")
