"""What is wrong in what people write: told all at once, a line for each problem."""

from collections.abc import Iterator
from contextlib import contextmanager

MOST_PROBLEMS = 20  # that are told of one file


class FireteamError(Exception):
    """Base of every error that a user can meet: what commands and screens say instead of failing."""


class ContentError(FireteamError, ValueError):
    """Something a person wrote is wrong. The message has a line for each problem: where, what was found, what is allowed.

    It can be printed: what a terminal would obey is spelt out.
    """

    def __init__(self, message: object = "") -> None:
        super().__init__(printable(str(message)))


def printable(text: str) -> str:
    """Return a text in which all that a terminal would obey is spelt out, but for the ends of lines."""
    return "\n".join(line if line.isprintable() else spelt(line) for line in text.split("\n"))


def spelt(line: str) -> str:
    """Return a line in which only what cannot be printed is spelt out."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in line)


class Problems:
    """Problems that are found one after the other and told together."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.told)

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note what is wrong, and go on."""
        try:
            yield
        except ContentError as error:
            self.told += [line for line in str(error).splitlines() if line not in self.told]

    def raise_any(self) -> None:
        """Raise a ContentError that tells them, if there are any: the first ones, and how many more there are."""
        if self.told:
            more = len(self.told) - MOST_PROBLEMS
            raise ContentError("\n".join(self.told[:MOST_PROBLEMS] + ([f"and {more} more"] if more > 0 else [])))
