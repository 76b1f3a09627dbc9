"""Problems in files that people write, collected and raised together, a line for each."""

from collections.abc import Iterator
from contextlib import contextmanager

from .errors import ContentError

MOST_PROBLEMS = 20  # that are told of one file


class Problems:
    """Problems that are found one after the other and raised together."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.lines)

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note what is wrong, and go on."""
        try:
            yield
        except ContentError as error:
            self.lines += [line for line in str(error).splitlines() if line not in self.lines]

    def raise_any(self) -> None:
        """Raise a ContentError with the first of them, and how many more there are; do nothing if there are none."""
        if self.lines:
            more = len(self.lines) - MOST_PROBLEMS
            raise ContentError("\n".join(self.lines[:MOST_PROBLEMS] + ([f"and {more} more"] if more > 0 else [])))
