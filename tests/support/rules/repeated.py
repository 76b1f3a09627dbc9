"""One action taken over and over from the same position, compiled: as many rolls as a statistical test needs."""

from typing import NamedTuple

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules import kernel
from fireteam.env.rules.interface import DONE, step
from fireteam.env.rules.kernel import entry

MOST = 64  # events of an action
NUMBERS = ("kind", "actor", "target", "value", "a", "b")  # of each


class Told(NamedTuple):
    """What came of an action, time after time: numbers of its events, (times, MOST), -1 beyond the last; units, (times,)."""

    kind: np.ndarray
    actor: np.ndarray
    target: np.ndarray
    value: np.ndarray
    a: np.ndarray
    b: np.ndarray
    after: np.ndarray  # records of the unit that was asked for

    def last(self, events: np.ndarray) -> np.ndarray:
        """Return the value of the last of some events each time, 0 where there is none; `events` is true for those."""
        places = MOST - 1 - np.argmax(events[:, ::-1], axis=1)
        return np.where(events.any(axis=1), self.value[np.arange(len(events)), places], 0)

    def total(self, events: np.ndarray) -> np.ndarray:
        """Return the sum of the values of some events each time."""
        return np.where(events, self.value, 0).sum(axis=1)


@entry
def repeat(opening, battles, arenas, logs, verb, argument, seed, who, numbers, after):
    """Take an action once for each row of `numbers`; return how often that went well, with no more than MOST events."""
    good = 0
    for time in range(len(numbers)):
        battles[0] = opening[0]
        battle = battles[0]
        battle.seed[0] = time
        battle.seed[1] = seed
        result = step(battle, arenas[battle.variant], logs[0], verb, argument)
        count = min(logs[0].count, MOST)
        good += result == DONE and logs[0].count <= MOST
        for place in range(count):
            event = logs[0].events[place]
            numbers[time, place, 0] = event.kind
            numbers[time, place, 1] = event.actor
            numbers[time, place, 2] = event.target
            numbers[time, place, 3] = event.value
            numbers[time, place, 4] = event.a
            numbers[time, place, 5] = event.b
        after[time] = battle.units[who]
    return good


def taken(battle: Battle, action: Action, times: int, seed: int, who: int = 0) -> Told:
    """Take an action so many times, under the seeds (0, seed), (1, seed), …, and tell what came of it.

    Args:
        who: number of the unit whose record is kept from the end of each.
    """
    numbers = np.full((times, MOST, len(NUMBERS)), -1, np.int16)  # as wide as events are
    after = np.empty(times, battle.record.dtype["units"].base)
    opening = kernel.plain(battle.record.copy())
    good = repeat(opening, *battle.arrays, *action, seed, who, numbers, kernel.plain(after))
    assert good == times, f"{times - good} of {times} were refused, or told of more than {MOST} events"
    return Told(*np.moveaxis(numbers, 2, 0), after)
