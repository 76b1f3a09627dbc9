"""The parts of a window that shows a battle: their rectangles, and the sides' objectives above the map."""

from typing import Any, NamedTuple

from ..draw.ui import Ui
from ..story import Line
from .panels import CARD_HIGH

SIDE_WIDE, RIBBON_HIGH, GOALS_HIGH, GAP = 330, 48, 24, 8
ROW_HIGH = GOALS_HIGH - 7  # of every row of goals but the first
MOST = 0.58  # of the height, for the cards


class Layout(NamedTuple):
    """The rectangles of the parts of a window, in pixels."""

    ribbon: Any
    goals: Any
    map: Any
    bottom: Any
    cards: Any
    log: Any


def layout(ui: Ui, goals: list[Line], units: int, bottom_high: float, wide: bool) -> Layout:
    """Return where the parts of a window lie.

    Args:
        goals: the objectives of the sides. units: the units with a card each.
        bottom_high: height of the part below the map, in units of length.
        wide: whether cards and log are left out.
    """
    width, height = ui.surface.get_size()
    column, ribbon, bottom, gap = 0 if wide else ui.px(SIDE_WIDE), ui.px(RIBBON_HIGH), ui.px(bottom_high), ui.px(GAP)
    left = width - column
    top = ribbon + ui.px(GOALS_HIGH + ROW_HIGH * (len(goal_rows(ui, goals, left)) - 1))
    tall = min(ui.px(CARD_HIGH) * units + ui.px(6), (height - ribbon) * MOST)
    return Layout(
        ribbon=ui.rect(0, 0, width, ribbon),
        goals=ui.rect(0, ribbon, left, top - ribbon),
        map=ui.rect(0, top, left, height - top - bottom),
        bottom=ui.rect(0, height - bottom, left, bottom),
        cards=ui.rect(left + gap, ribbon + gap, column - 2 * gap, tall),
        log=ui.rect(left + gap, ribbon + tall + 2 * gap, column - 2 * gap, height - ribbon - tall - 3 * gap),
    )


def goal_rows(ui: Ui, goals: list[Line], width: float) -> list[list[Line]]:
    """Return the objectives of the sides in one row if they fit in `width` pixels, else one row each."""
    wide = sum(ui.render(says, 12, colour).get_width() + ui.px(24) for says, colour in goals)
    return [goals] if wide <= width else [[line] for line in goals]


def draw_goals(ui: Ui, goals: list[Line], area: Any) -> None:
    """Draw what the sides fight for, side by side, or below each other where that is too wide."""
    y = area.y + ui.px(3)
    for row in goal_rows(ui, goals, area.width):
        x = area.x + ui.px(12)
        for says, colour in row:
            place = ui.text(says, x, y, 12, colour, width=area.right - x)
            if ui.hot(place):
                ui.tip([(says, colour)])
            x = place.right + ui.px(24)
        y += ui.px(ROW_HIGH)
