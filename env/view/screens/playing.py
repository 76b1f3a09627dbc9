"""Playing a battle: by orders or by clicking on the map, with figures and odds before anything is decided."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from fireteam.content.errors import FireteamError

from ...game.game import Game
from ...game.orders import Orders, Staff
from ...game.table import Table
from ...seats.bots import Bot, InsideBot
from ..draw.ui import Ui
from ..parts.menus import Entry, Menu, Popup
from ..parts.tools import action_tools, draw_row
from ..story import Line
from .commands import Commands
from .course import Course
from .interrupts import Interrupts
from .ordering import Ordering
from .walk import Walk

PAUSE = 0.1  # seconds between two decisions that are shown
END = 110  # width of the button that ends the phase
LOW, HIGH = 84, 188  # of the part below the map: with buttons, and with a list of orders


class Playing:
    """A game in the window, with a person who plays.

    Args:
        game: the game that is played.
        path: file the replay is saved to, when asked and when the window closes.
        bots: bots that units may be handed to, by name: called to make one.
        theme: its colours.
        table: asks people for the dice that they roll; None if the engine throws all.
        staff: proposes orders; None if all is decided in single actions.

    Attributes:
        game, view: the game, and its shown state.
        course: its course.
        hand: the open actions, and the pointer's use of them on the map.
        walk: the steps of the person's unit that are still to be taken. ordering: the orders that it gives.
        popup: the lists that the person chooses from. interrupts: the questions in them.
        commands: the person's commands about the game.
    """

    keys: Sequence[tuple[str, str]] = (
        ("1 to 9, click", "give an order of the list"), ("Tab", "orders, or single actions"),
        ("click a tile", "go there"), ("click a unit", "what can be done about it"), ("Return", "end the phase"),
        ("u", "take back, where no die has been rolled"), ("h", "hand the unit to a bot, or take it back"),
        ("a", "standing answers"), ("F5", "save"), ("Space", "faster while bots play"),
    )  # fmt: skip

    def __init__(
        self, game: Game, path: Path, bots: Mapping[str, Callable[[], Bot | InsideBot]] | None = None, theme: str = "dark",
        table: Table | None = None, staff: Staff | None = None,
    ) -> None:  # fmt: skip
        self.course = Course(game, theme, table)
        self.game, self.view, self.hand = game, self.course.view, self.course.hand
        self.walk = Walk(self.course)
        self.popup = Popup()
        self.interrupts = Interrupts(self.course, self.popup)
        self.ordering = Ordering(self.course, self.popup, None if staff is None else Orders(game, staff))
        self.commands = Commands(self.course, self.walk, self.ordering, self.popup, path, bots or {})

    @property
    def bottom_high(self) -> int:
        """Height of the part below the map, in units of length."""
        return HIGH if self.ordering.on else LOW

    def advance(self) -> None:
        """Show what was decided, let bots decide, stop where a person is to be asked."""
        view, course = self.view, self.course
        if view.card or self.busy() or not view.shown(PAUSE if view.n else 0):
            return
        if view.n < view.player.last:
            view.go(view.n + 1, animate=True)
        elif self.game.battle.over:
            self.commands.show_end()
        elif self.game.pending is None:
            try:
                course.think()
            except FireteamError as error:
                self.commands.show_failure(str(error))
        else:
            course.seat.take()
            if not course.seat.curtain:
                self._go_on()

    def _go_on(self) -> None:
        """Carry on with a walk or an order, or ask about an interrupt."""
        self.walk.go_on()
        if self.course.waits_for_person() and not (self.walk.under_way() or self.view.covered() or self.busy()):
            self.ordering.go_on()
        free = self.course.waits_for_person() and not (self.view.covered() or self.busy())
        if free and not self.hand.choices().own:
            self.interrupts.ask()

    def busy(self) -> bool:
        """Return whether a pop-up or the curtain takes all input."""
        return bool(self.popup.menu or self.course.asking or self.course.seat.curtain)

    def acts(self) -> bool:
        """Return whether a person has an action phase before it, and nothing else is going on."""
        still = self.view.shown() and self.course.waits_for_person()
        return still and not (self.walk.under_way() or self.ordering.under_way()) and self.hand.choices().own

    def turn_side(self) -> None:
        """Go on to the next side's view, where there is no fog."""
        self.course.seat.turn_side()

    def tints(self) -> dict[int, str]:
        """Return the tints of tiles while no overlay is on the map: the tiles that the unit can reach."""
        return self.hand.tints() if self.acts() else {}

    def draw_on_map(self, ui: Ui) -> None:
        """Draw what the hand of the person points at, and take what it taps."""
        if not self.acts():
            return
        view, hand = self.view, self.hand
        self.ordering.draw_on_map(ui)
        unit = view.player.scenes[view.n]["units"][hand.choices().unit]
        tapped = hand.draw(ui, view.stage, view.camera.area, unit)
        if isinstance(tapped, int):
            self._go_to(tapped)
        elif tapped is not None:
            self.course.decide(tapped)

    def _go_to(self, tile: int) -> None:
        """Walk to a tile; if there are orders that lead there, ask which."""
        walk = partial(self.walk.start, tile)
        if there := [(number, offer) for number, offer in self.ordering.offers() if offer.goal == tile]:
            self.ordering.choose("Orders that lead there", there, [Entry(walk, "just walk there, step by step")])
        else:
            walk()

    def unit_lines(self, name: str) -> list[Line]:
        """Return the odds of attacks on a unit."""
        return self.hand.choices().odds_lines(name) if self.acts() else []

    def tile_lines(self, tile: tuple[int, int]) -> list[Line]:
        """Return the consequences of going to a tile."""
        return self.hand.tile_lines(tile[1] * self.view.stage.size[0] + tile[0]) if self.acts() else []

    def draw_bottom(self, ui: Ui, area: Any) -> None:
        """Draw what the unit can do besides walking and attacking, and answer keys."""
        ui.panel(area, "panel", "", 0)
        row = ui.rect(area.x + ui.px(12), area.y + ui.px(8), area.width - ui.px(24), ui.px(32))
        lower = ui.rect(row.x, area.bottom - ui.px(38), row.width, ui.px(30))
        own = self.course.waits_for_person() and self.hand.choices().own
        if own and self.ordering.on and not self.ordering.under_way():
            self.ordering.draw_list(ui, ui.rect(row.x, row.y, row.width, lower.y - ui.px(4) - row.y))
        elif own and not self.ordering.on:
            self._draw_actions(ui, row)
        else:
            ui.text(self._who_decides(), row.x, row.centery - ui.px(8), 14, "faint")
        x = draw_row(ui, lower, [*self.ordering.tools(), *self.commands.tools()], 12) + ui.px(12)
        if own and self.ordering.on:
            self._draw_end(ui, ui.rect(lower.right - ui.px(END), lower.y, ui.px(END), lower.height))
        wide = lower.right - x - (ui.px(END + 10) if self.ordering.on else 0)
        self._draw_declared(ui, ui.rect(x, lower.y, wide, lower.height))
        ui.answer({**self.commands.actions(), "return": self._end_phase, "tab": self.ordering.turn})
        self._tap_unit(ui)

    def _who_decides(self) -> str:
        """Return a line that says who decides, while it is not the person."""
        if self.game.battle.over:
            return "the battle is over"
        view, name = self.view, self.view.decider()
        return f"{view.player.called(view.n, name, view.side)} decides ..." if name else ""

    def _draw_actions(self, ui: Ui, row: Any) -> None:
        """Draw what the unit can do besides walking and attacking in single actions, the end of the phase last."""
        tools = action_tools(self.hand, self.course.decide, self._choose_action)
        everything = [Entry(tool.act, tool.says, tool.price) for tool in tools]
        end = ui.rect(row.right - ui.px(END), row.y, ui.px(END), row.height)
        draw_row(ui, ui.rect(row.x, row.y, end.x - ui.px(10) - row.x, row.height), tools, 13,
                 lambda: self.popup.open(Menu("Actions", [], everything), lambda entry: entry.value()))  # fmt: skip
        self._draw_end(ui, end)

    def _draw_end(self, ui: Ui, end: Any) -> None:
        """Draw the button that ends the phase."""
        choices = self.hand.choices()
        ends = "end" in choices.words.values()
        if ends and ui.button(end, choices.ends, f"{choices.ends} (Return)", on=True):
            self.course.decide("end")

    def _draw_declared(self, ui: Ui, area: Any) -> None:
        """Draw in two lines what the unit has declared so far, in systems with declarations."""
        view = self.view
        name = view.decider()
        if not name or not self.course.waits_for_person():
            return
        if says := view.player.unit(view.n, name, view.side).get("intends", ""):
            for number, line in enumerate(ui.wrapped(f"declared: {says}", area.width, 12)[:2]):
                ui.text(line, area.x, area.y + number * ui.line_height(12), 12, "accent", width=area.width)

    def _choose_action(self, title: str, entries: list[Entry]) -> None:
        """Open a list of actions."""
        self.popup.open(Menu(title, [], entries), lambda entry: self.course.decide(entry.value))

    def _end_phase(self) -> None:
        """End the action phase, if there is one to be ended."""
        if self.course.waits_for_person() and "end" in self.hand.choices().words.values():
            self.course.decide("end")

    def _tap_unit(self, ui: Ui) -> None:
        """Open a list of the actions on the unit under the pointer, if it is tapped on the map."""
        view, hand, name = self.view, self.hand, self.view.pointed
        if not name or not ui.tapped or not ui.hot(view.camera.area) or not self.acts() or hand.turning is not None:
            return
        choices = hand.choices()
        if about := [(number, offer) for number, offer in self.ordering.offers() if offer.target == name]:
            self.ordering.choose(f"Orders about {view.player.called(view.n, name)}", about, [])
        elif actions := choices.at.get(name, []):
            self._choose_action(view.player.called(view.n, name), [choices.entry(action) for action in actions])

    def draw_over(self, ui: Ui) -> None:
        """Draw the pop-up that is open, or the curtain."""
        view, course = self.view, self.course
        if course.seat.curtain:
            course.seat.draw_curtain(ui)
        elif course.asking is not None:
            course.draw_asking(ui, view.camera.area)
        else:
            self.popup.draw(ui, view.camera.area, view.spot_of)
