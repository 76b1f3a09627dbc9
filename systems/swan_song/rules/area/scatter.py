"""Where a thrown or fired explosive lands: at its mark, before the barrier that stops it, or astray."""

import numpy as np

from fireteam.env.rules import dice
from fireteam.env.rules.ground.bulk import may_hide, stands_on
from fireteam.env.rules.ground.grid import beside, metres, terrain_at, toward
from fireteam.env.rules.ground.rays import BODY as BODY_HEIGHT
from fireteam.env.rules.ground.rays import DEEP, EYE, LINE, SKY, in_the_way, trace
from fireteam.env.rules.kernel import allocating, kernel
from fireteam.env.rules.log import emit_roll
from fireteam.env.rules.record import NOWHERE

from ...words import purposes
from ..pools import NO_GLITCH, throw_sum
from .effects import NO_BARRIER

DIRECTION_DICE = 3  # odd or even: a direction of eight, all alike


@kernel
def stops_flight(battle, arena, tile, direction):
    """Return whether something in a direction stops what flies or rolls low from a tile: wall, ledge, edge of the map."""
    x, y = tile % arena.width, tile // arena.width
    to = beside(arena, x, y, direction)
    if to == NOWHERE or is_solid(battle, arena, to) or arena.tiles[to].floor - arena.tiles[tile].floor > arena.rules.climb:
        return True
    if direction % 2 == 0:
        return False
    one = beside(arena, x, y, (direction + 7) % 8)
    other = beside(arena, x, y, (direction + 1) % 8)
    return is_solid(battle, arena, one) and is_solid(battle, arena, other)


@kernel
def is_solid(battle, arena, tile):
    """Return whether something stands on a tile that nobody can walk through."""
    terrain = arena.terrains[terrain_at(battle, arena, tile)]
    return terrain.passable == 0 and terrain.top > 0


@allocating
def end_of_flight(battle, arena, a, b, hidden):
    """Return the tile where a flight from tile `a` to tile `b` ends, and the direction of the barrier that ends it there.

    Glass ends it (SS-B5); where the mark is `hidden`, whatever stands in the line does. Without such a barrier it comes
    down on `b`, with NO_BARRIER.
    """
    if not hidden and arena.glassy == 0:
        return b, NO_BARRIER
    if hidden and arena.vehicles:
        b = before_vehicle(battle, arena, a, b)
    line = np.empty(LINE, np.int64)
    count = in_the_way(battle, arena, a, b, 0, EYE[0], BODY_HEIGHT[0] // 2, line)
    for row in range(count):
        tile = line[row, 0]
        if hidden or arena.terrains[terrain_at(battle, arena, tile)].transparent:
            x, y = tile % arena.width, tile // arena.width
            back = toward(a % arena.width - x, a // arena.width - y)
            before = beside(arena, x, y, back)
            if before == NOWHERE or is_solid(battle, arena, before):
                return a, NO_BARRIER
            return before, (back + 4) % 8
    return b, NO_BARRIER


@allocating
def before_vehicle(battle, arena, a, b):
    """Return the last tile on the line from `a` to `b` before a vehicle that stands across it; `b` if there is none."""
    line = np.empty(LINE, np.int64)
    count, _ = trace(battle, arena, a, b, 0, DEEP, SKY, line, True)
    before = a
    for row in range(count):
        tile = line[row, 0]
        if line[row, 1] == line[row, 2]:
            continue  # a corner
        for number in range(arena.units):
            if may_hide(battle, arena, number, a, b) and stands_on(arena, battle.units[number], tile):
                return before
        before = tile
    return b


@kernel
def stray(battle, arena, log, who, model, tile, hits):
    """Return the tile where a shot or throw that missed `tile` ends, the direction of what stopped it, and its metres.

    It strays by the dice of the weapon in metres, less some for every hit, in a fair direction from three dice. A wall may
    stop it sooner. The direction is NO_BARRIER if none does.
    """
    far = throw_sum(battle, arena, log, who, purposes.SCATTER, arena.weapons[model].scatter)
    far = max(far - hits * arena.rules.scatter_hit, 0)
    if far == 0:
        return tile, NO_BARRIER, 0
    direction = drawn_direction(battle, log, who)
    x, y = tile % arena.width, tile // arena.width
    while True:
        if stops_flight(battle, arena, tile, direction):
            to = beside(arena, tile % arena.width, tile // arena.width, direction)
            barrier = direction if to != NOWHERE and is_solid(battle, arena, to) else NO_BARRIER
            return tile, barrier, far
        to = beside(arena, tile % arena.width, tile // arena.width, direction)
        if metres(arena, x, y, to % arena.width, to // arena.width) > far:
            return tile, NO_BARRIER, far
        tile = to


@kernel
def drawn_direction(battle, log, who):
    """Draw and return one of the eight directions with three dice, a bit each: odd or even."""
    count = dice.throw(battle, log, who, purposes.SCATTER, DIRECTION_DICE)
    direction = 0
    for die in range(count):
        direction = 2 * direction + log.faces[die] % 2
    emit_roll(battle, log, who, -1, direction, purposes.SCATTER, NO_GLITCH, count)
    return direction
