"""A game: a battle in progress that people and bots play, recorded from its opening on.

    game = Game("duel", seed=3, bots={"red": bot}, people={"blue"})
    while not game.battle.over:
        if game.pending is None:
            events = game.advance()  # one decision of a bot
        else:
            events = game.act("shoot red_1")

This module needs no window. A game is a replay that can be verified at any time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self

from fireteam.content.errors import ContentError, IllegalAction, ReplayError

from ..battle import Battle, Decision
from ..observe.actions import SLOTS, Action, from_words
from ..observe.events import Event
from ..replay.replay import Replay
from ..replay.storage import Step
from ..scenario.models import DEFAULT, Scenario
from ..seats.bots import Bot, Given, InsideBot, name_of, order_of, why_of
from .players import PERSON, REMEMBERED, BotFailed, Players

__all__ = ["PERSON", "REMEMBERED", "BotFailed", "Game"]

REVEALING = ("spotted", "revealed")  # events after which nothing is taken back


class Mark(NamedTuple):
    """A decision: who took it (PERSON, REMEMBERED or a bot's name), the state before, and whether it continues the last."""

    by: str
    before: bytes
    goes_on: bool = False


class Game:
    """A battle that people and bots play, and its replay.

    Args:
        scenario, seed: see `Battle`.
        bots: the bots of teams that no person plays: team -> bot.
        people: the teams that are played by people: one, or several at one screen.
        dice: dictated dice of the opening, see `table.opening_dice`.
        slots: (own, others) slots of observations, for bots with `act` that were made for more than 8.

    Attributes:
        battle: its present state. Read it, or ask it for odds, but play only through this class.
        players: who plays which unit; units are handed over and standing answers are given there.
        path: file that the replay is saved to after every phase; None for none.
        replay: the replay so far; another object after `undo`.

    Raises:
        ContentError: a team has no player or two, or a given bot is no bot.
    """

    def __init__(
        self,
        scenario: Scenario | str | Path = DEFAULT,
        seed: int = 0,
        bots: Mapping[str, Bot | InsideBot] | None = None,
        people: Iterable[str] = (),
        dice: Sequence[int] = (),
        slots: tuple[int, int] = (SLOTS, SLOTS),
    ) -> None:
        players = Players(Battle(scenario, seed, dice=list(dice)), bots or {}, people, slots)
        self._begin(players, Replay.of(players.battle, seed, players.seats()))

    def _begin(self, players: Players, replay: Replay) -> None:
        """Begin with a battle, its players, and its replay so far."""
        self.players, self.battle, self.replay = players, players.battle, replay
        self.path: Path | None = None
        self._marks: list[Mark] = []
        self._unsaved, self._failed = "", False
        self._phase = (0, 0, "")  # which was the last to be saved

    @classmethod
    def resume(
        cls,
        path: str | Path,
        bots: Mapping[str, Bot | InsideBot] | None = None,
        people: Iterable[str] = (),
        slots: tuple[int, int] = (SLOTS, SLOTS),
    ) -> Self:
        """Return a game that continues a saved replay; players are seated anew, and no unit is handed over.

        Raises:
            ReplayError: the file is no replay, its battle is over, or it does not play again as recorded.
        """
        replay = Replay.load(path)
        assert replay.result is not None
        if replay.result.ending != "undecided":
            raise ReplayError(f"{path}: the battle is over ({replay.result.ending}): there is nothing to go on with")
        try:
            replay.verify()
            battle = replay.battle_at(len(replay.steps) + 1)
        except ReplayError as error:
            raise ReplayError(f"{path}: {error}") from None
        made = object.__new__(cls)
        players = Players(battle, bots or {}, people, slots)
        replay.header = replay.header.model_copy(update={"seats": players.seats(), "handed": {}})
        replay.result = None
        made._begin(players, replay)
        return made

    @property
    def pending(self) -> Decision | None:
        """The decision that a person must take now; None if a bot or a remembered answer decides, or nobody does."""
        return self.players.pending

    def advance(self, dice: Sequence[int] = ()) -> list[Event] | None:
        """Play one decision that no person has to take; return its events, None if there is none now.

        Args:
            dice: dictated dice of the step, see `table.py`.

        Raises:
            BotFailed: see `Players.choice`.
        """
        action, decision = self.players.choice(), self.battle.decision
        if action is None or decision is None:
            return None
        bot = self.players.bot_of(decision.unit)
        by = REMEMBERED if bot is None else name_of(bot)
        why = None if bot is None else why_of(bot, self.battle)
        if bot is None or decision.unit in self.players.handed():
            why = {"by": by} | ({} if why is None else {"why": why})
        return self._step(action, dice, by, why, Given() if bot is None else order_of(bot, self.battle))

    def run(self) -> Iterator[list[Event]]:
        """Play on until a person must decide or the battle is over; yield the events of each decision."""
        while (events := self.advance()) is not None:
            yield events

    def act(
        self, action: Action | str, dice: Sequence[int] = (), goes_on: bool = False, order: str | None = None
    ) -> list[Event]:
        """Take a person's decision, in words or as an Action; return its events.

        Args:
            dice: dictated dice of the step, see `table.py`.
            goes_on: whether it continues the decision before, like the next step of a walk: `undo_whole` takes both back,
                unless another unit has decided between them.
            order: the order that it gives, or goes on with, in words; None if it is of none.

        Raises:
            IllegalAction: it is not open, or no person has to decide now; nothing has changed.
            BattleOver: the battle has ended.
        """
        self.check(action)
        if isinstance(action, str):
            action = from_words(self.battle.field, int(self.battle.record[0]["decider"]), action)
        given = Given() if order is None else Given("" if goes_on else order, goes_on)
        return self._step(Action(*map(int, action)), dice, PERSON, None, given, goes_on)

    def check(self, action: Action | str) -> None:
        """Raise the errors of `act` without acting."""
        decision = self.battle.decision
        if decision is not None and self.pending is None:
            bot = self.players.bot_of(decision.unit)
            whose = REMEMBERED if bot is None else name_of(bot)
            raise IllegalAction(f"{decision.unit} decides now ({decision.kind}), which is not for a person but for: {whose}")
        self.battle.copy().step(action)

    def _step(
        self, action: Action, dice: Sequence[int], by: str, why: object, order: Given, goes_on: bool = False
    ) -> list[Event]:
        before, count = self.battle.snapshot(), len(self.replay.steps)
        try:
            self.battle.dictate(list(dice))
            events = self.replay.step(self.battle, action, why, order.words, order.goes_on)
        except BaseException:  # Ctrl-C too must not leave the battle a step ahead of its replay
            self._go_back(before, count)
            raise
        follows = goes_on and count > 0 and self.replay.steps[-1].unit == self.replay.steps[count - 1].unit
        self._marks.append(Mark(by, before, follows))
        if self.why_no_undo():  # nor can anything before it be taken back
            self._marks = self._marks[-1:]
        self.players.choose_anew()
        if (now := self.phase()) != self._phase:
            self._phase = now
            self._save_phase()
        return events

    def phase(self) -> tuple[int, int, str]:
        """Return a key of the phase: round, pass and unit; while others answer, it is still the unit's phase."""
        decision = self.battle.decision
        unit = "" if decision is None else decision.unit if decision.own else self._phase[2]
        return self.battle.round, int(self.battle.record[0]["pass_number"]), unit

    def _save_phase(self) -> None:
        """Save the game at the end of a phase, so that a crash loses the present phase at most."""
        if self.path is not None:
            try:
                self.save(self.path)
                self._failed = False
            except ContentError as error:  # a full disk is no reason to stop playing
                self._unsaved, self._failed = self._unsaved if self._failed else str(error), True

    def trouble(self) -> str:
        """Return, once, why a phase could not be saved; "" if there is nothing new."""
        trouble, self._unsaved = self._unsaved, ""
        return trouble

    def why_no_undo(self) -> str:
        """Return why the last decision cannot be taken back, as a sentence; "" if it can."""
        if not self._marks:
            return "Nothing was decided in this game that could be taken back."
        by, step = self._marks[-1].by, self.replay.steps[-1]
        if by == REMEMBERED:
            return f"{step.unit} has given its remembered answer since ({step.action})."
        if by != PERSON:
            return f"{step.unit}, played by {by}, has decided since ({step.action})."
        for event in step.events:
            if event.kind == "roll":
                return f"Dice have been rolled since: {event.actor}, {event.numbers['purpose']}."
            if event.kind in REVEALING:
                return f"{event.target} has been found since."
        return ""

    def undo(self) -> Step:
        """Take back the last decision of a person; return it as it was recorded. The replay loses it too.

        Raises:
            IllegalAction: nothing can be taken back; see `why_no_undo`.
        """
        if why := self.why_no_undo():
            raise IllegalAction(why)
        taken = self.replay.steps[-1]
        self._go_back(self._marks.pop().before, len(self.replay.steps) - 1)
        self._phase = (0, 0, "")  # what was saved may be what is taken back
        return taken

    def undo_whole(self) -> list[Step]:
        """Take back the last decision of a person and those that it continued, a whole walk; return them, last first.

        Raises:
            IllegalAction: nothing can be taken back; see `why_no_undo`.
        """
        taken: list[Step] = []
        goes_on = True
        while goes_on and (not taken or not self.why_no_undo()):
            goes_on = bool(self._marks) and self._marks[-1].goes_on
            taken.append(self.undo())
        return taken

    def _go_back(self, before: bytes, count: int) -> None:
        """Go back to a state of the battle, and to the first `count` decisions of its replay."""
        self.battle.restore(before)
        shorter = Replay(self.replay.header, self.replay.opening)
        shorter.steps = self.replay.steps[:count]
        self.replay = shorter
        self.players.choose_anew()

    def save(self, path: str | Path) -> None:
        """Write the replay so far, with the units handed over; its result is "undecided" unless the battle is over."""
        self.replay.header = self.replay.header.model_copy(update={"handed": self.players.handed()})
        self.replay.finish(self.battle)
        self.replay.save(path)
