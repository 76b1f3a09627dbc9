"""A staff for people: it proposes orders in words, with what a person may want to know of each, and carries them out."""

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.game.orders import Offer
from fireteam.env.observe.actions import Action
from fireteam.env.rules.record import NOBODY, NOWHERE

from .bots import parameters_of
from .doctrine.orders import MOST_ORDERS
from .orders.asking import Staff
from .orders.columns import AT, WIDTH, orders_in
from .orders.words import order_in_words


class Adjutant:
    """Proposes orders as a tactician weighs them; see `Staff` of `fireteam.env.game.orders`."""

    def __init__(self) -> None:
        self._staff = Staff(parameters_of("tactician"))
        self._numbers: list[int] = []  # of the orders offered last, among those that were proposed

    def offers(self, battle: Battle) -> list[Offer]:
        """Return the orders that the deciding unit could be given, a tactician's own first, then the best first."""
        orders = self._staff.propose(battle)
        self._staff.count = len(orders)
        shown, mask = np.zeros(MOST_ORDERS * WIDTH, np.float32), np.zeros(MOST_ORDERS, np.int8)
        self._staff.show(battle, shown, mask)
        made: dict[str, Offer] = {}
        self._numbers = []
        for number, (order, row) in enumerate(zip(orders, orders_in(shown), strict=False)):
            words = order_in_words(battle, order)
            if words in made:
                continue
            target, goal = int(order["target"]), int(order["goal"])
            made[words] = Offer(
                words,
                battle.field.roster[target].name if target != NOBODY else "",
                goal if goal != NOWHERE else -1,
                float(order["gain"]),
                2 * float(row[AT.danger]),
                round(float(order["price"]), 1),
                float(order["worth"]),
            )
            self._numbers.append(number)
        return list(made.values())

    def give(self, battle: Battle, number: int) -> Action:
        """Give one of the orders offered last; return its first action."""
        return self._staff.obey(battle, self._numbers[number])

    def go_on(self, battle: Battle) -> Action | None:
        """Return the next action of the deciding unit's order; None if it is done, or if something was learned."""
        return self._staff.go_on(battle)
