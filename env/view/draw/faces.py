"""Portraits of units in the window: round, with a rim in the colour of their team."""

import io
from functools import lru_cache
from typing import Any

from fireteam.maps.portraits import png_of

from .canvas import pygame_here

DIM = 120  # of 255, how much is left of who is out


@lru_cache(maxsize=256)
def face(portrait: str, size: int) -> Any:
    """Return a portrait as a round picture, `size` pixels wide."""
    pygame = pygame_here()
    picture = pygame.image.load(io.BytesIO(png_of(portrait)), "face.png").convert_alpha()
    made = pygame.transform.smoothscale(picture, (size, size))
    mask = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.circle(mask, (255, 255, 255, 255), (size / 2, size / 2), size / 2)
    made.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return made


def put_face(surface: Any, portrait: str, colour: tuple[int, ...], x: float, y: float, size: int, dim: bool) -> None:
    """Draw a portrait with a rim, its middle at pixel (x, y)."""
    pygame = pygame_here()
    pygame.draw.circle(surface, colour, (x, y), size / 2 + 2)
    made = face(portrait, size)
    made.set_alpha(DIM if dim else 255)
    surface.blit(made, (x - size / 2, y - size / 2))
