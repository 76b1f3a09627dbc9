"""The transport: buttons with signs for play, pause and steps both ways, and buttons with words at the right."""

from typing import Any

from ..draw.board import put_token
from ..draw.ui import Ui
from ..look import Prim
from .tools import Tool

LEFT, RIGHT = -1, 1


def draw_signs(ui: Ui, area: Any, tools: list[Tool]) -> float:
    """Draw buttons with signs, named by their tools; run a pressed one; return where they end."""
    x = float(area.x)
    for tool in tools:
        place = ui.rect(x, area.y, ui.px(34), area.height)
        if ui.button(place, "", tool.hint, on=tool.lit):
            tool.act()
        put_token(ui.surface, SIGNS[tool.says], place.centerx, place.centery, ui.px(26), ui.theme)
        x += ui.px(37)
    return x


def draw_words(ui: Ui, area: Any, tools: list[tuple[float, Tool]], left: float) -> None:
    """Draw buttons with words at the right of an area, as many as fit beside `left`; run a pressed one.

    Args:
        tools: each with its least width, in units of length.
    """
    right = area.right
    for wide, tool in reversed(tools):
        room = max(ui.px(wide), ui.render(tool.says, 13, "text").get_width() + ui.px(12))
        right -= room
        if right < left:
            break
        if ui.button(ui.rect(right, area.y, room, area.height), tool.says, tool.hint, on=tool.lit):
            tool.act()
        right -= ui.px(4)


def _triangle(x: float, size: float, side: int) -> Prim:
    return ["poly", "text", [x - side * size / 2, -size, x + side * size / 2, 0, x - side * size / 2, size]]


def _bar(x: float, wide: float = 0.09) -> Prim:
    return ["poly", "text", [x - wide / 2, -0.3, x + wide / 2, -0.3, x + wide / 2, 0.3, x - wide / 2, 0.3]]


SIGNS: dict[str, list[Prim]] = {
    "play": [["poly", "text", [-0.2, -0.32, 0.34, 0, -0.2, 0.32]]],
    "pause": [_bar(-0.14, 0.15), _bar(0.14, 0.15)],
    "back": [_bar(0.2), _triangle(-0.08, 0.3, LEFT)],
    "on": [_bar(-0.2), _triangle(0.08, 0.3, RIGHT)],
    "phase-": [_triangle(-0.17, 0.28, LEFT), _triangle(0.14, 0.28, LEFT)],
    "phase+": [_triangle(-0.14, 0.28, RIGHT), _triangle(0.17, 0.28, RIGHT)],
    "round-": [_triangle(-0.26, 0.25, LEFT), _triangle(0.0, 0.25, LEFT), _triangle(0.26, 0.25, LEFT)],
    "round+": [_triangle(-0.26, 0.25, RIGHT), _triangle(0.0, 0.25, RIGHT), _triangle(0.26, 0.25, RIGHT)],
    "first": [_bar(-0.3), _triangle(-0.1, 0.28, LEFT), _triangle(0.18, 0.28, LEFT)],
    "last": [_triangle(-0.18, 0.28, RIGHT), _triangle(0.1, 0.28, RIGHT), _bar(0.3)],
}
