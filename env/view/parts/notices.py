"""Help and short notices over a screen."""

from collections.abc import Sequence
from typing import Any

from ..draw.ui import Ui

SECONDS = 3.5
CLOSES = ("escape", "return", "space", "?")


class Notices:
    """The help of a screen, and a line that it shows for a few seconds.

    Attributes:
        says: the last line. help: whether the keys are shown.
    """

    def __init__(self) -> None:
        self.says, self._left = "", 0.0
        self.help = False
        self._fresh = False

    def open_help(self) -> None:
        """Show the keys."""
        self.help = self._fresh = True

    def say(self, words: str) -> None:
        """Show a line for a few seconds."""
        self.says, self._left = words, SECONDS

    def draw(self, ui: Ui, area: Any, seconds: float, keys: Sequence[tuple[str, str]]) -> None:
        """Draw the notices.

        Args:
            area: that of the map. seconds: time since the last frame. keys: the keys for the help, each with its effect.
        """
        ui.awake = True
        self._left -= seconds
        if self._left > 0:
            made = ui.render(self.says, 14, "text", bold=True)
            plate = made.get_rect(center=(area.centerx, area.bottom - ui.px(28))).inflate(ui.px(28), ui.px(14))
            ui.panel(plate, "panel@0.94", "accent")
            ui.surface.blit(made, made.get_rect(center=plate.center))
        if self.help:
            self._draw_help(ui, keys)

    def _draw_help(self, ui: Ui, keys: Sequence[tuple[str, str]]) -> None:
        """Draw the keys; a click, Escape, Return or Space closes them."""
        step, head = 24, 44
        width, height = ui.px(600), ui.px(head + step * len(keys) + 12)
        whole = ui.surface.get_rect()
        ui.panel(whole, "page@0.6", "", 0)
        area = ui.rect(whole.centerx - width / 2, whole.centery - height / 2, width, height)
        ui.panel(area, "panel", "accent")
        ui.text("Keys", area.x + ui.px(20), area.y + ui.px(12), 16, "accent", bold=True)
        for row, (key, says) in enumerate(keys):
            y = area.y + ui.px(head + step * row)
            ui.text(key, area.x + ui.px(20), y, 13, "text", bold=True, width=ui.px(180))
            ui.text(says, area.x + ui.px(205), y, 13, "faint", width=width - ui.px(220))
        if not self._fresh and (ui.clicked or any(ui.key(name) for name in CLOSES)):
            self.help = False
        self._fresh = False
