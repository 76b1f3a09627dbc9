"""Karma (SS-X2): what spending a point does to a test.

Before the roll it removes the limit or lets sixes be rolled again. After the roll of an attack or a defense it rolls all
misses once more. A glitch of any test that has effects is lowered a step, before it takes effect. Other uses of
karma are in other modules: initiative (SS-T9), surprise (SS-S2), a last stand (SS-X3). This module takes the payment for all
of them.
"""

from fireteam.env.rules import dice
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, emit_roll, term
from fireteam.env.rules.mask import close_all
from fireteam.env.rules.record import NOBODY

from ..words import events, purposes
from ..words.decisions import KARMA
from ..words.verbs import CLOSE_CALL, PASS, PUSH, REROLL
from . import clauses
from .pools import NO_GLITCH, counted
from .record import PUSH_LIMIT, PUSH_SIX, TEST
from .stack import affords, decide, push

ATTACK_REROLLED, GLITCH_CLOSED, DEFENSE_REROLLED = 1, 2, 4  # bits of a frame's `spent`


@kernel
def may_spend(unit):
    """Return whether a unit has karma, and orders that let it spend some."""
    return unit.karma > 0 and unit.order_karma == 0


@kernel
def spend(battle, log, who, verb):
    """Spend a point of karma on the effect that a verb stands for."""
    unit = battle.units[who]
    unit.karma -= 1
    cite(log, clauses.KARMA)
    emit(battle, log, events.KARMA_SPENT, who, NOBODY, verb, unit.karma, 0)


@kernel
def open_push(battle, arena, who, limited):
    """Open pushing the next test: each way once, the limit only if it is `limited`, sixes only where dice are rolled."""
    unit = battle.units[who]
    if may_spend(unit) and affords(arena, unit, PUSH):  # free unless a house asks for points
        ways = PUSH_LIMIT if limited else 0
        if arena.rules.option_dice == 0:
            ways |= PUSH_SIX
        battle.open[PUSH] = ways & ~unit.push


@kernel
def push_test(battle, log, who, way):
    """Push the next test of a unit: 0 without limit, 1 with the rule of six (SS-D8)."""
    spend(battle, log, who, PUSH)
    battle.units[who].push |= 1 << way


@kernel
def attacker_may_spend(battle, frame):
    """After an attack roll, ask the attacker if karma could still improve it; return whether it is asked.

    Rolling misses again covers all of several attacks, so it is free from the second one on (SS-X1).
    """
    unit = battle.units[frame.unit]
    if unit.karma == 0 and unit.rerolled == 0:
        return False
    again = frame.missed > 0 and frame.hits < frame.limit and frame.spent & ATTACK_REROLLED == 0
    again = again and (may_spend(unit) or unit.rerolled == 1)
    softer = frame.glitch != NO_GLITCH and frame.spent & GLITCH_CLOSED == 0 and may_spend(unit)
    return offer(battle, frame.unit, frame.target, again, softer)


@kernel
def defender_may_spend(battle, frame):
    """After a defense roll, ask the defender if it was hit and could roll its misses again; return whether it is asked."""
    unit = battle.units[frame.target]
    if unit.karma == 0 or frame.hits < frame.defense:
        return False
    again = frame.missed > 0 and frame.defense < frame.limit and frame.spent & DEFENSE_REROLLED == 0
    return offer(battle, frame.target, frame.unit, again and may_spend(unit), False)


@kernel
def offer(battle, who, opponent, again, softer):
    """Ask a unit whether it spends karma on its roll, if it could; return whether it is asked.

    `again`: it may roll its misses again; `softer`: it may make a close call of its glitch.
    """
    if not (again or softer):
        return False
    close_all(battle)
    battle.open[PASS] = 1
    battle.open[REROLL] = 1 if again else 0
    battle.open[CLOSE_CALL] = 1 if softer else 0
    decide(battle, KARMA, who, opponent)
    return True


@kernel
def hold_test(battle, who, opponent, verb, argument, hits, glitch, pool):
    """Put a test that was rolled on the stack, so that its glitch may be softened before it takes effect. Return its frame.

    `verb` and `argument` are the action that the test belongs to.
    """
    frame = push(battle, TEST, who, opponent)
    frame.verb = verb
    frame.argument = argument
    frame.hits = min(hits, 100)
    frame.glitch = glitch
    frame.damage = pool
    frame.limit = frame.missed = frame.defense = 0
    return frame


@kernel
def ask_close_call(battle, frame):
    """Ask a unit whose test glitched whether it makes a close call of it, once (SS-X2); return whether it is asked."""
    softer = frame.glitch != NO_GLITCH and frame.spent & GLITCH_CLOSED == 0 and may_spend(battle.units[frame.unit])
    return offer(battle, frame.unit, frame.target, False, softer)


@kernel
def take_close_call(battle, log, frame, who, verb):
    """Take a unit's answer about the glitch of its test."""
    frame.spent |= GLITCH_CLOSED
    if verb == CLOSE_CALL:
        spend(battle, log, who, verb)
        frame.glitch -= 1


@kernel
def spend_on_roll(battle, log, frame, who, verb):
    """Spend karma on the roll a unit has just made in an attack."""
    unit = battle.units[who]
    if verb == CLOSE_CALL:
        spend(battle, log, who, verb)
        frame.spent |= GLITCH_CLOSED
        frame.glitch -= 1
        return
    if unit.rerolled == 0 or who != frame.unit:
        spend(battle, log, who, verb)
    gained = roll_misses(battle, log, who, frame.target if who == frame.unit else frame.unit, frame.missed)
    if who == frame.unit:
        frame.spent |= ATTACK_REROLLED
        frame.hits = min(frame.hits + gained, frame.limit)
        unit.rerolled = 1 if unit.attacks_left > 0 else 0
    else:
        frame.spent |= DEFENSE_REROLLED
        frame.defense = min(frame.defense + gained, frame.limit)


@kernel
def roll_misses(battle, log, who, target, missed):
    """Roll `missed` dice again and return the hits gained; a glitch stays what it was (an assumption of SS-X2)."""
    count = dice.throw(battle, log, who, purposes.REROLL, term(log, clauses.KARMA, missed))
    gained, _, _ = counted(log, count)
    emit_roll(battle, log, who, target, gained, purposes.REROLL, NO_GLITCH, count)
    return gained
