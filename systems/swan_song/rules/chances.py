"""Chances of hits (SS-D1, SS-D4, SS-D8, SS-D9): how often a test scores a number of hits, and the mean of opposed tests.

A test is (how it is thrown, dice, limit). These are floating point numbers: nothing here decides a battle.
"""

from math import comb

import numpy as np

from fireteam.env.rules.kernel import kernel

from .record import PUSH_SIX

MOST_DICE = 40
ROLLED, BOUGHT, SIXES = range(3)  # how dice are thrown: of BOUGHT ones each is a hit, SIXES are rolled again


def _hit_table() -> np.ndarray:
    """Return the chance, 0 to 1, of k hits with n dice, float64 [n, k]; a die hits with one chance in three (SS-D1)."""
    table = np.zeros((MOST_DICE + 1, MOST_DICE + 1))
    for dice in range(MOST_DICE + 1):
        for hits in range(dice + 1):
            table[dice, hits] = comb(dice, hits) * 2 ** (dice - hits) / 3**dice
    return table


def _six_table() -> np.ndarray:
    """Return the chance of k hits with n dice of which every six is rolled again, float64 [n, k] (SS-D8)."""
    die = np.array([4, 5 / 3, *(5 / 3 / 6**again for again in range(1, MOST_DICE))]) / 6
    table = np.eye(1, MOST_DICE + 1)
    for _ in range(MOST_DICE):
        table = np.vstack([table, np.convolve(table[-1], die)[: MOST_DICE + 1]])
    return table


HITS = _hit_table()
SCORES = np.array([HITS, np.eye(MOST_DICE + 1), _six_table()])


@kernel
def dice_of(arena, pool):
    """Return the dice that a pool throws, limited to the tables; where dice are bought, the hits they buy (SS-D9)."""
    pool = max(pool, 0) // arena.rules.bought_dice if arena.rules.option_dice else max(pool, 0)
    return min(pool, MOST_DICE)


@kernel
def thrown_by(arena, unit):
    """Return how the next test of a unit, a record, is thrown: it depends on the karma spent on it (SS-X2)."""
    if arena.rules.option_dice:
        return BOUGHT
    return SIXES if unit.push & PUSH_SIX else ROLLED


@kernel
def most_hits(test):
    """Return the most hits that a test can have."""
    way, dice, limit = test
    return min(limit, MOST_DICE if way == SIXES else dice)


@kernel
def lost_to_limit(test):
    """Return the chance of more hits than the limit of a test; those count as the limit (SS-D4)."""
    way, dice, _ = test
    chance = 0.0
    for hits in range(most_hits(test) + 1, MOST_DICE + 1 if way == SIXES else dice + 1):
        chance += SCORES[way, dice, hits]
    return chance


@kernel
def mean_of(attack, defense, first, least, last, worth, offset):
    """Return the mean worth of an opposed test, in which `least` to `last` net hits are worth something.

    Args:
        attack, defense: tests.
        first: the fewest hits of the attack that are no miss; fewer are worth nothing.
        worth: float64; `worth[offset + n]` is the worth of n net hits.
    """
    way, dice, _ = attack
    other, guards, _ = defense
    most, most_defended = most_hits(attack), most_hits(defense)
    above, defended_above = lost_to_limit(attack), lost_to_limit(defense)
    mean = 0.0
    for defended in range(min(most - least, most_defended) + 1):
        share = 0.0
        for net in range(max(first - defended, least), min(last, most - defended) + 1):
            share += SCORES[way, dice, defended + net] * worth[offset + net]
        if most >= first and most - defended <= last:
            share += above * worth[offset + most - defended]
        chance = SCORES[other, guards, defended]
        if defended == most_defended:
            chance += defended_above
        mean += chance * share
    return mean
