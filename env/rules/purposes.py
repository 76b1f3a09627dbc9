"""What rolls are for: one part of the key under which dice are drawn. Each system has a table in its `words/purposes.py`."""

from typing import NamedTuple

from .numbered import number

MAX_PURPOSES = 64  # so many fit between the unit and the how-manieth in the counter of dice


class Purpose(NamedTuple):
    """The words for a roll, the rule that calls for it, and whether it answers another: then its target is who attacks."""

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
