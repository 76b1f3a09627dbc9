"""Feints (LD-G5): declared attacks that are not real. A fooled target, and its team, take a feint for an attack."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.record import UP

from ..words import events, purposes
from ..words.verbs import FEINT, PUNCH, STRIKE
from . import clauses
from .attack.hands import NO_SLOT, STRIKES, slot_that
from .plan import end_deception, hands_after
from .record import PENDING
from .rolls import better_of, roll, skill_of
from .tables import MELEE, UNARMED_COMBAT


@kernel
def roll_feints(battle, arena, log, who):
    """Roll each feint of a complete plan: Melee or Unarmed against the same skill of its target (LD-G5).

    The penalty for several actions applies to the unit that feints, not to its target. No other team learns of the
    rolls yet.
    """
    unit = battle.units[who]
    for place in range(unit.items):
        item = unit.plan[place]
        if item.verb != FEINT:
            continue
        target = item.argument
        began = log.count
        cite(log, clauses.FEIGNED)
        bonus = skill_of(battle, arena, log, who, better_of(arena, who, MELEE, UNARMED_COMBAT), unit.actions)
        result, _ = roll(battle, log, who, target, purposes.FEINT, bonus)
        sees = skill_of(battle, arena, log, target, better_of(arena, target, MELEE, UNARMED_COMBAT), 0)
        insight, _ = roll(battle, log, target, who, purposes.INSIGHT, sees)
        if result > insight:
            item.sham = looks_like(arena, who, unit, place)
            battle.shams += 1
            emit(battle, log, events.FOOLED, who, target, 0, 0, 0)
        keep_secret(log, began, 1 << unit.team)


@kernel
def keep_secret(log, began, teams):
    """Show the events of the log from number `began` on only to some teams, a bit each."""
    for place in range(max(began, 0), log.count):
        log.events[place].seen_by &= teams


@kernel
def is_believed(battle, who, place, team):
    """Return whether a team takes an item of a unit's plan for an attack: the feint has fooled one of its units."""
    item = battle.units[who].plan[place]
    return item.sham != 0 and item.state == PENDING and battle.units[item.argument].team == team


@kernel
def looks_like(arena, who, unit, place):
    """Return the verb of the attack that a feint looks like: a blow with the weapon in hand by then, or a punch."""
    hand, off_hand = unit.hand, unit.off_hand
    for before in range(place):
        hand, off_hand = hands_after(arena, who, unit.plan[before], hand, off_hand)
    return STRIKE if slot_that(STRIKES, arena, who, hand, off_hand) != NO_SLOT else PUNCH


@kernel
def end_feint(battle, log, who, place):
    """End a feint when its turn comes: everybody now sees that it was no attack."""
    item = battle.units[who].plan[place]
    end_deception(battle, item)
    if battle.units[item.argument].status == UP:
        emit(battle, log, events.FEINTED, who, item.argument, 0, 0, 0)


@kernel
def show_as_believed(battle, arena, team):
    """Replace the feints that fool a team, in a copy of the battle, by the attacks that they look like.

    The traces of the rolls are removed, too. The team still knows which of its own feints have worked.
    """
    battle.shams = 0
    for who in range(arena.units):
        unit = battle.units[who]
        own = unit.team == team
        unit.rolls[purposes.INSIGHT if own else purposes.FEINT] = 0
        for place in range(unit.items):
            item = unit.plan[place]
            if own:
                battle.shams += 1 if item.sham else 0
                continue
            if is_believed(battle, who, place, team):
                item.verb = item.sham
            item.sham = 0
