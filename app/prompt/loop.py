"""A game played by typing: shows events and open actions, reads a line, obeys it."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from fireteam.content.errors import ContentError, FireteamError, IllegalAction
from fireteam.content.reading import closest
from fireteam.env.analysis.dice import TooManyDice
from fireteam.env.analysis.odds import Odds, quotes
from fireteam.env.game.game import BotFailed, Game
from fireteam.env.game.orders import Offer, Orders, Staff
from fireteam.env.game.questions import Question, Questions, run_questions
from fireteam.env.game.table import Table
from fireteam.env.observe.actions import Action, from_words
from fireteam.env.observe.events import Event
from fireteam.env.rules.events import GOES

from ..output import FINE, INTERRUPTED, UNABLE, complain, console, typed
from ..reports.transcript import nameless_sentences, seen
from .text import board, headline, numbered, offered, reason, strangers_to

EVERYBODY = "all"


class Quit(Exception):
    """The person wants to leave."""


class Prompt:
    """A game at a terminal.

    Args:
        game: the game that is played.
        path: the file of the replay.
        table: whether people type in the dice of their units.
        commands: the commands besides actions, by name: a function, and its text in `help`.
        staff: proposes orders; None if all is decided in single actions.

    Attributes:
        game, path, commands: as given.
        in_orders: whether orders are listed, rather than single actions.
    """

    def __init__(
        self, game: Game, path: Path, table: bool = False, commands: "Commands | None" = None, staff: Staff | None = None
    ) -> None:
        self.game, self.path, self.commands = game, path, commands or {}
        self._orders = None if staff is None else Orders(game, staff)
        self.in_orders = staff is not None
        self.teams = {team: set(game.players.units(team)) for team in game.players.people}
        self._table = Table(game) if table else None
        self._strangers = strangers_to(game.battle, self.teams)
        self._narrated = 0  # events of the present step that were told while it was asked for dice
        self._obeys, self._walk = False, list[Event]()  # whether an order is carried out; its walk as far as it was not told
        self._phase: tuple[Any, ...] = ()  # for which the map was shown last
        self._open: list[Action] | None = None  # the list that is on show
        self._odds: dict[Action, Odds] = {}

    def run(self) -> int:
        """Play until the battle is over or the person leaves; save the replay, return the exit code."""
        try:
            self._play()
        except (EOFError, Quit):
            return self._leave(FINE)
        except KeyboardInterrupt as stop:
            return self._leave(getattr(stop, "code", INTERRUPTED))
        except Exception:  # a mistake of ours must not lose the game
            self._leave(UNABLE)
            raise
        self.print("\n" + self.board())
        return self._leave(FINE)

    def _play(self) -> None:
        while not self.game.battle.over:
            try:
                if self.game.pending is None:
                    self._end_walk()
                    self._step(self._table.advancing if self._table else None, self.game.advance)
                    continue
                if self._carries_on():
                    continue
                self._present()
            except BotFailed as error:
                complain(str(error))
                self.print("Hand the unit to another bot (hand UNIT BOT), or save and quit.")
            self._obey(typed("> ").strip())

    def _carries_on(self) -> bool:
        """Take the next action of an order, if one is being carried out; return whether that was so."""
        ordered = None if self._orders is None else self._orders.next()
        if ordered is None:
            self._end_walk()
            return False
        self.take(*ordered)
        return True

    def offers(self) -> Sequence[Offer]:
        """Return the orders to choose from; none in single actions, and where somebody is to be answered."""
        return self._orders.offers() if self._orders is not None and self.in_orders else ()

    def turn(self) -> None:
        """Go over to single actions, or back to orders.

        Raises:
            ContentError: nobody proposes orders.
        """
        if self._orders is None:
            raise ContentError("there are only single actions here")
        self.in_orders = not self.in_orders
        self.show_again()

    def _step(self, asking: Callable[[], Questions[Any]] | None, plain: Callable[[], Any]) -> None:
        """Take a step, asking people for dice in table mode, and print the events."""
        self._narrated = 0
        try:
            events = run_questions(asking(), self._answer) if asking else plain()
        except TooManyDice as error:
            complain(str(error))
            events = plain()
        self.show_again()
        if trouble := self.game.trouble():
            complain(f"not saved: {trouble}")
        self.narrate(events[self._narrated :])

    def take(self, action: Action, goes_on: bool = False, order: str | None = None) -> None:
        """Take a decision of the person; `goes_on` with the one before, as the steps of a walk; `order` if it is of one."""
        table, self._obeys = self._table, order is not None
        asking = (lambda: table.answering(action, goes_on, order)) if table else None
        self._step(asking, lambda: self.game.act(action, goes_on=goes_on, order=order))

    def _answer(self, question: Question) -> str:
        self.narrate(question.events[self._narrated :])
        self._narrated = len(question.events)
        return dice_typed(question)

    def print(self, text: str) -> None:
        """Print a text as it is."""
        console.print(text)

    def narrate(self, events: list[Event]) -> None:
        """Print events as far as the people may know them; a unit that they knew neither before nor now is "somebody"."""
        now = strangers_to(self.game.battle, self.teams)
        events, self._walk = [*self._walk, *events], []
        if self._obeys and events:  # of a walk that was ordered only the end is told
            kinds = self.game.battle.field.system.EVENTS
            goes = [bool(kinds.named(event.kind).traits & GOES) for event in events]
            shown = [event for event, *both in zip(events, goes, [*goes[1:], False], strict=True) if not all(both)]
            events, self._walk = (shown[:-1], shown[-1:]) if goes and goes[-1] else (shown, [])
        for line in nameless_sentences(self.game.battle.field, seen(events, self.teams), self._strangers & now):
            self.print(line)
        self._strangers = now

    def _end_walk(self) -> None:
        """Tell where a walk that was ordered has led."""
        self._obeys = False
        self.narrate([])

    def board(self) -> str:
        """Return the map as the deciding side sees it."""
        decision = self.game.pending
        team = decision.team if decision else next(iter(sorted(self.game.players.people)), self.game.players.teams[0])
        return board(self.game.battle, team, console.is_terminal)

    def show_again(self) -> None:
        """Note that the open actions have changed and must be shown again."""
        self._open = None

    def _present(self) -> None:
        """Show who decides and what is open, unless it is already shown; show the map at first and in a new phase."""
        battle, decision = self.game.battle, self.game.pending
        if self._open is not None or decision is None:
            return
        phase = (battle.round, int(battle.record[0]["pass_number"]), decision.unit)
        if not self._phase or (decision.own and phase != self._phase):
            self._phase = phase
            self.print(f"\n{headline(battle, decision)}\n{self.board()}")
        self._open, self._odds = battle.legal(), quotes(battle)
        offers = self.offers()
        listed = offered(offers) if offers else numbered(battle, self._open, self._odds, battle.field.scenario.fog)
        self.print(f"\n{reason(battle)}\n{listed}")

    def _obey(self, line: str) -> None:
        """Obey a typed line: a command, an order by its number, or an action by number or in words."""
        name, _, rest = line.partition(" ")
        try:
            if name in self.commands:
                self.commands[name][0](self, rest.strip())
            elif line.isdecimal() and line.isascii() and self.offers():
                self._give(int(line[:9]))
            elif line:
                self.take(self.action(line))
        except FireteamError as error:
            complain(str(error))

    def _give(self, number: int) -> None:
        """Give an order by its number on the list."""
        assert self._orders is not None
        if not 1 <= number <= len(self.offers()):
            raise IllegalAction(f"{number}: there is no such order, they go from 1 to {len(self.offers())}")
        self.take(*self._orders.give(number - 1))

    def odds(self) -> dict[Action, Odds]:
        """Return the odds of the open actions."""
        return self._odds if self.game.pending is not None else {}

    def action(self, text: str) -> Action:
        """Return an open action by its number, its words, or its verb alone where only one of it is open.

        Raises:
            IllegalAction: there is no such open action; the message lists what is open.
        """
        battle, shown = self.game.battle, self._open
        if self.game.pending is None or shown is None:
            raise IllegalAction(f"nothing can be decided before that; commands: {', '.join(self.commands)}")
        if text.isdecimal() and text.isascii():
            if self.offers():
                raise IllegalAction(f"{text}: numbers are those of orders now; `o` lists single actions")
            if not 1 <= int(text[:9]) <= len(shown):
                raise IllegalAction(f"{text}: there is no such number, they go from 1 to {len(shown)}")
            return shown[int(text) - 1]
        fitting = [action for action in shown if battle.field.system.VERBS[action.verb].name == text]
        if len(fitting) > 1:
            raise IllegalAction(f"{text!r} needs more: {', '.join(battle.words(action) for action in fitting)}")
        try:
            action = fitting[0] if fitting else from_words(battle.field, int(battle.record[0]["decider"]), text)
        except ContentError as error:
            near = closest(text.split()[0], self.commands)
            raise IllegalAction(f"{error}{near} `help` lists the commands.") from None
        if action not in shown:
            raise IllegalAction(f"{text!r} is not open now. {battle.choices()}")
        return action

    def units(self, name: str) -> list[str]:
        """Return a unit by name, or all units of the people."""
        return [unit for unit in self.game.players.units() if name == EVERYBODY and self._is_ours(unit)] or [name]

    def _is_ours(self, unit: str) -> bool:
        return any(unit in units for units in self.teams.values())

    def save(self, name: str = "") -> str:
        """Write the replay so far to a file; return where it is and how much."""
        path = Path(name) if name else self.path
        self.game.save(path)
        return f"{path}, {len(self.game.replay.steps)} decisions."

    def _leave(self, code: int) -> int:
        """Save the replay, in another folder if need be, and say how to go on; return the exit code."""
        over = self.game.battle.over
        for path in (self.path, Path(tempfile.gettempdir()) / self.path.name):
            try:
                self.game.save(path)
            except ContentError as error:
                complain(str(error))
                continue
            options = " --table --text" if self._table else " --text"
            how = f"To see it again: fireteam watch {path}" if over else f"To go on: fireteam play --resume {path}{options}"
            with suppress(OSError):  # the terminal may be gone
                self.print(f"\nSaved. {how}")
            return code
        return UNABLE


Commands = Mapping[str, tuple[Callable[[Prompt, str], None], str]]


def dice_typed(question: Question) -> str:
    """Ask for a roll at the terminal; return what was typed.

    Raises:
        Quit: the person wants to leave.
    """
    if question.refused:
        complain(question.refused)
    console.print(question.sentence())
    text = typed("dice> ").strip()
    if text == "quit":
        raise Quit
    return text
