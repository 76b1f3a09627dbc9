"""The dice that a step of Swan Song throws: the throws of its events, and the keys of their dice."""

from collections import Counter
from typing import Any

from fireteam.env.observe.events import Event, Term

from ..rules.record import OPENING

COIN_WORDS = "coin"
_OPENS = {"initiative", "surprise", "hide"}  # thrown before a pass begins, never in one
_EXTRA = "initiative dice gained or lost"


def throws_in(event: Event, arena: Any) -> list[tuple[str, int, list[Term]]]:
    """Return the throws of an event of a roll: purpose, number of dice, terms."""
    purpose = str(event.numbers["purpose"])
    bought = bool(arena["rules"]["option_dice"])  # nothing but coins is thrown then
    made = [] if bought else [(purpose, len(event.dice), event.terms)]
    return [*made, (COIN_WORDS, 1, [])] if purpose == "initiative" else made


class Clock:
    """The round, the pass, and each unit's throws in it by purpose; it follows the events of a step."""

    def __init__(self, start: Any) -> None:
        self.round, self.passing = int(start["round_number"]), int(start["pass_number"])
        self._rolls = start["units"]["rolls"]
        self._more: Counter[tuple[int, int]] = Counter()
        stack = start["stack"]["kind"][: start["depth"]]
        self._in_pass = self.round > 0 and OPENING not in stack

    def hear(self, event: Event, last: Event | None) -> None:
        """Note an event: whether a round or a pass begins."""
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
