"""Surprise (SS-S): units caught off guard at the beginning of a fight, or by newcomers, and its cost."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import NOBODY, UP

from ...words import events, purposes
from ...words.verbs import KEEP_WITS
from .. import clauses
from ..karma import spend
from ..pools import CRITICAL_GLITCH, NO_LIMIT, attribute, burdens, roll
from ..record import SURPRISED, SURPRISED_BUT_DEFENDS
from ..tables import INTUITION, REACTION

LIES_IN_WAIT, TRACKS = 1, 2  # values of a sheet's `ambushes`


@kernel
def who_ambushes(battle, arena):
    """Return the first unit that lies in ambush, NOBODY if there is none on the field."""
    for who in range(arena.units):
        if arena.sheets[who].ambushes and battle.units[who].status == UP:
            return who
    return NOBODY


@kernel
def can_be_surprised(battle, arena, who):
    """Return whether a unit has to test for surprise: in an ambush every unit but those that track their prey (SS-S1)."""
    sheet = arena.sheets[who]
    tracks = sheet.ambushes == TRACKS and battle.singled_out == 0
    return battle.units[who].status == UP and sheet.inanimate == 0 and not tracks


@kernel
def is_unforeseen(battle, arena, who):
    """Return whether a unit surprises others: a newcomer nobody expected, else one that lies in ambush."""
    if battle.singled_out:
        return battle.singled_out >> who & 1 == 1
    return arena.sheets[who].ambushes > 0


@kernel
def who_surprises(battle, arena, who):
    """Return the enemies, a bit each, that surprise a unit if it fails: it or the enemy is unforeseen (SS-S1)."""
    unit = battle.units[who]
    enemies = 0
    unforeseen = is_unforeseen(battle, arena, who)
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.status == UP and enemy.team != unit.team and (unforeseen or is_unforeseen(battle, arena, other)):
            enemies |= 1 << other
    return enemies


@kernel
def test_surprise(battle, arena, log, who, by):
    """Roll Reaction + Intuition (3) against surprise; return whether the unit is surprised (SS-S1).

    The warned have three dice more, those who lie in wait six. Failure costs ten points of initiative and, until the own
    next phase, any defense and interrupt against those who surprise it. A critical glitch costs the phase of this pass too:
    who enters the fight later loses ten more for each pass since. Lesser glitches have no effect here: they are
    left to the game master.
    """
    unit = battle.units[who]
    sheet = arena.sheets[who]
    rules = arena.rules
    cite(log, clauses.SURPRISE)
    pool = attribute(battle, arena, log, who, REACTION) + attribute(battle, arena, log, who, INTUITION)
    pool += burdens(battle, arena, log, who, pool)
    pool += term(log, clauses.WARNED, sheet.warning)
    if sheet.ambushes and battle.singled_out == 0:
        pool += term(log, clauses.AMBUSHING, rules.ambushing)
    hits, glitch = roll(battle, arena, log, who, by, purposes.SURPRISE, pool, NO_LIMIT)
    if hits >= rules.surprise_threshold:
        return False
    unit.surprised = SURPRISED
    unit.surprised_by |= who_surprises(battle, arena, who)
    unit.score += rules.surprise_score
    emit(battle, log, events.SURPRISED, by, who, 0, 0, 0)
    if glitch == CRITICAL_GLITCH:
        unit.stunned = 1
        emit(battle, log, events.STARTLED, by, who, 0, 0, 0)
    return True


@kernel
def buy_back_defense(battle, log, who):
    """Buy back a surprised unit's defense, but not its ten points of initiative (SS-S2)."""
    spend(battle, log, who, KEEP_WITS)
    cite(log, clauses.NEWCOMERS)
    battle.units[who].surprised = SURPRISED_BUT_DEFENDS
