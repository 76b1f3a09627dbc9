"""Inference of trained policies in NumPy: no torch is needed.

Numbers are float32; the last digits may differ from machine to machine, so a battle fought by a policy is only sure to come
out the same elsewhere as its replay.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.env.observe.actions import SLOTS

from .storage import Card, read_policy
from .tensors import ADVICE, CROWD, LOYALTY, Shape, aims, kinds_of, shape_of


def load_policy(path: str | Path) -> "Policy":
    """Return the policy of a file; nothing in the file is executed.

    Raises:
        ContentError: see `storage.read_policy`.
    """
    return Policy(*read_policy(path))


class Policy:
    """A network that gives the probability of each action in a decision, and the value that the decider may expect.

    >>> policy = fireteam.load_policy("veteran")
    >>> isinstance(policy, fireteam.Policy), policy.card.name
    (True, 'veteran')

    Args:
        tensors: tensors by name, as `tensors.check_tensors` accepts them.
        card: the card of the policy.
    """

    def __init__(self, tensors: Mapping[str, np.ndarray], card: Card) -> None:
        self.card, self.tensors = card, tensors
        self._layers = {
            name.removesuffix(".weight"): (weight, tensors[name.removesuffix("weight") + "bias"])
            for name, weight in tensors.items()
            if name.endswith(".weight") and name not in (ADVICE, LOYALTY)
        }
        shape = shape_of(card.system)
        # That a slot is an own one, and the context, are the same for many: their parts of the product are taken once.
        weight, bias = self._layers.pop("slots.0")
        self._slot = np.ascontiguousarray(weight[:, : shape.slot]), bias
        self._own, self._around = weight[:, shape.slot], np.ascontiguousarray(weight[:, shape.slot + 1 :])
        weight, bias = self._layers.pop("targets.0")
        width = len(self._layers["slots.2"][0])
        self._aim = np.ascontiguousarray(weight[:, :width]), bias
        self._intent = np.ascontiguousarray(weight[:, width:])
        self._advice = tensors[ADVICE].reshape(len(card.advisers), shape.kinds, -1) if card.advisers else None
        self._loyalty = tensors.get(LOYALTY)
        # Both heads begin with the same inputs: one product is faster than two.
        self._split = len(self._layers["policy.0"][0])
        policy, value = self._layers.pop("policy.0"), self._layers.pop("value.0")
        self._layers["heads"] = np.concatenate([policy[0], value[0]]), np.concatenate([policy[1], value[1]])

    def layers(self) -> list[tuple[np.ndarray, ...]]:
        """Return all the network's numbers, always in the same order."""
        rest = [array for array in (self._advice, self._loyalty) if array is not None]
        same = (self._own, self._around, self._intent, *rest)
        return [self._slot, self._aim, same, *(self._layers[name] for name in sorted(self._layers))]

    def evaluate(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        advice: np.ndarray | None = None,
        followed: np.ndarray | None = None,
        temperature: float = 1.0,
        slots: tuple[int, int] = (SLOTS, SLOTS),
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return (probabilities, values) of a batch, float32 of shapes (n, actions) and (n,).

        Args:
            observations: float32, shape (n, numbers of an observation with these `slots`).
            masks: shape (n, actions), not 0 where an action is legal; the probability of every other is 0.
            advice: the action of each adviser of the card, action numbers of shape (n, advisers); None if it has none.
            followed: whether the unit has followed each adviser in this phase, of the same shape; all True unless given.
            temperature: temperature of the probabilities, above 0: higher values make them more even.
            slots: the numbers of slots of the own team and of the others.

        Raises:
            ContentError: the shapes do not match, or a row has no legal action.
        """
        advice = np.zeros((len(observations), 0), np.int64) if advice is None else advice
        followed = np.ones(advice.shape, np.float32) if followed is None else followed.astype(np.float32)
        shape = shape_of(self.card.system, *slots)
        check_batch(observations, masks, advice, followed, shape, len(self.card.advisers))
        logits, values = self._results(observations, advice, followed, shape)
        logits[masks == 0] = -np.inf
        best = logits.max(axis=1, keepdims=True)
        if not np.isfinite(best).all():
            raise ContentError("a mask allows no action, or an observation is not finite")
        logits -= best
        if temperature != 1.0:
            logits /= np.float32(temperature)
        np.exp(logits, out=logits)
        logits /= logits.sum(axis=1, keepdims=True)
        return logits, values

    def _results(
        self, observations: np.ndarray, advice: np.ndarray, followed: np.ndarray, shape: Shape
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return (logits, values) of a batch."""
        count = len(observations)
        kinds, aimed, places = numbers_of(shape)
        context = self._layer("context.0", observations[:, : shape.context])
        weight, bias = self._slot
        units = observations[:, shape.context : shape.before_window].reshape(count, shape.slots, shape.slot)
        slots = (units.reshape(-1, shape.slot) @ weight.T).reshape(count, shape.slots, -1)
        slots[:, : shape.own] += self._own
        slots += (context @ self._around.T + bias)[:, None]
        np.maximum(slots, 0, out=slots)
        slots = self._layer("slots.2", slots.reshape(count * shape.slots, -1)).reshape(count, shape.slots, -1)
        crowd = slots * units[:, :, shape.present].sum(2, keepdims=True)
        sides = crowd[:, : shape.own], crowd[:, shape.own :]
        pooled = [side.sum(1) / np.float32(CROWD) for side in sides]
        pooled += [(slots * units[:, :, mark, None]).sum(1) for mark in shape.marked]
        pooled += [side.max(1) for side in sides]
        parts = [context, *pooled, self._layer("window.0", observations[:, shape.before_window :])]
        if self._advice is not None:
            parts += [self._advice[np.arange(len(self._advice)), kinds[advice]].reshape(count, -1), followed]
        hidden = self._layer("heads", np.concatenate(parts, axis=1))
        trunk = self._layer("policy.2", hidden[:, : self._split])
        results = self._layer("policy.4", trunk, last=True)
        logits = results[:, kinds]
        weight, bias = self._aim
        aims = (slots.reshape(count * shape.slots, -1) @ weight.T).reshape(count, shape.slots, -1)
        aims += (trunk @ self._intent.T + bias)[:, None]
        np.maximum(aims, 0, out=aims)
        aims = self._layer("targets.2", aims.reshape(count * shape.slots, -1), last=True)
        logits[:, aimed] += aims.reshape(count, -1)[:, places]
        if self._loyalty is not None:
            trust = results[:, shape.kinds :] + followed @ self._loyalty.T
            np.add.at(logits, (np.arange(count)[:, None], advice), trust)  # two may advise the same
        values = self._layer("value.4", self._layer("value.2", hidden[:, self._split :]), last=True)
        return logits, values[:, 0]

    def _layer(self, name: str, inputs: np.ndarray, last: bool = False) -> np.ndarray:
        weight, bias = self._layers[name]
        results: np.ndarray = inputs @ weight.T
        results += bias
        return results if last else np.maximum(results, 0, out=results)


@cache
def numbers_of(shape: Shape) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the kind of each action number, the numbers at a slot, and where those are in the results of `targets.2`."""
    places = aims(shape)
    aimed = np.flatnonzero(places < shape.slots * len(shape.aimed))
    return kinds_of(shape), aimed, places[aimed]


def check_batch(
    observations: np.ndarray, masks: np.ndarray, advice: np.ndarray, followed: np.ndarray, shape: Shape, advisers: int
) -> None:
    """Raise a ContentError unless arrays are a batch of observations of a system, their masks, and the advice for them."""
    count = observations.shape[0] if observations.ndim else 0
    for what, array, wanted in (("observations", observations, shape.observation), ("masks", masks, shape.actions)):
        if array.shape != (count, wanted):
            raise ContentError(
                f"{what} of shape {array.shape}: must be ({count}, {wanted}), with {shape.own} own and {shape.others} other "
                "slots"
            )
    if observations.dtype != np.float32:
        raise ContentError(f"observations of type {observations.dtype}: must be float32")
    for what, array in (("advice", advice), ("followed", followed)):
        if array.shape != (count, advisers):
            raise ContentError(f"{what} of shape {array.shape}: must be ({count}, {advisers}), a number of each adviser")
    if advice.dtype.kind not in "iu" or not np.isin(advice, np.arange(shape.actions)).all():
        raise ContentError(f"advice: must be action numbers from 0 to {shape.actions - 1}")
