"""Paired body parts (SS-C3): ears, eyes, hands and arms, and how many rounds each stays hurt.

Each of a pair has its own clock: the first's is among the rounds of all ailments, the second's beside them.
"""

from fireteam.env.rules.kernel import kernel

from .tables import BLINDED, BROKEN_GRIP, DEAFENED, ONE_ARM, PAIR

BOTH = (1 << PAIR) - 1
FIRST, SECOND = 1, 2  # of a pair, as bits


@kernel
def is_paired(ailment):
    """Return whether an ailment hurts one of a pair."""
    return DEAFENED <= ailment <= ONE_ARM


@kernel
def clock_of(unit, ailment, which):
    """Return the rounds an ailment still lasts; for a pair, those of its FIRST or SECOND (`which`)."""
    return unit.second[ailment - DEAFENED] if which == SECOND else unit.ailments[ailment]


@kernel
def set_clock(unit, ailment, which, rounds):
    """Set the rounds an ailment still lasts; for a pair, those of its FIRST or SECOND (`which`)."""
    if which == SECOND:
        unit.second[ailment - DEAFENED] = rounds
    else:
        unit.ailments[ailment] = rounds


@kernel
def rounds_left(unit, ailment):
    """Return the rounds an ailment still lasts; for a pair, until both are whole."""
    if is_paired(ailment):
        return max(unit.ailments[ailment], unit.second[ailment - DEAFENED])
    return unit.ailments[ailment]


@kernel
def shorten_clocks(unit, ailment, rounds):
    """Take rounds off an ailment, of a pair off both."""
    unit.ailments[ailment] = max(unit.ailments[ailment] - rounds, 0)
    if is_paired(ailment):
        unit.second[ailment - DEAFENED] = max(unit.second[ailment - DEAFENED] - rounds, 0)


@kernel
def hurt_of(unit, ailment):
    """Return which of a pair an ailment has hurt, a bit each: 0 for neither, BOTH for both."""
    return (FIRST if unit.ailments[ailment] > 0 else 0) | (SECOND if unit.second[ailment - DEAFENED] > 0 else 0)


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
    """Return which hands a unit cannot use, FIRST and SECOND a bit each, because of a broken grip or a useless arm."""
    return hurt_of(unit, BROKEN_GRIP) | hurt_of(unit, ONE_ARM)


@kernel
def count(which):
    """Return how many of a pair are in the set `which`, FIRST and SECOND a bit each: 0 to 2."""
    return (which & 1) + (which >> 1)
