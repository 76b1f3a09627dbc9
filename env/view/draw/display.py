"""Opens a display, or explains why there is none."""

import os
import sys
import warnings
from collections.abc import Callable
from typing import Any

from fireteam.content.errors import FireteamError, MissingExtra

from .canvas import pygame_here

NAMED_BY = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")  # variables that say where a window can be seen
BLIND = ("dummy", "offscreen")  # drivers that show nothing, on which SDL falls back

Size = tuple[int, int]


def open_display(size: Size | Callable[[Size], Size], title: str, instead: str, unseen: bool = False) -> Any:
    """Open a window that can be made larger and smaller; return its surface.

    Args:
        size: the size of the window in pixels, or a function of the size of the screen.
        title: the title of the window.
        instead: what to use without a window, for the error message.
        unseen: whether to draw invisibly where there is no display, as environments of Gymnasium do, and warn of it.

    Raises:
        FireteamError: there is no display, or pygame is not installed.
    """
    try:
        pygame = pygame_here()
    except MissingExtra as error:
        raise MissingExtra(f"{error}. {instead}") from None
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # else Windows blows a small picture up
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")  # a signal ends the program; SDL would only close the window
    try:
        nowhere = sys.platform == "linux" and not any(os.environ.get(name) for name in NAMED_BY)
        if not nowhere or unseen:
            pygame.display.init()
            driver = pygame.display.get_driver()
            nowhere = driver in BLIND and os.environ.get("SDL_VIDEODRIVER") != driver
        if nowhere and not unseen:
            raise pygame.error("there is no display")
        if nowhere:
            warnings.warn(f"there is no display: the window opens where nobody sees it. {instead}", stacklevel=2)
        wanted = size(pygame.display.get_desktop_sizes()[0]) if callable(size) else size
        surface = pygame.display.set_mode(wanted, pygame.RESIZABLE)
    except pygame.error as error:
        pygame.display.quit()
        raise FireteamError(f"no window can be opened: {error}. {instead}") from None
    pygame.display.set_caption(title)
    return surface
