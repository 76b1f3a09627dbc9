"""The camera: which part of the map a window shows, and how large."""

from typing import Any

from ..draw.stage import Stage
from ..draw.ui import Ui

CLOSER = 1.25  # by a key
NOTCH = 1.15  # by a notch of the wheel
HASTE = 0.08  # of the way to the action, in a frame


class Camera:
    """It fits the map into its part of the window, zooms, is dragged by the mouse, and follows the action.

    Attributes:
        area: the part of the window that the map is drawn in; None before the first frame.
        follow: whether it follows the action.
    """

    def __init__(self, stage: Stage) -> None:
        self.area: Any = None
        self.follow = False
        self._stage = stage
        self._window: tuple[int, int] = (0, 0)  # size of the window that the map was fitted into
        self._held = False

    def place(self, area: Any, window: tuple[int, int]) -> None:
        """Take the part of the window that is the map's; the map is fitted into it when the window has a new size."""
        if window != self._window:
            self._window = window
            self._stage.fit(area)
        self.area = area

    def fit(self) -> None:
        """Show the whole map."""
        self._stage.fit(self.area)

    def fit_anew(self) -> None:
        """Show the whole map from the next frame on: its part of the window changes."""
        self._window = (0, 0)

    def closer(self) -> None:
        """Make the map larger."""
        self._stage.zoom(CLOSER, *self.area.center)

    def farther(self) -> None:
        """Make the map smaller."""
        self._stage.zoom(1 / CLOSER, *self.area.center)

    def turn_follow(self) -> None:
        """Follow the action, or stay."""
        self.follow = not self.follow

    def move(self, ui: Ui) -> bool:
        """Zoom and move the map by mouse; return whether the mouse holds it."""
        inside = ui.hot(self.area)
        if inside and ui.wheel:
            self._stage.zoom(NOTCH**ui.wheel, *ui.mouse)
        if inside and ui.clicked:
            self._held = True
        if not ui.held:
            self._held = False
        held = self._held and ui.awake
        if held:
            self._stage.x += ui.moved[0]
            self._stage.y += ui.moved[1]
        return held

    def dragged(self, ui: Ui) -> bool:
        """Return whether the mouse moves the map in this frame."""
        return self._held and ui.moved != (0, 0)

    def approach(self, place: tuple[float, float]) -> None:
        """Move the map a little, so that a place in tiles comes closer to the middle."""
        x, y = self._stage.pixel(*place)
        self._stage.x += (self.area.centerx - x) * HASTE
        self._stage.y += (self.area.centery - y) * HASTE
