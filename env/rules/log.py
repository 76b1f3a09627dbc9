"""The log of a step: events, the dice that were thrown, and the terms of each pool.

A log belongs to the caller that steps or looks, not to the battle: it holds what happened since it was last cleared. At
level SILENT nothing is kept, at EVENTS the events, at REASONS also dice, terms and which clauses of the rules were used.
"""

import numpy as np

from .dice import MAX_DICE
from .events import KIND, MAX_KINDS, ROLL
from .kernel import kernel
from .record import NOBODY, NOWHERE, Fields

SILENT, EVENTS, REASONS = range(3)

MAX_EVENTS = 1024
MAX_TERMS = 4096
MAX_LOGGED_DICE = 8192
MAX_DICTATED = 256
MAX_CLAUSES = 192
EVERYONE = 15  # seen by: a bit per team


EVENT = np.dtype(
    [
        ("kind", "i2"),
        ("actor", "i1"),
        ("target", "i1"),
        ("tile", "i2"),
        ("value", "i2"),
        ("a", "i2"),
        ("b", "i2"),
        ("seen_by", "u1"),
        ("dice_count", "i1"),
        ("dice_from", "i2"),
        ("terms_count", "i1"),
        ("terms_from", "i2"),
    ],
    align=True,
)

TERM = np.dtype([("clause", "i2"), ("value", "i2")], align=True)

LOG_FIELDS: Fields = [
    ("level", "i1"),
    ("starved", "i1"),  # dictated dice ran out
    ("kinds", KIND, MAX_KINDS),  # what is to be said of each kind of event in the system (`events.py`)
    ("count", "i4"),
    ("lost", "i4"),  # events, terms or dice that found no room: never, by the size of the buffers
    ("terms_count", "i4"),
    ("terms_from", "i4"),  # where the terms of the pool now being built begin
    ("dice_count", "i4"),
    ("dictated", "i4"),
    ("dictated_next", "i4"),
    ("faces", "i1", MAX_DICE),  # the dice just thrown
    ("dictation", "i1", MAX_DICTATED),
    ("used", "i8", MAX_CLAUSES),  # how often each clause was used
    ("events", EVENT, MAX_EVENTS),
    ("terms", TERM, MAX_TERMS),
    ("dice", "i1", MAX_LOGGED_DICE),
]


def log_of(battle: np.dtype) -> np.dtype:
    """Return the record of a system's logs, with room for a battle as a team knows it (`view.py`) and one as it could be."""
    return np.dtype([*LOG_FIELDS, ("views", battle, 2)], align=True)


@kernel
def clear(log):
    """Clear the events; the counts of used clauses stay."""
    log.count = 0
    log.terms_count = 0
    log.terms_from = 0
    log.dice_count = 0


@kernel
def term(log, clause, value):
    """Add a term of `value`, mostly dice, to the pool being built; note the clause it comes from, and return the value."""
    if value != 0 and log.level == REASONS:
        if log.terms_count < MAX_TERMS:
            entry = log.terms[log.terms_count]
            entry.clause = clause
            entry.value = value
            log.terms_count += 1
        else:
            log.lost += 1
        log.used[clause] += 1
    return value


@kernel
def cite(log, clause):
    """Count a use of a clause that adds no dice to a pool."""
    if log.level == REASONS:
        log.used[clause] += 1


@kernel
def emit(battle, log, kind, actor, target, value, a, b):
    """Append an event of a kind, a number in the system's EVENTS, which says what `value`, `a` and `b` mean.

    `actor` does it, `target` suffers it; either may be NOBODY. Teams that know one of them may see it; without both, all.
    """
    if log.level == SILENT:
        return
    if log.count == MAX_EVENTS:
        log.lost += 1
        return
    event = log.events[log.count]
    log.count += 1
    event.kind = kind
    event.actor = actor
    event.target = target
    event.tile = NOWHERE
    event.value = value
    event.a = a
    event.b = b
    event.seen_by = EVERYONE
    if actor != NOBODY or target != NOBODY:
        event.seen_by = witnesses(battle, actor) | witnesses(battle, target)
    event.dice_count = 0
    event.dice_from = 0
    event.terms_count = 0
    event.terms_from = 0


@kernel
def emit_to_team(battle, log, kind, team, value):
    """Append an event that befalls a team, its number in `a`: no other team sees it."""
    before = log.count
    emit(battle, log, kind, NOBODY, NOBODY, value, team, 0)
    if log.count > before:
        log.events[before].seen_by = 1 << team


@kernel
def emit_at(battle, log, kind, actor, tile, value, a):
    """Append an event that happens at a tile rather than to a target."""
    emit(battle, log, kind, actor, NOBODY, value, a, 0)
    if log.level != SILENT and log.count > 0:
        log.events[log.count - 1].tile = tile


@kernel
def emit_roll(battle, log, actor, target, hits, purpose, glitch, count):
    """Append a roll: the `count` dice in `log.faces` and the terms that were added since the last roll."""
    if log.level != REASONS:
        return
    emit(battle, log, ROLL, actor, target, hits, purpose, glitch)
    if log.count == 0 or log.dice_count + count > MAX_LOGGED_DICE:
        log.lost += 1
        return
    event = log.events[log.count - 1]
    event.dice_from = log.dice_count
    event.dice_count = count
    for die in range(count):
        log.dice[log.dice_count + die] = log.faces[die]
    log.dice_count += count
    event.terms_from = log.terms_from
    event.terms_count = log.terms_count - log.terms_from
    log.terms_from = log.terms_count


@kernel
def witnesses(battle, who):
    """Return the teams that know where a unit is, a bit each: its own and those that see or hear it."""
    if who == NOBODY:
        return 0
    teams = 1 << battle.units[who].team
    for team in range(4):
        if battle.teams[team].known >> who & 1:
            teams |= 1 << team
    return teams
