"""Time (SS-T): rounds, initiative passes, and whose action phase comes next."""

from .. import dice
from .. import log as tells
from ..battle import NOBODY, UP
from ..kernel import kernel
from ..log import cite, tell, term
from . import clauses, purposes
from .movement import walk_rate
from .pools import attribute, throw_sum
from .tables import INTUITION, REACTION


@kernel
def begin_round(battle, arena, log):
    """Begin a combat round: everybody rolls initiative and gets a new movement allowance (SS-T1, SS-T2)."""
    battle.round_number += 1
    battle.pass_number = 1
    tell(battle, log, tells.ROUND, NOBODY, NOBODY, battle.round_number, 0, 0)
    for who in range(arena.units):
        unit = battle.units[who]
        unit.full_defense = 0
        unit.runs = 0
        unit.diagonals = 0
        unit.walk_left = walk_rate(battle, arena, who)
        unit.task_paid = 0
        forget_rolls(unit)
        if unit.status == UP and arena.sheets[who].inanimate == 0:
            roll_initiative(battle, arena, log, who)
        else:
            unit.score = 0
    begin_pass(battle, arena, log)


@kernel
def roll_initiative(battle, arena, log, who):
    """Roll an initiative score: Reaction + Intuition + wounds + the sum of the initiative dice (SS-T2)."""
    unit = battle.units[who]
    count = term(log, clauses.INITIATIVE_DICE, arena.sheets[who].initiative_dice + unit.extra_dice)
    base = attribute(arena, log, who, REACTION) + attribute(arena, log, who, INTUITION)
    base += term(log, clauses.WOUNDED, unit.wounds)
    unit.score = base + throw_sum(battle, arena, log, who, purposes.INITIATIVE, count)
    dice.throw(battle, log, who, purposes.COIN, 1)
    unit.coin = log.faces[0]
    tell(battle, log, tells.INITIATIVE, who, NOBODY, unit.score, 0, 0)


@kernel
def change_dice(battle, arena, log, who, dice):
    """Give a unit initiative dice, or take them: they are rolled at once and change its score (SS-T5)."""
    unit = battle.units[who]
    unit.extra_dice += dice
    points = throw_sum(battle, arena, log, who, purposes.EXTRA_INITIATIVE, abs(dice))
    points = points if dice > 0 else -points
    unit.score += points
    cite(log, clauses.INITIATIVE_CHANGE)
    tell(battle, log, tells.SCORE_CHANGES, NOBODY, who, points, unit.score, 0)


@kernel
def forget_rolls(unit):
    """Start counting a unit's rolls anew, as every pass does: the count is part of the key of its dice."""
    for purpose in range(len(unit.rolls)):
        unit.rolls[purpose] = 0


@kernel
def begin_pass(battle, arena, log):
    """Begin an initiative pass: action points and the free action come back for all who can still act in it (SS-A1)."""
    tell(battle, log, tells.PASS_BEGINS, NOBODY, NOBODY, battle.pass_number, 0, 0)
    cite(log, clauses.ACTION_POINTS)
    for who in range(arena.units):
        unit = battle.units[who]
        unit.acted = 0
        unit.free_used = 0
        unit.ap = arena.rules.action_points if unit.status == UP and unit.score > 0 else 0


@kernel
def next_pass(battle, arena, log):
    """Drop every score by ten; begin a new pass and return True if any is still above zero (SS-T4)."""
    going = False
    for who in range(arena.units):
        unit = battle.units[who]
        unit.score -= arena.rules.pass_drop
        forget_rolls(unit)
        going |= unit.status == UP and unit.score > 0
    if going:
        battle.pass_number += 1
        begin_pass(battle, arena, log)
    return going


@kernel
def next_to_act(battle, arena, log):
    """Return the unit whose phase comes next, NOBODY if all have acted in this pass (SS-T3).

    The highest score above zero; ties go to Reaction, then Intuition, then a coin (a keyed die), then roster order.
    """
    best = NOBODY
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.status == UP and unit.acted == 0 and unit.score > 0 and arena.sheets[who].inanimate == 0:
            if best == NOBODY or goes_before(battle, arena, log, who, best):
                best = who
    return best


@kernel
def goes_before(battle, arena, log, who, other):
    """Return whether a unit acts before another that stands earlier in the roster."""
    unit = battle.units[who]
    rival = battle.units[other]
    if unit.score != rival.score:
        return unit.score > rival.score
    cite(log, clauses.TIE_BREAK)
    mine = arena.sheets[who].attributes
    theirs = arena.sheets[other].attributes
    if mine[REACTION] != theirs[REACTION]:
        return mine[REACTION] > theirs[REACTION]
    if mine[INTUITION] != theirs[INTUITION]:
        return mine[INTUITION] > theirs[INTUITION]
    return unit.coin > rival.coin
