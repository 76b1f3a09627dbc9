"""Counting what happens in many battles: wins aside, who does what to whom."""

import numpy as np

from fireteam.env.rules.battle import MAX_UNITS, NOBODY
from fireteam.env.rules.kernel import entry, kernel
from fireteam.env.rules.log import DAMAGE, DEAD, STRAIN, UNCONSCIOUS
from fireteam.env.rules.verbs import MAX_VERBS

MAX_KINDS = 128

TALLY = np.dtype(
    [
        ("verbs", "i8", MAX_VERBS),  # actions taken
        ("kinds", "i8", MAX_KINDS),  # events by kind
        ("dealt", "i8", MAX_UNITS),  # points of health and Strain a unit cost its enemies
        ("taken", "i8", MAX_UNITS),
        ("downed", "i8", MAX_UNITS),  # enemies it put out of the fight
        ("falls", "i8", MAX_UNITS),  # times it was put out itself
        ("deaths", "i8", MAX_UNITS),
    ],
    align=True,
)


@kernel
def count_step(battle, log, tally, verb):
    """Add an action and the events it led to."""
    if verb >= 0:
        tally.verbs[verb] += 1
    for row in range(log.count):
        event = log.events[row]
        tally.kinds[event.kind] += 1
        target = event.target
        if target == NOBODY:
            continue
        by_enemy = event.actor != NOBODY and battle.units[event.actor].team != battle.units[target].team
        if event.kind == DAMAGE or event.kind == STRAIN:
            tally.taken[target] += event.value
            if by_enemy:
                tally.dealt[event.actor] += event.value
        elif event.kind == UNCONSCIOUS:
            tally.falls[target] += 1
            if by_enemy:
                tally.downed[event.actor] += 1
        elif event.kind == DEAD:
            tally.deaths[target] += 1


@entry
def count_row(battles, logs, tallies, verb):
    """Do `count_step` for the battle in the first row, from Python."""
    count_step(battles[0], logs[0], tallies[0], verb)
