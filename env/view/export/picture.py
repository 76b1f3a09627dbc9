"""A picture of a playback that explains itself: the state of the battle above the map, the events below it.

Film, picture file and the environments' render modes draw through it.
"""

from collections.abc import Sequence
from typing import Any

from fireteam.content.errors import ContentError

from ...replay.english import Subject
from ..draw.canvas import pygame_here
from ..draw.captions import SIZE, Captions
from ..draw.card import draw_card
from ..draw.stage import LARGEST, SMALLEST, Stage
from ..draw.ui import Ui
from ..look import THEMES
from ..parts.panels import badge
from ..playback.cutter import Playback
from ..playback.player import Player
from ..story import Line, goals
from ..words import STATUSES, filling_of, health_of, share, when_words

DESIGNED = 640  # pixels wide, where one unit of length is one pixel
ROWS = 4  # of sentences
GOAL_SIZE = 11  # of the letters that say what is fought for
TALLEST = 1.1  # the map at most, by the width of the picture


class Picture:
    """Draws a playback with header, map, sentences and the units' health, each in its own place.

    Args:
        width: width of the picture in pixels.
        side: the side whose view is shown, "" for all-seeing.
        rows: the number of rows for sentences.
        height: height of the picture in pixels; None for what the map needs.
        tiles: width and height of the largest map to leave room for, if it is not this one.
        whole: whether the playback is a whole battle, so that progress can be shown.

    Attributes:
        size: width and height in pixels.
        map, footer: the rectangles of the map, and of the bars of the units.
        row_width: pixels for a row of sentences.

    Raises:
        ContentError: no such theme or side, or too narrow for the map.
    """

    def __init__(
        self, player: Player, width: int, theme: str = "dark", side: str = "", rows: int = ROWS, height: int | None = None,
        tiles: tuple[int, int] | None = None, whole: bool = True,
    ) -> None:  # fmt: skip
        check_view(player.playback, theme, side)
        self.player, self.side, self._whole = player, side, whole
        self.stage = Stage(player, theme)
        self.stage.side = side
        self.captions = Captions(player, side)
        self.ui = Ui(theme)
        self.ui.unit = min(max(width / DESIGNED, 0.75), 2.0)
        self._margin = self.ui.px(10)
        self.row_width = width - 2 * self._margin
        self._teams = [
            [unit for unit in player.playback["units"] if unit["team"] == n] for n in range(len(player.playback["teams"]))
        ]
        head, text, below = self._head(width), self._text(rows), self._bars(width)
        columns, lines = tiles or self.stage.size
        if width // columns < SMALLEST:
            raise ContentError(f"width {width}: the map has {columns} columns, so it must be at least {SMALLEST * columns}")
        scale = min(width // columns, max(int(TALLEST * width / lines), SMALLEST), LARGEST)
        if height is None:
            height = head + scale * lines + text + below
            height += height % 2  # films want even numbers
        self.size = (width, height)
        pygame = pygame_here()
        self._header = pygame.Rect(0, 0, width, head)
        self._room = pygame.Rect(0, head, width, height - head - text - below)
        self._caption = pygame.Rect(0, self._room.bottom, width, text)
        self.footer = pygame.Rect(0, self._caption.bottom, width, below)
        self._place_map()

    def _place_map(self) -> None:
        """Put the map in the middle of its room, as large as it fits in."""
        columns, lines = self.stage.size
        room = self._room
        scale = max(min(room.width // columns, room.height // lines, LARGEST), 1)
        area = pygame_here().Rect(0, 0, columns * scale, lines * scale)
        area.center = room.center
        self.stage.scale, self.stage.x, self.stage.y = scale, area.x, area.y
        self.map = area.clip(room)

    def _head(self, width: int) -> int:
        """Return the height of the header: title and state, in two rows where they do not fit in one, and the goals."""
        ui = self.ui
        states = [self.state(n)[0] for n in (0, self.player.last)]
        wide = ui.render(self._title(), 14, "text", bold=True).get_width()
        wide += max(ui.render(state, 13, "text", bold=True).get_width() for state in states)
        self._stacked = wide + 4 * self._margin > width
        self._goals = [
            (row, colour)
            for says, colour in goals(self.player.playback, self.side)
            for row in ui.wrapped(says, width - 2 * self._margin, GOAL_SIZE)
        ]
        self._above = ui.px(46 if self._stacked else 28)
        return self._above + len(self._goals) * ui.line_height(GOAL_SIZE)

    def _text(self, rows: int) -> int:
        """Return the height of `rows` rows of sentences."""
        return rows * self.ui.line_height(SIZE) + self.ui.px(12)

    def _bars(self, width: int) -> int:
        """Return the height of the units' bars: each team has a column, and rows in it."""
        ui = self.ui
        self._column = (width - self._margin) / len(self._teams)
        self._cell = (ui.px(74), ui.px(22))
        self._across = max(int((self._column - self._margin) / self._cell[0]), 1)
        rows = max((len(units) + self._across - 1) // self._across for units in self._teams)
        return ui.px(26) + rows * self._cell[1] + ui.px(4)

    def draw(
        self, surface: Any, n: int, t: float, clock: float = 0.0, cues: Sequence[dict[str, Any]] | None = None,
        heard: float = 1.0, card: Sequence[Line] = (),
    ) -> None:  # fmt: skip
        """Draw the picture, `t` seconds on the way to moment n; `clock` and `cues` as for `Stage.draw`.

        `heard` is the share of the moment's sentences that have been said; `card` lies over the map.
        """
        ui = self.ui
        ui.surface = surface
        surface.fill(ui.colour("page"))
        surface.set_clip(self.map)
        self.stage.draw(surface, n, t, clock, None if cues is None else list(cues))
        surface.set_clip(None)
        arrived = t >= self.player.seconds(n)
        shown = n if arrived else max(n - 1, 0)
        changed = {cue["unit"] for cue in self.player.cues(n) if cue["do"] == "look" and cue["t"] <= t}
        self._draw_header(n, shown)
        self._draw_caption(n, heard)
        for team in range(len(self._teams)):
            self._draw_team(team, shown, n, changed)
        if card:
            draw_card(ui, list(card), self._room, "" if n else self.player.playback["title"])

    def image(self, n: int, t: float, clock: float = 0.0, cues: Sequence[dict[str, Any]] | None = None) -> Any:
        """Return the picture as a new surface; arguments as of `draw`."""
        surface = pygame_here().Surface(self.size)
        self.draw(surface, n, t, clock, cues)
        return surface

    def _title(self) -> str:
        return f"{self.player.playback['title']}{f', seen by {self.side}' if self.side else ''}"

    def state(self, n: int) -> tuple[str, str]:
        """Return the state of the battle, or its result, in words, and the colour of that."""
        result, scene = self.player.playback.get("result"), self.player.scenes[n]
        if result is None or n < self.player.last:
            return when_words(scene, self.player.playback["words"]), "faint"
        names = [team["name"] for team in self.player.playback["teams"]]
        if result["winner"] in names:
            number = names.index(result["winner"])
            called = self.player.playback["teams"][number].get("called", result["winner"])
            return f"{Subject(called):wins}: {result['ending']}", f"team:{number}"
        return f"nobody wins: {result['ending']}", "accent"

    def _draw_header(self, n: int, shown: int) -> None:
        """Draw title, state, and how far the battle has come."""
        ui, area, room = self.ui, self._header, self._header.width - 2 * self._margin
        ui.panel(area, "panel", "", 0)
        state, colour = self.state(shown)
        top = area.y + ui.px(5)
        self._fitted(self._title(), self._margin, top, 14, "text", room)
        if self._stacked:
            self._fitted(state, self._margin, top + ui.px(19), 13, colour, room)
        else:
            ui.text(state, area.right - self._margin, top + ui.px(1), 13, colour, bold=True, align="right")
        for number, (row, shade) in enumerate(self._goals):
            y = area.y + self._above - ui.px(4) + number * ui.line_height(GOAL_SIZE)
            ui.text(row, self._margin, y, GOAL_SIZE, shade)
        pygame = pygame_here()
        line = pygame.Rect(0, area.bottom - ui.px(2), area.width, ui.px(2))
        pygame.draw.rect(ui.surface, ui.colour("edge"), line)
        if self._whole:
            line.width = round(area.width * n / max(self.player.last, 1))
            pygame.draw.rect(ui.surface, ui.colour("accent"), line)

    def _fitted(self, says: str, x: float, y: float, size: float, colour: str, width: float) -> Any:
        """Draw a line of bold text, smaller where it would be too wide; return where it lies."""
        while size > 6 and self.ui.render(says, size, colour, bold=True).get_width() > width:
            size -= 0.5
        return self.ui.text(says, x, y, size, colour, bold=True)

    def _draw_caption(self, n: int, heard: float) -> None:
        """Draw the sentences: those of the moment bright, what was said before faint."""
        ui, area = self.ui, self._caption
        ui.panel(area, "panel", "", 0)
        step = ui.line_height(SIZE)
        most = (area.height - ui.px(12)) // step
        rows = self.captions.rows(ui, n, heard, self.row_width, most)
        for place, (row, present) in enumerate(rows):
            ui.text(row, area.x + self._margin, area.y + ui.px(6) + place * step, SIZE, "text" if present else "faint")

    def needed(self, n: int) -> int:
        """Return how many rows the sentences of a moment take."""
        return self.captions.needed(self.ui, n, self.row_width)

    def _draw_team(self, team: int, shown: int, n: int, changed: set[str]) -> None:
        """Draw the condition of a team's units at the moment shown, and at moment n for those that changed meanwhile."""
        ui = self.ui
        left = self._margin + team * self._column
        top = self.footer.y + ui.px(6)
        entry = self.player.playback["teams"][team]
        called = entry.get("called", entry["name"])
        self._fitted(called, left, top, 12, f"team:{team}", self._column - self._margin)
        for place, unit in enumerate(self._teams[team]):
            x = left + place % self._across * self._cell[0]
            y = top + ui.px(20) + place // self._across * self._cell[1]
            self._draw_unit(unit, n if unit["name"] in changed else shown, shown, x, y)

    def _draw_unit(self, unit: dict[str, Any], n: int, shown: int, x: float, y: float) -> None:
        """Draw a unit's letter, health and Strain at moment n; of a foreign unit only what the side knows."""
        ui, name = self.ui, unit["name"]
        scene = self.player.scenes[n]
        unknown = name in self.player.hidden(n, self.side) or name not in scene["units"]
        state, full = scene["units"].get(name, {"status": "absent"}), unit["full"]
        foreign = bool(self.side) and self.player.playback["teams"][unit["team"]]["name"] != self.side
        size, tall = ui.px(20), ui.px(18)
        middle = y + tall / 2
        if self.player.scenes[shown].get("decider") == name and not unknown:
            ui.panel(
                ui.rect(x - ui.px(2), y - ui.px(1), self._cell[0] - ui.px(4), tall + ui.px(2)), "accent@0.2", "accent", 5
            )
        badge(ui, self.player, name, x + size / 2, middle, 0.9 * size, dim=unknown or state["status"] != "up")
        left, width = x + size + ui.px(4), self._cell[0] - size - ui.px(14)
        if unknown or state["status"] != "up":
            ui.text("?" if unknown else STATUSES[state["status"]][1], left, middle - ui.px(7), 10, "faint")
        elif foreign and self.player.playback["fog"]:
            ui.text("in sight", left, middle - ui.px(7), 10, "faint")
        else:
            ui.bar(ui.rect(left, middle - ui.px(5), width, ui.px(6)), *health_of(state, full))
            if filling := filling_of(state, full):
                _, colour, value, most = filling
                ui.bar(ui.rect(left, middle + ui.px(3), width, ui.px(3)), share(value, most), colour)


def check_view(playback: Playback, theme: str, side: str) -> None:
    """Raise a ContentError if there is no such theme, or no such side in a playback."""
    if theme not in THEMES:
        raise ContentError(f"theme {theme!r}: must be one of {', '.join(THEMES)}")
    teams = [team["name"] for team in playback["teams"]]
    if side and side not in teams:
        raise ContentError(f"side {side!r}: no such team; teams: {', '.join(teams)}")
