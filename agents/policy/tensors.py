"""The tensors of a policy: their names and shapes, and a check that no observation makes their results overflow.

The architecture "slots-3" splits a flat observation into the context, the slots and the window. It may also get the advice
of some doctrines, its advisers:

    context.0             the context
    slots.0, slots.2      each slot, with 1 for an own slot and 0 for another, and the results of context.0 after it
    window.0              the planes
    advice                a row for each adviser and kind of action: what stands for that advice
    policy.0, .2, .4      context, pooled slots, window, advice, and whether each adviser was followed, joined; at the end,
                          without relu, a logit for each kind of action, then how much each adviser is trusted
    loyalty               from who was followed: what is added to that trust
    targets.0, targets.2  the results of each slot, and of policy.2 after them; at the end, without relu: what is added to
                          the logit of each verb at that slot
    value.0, .2, .4       as policy; at the end, without relu, what the decider may expect

The results of occupied slots are pooled. The pool has their sum over own slots and over others, divided by 8, the largest of
each over both, and the results of the decider and of the opponent that the decision is about. So the same weights play any
number of units, in whatever order they stand. A kind of action is a verb at a slot, or a verb with its direction or option.

The rule system (`shape_of`) says how many numbers an observation has, and which actions there are.

An adviser is followed if the unit has taken the action it would have taken since the phase began. The logit of an adviser's
action is raised by the trust in it. Every layer is relu(x @ weight.T + bias) with a weight of shape (outputs, inputs), in
float32, as torch.nn.Linear stores it; `advice` and `loyalty` have no bias, and are there only if there are advisers. Widths
in between are read from the shapes.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed, shown
from fireteam.env.observe.actions import SLOTS, layout
from fireteam.env.observe.features import observed, sizes_of
from fireteam.env.observe.observation import observation_size
from fireteam.env.rules.record import MAX_UNITS
from fireteam.env.rules.systems import DEFAULT, port_of
from fireteam.env.rules.verbs import ENEMY, FRIEND

ARCHITECTURE = "slots-3"
POOLS = 6  # results that stand for all slots: sums and largest of own and others, the decider, the opponent
CROWD = 8.0  # sums over slots are divided by it
MOST_ADVISERS = 8
WIDEST = 4096  # outputs of a layer
NEVER = -1e9  # the logit of an action that is never taken
LARGEST_RESULT = 1e30  # of any layer; float32 ends at 3e38

LAYERS = (
    "context.0", "slots.0", "slots.2", "window.0", "policy.0", "policy.2", "policy.4", "targets.0", "targets.2", "value.0",
    "value.2", "value.4",
)  # fmt: skip
ADVICE, LOYALTY = "advice.weight", "loyalty.weight"
TENSORS = {f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")}


class Shape(NamedTuple):
    """The sizes of a policy's input and output in a rule system, for a given number of slots.

    Attributes:
        system: the name of the rule system.
        own, others: how many slots there are of the own team and of all others.
        context, slot, window: how many numbers of an observation belong to the context, each slot, the window.
        actions: how many action numbers there are.
        kinds: how many kinds of actions there are, which does not depend on the slots.
        aimed: the verbs at a slot.
        present: the places in a slot of the flags that somebody stands or lies there.
        marked: the places in a slot of the flags that mark the decider and its opponent.
    """

    system: str
    own: int
    others: int
    context: int
    slot: int
    window: int
    actions: int
    kinds: int
    aimed: tuple[int, ...]
    present: tuple[int, int]
    marked: tuple[int, int]

    @property
    def slots(self) -> int:
        """How many slots there are."""
        return self.own + self.others

    @property
    def before_window(self) -> int:
        """How many numbers of an observation come before the window."""
        return self.context + self.slots * self.slot

    @property
    def observation(self) -> int:
        """How many numbers an observation has."""
        return self.before_window + self.window


@cache
def shape_of(system: str = DEFAULT, own: int = SLOTS, others: int = SLOTS) -> Shape:
    """Return the sizes of a policy's input and output in a rule system, for a given number of slots."""
    context, slot, _ = sizes_of(system)
    window = observation_size(own, others, system) - context - (own + others) * slot
    aimed = tuple(number for number, verb in sorted(port_of(system).VERBS.items()) if verb.domain in (ENEMY, FRIEND))
    size = int(layout(own, others, system)[0]["size"])
    at = observed(system).TABLES.slot
    present, marked = (at.present, at.fallen), (at.self, at.opponent)
    kinds = int(kinds_in(layout(own, others, system)[0]).max()) + 1
    return Shape(system, own, others, context, slot, window, size, kinds, aimed, present, marked)


def kinds_in(row: np.void) -> np.ndarray:
    """Return the kind of each action number of a record of LAYOUT: numbers of one verb at several slots are of one kind."""
    verbs = row["verb"][: row["size"]].astype(int)
    at_slot = np.isin(row["domain"][verbs], (ENEMY, FRIEND))
    begins = np.ones(len(verbs), bool)
    begins[1:] = (verbs[1:] != verbs[:-1]) | ~at_slot[1:]
    return np.cumsum(begins) - 1


def kinds_of(shape: Shape) -> np.ndarray:
    """Return the kind of each action number, int64 of shape (actions,)."""
    return kinds_in(layout(shape.own, shape.others, shape.system)[0])


def numbers_known(shape: Shape, kinds: int) -> int:
    """Return the number of actions of the first kinds: the actions of a policy that knows only these kinds."""
    return int((kinds_of(shape) < kinds).sum())


def aims(shape: Shape) -> np.ndarray:
    """Return for each action number where its part is in the flat results (slots, aimed verbs) of `targets.2`.

    For an action at no slot it is one past the end.
    """
    row = layout(shape.own, shape.others, shape.system)[0]
    places = np.full(shape.actions, shape.slots * len(shape.aimed))
    for number in range(shape.actions):
        if (verb := int(row["verb"][number])) in shape.aimed:
            slot = int(row["argument"][number]) + (shape.own if row["domain"][verb] == ENEMY else 0)
            places[number] = slot * len(shape.aimed) + shape.aimed.index(verb)
    return places


def grown(tensors: Mapping[str, np.ndarray], known: int, advisers: int, shape: Shape) -> dict[str, np.ndarray]:
    """Return the tensors of a policy that knows only the first kinds of actions, padded to all: it never takes the others.

    Args:
        tensors: tensors by name; wrong shapes stay wrong, for `check_tensors` to report.
        known: how many kinds there were when it was trained.
        advisers: how many advisers it has.
        shape: the sizes in its system.
    """
    first = layout(system=shape.system)[0]["first"]
    kinds = kinds_of(shape)
    aimed = sum(1 for verb in shape.aimed if kinds[first[verb]] < known)
    later = shape.kinds - known
    made = dict(tensors)
    for name, at, room, value in (
        ("policy.4.weight", known, later, 0.0),
        ("policy.4.bias", known, later, NEVER),
        ("targets.2.weight", aimed, len(shape.aimed) - aimed, 0.0),
        ("targets.2.bias", aimed, len(shape.aimed) - aimed, 0.0),
    ):
        made[name] = with_room(made[name], at, room, value)
    if advisers and len(made[ADVICE]) == advisers * known:
        tables = np.split(made[ADVICE], advisers)
        made[ADVICE] = np.concatenate([with_room(table, known, later, 0.0) for table in tables])
    return made


def with_room(tensor: np.ndarray, at: int, room: int, value: float) -> np.ndarray:
    """Return a tensor with `room` more outputs from place `at` on, all with one value."""
    if tensor.ndim == 0:
        return tensor
    return np.concatenate([tensor[:at], np.full((room, *tensor.shape[1:]), value, tensor.dtype), tensor[at:]])


def check_names(found: Mapping[str, Any], advisers: int, path: str | Path) -> None:
    """Raise a ContentError if a tensor is missing or unknown."""
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
    joined = widths["context.0"] + POOLS * widths["slots.2"] + widths["window.0"]
    if advisers:
        table = shapes[ADVICE]
        if len(table) != 2 or table[0] != advisers * shape.kinds or not 1 <= table[1] <= WIDEST:
            raise ContentError(f"{path}: {ADVICE} has shape {table}: must be ({advisers * shape.kinds}, 1 to {WIDEST})")
        if shapes[LOYALTY] != (advisers, advisers):
            raise ContentError(f"{path}: {LOYALTY} has shape {shapes[LOYALTY]}: must be ({advisers}, {advisers})")
        joined += advisers * (table[1] + 1)
    outputs = {"policy.4": shape.kinds + advisers, "value.4": 1, "targets.2": len(shape.aimed)}
    inputs = {"context.0": shape.context, "slots.0": shape.slot + 1 + widths["context.0"], "window.0": shape.window}
    inputs |= {"slots.2": widths["slots.0"], "targets.0": widths["slots.2"] + widths["policy.2"]}
    inputs |= {"targets.2": widths["targets.0"], "policy.0": joined, "value.0": joined}
    inputs |= {f"{head}.{last}": widths[f"{head}.{last - 2}"] for head in ("policy", "value") for last in (2, 4)}
    for layer in LAYERS:
        wanted = outputs.get(layer, widths[layer])
        if not 1 <= wanted <= WIDEST:
            raise ContentError(f"{path}: {layer}.weight has {wanted} outputs: must be 1 to {WIDEST}")
        for part, fits in (("weight", (wanted, inputs[layer])), ("bias", (wanted,))):
            if shapes[f"{layer}.{part}"] != fits:
                raise ContentError(f"{path}: {layer}.{part} has shape {shapes[f'{layer}.{part}']}: must be {fits}")


def check_bounds(tensors: Mapping[str, np.ndarray], advisers: int, shape: Shape, path: str | Path) -> None:
    """Raise a ContentError if an observation could make a layer overflow, so that no NaN chooses an action."""

    def largest(name: str, inputs: np.ndarray) -> np.ndarray:
        """Return an upper bound of each result of a layer, given bounds of its inputs."""
        bound: np.ndarray = np.abs(tensors[f"{name}.weight"]).astype(np.float64) @ inputs + np.abs(tensors[f"{name}.bias"])
        if bound.max() > LARGEST_RESULT:
            raise ContentError(f"{path}: {name} has weights so large that its results could overflow")
        return bound

    context = largest("context.0", np.ones(shape.context))
    slots = largest("slots.2", largest("slots.0", np.concatenate([np.ones(shape.slot + 1), context])))
    crowds = [MAX_UNITS / CROWD * slots] * 2  # the largest that sums can be
    parts = [context, *crowds, *[slots] * (POOLS - len(crowds)), largest("window.0", np.ones(shape.window))]
    if advisers:
        table = np.abs(tensors[ADVICE]).astype(np.float64).reshape(advisers, shape.kinds, -1).max(axis=1)
        if max(table.max(), np.abs(tensors[LOYALTY]).max()) > LARGEST_RESULT / MOST_ADVISERS:
            raise ContentError(f"{path}: {ADVICE} or {LOYALTY} holds numbers so large that results could overflow")
        parts += [table.ravel(), np.ones(advisers)]
    joined = np.concatenate(parts)
    trunk = largest("policy.2", largest("policy.0", joined))
    largest("policy.4", trunk)
    largest("value.4", largest("value.2", largest("value.0", joined)))
    largest("targets.2", largest("targets.0", np.concatenate([slots, trunk])))
