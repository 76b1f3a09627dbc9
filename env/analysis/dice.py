"""The dice of a step before it is taken: who will throw, what for and how many, one throw after the other.

Dictated dice are used up in order by all throws of a step, and what is thrown later may depend on what was thrown before.
So a step is tried on copies of the battle, each time with the dice known so far; the first throw that lacks its dice is
the next. `Trial.seeded` are the dice that the engine would throw for it itself, were none of the step's dictated.
"""

from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..battle import Battle, seed_words
from ..errors import FireteamError
from ..observe.actions import Action
from ..observe.events import Event, Term
from ..rules.dice import BLOCK_BITS, DICE_PER_WORD, FAIR_WORDS, counter_of, threefry
from ..rules.log import MAX_DICTATED
from ..scenario.models import Scenario

COIN_WORDS = "coin"
_OPENS = {"initiative", "surprise", "hide"}  # thrown before a pass begins, never in one
_EXTRA = "initiative dice gained or lost"


class TooManyDice(FireteamError, ValueError):
    """More dice would be thrown in a step than can be dictated."""


class Throw(NamedTuple):
    """A throw that is about to be made.

    Attributes:
        unit: who throws. purpose: what for, in the words of the system's `purposes`. against: the other one, or None.
        dice: how many.
        terms: what the pool is made of.
        told: what has happened in the step before.
        before: the dice of the step thrown before.
        key: unit, purpose, how many for it in this pass before, pass, round: what the engine's own dice depend on.
    """

    unit: str
    purpose: str
    against: str | None
    dice: int
    terms: list[Term]
    told: list[Event]
    before: list[int]
    key: tuple[int, int, int, int, int]


Throws = Generator[Throw, list[int], list[int]]  # gives throws, takes the faces of each, returns all dice of the step


class Trial:
    """A step that is tried again and again on a copy of a battle, and never taken.

    Attributes:
        field: of the battle. start: its record before the step.
        battle: the copy, as the last run has left it. events: what happened in it.
    """

    events: list[Event]

    def __init__(self, battle: Battle, action: Action | str) -> None:
        self.field, self.battle = battle.field, battle.copy()
        self._before = battle.record.view(np.uint8).copy()  # as bytes, which is quick
        self.start = self._before.view(battle.record.dtype)[0]
        self._action = action

    def run(self, dice: list[int]) -> list[Event]:
        """Return what happens if these are the first dice; the others show ones, or what the seed says if none are given.

        Raises:
            IllegalAction, BattleOver: as of `Battle.step`.
        """
        self.battle.record.view(np.uint8)[:] = self._before
        self.battle.dictate(dice)
        self.events = self.battle.step(self._action)
        return self.events

    def throws(self) -> Throws:
        """Go through the throws of the step: gives each, wants its faces, returns the dice of all.

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

    def _next(self, known: list[int]) -> Throw | None:
        """Return the first throw whose dice are not among those known, None if there is none."""
        names = [fighter.name for fighter in self.field.roster]
        numbers = {purpose.words: number for number, purpose in enumerate(self.field.system.PURPOSES)}
        bought = bool(self.field.arena[0]["rules"]["option_dice"])  # nothing but coins is thrown then
        clock = Clock(self.start, self.field.system.OPENING)
        events = self.run(known)
        dice = 0
        for number, event in enumerate(events):
            clock.hear(event, events[number - 1] if number else None)
            if event.kind != "roll":
                continue
            unit, purpose = str(event.actor), str(event.numbers["purpose"])
            made = [] if bought else [(purpose, len(event.dice), event.terms)]
            if purpose == "initiative":
                made.append((COIN_WORDS, 1, []))
            for words, count, terms in made:
                key = clock.count(names.index(unit), numbers[words])
                if count and dice >= len(known):
                    return Throw(unit, words, event.target, count, terms, events[:number], known, key)
                dice += count
        return None

    def seeded(self, throw: Throw) -> list[int]:
        """Return the faces that the engine throws itself: the keyed dice of `rules.dice`."""
        which, when = counter_of(*throw.key)
        first, second = self.start["seed"].tolist()
        faces: list[int] = []
        block = 0
        while len(faces) < throw.dice:
            for word in threefry(first, second, which | block << BLOCK_BITS, when):
                if word < FAIR_WORDS:
                    faces += [word // 6**die % 6 + 1 for die in range(DICE_PER_WORD)]
            block += 1
        return faces[: throw.dice]


class OpeningTrial(Trial):
    """The rolls with which a battle opens, tried in the same way."""

    def __init__(self, scenario: Scenario | str | Path, seed: int) -> None:
        self.battle = Battle(scenario, seed)
        self.field, self.start = self.battle.field, self.battle.field.opening[0].copy()
        self.start["seed"] = seed_words(seed)
        self._setting = scenario, seed

    def run(self, dice: list[int]) -> list[Event]:
        """Return what happens in the opening if these are the first dice."""
        self.battle = Battle(*self._setting, dice=dice)
        self.events = self.battle.events()
        return self.events


class Clock:
    """Round, pass and how often each unit has thrown for what in it, followed through the events of a step."""

    def __init__(self, start: Any, opening: int) -> None:
        self.round, self.passing = int(start["round_number"]), int(start["pass_number"])
        self._rolls = start["units"]["rolls"]
        self._more: Counter[tuple[int, int]] = Counter()
        stack = start["stack"]["kind"][: start["depth"]]
        self._in_pass = self.round > 0 and opening not in stack

    def hear(self, event: Event, last: Event | None) -> None:
        """Take note of an event: begins it a round, or a pass?"""
        if event.kind == "round":
            self.round, self.passing = int(event.numbers["round"] or 0), 1
            self._forget(in_pass=False)
        elif event.kind == "pass":
            if self._in_pass:
                self._forget(in_pass=True)
            self.passing, self._in_pass = int(event.numbers["pass"] or 0), True
        elif event.kind == "roll":
            purpose = event.numbers["purpose"]
            if purpose in _OPENS and self._in_pass:  # newcomers: the next pass opens before it is told
                self.passing += 1
                self._forget(in_pass=False)
            elif purpose == _EXTRA and last is not None and last.kind == "recovers":
                self._forget(in_pass=True)  # a stimulant wears off after the last pass of a round

    def _forget(self, in_pass: bool) -> None:
        self._rolls = self._rolls * 0
        self._more.clear()
        self._in_pass = in_pass

    def count(self, who: int, purpose: int) -> tuple[int, int, int, int, int]:
        """Count a throw and return its key."""
        nth = (int(self._rolls[who][purpose]) + self._more[who, purpose]) & 127
        self._more[who, purpose] += 1
        return who, purpose, nth, self.passing, self.round
