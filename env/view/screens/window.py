"""The window: it opens, asks its screen for a frame sixty times a second, and closes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ...game.game import Game
from ...game.orders import Staff
from ...game.questions import Questions
from ...game.table import Table
from ...seats.bots import Bot, InsideBot
from ..draw.canvas import pygame_here
from ..draw.display import Size, open_display
from ..draw.ui import Ui

FRAMES = 60  # a second
LEAST = (1280, 720)  # pixels of the window, where the screen has as many
ROOM = 0.85  # of a larger screen
LONGEST = 0.1  # seconds between two frames that count: after a pause the battle does not leap

Answer = TypeVar("Answer")
Opens = Size | Callable[[Size], Size]


def sensible(screen: Size) -> Size:
    """Return a suitable window size for a screen: most of it, in the proportions that everything is designed for."""
    fit = min(ROOM * screen[0] / LEAST[0], ROOM * screen[1] / LEAST[1])
    return min(max(round(fit * LEAST[0]), LEAST[0]), screen[0]), min(max(round(fit * LEAST[1]), LEAST[1]), screen[1])


class Screen(Protocol):
    """The content of a window."""

    @property
    def theme(self) -> str:
        """Which colours it is drawn in."""

    def frame(self, ui: Ui, seconds: float) -> bool:
        """Draw one frame, `seconds` after the last; return whether the window stays open."""


@contextmanager
def opened(title: str, size: Opens | None = None) -> Iterator[Any]:
    """Open a window and yield its surface; always close it at the end.

    Raises:
        FireteamError: pygame is not installed, or there is no display.
    """
    surface = open_display(size or sensible, title, "Take --text, which needs none")
    try:
        yield surface
    finally:
        pygame_here().display.quit()


def run(screen: Screen, title: str, size: Opens | None = None) -> None:
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


def play(
    game: Game, path: Path, bots: Mapping[str, Callable[[], Bot | InsideBot]] | None = None, theme: str = "dark",
    table: Table | None = None, size: Opens | None = None, staff: Staff | None = None,
) -> None:  # fmt: skip
    """Let people play a game in a window. However it closes, the replay so far is saved to `path`.

    Args:
        game: the game that is played. bots: the bots for units that are handed over, by name: functions that make one.
        table: asks people for the dice that they roll, in table mode. staff: proposes orders to them.

    Raises:
        FireteamError: pygame is not installed, there is no display, or `path` cannot be written.
    """
    from .battle import BattleScreen
    from .playing import Playing

    pygame_here()
    before = len(game.replay.steps)
    try:
        run(BattleScreen(Playing(game, path, bots, theme, table, staff)), game.battle.field.scenario.title, size)
    finally:
        if len(game.replay.steps) != before:
            game.save(path)


def ask_dice(
    questions: Questions[Answer], title: str, about: Sequence[str] = (), size: Opens | None = None
) -> Answer | None:
    """Ask for dice in a window, before the battle is shown; return the result of the questions, None if it is closed.

    Args:
        questions: the questions, one after the other.
        title, about: the battle that will be played, above the questions.
        size: size of the window.
    """
    from .dice import Asking, DiceScreen

    asking = Asking(questions)
    if not asking.done:
        run(DiceScreen(asking, title, about), title, size)
    return asking.result if asking.done else None


def one_frame(screen: Screen, ui: Ui, surface: Any, events: list[Any], seconds: float) -> bool:
    """Draw one frame of a screen on a surface; return whether the window stays open."""
    pygame = pygame_here()
    ui.begin(surface, events)
    going = screen.frame(ui, seconds)
    ui.end()
    return going and not any(event.type == pygame.QUIT for event in events)
