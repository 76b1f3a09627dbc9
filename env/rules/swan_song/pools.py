"""Dice pools (SS-D): what a test is made of, how it is rolled, its hits, limit and glitches."""

from .. import dice
from ..kernel import kernel
from ..log import cite, tell_roll, term
from . import clauses

NO_LIMIT = 99
NO_GLITCH, GLITCH, HARD_GLITCH, CRITICAL_GLITCH = range(4)


@kernel
def attribute(arena, log, unit, which):
    """Add an attribute to the pool being built (SS-D1)."""
    return term(log, which, arena.sheets[unit].attributes[which])


@kernel
def skill_and_attribute(arena, log, unit, skill, which):
    """Add a skill's rank and its attribute; without a rank the attribute alone, less one die (SS-D1, SS-D2)."""
    rank = arena.sheets[unit].skills[skill]
    pool = attribute(arena, log, unit, which)
    if rank > 0:
        return pool + term(log, clauses.FIRST_SKILL + skill, rank)
    return pool + term(log, clauses.DEFAULTING, -1)


@kernel
def roll(battle, log, unit, target, purpose, pool, limit):
    """Roll a pool and return its hits, cut to the limit, and its glitch level.

    Every 5 or 6 is a hit (SS-D1); hits above the limit are lost (SS-D4). More ones than hits is a glitch (SS-D5), ones
    on more than half of the dice a hard glitch (SS-D6), and without any hit a critical one (SS-D7).
    """
    count = dice.throw(battle, log, unit, purpose, pool)
    hits = 0
    ones = 0
    for die in range(count):
        face = log.faces[die]
        if face >= 5:
            hits += 1
        elif face == 1:
            ones += 1
    glitch = NO_GLITCH
    if ones > hits:
        glitch = GLITCH
        cite(log, clauses.GLITCH)
        if 2 * ones > count:
            glitch = HARD_GLITCH
            cite(log, clauses.HARD_GLITCH)
            if hits == 0:
                glitch = CRITICAL_GLITCH
                cite(log, clauses.CRITICAL_GLITCH)
    if hits > limit:
        hits = limit
        cite(log, clauses.LIMIT)
    tell_roll(battle, log, unit, target, hits, purpose, glitch, count)
    return hits, glitch


@kernel
def throw_sum(battle, log, unit, purpose, count):
    """Throw dice for their sum rather than for hits (initiative, SS-T2)."""
    count = dice.throw(battle, log, unit, purpose, count)
    total = 0
    for die in range(count):
        total += log.faces[die]
    tell_roll(battle, log, unit, -1, total, purpose, NO_GLITCH, count)
    return total
