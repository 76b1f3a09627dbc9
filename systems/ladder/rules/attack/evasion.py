"""Evasion (LD-R1, LD-T1): dodging and parrying, declared against an attacker before anybody acts."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import emit, term
from fireteam.env.rules.record import NOBODY, UP

from ...words import events, purposes
from ...words.verbs import DODGE_ATTACKS, PARRY_ATTACKS, SHIELD_PARRY
from .. import clauses
from ..aim import lose_aim
from ..damage import drop_hold
from ..plan import done, evasion_against, release_in
from ..record import DONE
from ..rolls import roll, skill_of
from ..tables import BUCKLER, MELEE, PHYSIQUE
from .hands import NO_SLOT, PARRIES, slot_of_shield, slot_that, strikes
from .shield import keep_up_against


@kernel
def evasion_in_force(battle, arena, who, attacker, weapon):
    """Return the verb by which a unit has declared to evade an enemy's attacks, -1 if none helps against this weapon.

    A parry helps against blows, as long as the unit has something to parry with. A held unit has no defense. A unit
    that holds somebody has none either, unless it has declared to let go (LD-G1).
    """
    unit = battle.units[who]
    place = evasion_against(unit, attacker)
    if place < 0 or not can_evade(battle, arena, who):
        return -1
    verb = unit.plan[place].verb
    if verb == DODGE_ATTACKS:
        return verb
    if not strikes(weapon):
        return -1
    if verb == PARRY_ATTACKS and slot_that(PARRIES, arena, who, unit.hand, unit.off_hand) == NO_SLOT:
        return -1
    if verb == SHIELD_PARRY and slot_of_shield(arena, who, unit.bearing, unit.hand, unit.off_hand) == NO_SLOT:
        return -1
    return verb


@kernel
def can_evade(battle, arena, who):
    """Return whether a unit can evade at all: it is up, no thing, not held, and holds nobody unless it lets go (LD-G1)."""
    unit = battle.units[who]
    if unit.status != UP or arena.sheets[who].inanimate:
        return False
    return unit.held_by == NOBODY and (unit.holds == NOBODY or release_in(unit) >= 0)


@kernel
def log_evasion(battle, arena, log, who, verb, actions):
    """Return the bonus of a unit's evasion by a verb, and log its terms: Physique, or Melee (LD-R1)."""
    unit = battle.units[who]
    skill = PHYSIQUE if verb == DODGE_ATTACKS else MELEE
    bonus = skill_of(battle, arena, log, who, skill, actions)
    if verb == SHIELD_PARRY:
        slot = slot_of_shield(arena, who, unit.bearing, unit.hand, unit.off_hand)
        if slot != NO_SLOT and arena.weapons[arena.sheets[who].weapons[slot]].shield == BUCKLER:
            bonus += term(log, clauses.BUCKLER, arena.rules.buckler_parry)
    return bonus


@kernel
def let_go_to_defend(battle, log, who):
    """Release a hold now if the unit has declared to let go: otherwise it cannot defend itself (LD-G1)."""
    unit = battle.units[who]
    if unit.holds != NOBODY:
        done(unit, release_in(unit))
        drop_hold(battle, log, who)


@kernel
def evaded(battle, arena, log, who, attacker, verb):
    """Return how much an evasion lowers an attack: its result, at least 0 (LD-R1)."""
    unit = battle.units[who]
    let_go_to_defend(battle, log, who)
    emit(battle, log, events.REPLY, who, attacker, verb, 0, 0)
    unit.plan[evasion_against(unit, attacker)].state = DONE
    lose_aim(unit)  # who evades does not spend the turn on aiming
    bonus = log_evasion(battle, arena, log, who, verb, unit.actions)
    result, _ = roll(battle, log, who, attacker, purposes.EVASION, bonus)
    if verb == SHIELD_PARRY:
        keep_up_against(log, unit, attacker)
    return max(result, arena.rules.least_defense)
