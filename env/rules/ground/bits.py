"""Bits of an integer used as a set: how many are set, and which is the lowest; and a hash of it."""

from ..kernel import kernel


@kernel
def bits_set(mask):
    """Return how many bits of a mask, 0 to 2**63 - 1, are set. Compilers turn this form into one instruction."""
    mask = mask - (mask >> 1 & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    return mask * 0x0101010101010101 >> 56 & 255


@kernel
def lowest(mask):
    """Return the number of the lowest bit set in a mask; at least one is set."""
    return bits_set((mask & -mask) - 1)


@kernel
def scrambled(number):
    """Return a hash, 0 to 2**31 - 1, of a number in that range; different numbers have different hashes."""
    number ^= number >> 15
    number = number * 0x2C1B3C6D & 0x7FFFFFFF
    number ^= number >> 12
    number = number * 0x297A2D39 & 0x7FFFFFFF
    return number ^ number >> 15
