"""Prims on a pygame surface. A prim that is drawn often is drawn once, four times as large, and stored scaled down."""

import os
import sys
from collections import OrderedDict
from functools import cache
from importlib import import_module
from itertools import pairwise
from math import ceil, cos, floor, pi, sin
from typing import Any

from fireteam.content.errors import MissingExtra

from ..look import Prim, resolved

FINE = 3  # how much larger sprites are drawn before they are scaled down: that smooths their edges
KEPT_SPRITES = 4000
FONT = "dejavusans,arial,helvetica,liberationsans"


def pygame_here() -> Any:
    """Return the module pygame.

    Raises:
        MissingExtra: it is not installed; the sentence names the command that installs it.
    """
    if "pygame" not in sys.modules:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # its greeting would get into what commands print
    try:
        return import_module("pygame")
    except ImportError:
        raise MissingExtra.of("drawing", "pygame-ce", "view") from None


@cache
def font(height: int, bold: bool = False) -> Any:
    """Return a font with lines about `height` pixels high."""
    pygame = pygame_here()
    pygame.font.init()  # no window, no sound: fonts only
    return pygame.font.SysFont(FONT, max(height, 6), bold=bold)


def draw(surface: Any, prims: list[Prim], x: float, y: float, scale: float, theme: str) -> None:
    """Draw prims whose origin lies at pixel (x, y), `scale` pixels to a tile, as they are, without smoothing."""
    pygame = pygame_here()
    for kind, colour, *rest in prims:
        paint = resolved(theme, colour)
        target, left, top = surface, x, y
        if paint[3] < 255:
            area = bounds(kind, rest, x, y, scale).clip(surface.get_rect())
            if not area:
                continue
            target = pygame.Surface(area.size, pygame.SRCALPHA)
            left, top = x - area.x, y - area.y
        if kind == "poly":
            pygame.draw.polygon(target, paint, pixels(rest[0], left, top, scale))
        elif kind == "line":
            stroke(target, paint, pixels(rest[1], left, top, scale), rest[0] * scale)
        elif kind == "disc":
            pygame.draw.circle(target, paint, (left + rest[0] * scale, top + rest[1] * scale), max(rest[2] * scale, 1))
        elif kind == "arc":
            arc(target, paint, left, top, scale, rest)
        else:
            text = font(round(rest[2] * scale), bold=True).render(rest[3], True, paint[:3])
            text.set_alpha(paint[3])
            target.blit(text, text.get_rect(center=(left + rest[0] * scale, top + rest[1] * scale)))
        if target is not surface:
            surface.blit(target, area)


def bounds(kind: str, rest: list[Any], x: float, y: float, scale: float) -> Any:
    """Return the rectangle of pixels that a prim stays within."""
    pygame = pygame_here()
    if kind in ("poly", "line"):
        points = pixels(rest[-1], x, y, scale)
        room = rest[0] * scale if kind == "line" else 0
        left, top = min(p[0] for p in points) - room, min(p[1] for p in points) - room
        return pygame.Rect(left - 2, top - 2, max(p[0] for p in points) + room - left + 4,
                           max(p[1] for p in points) + room - top + 4)  # fmt: skip
    around = (rest[2] + (rest[5] if kind == "arc" else 0)) * scale * (3 if kind == "text" else 1) + 2
    return pygame.Rect(x + rest[0] * scale - around, y + rest[1] * scale - around, 2 * around, 2 * around)


def pixels(points: list[float], x: float, y: float, scale: float) -> list[tuple[float, float]]:
    """Return the points of a prim as pixels."""
    return [(x + points[n] * scale, y + points[n + 1] * scale) for n in range(0, len(points), 2)]


def stroke(surface: Any, paint: tuple[int, ...], points: list[tuple[float, float]], width: float) -> None:
    """Draw an open line with round ends, as a page does."""
    pygame = pygame_here()
    if width < 2:
        pygame.draw.lines(surface, paint, False, points, max(round(width), 1))
        return
    half = width / 2
    for (x0, y0), (x1, y1) in pairwise(points):
        far = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1.0
        dx, dy = (x1 - x0) / far * half, (y1 - y0) / far * half
        pygame.draw.polygon(surface, paint, [(x0 - dy, y0 + dx), (x1 - dy, y1 + dx), (x1 + dy, y1 - dx), (x0 + dy, y0 - dx)])
    for x, y in points:
        pygame.draw.circle(surface, paint, (x, y), half)


def arc(surface: Any, paint: tuple[int, ...], x: float, y: float, scale: float, rest: list[Any]) -> None:
    """Draw a ring or a part of one: a band of quadrangles, since pygame's own arcs have holes."""
    pygame = pygame_here()
    middle_x, middle_y, radius, first, last, width = rest
    middle_x, middle_y = x + middle_x * scale, y + middle_y * scale
    inner, outer = (radius - width / 2) * scale, (radius + width / 2) * scale
    if last - first >= 1:
        pygame.draw.circle(surface, paint, (middle_x, middle_y), outer, max(round(outer - inner), 1))
        return
    count = max(int(abs(last - first) * 48), 2)
    turns = [2 * pi * (first + (last - first) * n / count) for n in range(count + 1)]
    edge = [(middle_x + outer * sin(turn), middle_y - outer * cos(turn)) for turn in turns]
    edge += [(middle_x + inner * sin(turn), middle_y - inner * cos(turn)) for turn in reversed(turns)]
    pygame.draw.polygon(surface, paint, edge)


_sprites: OrderedDict[tuple[Any, ...], Any] = OrderedDict()


def sprite(key: Any, prims: list[Prim], scale: int, theme: str, reach: tuple[float, float, float, float]) -> Any:
    """Return prims as a smooth surface with transparency, made once for each key, scale and theme.

    `reach` is the part of the plane that it shows: left, top, right and bottom in tiles from the origin.
    """
    pygame = pygame_here()
    whole = (key, scale, theme)
    if whole in _sprites:
        _sprites.move_to_end(whole)
        return _sprites[whole]
    left, top = corner(reach, scale)
    size = (ceil(reach[2] * scale) - left, ceil(reach[3] * scale) - top)
    large = pygame.Surface((size[0] * FINE, size[1] * FINE), pygame.SRCALPHA)
    draw(large, prims, -left * FINE, -top * FINE, scale * FINE, theme)
    made = pygame.transform.smoothscale(large.premul_alpha(), size)
    _sprites[whole] = made
    if len(_sprites) > KEPT_SPRITES:
        _sprites.popitem(last=False)
    return made


def corner(reach: tuple[float, float, float, float], scale: int) -> tuple[int, int]:
    """Return the left top corner of a sprite from its origin, in whole pixels: so tiles meet without a seam."""
    return floor(reach[0] * scale), floor(reach[1] * scale)


def place(surface: Any, made: Any, x: float, y: float, scale: int, reach: tuple[float, float, float, float]) -> None:
    """Put a sprite on a surface so that its origin comes to lie at pixel (x, y)."""
    pygame = pygame_here()
    left, top = corner(reach, scale)
    where = (round(x) + left, round(y) + top)
    surface.blit(made, where, special_flags=pygame.BLEND_PREMULTIPLIED)
