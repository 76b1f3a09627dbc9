"""Shields (LD-C2): whom a shield is up against, what it hides and stops, and how it is strapped on and off."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.bits import bits_set
from fireteam.env.rules.ground.grid import toward
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.record import NOBODY

from ...words import events
from ...words.verbs import SHIELD_PARRY, SHIELD_STRIKE
from .. import clauses
from ..record import IN_HANDS, ON_ARM, ON_BACK
from .hands import arm_is_hurt, has_shield


@kernel
def is_shielded(battle, arena, target, attacker):
    """Return whether a unit's shield is up against another: on the arm, to the front or the left front (LD-C2).

    A unit that has declared a parry or a blow with its shield has it up against that enemy only. Otherwise the shield serves
    against two enemies at most in a turn. It never serves against attacks from the rear, even parried ones.
    """
    unit = battle.units[target]
    if unit.bearing != ON_ARM:
        return False
    if unit.kept_up != NOBODY and unit.kept_up != attacker:
        return False
    other = battle.units[attacker]
    if other.x == unit.x and other.y == unit.y:
        return False
    side = (toward(other.x - unit.x, other.y - unit.y) - unit.facing) % 8
    if side != 0 and side != 7:
        return False
    return unit.warded >> attacker & 1 == 1 or bits_set(unit.warded) < arena.rules.shield_opponents


@kernel
def keep_up_against(log, unit, other):
    """Keep a shield up against one opponent only, the first that it parries or strikes at in a turn (LD-C2)."""
    if unit.bearing == ON_ARM and unit.kept_up == NOBODY:
        cite(log, clauses.WITH_SHIELD)
        unit.kept_up = other


@kernel
def keep_up_as_declared(log, unit):
    """Keep a strapped shield up against the first enemy that a plan parries or strikes with it (LD-C2)."""
    for place in range(unit.items):
        if unit.plan[place].verb in (SHIELD_PARRY, SHIELD_STRIKE):
            keep_up_against(log, unit, unit.plan[place].argument)


@kernel
def can_strap(arena, who, unit, hand, off_hand):
    """Return whether a unit can take its shield off its back, or onto the arm: both hands must be empty (LD-C2)."""
    if not has_shield(arena, who) or unit.bearing not in (ON_BACK, IN_HANDS):
        return False
    return hand == BARE_HANDS and off_hand == BARE_HANDS


@kernel
def strap(battle, log, who):
    """Take the shield off the back, or strap it on if it is off: an action each (LD-C2)."""
    unit = battle.units[who]
    cite(log, clauses.STRAPPED)
    unit.bearing = IN_HANDS if unit.bearing == ON_BACK else ON_ARM
    emit(battle, log, events.SHIELD_MOVED, who, NOBODY, unit.bearing, 0, 0)


@kernel
def can_unstrap(arena, unit, hand):
    """Return whether a unit can take its shield off the arm alone: the other arm is sound and free (LD-C2)."""
    return unit.bearing == ON_ARM and hand == BARE_HANDS and not arm_is_hurt(arena, unit)


@kernel
def unstrap(battle, log, who):
    """Take the shield off the arm and onto the back: an action (LD-C2)."""
    unit = battle.units[who]
    cite(log, clauses.STRAPPED)
    unit.bearing = ON_BACK
    unit.kept_up = NOBODY
    emit(battle, log, events.SHIELD_MOVED, who, NOBODY, unit.bearing, 0, 0)
