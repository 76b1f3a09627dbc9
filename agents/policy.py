"""Trained policies at play, without the library they were trained with: what they think of a decision, and the bot.

Numbers are float32; the last digits may differ from machine to machine, so a battle fought by a policy is only sure to come
out the same elsewhere as its replay.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from fireteam.env.actions import SLOTS, decode, layout
from fireteam.env.battle import Battle
from fireteam.env.errors import ContentError
from fireteam.env.observe import N_CONTEXT, N_ROW

from .policy_file import Card, read_policy
from .policy_tensors import N_ACTIONS, N_OBSERVATION, ROWS

TOP = 5  # actions that an explanation names
COLDEST, HOTTEST = 0.01, 100.0  # temperatures; 0 stands for the limit
WINDOW = N_CONTEXT + ROWS * N_ROW  # where it begins


def load_policy(path: str | Path) -> "Policy":
    """Return the policy of a file; nothing in the file is executed.

    Raises:
        ContentError: see `policy_file.read_policy`.
    """
    return Policy(*read_policy(path))


class Policy:
    """A network that says of a decision how likely it takes each action, and what the decider may expect.

    Args:
        tensors: by name, as `policy_tensors.check_tensors` lets them pass.
        card: what the policy is.
    """

    def __init__(self, tensors: Mapping[str, np.ndarray], card: Card) -> None:
        self.card = card
        self._layers = {
            name.removesuffix(".weight"): (weight, tensors[name.removesuffix("weight") + "bias"])
            for name, weight in tensors.items()
            if name.endswith(".weight")
        }
        # That a slot is an own one is the same for every observation: it goes into the bias of the row.
        weight, bias = self._layers["slots.0"]
        own = (np.arange(ROWS) < SLOTS).astype(np.float32)
        self._layers["slots.0"] = np.ascontiguousarray(weight[:, :N_ROW]), bias + own[:, None] * weight[:, N_ROW]
        # Both heads begin with the same inputs: one product is faster than two.
        self._split = len(self._layers["policy.0"][0])
        policy, value = self._layers["policy.0"], self._layers["value.0"]
        self._layers["heads.0"] = np.concatenate([policy[0], value[0]]), np.concatenate([policy[1], value[1]])

    def evaluate(
        self, observations: np.ndarray, masks: np.ndarray, temperature: float = 1.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return (probabilities, values) of a batch, float32 of shapes (n, 279) and (n,).

        Args:
            observations: float32, shape (n, 984).
            masks: shape (n, 279), not 0 where an action is legal; the probability of every other is 0.
            temperature: of the probabilities, above 0: higher is more even.

        Raises:
            ContentError: the shapes are others, or nothing is legal in a row.
        """
        check_batch(observations, masks)
        logits, values = self._results(observations)
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

    def _results(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (logits, values) of a batch."""
        count = len(observations)
        rows = observations[:, N_CONTEXT:WINDOW].reshape(count * ROWS, N_ROW)
        weight, bias = self._layers["slots.0"]
        slots = (rows @ weight.T).reshape(count, ROWS, -1)
        slots += bias
        np.maximum(slots, 0, out=slots)
        slots = self._layer("slots.2", slots.reshape(count * ROWS, -1)).reshape(count, -1)
        context = self._layer("context.0", observations[:, :N_CONTEXT])
        window = self._layer("window.0", observations[:, WINDOW:])
        hidden = self._layer("heads.0", np.concatenate([context, slots, window], axis=1))
        logits = self._layer("policy.4", self._layer("policy.2", hidden[:, : self._split]), last=True)
        values = self._layer("value.4", self._layer("value.2", hidden[:, self._split :]), last=True)
        return logits, values[:, 0]

    def _layer(self, name: str, inputs: np.ndarray, last: bool = False) -> np.ndarray:
        weight, bias = self._layers[name]
        results = inputs @ weight.T
        results += bias
        return results if last else np.maximum(results, 0, out=results)


def check_batch(observations: np.ndarray, masks: np.ndarray) -> None:
    """Raise a ContentError unless arrays are a batch of observations and their masks."""
    count = observations.shape[0] if observations.ndim else 0
    for what, array, wanted in (("observations", observations, N_OBSERVATION), ("masks", masks, N_ACTIONS)):
        if array.shape != (count, wanted):
            raise ContentError(
                f"{what} of shape {array.shape}: must be ({count}, {wanted}), since policies know {SLOTS} own and "
                f"{SLOTS} other slots"
            )
    if observations.dtype != np.float32:
        raise ContentError(f"observations of type {observations.dtype}: must be float32")


class PolicyBot:
    """A policy that decides for units.

    Args:
        policy: which.
        seed: of its own randomness.
        temperature: 0 for always the likeliest action; 1 to draw by the policy's probabilities, more for more even ones.

    Raises:
        ContentError: the temperature is none.
    """

    def __init__(self, policy: Policy, seed: int = 0, temperature: float = 0.0) -> None:
        if temperature != 0.0 and not COLDEST <= temperature <= HOTTEST:
            raise ContentError(f"temperature = {temperature!r}: must be 0, or a number from {COLDEST:g} to {HOTTEST:g}")
        self.policy = policy
        self.name = policy.card.name
        self.temperature = temperature
        self._random = np.random.default_rng(seed)
        self._thought: tuple[np.ndarray, float] | None = None  # of the decision taken last

    def act(self, observation: Mapping[str, np.ndarray]) -> int:
        """Return the number of the action to take; arguments as of `fireteam.env.match.Bot`."""
        self._thought = chances, _ = self._think(observation)
        if self.temperature == 0.0:
            return int(chances.argmax())
        total = chances.cumsum(dtype=np.float64)
        return int(total.searchsorted(self._random.random() * total[-1], side="right"))

    def explain(self, observation: Mapping[str, np.ndarray]) -> dict[str, Any]:
        """Return {"value": what it expects, "top": [[action number, probability], ...]}: at most five, likeliest first."""
        chances, value = self._think(observation)
        return {"value": value, "top": [list(pair) for pair in likeliest(chances)]}

    def why(self, battle: Battle) -> dict[str, Any] | None:
        """Return why it decided as it just did, for a replay; ask before the battle is stepped. None before any decision.

        {"value": what it expects, "chances": {action in words: probability}}: at most five, likeliest first.
        """
        if self._thought is None:
            return None
        chances, value = self._thought
        team = battle.field.roster[int(battle.record[0]["decider"])].team
        named = {battle.words(decode(battle.field, team, n, layout())): round(chance, 4) for n, chance in likeliest(chances)}
        return {"value": round(value, 4), "chances": named}

    def _think(self, observation: Mapping[str, np.ndarray]) -> tuple[np.ndarray, float]:
        """Return (probabilities, value) of a decision."""
        seen, mask = observation["observation"], observation["action_mask"]
        chances, values = self.policy.evaluate(seen[None], mask[None], self.temperature or 1.0)
        return chances[0], float(values[0])

    def __repr__(self) -> str:
        return f"PolicyBot({self.name!r})"


def likeliest(chances: np.ndarray) -> list[tuple[int, float]]:
    """Return (action number, probability) of the likeliest actions, at most five, the likeliest first."""
    first = np.argsort(-chances, kind="stable")[:TOP].tolist()
    return [(number, float(chances[number])) for number in first if chances[number] > 0]
