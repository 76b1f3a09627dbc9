"""Dice pools (SS-D): what a test is made of, how it is rolled, its hits, limit and glitches."""

from fireteam.env.rules import dice
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit_roll, term

from ..words import purposes
from . import clauses
from .attributes import weight_on
from .pairs import BOTH, count, hurt_of, is_blind, is_deaf, rounds_left
from .record import LATE, PUSH_LIMIT, PUSH_SIX, STILL
from .tables import AILMENTS, BLINDED, BROKEN_GRIP, DEAFENED

NO_LIMIT = 99
NO_GLITCH, GLITCH, HARD_GLITCH, CRITICAL_GLITCH = range(4)


@kernel
def attribute(battle, arena, log, who, which):
    """Add an attribute, by its number, to the pool being built (SS-D1), as it is now: less what is carried (SS-B7)."""
    points = term(log, which, arena.sheets[who].attributes[which])
    weight = weight_on(battle, arena, who, which)
    return points + term(log, clauses.BURDENED, -weight) if weight else points


@kernel
def skill_and_attribute(battle, arena, log, who, skill, which):
    """Add a skill's rank and its attribute; without a rank the attribute alone, less one die (SS-D1, SS-D2).

    `skill` and `which` are the numbers of the skill and the attribute.
    """
    rank = arena.sheets[who].skills[skill]
    pool = attribute(battle, arena, log, who, which)
    if rank > 0:
        return pool + term(log, clauses.FIRST_SKILL + skill, rank)
    return pool + term(log, clauses.DEFAULTING, -1)


@kernel
def burdens(battle, arena, log, who, base):
    """Add the dice that every action of a unit loses: those that any test loses, and those of a delayed phase (SS-T7).

    `base` is the pool of attributes and skill.
    """
    pool = hardships(battle, arena, log, who, base)
    if battle.units[who].delay == LATE:
        pool += term(log, clauses.LATE, arena.rules.late)
    return pool


@kernel
def hardships(battle, arena, log, who, base):
    """Add the dice that every test of a unit loses, action or not: for wounds, and for burdens that few units have.

    `base` is the pool of attributes and skill that a last stand halves (SS-H5, SS-C3, SS-X3).
    """
    unit = battle.units[who]
    pool = term(log, clauses.WOUNDED, unit.wounds)
    if unit.ailing or unit.last_stand:
        pool += rare_hardships(arena, log, unit, base)
    return pool


@kernel
def halved(log, unit, base):
    """Add the dice that a last stand takes from a pool of `base` dice: half, rounded up, before modifiers (SS-X3)."""
    return term(log, clauses.LAST_STAND, base // 2 - base) if unit.last_stand else 0


@kernel
def rare_hardships(arena, log, unit, base):
    """Add the dice that few units lose: in a last stand, and for ailments."""
    pool = halved(log, unit, base)
    for ailment in range(len(AILMENTS)):
        if unit.ailing >> ailment & 1:
            harm = arena.ailments[ailment]
            if harm.sense == 0:
                pool += term(log, clauses.AILING, harm.dice)
            elif hurt_of(unit, ailment) == BOTH:
                pool += term(log, clauses.AILING, harm.second)
    return pool


@kernel
def blindness(arena, log, unit):
    """Add the dice that a unit with one eye loses on tests that need eyes; with none it loses more on every test (SS-C3)."""
    if unit.ailing >> BLINDED & 1 == 0 or is_blind(unit):
        return 0
    return term(log, clauses.AILING, arena.ailments[BLINDED].dice)


@kernel
def deafness(arena, log, unit):
    """Add the dice that a unit with one ear loses on tests that need ears; with none it loses more on every test (SS-C3)."""
    if unit.ailing >> DEAFENED & 1 == 0 or is_deaf(unit):
        return 0
    return term(log, clauses.AILING, arena.ailments[DEAFENED].dice)


@kernel
def on_the_run(arena, log, unit):
    """Add the dice that a run costs whatever a unit does meanwhile (SS-M4)."""
    return term(log, clauses.RUNNING, arena.rules.running) if unit.pace > STILL else 0


@kernel
def weak_side(arena, log, unit):
    """Add the dice that a broken grip and a useless arm cost in melee defense, while they last (SS-C3)."""
    pool = 0
    for ailment in range(len(AILMENTS)):
        if unit.ailing >> ailment & 1 and rounds_left(unit, ailment) > 0:
            pool += term(log, clauses.AILING, arena.ailments[ailment].melee_defense)
    return pool


@kernel
def weak_grip(arena, log, unit):
    """Add the dice that broken grips cost in grapples; each hand costs the same number (SS-C3)."""
    return term(log, clauses.AILING, count(hurt_of(unit, BROKEN_GRIP)) * arena.ailments[BROKEN_GRIP].melee_defense)


@kernel
def glitch_of(hits, ones, count):
    """Return the glitch level of a roll of `count` dice (SS-D5 to SS-D7).

    More ones than hits is a glitch, ones on more than half of the dice a hard glitch, and without any hit a critical one.
    """
    if ones <= hits:
        return NO_GLITCH
    if 2 * ones <= count:
        return GLITCH
    return CRITICAL_GLITCH if hits == 0 else HARD_GLITCH


@kernel
def cite_glitch(log, glitch):
    """Note the rules by which a roll was a glitch."""
    if glitch >= GLITCH:
        cite(log, clauses.GLITCH)
    if glitch >= HARD_GLITCH:
        cite(log, clauses.HARD_GLITCH)
    if glitch == CRITICAL_GLITCH:
        cite(log, clauses.CRITICAL_GLITCH)


@kernel
def roll(battle, arena, log, who, target, purpose, pool, limit):
    """Roll a pool and return its hits, cut to the limit, and its glitch; the arguments are those of `roll_and_count`."""
    hits, glitch, _ = roll_and_count(battle, arena, log, who, target, purpose, pool, limit)
    return hits, glitch


@kernel
def roll_and_count(battle, arena, log, who, target, purpose, pool, limit):
    """Roll a pool and return its hits, cut to the limit, its glitch, and how many dice missed.

    Every 5 or 6 is a hit (SS-D1); hits above the limit are lost (SS-D4). Where dice are bought, every four of the pool are
    a hit and nothing glitches (SS-D9). Karma spent on the test lifts the limit, or rolls every 6 again (SS-X2, SS-D8).
    `purpose` is a number in PURPOSES.
    """
    push = battle.units[who].push
    if push:
        battle.units[who].push = 0
        limit = NO_LIMIT if push & PUSH_LIMIT else limit
    if arena.rules.option_dice:
        cite(log, clauses.BOUGHT)
        hits = cut(log, max(pool, 0) // arena.rules.bought_dice, limit)
        emit_roll(battle, log, who, target, hits, purpose, NO_GLITCH, 0)
        return hits, NO_GLITCH, 0
    count = dice.throw(battle, log, who, purpose, pool)
    hits, ones, sixes = counted(log, count)
    missed = count - hits
    glitch = glitch_of(hits, ones, count)
    cite_glitch(log, glitch)
    if push & PUSH_SIX:
        emit_roll(battle, log, who, target, hits, purpose, glitch, count)
        return cut(log, hits + exploding(battle, log, who, target, sixes), limit), glitch, missed
    hits = cut(log, hits, limit)
    emit_roll(battle, log, who, target, hits, purpose, glitch, count)
    return hits, glitch, missed


@kernel
def cut(log, hits, limit):
    """Return hits without those above a limit (SS-D4)."""
    if hits <= limit:
        return hits
    cite(log, clauses.LIMIT)
    return limit


@kernel
def counted(log, count):
    """Return (hits, ones, sixes) among the `count` dice in `log.faces`."""
    hits, ones, sixes = 0, 0, 0
    for die in range(count):
        face = log.faces[die]
        if face >= 5:
            hits += 1
            if face == 6:
                sixes += 1
        elif face == 1:
            ones += 1
    return hits, ones, sixes


@kernel
def exploding(battle, log, who, target, sixes):
    """Roll `sixes` dice again, and the sixes among them, without end; return the hits gained (SS-D8)."""
    gained = 0
    cite(log, clauses.RULE_OF_SIX)
    while sixes > 0:
        term(log, clauses.RULE_OF_SIX, sixes)
        count = dice.throw(battle, log, who, purposes.REROLL, sixes)
        hits, _, sixes = counted(log, count)
        emit_roll(battle, log, who, target, hits, purposes.REROLL, NO_GLITCH, count)
        gained += hits
    return gained


@kernel
def throw_sum(battle, arena, log, who, purpose, count):
    """Throw `count` dice and return the sum of their faces (initiative, SS-T2); bought dice show three and a half each."""
    if arena.rules.option_dice:
        total = count * 7 // 2
        emit_roll(battle, log, who, -1, total, purpose, NO_GLITCH, 0)
        return total
    count = dice.throw(battle, log, who, purpose, count)
    total = 0
    for die in range(count):
        total += log.faces[die]
    emit_roll(battle, log, who, -1, total, purpose, NO_GLITCH, count)
    return total
