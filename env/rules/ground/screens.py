"""Screens: the strongest armor between two tiles, that a shot has to go through."""

import numpy as np

from ..arena import DOORS_MATTER
from ..kernel import allocating, kernel
from .grid import terrain_at
from .rays import EYE, LINE, RAYS, in_the_way
from .sight import changes_between, keep, tag_of

SCREENS = 0x2B7E151628AED2A6  # makes other keys of those that covers are remembered under, for armor
LOW_SCREENS = 0x0F1571C947D9E859  # the same for armor before somebody's feet
FEET = 20  # height in centimetres that a shot through low cover is aimed at


@kernel
def screen_between(battle, arena, a, b):
    """Return the strongest armor between two tiles, 0 for none: the table's, or what is left where barriers are gone.

    A screen that differs from the table is kept in the memo beside the covers, under other keys, or else measured.
    """
    width = arena.width
    pair = a * arena.size + b
    key = changes_between(battle, a % width, a // width, b % width, b // width) if battle.broken else 0
    if key == 0:
        return arena.screen[pair] & ~DOORS_MATTER
    known = arena.memo[(key ^ SCREENS) + pair & arena.last_word]
    if known >> 8 != tag_of(key ^ SCREENS, pair):
        return measured_screen(battle, arena, a, b, key ^ SCREENS)
    return known & 255


@allocating
def measured_screen(battle, arena, a, b, key):
    """Measure and return the strongest armor between two tiles as the ground is now; keep it in the memo under `key`."""
    line = np.empty(LINE, np.int64)
    screen = max(armor_between(battle, arena, a, b, line), armor_between(battle, arena, b, a, line))
    keep(arena, a * arena.size + b, key, screen)
    keep(arena, b * arena.size + a, key, screen)
    return screen


@kernel
def armor_between(battle, arena, a, b, line):
    """Return the strongest armor, 0 for none, of the materials on the straight line between two standing eyes."""
    strongest = 0
    for row in range(in_the_way(battle, arena, a, b, 0, EYE[0], EYE[0], line)):
        terrain = arena.terrains[terrain_at(battle, arena, line[row, 0])]
        strongest = max(strongest, arena.materials[terrain.material].armor)
    return strongest


@kernel
def low_screen_between(battle, arena, a, b):
    """Return the strongest armor, 0 for none, on the lines from an eye on tile `a` to the feet of a body on tile `b`.

    It is measured once for the ground as it is, and remembered.
    """
    width = arena.width
    pair = a * arena.size + b
    key = LOW_SCREENS
    if battle.changed:
        key ^= changes_between(battle, a % width, a // width, b % width, b // width)
    known = arena.memo[key + pair & arena.last_word]
    if known >> 8 != tag_of(key, pair):
        return measured_low_screen(battle, arena, a, b, key)
    return known & 255


@allocating
def measured_low_screen(battle, arena, a, b, key):
    """Measure and return the strongest armor before the feet of a body on tile `b`; keep it in the memo under `key`."""
    line = np.empty(LINE, np.int64)
    strongest = 0
    for ray in range(RAYS):
        for row in range(in_the_way(battle, arena, a, b, ray, EYE[0], FEET, line)):
            terrain = arena.terrains[terrain_at(battle, arena, line[row, 0])]
            strongest = max(strongest, arena.materials[terrain.material].armor)
    keep(arena, a * arena.size + b, key, strongest)
    return strongest
