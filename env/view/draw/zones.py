"""The zones that a team fights for: tinted, with an edge and a label, so that a picture shows the objectives."""

from collections import defaultdict
from typing import Any

from ..look import Prim
from .board import tint
from .canvas import draw
from .motion import free, lettering

EDGES = ((0, -1, (0, 0, 1, 0)), (0, 1, (0, 1, 1, 1)), (-1, 0, (0, 0, 0, 1)), (1, 0, (1, 0, 1, 1)))  # neighbour, line


def zones(playback: dict[str, Any], side: str = "") -> list[tuple[list[int], list[int], str]]:
    """Return the zones that a side knows of, in fog only its own: tiles, teams by number, label."""
    about: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for number, team in enumerate(playback["teams"]):
        goal = team.get("goal")
        if goal and goal["tiles"] and (not side or not playback["fog"] or team["name"] == side):
            about[tuple(goal["tiles"])].append(number)
    made = []
    for tiles, teams in about.items():
        names = [f"{playback['teams'][number]['name']}: {playback['teams'][number]['goal']['label']}" for number in teams]
        made.append((list(tiles), teams, ", ".join(names)))
    return made


def outline(tiles: list[int], width: int, colour: str) -> list[Prim]:
    """Return the edge around some tiles of a map."""
    inside = set(tiles)
    prims: list[Prim] = []
    for tile in tiles:
        x, y = tile % width, tile // width
        for dx, dy, (x0, y0, x1, y1) in EDGES:
            if not 0 <= x + dx < width or (y + dy) * width + x + dx not in inside:
                prims.append(["line", colour, 0.05, [x + x0, y + y0, x + x1, y + y1]])
    return prims


def draw_zones(
    surface: Any, playback: dict[str, Any], side: str, x: float, y: float, scale: int, theme: str, standing: list[Any]
) -> None:  # fmt: skip
    """Draw the zones of a map whose corner lies at pixel (x, y).

    Labels stay within the picture, clear of each other and of `standing`, the rectangles of units in pixels.
    """
    width = playback["map"]["width"]
    taken = list(standing)
    for tiles, teams, label in zones(playback, side):
        for team in teams:
            tint(surface, dict.fromkeys(tiles, f"team:{team}@{0.22 / len(teams):.2f}"), width, x, y, scale, theme)
        draw(surface, outline(tiles, width, f"team:{teams[0]}@0.8"), x, y, scale, theme)
        top = min(tile // width for tile in tiles)
        row = [tile % width for tile in tiles if tile // width == top]
        made = lettering(label, max(round(0.36 * scale), 12), f"team:{teams[0]}", theme)
        place = made.get_rect(midbottom=(x + (sum(row) / len(row) + 0.5) * scale, y + (top + 0.45) * scale))
        place = free(place, taken, surface.get_clip())
        taken.append(place)
        surface.blit(made, place)
