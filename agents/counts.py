"""Counting what happens in many battles: wins aside, who does what to whom."""

import numpy as np

from fireteam.env.rules import record
from fireteam.env.rules.interface import life_share
from fireteam.env.rules.kernel import entry, kernel
from fireteam.env.rules.log import DAMAGE, DEAD, KINDS, STRAIN, UNCONSCIOUS
from fireteam.env.rules.record import MAX_UNITS, NOBODY
from fireteam.env.rules.verbs import VERBS

MAX_KINDS = 128
CATALOG = ("weapon", "location", "ailment", "material", "item", "system")  # numbers of events that name catalog entries
MOST_ENTRIES = 96


def _named() -> np.ndarray:
    """Return which of an event's numbers (value, a, b) names an entry of which kind, [event kind, number]; -1 for none."""
    table = np.full((MAX_KINDS, 3), -1, np.int64)
    for number, kind in enumerate(KINDS):
        for place, name in enumerate((kind.value, kind.a, kind.b)):
            if name in CATALOG:
                table[number, place] = CATALOG.index(name)
    return table


NAMED = _named()

TALLY = np.dtype(
    [
        ("verbs", "i8", len(VERBS)),  # actions taken
        ("kinds", "i8", MAX_KINDS),  # events by kind
        ("entries", "i8", (len(CATALOG), MOST_ENTRIES)),  # events by the entry of the catalog they name
        ("dealt", "i8", MAX_UNITS),  # points of health and Strain a unit cost its enemies
        ("taken", "i8", MAX_UNITS),
        ("downed", "i8", MAX_UNITS),  # enemies it put out of the fight
        ("falls", "i8", MAX_UNITS),  # times it was put out itself
        ("deaths", "i8", MAX_UNITS),
    ],
    align=True,
)


@kernel
def count_entry(tally, kind, entry):
    """Count an entry of the catalog that an event names, if it names one."""
    if kind >= 0 and 0 <= entry < MOST_ENTRIES:
        tally.entries[kind, entry] += 1


@kernel
def count_step(battle, log, tally, verb):
    """Add an action and the events it led to."""
    if verb >= 0:
        tally.verbs[verb] += 1
    for row in range(log.count):
        event = log.events[row]
        tally.kinds[event.kind] += 1
        count_entry(tally, NAMED[event.kind, 0], event.value)
        count_entry(tally, NAMED[event.kind, 1], event.a)
        count_entry(tally, NAMED[event.kind, 2], event.b)
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


@kernel
def note_life(battle, arena, before, lives):
    """Write down the life of every team if a round, or the battle, has just come to its end.

    Args:
        before: number of the round before the last step, 0 before the battle began.
        lives: float32, shape (rounds + 1, MAX_TEAMS): `life_of_team` at the start, then at the end of each round. Written.
    """
    if battle.round_number == before and battle.over == 0:
        return
    for number in range(before, max(battle.round_number, before + 1)):
        for team in range(arena.teams):
            lives[number, team] = life_of_team(battle, arena, team)


@kernel
def life_of_team(battle, arena, team):
    """Return the share of life that a team has left, 0 to 1: the mean over its units, machines apart.

    Who is down or dead, or has surrendered, counts 0; who has left the map, or has yet to come, counts with what it has.
    """
    left, units = 0.0, 0
    for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
        if arena.sheets[who].inanimate == 0:
            units += 1
            if battle.units[who].status not in (record.DOWN, record.DEAD, record.SURRENDERED):
                left += min(max(life_share(battle, arena, who), 0.0), 1.0)
    return left / max(units, 1)


@entry
def note_row(battles, arenas, before, lives):
    """Do `note_life` for the battle in the first row, from Python."""
    battle = battles[0]
    note_life(battle, arenas[battle.variant], before, lives)
