"""A battle while an environment plays it: as an array of pixels, or in a window. For the render modes.

An array shows everything since the last array. Before the first one nothing is drawn, and pygame is not loaded.
The window shows every decision, also those of bots, at the environment's number of frames a second.
"""

from collections import deque
from typing import Any

import numpy as np

from ...observe.events import Event
from ...replay.scene import difference, scene_of
from ...seats.match import Match
from ..draw.canvas import pygame_here
from ..draw.display import open_display
from ..playback.cutter import Cutter
from ..playback.player import Player
from .film import BRISK, frozen, sensible_width
from .picture import Picture

REMEMBERED = 40  # decisions between two pictures at most, so that nothing piles up where none is asked for
FRAMES = 30  # a second, in the window
LAST = 1.0  # seconds that the end of a battle stands in the window
ROOM = 0.85  # of the screen for the window at most
INSTEAD = 'render_mode="rgb_array" or "ansi" needs none'


class Live:
    """Draws the battle of a match as it goes.

    Args:
        match: the match; it reports its events from now on.
        windowed: whether every decision is shown in a window.
        fps: how many decisions the window shows a second.

    Attributes:
        closed: whether the window was closed; nothing is drawn any more.
        picture: the picture of the present battle, None before the first drawing.
        untold: the events of each decision since the last picture; only the last ones.
    """

    def __init__(self, match: Match, windowed: bool, fps: int) -> None:
        self._match, self._windowed, self._fps = match, windowed, fps
        match.witness = self
        self.closed = False
        self._window: Any = None
        self._size: tuple[int, int] | None = None
        self._begin()

    def __call__(self) -> None:
        """Note the latest events of the match and show them."""
        if self.closed:
            return
        if self._match.battle is not self._battle:
            self._begin()
        self.unshown.append(self._match.battle.events())
        if self._windowed:
            self.show()

    def __getstate__(self) -> dict[str, Any]:
        """Return what goes into a copy: no surfaces, no window."""
        return self.__dict__ | {"_window": None, "picture": None, "_surface": None, "_cutter": None}

    def _begin(self) -> None:
        """Begin to follow the present battle of the match."""
        self._battle: Any = self._match.battle
        self.unshown: deque[list[Event]] = deque(maxlen=REMEMBERED)
        self.picture: Picture | None = None
        self._cutter: Any = None
        self._surface: Any = None
        self._clock = 0.0
        self._cues: list[dict[str, Any]] = []

    def array(self) -> np.ndarray:
        """Return the present battle, with the events since the last picture, as uint8 (height, width, 3)."""
        from .encode import pixels

        pygame_here()
        picture, _ = self._catch_up(640)
        n = picture.player.last
        ends = picture.player.seconds(n)
        picture.draw(self._surface, n, ends, 0.0, frozen(picture.player.cues(n), ends))
        return pixels(self._surface)

    def show(self) -> None:
        """Show the events since the last time in the window, and wait while they are shown.

        Raises:
            FireteamError: there is no display, or pygame is not installed.
        """
        if self.closed:
            return
        pygame = pygame_here()
        picture, new = self._catch_up(960)
        self._open(picture)
        n = picture.player.last
        ends = picture.player.seconds(n)
        seconds = (LAST if self._battle.over else 1 / self._fps) if new else 0.0
        count = max(round(FRAMES * seconds), 1)
        if new:
            squeeze = min(seconds / ends, 1.0) if ends else 1.0
            started = [c | {"t": self._clock + c["t"] * squeeze} for c in picture.player.cues(n) if c["do"] not in BRISK]
            self._cues = [cue for cue in self._cues if cue["t"] + cue["for"] > self._clock] + started
        tick = pygame.time.Clock()
        for number in range(1, count + 1):
            t = ends * number / count if new else ends
            cues = [cue | {"t": cue["t"] - self._clock + t} for cue in self._cues]
            picture.draw(self._surface, n, t, self._clock, cues)
            self._flip(pygame)
            if self.closed:
                return
            if new:
                self._clock += 1 / FRAMES
                tick.tick(FRAMES)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            pygame = pygame_here()
            if pygame.display.get_init() and pygame.display.get_surface() is self._window:
                pygame.display.quit()
            self._window = None

    def _catch_up(self, least: int) -> tuple[Picture, bool]:
        """Return the picture of the battle with all events so far, and whether there were new ones."""
        battle = self._match.battle
        if battle is not self._battle:
            self._begin()
        picture, events = self.picture, [event for decision in self.unshown for event in decision]
        if picture is not None and not self.unshown:
            return picture, False
        scene = scene_of(battle)
        if picture is None:
            self._cutter = Cutter(battle.field)
            self._cutter.add(scene, events)
            picture = self.picture = self._framed(Player(self._cutter.playback), least)
            self._surface = pygame_here().Surface(picture.size)
        else:
            by = events[0].actor if events else None
            self._cutter.add(difference(picture.player.scenes[-1], scene), events, by=by)
            picture.player.grow()
        if battle.over:
            picture.player.playback["result"] = {"winner": battle.winner, "ending": battle.ending}
        self.unshown.clear()
        return picture, True

    def _framed(self, player: Player, least: int) -> Picture:
        """Return the picture for a battle: its size is the same for every battle, whatever map is drawn at random."""
        draw = self._match.scenario.draw
        tiles = (
            (draw.width[1], draw.height[1]) if draw else (player.playback["map"]["width"], player.playback["map"]["height"])
        )
        if self._size is None:
            picture = Picture(player, sensible_width(tiles[0], least), tiles=tiles, whole=False)
            self._size = picture.size
            return picture
        return Picture(player, self._size[0], height=self._size[1], whole=False)

    def _open(self, picture: Picture) -> None:
        """Open the window if it is not open."""
        if self._window is not None:
            return
        width, height = picture.size

        def fitting(screen: tuple[int, int]) -> tuple[int, int]:
            fit = min(ROOM * screen[0] / width, ROOM * screen[1] / height, 1.0)
            return round(width * fit), round(height * fit)

        title = f"{picture.player.playback['title']} - Fireteam"
        self._window = open_display(fitting, title, INSTEAD, unseen=True)

    def _flip(self, pygame: Any) -> None:
        """Bring the picture into the window, as large as it fits; note if the window was closed."""
        if not pygame.display.get_init() or pygame.display.get_surface() is None:  # somebody else closed it
            self._window, self.closed = None, True
            return
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.closed = True
            self.close()
            return
        self._window = pygame.display.get_surface()  # another one, if its size was changed
        width, height = self._window.get_size()
        whole = self._surface.get_size()
        fit = min(width / whole[0], height / whole[1])
        size = (max(round(whole[0] * fit), 1), max(round(whole[1] * fit), 1))
        shown = self._surface if size == whole else pygame.transform.smoothscale(self._surface, size)
        self._window.fill(self.picture.ui.colour("page") if self.picture else "black")
        self._window.blit(shown, ((width - size[0]) // 2, (height - size[1]) // 2))
        pygame.display.flip()
