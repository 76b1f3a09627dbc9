"""A card over the map: the goals of a battle before it begins, or its result."""

from typing import Any

from ..story import Line
from .ui import Ui

WIDE = 560
FOOT = "Any key or a click goes on."


Spot = tuple[float, float]


def draw_card(
    ui: Ui, lines: list[Line], area: Any, title: str = "", foot: str = "", around: tuple[list[Spot], float] = ([], 0.0)
) -> Any:
    """Draw a card in the middle of an area, as wide as the area permits; return its rectangle.

    Args:
        title: the title; without one the first line is the title.
        around: spots to keep visible, and a distance around them; the card moves to an edge of the area for that.
    """
    title, colour, lines = (title, "accent", lines) if title else (*lines[0], lines[1:])
    width = min(ui.px(WIDE), area.width - ui.px(12))
    inner = width - ui.px(40)
    size = 13.0
    while True:  # smaller where the area is too low for it
        rows = [(row, shade) for says, shade in lines for row in ui.wrapped(says, inner, size)]
        step = ui.line_height(size)
        height = ui.px(52) + step * len(rows) + ui.px(30 if foot else 12)
        if height <= area.height or size <= 7:
            break
        size -= 1
    box = ui.rect(area.centerx - width / 2, max(area.centery - height / 2, area.y), width, height)
    if around[0]:
        box = aside(box, area, *around)
    ui.panel(box, "panel@0.97", "accent")
    ui.text(title, box.x + ui.px(20), box.y + ui.px(14), 18, colour, bold=True, width=inner)
    for number, (row, shade) in enumerate(rows):
        ui.text(row, box.x + ui.px(20), box.y + ui.px(46) + number * step, size, shade)
    if foot:
        ui.text(foot, box.x + ui.px(20), box.bottom - ui.px(24), 11, "faint", width=inner)
    return box


def aside(box: Any, area: Any, spots: list[Spot], reach: float) -> Any:
    """Return a box moved to an edge or corner of an area, where it covers no spot, or else as few as possible."""
    tops, lefts = (area.y, area.bottom - box.height), (box.x, area.x, area.right - box.width)
    between = [tuple(a + (b - a) * n / 8 for a, b in zip(spots[0], spot, strict=True)) for spot in spots for n in range(9)]

    def covered(place: Any) -> int:
        wide = place.inflate(2 * reach, 2 * reach)
        return sum(bool(wide.collidepoint(spot)) for spot in between)

    return min((box.move(x - box.x, y - box.y) for y in tops for x in lefts), key=covered)
