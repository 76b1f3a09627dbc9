"""The weapons in a unit's hands: which strikes, shoots or parries, and its shield (LD-C2)."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.kernel import kernel

from ...words.verbs import AWAIT, GARROTE, PUNCH, SHIELD_STRIKE, SHOOT, SHOOT_THROUGH, STRIKE, STRIKE_THROUGH, VOLLEY
from ..record import ON_ARM
from ..tables import BUCKLER, CHOKE, HAND, HELD, NO_SHIELD, SHIELD, THROWN, UNARMED

NO_SLOT = -1
BURST = 3  # rounds
SHOOTS, STRIKES, PUNCHES, PARRIES, CHOKES, WARDS = range(6)  # what a weapon in hand does; WARDS: a buckler


@kernel
def strikes(weapon):
    """Return whether a weapon, a record, harms only by touch."""
    return weapon.way < THROWN


@kernel
def model_in(arena, who, slot):
    """Return the model of weapon in a slot of the sheet, -1 for none."""
    return arena.sheets[who].weapons[slot] if slot != BARE_HANDS and slot >= 0 else -1


@kernel
def slot_that(does, arena, who, hand, off_hand):
    """Return the slot of a weapon with the property `does`, SHOOTS to WARDS, the better hand first; NO_SLOT for none."""
    for slot in (hand, off_hand):
        model = model_in(arena, who, slot)
        if model >= 0 and serves(arena.weapons[model], does):
            return slot
    return NO_SLOT


@kernel
def serves(weapon, does):
    """Return whether a weapon, a record, has a property, SHOOTS to WARDS; a shield neither strikes nor parries by it."""
    if does == SHOOTS:
        return not strikes(weapon)
    if does == CHOKES:
        return weapon.way == CHOKE
    if does == PUNCHES:
        return weapon.way == HAND
    if does == WARDS:
        return weapon.shield == BUCKLER
    return weapon.shield == NO_SHIELD and (weapon.way == HELD if does == STRIKES else weapon.parries == 1)


@kernel
def slot_of_shield(arena, who, bearing, hand, off_hand):
    """Return the slot of the shield on the arm, or of the buckler in hand; NO_SLOT for none."""
    if bearing == ON_ARM:
        return arena.sheets[who].shield
    return slot_that(WARDS, arena, who, hand, off_hand)


@kernel
def has_shield(arena, who):
    """Return whether a unit owns a shield that is strapped on."""
    slot = arena.sheets[who].shield
    return slot >= 0 and arena.weapons[arena.sheets[who].weapons[slot]].shield == SHIELD


@kernel
def slot_for(arena, who, bearing, verb, hand, off_hand):
    """Return the slot with which a unit attacks by a verb, NO_SLOT for bare hands or none.

    `bearing` is where it carries its shield, a number of BEARINGS; `hand` and `off_hand` are the slots in its hands.
    """
    if verb in (SHOOT, VOLLEY, SHOOT_THROUGH, AWAIT):
        return slot_that(SHOOTS, arena, who, hand, off_hand)
    striking = slot_that(STRIKES, arena, who, hand, off_hand) if verb in (STRIKE, STRIKE_THROUGH) else NO_SLOT
    if verb == STRIKE or striking != NO_SLOT:
        return striking
    if verb in (PUNCH, STRIKE_THROUGH):
        return slot_that(PUNCHES, arena, who, hand, off_hand)
    if verb == SHIELD_STRIKE:
        return slot_of_shield(arena, who, bearing, hand, off_hand)
    if verb == GARROTE:
        return slot_that(CHOKES, arena, who, hand, off_hand)
    return NO_SLOT


@kernel
def model_for(arena, who, bearing, verb, hand, off_hand):
    """Return the model with which a unit attacks by a verb, that of bare hands for fists; -1 for none.

    Arguments as those of `slot_for`.
    """
    slot = slot_for(arena, who, bearing, verb, hand, off_hand)
    if slot != NO_SLOT:
        return arena.sheets[who].weapons[slot]
    return UNARMED if verb in (PUNCH, STRIKE_THROUGH) else -1


@kernel
def rounds_of(verb):
    """Return how many rounds an attack by a verb fires (LD-A5)."""
    return BURST if verb == VOLLEY else 1


@kernel
def has_rounds(arena, who, unit, slot, rounds):
    """Return whether the weapon in a slot has `rounds` rounds loaded; those without a magazine do not run out."""
    weapon = arena.weapons[arena.sheets[who].weapons[slot]]
    return weapon.magazine == 0 or unit.held[slot].ammo >= rounds


@kernel
def arm_is_hurt(arena, unit):
    """Return whether a unit's wound level is so high that its arms count as hurt (LD-C2)."""
    return unit.level >= arena.rules.hurt_arm
