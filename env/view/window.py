"""The window: it opens, asks its screen for a frame sixty times a second, and closes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from ..errors import FireteamError
from .canvas import pygame_here
from .ui import Ui

FRAMES = 60  # a second
SIZE = (1280, 720)
LONGEST = 0.1  # seconds between two frames that count: after a pause the battle does not leap


class Screen(Protocol):
    """What a window shows."""

    theme: str

    def frame(self, ui: Ui, seconds: float) -> bool:
        """Draw one frame, `seconds` after the last; return whether the window stays open."""


@contextmanager
def opened(title: str, size: tuple[int, int] = SIZE) -> Iterator[Any]:
    """Open a window and give its surface; close it in the end, whatever happens.

    Raises:
        FireteamError: pygame is not installed, or there is no display.
    """
    pygame = pygame_here()
    try:
        pygame.display.init()
        surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    except pygame.error as error:
        pygame.display.quit()
        raise FireteamError(f"no window can be opened ({error}); --text needs none") from None
    pygame.display.set_caption(title)
    try:
        yield surface
    finally:
        pygame.display.quit()


def run(screen: Screen, title: str, size: tuple[int, int] = SIZE) -> None:
    """Show a screen in a window until it is closed.

    Raises:
        FireteamError: pygame is not installed, or there is no display.
    """
    pygame = pygame_here()
    with opened(title, size):
        ui = Ui(screen.theme)
        clock = pygame.time.Clock()
        pygame.key.set_repeat(350, 60)
        going = True
        while going:
            seconds = min(clock.tick(FRAMES) / 1000, LONGEST)
            events = pygame.event.get()
            going = one_frame(screen, ui, pygame.display.get_surface(), events, seconds)
            pygame.display.flip()


def one_frame(screen: Screen, ui: Ui, surface: Any, events: list[Any], seconds: float) -> bool:
    """Draw one frame of a screen on a surface; return whether the window stays open."""
    pygame = pygame_here()
    ui.begin(surface, events)
    going = screen.frame(ui, seconds)
    ui.end()
    return going and not any(event.type == pygame.QUIT for event in events)
