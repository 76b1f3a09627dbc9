"""Which units are on foot, and who is within whose reach (SS-F4, SS-I1, SS-R1); all rules ask this module.

Within reach is a metre, and one more for each point of Reach (the next tile at least), across as well as up and down; not
around a corner that two walls close, and beyond the next tile only what one sees. A unit in a vehicle and a unit outside are
out of each other's reach.
"""

from fireteam.env.rules.ground.grid import apart, passable
from fireteam.env.rules.ground.sight import sees
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY

from ..record import MAX_WEAPON_MODELS

METRE = 100  # centimetres


@kernel
def is_on_foot(unit):
    """Return whether a unit is on the ground by itself: it sits in no vehicle, and nobody carries it."""
    return unit.aboard == NOBODY and unit.carried_by == NOBODY


@kernel
def metres_of_reach(arena, reach):
    """Return how many metres away a unit with `reach` points of Reach strikes: at least the next tile (SS-I1)."""
    return max(1 + reach, arena.scale)


@kernel
def farthest_blow(arena):
    """Return how many metres away anybody's longest weapon reaches; tiles that touch are never farther."""
    own, longest = 0, 0
    for who in range(arena.units):
        own = max(own, arena.sheets[who].reach)
    for model in range(MAX_WEAPON_MODELS):
        longest = max(longest, arena.weapons[model].reach)
    return max(metres_of_reach(arena, own + longest), 2 * arena.scale)


@kernel
def is_beside(unit, other):
    """Return whether two units, records, stand on tiles that touch, or on the same: of a vehicle, any of its tiles."""
    return -other.side <= other.x - unit.x <= unit.side and -other.side <= other.y - unit.y <= unit.side


@kernel
def from_edge(at, side, other, other_side):
    """Return, along one axis, a unit's tile nearest to another unit, and how many tiles on from it that unit is.

    `at` and `other` are the first tiles of the two units, `side` and `other_side` their widths in tiles.
    """
    if other > at + side - 1:
        return at + side - 1, other - at - side + 1
    if at > other + other_side - 1:
        return at, other + other_side - 1 - at
    return max(at, other), 0


@kernel
def can_touch(battle, arena, unit, other):
    """Return whether a unit can touch another, both records, with its hands: beside it, with no corner or height between."""
    return is_beside(unit, other) and unit.aboard == other.aboard and gets_at(battle, arena, unit, other, 0)


@kernel
def reaches(battle, arena, unit, other, reach):
    """Return whether a unit can strike another, both records, with `reach` points of Reach."""
    if rows_apart(unit, other) * arena.scale > metres_of_reach(arena, reach) or unit.aboard != other.aboard:
        return False  # so it is for most, and takes least
    return gets_at(battle, arena, unit, other, reach)


@kernel
def rows_apart(unit, other):
    """Return how many tiles two units, records, are apart at least, by rows and columns."""
    return max(abs(unit.x - other.x), abs(unit.y - other.y)) - max(unit.side, other.side) + 1


@kernel
def gets_at(battle, arena, unit, other, reach):
    """Return whether a unit can strike another that is near by rows and columns, given heights, corners and sight."""
    x, dx = from_edge(unit.x, unit.side, other.x, other.side)
    y, dy = from_edge(unit.y, unit.side, other.y, other.side)
    touches = abs(dx) <= 1 and abs(dy) <= 1
    if not touches and apart(arena, unit, other) > metres_of_reach(arena, reach):
        return False
    here = y * arena.width + x
    rise = abs(arena.tiles[here].floor - arena.tiles[here + dy * arena.width + dx].floor)
    if rise > max(METRE * (1 + reach), arena.rules.climb):
        return False
    if not touches:
        return sees(battle, arena, unit, other)
    return dx == 0 or dy == 0 or passable(battle, arena, here + dx) or passable(battle, arena, here + dy * arena.width)
