"""The tileset that draws a map in Tiled: a picture of every terrain as battles show it, and of heights and marks."""

from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.maps.tiled import COLUMNS, HEIGHT, HIGH, MARK, SIDE, Stamp, rows_of

from ..draw.canvas import FINE, draw, pygame_here
from ..look import Prim
from ..prims.ground import look_of
from ..prims.tiles import SOUTH, Tile, paint

THEME = "dark"
RISE = (HIGH - SIDE) / SIDE  # tiles of a picture above its tile, for what stands there


def tileset(stamps: Sequence[Stamp], terrains: Mapping[str, Any]) -> Any:
    """Return the picture of a tileset as a surface, transparent where a tile shows nothing."""
    pygame = pygame_here()
    whole = pygame.Surface((COLUMNS * SIDE, rows_of(len(stamps)) * HIGH), pygame.SRCALPHA)
    for number, stamp in enumerate(stamps):
        fine = pygame.Surface((SIDE * FINE, HIGH * FINE), pygame.SRCALPHA)
        draw(fine, drawn(stamp, terrains), 0, RISE * SIDE * FINE, SIDE * FINE, THEME)
        whole.blit(pygame.transform.smoothscale(fine, (SIDE, HIGH)), (number % COLUMNS * SIDE, number // COLUMNS * HIGH))
    return whole


def drawn(stamp: Stamp, terrains: Mapping[str, Any]) -> list[Prim]:
    """Return the look of a tile of the tileset."""
    if stamp.kind == MARK:
        return [["disc", "accent@0.55", 0.5, 0.5, 0.42], ["text", "page", 0.5, 0.5, 0.6, stamp.value]]
    if stamp.kind == HEIGHT:
        corner = [0.62, 0.58, 0.98, 0.58, 0.98, 0.98, 0.62, 0.98]
        return [["poly", "page@0.7", corner], ["text", "text", 0.8, 0.78, 0.36, stamp.value]]
    look = look_of(stamp.kind, terrains)
    joined = [look["style"] == "wall" and side != SOUTH for side in range(4)]
    floor, _, block = paint(Tile(look, 0, [0] * 4, joined, [False] * 4), number_of(stamp))
    return floor + block


def number_of(stamp: Stamp) -> int:
    """Return the number of a tile's variant: one for each letter, so that letters of one terrain differ a little."""
    return ord(stamp.value) if stamp.value else 0
