"""The column beside the map: the cards of the units, and the log below them."""

from typing import Any

from ..draw.ui import Ui
from ..parts.panels import CARD_HIGH, Log, cards, scrollbar, scrolled_to
from .view import View


class Column:
    """The cards and the log of the viewed moment.

    Attributes:
        scroll: how many pixels of the cards are above the visible part.
    """

    def __init__(self, view: View) -> None:
        self.scroll = 0.0
        self._view = view
        self._log = Log(view.player)
        self._revealed = ""  # unit whose card was last scrolled to

    def draw(self, ui: Ui, cards_area: Any, log_area: Any) -> None:
        """Draw the cards of the units and the log, and answer clicks on them."""
        view = self._view
        decides = str(view.player.scenes[view.at].get("decider") or "")
        if decides != self._revealed:  # its card comes into view once; after that one may scroll
            self._revealed = decides
            self.scroll = scrolled_to(ui, view.player, view.at, cards_area, self.scroll, view.side)
        hot, room = cards(ui, view.player, view.n, cards_area, self.scroll, view.side, view.t)
        view.pointed = hot or view.pointed
        if cards_area.collidepoint(ui.mouse) and ui.awake:
            self.scroll -= ui.wheel * ui.px(CARD_HIGH)
        self.scroll = scrollbar(ui, cards_area, min(max(self.scroll, 0), room), room)
        if hot and ui.clicked:
            view.select(hot)
        chosen = self._log.draw(ui, view.n, log_area, view.side, view.t)
        if chosen is not None:
            view.go(chosen)
