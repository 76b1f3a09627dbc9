"""A game in the window: what happens by itself - bots decide, decisions are shown - and pop-ups that ask."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ...errors import TROUBLE
from ...game.game import Game
from ...game.table import Table
from ...observe.actions import Action
from ...observe.events import Event
from ..draw.ui import Ui
from ..parts.menus import CLOSED, Entry, Menu
from ..playback.growing import GrowingPlayer
from ..story import ending_lines
from .base import BattleScreen
from .dice import Asking

PAUSE = 0.1  # seconds between two decisions that are shown


class GameScreen(BattleScreen):
    """The course of a game; what a person does about it is for `PlayScreen`.

    Args:
        game: what is played.
        path: file the replay is saved to, when asked and when the window closes.
        table: asks the people for the dice that they roll; None where the engine throws all.
    """

    def __init__(self, game: Game, path: Path, theme: str = "dark", table: Table | None = None) -> None:
        self.game, self.path, self.table = game, path, table
        self.growing = GrowingPlayer(game.replay)
        super().__init__(self.growing.player, theme, self.growing.battles)
        self._menu: Menu | None = None
        self._chosen: Callable[[Entry], None] | None = None
        self._about = ""  # unit that the list is about
        self._asking: Asking[list[Event] | None] | None = None
        self._worker = ThreadPoolExecutor(1)
        self._thinking: Future[Any] | None = None
        self._curtain = ""  # side that must take its seat before it sees anything
        self._told_end = False
        self.ticked = False  # the box of the last list that was closed
        self.player.unexpected = {
            unit["name"]
            for unit in self.player.playback["units"]
            if unit["surprise"] and self.player.playback["teams"][unit["team"]]["name"] not in game.people
        }
        self.go(self.player.last)
        self._take_side()
        if not game.replay.steps:
            self.tell_opening()

    def advance(self, seconds: float) -> None:
        """Show what was decided, let bots decide, stop where a person is to be asked."""
        shown = self.t >= self.player.seconds(self.n) + (PAUSE if self.n else 0)
        if not shown or self.card or self._menu or self._curtain or self._asking:
            return
        if self.n < self.player.last:
            self.go(self.n + 1, animate=True)
        elif self.game.battle.over:
            self._end()
        elif self.game.pending is None:
            self._let_bots_play()
        else:
            self._take_side()
            if not self._curtain:
                self.ask_person()

    def ask_person(self) -> None:
        """A person is to decide, and all that happened before has been shown."""

    def forget(self) -> None:
        """The battle has changed: what was worked out for the decision is to be worked out anew."""

    def _let_bots_play(self) -> None:
        """Let a bot think without stopping the picture, then take what it decided."""
        if self._thinking is None:
            self._thinking = self._worker.submit(self.game.choice)
        elif self._thinking.done():
            thought, self._thinking = self._thinking, None
            try:
                thought.result()
                if self.table is None:
                    self._took(self.game.advance())
                else:
                    self._ask_dice(Asking(self.table.advancing()))
            except TROUBLE as error:
                self.open_menu(
                    "A bot has failed", [str(error)], [Entry("", "save and close")], lambda _: self.close(), must=True
                )

    def decide(self, action: Action | str, goes_on: bool = False) -> None:
        """Take a person's decision; `goes_on` with the one before, as the steps of a walk."""
        try:
            if self.table is None:
                self._took(self.game.act(action, goes_on=goes_on))
            else:
                self._ask_dice(Asking(self.table.answering(action, goes_on)))
        except TROUBLE as error:
            self.say(str(error))
            self.forget()

    def _ask_dice(self, asking: Asking[list[Event] | None]) -> None:
        """Ask for dice if there are any to be asked for."""
        if asking.done:
            self._took(asking.result)
        else:
            self._asking = asking

    def _took(self, events: list[Event] | None) -> None:
        """Show the decision that was just recorded."""
        if events is None:
            return
        self.growing.take(self.game.battle, self.game.replay.steps[-1], events)
        if trouble := self.game.trouble():
            self.say(f"not saved: {trouble}")
        self.forget()
        if self.n == self.player.last - 1:
            self.go(self.player.last, animate=True)

    def thinks(self) -> bool:
        """Return whether a bot is thinking, and say so if it is: the game is left alone meanwhile."""
        if self._thinking is not None:
            self.say("a bot is thinking")
        return self._thinking is not None

    def waits_for_person(self) -> bool:
        """Return whether a person is to decide now."""
        idle = self._thinking is None and self._asking is None and not self._curtain
        return idle and self.game.pending is not None and self.n == self.player.last

    def _take_side(self) -> None:
        """In fog, show what the side that decides sees, behind a curtain if another person sat there before."""
        scenario, pending = self.game.battle.field.scenario, self.game.pending
        if not scenario.fog:
            return
        first = next(team.name for team in scenario.teams if team.name in self.game.people)
        seat = pending.team if pending is not None else self.side or first  # also while a bot has the first decisions
        if len(self.game.people) > 1 and self.side not in ("", seat):
            self._curtain = seat
        self.side = seat

    def turn_side(self) -> None:
        """In fog nobody looks through the eyes of another side."""
        if self.game.battle.field.scenario.fog and not self.game.battle.over:
            self.say("there is fog: you see what your side sees")
        else:
            super().turn_side()

    def busy(self) -> bool:
        """Return whether a pop-up or the curtain takes all input."""
        return super().busy() or bool(self._menu or self._asking or self._curtain)

    def open_menu(
        self, title: str, lines: list[str], entries: list[Entry], chosen: Callable[[Entry], None], must: bool = False,
        tick: str = "", about: str = "",
    ) -> None:  # fmt: skip
        """Open a list to choose from; it does not lie over the unit that it is about."""
        self._menu, self._chosen, self._about = Menu(title, lines, entries, must, tick), chosen, about

    def draw_over(self, ui: Ui) -> None:
        """Draw the pop-up that is open, or the curtain."""
        if self._curtain:
            self._draw_curtain(ui)
        elif self._asking is not None:
            asking = self._asking
            try:
                asking.draw(ui, self.map_area)
            except TROUBLE as error:
                self._asking = None
                self.say(str(error))
            if asking.done and self._asking is not None:
                self._asking = None
                self._took(asking.result)
        elif self._menu is not None:
            menu = self._menu
            spots = [
                self.stage.pixel(x, y)
                for name, x, y, _ in self.player.tokens(self.n, self.t, self.side)
                if name == self._about
            ]
            entry = menu.draw(ui, self.map_area, spots[0] if spots else None)
            if entry is not None:
                self._menu, self.ticked = None, menu.ticked
                if entry is not CLOSED and self._chosen is not None:
                    self._chosen(entry)

    def _draw_curtain(self, ui: Ui) -> None:
        """Hide everything until the next person has taken the seat."""
        whole = ui.surface.get_rect()
        ui.awake = True
        ui.panel(whole, "page", "", 0)
        x, y = whole.center
        ui.text(f"It is {self._curtain}'s turn.", x, y - ui.px(20), 26, "accent", bold=True, align="center")
        ui.text("Click or press Return when you sit here.", x, y + ui.px(20), 15, "faint", align="center")
        if ui.clicked or ui.key("return"):
            self._curtain = ""

    def save(self) -> None:
        """Save the replay so far."""
        try:
            self.game.save(self.path)
        except TROUBLE as error:
            self.say(str(error))
            return
        self.say(
            f"saved: go on with fireteam play --resume {self.path}" if not self.game.battle.over else f"saved {self.path}"
        )

    def close(self) -> None:
        """Close the window after this frame."""
        self.closing = True

    def _end(self) -> None:
        """Tell the result, once."""
        if self._told_end:
            return
        self._told_end = True
        battle = self.game.battle
        self.player.playback["result"] = {"winner": battle.winner, "ending": battle.ending, "rounds": battle.round}
        (title, _), *told = ending_lines(self.player.playback, self.player.scenes[self.player.last], self.side)
        entries = [Entry("look", "look around"), Entry("close", "save and close")]
        lines = [*(says for says, _ in told), f"fireteam watch {self.path} shows it again"]
        self.open_menu(title, lines, entries, lambda entry: self.close() if entry.value == "close" else None)
