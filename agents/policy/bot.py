"""The bot that plays by a trained policy."""

import hashlib
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import SLOTS, Action, decode, encode, layout, slots_for
from fireteam.env.rules import kernel
from fireteam.env.rules.verbs import STUMBLES
from fireteam.env.seats.bots import check_seat, look

from ..bots import CompiledBot, parameters_of
from ..doctrine.interface import would_fall
from .network import Policy
from .tensors import shape_of

TOP = 5  # actions that an explanation names
COLDEST, HOTTEST = 0.01, 100.0  # temperatures; 0 stands for the limit


class PolicyBot:
    """A policy that decides for units; it gets the observation of an agent and the advice of its advisers.

    Args:
        policy: the policy.
        seed: seed of its own randomness, and of its advisers'.
        temperature: 0 for always the likeliest action; 1 to draw by the policy's probabilities, more for more even ones.

    Raises:
        ContentError: the temperature is out of range.
    """

    def __init__(self, policy: Policy, seed: int = 0, temperature: float = 0.0) -> None:
        if temperature != 0.0 and not COLDEST <= temperature <= HOTTEST:
            raise ContentError(f"temperature = {temperature!r}: must be 0, or a number from {COLDEST:g} to {HOTTEST:g}")
        self.policy = policy
        self.name, self.system = policy.card.name, policy.card.system
        self.temperature = temperature
        self._random = np.random.default_rng(seed)
        self._advisers = [CompiledBot(name, seed) for name in policy.card.advisers]
        self._slots = SLOTS, SLOTS
        self._make_room()
        self._ignored: dict[tuple[int, int], tuple[int, int]] = {}  # adviser and unit: when it last was not followed
        self._battle: Battle | None = None
        self._thought: tuple[np.ndarray, float] | None = None  # of the decision taken last
        self._asked = 0, 0, (0, 0)  # unit, team and phase of that decision
        self._advice = np.zeros(0, np.int64)

    def _make_room(self) -> None:
        """Allocate buffers for observations with a given number of slots."""
        shape = shape_of(self.system, *self._slots)
        self._numbering = layout(*self._slots, self.system)
        self._seen = np.zeros((1, shape.observation), np.float32), np.zeros((1, shape.actions), np.int8)

    @cached_property
    def digest(self) -> str:
        """A digest of all that determines its play: weights, temperature, and the weights of its advisers."""
        parts = [array.tobytes() for pair in self.policy.layers() for array in pair]
        parts += [parameters_of(name).tobytes() for name in self.policy.card.advisers]
        return hashlib.sha256(b"\0".join([repr(self.temperature).encode(), *parts])).hexdigest()[:16]

    def maker(self) -> Callable[..., "PolicyBot"]:
        """Return a factory of this bot, called with another seed."""
        return partial(PolicyBot, self.policy, temperature=self.temperature)

    def decide(self, battle: Battle) -> Action:
        """Return the action for the pending decision.

        Raises:
            ContentError: the battle is of another rule system.
        """
        number = self.drawn(self.think(battle))
        who, team, phase = self._asked
        self._ignored |= {(adviser, who): phase for adviser in np.flatnonzero(self._advice != number).tolist()}
        return decode(battle.field, team, number, self._numbering)

    def think(self, battle: Battle) -> np.ndarray:
        """Return the policy's probabilities of actions in the pending decision, float32 of shape (actions,)."""
        if battle is not self._battle:
            check_seat(self, battle.field)
            self._battle = battle
            self._ignored = {}
            if (slots := slots_for([battle.field])) != self._slots:
                self._slots = slots
                self._make_room()
        who = int(battle.record[0]["decider"])
        team = battle.field.roster[who].team
        seen, mask = self._seen
        look(*battle.arrays, kernel.plain(self._numbering), who, seen[0], mask[0])
        for verb in battle.field.system.VERBS.with_traits(STUMBLES):  # no policy is to learn that the hard way
            if would_fall(*battle.arrays[:2], who, verb) and mask[0].sum() > 1:
                mask[0][encode(battle.field, team, Action(verb, 0), self._numbering)] = 0
        phase = (int(battle.record[0]["round_number"]), int(battle.record[0]["pass_number"]))
        self._asked = who, team, phase
        self._advice = np.array(
            [encode(battle.field, team, bot.decide(battle), self._numbering) for bot in self._advisers], np.int64
        )
        followed = np.array([self._ignored.get((adviser, who)) != phase for adviser in range(len(self._advice))], bool)
        chances, values = self.policy.evaluate(
            seen, mask, self._advice[None], followed[None], self.temperature or 1.0, self._slots
        )
        own: np.ndarray = chances[0]
        self._thought = own, float(values[0])
        return own

    def drawn(self, chances: np.ndarray) -> int:
        """Return the number of an action drawn by probabilities, float32 of shape (actions,)."""
        if self.temperature == 0.0:
            return int(chances.argmax())
        total = chances.cumsum(dtype=np.float64)
        return int(total.searchsorted(self._random.random() * total[-1], side="right"))

    def why(self, battle: Battle) -> dict[str, Any] | None:
        """Return the reasons for its last decision, for a replay; call it before the next step. None before any decision.

        {"value": what it expects, "chances": {action in words: probability}}: at most five, likeliest first.
        """
        if self._thought is None or battle is not self._battle:
            return None
        chances, value = self._thought
        team = battle.field.roster[int(battle.record[0]["decider"])].team
        actions = {number: decode(battle.field, team, number, self._numbering) for number, _ in likeliest(chances)}
        named = {battle.words(action): round(float(chances[number]), 4) for number, action in actions.items()}
        return {"value": round(value, 4), "chances": named}

    def __repr__(self) -> str:
        return f"PolicyBot({self.name!r})"


def likeliest(chances: np.ndarray) -> list[tuple[int, float]]:
    """Return (action number, probability) of the likeliest actions, at most five, the likeliest first."""
    first = np.argsort(-chances, kind="stable")[:TOP].tolist()
    return [(number, float(chances[number])) for number in first if chances[number] > 0]
