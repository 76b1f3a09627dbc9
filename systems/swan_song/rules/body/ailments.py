"""Ailments (SS-C3): what locations, contacts and gases do to a body, what that keeps it from, and how it passes.

An ailment is a bit of `ailing` and the rounds it still lasts. The catalog says how many dice each ailment costs (`pools.py`
adds them up). `handicaps.py` closes actions. This module says how ailments come and go, and what slow death and bleedout
cost. An arm hurt for good stays a bit with no rounds left: its dice are lost until it is healed.
"""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import DOWN, NOBODY, UP
from fireteam.env.rules.sides.objectives import check_over

from ...words import events, purposes
from ...words.verbs import FIRST_AID, PUNCH, SHOOT, STRIKE, VOLLEY
from .. import clauses
from ..pairs import (
    BOTH,
    FIRST,
    SECOND,
    clock_of,
    hurt_of,
    is_blind,
    is_deaf,
    is_paired,
    lost_arms,
    rounds_left,
    set_clock,
    shorten_clocks,
)
from ..pools import NO_LIMIT, attribute, halved, roll
from ..record import FREE
from ..tables import (
    AGILITY,
    AILMENTS,
    BLEEDOUT,
    BLINDED,
    BODY,
    BROKEN_GRIP,
    BUCKLED,
    DEAFENED,
    FIRST_VEHICLE_LOCATION,
    FOR_GOOD,
    KNOCK_DOWN,
    LASTS_DAMAGE,
    NAUSEOUS,
    ONE_ARM,
    SLOW_DEATH,
    SLOWED,
    STIMULATED,
    STRENGTH,
    STUNNED,
    WILLPOWER,
)
from .conditions import drop_body, end_suppression, fall_prone, has_attacks_left, lose_aim, lose_blood
from .damage import suffer
from .hands import is_one_handed, lose_from_hand, wields
from .holds import end_hold
from .movement import walk_rate
from .reach import is_on_foot

NO_PLACE = KNOCK_DOWN  # instead of a location: harm that does not come of one


@kernel
def suffer_harm(battle, arena, log, attacker, target, harm, damage, piercing, place):
    """Let a unit suffer what a location (its `place`), a contact or a gas (NO_PLACE) does to it (SS-C3).

    `harm` is a record of HARM, `damage` the damage value that durations and thresholds are counted from; `piercing` are
    ailments, a bit each, that come on top. Things do not suffer, and those without Flesh neither bleed nor can be poisoned.
    A unit with no ear or eye left to lose suffers nothing more there.
    """
    unit = battle.units[target]
    sheet = arena.sheets[target]
    if sheet.inanimate or sheet.vehicle:
        return
    cite(log, clauses.AILING)
    both = has_none_left(unit, harm.ailments)
    if harm.stun and unit.status == UP and not both:
        stun(battle, arena, log, attacker, target, harm)
    if unit.status == UP or unit.status == DOWN:
        for ailment in range(len(AILMENTS)):
            if (harm.ailments | piercing) >> ailment & 1 and not both:
                inflict(battle, arena, log, attacker, target, ailment, rounds_of(arena, ailment, damage), place)
    if unit.status != UP:
        return
    if harm.nausea and sheet.flesh > 0:
        sicken(battle, arena, log, attacker, target, harm.nausea, place)
    if harm.knockdown:
        pool = attribute(battle, arena, log, target, STRENGTH) + attribute(battle, arena, log, target, AGILITY)
        if resistance_hits(battle, arena, log, target, attacker, pool) < damage + harm.knockdown:
            fall_prone(battle, log, target, attacker, events.KNOCKDOWN)
    if harm.buckles:
        bring_down(battle, arena, log, attacker, target, damage, place)
    if harm.fatigues:
        pool = attribute(battle, arena, log, target, BODY)
        left = damage // 2 - resisted(battle, arena, log, target, attacker, purposes.FATIGUE, pool)
        if left > 0:
            suffer(battle, arena, log, attacker, target, left, 1, 0, 0)
    if harm.strain and sheet.flesh > 0:
        pool = attribute(battle, arena, log, target, BODY) + attribute(battle, arena, log, target, WILLPOWER)
        left = harm.strain - resisted(battle, arena, log, target, attacker, purposes.RESIST, pool)
        if left > 0:
            suffer(battle, arena, log, attacker, target, left, 1, 0, 0)


@kernel
def resisted(battle, arena, log, target, attacker, purpose, pool):
    """Roll a pool against damage or a toxin and return its hits: wounds do not count, and no limit does (SS-H5, SS-D4)."""
    pool += halved(log, battle.units[target], pool)
    hits, _ = roll(battle, arena, log, target, attacker, purpose, pool, NO_LIMIT)
    return hits


@kernel
def resistance_hits(battle, arena, log, target, attacker, pool):
    """Roll a pool against what else a blow does to a body and return its hits: it is no damage, so wounds count (SS-H5)."""
    unit = battle.units[target]
    pool += halved(log, unit, pool) + term(log, clauses.WOUNDED, unit.wounds)
    hits, _ = roll(battle, arena, log, target, attacker, purposes.RESIST, pool, NO_LIMIT)
    return hits


@kernel
def has_none_left(unit, ailments):
    """Return whether `ailments`, a bit each, concern an ear or an eye and the unit has none left to lose (SS-C3)."""
    if ailments >> DEAFENED & 1 and is_deaf(unit):
        return True
    return ailments >> BLINDED & 1 == 1 and is_blind(unit)


@kernel
def stun(battle, arena, log, attacker, target, harm):
    """Take initiative score from a unit that fails its test; nobody is stunned twice in a round (SS-C1, SS-C3).

    `harm` is a record of HARM.
    """
    unit = battle.units[target]
    if unit.ailing >> STUNNED & 1:
        return
    pool = attribute(battle, arena, log, target, harm.stun_test[0])
    pool += attribute(battle, arena, log, target, harm.stun_test[1])
    if resistance_hits(battle, arena, log, target, attacker, pool) < harm.stun_threshold:
        unit.ailing |= 1 << STUNNED
        unit.score -= harm.stun
        cite(log, clauses.INITIATIVE_CHANGE)
        emit(battle, log, events.STUNNED, attacker, target, harm.stun, 0, 0)


@kernel
def sicken(battle, arena, log, attacker, target, threshold, place):
    """Make a unit nauseous, a round for every hit by which its Body + Willpower falls short of a threshold (SS-C3).

    Harm that is no blow at a location is a toxin.
    """
    pool = attribute(battle, arena, log, target, BODY) + attribute(battle, arena, log, target, WILLPOWER)
    if place == NO_PLACE:
        missing = threshold - resisted(battle, arena, log, target, attacker, purposes.RESIST, pool)
    else:
        missing = threshold - resistance_hits(battle, arena, log, target, attacker, pool)
    if missing > 0:
        inflict(battle, arena, log, attacker, target, NAUSEOUS, missing * arena.ailments[NAUSEOUS].lasts, place)


@kernel
def bring_down(battle, arena, log, attacker, target, damage, place):
    """Bring a unit down; it stays so a round for every hit by which its Body falls short of the damage value (SS-C3)."""
    missing = damage - resistance_hits(battle, arena, log, target, attacker, attribute(battle, arena, log, target, BODY))
    if missing > 0 and is_on_foot(battle.units[target]):
        fall_prone(battle, log, target, attacker, events.KNOCKDOWN)
        inflict(battle, arena, log, attacker, target, BUCKLED, missing * arena.ailments[BUCKLED].lasts, place)


@kernel
def rounds_of(arena, ailment, damage):
    """Return the rounds for which an ailment lasts that an attack with a damage value causes."""
    lasts = arena.ailments[ailment].lasts
    return max(damage, 1) if lasts == LASTS_DAMAGE else lasts


@kernel
def inflict(battle, arena, log, attacker, target, ailment, rounds, place):
    """Let a unit suffer an ailment for `rounds` rounds (SS-C3).

    One that it has lasts longer only if the same place is hit again (SS-C1). Of ears, eyes, hands and arms each lasts
    as long as its own hits say. `place` is a location, or NO_PLACE.
    """
    unit = battle.units[target]
    if ailment in (SLOW_DEATH, BLEEDOUT) and arena.sheets[target].flesh == 0:
        return
    begins = unit.ailing >> ailment & 1 == 0
    pace = walk_rate(battle, arena, target)
    which = struck_one(unit, ailment)
    left = clock_of(unit, ailment, which)
    again = place == NO_PLACE or unit.struck >> (place - 1) & 1 == 1
    if rounds < FOR_GOOD:
        if rounds_left(unit, ailment) == 0:
            forget_places(arena, unit, ailment)
        if place != NO_PLACE:
            unit.struck |= 1 << (place - 1)
    if left > 0 and not again:
        return
    unit.ailing |= 1 << ailment
    set_clock(unit, ailment, which, FOR_GOOD if max(left, rounds) >= FOR_GOOD else min(left + rounds, FOR_GOOD - 1))
    if ailment in (BROKEN_GRIP, ONE_ARM):
        lose_arm(battle, arena, log, target, ailment)
    elif ailment == SLOWED and begins:
        shorten_the_way(unit, pace - walk_rate(battle, arena, target))
    elif ailment == SLOW_DEATH and begins:
        unit.seconds = 0
        unit.tended = 0
    emit(battle, log, events.AILS, attacker, target, ailment, clock_of(unit, ailment, which), 0)


@kernel
def struck_one(unit, ailment):
    """Return which of a pair an ailment hurts, FIRST or SECOND.

    It is the ear or eye that is whole, the arm with the weapon, else a hurt one; FIRST for ailments without a pair.
    """
    if not is_paired(ailment):
        return FIRST
    if ailment in (DEAFENED, BLINDED):
        return SECOND if hurt_of(unit, ailment) == FIRST else FIRST
    lost = lost_arms(unit)
    if lost in (FIRST, SECOND):
        return lost if unit.hand == BARE_HANDS else BOTH - lost
    return FIRST


@kernel
def forget_places(arena, unit, ailment):
    """Forget which places, of those that could cause an ailment, have been hit: it begins anew (SS-C1)."""
    for other in range(NO_PLACE + 1, FIRST_VEHICLE_LOCATION):
        harm = arena.locations[other].harm
        if harm.ailments >> ailment & 1 or (ailment == NAUSEOUS and harm.nausea) or (ailment == BUCKLED and harm.buckles):
            unit.struck &= ~(1 << (other - 1))


@kernel
def shorten_the_way(unit, metres):
    """Take metres off what a unit may still walk and run in this round, as its walk has become slower."""
    unit.walk_left = max(unit.walk_left - metres, 0)
    unit.run_left = max(unit.run_left - metres, 0)


@kernel
def lose_arm(battle, arena, log, who, ailment):
    """Let a unit lose the use of a hand or an arm, of the one that holds its weapon if there is one (SS-C3).

    A broken grip drops what the hand holds. A useless arm puts it away: the other hand goes on with what it has, or has to
    take up a weapon first. A two-handed weapon is dropped, or hangs there. With no hand left nobody is held or carried.
    """
    unit = battle.units[who]
    if ailment == BROKEN_GRIP:
        drop_from(battle, arena, log, who, unit.hand)
        lose_from_hand(unit)
        if unit.holds != NOBODY:
            end_hold(battle, log, who)
    elif unit.hand != BARE_HANDS and is_one_handed(arena, who, unit.hand):
        lose_from_hand(unit)
    if lost_arms(unit) == BOTH:
        if unit.holds != NOBODY:
            end_hold(battle, log, who)
        if unit.carries != NOBODY:
            drop_body(battle, log, who)
    if unit.hand == BARE_HANDS or not wields(arena, unit, arena.sheets[who]):
        end_suppression(battle, log, who)
        lose_aim(unit)


@kernel
def drop_from(battle, arena, log, who, slot):
    """Let the weapon of a slot fall where its owner stands; nothing happens for BARE_HANDS."""
    if slot != BARE_HANDS:
        battle.units[who].held[slot].lies_at = tile_of(arena, battle.units[who])
        emit(battle, log, events.WEAPON_DROPS, who, NOBODY, arena.sheets[who].weapons[slot], 0, 0)


@kernel
def recover(battle, log, who, ailment):
    """End an ailment."""
    unit = battle.units[who]
    unit.ailing &= ~(1 << ailment)
    shorten_clocks(unit, ailment, FOR_GOOD)
    emit(battle, log, events.RECOVERS, NOBODY, who, ailment, 0, 0)


@kernel
def shorten(battle, arena, log, who, ailment, rounds):
    """Take rounds off an ailment; with none left it ends, or only its dice stay and the arm can be used again."""
    unit = battle.units[who]
    shorten_clocks(unit, ailment, rounds)
    if rounds_left(unit, ailment) == 0 and arena.ailments[ailment].stays == 0:
        recover(battle, log, who, ailment)


@kernel
def end_lasting_ailments(battle, arena, log, who):
    """End what stays with a unit until it gets health back (SS-C3)."""
    for ailment in range(STIMULATED):
        if battle.units[who].ailing >> ailment & 1 and arena.ailments[ailment].stays:
            recover(battle, log, who, ailment)


@kernel
def count_down(battle, arena, log):
    """Take a round off every ailment that passes by itself, and let slow death work, at the end of a round (SS-C3)."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.ailing == 0 or (unit.status != UP and unit.status != DOWN):
            continue
        unit.ailing &= ~(1 << STUNNED)
        for ailment in range(STIMULATED):
            if unit.ailing >> ailment & 1 and rounds_left(unit, ailment) < FOR_GOOD:
                shorten(battle, arena, log, who, ailment, 1)
        if unit.ailing >> SLOW_DEATH & 1:
            bleed_inside(battle, arena, log, who)


@kernel
def bleed_inside(battle, arena, log, who):
    """Let a round of slow death go by: once a minute it costs Strain; treatments are a minute apart, too (SS-C3)."""
    unit = battle.units[who]
    unit.tended = max(unit.tended - 1, 0)
    unit.seconds += 1
    if unit.seconds >= min(arena.rules.minute, FOR_GOOD):
        unit.seconds = 0
        suffer(battle, arena, log, NOBODY, who, arena.rules.slow_death, 1, 0, 0)


@kernel
def exert(battle, arena, log, who, verb):
    """Take the points of Flesh that an action costs a unit whose neck bleeds; first aid costs none (SS-C3).

    The blow of a charge, and all but the first of several attacks, are part of an action that has cost its point. Return
    whether the unit is still up to carry the action out.
    """
    unit = battle.units[who]
    cost = arena.cost[verb]
    goes_along = verb in (SHOOT, VOLLEY, STRIKE, PUNCH) and (unit.charge != NOBODY or has_attacks_left(unit))
    if unit.ailing >> BLEEDOUT & 1 and verb != FIRST_AID and (cost > 0 or cost == FREE) and not goes_along:
        lose_blood(battle, arena, log, who, arena.rules.bleedout)
        if unit.status != UP:
            check_over(battle, arena, log)
    return unit.status == UP
