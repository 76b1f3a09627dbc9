"""The render modes of the environments. What draws is imported only by an environment that is to be drawn."""

from typing import TYPE_CHECKING

import numpy as np

from ..match import Match
from .text import draw

if TYPE_CHECKING:
    from .live import Live

RENDER_MODES = ("ansi", "rgb_array", "human")


def live_view(match: Match, mode: str | None, fps: int) -> "Live | None":
    """Return what draws a match in a render mode, None where nothing is to be drawn."""
    if mode not in ("rgb_array", "human"):
        return None
    from .live import Live

    return Live(match, mode == "human", fps)


def rendered(match: Match, mode: str | None, live: "Live | None") -> str | np.ndarray | None:
    """Return the battle of a match as its render mode has it; show it in mode "human"."""
    if mode == "ansi":
        return draw(match.battle)
    if live is not None and mode == "rgb_array":
        return live.array()
    if live is not None:
        live.show()
    return None
