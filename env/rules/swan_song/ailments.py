"""Ailments (SS-C3): what locations, contacts and gases do to a body, what that keeps it from, and how it passes.

An ailment is a bit of `ailing` and the rounds it still lasts. How many dice each costs lies in the catalog (`pools.py` adds
them up), what they close to a unit in `handicaps.py`; here lies how they come and go, and what slow death and bleedout cost.
"""

from .. import log as tells
from ..arena import FREE
from ..battle import DOWN, NOBODY, UP
from ..grid import tile_of
from ..kernel import kernel
from ..log import cite, tell
from ..objectives import check_over
from ..verbs import FIRST_AID
from . import clauses, purposes
from .conditions import end_suppression, fall_prone, lose_aim, lose_blood
from .damage import suffer
from .holds import end_hold
from .pools import NO_LIMIT, attribute, halved, roll
from .tables import (
    AGILITY,
    AILMENTS,
    BARE_HANDS,
    BLEEDOUT,
    BLINDED,
    BODY,
    BROKEN_GRIP,
    BUCKLED,
    DEAFENED,
    FOR_GOOD,
    LASTS_DAMAGE,
    NAUSEOUS,
    SLOW_DEATH,
    SLOWED,
    STIMULATED,
    STRENGTH,
    STUNNED,
    WILLPOWER,
)

PAIR = 2  # of ears, and of eyes


@kernel
def suffer_harm(battle, arena, log, attacker, target, harm, damage, piercing):
    """Let a unit suffer what a location, a contact or a gas does to it (SS-C3).

    `damage` is the damage value that durations and thresholds are counted from; `piercing` are ailments that come on top.
    Things do not suffer, and those without Flesh neither bleed nor can be poisoned. An ear or an eye too many does nothing.
    """
    unit = battle.units[target]
    sheet = arena.sheets[target]
    if sheet.inanimate or sheet.vehicle:
        return
    cite(log, clauses.AILING)
    both = both_are_hit(unit, harm.ailments)
    if harm.stun and unit.status == UP and not both:
        stun(battle, arena, log, attacker, target, harm)
    if unit.status == UP or unit.status == DOWN:
        for ailment in range(len(AILMENTS)):
            if (harm.ailments | piercing) >> ailment & 1 and not both:
                inflict(battle, arena, log, attacker, target, ailment, rounds_of(arena, ailment, damage))
    if unit.status != UP:
        return
    if harm.nausea and sheet.flesh > 0:
        sicken(battle, arena, log, attacker, target, harm.nausea)
    if harm.knockdown:
        pool = attribute(arena, log, target, STRENGTH) + attribute(arena, log, target, AGILITY)
        if resisted(battle, arena, log, target, attacker, purposes.RESIST, pool) < damage + harm.knockdown:
            fall_prone(battle, log, target, attacker, tells.KNOCKDOWN)
    if harm.buckles:
        buckle(battle, arena, log, attacker, target, damage)
    if harm.fatigues:
        pool = attribute(arena, log, target, BODY)
        left = damage // 2 - resisted(battle, arena, log, target, attacker, purposes.FATIGUE, pool)
        if left > 0:
            suffer(battle, arena, log, attacker, target, left, 1, 0, 0)
    if harm.strain and sheet.flesh > 0:
        pool = attribute(arena, log, target, BODY) + attribute(arena, log, target, WILLPOWER)
        left = harm.strain - resisted(battle, arena, log, target, attacker, purposes.RESIST, pool)
        if left > 0:
            suffer(battle, arena, log, attacker, target, left, 1, 0, 0)


@kernel
def resisted(battle, arena, log, target, attacker, purpose, pool):
    """Return the hits with which a unit resists: wounds do not count for that, and there is no limit (SS-H5, SS-D4)."""
    pool += halved(log, battle.units[target], pool)
    hits, _ = roll(battle, arena, log, target, attacker, purpose, pool, NO_LIMIT)
    return hits


@kernel
def both_are_hit(unit, ailments):
    """Return whether an effect is meant for an ear or an eye of a unit that has none left to lose (SS-C3)."""
    if ailments >> DEAFENED & 1 and unit.deaf >= PAIR:
        return True
    return ailments >> BLINDED & 1 == 1 and unit.blind >= PAIR


@kernel
def stun(battle, arena, log, attacker, target, harm):
    """Take initiative score from a unit that fails its test; nobody is stunned twice in a round (SS-C1, SS-C3)."""
    unit = battle.units[target]
    if unit.ailing >> STUNNED & 1:
        return
    pool = attribute(arena, log, target, harm.stun_test[0]) + attribute(arena, log, target, harm.stun_test[1])
    if resisted(battle, arena, log, target, attacker, purposes.RESIST, pool) < harm.stun_threshold:
        unit.ailing |= 1 << STUNNED
        unit.score -= harm.stun
        cite(log, clauses.INITIATIVE_CHANGE)
        tell(battle, log, tells.STUNNED, attacker, target, harm.stun, 0, 0)


@kernel
def sicken(battle, arena, log, attacker, target, threshold):
    """Make a unit nauseous for a round for every hit its Body + Willpower falls short (SS-C3)."""
    pool = attribute(arena, log, target, BODY) + attribute(arena, log, target, WILLPOWER)
    missing = threshold - resisted(battle, arena, log, target, attacker, purposes.RESIST, pool)
    if missing > 0:
        inflict(battle, arena, log, attacker, target, NAUSEOUS, missing * arena.ailments[NAUSEOUS].lasts)


@kernel
def buckle(battle, arena, log, attacker, target, damage):
    """Bring a unit down, to stay there a round for every hit that its Body falls short of the damage value (SS-C3)."""
    missing = damage - resisted(battle, arena, log, target, attacker, purposes.RESIST, attribute(arena, log, target, BODY))
    if missing > 0:
        fall_prone(battle, log, target, attacker, tells.KNOCKDOWN)
        inflict(battle, arena, log, attacker, target, BUCKLED, missing * arena.ailments[BUCKLED].lasts)


@kernel
def rounds_of(arena, ailment, damage):
    """Return the rounds an ailment lasts that comes of an attack with such a damage value."""
    lasts = arena.ailments[ailment].lasts
    return max(damage, 1) if lasts == LASTS_DAMAGE else lasts


@kernel
def inflict(battle, arena, log, attacker, target, ailment, rounds):
    """Let a unit suffer an ailment, for so many rounds more than before (SS-C3)."""
    unit = battle.units[target]
    if ailment in (SLOW_DEATH, BLEEDOUT) and arena.sheets[target].flesh == 0:
        return
    begins = unit.ailing >> ailment & 1 == 0
    left = 0 if begins else unit.ailments[ailment]
    unit.ailing |= 1 << ailment
    unit.ailments[ailment] = FOR_GOOD if max(left, rounds) >= FOR_GOOD else min(left + rounds, FOR_GOOD - 1)
    tell(battle, log, tells.AILS, attacker, target, ailment, unit.ailments[ailment], 0)
    if ailment == DEAFENED:
        unit.deaf += 1
    elif ailment == BLINDED:
        unit.blind += 1
    elif ailment == BROKEN_GRIP:
        lose_grip(battle, arena, log, target)
    elif ailment == SLOWED and begins:
        unit.walk_left //= 2
    elif ailment == SLOW_DEATH and begins:
        unit.seconds = 0


@kernel
def lose_grip(battle, arena, log, who):
    """Let a unit drop what it has in its hands: weapons, and whom it holds (SS-C3)."""
    unit = battle.units[who]
    end_suppression(battle, log, who)
    lose_aim(unit)
    drop_from(battle, arena, log, who, unit.hand)
    drop_from(battle, arena, log, who, unit.off_hand)
    unit.hand = BARE_HANDS
    unit.off_hand = BARE_HANDS
    unit.hands_changed = 0
    if unit.holds != NOBODY:
        end_hold(battle, log, who)


@kernel
def drop_from(battle, arena, log, who, slot):
    """Let the weapon of a slot fall where its owner stands."""
    if slot != BARE_HANDS:
        battle.units[who].held[slot].lies_at = tile_of(arena, battle.units[who])
        tell(battle, log, tells.WEAPON_DROPS, who, NOBODY, arena.sheets[who].weapons[slot], 0, 0)


@kernel
def recover(battle, log, who, ailment):
    """End an ailment."""
    unit = battle.units[who]
    unit.ailing &= ~(1 << ailment)
    unit.ailments[ailment] = 0
    if ailment == DEAFENED:
        unit.deaf = 0
    elif ailment == BLINDED:
        unit.blind = 0
    tell(battle, log, tells.RECOVERS, NOBODY, who, ailment, 0, 0)


@kernel
def shorten(battle, log, who, ailment, rounds):
    """Take rounds off an ailment; it ends when none is left."""
    unit = battle.units[who]
    unit.ailments[ailment] = max(unit.ailments[ailment] - rounds, 0)
    if unit.ailments[ailment] == 0:
        recover(battle, log, who, ailment)


@kernel
def count_down(battle, arena, log):
    """At the end of a round, let every ailment that passes by itself go by a round, and slow death do its work (SS-C3)."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.ailing == 0 or (unit.status != UP and unit.status != DOWN):
            continue
        unit.ailing &= ~(1 << STUNNED)
        for ailment in range(STIMULATED):
            if unit.ailing >> ailment & 1 and unit.ailments[ailment] < FOR_GOOD:
                shorten(battle, log, who, ailment, 1)
        if unit.ailing >> SLOW_DEATH & 1:
            unit.seconds = min(unit.seconds + 1, FOR_GOOD)
            if unit.seconds >= min(arena.rules.minute, FOR_GOOD):
                unit.seconds = 0
                suffer(battle, arena, log, NOBODY, who, arena.rules.slow_death, 1, 0, 0)


@kernel
def exert(battle, arena, log, who, verb):
    """Let an action cost a unit whose neck bleeds what it costs: a point for all but first aid (SS-C3).

    Return whether it is still up to carry the action out.
    """
    unit = battle.units[who]
    cost = arena.cost[verb]
    if unit.ailing >> BLEEDOUT & 1 and verb != FIRST_AID and (cost > 0 or cost == FREE):
        lose_blood(battle, arena, log, who, arena.rules.bleedout)
        if unit.status != UP:
            check_over(battle, arena, log)
    return unit.status == UP
