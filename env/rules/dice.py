"""Keyed dice: what a die shows depends on what it is rolled for, not on what was rolled before.

The dice of a roll come from the counter-based generator Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror, Shaw:
"Parallel random numbers: as easy as 1, 2, 3", 2011). Its key is the battle's seed, its counter says which roll it is:
round, pass, unit, purpose, and a count of the rolls of that purpose in the pass. So one changed decision leaves every
unrelated die as it was. Tests dictate dice through the log instead.

All arithmetic stays in 32 bits held in wider integers, so that compiled and plain Python agree to the bit.
"""

from math import log2

import numpy as np

from .interface import faces
from .kernel import entry, kernel

MASK = 0xFFFFFFFF
MOST_FACES = 20  # of a die
# By the faces of a die: how many dice a word gives, and below which number words spread evenly over them; the others (of
# six-sided dice 0.04 %) are drawn again.
DICE_PER_WORD = np.array([0, 0, *(min(10, int(32 / log2(sides))) for sides in range(2, MOST_FACES + 1))])
FAIR_WORDS = np.array([0, 0, *(2**32 - 2**32 % sides ** int(DICE_PER_WORD[sides]) for sides in range(2, MOST_FACES + 1))])
NO_UNIT = 63  # in the place of a unit in the counter
BLOCK_BITS = 20  # of the counter below the number of the block
MAX_DICE = 60  # the largest pool that is rolled; no sheet comes near it


@kernel
def rotated(word, bits):
    """Return a 32-bit word rotated left by `bits` bits."""
    return ((word << bits) | (word >> (32 - bits))) & MASK


@entry
def threefry(key_0, key_1, counter_0, counter_1):
    """Return two 32-bit words of Threefry-2x32-20 for a key and a counter of two 32-bit words each."""
    key_2 = 0x1BD11BDA ^ key_0 ^ key_1
    a = (counter_0 + key_0) & MASK
    b = (counter_1 + key_1) & MASK
    for group in range(5):
        if group % 2 == 0:
            a, b = mixed(a, b, 13, 15, 26, 6)
        else:
            a, b = mixed(a, b, 17, 29, 16, 24)
        turn = group % 3
        if turn == 0:
            a, b = (a + key_1) & MASK, (b + key_2 + group + 1) & MASK
        elif turn == 1:
            a, b = (a + key_2) & MASK, (b + key_0 + group + 1) & MASK
        else:
            a, b = (a + key_0) & MASK, (b + key_1 + group + 1) & MASK
    return a, b


@kernel
def mixed(a, b, first, second, third, fourth):
    """Return both 32-bit words after four rounds of the cipher with the given rotations, in bits."""
    a = (a + b) & MASK
    b = rotated(b, first) ^ a
    a = (a + b) & MASK
    b = rotated(b, second) ^ a
    a = (a + b) & MASK
    b = rotated(b, third) ^ a
    a = (a + b) & MASK
    b = rotated(b, fourth) ^ a
    return a, b


@kernel
def throw(battle, log, who, purpose, count):
    """Throw `count` dice of the battle's system into `log.faces` and return how many there are (at most MAX_DICE).

    The unit's counter of that purpose goes up by one, so the next throw for it is another one. While the log holds dictated
    dice, those are taken instead.
    """
    count = min(max(count, 0), MAX_DICE)
    unit = battle.units[who]
    nth = unit.rolls[purpose]
    unit.rolls[purpose] = (nth + 1) & 127
    if log.dictated > 0:
        dictate(log, count)
        return count
    draw(battle, log, who, purpose, nth, count)
    return count


@entry
def counter_of(who, purpose, nth, pass_number, round_number):
    """Return the counter of a unit's n-th throw for a purpose in a pass: two words, which throw it is, and when it is.

    Of throws that need several blocks of dice, the number of the block is put above the first word's BLOCK_BITS.
    """
    return who | (purpose << 6) | (nth << 12), pass_number | (round_number << 8)


@kernel
def draw(battle, log, who, purpose, nth, count):
    """Write the dice of a unit's n-th throw for a purpose in this pass into `log.faces`; dictated dice are ignored.

    `nth` counts from 0 in every pass.
    """
    which, when = counter_of(who, purpose, nth, battle.pass_number, battle.round_number)
    key_0, key_1 = battle.seed[0], battle.seed[1]
    sides = faces(battle)
    thrown = 0
    block = 0
    while thrown < count:
        first, second = threefry(key_0, key_1, which | (block << BLOCK_BITS), when)
        thrown = unpack(log, first, thrown, count, sides)
        thrown = unpack(log, second, thrown, count, sides)
        block += 1


@kernel
def tossed(battle, purpose):
    """Return 0 or 1, a coin toss that belongs to the pass and to no unit: it picks the end of the roster to begin from."""
    which, when = counter_of(NO_UNIT, purpose, 0, battle.pass_number, battle.round_number)
    word, _ = threefry(battle.seed[0], battle.seed[1], which, when)
    return word & 1


@kernel
def unpack(log, word, thrown, count, sides):
    """Write the dice of a random 32-bit word into `log.faces`, from place `thrown`; return how many lie there now.

    A die has `sides` faces, 2 to MOST_FACES.
    """
    if word >= FAIR_WORDS[sides]:
        return thrown
    last = min(thrown + DICE_PER_WORD[sides], count)
    while thrown < last:
        log.faces[thrown] = word % sides + 1
        word //= sides
        thrown += 1
    return thrown


@kernel
def dictate(log, count):
    """Take the next `count` dictated dice; where too few are left, show ones and mark the log as starved."""
    for die in range(count):
        if log.dictated_next < log.dictated:
            log.faces[die] = log.dictation[log.dictated_next]
            log.dictated_next += 1
        else:
            log.faces[die] = 1
            log.starved = 1


@entry
def mixed_word(seed, number):
    """Return a well-mixed 32-bit word for a numbered choice that is no die of the game (a bot's tie, a random action)."""
    word, _ = threefry(seed & MASK, (seed >> 32) & MASK, number & MASK, (number >> 32) & MASK)
    return word
