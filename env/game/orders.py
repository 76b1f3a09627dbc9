"""Orders that people give: what a unit could be ordered to do, and carrying out what was chosen.

Who proposes orders and knows how they are carried out is a `Staff`, which is passed in. In the battle, and in its replay, an
order is nothing but single actions.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ..battle import Battle
from ..observe.actions import Action
from .game import Game

LABELS = {"end": "end phase"}  # what orders are called in lists
NOTHING = ("end", "pass")  # are no orders in a replay


class Offer(NamedTuple):
    """An order that a unit could be given.

    Attributes:
        words: like "go to (12, 4), then shoot blue_3".
        target: the unit that it is about, "" for none.
        goal: the tile where it is carried out; -1: where the unit stands.
        gain: what its last act is expected to do, as a share of a life.
        danger: the share of its own life that attacks may take there.
        acts: how many actions it costs besides walking.
        worth: what a tactician finds it worth, in enemies.
    """

    words: str
    target: str
    goal: int
    gain: float
    danger: float
    acts: float
    worth: float

    def label(self, ends: str = LABELS["end"]) -> str:
        """Return the order as a list shows it; `ends` is what the end of the phase is called."""
        return ends if self.words == "end" else self.words.replace("_or_", " or ")

    def figures(self) -> tuple[str, str, str, str]:
        """Return gain, danger, acts and worth as a list shows them, "" for what is nothing."""
        gain = f"{self.gain:.0%}" if abs(self.gain) >= 0.005 else ""
        return gain, f"{self.danger:.0%}", f"{self.acts:g}" if self.acts else "", f"{self.worth:+.2f}"


HEADS = ("gain", "danger", "acts", "worth")
SAYS = (
    "what the order is expected to do, as a share of a life",
    "the share of its own life that attacks may take there",
    "actions that it costs besides walking",
    "what a tactician finds it worth, in enemies",
)


class Staff(Protocol):
    """Proposes orders as the side of the deciding unit knows the battle, and knows how they are carried out."""

    def offers(self, battle: Battle) -> Sequence[Offer]:
        """Return the orders that the deciding unit could be given, a tactician's own first, then the best first."""

    def give(self, battle: Battle, number: int) -> Action:
        """Give one of the orders offered last; return its first action."""

    def go_on(self, battle: Battle) -> Action | None:
        """Return the next action of the deciding unit's order; None if it is done, or if something was learned."""


class Ordered(NamedTuple):
    """An action of an order; whether it goes on with an order that was given before; the order, in words."""

    action: Action
    goes_on: bool
    order: str


class Orders:
    """The orders of the people in a game.

    Args:
        game: the game that is played.
        staff: who proposes orders.
    """

    def __init__(self, game: Game, staff: Staff) -> None:
        self._game, self._staff = game, staff
        self._offers: Sequence[Offer] = ()
        self._offered: object = self  # the decision after which they were made, None for the opening
        self._last: dict[str, tuple[int, str]] = {}  # the latest decision of each unit's order: its number, and its words
        self._words: dict[str, str] = {}  # each unit's order

    def offers(self) -> Sequence[Offer]:
        """Return the orders among which a person may choose now; none outside a unit's own phase."""
        pending = self._game.pending
        if pending is None or not pending.own:
            return ()
        steps = self._game.replay.steps
        latest = steps[-1] if steps else None  # another one after a decision was taken back, whatever its number
        if latest is not self._offered:
            self._offers, self._offered = self._staff.offers(self._game.battle), latest
        return self._offers

    def give(self, number: int) -> Ordered:
        """Give one of the offers; return its first action, which is to be taken."""
        words, pending = self.offers()[number].words, self._game.pending
        assert pending is not None
        self._words[pending.unit] = "" if words in NOTHING else words
        return self._noted(self._staff.give(self._game.battle, number), False)

    def next(self) -> Ordered | None:
        """Return the next action of the order of the unit that decides; None if its person is to be asked.

        If nothing but to end the phase is left after an order, that is a part of it.
        """
        pending = self._game.pending
        if pending is None or not pending.own or not self._is_obeyed(pending.unit):
            return None
        action = self._staff.go_on(self._game.battle)
        if action is None and len(self.offers()) == 1:
            action = self._staff.give(self._game.battle, 0)
        return None if action is None else self._noted(action, True)

    def _noted(self, action: Action, goes_on: bool) -> Ordered:
        battle, pending = self._game.battle, self._game.pending
        assert pending is not None
        self._last[pending.unit] = len(self._game.replay.steps) + 1, battle.words(action)
        return Ordered(action, goes_on, self._words[pending.unit])

    def _is_obeyed(self, unit: str) -> bool:
        """Return whether the unit's latest decision in its own phases, this phase's, was of its order."""
        kinds = {kind.name for kind in self._game.battle.field.system.DECISIONS.values() if kind.own}
        own = (step for step in reversed(self._game.replay.steps) if step.unit == unit and step.kind in kinds)
        latest = next(own, None)
        return latest is not None and self._last.get(unit) == (latest.n, latest.action)
