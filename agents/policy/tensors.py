"""The tensors of a policy: which there must be, of which shapes, and that no observation makes their results overflow.

The architecture "slots-2" takes a flat observation apart into the context, the slots and the window, and may be
told what some doctrines, its advisers, would do:

    context.0           the context
    slots.0, slots.2    each slot, with 1 for an own slot and 0 for another, and the results of context.0 after it
    window.0            the planes
    advice              a row for each adviser and action number: what stands for that advice
    policy.0, .2, .4    context, slots in their order, window, advice, and whether each adviser was followed, joined; at the
                        end, without relu, a logit for each action number, then how much each adviser is trusted
    loyalty             from who was followed: what is added to that trust
    targets             the results of each slot; without relu: what is added to the logit of each verb at that slot
    value.0, .2, .4     as policy; at the end, without relu, what the decider may expect

How many numbers an observation has, and which actions there are, is said by the rule system (`shape_of`).

An adviser is followed if the unit has done what it would have done since the phase began. The logit of what an adviser would
do is raised by the trust in it. Every layer is relu(x @ weight.T + bias) with a weight of shape (outputs, inputs), float32,
as torch.nn.Linear stores it; `advice` and `loyalty` have no bias, and are there only if there are advisers. Widths in
between are read from the shapes.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fireteam.env.errors import ContentError
from fireteam.env.observe.actions import SLOTS, layout
from fireteam.env.observe.features import sizes_of
from fireteam.env.observe.observation import observation_size
from fireteam.env.rules.systems import DEFAULT, port_of
from fireteam.env.rules.verbs import ENEMY, FRIEND, VERBS
from fireteam.maps import closest
from fireteam.maps.reading import listed, shown

ARCHITECTURE = "slots-2"
N_SLOTS = 2 * SLOTS
MOST_ADVISERS = 8
WIDEST = 4096  # outputs of a layer
NEVER = -1e9  # the logit of an action that is never taken
LARGEST_RESULT = 1e30  # of any layer; float32 ends at 3e38

LAYERS = (
    "context.0", "slots.0", "slots.2", "window.0", "policy.0", "policy.2", "policy.4", "targets", "value.0", "value.2",
    "value.4",
)  # fmt: skip
ADVICE, LOYALTY = "advice.weight", "loyalty.weight"
TENSORS = {f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")}


class Shape(NamedTuple):
    """What policies of a rule system see and do.

    Attributes:
        system: its name.
        context, slot, window: how many numbers of an observation are of the context, of each slot, of the window.
        actions: how many action numbers there are.
        aimed: the verbs at a slot.
    """

    system: str
    context: int
    slot: int
    window: int
    actions: int
    aimed: tuple[int, ...]

    @property
    def before_window(self) -> int:
        """How many numbers of an observation come before the window."""
        return self.context + N_SLOTS * self.slot

    @property
    def observation(self) -> int:
        """How many numbers an observation has."""
        return self.before_window + self.window


@cache
def shape_of(system: str = DEFAULT) -> Shape:
    """Return what policies of a rule system see and do."""
    context, slot, _ = sizes_of(system)
    window = observation_size(SLOTS, SLOTS, system) - context - N_SLOTS * slot
    aimed = tuple(verb for verb in sorted(port_of(system).RULINGS) if VERBS[verb].domain in (ENEMY, FRIEND))
    return Shape(system, context, slot, window, int(layout(system=system)[0]["size"]), aimed)


def aims(shape: Shape) -> np.ndarray:
    """Return for each action number where its part is in the flat results (N_SLOTS, aimed verbs) of `targets`.

    For an action at no slot it is one past the end.
    """
    row = layout(system=shape.system)[0]
    places = np.full(shape.actions, N_SLOTS * len(shape.aimed))
    for number in range(shape.actions):
        if (verb := int(row["verb"][number])) in shape.aimed:
            slot = int(row["argument"][number]) + (SLOTS if VERBS[verb].domain == ENEMY else 0)
            places[number] = slot * len(shape.aimed) + shape.aimed.index(verb)
    return places


def grown(tensors: Mapping[str, np.ndarray], known: int, advisers: int, shape: Shape) -> dict[str, np.ndarray]:
    """Return the tensors of a policy that knows only the first action numbers with room for all: it never takes the others.

    Args:
        tensors: by name; shapes that are wrong stay wrong, for `check_tensors` to say so.
        known: how many action numbers there were when it was trained.
        advisers: how many it has.
        shape: of its system.
    """
    first = layout(system=shape.system)[0]["first"]
    aimed = sum(1 for verb in shape.aimed if first[verb] < known)
    later = shape.actions - known
    made = dict(tensors)
    for name, at, room, value in (
        ("policy.4.weight", known, later, 0.0),
        ("policy.4.bias", known, later, NEVER),
        ("targets.weight", aimed, len(shape.aimed) - aimed, 0.0),
        ("targets.bias", aimed, len(shape.aimed) - aimed, 0.0),
    ):
        made[name] = with_room(made[name], at, room, value)
    if advisers and len(made[ADVICE]) == advisers * known:
        tables = np.split(made[ADVICE], advisers)
        made[ADVICE] = np.concatenate([with_room(table, known, later, 0.0) for table in tables])
    return made


def with_room(tensor: np.ndarray, at: int, room: int, value: float) -> np.ndarray:
    """Return a tensor with so many outputs more from some place on, all of one value."""
    if tensor.ndim == 0:
        return tensor
    return np.concatenate([tensor[:at], np.full((room, *tensor.shape[1:]), value, tensor.dtype), tensor[at:]])


def check_names(found: Mapping[str, Any], advisers: int, path: str | Path) -> None:
    """Raise a ContentError if a tensor is missing or one too many."""
    known = TENSORS | {ADVICE, LOYALTY} if advisers else TENSORS
    for name in sorted(found.keys() - known):
        raise ContentError(f"{path}: {shown(name)} is no tensor of this policy.{closest(name, known - found.keys())}")
    if missing := known - found.keys():
        raise ContentError(f"{path}: tensors are missing: {listed(missing)}")


def check_tensors(tensors: Mapping[str, np.ndarray], advisers: int, shape: Shape, path: str | Path) -> None:
    """Raise a ContentError unless tensors are a whole network of float32 whose results are finite."""
    check_names(tensors, advisers, path)
    for name, tensor in tensors.items():
        if not isinstance(tensor, np.ndarray) or tensor.dtype != np.float32:
            kind = getattr(tensor, "dtype", type(tensor).__name__)
            raise ContentError(f"{path}: {name} is of type {kind}: must be float32")
    check_shapes({name: tensor.shape for name, tensor in tensors.items()}, advisers, shape, path)
    for name, tensor in tensors.items():
        if not np.isfinite(tensor).all():
            raise ContentError(f"{path}: {name} holds numbers that are not finite")
    check_bounds(tensors, advisers, shape, path)


def check_shapes(shapes: Mapping[str, tuple[int, ...]], advisers: int, shape: Shape, path: str | Path) -> None:
    """Raise a ContentError if the layers do not fit together, or not the `shape` of their system."""
    widths = {layer: (*shapes[f"{layer}.weight"], 0)[0] for layer in LAYERS}
    joined = widths["context.0"] + N_SLOTS * widths["slots.2"] + widths["window.0"]
    if advisers:
        table = shapes[ADVICE]
        if len(table) != 2 or table[0] != advisers * shape.actions or not 1 <= table[1] <= WIDEST:
            raise ContentError(f"{path}: {ADVICE} has shape {table}: must be ({advisers * shape.actions}, 1 to {WIDEST})")
        if shapes[LOYALTY] != (advisers, advisers):
            raise ContentError(f"{path}: {LOYALTY} has shape {shapes[LOYALTY]}: must be ({advisers}, {advisers})")
        joined += advisers * (table[1] + 1)
    outputs = {"policy.4": shape.actions + advisers, "value.4": 1, "targets": len(shape.aimed)}
    inputs = {"context.0": shape.context, "slots.0": shape.slot + 1 + widths["context.0"], "window.0": shape.window}
    inputs |= {"slots.2": widths["slots.0"], "targets": widths["slots.2"], "policy.0": joined, "value.0": joined}
    inputs |= {f"{head}.{last}": widths[f"{head}.{last - 2}"] for head in ("policy", "value") for last in (2, 4)}
    for layer in LAYERS:
        wanted = outputs.get(layer, widths[layer])
        if not 1 <= wanted <= WIDEST:
            raise ContentError(f"{path}: {layer}.weight has {wanted} outputs: must be 1 to {WIDEST}")
        for part, fits in (("weight", (wanted, inputs[layer])), ("bias", (wanted,))):
            if shapes[f"{layer}.{part}"] != fits:
                raise ContentError(f"{path}: {layer}.{part} has shape {shapes[f'{layer}.{part}']}: must be {fits}")


def check_bounds(tensors: Mapping[str, np.ndarray], advisers: int, shape: Shape, path: str | Path) -> None:
    """Raise a ContentError if an observation could make a layer overflow: what is no number must not choose an action."""

    def largest(name: str, inputs: np.ndarray) -> np.ndarray:
        """Return how large the results of a layer can be when its inputs are at most so large."""
        bound = np.abs(tensors[f"{name}.weight"]).astype(np.float64) @ inputs + np.abs(tensors[f"{name}.bias"])
        if bound.max() > LARGEST_RESULT:
            raise ContentError(f"{path}: {name} has weights so large that its results could overflow")
        return bound

    context = largest("context.0", np.ones(shape.context))
    slots = largest("slots.2", largest("slots.0", np.concatenate([np.ones(shape.slot + 1), context])))
    parts = [context, np.tile(slots, N_SLOTS), largest("window.0", np.ones(shape.window))]
    if advisers:
        table = np.abs(tensors[ADVICE]).astype(np.float64).reshape(advisers, shape.actions, -1).max(axis=1)
        if max(table.max(), np.abs(tensors[LOYALTY]).max()) > LARGEST_RESULT / MOST_ADVISERS:
            raise ContentError(f"{path}: {ADVICE} or {LOYALTY} holds numbers so large that results could overflow")
        parts += [table.ravel(), np.ones(advisers)]
    for head in ("policy", "value"):
        largest(f"{head}.4", largest(f"{head}.2", largest(f"{head}.0", np.concatenate(parts))))
    largest("targets", slots)
