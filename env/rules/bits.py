"""Sets as bits of a number: how many are in, and which comes first."""

from .kernel import kernel


@kernel
def bits_set(mask):
    """Return how many bits of a mask of up to 32 bits are set."""
    mask = mask - (mask >> 1 & 0x55555555)
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F
    return mask * 0x01010101 >> 24 & 255


@kernel
def lowest(mask):
    """Return the number of the lowest bit that is set in a mask."""
    place = 0
    while mask >> place & 1 == 0:
        place += 1
    return place
