"""Counts events over many battles: wins, and which unit does what to which."""

import numpy as np

from fireteam.env.rules.events import DEAD, ENTRIES, HURTS, MAX_KINDS, UNCONSCIOUS
from fireteam.env.rules.interface import START
from fireteam.env.rules.kernel import Array, Record, entry, kernel
from fireteam.env.rules.record import MAX_UNITS, NOBODY
from fireteam.env.rules.verbs import MOST_VERBS

MOST_ENTRIES = 96

TALLY = np.dtype(
    [
        ("verbs", "i8", MOST_VERBS),  # actions taken
        ("kinds", "i8", MAX_KINDS),  # events by kind
        ("entries", "i8", (len(ENTRIES), MOST_ENTRIES)),  # events by the entry of the catalog they name, of ENTRIES
        ("dealt", "i8", MAX_UNITS),  # points of health and Strain a unit cost its enemies
        ("taken", "i8", MAX_UNITS),
        ("downed", "i8", MAX_UNITS),  # enemies it put out of the fight, whether they live or not
        ("falls", "i8", MAX_UNITS),  # battles in which it was put out itself, whether it lives or not
        ("deaths", "i8", MAX_UNITS),
        ("fallen", "i8", MAX_UNITS),  # whether it was put out in the battle that is being counted
    ],
    align=True,
)


@kernel
def count_entry(tally: Record, kind: int, entry: int) -> None:
    """Count an entry of the catalog that an event names, if it names one."""
    if kind >= 0 and 0 <= entry < MOST_ENTRIES:
        tally.entries[kind, entry] += 1


@kernel
def count_step(battle: Record, log: Record, tally: Record, verb: int) -> None:
    """Add an action and the events it led to; with START a battle begins, in which nobody has fallen yet.

    A unit that is put out counts as down once a battle, even if it dies later, or gets up and is put out again.
    """
    if verb >= 0:
        tally.verbs[verb] += 1
    if verb == START:
        for number in range(MAX_UNITS):
            tally.fallen[number] = 0
    for row in range(log.count):
        event = log.events[row]
        tally.kinds[event.kind] += 1
        kind = log.kinds[event.kind]
        count_entry(tally, kind.entries[0], event.value)
        count_entry(tally, kind.entries[1], event.a)
        count_entry(tally, kind.entries[2], event.b)
        target = event.target
        if target == NOBODY:
            continue
        by_enemy = event.actor != NOBODY and battle.units[event.actor].team != battle.units[target].team
        if kind.traits & HURTS:
            tally.taken[target] += event.value
            if by_enemy:
                tally.dealt[event.actor] += event.value
        elif event.kind == UNCONSCIOUS or event.kind == DEAD:
            if tally.fallen[target] == 0:
                tally.fallen[target] = 1
                tally.falls[target] += 1
                if by_enemy:
                    tally.downed[event.actor] += 1
            if event.kind == DEAD:
                tally.deaths[target] += 1


@entry
def count_row(battles: Array, logs: Array, tallies: Array, verb: int) -> None:
    """Do `count_step` for the battle in the first row, from Python."""
    count_step(battles[0], logs[0], tallies[0], verb)
