"""What a blast does to barriers (SS-B6): to the one it touches, and to all others that it reaches.

Tiles of one material that touch are one barrier: it resists once, is struck where it is nearest, and breaks from there.
"""

import numpy as np

from fireteam.env.rules.ground.grid import beside, metres
from fireteam.env.rules.ground.rays import EYE, LINE, in_the_way
from fireteam.env.rules.kernel import allocating, kernel
from fireteam.env.rules.log import emit_at
from fireteam.env.rules.record import NOBODY, NOWHERE

from ...words import events
from ..attack.barriers import batter, is_breakable, material_at, resisted_by_barrier
from .effects import NO_BARRIER
from .scatter import is_solid

LOW = EYE[1]  # centimetres above the ground at which a blast spreads: where the prone look
MOST_TILES = 400  # of barriers within one blast that are looked at
RANK_BITS = 20  # below the metres: of those as many metres off, the nearest by the straight line comes first
OTHER, STRUCK = 0, 1  # what is known of a tile: its barrier has been struck, or not yet


@kernel
def shatter_in_contact(battle, arena, log, frame):
    """Let an explosive break the barrier it touches: its base damage counts twice, Strain not at all (SS-B6).

    It touches what ended its flight, or what it was placed at. Nothing else of the same material in its blast is struck.
    """
    weapon = arena.weapons[frame.weapon]
    frame.missed = NO_BARRIER
    if frame.direction == NO_BARRIER or weapon.strain:
        return
    tile = beside(arena, frame.tile % arena.width, frame.tile // arena.width, frame.direction)
    if tile == NOWHERE or not is_breakable(battle, arena, tile):
        return
    frame.missed = material_at(battle, arena, tile)
    damage = weapon.damage * max(weapon.breaching, arena.rules.contact) + frame.hits
    strike(battle, arena, log, frame, tile, damage)


@kernel
def strike(battle, arena, log, frame, tile, damage):
    """Let the barrier on a tile resist `damage` points of a blast with Structure + Armor, and take what is left of them."""
    kind = material_at(battle, arena, tile)
    penetration = arena.weapons[frame.weapon].penetration
    damage -= resisted_by_barrier(battle, arena, log, frame.unit, NOBODY, kind, penetration)
    emit_at(battle, log, events.BARRIER_HIT, frame.unit, tile, max(damage, 0), kind)
    batter(battle, arena, log, frame.unit, tile, damage)


@allocating
def shatter_within(battle, arena, log, frame):
    """Damage the barriers that a blast reaches over open ground, less the falloff, whether or not units are behind them."""
    weapon = arena.weapons[frame.weapon]
    if weapon.damage == 0 or weapon.strain:
        return
    reached = np.empty((MOST_TILES, 3), np.int64)  # tile, rank by distance, whether its barrier has been struck
    line = np.empty(LINE, np.int64)
    count = gather(battle, arena, frame, reached, line)
    while True:
        nearest = -1
        for row in range(count):
            if reached[row, 2] == OTHER and (nearest < 0 or reached[row, 1] < reached[nearest, 1]):
                nearest = row
        if nearest < 0:
            return
        tile, away = reached[nearest, 0], reached[nearest, 1] >> RANK_BITS
        mark_barrier(battle, arena, reached, count, nearest)
        damage = weapon.damage + frame.hits - weapon.falloff * away
        if damage > 0 and is_breakable(battle, arena, tile):
            strike(battle, arena, log, frame, tile, damage)


@kernel
def gather(battle, arena, frame, reached, line):
    """Fill `reached` with the barrier tiles that a blast reaches; return how many there are.

    Args:
        reached: int64 of shape (MOST_TILES, 3), written: tile, rank by distance, OTHER.
        line: working space.
    """
    x, y = frame.tile % arena.width, frame.tile // arena.width
    radius = arena.weapons[frame.weapon].blast
    most = radius // arena.scale
    count = 0
    for row in range(max(y - most, 0), min(y + most + 1, arena.height)):
        for column in range(max(x - most, 0), min(x + most + 1, arena.width)):
            tile = row * arena.width + column
            away = metres(arena, x, y, column, row)
            if away > radius or count == MOST_TILES or not is_breakable(battle, arena, tile):
                continue
            if material_at(battle, arena, tile) != frame.missed and is_open_to(battle, arena, frame.tile, tile, line):
                rank = away << RANK_BITS | (column - x) * (column - x) + (row - y) * (row - y)
                reached[count, 0], reached[count, 1], reached[count, 2] = tile, rank, OTHER
                count += 1
    return count


@kernel
def is_open_to(battle, arena, centre, tile, line):
    """Return whether a blast from tile `centre` reaches the barrier on a tile.

    It does if the ground on one of its two sides towards the centre is open to the blast. `line` is working space.
    """
    x, y = tile % arena.width, tile // arena.width
    dx, dy = centre % arena.width - x, centre // arena.width - y
    for side in range(2):
        before = tile
        if side == 0 and dx != 0:
            before = tile + (1 if dx > 0 else -1)
        elif side == 1 and dy != 0:
            before = tile + (arena.width if dy > 0 else -arena.width)
        if before != tile and not is_solid(battle, arena, before):
            if in_the_way(battle, arena, centre, before, 0, LOW, LOW, line) == 0:
                return True
    return False


@kernel
def mark_barrier(battle, arena, reached, count, first):
    """Mark as STRUCK all rows of `reached` that are one barrier with row `first`: of its material, touching it or another.

    `count` rows of `reached` are in use (`gather`).
    """
    kind = material_at(battle, arena, reached[first, 0])
    reached[first, 2] = STRUCK
    grows = True
    while grows:
        grows = False
        for row in range(count):
            if reached[row, 2] == STRUCK or material_at(battle, arena, reached[row, 0]) != kind:
                continue
            for other in range(count):
                if reached[other, 2] == STRUCK and touch(arena, reached[row, 0], reached[other, 0]):
                    if material_at(battle, arena, reached[other, 0]) == kind:
                        reached[row, 2] = STRUCK
                        grows = True
                        break


@kernel
def touch(arena, a, b):
    """Return whether two tiles touch, even at a corner."""
    return abs(a % arena.width - b % arena.width) <= 1 and abs(a // arena.width - b // arena.width) <= 1
