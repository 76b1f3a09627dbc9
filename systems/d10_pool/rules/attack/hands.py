"""The weapons in a unit's hands: which of them strikes, which shoots (DP-R2)."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.kernel import kernel

from .difficulty import strikes

NO_SLOT = -1


@kernel
def model_in(arena, who, slot):
    """Return the model of weapon in a slot of the sheet, -1 for none."""
    return arena.sheets[who].weapons[slot] if slot != BARE_HANDS else -1


@kernel
def slot_that_strikes(arena, who, unit):
    """Return the slot of the weapon that strikes: in the better hand, or else in the other; NO_SLOT for none."""
    for slot in (unit.hand, unit.off_hand):
        model = model_in(arena, who, slot)
        if model >= 0 and strikes(arena.weapons[model]):
            return slot
    return NO_SLOT


@kernel
def slot_that_shoots(arena, who, unit):
    """Return the slot of the weapon that shoots or is thrown: in the better hand, or else in the other; NO_SLOT for none."""
    for slot in (unit.hand, unit.off_hand):
        model = model_in(arena, who, slot)
        if model >= 0 and not strikes(arena.weapons[model]):
            return slot
    return NO_SLOT


@kernel
def has_rounds(arena, who, unit, slot, rounds):
    """Return whether the weapon in a slot has `rounds` rounds loaded; those without a magazine do not run out."""
    weapon = arena.weapons[arena.sheets[who].weapons[slot]]
    return weapon.magazine == 0 or unit.held[slot].ammo >= rounds
