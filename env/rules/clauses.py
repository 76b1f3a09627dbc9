"""Clauses: what the terms of a roll are called, and the rules they come from.

A clause is an integer for the kernels (`clauses.WOUNDED`) and an entry of `CLAUSES` for people ("wounded", SS-H5).
"""

from collections.abc import Callable
from typing import NamedTuple

from .log import MAX_CLAUSES
from .numbered import number


class Clause(NamedTuple):
    """What a term of a roll is called and the ID of the rule that puts it there ("" for plain attributes and skills)."""

    words: str
    rule: str = ""


def numbering(clauses: list[Clause]) -> Callable[..., int]:
    """Return a function of the fields of a clause that appends one to `clauses` and returns its number."""
    return lambda words, rule="": number(clauses, Clause(words, rule), MAX_CLAUSES)
