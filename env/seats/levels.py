"""Levels: a distribution of battles, and the numbers of those that are drawn from it.

Numbers below TEST are for training, the others for tests: no battle is in both sets.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import shown

from ..rules.dice import mixed_word
from ..scenario.models import DEFAULT as DEFAULT_SCENARIO
from ..scenario.models import Scenario
from ..scenario.reading import load_scenario

DEFAULT = "levels"  # the distribution that plain numbers are of
TEST = 2**31  # the first number of a battle for tests; those below are for training
END = 2**32  # the end of all numbers


class Levels:
    """A distribution of battles, and the numbers of those that are fought: a sequence of scenarios.

    >>> levels = levels_of("levels:0..999")
    >>> len(levels), levels[17].draw
    (1000, None)

    Args:
        scenario: the distribution, a scenario that draws.
        numbers: of the battles; all of them for training, or all for tests. A number that is there twice is fought twice as
            often.

    Raises:
        ContentError: the scenario draws nothing, or the numbers are none.
    """

    def __init__(self, scenario: Scenario, numbers: Sequence[int] | np.ndarray = range(TEST)) -> None:
        if scenario.draw is None:
            raise ContentError(f"levels: scenario {scenario.title!r} draws nothing: it has no [draw], so it is one battle")
        first, last = ends_of(numbers)
        if first < TEST <= last:
            raise ContentError(
                f"levels = {shown(numbers)}: numbers below {TEST} are for training, the others for tests: choose one of the "
                "two"
            )
        self.scenario, self.numbers = scenario, numbers if isinstance(numbers, range) else tuple(map(int, numbers))

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, at: int) -> Scenario:
        return self.scenario.drawn(self.numbers[at])

    def __repr__(self) -> str:
        return f"Levels({self.scenario.title!r}, {self.numbers_in_words})"

    @property
    def numbers_in_words(self) -> str:
        """The numbers in words."""
        if isinstance(self.numbers, range) and self.numbers.step == 1:
            return f"from {self.numbers[0]} to {self.numbers[-1]}"
        return "one of {} numbers from {} to {}".format(len(self.numbers), *ends_of(self.numbers))

    def number(self, stream: int, battle: int) -> int:
        """Return the number of the level that a battle of a stream is fought on: each is drawn as often."""
        return self.numbers[int(mixed_word(stream, battle)) * len(self.numbers) >> 32]

    def check(self, number: Any) -> int:
        """Return the number of one of these levels; raise a ContentError if it is none."""
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or int(number) not in self.numbers:
            raise ContentError(f"level = {shown(number)}: must be {self.numbers_in_words}")
        return int(number)


def ends_of(numbers: Any) -> tuple[int, int]:
    """Return the smallest and the largest number of some levels.

    Raises:
        ContentError: one is no such number, or there are none.
    """
    if isinstance(numbers, np.ndarray) and numbers.ndim == 0:
        raise ContentError(f"levels = {shown(numbers)}: must be a range or list of numbers")
    ends = tuple(numbers) if not isinstance(numbers, range) else (numbers[0], numbers[-1]) if numbers else ()
    whole = all(isinstance(one, int | np.integer) and not isinstance(one, bool) for one in ends)
    if not whole or not ends or not 0 <= min(ends) <= max(ends) < END:
        raise ContentError(f"levels = {shown(numbers)}: must be whole numbers from 0 to {END - 1}, one at least")
    return int(min(ends)), int(max(ends))


def levels_of(said: Any, system: str = "") -> Levels:
    """Return levels from what a person writes.

    Args:
        said: levels; a range or list of numbers, of those that come with the package; the name or file of a scenario that
            draws, for all training levels of it, with ":0..999" or ":test" at its end for those numbers; or such a scenario
            itself.
        system: the rule system by which names are read; "" for their own.

    Raises:
        ContentError: there is no such scenario, it draws nothing, or the numbers are none.
    """
    if isinstance(said, Levels):
        return said
    if isinstance(said, Scenario):
        return Levels(said)
    if isinstance(said, range | list | tuple | np.ndarray):
        return Levels(load_scenario(DEFAULT, system), said)
    if isinstance(said, Path):
        return Levels(load_scenario(said, system))
    if not isinstance(said, str):
        raise ContentError(
            f"levels = {shown(said)}: must be a range or list of numbers, or the name of a scenario that draws, like "
            f'{DEFAULT!r} or "{DEFAULT}:0..999"'
        )
    name, numbers = said, range(TEST)
    if found := re.fullmatch(r"(?:(.*):)?(\d{1,10})(?:\.\.(\d{1,10}))?", said):
        first, last = int(found[2]), int(found[3] or found[2])
        if last < first:
            raise ContentError(f"levels = {said!r}: {first} to {last} are no numbers: the first one is the smallest")
        name, numbers = found[1] or DEFAULT, range(first, last + 1)
    elif said.endswith(":test"):
        name, numbers = said.removesuffix(":test"), range(TEST, END)
    return Levels(load_scenario(name, system), numbers)


def one_of(scenario: Any, levels: Any, system: str) -> tuple[Any, Levels | None]:
    """Return the scenario to be fought, and its levels if they are given in its place.

    Raises:
        ContentError: both are given.
    """
    if levels is None:
        return scenario, None
    if scenario != DEFAULT_SCENARIO:
        raise ContentError("scenario and levels: give one of them: a level is a battle drawn by a number")
    fought = levels_of(levels, system)
    return fought.scenario, fought
