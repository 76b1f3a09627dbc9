"""The stage: draws the map of a playback with everything on it, for window, picture and film."""

from typing import Any

from ..look import Prim, resolved
from ..playback.plans import intents
from ..playback.player import Player
from .board import Board, put_token, tint
from .canvas import draw, pygame_here, sprite
from .decals import clouds, cracks, fuses, scorched, way_come
from .motion import lettering, play
from .plans import planned
from .zones import draw_zones

SMALLEST, LARGEST = 8, 128  # pixels to a tile
FOG = 150  # how dark what is not seen gets, of 255
HATCH: list[Prim] = [["line", "fire@0.5", 0.05, [n / 3 - 0.33, 1, n / 3 + 0.33, 0]] for n in range(5)]


class Stage:
    """Draws a playback.

    Attributes:
        scale: pixels to a tile.
        x, y: pixel of the map's corner.
        side: the side whose view is shown, "" for all-seeing.
        darkens: whether tiles that the side does not see are darkened.
        tints: tiles to colour on top of the ground: tile -> colour.
        wires: prims to draw over the units, in tiles from the map's corner.
        words: rectangles of the words that were drawn last.
    """

    def __init__(self, player: Player, theme: str = "dark", scale: int = 40) -> None:
        self.player = player
        self.theme = theme
        self.scale = scale
        self.x, self.y = 0.0, 0.0
        self.side, self.darkens = "", True
        self.tints: dict[int, str] = {}
        self.wires: list[Prim] = []
        self.words: list[Any] = []
        self._board: Board | None = None
        self._veiled: dict[tuple[Any, ...], Any] = {}
        # from the first tile of a unit to its middle, for units on several tiles
        self._middle = {unit["name"]: (unit["full"]["side"] - 1) / 2 for unit in player.playback["units"]}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the map in tiles."""
        return self.player.playback["map"]["width"], self.player.playback["map"]["height"]

    def fit(self, area: Any) -> None:
        """Choose scale and place so that the whole map lies in the middle of a rectangle of pixels."""
        width, height = self.size
        self.scale = min(max(min(area.width // width, int(area.height // (height + 0.5))), SMALLEST), LARGEST)
        self.x = area.x + (area.width - width * self.scale) / 2
        self.y = area.y + (area.height - height * self.scale) / 2 + self.scale / 4

    def zoom(self, factor: float, x: float, y: float) -> None:
        """Enlarge or shrink the map; the place at pixel (x, y) stays there."""
        scale = min(max(round(self.scale * factor), SMALLEST), LARGEST)
        if scale == self.scale and factor != 1:
            scale = min(max(self.scale + (1 if factor > 1 else -1), SMALLEST), LARGEST)
        self.x = x - (x - self.x) * scale / self.scale
        self.y = y - (y - self.y) * scale / self.scale
        self.scale = scale

    def tile_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return the tile at a pixel, None beside the map."""
        column, row = int((x - self.x) // self.scale), int((y - self.y) // self.scale)
        width, height = self.size
        return (column, row) if 0 <= column < width and 0 <= row < height else None

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of a place in tiles."""
        return self.x + x * self.scale, self.y + y * self.scale

    def draw(self, surface: Any, n: int, t: float, clock: float = 0.0, cues: list[dict[str, Any]] | None = None) -> None:
        """Draw the playback, `t` seconds on the way to moment n.

        `clock` moves the clouds; `cues` are played instead of those of the moment.
        """
        cues = self.player.cues(n, self.side) if cues is None else cues
        scale, theme = self.scale, self.theme
        board = self._board
        if board is None or board.scale != scale or board.theme != theme:
            playback = self.player.playback["map"]
            board = self._board = Board(
                playback["width"], playback["height"], playback["paints"], playback["tiles"], scale, theme
            )
        shown = n if t >= self.player.seconds(n) else max(n - 1, 0)
        board.show(self.player.memory(shown, self.side).paints)
        surface.blit(self._in_fog(board, shown), (round(self.x), round(self.y)))
        scene = self.player.noticed(shown, self.side)
        tokens = self.player.tokens(n, t, self.side)
        standing = [pygame_here().Rect(0, 0, scale, scale).move_to(center=self.pixel(x, y)) for _, x, y, _ in tokens]
        self._draw_ground(surface, scene, shown, clock, standing)
        for _, x, y, prims in tokens:
            put_token(surface, prims, *self.pixel(x, y), scale, theme)
        places = {name: (x + self._middle[name], y + self._middle[name]) for name, x, y, _ in tokens}
        draw(surface, planned(intents(self.player, n, t, self.side), places), self.x, self.y, scale, theme)
        draw(surface, clouds(scene, self.player.playback["map"]["metres"], clock), self.x, self.y, scale, theme)
        if self.wires:
            draw(surface, self.wires, self.x, self.y, scale, theme)
        bodies = [
            pygame_here().Rect(0, 0, 0.84 * scale, 0.84 * scale).move_to(center=self.pixel(x, y)) for x, y in places.values()
        ]
        self.words = play(surface, cues, t, self.x, self.y, scale, theme, bodies)
        self._draw_banner(surface, cues, t)

    def _draw_ground(self, surface: Any, scene: dict[str, Any], shown: int, clock: float, standing: list[Any]) -> None:
        """Draw everything on the ground: goals, zones of fire, cracks, scorched earth, fuses, the way of a unit, tints.

        `standing` are the rectangles of the units: texts on the ground are written beside them.
        """
        width, _ = self.size
        scale, theme = self.scale, self.theme
        draw_zones(surface, self.player.playback, self.side, self.x, self.y, scale, theme, standing)
        for zone in scene.get("zones", {}).values():
            colour = f"team:{self.player.team_of[zone['shooter']]}@0.2"
            tint(surface, dict.fromkeys(zone["tiles"], colour), width, self.x, self.y, scale, theme)
            for tile in zone["tiles"]:
                hatch = sprite("hatch", HATCH, scale, theme, (0, 0, 1, 1))
                surface.blit(hatch, (round(self.x) + tile % width * scale, round(self.y) + tile // width * scale),
                             special_flags=pygame_here().BLEND_PREMULTIPLIED)  # fmt: skip
        metres = self.player.playback["map"]["metres"]
        marks = cracks(scene, width) + scorched(self.player, shown, self.side) + fuses(scene, metres, clock)
        draw(surface, marks + way_come(self.player, shown, self.side), self.x, self.y, scale, theme)
        if self.tints:
            tint(surface, self.tints, width, self.x, self.y, scale, theme)

    def _in_fog(self, board: Board, shown: int) -> Any:
        """Return the ground, the tiles that the chosen side does not see darkened; kept until either changes."""
        sees = self.player.sees(shown, self.side) if self.darkens else None
        if sees is None:
            return board.surface
        key = (sees.tobytes(), self.scale, self.theme, tuple(self.player.memory(shown, self.side).paints.items()))
        if key not in self._veiled:
            pygame = pygame_here()
            small = pygame.Surface(self.size, pygame.SRCALPHA)
            small.fill((*resolved(self.theme, "fog")[:3], FOG))
            pygame.surfarray.pixels_alpha(small)[sees.T] = 0
            veiled = board.surface.copy()
            veiled.blit(pygame.transform.smoothscale(small, veiled.get_size()), (0, 0))
            self._veiled = {key: veiled}
        return self._veiled[key]

    def _draw_banner(self, surface: Any, cues: list[dict[str, Any]], t: float) -> None:
        """Draw the words that stand across the picture for a moment."""
        for cue in cues:
            on = t - cue["t"]
            if cue["do"] == "banner" and 0 <= on < cue["for"]:
                width, height = self.size
                large = max(round(1.1 * self.scale), 24)
                made = lettering(cue["says"], large, "accent", self.theme)
                if made.get_width() > width * self.scale:  # a narrow map, or many words
                    made = lettering(cue["says"], large * width * self.scale // made.get_width(), "accent", self.theme)
                fade = min(on / 0.2, (cue["for"] - on) / 0.3, 1.0)
                made.set_alpha(round(255 * max(fade, 0.0)))
                surface.blit(made, made.get_rect(center=self.pixel(width / 2, height * 0.3)))
