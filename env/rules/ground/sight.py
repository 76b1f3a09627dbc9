"""Lines of sight and cover, measured: how much of a body is hidden from an eye.

A fan of five rays runs from the middle of the viewer's tile to points across the target's width. Along each ray the
tops of obstacles and floors are followed as a climbing horizon; what of the body lies below it is hidden. The share
hidden over the fan gives no cover (up to 25 %), partial (up to 50 %), good (above) or total cover (nothing to be seen;
SS-B1). Two units see each other when any part of either can be seen from the other's eye, so sight is symmetric. Everything
is integer geometry: sixteenths of a tile across, centimetres up; shares are compared as fractions, exactly.

A vehicle stands on several tiles and is seen as far as they are; it hides who is behind it (`bulk.py`).
"""

import numpy as np

from ..arena import DOORS_MATTER, MAX_TERRAINS, MAX_TILES
from ..kernel import allocating, entry, kernel
from .bulk import over_vehicles, vehicles_between
from .grid import tile_of
from .rays import BLOCKED, BODY, EYE, LINE, RAYS, horizon, is_near_line, ray_of, scattered, trace
from .shares import EIGHT, NOTHING, with_ray

NO_COVER, PARTIAL, GOOD, TOTAL = range(4)
COVERS = ("none", "partial", "good", "total")
EIGHTHS = (0, 3, 6, 8)  # of a tile that count as hidden by its cover, where a body stands on several
PAIR_BITS = (MAX_TILES * MAX_TILES - 1).bit_length()


@kernel
def hidden_shares(battle, arena, a, b, line):
    """Return how much of a body on `b` is hidden from an eye on `a`: eighths of centimetres, added up over the rays.

    Four fractions (numerator, denominator): from a standing eye a standing and a prone body, from a prone eye a standing
    and a prone body. `line` is working space.
    """
    here, feet = arena.tiles[a].floor, arena.tiles[b].floor
    above = min(here, feet)  # what does not rise over both floors hides nothing
    wall = max(here + EYE[0], feet + BODY[0])  # nothing is seen over what is as high as this
    high, low, high_from_low, low_from_low = NOTHING, NOTHING, NOTHING, NOTHING
    width = arena.width
    dx, dy = b % width - a % width, b // width - a // width
    if a != b:
        for ray in range(RAYS):
            count, _ = trace(battle, arena, a, b, ray, above, wall, line, False)
            if count != 0 or arena.vehicles:
                run_x, run_y = 1, 1  # of no use where all is hidden
                if count != BLOCKED:
                    run_x, run_y, _, _ = ray_of(dx, dy, ray)
                eye = here + EYE[0]
                rise, run = horizon(line, count, eye)
                if arena.vehicles:
                    rise, run = over_vehicles(battle, arena, a, b, ray, eye, rise, run)
                high, low = with_ray(high, low, eye - feet, rise, run, run_x, run_y)
                eye = here + EYE[1]
                rise, run = horizon(line, count, eye)
                if arena.vehicles:
                    rise, run = over_vehicles(battle, arena, a, b, ray, eye, rise, run)
                high_from_low, low_from_low = with_ray(high_from_low, low_from_low, eye - feet, rise, run, run_x, run_y)
    return high, low, high_from_low, low_from_low


@kernel
def graded(arena, hidden, prone):
    """Return the cover of a body of which `hidden` eighths of centimetres, a fraction, cannot be seen (SS-B1)."""
    return graded_share(arena, hidden[0], RAYS * EIGHT * BODY[prone] * hidden[1])


@kernel
def graded_share(arena, hidden, whole):
    """Return the cover of a body of which `hidden` parts out of `whole` are hidden (SS-B1)."""
    if hidden == whole:
        return TOTAL
    if hidden * 100 > whole * arena.rules.good_above:
        return GOOD
    if hidden * 100 > whole * arena.rules.partial_above:
        return PARTIAL
    return NO_COVER


@kernel
def pair_of_codes(battle, arena, a, b, line):
    """Return the cover of `b` against `a` and of `a` against `b`, two bits for each pair of postures.

    The bits of a code stand at 4 * (viewer is prone) + 2 * (target is prone). A hidden unit that looks out at the other
    shows at least an eye: it has good cover, not total. `line` is working space.
    """
    return codes_of(arena, hidden_shares(battle, arena, a, b, line), hidden_shares(battle, arena, b, a, line))


@kernel
def codes_of(arena, of_b, of_a):
    """Return the codes of `pair_of_codes` for what is hidden of `b` from `a` and of `a` from `b` (`hidden_shares`)."""
    code_b, code_a = 0, 0
    for a_prone in range(2):
        for b_prone in range(2):
            cover_b = graded(arena, of_b[2 * a_prone + b_prone], b_prone)
            cover_a = graded(arena, of_a[2 * b_prone + a_prone], a_prone)
            if cover_b == TOTAL and cover_a != TOTAL:
                cover_b = GOOD
            elif cover_a == TOTAL and cover_b != TOTAL:
                cover_a = GOOD
            code_b |= cover_b << (4 * a_prone + 2 * b_prone)
            code_a |= cover_a << (4 * b_prone + 2 * a_prone)
    return code_b, code_a


@kernel
def cover_between(battle, arena, a, a_prone, b, b_prone):
    """Return the cover of a body on tile `b` against an eye on tile `a`: from the table, unless a change may matter.

    A moved door matters where the arena's table says so, a barrier that is gone (SS-B6) and a vehicle may matter anywhere.
    The postures are 0 for standing and 1 for prone.
    """
    pair = a * arena.size + b
    postures = 4 * a_prone + 2 * b_prone
    if arena.vehicles or (battle.changed > 0 and may_differ(battle, arena, pair, postures)):
        width = arena.width
        code = changed_code(battle, arena, a % width, a // width, b % width, b // width)
    else:
        code = arena.sight[pair] & 255
    return code >> postures & 3


@kernel
def may_differ(battle, arena, pair, postures):
    """Return whether changed ground can give a pair of tiles another cover than the table does, for a pair of postures.

    A door can where the table marks it; a barrier that is gone only where there is cover: what it leaves is never higher.
    `pair` is viewer * size + target, `postures` the place of the bits in a code (`pair_of_codes`).
    """
    return arena.screen[pair] & DOORS_MATTER != 0 or (battle.broken > 0 and arena.sight[pair] >> postures & 3 != NO_COVER)


@kernel
def changed_code(battle, arena, x, y, to_x, to_y):
    """Return the code of cover (`pair_of_codes`) of the tile (to_x, to_y) against (x, y) as the ground is now.

    It is remembered or measured. A word of the arena's memo is a code and the key under which it was measured: the pair of
    tiles and the changes between them, so that battles that differ elsewhere share it. Pairs that are asked for together lie
    together. A word is written and read whole, so threads that share the arena cannot disturb one another.
    """
    a, b = y * arena.width + x, to_y * arena.width + to_x
    pair = a * arena.size + b
    key = changes_between(battle, x, y, to_x, to_y)
    if arena.vehicles:
        key ^= vehicles_between(battle, arena, a, b)
    if key == 0:
        return arena.sight[pair] & 255
    known = arena.memo[key + pair & arena.last_word]
    if known >> 8 != tag_of(key, pair):
        return measured_code(battle, arena, a, b, key)
    return known & 255


@kernel
def tag_of(key, pair):
    """Return the part of a word of the memo above its lowest byte, for a key of changes and a pair of tiles."""
    return key >> 31 << PAIR_BITS | pair


@kernel
def keep(arena, pair, key, value):
    """Keep the value measured for a pair of tiles, 0 to 255, in the memo."""
    arena.memo[key + pair & arena.last_word] = tag_of(key, pair) << 8 | value


@allocating
def measured_code(battle, arena, a, b, key):
    """Measure and return the code of cover of `b` against `a` as the ground is now; keep it for both directions in the memo.

    `key` is that of the changes and vehicles between the two tiles.
    """
    line = np.empty(LINE, np.int64)
    code, back = pair_of_codes(battle, arena, a, b, line)
    keep(arena, a * arena.size + b, key, code)
    keep(arena, b * arena.size + a, key, back)
    return code


@kernel
def changes_between(battle, x, y, to_x, to_y):
    """Return a key of the changed tiles so near to the line between two tiles that a ray of a fan might touch them.

    62 bits, the same whatever order they came in, 0 if there are none. A ray ends at most 0.38 tiles beside the line, and a
    tile reaches 0.71 tiles from its middle: together below 1.1.
    """
    dx, dy = to_x - x, to_y - y
    key = 0
    for row in range(battle.changed):
        change = battle.changes[row]
        if is_near_line(dx, dy, change.x - x, change.y - y):
            key ^= scattered(change.tile * MAX_TERRAINS + change.terrain + 1)
    return key


@entry
def cover_of(battle, arena, target, viewer):
    """Return the geometric cover of a unit against another, both records, whether or not it has taken cover."""
    if arena.vehicles:
        return cover_of_bodies(battle, arena, target, viewer)
    pair = (viewer.y * arena.width + viewer.x) * arena.size + target.y * arena.width + target.x
    postures = 4 * viewer.prone + 2 * target.prone
    if battle.changed > 0 and may_differ(battle, arena, pair, postures):
        code = changed_code(battle, arena, viewer.x, viewer.y, target.x, target.y)
    else:
        code = arena.sight[pair] & 255
    return code >> postures & 3


@kernel
def cover_of_bodies(battle, arena, target, viewer):
    """Return the cover of a unit against another, both records; either may be a vehicle or sit in one.

    The viewer looks from its best tile. The hidden shares of the target's tiles are added up.
    """
    best = TOTAL
    for tile in range(viewer.side * viewer.side):
        hidden = 0
        for other in range(target.side * target.side):
            start, end = place_of(arena, viewer, tile), place_of(arena, target, other)
            hidden += EIGHTHS[cover_between(battle, arena, start, viewer.prone, end, target.prone)]
        best = min(best, graded_share(arena, hidden, EIGHTHS[TOTAL] * target.side * target.side))
    return best


@kernel
def place_of(arena, unit, number):
    """Return tile `number` of the side * side tiles that a unit stands on, counted row by row from 0."""
    return tile_of(arena, unit) + number // unit.side * arena.width + number % unit.side


@kernel
def lane(battle, arena, viewer, target):
    """Return the tiles (a, b) of two units between which one sees the other best, the nearest of them: where a shot goes."""
    a, b = tile_of(arena, viewer), tile_of(arena, target)
    if arena.vehicles == 0 or (viewer.side == 1 and target.side == 1):
        return a, b
    best = 1 << 40
    for tile in range(viewer.side * viewer.side):
        for other in range(target.side * target.side):
            start, end = place_of(arena, viewer, tile), place_of(arena, target, other)
            dx, dy = end % arena.width - start % arena.width, end // arena.width - start // arena.width
            cover = cover_between(battle, arena, start, viewer.prone, end, target.prone)
            rank = (cover << 20) + dx * dx + dy * dy
            if rank < best:
                best, a, b = rank, start, end
    return a, b


@kernel
def sees(battle, arena, viewer, target):
    """Return whether two units have a line of sight to one another."""
    return cover_of(battle, arena, target, viewer) != TOTAL
