"""A hand at a screen without a window: it draws frames on a surface and gives it mouse and keys."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pygame

from fireteam.env.view.draw.ui import Ui
from fireteam.env.view.look import resolved
from fireteam.env.view.screens.battle import BattleScreen
from fireteam.env.view.screens.window import Screen, one_frame

FRAME = 1 / 20
CODES = {
    name.lower(): code
    for code, name in (
        (getattr(pygame, key), pygame.key.name(getattr(pygame, key))) for key in dir(pygame) if key[:2] == "K_"
    )
}
LONGEST = 60.0  # seconds that a test waits for something


class Hand:
    """Somebody before a screen.

    Attributes:
        open: whether the screen wants to stay open.
    """

    def __init__(self, screen: Screen, size: tuple[int, int] = (1280, 720), card: bool = False) -> None:
        self.screen = screen
        self.surface = pygame.Surface(size)
        self.ui = Ui()
        self.open = True
        if not card and isinstance(screen, BattleScreen):  # who has read what the battle is about puts it away
            screen.view.card = []
        self.frames(1)

    def frames(self, count: int = 1, *events: Any) -> None:
        """Draw frames; the events come with the first."""
        for number in range(count):
            self.open = one_frame(self.screen, self.ui, self.surface, list(events) if number == 0 else [], FRAME)

    def until(self, done: Callable[[], Any]) -> None:
        """Draw frames until something is so."""
        end = time.monotonic() + LONGEST
        while not done():
            assert time.monotonic() < end, "it never came to that"
            self.frames(1)
            time.sleep(0.001)

    def key(self, name: str, shift: bool = False, ctrl: bool = False) -> None:
        """Press a key."""
        mod = (pygame.KMOD_LSHIFT if shift else 0) | (pygame.KMOD_LCTRL if ctrl else 0)
        code = CODES[name]
        self.frames(1, pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=name if len(name) == 1 else ""))

    def type(self, text: str) -> None:
        """Type a line and press Return."""
        self.frames(1)
        self.frames(1, pygame.event.Event(pygame.TEXTINPUT, text=text))
        self.key("return")

    def point(self, x: float, y: float) -> None:
        """Move the pointer."""
        self.frames(2, pygame.event.Event(pygame.MOUSEMOTION, pos=(round(x), round(y)), rel=(1, 1), buttons=(0, 0, 0)))

    def tap(self, x: float, y: float, button: int = 1) -> None:
        """Click at a pixel."""
        self.point(x, y)
        self.frames(1, pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(round(x), round(y)), button=button))
        self.frames(2, pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(round(x), round(y)), button=button))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press at one pixel, move to another, let go."""
        (x0, y0), (x1, y1) = start, end
        self.point(x0, y0)
        self.frames(1, pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(round(x0), round(y0)), button=1))
        moved = (round(x1 - x0), round(y1 - y0))
        self.frames(1, pygame.event.Event(pygame.MOUSEMOTION, pos=(round(x1), round(y1)), rel=moved, buttons=(1, 0, 0)))
        self.frames(1, pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(round(x1), round(y1)), button=1))

    def pixels(self, colour: str, around: tuple[float, float], reach: float) -> int:
        """Return how many pixels within a square have about a colour of the theme."""
        x, y = around
        area = pygame.Rect(x - reach, y - reach, 2 * reach, 2 * reach).clip(self.surface.get_rect())
        shown = pygame.surfarray.array3d(self.surface.subsurface(area)).astype(int)
        goal = np.array(resolved(self.ui.theme, colour)[:3])
        return int((np.abs(shown - goal).max(axis=2) < 24).sum())
