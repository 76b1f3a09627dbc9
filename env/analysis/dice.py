"""The dice of a step before it is taken: which rolls it makes, for what and with how many dice.

Dictated dice are used up in order by all throws of a step, and a later throw may depend on an earlier one.
So a step is tried on copies of the battle, each time with the dice known so far; the first throw that lacks its dice is
the next. `Trial.seeded` are the dice that the engine itself would throw for it, if none of the step's were dictated.

The rule system tells which throws a step makes, in `table` of its folder: see `Table`.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Set
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from fireteam.content.errors import ContentError, FireteamError

from ..battle import Battle, seed_words
from ..observe.actions import Action
from ..observe.events import Event, Term
from ..rules.dice import BLOCK_BITS, DICE_PER_WORD, FAIR_WORDS, counter_of, threefry
from ..rules.log import MAX_DICTATED
from ..rules.systems import SYSTEMS, checked, has_room
from ..scenario.models import Scenario
from ..scenario.setup import Field


class TooManyDice(FireteamError, ValueError):
    """Raised when a step would throw more dice than can be dictated."""


class Throw(NamedTuple):
    """A throw that is about to be made.

    Attributes:
        unit: the thrower. purpose: one of the system's `purposes`, in words. against: the opponent, or None.
        dice: the number of dice.
        terms: the terms of the pool.
        events: the events of the step so far.
        before: the dice of the step so far.
        key: the key of the engine's own dice: unit, purpose, its earlier throws for it in this pass, pass, round.
    """

    unit: str
    purpose: str
    against: str | None
    dice: int
    terms: list[Term]
    events: list[Event]
    before: list[int]
    key: tuple[int, int, int, int, int]


Shows = Callable[[Throw], Iterable[tuple[float, list[int]]]]
Throws = Generator[Throw, list[int], list[int]]  # gives throws, takes the faces of each, returns all dice of the step


class Keys(Protocol):
    """The key of dice, followed through the events of a step."""

    def hear(self, event: Event, last: Event | None, /) -> None:
        """Note an event, and the one before it."""

    def count(self, who: int, purpose: int) -> tuple[int, int, int, int, int]:
        """Count a throw and return its key, see `Throw`."""


class Table(Protocol):
    """The interface of `table` in a system's folder: what people are asked who roll its dice.

    Attributes:
        DICE: how its dice are typed, a `Dice` of `game/questions.py`.
        NOBODYS: purposes of throws that people are never asked for.
        Clock: the class of its `Keys`; made from the record before the step.
        check_rolled: raises a ContentError if people cannot roll dice in a field.
        throws_in: the throws in an event of a roll, given the record of the arena: purpose, number of dice, terms.
        meaning_of: the meaning of a throw, a `Meaning` of `game/questions.py`.
    """

    DICE: Any
    NOBODYS: Set[str]
    Clock: Callable[[np.void], Keys]
    check_rolled: Callable[[Field], None]
    throws_in: Callable[[Event, np.void], Iterable[tuple[str, int, list[Term]]]]
    meaning_of: Callable[["Trial", Throw], Any]


def dice_of_system(field: Field) -> Table:
    """Return the `Table` of a field's rule system, which knows its rolls.

    Raises:
        ContentError: there is none.
        TypeError: it lacks what shared code needs.
    """
    system = field.scenario.system
    if not has_room(system, "table"):
        raise ContentError(f"system = {system!r}: dice that people roll cannot be typed in")
    table: Table = checked(import_module(f"{SYSTEMS[system]}.table"), Table)
    return table


class Trial:
    """A step that is tried repeatedly on a copy of a battle, and never taken in the battle itself.

    Attributes:
        field: the battlefield. start: the record before the step. system: the `Table` of its rule system.
        battle: the copy, as the last run left it. events: the events of that run.
    """

    events: list[Event]

    def __init__(self, battle: Battle, action: Action | str) -> None:
        self.field, self.battle = battle.field, battle.copy()
        self.system = dice_of_system(self.field)
        self._before = battle.record.view(np.uint8).copy()  # as bytes, which is quick
        self.start = self._before.view(battle.record.dtype)[0]
        self._action = action

    def run(self, dice: list[int]) -> list[Event]:
        """Return the events if these are the first dice; the others show ones, or follow the seed if `dice` is None.

        Raises:
            IllegalAction, BattleOver: as of `Battle.step`.
        """
        self.battle.record.view(np.uint8)[:] = self._before
        self.battle.dictate(dice)
        self.events = self.battle.step(self._action)
        return self.events

    def throws(self) -> Throws:
        """Iterate over the step's throws: yields each, takes its faces, returns the dice of all.

        Raises:
            TooManyDice: these are more dice than can be dictated in a step.
        """
        known: list[int] = []
        while (throw := self._next(known)) is not None:
            if len(known) + throw.dice > MAX_DICTATED:
                raise TooManyDice(
                    f"this step throws more than {MAX_DICTATED} dice, which is all that can be typed in for one: "
                    "let the engine throw them"
                )
            faces = yield throw
            assert len(faces) == throw.dice
            known = known + faces
        return known

    def courses(
        self, shows: Shows, known: list[int] | None = None, chance: float = 1.0
    ) -> Iterator[tuple[float, list[Event]]]:
        """Yield each possible course of the step with its chance; `battle` is then as the step leaves it.

        Args:
            shows: returns the possible faces of a throw, with their chances. known: the dice before. chance: that of these.
        """
        known = known or []
        throw = self._next(known)
        if throw is None:
            yield chance, self.events
            return
        for part, faces in shows(throw):
            yield from self.courses(shows, known + faces, chance * part)

    def _next(self, known: list[int]) -> Throw | None:
        """Return the first throw whose dice are not known, None if there is none."""
        names = [fighter.name for fighter in self.field.roster]
        numbers = {purpose.words: number for number, purpose in enumerate(self.field.system.PURPOSES)}
        clock = self.system.Clock(self.start)
        events = self.run(known)
        dice = 0
        for number, event in enumerate(events):
            clock.hear(event, events[number - 1] if number else None)
            if event.kind != "roll":
                continue
            unit = str(event.actor)
            for words, count, terms in self.system.throws_in(event, self.field.arena[0]):
                key = clock.count(names.index(unit), numbers[words])
                if count and dice >= len(known):
                    return Throw(unit, words, event.target, count, terms, events[:number], known, key)
                dice += count
        return None

    def seeded(self, throw: Throw) -> list[int]:
        """Return the faces that the engine throws itself: the keyed dice of `rules.dice`."""
        return keyed_faces(self.start, self.field.system.FACES, throw.key, throw.dice)


def keyed_faces(start: np.void, sides: int, key: tuple[int, int, int, int, int], count: int) -> list[int]:
    """Return the faces of a throw, as the engine throws it in a battle with the record `start`; see `Throw.key`."""
    which, when = counter_of(*key)
    first, second = start["seed"].tolist()
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        for word in threefry(first, second, which | block << BLOCK_BITS, when):
            faces += faces_in(word, sides)
        block += 1
    return faces[:count]


def faces_in(word: int, faces: int) -> list[int]:
    """Return the dice in a random word of 32 bits, none if it is drawn again: as `rules.dice` unpacks them."""
    if word >= FAIR_WORDS[faces]:
        return []
    return [word // faces**die % faces + 1 for die in range(DICE_PER_WORD[faces])]


class OpeningTrial(Trial):
    """The opening rolls of a battle, tried in the same way."""

    def __init__(self, scenario: Scenario | str | Path, seed: int) -> None:
        self.battle = Battle(scenario, seed)
        self.field, self.start = self.battle.field, self.battle.field.opening[0].copy()
        self.start["seed"] = seed_words(seed)
        self.system = dice_of_system(self.field)
        self._setting = scenario, seed

    def run(self, dice: list[int]) -> list[Event]:
        """Return the events of the opening if these are the first dice."""
        self.battle = Battle(*self._setting, dice=dice)
        self.events = self.battle.events()
        return self.events
