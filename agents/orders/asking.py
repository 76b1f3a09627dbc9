"""Orders from Python: what could be ordered now, and carrying out what was."""

from typing import Any

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules.kernel import Array, entry, plain
from fireteam.env.rules.record import MAX_UNITS
from fireteam.env.rules.sides.view import as_known

from ..doctrine.orders import MOST_ORDERS, OFFER
from ..doctrine.records import MEMORY
from .commanding import begun, continued, next_of_order, show_orders
from .places import MOST_PLACES, PLACE
from .propose import propose


@entry
def next_row(
    battles: Array, arenas: Array, logs: Array, bots: Array, memories: Array, orders: Array, places: Array
) -> tuple[int, int, int]:
    """Do `next_of_order` for the battle in the first row."""
    battle = battles[0]
    return next_of_order(battle, arenas[battle.variant], logs[0], bots[0], memories, orders, places)


@entry
def show_row(
    battles: Array, arenas: Array, logs: Array, bots: Array, memories: Array, orders: Array, count: int, out: Array,
    mask: Array,
) -> None:  # fmt: skip
    """Do `show_orders` for the battle in the first row."""
    battle = battles[0]
    show_orders(battle, arenas[battle.variant], logs[0], bots[0], memories, orders, count, out, mask)


@entry
def go_on_row(battles: Array, arenas: Array, logs: Array, memories: Array) -> tuple[int, int]:
    """Return the next action (verb, argument) of the deciding unit's order, in the first row; a verb below 0 for none."""
    battle = battles[0]
    arena = arenas[battle.variant]
    known = as_known(battle, arena, logs[0], battle.units[battle.decider].team)
    return continued(known, arena, memories[battle.decider])


@entry
def propose_row(
    battles: Array, arenas: Array, logs: Array, bots: Array, memories: Array, orders: Array, places: Array
) -> int:  # fmt: skip
    """Do `propose` for the battle in the first row."""
    battle = battles[0]
    arena = arenas[battle.variant]
    known = as_known(battle, arena, logs[0], battle.units[battle.decider].team)
    return propose(known, arena, logs[0], bots[0], memories[battle.decider], orders, places)


@entry
def obey_row(battles: Array, arenas: Array, logs: Array, memories: Array, orders: Array, number: int) -> tuple[int, int]:
    """Give an order to the unit that decides in the first row; return its first action (verb, argument)."""
    battle = battles[0]
    arena = arenas[battle.variant]
    known = as_known(battle, arena, logs[0], battle.units[battle.decider].team)
    return begun(known, arena, memories[battle.decider], orders[number])


class Staff:
    """What a bot keeps of one battle that it commands in orders: the memories of units, and the orders proposed last.

    Args:
        parameters: the bot by whose worth orders are proposed, shape (1,).
    """

    def __init__(self, parameters: np.ndarray) -> None:
        self.memories = np.zeros(MAX_UNITS, MEMORY)
        self.room, self.places = np.zeros(MOST_ORDERS, OFFER), np.zeros(MOST_PLACES, PLACE)
        self.parameters = parameters
        self.count = 0  # of orders proposed last
        self._bind()

    def _bind(self) -> None:
        self._kept = plain(self.parameters), plain(self.memories), plain(self.room), plain(self.places)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_kept"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def next(self, battle: Battle) -> Action | None:
        """Return the next action of the unit that decides, if its order, or the only one it could be given, says it.

        Else return None: there are `count` orders to choose from.
        """
        verb, argument, self.count = next_row(*battle.arrays, *self._kept)
        return Action(verb, argument) if verb >= 0 else None

    def show(self, battle: Battle, observation: np.ndarray, mask: np.ndarray) -> None:
        """Write the rows of the orders proposed last to the end of an observation, and their mask."""
        bots, memories, orders, _ = self._kept
        show_row(*battle.arrays, bots, memories, orders, self.count, observation, mask)

    def go_on(self, battle: Battle) -> Action | None:
        """Return the next action of the order of the unit that decides; None if it wants a new one."""
        verb, argument = go_on_row(*battle.arrays, self._kept[1])
        return Action(verb, argument) if verb >= 0 else None

    def propose(self, battle: Battle) -> np.ndarray:
        """Return the orders that the unit that decides could be given, dtype OFFER."""
        return self.room[: propose_row(*battle.arrays, *self._kept)]

    def obey(self, battle: Battle, number: int) -> Action:
        """Give the unit that decides one of the orders proposed last; return its first action."""
        verb, argument = obey_row(*battle.arrays, self._kept[1], self._kept[2], number)
        return Action(verb, argument)

    def first_action(self, battle: Battle, number: int) -> Action:
        """Return the first action of one of the orders proposed last, without giving the order."""
        kept = self.memories.copy()
        action = self.obey(battle, number)
        self.memories[:] = kept
        return action
