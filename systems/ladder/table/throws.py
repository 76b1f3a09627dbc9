"""The dice that a step of ladder throws: the throws of its events, and the keys of their dice."""

from collections import Counter
from typing import Any

from fireteam.env.observe.events import Event, Term


def throws_in(event: Event, _arena: Any) -> list[tuple[str, int, list[Term]]]:
    """Return the throws of an event of a roll: purpose, number of dice, terms."""
    return [(str(event.numbers["purpose"]), len(event.dice), event.terms)]


class Clock:
    """The turn, the pass, and each unit's throws in it by purpose; it follows the events of a step.

    A turn has two passes: in the first all declare, in the second all act (LD-T1).
    """

    def __init__(self, start: Any) -> None:
        self.round, self.passing = max(int(start["round_number"]), 1), max(int(start["pass_number"]), 1)
        self._rolls = start["units"]["rolls"]
        self._more: Counter[tuple[int, int]] = Counter()

    def hear(self, event: Event, _last: Event | None) -> None:
        """Note an event: whether a turn, or the second pass of one, begins."""
        if event.kind == "round":
            self.round, self.passing = int(event.numbers["round"] or 0), 1
        elif event.kind == "pass":
            self.passing = int(event.numbers["pass"] or 0)
        else:
            return
        self._rolls = self._rolls * 0
        self._more.clear()

    def count(self, who: int, purpose: int) -> tuple[int, int, int, int, int]:
        """Count a throw and return its key."""
        nth = (int(self._rolls[who][purpose]) + self._more[who, purpose]) & 127
        self._more[who, purpose] += 1
        return who, purpose, nth, self.passing, self.round
