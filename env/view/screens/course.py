"""The course of a game in the window: bots decide beside the picture, people decide, dice are entered, results are shown."""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from fireteam.content.errors import FireteamError

from ...game.game import Game
from ...game.table import Table
from ...observe.actions import Action
from ...observe.events import Event
from ...replay.storage import Step
from ..draw.ui import Ui
from ..parts.hand import Hand
from ..playback.growing import GrowingPlayer
from .dice import Asking
from .seat import Seat
from .view import View


class Course:
    """The course of a game.

    Args:
        game: the game that is played.
        theme: its colours.
        table: asks people for the dice that they roll; None if the engine throws all.

    Attributes:
        game, view: the game, and its shown state.
        hand, seat: those of the person, who cannot decide behind the curtain.
        asking: the open questions about dice, None for none.
        at_table: whether people are asked for the dice that they roll.
    """

    def __init__(self, game: Game, theme: str = "dark", table: Table | None = None) -> None:
        self._growing = GrowingPlayer(game.replay)
        self.game, self.view = game, View(self._growing.player, theme, self._growing.battles)
        self.hand, self.seat = Hand(game.battle), Seat(game, self.view)
        self.asking: Asking[list[Event] | None] | None = None
        self._table = table
        self.at_table = table is not None
        self._worker = ThreadPoolExecutor(1)
        self._thinking: Future[Any] | None = None
        playback = self.view.player.playback
        self.view.player.unexpected = {
            unit["name"]
            for unit in playback["units"]
            if unit["surprise"] and playback["teams"][unit["team"]]["name"] not in game.players.people
        }
        self.view.player.trusted = set(game.players.people)
        self.view.go(self.view.player.last)
        self.seat.take()
        if not game.replay.steps:
            self.view.show_opening()

    def think(self) -> None:
        """Let a bot think without stopping the picture, then take what it has decided.

        Raises:
            BotFailed: it has failed.
        """
        if self._thinking is None:
            self._thinking = self._worker.submit(self.game.players.choice)
        elif self._thinking.done():
            thought, self._thinking = self._thinking, None
            thought.result()
            if self._table is None:
                self._take(self.game.advance())
            else:
                self._ask_dice(Asking(self._table.advancing()))

    def decide(self, action: Action | str, goes_on: bool = False, order: str | None = None) -> None:
        """Take a person's decision.

        `goes_on` if it continues the one before, like the next step of a walk; `order` in words if it is of one.
        """
        try:
            if self._table is None:
                self._take(self.game.act(action, goes_on=goes_on, order=order))
            else:
                self._ask_dice(Asking(self._table.answering(action, goes_on, order)))
        except FireteamError as error:
            self.view.say(str(error))
            self.hand.forget()

    def take_back(self) -> list[Step]:
        """Take back what a person decided last, a whole walk too; return it, last first.

        Raises:
            IllegalAction: why it cannot be taken back.
        """
        taken = self.game.undo_whole()
        for _ in taken:
            self._growing.drop_last()
        self.hand.forget()
        self.view.go(self.view.player.last)
        return taken

    def thinks(self) -> bool:
        """Return whether a bot is thinking, and say so if it is: the game is left alone meanwhile."""
        if self._thinking is not None:
            self.view.say("a bot is thinking")
        return self._thinking is not None

    def waits_for_person(self) -> bool:
        """Return whether a person is to decide now."""
        idle = self._thinking is None and self.asking is None and not self.seat.curtain
        return idle and self.game.pending is not None and self.view.n == self.view.player.last

    def draw_asking(self, ui: Ui, area: Any) -> None:
        """Draw the question for dice; with the last answer the decision is taken."""
        asking = self.asking
        if asking is None:
            return
        try:
            asking.draw(ui, area)
        except FireteamError as error:
            self.asking = None
            self.view.say(str(error))
            return
        if asking.done:
            self.asking = None
            self._take(asking.result)

    def _ask_dice(self, asking: Asking[list[Event] | None]) -> None:
        """Ask for dice if there are any to be asked for."""
        if asking.done:
            self._take(asking.result)
        else:
            self.asking = asking

    def _take(self, events: list[Event] | None) -> None:
        """Show the decision that was just recorded."""
        if events is None:
            return
        view = self.view
        self._growing.take(self.game.battle, self.game.replay.steps[-1], events)
        if trouble := self.game.trouble():
            view.say(f"not saved: {trouble}")
        self.hand.forget()
        if view.n == view.player.last - 1:
            view.go(view.player.last, animate=True)
