"""The list of orders that a unit could be given, with their figures, and an order drawn on the map."""

from collections.abc import Sequence
from typing import Any

from ...game.orders import HEADS, SAYS, Offer
from ...rules.ground.grid import DX, DY
from ..draw.canvas import draw
from ..draw.stage import Stage
from ..draw.ui import Ui
from ..look import Prim
from .choices import Choices
from .panels import scrollbar

ROW, HEAD = 22, 22
COLUMN = 62  # of a figure
KEYS = 9  # orders that a key gives


class OrderList:
    """A list of orders: it scrolls, by click or key an order is chosen.

    Attributes:
        pointed: the number of the order under the pointer, None for none.
    """

    def __init__(self) -> None:
        self.pointed: int | None = None
        self._scroll = 0.0
        self._shown: Sequence[Offer] = ()

    def draw(self, ui: Ui, area: Any, title: str, offers: Sequence[Offer], ends: str) -> int | None:
        """Draw it in an area; return the number of the order that was chosen, None for none.

        Args:
            title: stands above it. ends: what the end of the phase is called.
        """
        if offers is not self._shown:
            self._shown, self._scroll = offers, 0.0
        step = ui.px(ROW)
        self._draw_head(ui, area, title)
        rows = ui.rect(area.x, area.y + ui.px(HEAD), area.width, area.height - ui.px(HEAD))
        room = max(step * len(offers) - rows.height, 0)
        if ui.hot(rows):
            self._scroll -= ui.wheel * step
        self._scroll = scrollbar(ui, rows, min(max(self._scroll, 0), room), room)
        first = round(self._scroll / step)
        self.pointed = chosen = None
        for place, number in enumerate(range(first, min(first + rows.height // step, len(offers)))):
            row = ui.rect(rows.x, rows.y + place * step, rows.width - ui.px(14), step - ui.px(2))
            if ui.hot(row):
                self.pointed = number
            self._draw_row(ui, row, number, offers[number], ends)
            if ui.hot(row) and ui.clicked:
                chosen = number
        for number in range(min(KEYS, len(offers))):
            if ui.key(str(number + 1)):
                chosen = number
        return chosen

    def _draw_head(self, ui: Ui, area: Any, title: str) -> None:
        """Draw the title and what the figures are."""
        x = area.right - ui.px(22)
        for head, says in reversed(list(zip(HEADS, SAYS, strict=True))):
            place = ui.text(head, x, area.y + ui.px(3), 11, "faint", align="right")
            if ui.hot(place):
                ui.tip(f"{head}: {says}")
            x -= ui.px(COLUMN)
        ui.text(title, area.x + ui.px(4), area.y, 13, "accent", bold=True, width=x - area.x)

    def _draw_row(self, ui: Ui, row: Any, number: int, offer: Offer, ends: str) -> None:
        """Draw an order and its figures."""
        on = number == self.pointed
        ui.panel(row, "accent@0.2" if on else "page@0.5", "accent" if on else "", 4)
        key = f"{number + 1}" if number < KEYS else ""
        ui.text(key, row.x + ui.px(18), row.y + ui.px(2), 12, "faint", align="right")
        x = row.right - ui.px(8)
        for figure, colour in reversed(list(zip(offer.figures(), ("good", "danger", "faint", "text"), strict=True))):
            ui.text(figure, x, row.y + ui.px(2), 12, colour, align="right")
            x -= ui.px(COLUMN)
        left = row.x + ui.px(28)
        ui.text(offer.label(ends), left, row.y + ui.px(1), 13, "text", bold=on, width=x - left)


def draw_order(ui: Ui, stage: Stage, choices: Choices, offer: Offer, start: tuple[int, int], whom: Any) -> None:
    """Draw an order on the map: the way of a unit, and the line to whom it is about.

    Args:
        start: the tile where the unit stands. whom: where the target is, in tiles, None where it is nobody that is seen.
    """
    x, y = start[0] + 0.5, start[1] + 0.5
    points = [x, y]
    if offer.goal >= 0:
        for direction in choices.way_to(offer.goal):
            x, y = x + DX[direction], y + DY[direction]
            points += [x, y]
        x, y = offer.goal % stage.size[0] + 0.5, offer.goal // stage.size[0] + 0.5
        points += [x, y]
    prims: list[Prim] = []
    if len(points) > 2:
        prims += [["line", "way@0.9", 0.1, points], ["disc", "way", x, y, 0.16]]
    if whom is not None and whom != (x, y):
        prims += [["line", "danger@0.9", 0.06, [x, y, *whom]], ["arc", "danger", *whom, 0.55, 0, 1, 0.07]]
    draw(ui.surface, prims, stage.x, stage.y, stage.scale, stage.theme)
