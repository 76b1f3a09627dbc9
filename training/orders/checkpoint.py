"""Checkpoints as data: what a learner has learned, and its progress, in one `.safetensors` file.

Nothing in such a file is executed. The learner itself is made anew from the configuration of its run; the file holds its
weights (`network.NAME`), what its optimiser remembers (`optimiser.NUMBER.NAME`), and as metadata how many decisions it has
learned from.
"""

from pathlib import Path

from safetensors.numpy import save

from fireteam.content.errors import ContentError
from fireteam.env.files import appearing

from ..learn.checkpoint import ENTRY, Standing, check_same, read_checkpoint, tensor_of
from .update import Learner

WEIGHTS, MEMORY = "network.", "optimiser."
KEPT = ("step", "exp_avg", "exp_avg_sq")  # of every parameter


def save_learner(path: Path, learner: Learner) -> None:
    """Write a learner whole or not at all."""
    found = {WEIGHTS + name: value for name, value in learner.network.state_dict().items()}
    for number, kept in learner.optimiser.state_dict()["state"].items():
        found |= {f"{MEMORY}{number}.{name}": kept[name] for name in KEPT}
    standing = Standing(decisions=learner.decisions, updates=0)
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
