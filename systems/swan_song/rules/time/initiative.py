"""Time (SS-T): rounds, initiative passes, and whose action phase comes next."""

from fireteam.env.rules import dice
from fireteam.env.rules.kernel import entry, kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import NOBODY, UP

from ...words import events, purposes
from .. import clauses
from ..attributes import attribute_now
from ..body.conditions import stop_waiting
from ..body.movement import walk_rate
from ..pools import attribute, throw_sum
from ..record import FINAL_PHASE_OWED, KEEPS_FREE, NOT_DELAYED
from ..tables import INTUITION, REACTION

COIN_DICE = 5  # of a toss: 6 ** 5 sides


@kernel
def begin_round(battle, arena, log):
    """Begin a combat round: new movement allowances; initiative is rolled as it opens (SS-T1)."""
    battle.round_number += 1
    battle.pass_number = 1
    emit(battle, log, events.ROUND, NOBODY, NOBODY, battle.round_number, 0, 0)
    for who in range(arena.units):
        unit = battle.units[who]
        if arena.rules.option_full_defense == 0:
            unit.full_defense = 0
        unit.runs = 0
        unit.diagonals = 0
        unit.walk_left = walk_rate(battle, arena, who)
        unit.task_paid = 0  # an extended action has to be paid for within a round (SS-A1)
        unit.quick = 0
        unit.score = 0
        forget_rolls(unit)


@kernel
def roll_initiative(battle, arena, log, who):
    """Roll an initiative score: Reaction + Intuition + wounds + the sum of the initiative dice (SS-T2).

    The dice are those of the sheet, those gained or lost for the time being (SS-T5), or five for karma (SS-T9).
    """
    unit = battle.units[who]
    count = term(log, clauses.INITIATIVE_DICE, arena.sheets[who].initiative_dice)
    count += term(log, clauses.INITIATIVE_CHANGE, unit.extra_dice)
    if unit.quick:
        count += term(log, clauses.KARMA_INITIATIVE, max(arena.rules.karma_dice - count, 0))
    base = attribute(battle, arena, log, who, REACTION) + attribute(battle, arena, log, who, INTUITION)
    base += term(log, clauses.WOUNDED, unit.wounds)
    unit.score = base + throw_sum(battle, arena, log, who, purposes.INITIATIVE, max(count, 0))
    unit.coin = toss(battle, log, who)
    emit(battle, log, events.INITIATIVE, who, NOBODY, unit.score, 0, 0)


@kernel
def toss(battle, log, who):
    """Toss and return the coin of a unit for this round (SS-T3): five dice read as one number, so that hardly any are equal.

    Only the first of them can be dictated; the engine itself throws the others, which matter only in a tie.
    """
    nth = battle.units[who].rolls[purposes.COIN]
    dice.throw(battle, log, who, purposes.COIN, 1)
    coin = log.faces[0]
    dice.draw(battle, log, who, purposes.COIN, nth, COIN_DICE)
    for die in range(1, COIN_DICE):
        coin = 6 * coin + log.faces[die]
    return coin


@kernel
def dice_in_round(arena, who, unit):
    """Return how many initiative dice a unit has in this round: its own as they are now, or five for karma (SS-T9)."""
    count = arena.sheets[who].initiative_dice + unit.extra_dice
    return max(count, arena.rules.karma_dice) if unit.quick else count


@entry
def change_dice(battle, arena, log, who, dice):
    """Give a unit more or fewer initiative dice: they are rolled and added or subtracted at once (SS-T5).

    `dice` is below 0 for fewer. A unit that has bought five for this round has the most that it may have (SS-T9).
    """
    unit = battle.units[who]
    before = dice_in_round(arena, who, unit)
    unit.extra_dice += dice
    change = dice_in_round(arena, who, unit) - before
    if change == 0:
        return
    cite(log, clauses.INITIATIVE_CHANGE)
    points = throw_sum(battle, arena, log, who, purposes.EXTRA_INITIATIVE, abs(change))
    if change < 0:
        points = -points
    unit.score += points
    emit(battle, log, events.SCORE_CHANGES, NOBODY, who, points, unit.score, 0)


@kernel
def forget_rolls(unit):
    """Start counting a unit's rolls anew, as every pass does: the count is part of the key of its dice."""
    for purpose in range(len(unit.rolls)):
        unit.rolls[purpose] = 0


@kernel
def begin_pass(battle, arena, log):
    """Begin an initiative pass: units that can still act in it get action points and a free action again (SS-A1)."""
    emit(battle, log, events.PASS_BEGINS, NOBODY, NOBODY, battle.pass_number, 0, 0)
    cite(log, clauses.ACTION_POINTS)
    for who in range(arena.units):
        unit = battle.units[who]
        unit.acted = 0
        unit.free_used = 0
        # Who waits into this pass may act first in it, whatever its score (SS-T7).
        acts = may_act(battle, arena, unit) or unit.delay != NOT_DELAYED
        unit.ap = arena.rules.action_points if unit.status == UP and acts else 0


@kernel
def next_pass(battle, arena):
    """Drop every score by ten points; count a new pass and return True if any unit that is up is still above zero (SS-T4).

    A unit that was stunned with surprise has missed the pass and may now enter the fight (SS-S1). The score of a last stand
    stays 1 until it has had its final phase (SS-X3).
    """
    going = another_pass(battle, arena)
    for who in range(arena.units):
        unit = battle.units[who]
        unit.stunned = 0
        if unit.delay == KEEPS_FREE:
            stop_waiting(battle, unit)
        unit.score -= arena.rules.pass_drop
        if unit.last_stand == FINAL_PHASE_OWED:
            unit.score = max(unit.score, 1)
        forget_rolls(unit)
    if going:
        battle.pass_number += 1
    return going


@kernel
def another_pass(battle, arena):
    """Return whether anybody acts in another pass of this round (SS-T4); a last stand has its final phase (SS-X3)."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.status == UP and (unit.score > arena.rules.pass_drop or unit.last_stand == FINAL_PHASE_OWED):
            return True
    return False


@kernel
def may_act(battle, arena, unit):
    """Return whether a unit's score gives it a phase in this pass: above zero it does (SS-T4).

    By the option `everyone` any score does so in the first pass of a round.
    """
    return unit.score > 0 or (arena.rules.option_first_pass == 1 and battle.pass_number == 1)


@kernel
def next_to_act(battle, arena, log):
    """Return the unit whose phase comes next, NOBODY if all have acted in this pass (SS-T3).

    The highest score; ties go to Reaction, then Intuition, then a coin.
    """
    best = NOBODY
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.status == UP and unit.acted == 0 and may_act(battle, arena, unit) and arena.sheets[who].inanimate == 0:
            if best == NOBODY or goes_before(battle, arena, log, who, best):
                best = who
    return best


@kernel
def goes_before(battle, arena, log, who, other):
    """Return whether a unit acts before unit `other`, which stands earlier in the roster (SS-T3).

    Should even their coins be equal, the coins say by being odd or even which of the two it is: no place in the roster
    is better than another.
    """
    unit = battle.units[who]
    rival = battle.units[other]
    if unit.score != rival.score:
        return unit.score > rival.score
    cite(log, clauses.TIE_BREAK)
    for which in (REACTION, INTUITION):
        mine, theirs = attribute_now(battle, arena, who, which), attribute_now(battle, arena, other, which)
        if mine != theirs:
            return mine > theirs
    if unit.coin != rival.coin:
        return unit.coin > rival.coin
    return unit.coin % 2 == 0


@kernel
def acts_earlier(battle, arena, log, who, other):
    """Return whether one unit comes before another in the order of initiative."""
    if who < other:
        return not goes_before(battle, arena, log, other, who)
    return goes_before(battle, arena, log, who, other)
