"""The dice that a step of d10_pool throws: the throws of its events, and the keys of their dice."""

from collections import Counter
from typing import Any

from fireteam.env.observe.events import Event, Term


def throws_in(event: Event, arena: Any) -> list[tuple[str, int, list[Term]]]:
    """Return the throws of an event of a roll: purpose, number of dice, terms."""
    return [(str(event.numbers["purpose"]), len(event.dice), event.terms)]


class Clock:
    """The round, the pass, and each unit's throws in it by purpose; it follows the events of a step.

    Surprise is before the first round: in it, but in pass 0 (DP-T3). Each round has one pass (DP-T4).
    """

    def __init__(self, start: Any) -> None:
        self.round, self.passing = max(int(start["round_number"]), 1), int(start["pass_number"])
        self._rolls = start["units"]["rolls"]
        self._more: Counter[tuple[int, int]] = Counter()

    def hear(self, event: Event, last: Event | None) -> None:
        """Note an event: whether a round begins."""
        if event.kind == "round":
            self.round, self.passing = int(event.numbers["round"] or 0), 1
            self._rolls = self._rolls * 0
            self._more.clear()

    def count(self, who: int, purpose: int) -> tuple[int, int, int, int, int]:
        """Count a throw and return its key."""
        nth = (int(self._rolls[who][purpose]) + self._more[who, purpose]) & 127
        self._more[who, purpose] += 1
        return who, purpose, nth, self.passing, self.round
