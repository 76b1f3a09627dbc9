"""The numbers of an observation by name: every table of them is made of these, and what they are cut to."""

from collections.abc import Callable
from typing import NamedTuple

from ..rules.kernel import kernel
from ..rules.numbered import number


class Feature(NamedTuple):
    """One number of an observation: its name and what it means."""

    name: str
    meaning: str


def numbering(table: list[Feature]) -> Callable[[str, str], int]:
    """Return a function that adds a feature to a table, by name and meaning, and returns its place there."""
    return lambda name, meaning: number(table, Feature(name, meaning))


@kernel
def clipped(value):
    """Return a number cut to the range -1 to 1."""
    return min(max(value, -1.0), 1.0)
