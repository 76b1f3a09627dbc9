"""What a body has two of (SS-C3): ears, eyes, hands and arms, and which of them are hurt.

`maimed` has two bits for each of the four ailments that a second hit makes worse, in the order of the ailments.
"""

from ..kernel import kernel
from .tables import BLINDED, BROKEN_GRIP, DEAFENED, ONE_ARM, PAIR

BOTH = (1 << PAIR) - 1
PAIRED = (DEAFENED, BLINDED, BROKEN_GRIP, ONE_ARM)


@kernel
def hurt_of(unit, ailment):
    """Return which of a pair an ailment has hurt, a bit each: 0 for neither, BOTH for both."""
    return unit.maimed >> PAIR * (ailment - DEAFENED) & BOTH


@kernel
def hurt_one(unit, ailment, which):
    """Let an ailment hurt one of a pair, too."""
    unit.maimed |= which << PAIR * (ailment - DEAFENED)


@kernel
def heal_pair(unit, ailment):
    """Let both of a pair be whole again."""
    unit.maimed &= ~(BOTH << PAIR * (ailment - DEAFENED))


@kernel
def is_blind(unit):
    """Return whether a unit is blind on both eyes."""
    return hurt_of(unit, BLINDED) == BOTH


@kernel
def is_deaf(unit):
    """Return whether a unit is deaf on both ears."""
    return hurt_of(unit, DEAFENED) == BOTH


@kernel
def lost_arms(unit):
    """Return which hands a unit cannot use, of a broken grip or of a useless arm, a bit each."""
    return hurt_of(unit, BROKEN_GRIP) | hurt_of(unit, ONE_ARM)


@kernel
def count(which):
    """Return how many of a pair some bits name."""
    return (which & 1) + (which >> 1)
