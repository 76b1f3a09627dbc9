"""Notes the luck of decisions while battles are fought: the result, compared with results of other dice.

A decision that has thrown dice is taken again from the same position, TWINS times, with dice of other keys. The mean worth
for its team after those is the expectation; the difference to the actual worth is luck. Such differences are 0 on average,
for any players and any definition of worth (as in Burch, Schmid, Moravcik, Morrill, Bowling: "AIVAT", 2018).
"""

import numpy as np

from fireteam.env.rules.dice import threefry
from fireteam.env.rules.events import HURTS
from fireteam.env.rules.interface import START, step
from fireteam.env.rules.kernel import Array, Record, entry, kernel, plain
from fireteam.env.rules.log import EVENTS
from fireteam.env.rules.record import MAX_TEAMS, MAX_UNITS, NOBODY
from fireteam.env.rules.systems import new_log

from ..counts import count_step
from ..deciding import decide
from ..rollout import sit_down
from .worth import COUNT, write_worth

TWINS = 8  # other dice for a decision: luck of a battle gets an eighth of its own variance as noise

LUCK = np.dtype(
    [
        ("traits", "f8", (MAX_TEAMS, COUNT)),  # of each team, TRAITS of `worth.py`: what came less what was expected
        ("dealt", "f8", MAX_UNITS),  # of each unit, points of harm done to enemies: the same
        ("decisions", "i4"),  # that threw dice
    ],
    align=True,
)


class Notes:
    """Arrays for the luck of some battles.

    Attributes:
        lucks: records of LUCK, shape (battles,).
        twins: battles, shape (2,), working space.
        plain: all of these, as `play_noted` takes them.
    """

    def __init__(self, battle: np.dtype, battles: int) -> None:
        self.lucks = np.zeros(battles, LUCK)
        self.twins = np.zeros(2, battle)
        self.plain = (plain(self.lucks), plain(self.twins), plain(new_log(battle, EVENTS)), np.zeros(COUNT))


@entry
def play_noted(
    battles: Array, arenas: Array, logs: Array, bots: Array, memories: Array, seeds: Array, first: int, last: int,
    tallies: Array, lucks: Array, twins: Array, quiet: Array, spare: Array,
) -> None:  # fmt: skip
    """Do what `rollout.play_episodes` does, and note the luck of each battle.

    Args:
        lucks: records of LUCK, shape (len(battles),); what happened is added to them.
        twins: battles, shape (2,), working space.
        quiet: another log for them, of level EVENTS at least.
        spare: float64, shape (COUNT,), working space.
    """
    for row in range(first, last):
        battle = battles[row]
        arena = arenas[battle.variant]
        sit_down(row, arena.teams, bots, memories, seeds)
        while battle.over == 0:
            verb, argument = START, 0
            if battle.round_number > 0:
                parameters = bots[row % len(bots), battle.units[battle.decider].team]
                verb, argument = decide(battle, arena, logs[0], parameters, memories)
            twins[0] = battles[row]
            logs[0].faces[0] = 0
            step(battle, arena, logs[0], verb, argument)
            count_step(battle, logs[0], tallies[0], verb)
            if logs[0].faces[0] != 0:
                note_luck(battle, arena, logs[0], lucks[row], twins, quiet[0], spare, verb, argument)


@entry
def note_row(
    battles: Array, arenas: Array, logs: Array, lucks: Array, twins: Array, quiet: Array, spare: Array, verb: int,
    argument: int,
) -> None:  # fmt: skip
    """Call `note_luck` for the battle in the first row, from Python."""
    battle = battles[0]
    note_luck(battle, arenas[battle.variant], logs[0], lucks[0], twins, quiet[0], spare, verb, argument)


@kernel
def note_luck(
    battle: Record, arena: Record, log: Record, luck: Record, twins: Array, quiet: Record, spare: Array, verb: int,
    argument: int,
) -> None:  # fmt: skip
    """Add the luck of the last decision; `twins[0]` is the battle before it, `log` its events."""
    luck.decisions += 1
    add_worth(battle, arena, luck, spare, 1.0)
    add_harm(battle, log, luck, 1.0)
    before = twins[0]
    for number in range(TWINS):
        twins[1] = before
        twin = twins[1]
        # No roll has this counter, since rounds count from 1.
        first, second = threefry(before.seed[0], before.seed[1], before.decisions, 1 + number)
        twin.seed[0] = first
        twin.seed[1] = second
        step(twin, arena, quiet, verb, argument)
        add_worth(twin, arena, luck, spare, -1.0 / TWINS)
        add_harm(twin, quiet, luck, -1.0 / TWINS)


@kernel
def add_worth(battle: Record, arena: Record, luck: Record, spare: Array, weight: float) -> None:
    """Add the worth of a position to every team, times `weight`."""
    for team in range(arena.teams):
        write_worth(battle, arena, team, spare)
        for number in range(COUNT):
            luck.traits[team, number] += weight * spare[number]


@kernel
def add_harm(battle: Record, log: Record, luck: Record, weight: float) -> None:
    """Add the harm that units have just done to enemies, times a weight; counted as in `counts.count_step`."""
    for row in range(log.count):
        event = log.events[row]
        if log.kinds[event.kind].traits & HURTS and event.actor != NOBODY and event.target != NOBODY:
            if battle.units[event.actor].team != battle.units[event.target].team:
                luck.dealt[event.actor] += weight * event.value
