"""Giving orders in the window: a list of them, and an order that is carried out step by step."""

from functools import partial
from typing import Any

from ...game.orders import Offer, Ordered, Orders
from ..draw.ui import Ui
from ..parts.menus import Entry, Menu, Popup
from ..parts.orders import OrderList, draw_order
from ..parts.tools import Tool
from .course import Course


class Ordering:
    """The orders of the person at the screen.

    Attributes:
        on: whether orders come first, rather than single actions.
    """

    def __init__(self, course: Course, popup: Popup, orders: Orders | None) -> None:
        self.on = orders is not None
        self._course, self._popup, self._orders = course, popup, orders
        self._list = OrderList()
        self._under_way = False

    def tools(self) -> list[Tool]:
        """Return the button that turns to single actions and back; none where nobody proposes orders."""
        if self._orders is None:
            return []
        says, hint = ("single actions", "decide step by step (Tab)") if self.on else ("orders", "give orders (Tab)")
        return [Tool(says, hint, self.turn)]

    def turn(self) -> None:
        """Go over to single actions, or back to orders."""
        if self._orders is None:
            return
        self.on = not self.on
        self._course.view.camera.fit_anew()
        self._course.view.say("orders come first" if self.on else "single actions")

    def offers(self) -> list[tuple[int, Offer]]:
        """Return the orders that may be given now, with their numbers."""
        return list(enumerate(self._orders.offers())) if self.on and self._orders is not None else []

    @property
    def pointed(self) -> int | None:
        """The number of the order under the pointer, None for none."""
        return self._list.pointed

    def under_way(self) -> bool:
        """Return whether an order is being carried out, as far as is known."""
        return self._under_way

    def stop(self) -> None:
        """Let a person decide what comes next."""
        self._under_way = False

    def go_on(self) -> None:
        """Take the next action of the order of the unit that decides."""
        if self._orders is None or self._course.game.pending is None or not self._course.game.pending.own:
            return
        ordered = self._orders.next()
        self._under_way = ordered is not None
        if ordered is not None:
            self._decide(ordered)

    def give(self, number: int) -> None:
        """Give the unit that decides an order."""
        assert self._orders is not None
        self._under_way = True
        self._decide(self._orders.give(number))

    def _decide(self, ordered: Ordered) -> None:
        self._course.decide(*ordered)

    def choose(self, title: str, offers: list[tuple[int, Offer]], others: list[Entry]) -> None:
        """Open a list of some orders, behind other things to do: entries whose value is called."""
        ends = self._course.hand.choices().ends
        entries = [Entry(partial(self.give, number), offer.label(ends), figures(offer)) for number, offer in offers]
        self._popup.open(Menu(title, [], [*others, *entries]), lambda entry: entry.value())

    def draw_list(self, ui: Ui, area: Any) -> None:
        """Draw the list of orders, and give the one that is chosen."""
        view, choices = self._course.view, self._course.hand.choices()
        title = f"Orders for {view.player.called(view.n, choices.unit, view.side)}, a tactician's first, then the best"
        chosen = self._list.draw(ui, area, title, self._orders.offers() if self._orders else (), choices.ends)
        if chosen is not None:
            self.give(chosen)

    def draw_on_map(self, ui: Ui) -> None:
        """Draw the order under the pointer on the map."""
        offers, pointed = self.offers(), self.pointed
        if pointed is None or pointed >= len(offers):
            return
        view, choices, (_, offer) = self._course.view, self._course.hand.choices(), offers[pointed]
        unit = view.player.scenes[view.n]["units"][choices.unit]
        place = view.place_of(offer.target) if offer.target and offer.target != choices.unit else None
        draw_order(ui, view.stage, choices, offer, (unit["x"], unit["y"]), place)


def figures(offer: Offer) -> str:
    """Return the figures of an order as a menu shows them."""
    gain, danger, _, worth = offer.figures()
    return ", ".join(filter(None, [f"worth {worth}", f"gain {gain}" if gain else "", f"danger {danger}"]))
