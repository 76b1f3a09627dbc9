"""Pop-ups: a list to choose from, and a line to type in."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ..draw.ui import Ui

WIDE, ROW, TITLE = 600, 34, 16
MOST_ROWS = 12
AROUND = 40  # how much around a spot is to be seen


class Entry(NamedTuple):
    """A line of a menu: its value, its text, and a tooltip."""

    value: Any
    label: str
    note: str = ""


class Menu:
    """A list to choose from, by click, arrows and Return, or the numbers.

    Args:
        title, lines: its subject.
        entries: the entries to choose from.
        must: whether it can only be closed by a choice.
        tick: words of a box to tick, "" for none; `ticked` says whether it is.
    """

    def __init__(self, title: str, lines: list[str], entries: list[Entry], must: bool = False, tick: str = "") -> None:
        self.title, self.lines, self.entries = title, lines, entries
        self.must, self.tick, self.ticked = must, tick, False
        self._at, self._first, self._fresh = 0, 0, True
        self.box: Any = None  # where it was drawn last

    def draw(self, ui: Ui, area: Any, spot: tuple[float, float] | None = None) -> Entry | None:
        """Draw it in the middle of an area; return the choice, CLOSED if it was closed, None if nothing happened yet.

        It keeps a given spot visible, by moving to the upper end of the area or the foot of the window.
        """
        ui.awake = True
        width = ui.px(WIDE)
        text = [line for says in self.lines for line in ui.wrapped(says, width - ui.px(40), 13)]
        title = ui.wrapped(self.title, width - ui.px(40), TITLE, bold=True)
        rows = min(len(self.entries), MOST_ROWS)
        below = ui.px(42) + ui.line_height(TITLE) * (len(title) - 1)
        head = below + ui.px(2) + ui.line_height() * len(text) + ui.px(8 if text else 0)
        height = head + ui.px(ROW) * rows + ui.px(14) + (ui.px(28) if self.tick else 0)
        box = ui.rect(area.centerx - width / 2, area.centery - height / 2, width, height)
        self.box = aside(ui, box, area, spot)
        box = self.box
        ui.panel(box, "panel@0.97", "accent")
        for number, line in enumerate(title):
            ui.text(line, box.x + ui.px(20), box.y + ui.px(12) + number * ui.line_height(TITLE), TITLE, "accent", bold=True)
        for number, line in enumerate(text):
            ui.text(line, box.x + ui.px(20), box.y + below + number * ui.line_height(), 13, "text")
        chosen = self._choose(ui, box, box.y + head, rows)
        if self.tick:
            self._draw_tick(ui, ui.rect(box.x + ui.px(20), box.bottom - ui.px(36), width - ui.px(40), ui.px(26)))
        beside = ui.clicked and not box.collidepoint(ui.mouse)
        if chosen is None and not self.must and not self._fresh and (beside or ui.key("escape") or ui.clicked_right):
            chosen = CLOSED
        self._fresh = False
        return chosen

    def _choose(self, ui: Ui, box: Any, top: float, rows: int) -> Entry | None:
        """Draw the rows and return the chosen one."""
        step = ui.px(ROW)
        if ui.key("down"):
            self._at = min(self._at + 1, len(self.entries) - 1)
        if ui.key("up"):
            self._at = max(self._at - 1, 0)
        if box.collidepoint(ui.mouse):
            self._first = min(max(self._first - ui.wheel, 0), max(len(self.entries) - rows, 0))
        if ui.key("down") or ui.key("up"):
            self._first = min(max(self._first, self._at - rows + 1), self._at)
        chosen = None
        for place in range(rows):
            number = self._first + place
            entry = self.entries[number]
            row = ui.rect(box.x + ui.px(12), top + place * step, box.width - ui.px(24), step - ui.px(3))
            if ui.hot(row) and ui.moved != (0, 0):
                self._at = number
            on = number == self._at
            ui.panel(row, "accent@0.2" if on else "page@0.5", "accent" if on else "", 5)
            key = f"{number + 1}. " if number < 9 else ""
            said = ui.text(key + entry.label, row.x + ui.px(10), row.y + ui.px(6), 14, "text", bold=on)
            room = row.right - said.right - ui.px(20)
            ui.text(entry.note, row.right - ui.px(10), row.y + ui.px(7), 12, "faint", align="right", width=max(room, 10))
            picked = (ui.hot(row) and ui.clicked) or (number < 9 and ui.key(str(number + 1)))
            if picked and not self._fresh:
                chosen = entry
        if chosen is None and ui.key("return") and self.entries and not self._fresh:
            chosen = self.entries[self._at]
        return chosen

    def _draw_tick(self, ui: Ui, row: Any) -> None:
        """Draw the box to tick; Tab ticks it too."""
        square = ui.rect(row.x, row.y + ui.px(4), ui.px(18), ui.px(18))
        ui.panel(square, "accent" if self.ticked else "page", "accent", 3)
        ui.text(self.tick + "  (Tab)", square.right + ui.px(10), row.y + ui.px(3), 13, "text", width=row.width - ui.px(30))
        if (ui.hot(row) and ui.clicked and not self._fresh) or ui.key("tab"):
            self.ticked = not self.ticked


def aside(ui: Ui, box: Any, area: Any, spot: tuple[float, float] | None) -> Any:
    """Return a place for a box in an area that leaves a spot and its surroundings visible, if there is room."""
    if spot is None or not box.inflate(2 * ui.px(AROUND), 2 * ui.px(AROUND)).collidepoint(spot):
        return box
    above, below = box.copy(), box.copy()
    above.top, below.bottom = area.top, ui.surface.get_height() - ui.px(8)  # over the buttons too: they wait
    return above if spot[1] - above.bottom > below.top - spot[1] else below


CLOSED = Entry(None, "")


class Popup:
    """The list over a screen, if there is one, and what to do with its answer.

    Attributes:
        menu: the list that is open, None for none. ticked: the box of the last list that was closed.
    """

    def __init__(self) -> None:
        self.menu: Menu | None = None
        self.ticked = False
        self._chosen: Callable[[Entry], object] | None = None
        self._about = ""

    def open(self, menu: Menu, chosen: Callable[[Entry], object], about: str = "") -> None:
        """Open a list.

        Args:
            chosen: called with the chosen value; not called if the list is closed.
            about: the unit that the list is about, which stays visible.
        """
        self.menu, self._chosen, self._about = menu, chosen, about

    def close(self) -> None:
        """Close the list without an answer."""
        self.menu = None

    def draw(self, ui: Ui, area: Any, spot_of: Callable[[str], tuple[float, float] | None]) -> None:
        """Draw the open list, and pass on the choice; `spot_of` returns the pixel of a unit."""
        if self.menu is None:
            return
        menu = self.menu
        entry = menu.draw(ui, area, spot_of(self._about))
        if entry is not None:
            self.menu, self.ticked = None, menu.ticked
            if entry is not CLOSED and self._chosen is not None:
                self._chosen(entry)


class Prompt:
    """A line to type in.

    Attributes:
        lines: the question. refused: why the last line was refused, "" if it was not.
    """

    def __init__(self, title: str, lines: list[str], refused: str = "") -> None:
        self.title, self.lines, self.refused = title, lines, refused
        self._typed = ""
        self._fresh = True

    def draw(self, ui: Ui, area: Any) -> str | None:
        """Draw it in the middle of an area and return the line when Return was pressed, None before that."""
        ui.awake = True
        if not self._fresh:
            self._typed += "".join(letter for letter in ui.typed if letter.isprintable())
        if ui.key("backspace"):
            self._typed = self._typed[:-1]
        width = ui.px(WIDE + 60)
        text = [line for says in self.lines for line in ui.wrapped(says, width - ui.px(40), 13)]
        refused = ui.wrapped(self.refused, width - ui.px(40), 12)
        step = ui.line_height()
        height = ui.px(104) + step * (len(text) + len(refused))
        box = ui.rect(area.centerx - width / 2, area.centery - height / 2, width, height)
        ui.panel(box, "panel@0.97", "accent")
        ui.text(self.title, box.x + ui.px(20), box.y + ui.px(12), 16, "accent", bold=True, width=width - ui.px(40))
        y = box.y + ui.px(42)
        for line in text:
            ui.text(line, box.x + ui.px(20), y, 13, "text")
            y += step
        line_box = ui.rect(box.x + ui.px(20), y + ui.px(6), width - ui.px(40), ui.px(32))
        ui.panel(line_box, "page", "accent", 4)
        ui.text(
            self._typed + "_", line_box.x + ui.px(10), line_box.y + ui.px(5), 15, "text", width=line_box.width - ui.px(20)
        )
        for number, line in enumerate(refused):
            ui.text(line, box.x + ui.px(20), line_box.bottom + ui.px(6) + number * step, 12, "bad")
        self._fresh = False
        if ui.key("return") or ui.key("enter"):
            return self._typed
        return None
