"""The map and its units on a pygame surface: the common part of picture, film and window."""

from typing import Any

from ..look import Prim, resolved
from ..prims.tiles import Paint
from .canvas import place, pygame_here, sprite

TILE = (0.0, 0.0, 1.0, 1.0)
BLOCK = (-0.1, -0.7, 1.3, 1.1)
TOKEN = (-0.8, -0.8, 0.8, 0.8)
LARGE_TOKEN = (-0.8, -0.8, 3.8, 3.8)


class Board:
    """The ground of a battle at one size, kept as one surface and repaired where it changes.

    Args:
        width, height: size of the map in tiles.
        paints: each kind of tile once.
        tiles: the paint of every tile as drawn on the map.
        scale: pixels to a tile.
    """

    def __init__(self, width: int, height: int, paints: list[Paint], tiles: list[int], scale: int, theme: str) -> None:
        pygame = pygame_here()
        self.width, self.height = width, height
        self.scale, self.theme = scale, theme
        self._paints, self._drawn = paints, tiles
        self._keys: list[str] = []  # what each paint looks like: sprites outlive a map, and another has other paints
        self._shown: dict[int, int] = {}
        self.surface = pygame.Surface((width * scale, height * scale))
        self._draw(list(tiles), range(height))

    def show(self, changed: dict[int, int]) -> None:
        """Show the ground with some tiles other than drawn: tile -> paint. Only rows that differ from before are redrawn."""
        if changed == self._shown:
            return
        touched = {tile for tile in changed.keys() | self._shown.keys() if changed.get(tile) != self._shown.get(tile)}
        self._shown = dict(changed)
        tiles = list(self._drawn)
        for tile, number in changed.items():
            tiles[tile] = number
        rows = {tile // self.width + step for tile in touched for step in (-1, 0, 1)}
        self._draw(tiles, [row for row in sorted(rows) if 0 <= row < self.height])

    def _draw(self, tiles: list[int], rows: Any) -> None:
        """Draw some rows: floors, then all shadows as one, then blocks from the far row to the near one."""
        pygame = pygame_here()
        scale, width = self.scale, self.width
        rows = list(rows)
        if not rows:
            return
        self._keys += [repr(paint) for paint in self._paints[len(self._keys) :]]  # a battle under way gains paints
        self.surface.set_clip((0, rows[0] * scale, width * scale, (rows[-1] - rows[0] + 1) * scale))
        self.surface.fill((0, 0, 0))  # so that it comes out the same to the last bit, however often
        around = range(max(rows[0] - 1, 0), min(rows[-1] + 2, self.height))
        for y in around:
            for x in range(width):
                number = tiles[y * width + x]
                floor = sprite(("floor", self._keys[number]), self._paints[number][0], scale, self.theme, TILE)
                place(self.surface, floor, x * scale, y * scale, scale, TILE)
        layers = max((len(paint[1]) for paint in self._paints), default=0)
        for layer in range(layers):
            shade = pygame.Surface((width * scale, len(around) * scale), pygame.SRCALPHA)
            paint = (0, 0, 0, 0)
            for y in around:
                for x in range(width):
                    shadow = self._paints[tiles[y * width + x]][1]
                    if shadow:
                        _, colour, points = shadow[layer]
                        paint = resolved(self.theme, colour)
                        left, top = x * scale, (y - around[0]) * scale
                        corners = [(left + points[n] * scale, top + points[n + 1] * scale) for n in range(0, len(points), 2)]
                        pygame.draw.polygon(shade, (*paint[:3], 255), corners)
            shade.set_alpha(paint[3])
            self.surface.blit(shade, (0, around[0] * scale))
        for y in around:
            for x in range(width):
                number = tiles[y * width + x]
                if block := self._paints[number][2]:
                    made = sprite(("block", self._keys[number]), block, scale, self.theme, BLOCK)
                    place(self.surface, made, x * scale, y * scale, scale, BLOCK)
        self.surface.set_clip(None)


def put_token(surface: Any, prims: list[Prim], x: float, y: float, scale: int, theme: str) -> None:
    """Draw a token whose middle lies at pixel (x, y)."""
    if not prims:
        return
    large = any(abs(n) > 0.75 for prim in prims for n in flat(prim))
    reach = LARGE_TOKEN if large else TOKEN
    made = sprite(repr(prims), prims, scale, theme, reach)
    place(surface, made, x, y, scale, reach)


def flat(prim: Prim) -> list[float]:
    """Return the coordinates of a prim, in a flat list."""
    if prim[0] in ("poly", "line"):
        return list(prim[-1])
    return [prim[2], prim[3]]


def tint(surface: Any, tiles: dict[int, str], width: int, x: float, y: float, scale: int, theme: str) -> None:
    """Lay a colour over some tiles of a map whose corner lies at pixel (x, y): tile -> colour."""
    for tile, colour in tiles.items():
        square: list[Prim] = [["poly", colour, [0, 0, 1, 0, 1, 1, 0, 1]]]
        made = sprite(("tint", colour), square, scale, theme, TILE)
        place(surface, made, x + tile % width * scale, y + tile // width * scale, scale, TILE)
