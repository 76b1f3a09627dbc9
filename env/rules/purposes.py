"""Purposes: what rolls are made for, a part of the key of dice. Each system has a table in its `words/purposes.py`."""

from typing import NamedTuple

from .numbered import number

MAX_PURPOSES = 64  # so many fit between the unit and the how-manieth in the counter of dice


class Purpose(NamedTuple):
    """A purpose: words for a roll, its rule, and whether the roll answers another; then its target is the attacker."""

    words: str
    rule: str
    answers: bool = False


class Purposes(list[Purpose]):
    """The kinds of rolls of a rule system; their places are their numbers, so new ones come at the end."""

    def add(self, words: str, rule: str, answers: bool = False) -> int:
        """Add a kind, see `Purpose`; return its number.

        Raises:
            OverflowError: the key of dice has no room for more.
        """
        return number(self, Purpose(words, rule, answers), MAX_PURPOSES)
