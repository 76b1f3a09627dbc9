"""The render modes of the environments. Drawing code is imported only by an environment that is drawn."""

from typing import TYPE_CHECKING

import gymnasium
import numpy as np

from ...seats.match import Match
from ..text import draw

if TYPE_CHECKING:
    from .live import Live

RENDER_MODES = ("ansi", "rgb_array", "human")


class Drawn:
    """A mixin for environments that can be rendered: it handles `render_mode`.

    Attributes:
        match: the match. render_mode: one of RENDER_MODES, or None.
        live: the object that draws it, None if nothing is drawn, or only text.
    """

    match: Match
    render_mode: str | None
    live: "Live | None" = None

    def draw_by(self, fps: int) -> None:
        """Prepare to draw the match in the render mode; a window shows `fps` decisions a second."""
        if self.render_mode in ("rgb_array", "human"):
            from .live import Live

            self.live = Live(self.match, self.render_mode == "human", fps)

    def render(self) -> str | np.ndarray | None:
        """Return the battle as text or pixels, with the events since the last picture; show it in mode "human"."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode does nothing: make the environment with one, like 'ansi'")
        if self.render_mode == "ansi":
            return draw(self.match.battle)
        if self.live is not None and self.render_mode == "rgb_array":
            return self.live.array()
        if self.live is not None:
            self.live.show()
        return None

    def _player(self) -> None:
        """Show the latest events in the window, in mode "human"."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        if self.live is not None:
            self.live.close()
