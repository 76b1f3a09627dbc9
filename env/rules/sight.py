"""Lines of sight and cover, measured: how much of a body is hidden from an eye.

A fan of five rays runs from the middle of the viewer's tile to points across the target's width. Along each ray the
tops of obstacles and floors are followed as a climbing horizon; what of the body lies below it is hidden. The share
hidden over the fan gives no cover (up to 25 %), partial (up to 50 %), good (above) or total cover (SS-B1). Two units see
each other when any part of either can be seen from the other's eye, so sight is symmetric. Everything is integer
geometry: sixteenths of a tile across, centimetres up.
"""

import numpy as np

from .arena import DOORS_MATTER, MAX_SIDE, MAX_TERRAINS, MAX_TILES
from .battle import MAX_EFFECTS, SMOKE
from .grid import metres, terrain_at
from .kernel import allocating, entry, kernel

NO_COVER, PARTIAL, GOOD, TOTAL = range(4)
COVERS = ("none", "partial", "good", "total")

SIXTEENTHS = 16
RAYS = 5
FAN = (0, -3, 3, -6, 6)  # where the rays end across the body, in sixteenths of a tile
FAN_DIAGONAL = (0, -2, 2, -4, 4)  # the same per axis when seen along a diagonal
EYE = (150, 30)  # height of the eye standing and prone, centimetres
BODY = (180, 45)
LONGEST = 3 * MAX_SIDE  # tiles and corners that one line can cross
DEEP, SKY = -100_000, 100_000  # below and above everything
BLOCKED = -1
PAIR_BITS = (MAX_TILES * MAX_TILES - 1).bit_length()
SCATTERED = 0x1E3779B97F4A7C15  # odd: multiplied by it, numbers that differ little differ all over


@kernel
def fan_offset(dx, dy, ray):
    """Return where on the target's tile a ray of the fan ends, from its middle, for a view along (dx, dy) tiles."""
    across = abs(dx)
    along = abs(dy)
    if across > 2 * along:
        return 0, FAN[ray]
    if along > 2 * across:
        return FAN[ray], 0
    if (dx > 0) == (dy > 0):
        return FAN_DIAGONAL[ray], -FAN_DIAGONAL[ray]
    return FAN_DIAGONAL[ray], FAN_DIAGONAL[ray]


@kernel
def top_of(battle, arena, tile, solid):
    """Return the height in centimetres up to which a tile blocks a line: its floor and what stands on it.

    What is transparent blocks no view; it does block a `solid` line, a shot (SS-B5).
    """
    terrain = arena.terrains[terrain_at(battle, arena, tile)]
    if terrain.transparent and not solid:
        return arena.tiles[tile].floor
    return arena.tiles[tile].floor + terrain.top


@kernel
def trace(battle, arena, a, b, ray, above, wall, line, solid):
    """Follow a ray of the fan from tile `a` to tile `b`; return how many rows of `line` it fills, and its length.

    Every tile crossed after `a` whose top rises over `above` (centimetres) becomes a row (tile, entered at, left at);
    the two places are measured along the ray in the unit of the returned length. The count is BLOCKED as soon as a
    tile is as high as `wall`. Where the ray runs exactly through a
    corner, the lower of the two tiles that meet there counts too: nobody sees or shoots between two walls that touch.
    Glass counts on a `solid` line only.
    """
    width = arena.width
    x, y = a % width, a // width
    tiles_x, tiles_y = b % width - x, b // width - y
    off_x, off_y = fan_offset(tiles_x, tiles_y, ray)
    run_x = abs(tiles_x * SIXTEENTHS + off_x)
    run_y = abs(tiles_y * SIXTEENTHS + off_y)
    dir_x = 1 if tiles_x * SIXTEENTHS + off_x > 0 else -1
    dir_y = 1 if tiles_y * SIXTEENTHS + off_y > 0 else -1
    length = max(run_x, 1) * max(run_y, 1)
    stride_x = SIXTEENTHS * max(run_y, 1)
    stride_y = SIXTEENTHS * max(run_x, 1)
    leave_x = stride_x // 2 if run_x > 0 else 2 * length
    leave_y = stride_y // 2 if run_y > 0 else 2 * length
    count = 0
    enter = min(leave_x, leave_y)
    while enter < length:
        if leave_x == leave_y:
            tile = y * width + x + dir_x
            other = (y + dir_y) * width + x
            if top_of(battle, arena, other, solid) < top_of(battle, arena, tile, solid):
                tile = other
            top = top_of(battle, arena, tile, solid)
            if top >= wall:
                return BLOCKED, length
            if top > above:
                line[count, 0], line[count, 1], line[count, 2] = tile, enter, enter
                count += 1
        if leave_x == enter:
            x += dir_x
            leave_x += stride_x
        if leave_y == enter:
            y += dir_y
            leave_y += stride_y
        leave = min(leave_x, leave_y, length)
        tile = y * width + x
        top = top_of(battle, arena, tile, solid)
        if top >= wall:
            return BLOCKED, length
        if top > above:
            line[count, 0], line[count, 1], line[count, 2] = tile, enter, leave
            count += 1
        enter = leave
    return count, length


@kernel
def horizon(battle, arena, line, count, length, eye):
    """Return how high the obstacles on a traced line reach at its end, seen from an eye at its start (centimetres).

    An obstacle above the eye hides most where the line enters it, one below the eye where the line leaves it.
    """
    if count == BLOCKED:
        return SKY
    height = DEEP
    for row in range(count):
        top = top_of(battle, arena, line[row, 0], False)
        if top > eye:
            enter = line[row, 1]
            height = max(height, eye + ((top - eye) * length + enter - 1) // enter)
        else:
            height = max(height, eye - (eye - top) * length // line[row, 2])
    return height


@kernel
def hidden_shares(battle, arena, a, b, line):
    """Return how much of a body on `b` is hidden from an eye on `a`: centimetres, added up over the rays of the fan.

    Four numbers: from a standing eye a standing and a prone body, from a prone eye a standing and a prone body.
    `line` is working space of LONGEST rows.
    """
    feet = arena.tiles[b].floor
    above = min(arena.tiles[a].floor, feet)  # what does not rise over both floors hides nothing
    wall = max(arena.tiles[a].floor + EYE[0], feet + BODY[0])  # nothing is seen over what is as high as this
    high, low, high_from_low, low_from_low = 0, 0, 0, 0
    if a != b:
        for ray in range(RAYS):
            count, length = trace(battle, arena, a, b, ray, above, wall, line, False)
            if count != 0:
                edge = horizon(battle, arena, line, count, length, arena.tiles[a].floor + EYE[0]) - feet
                high += min(max(edge, 0), BODY[0])
                low += min(max(edge, 0), BODY[1])
                edge = horizon(battle, arena, line, count, length, arena.tiles[a].floor + EYE[1]) - feet
                high_from_low += min(max(edge, 0), BODY[0])
                low_from_low += min(max(edge, 0), BODY[1])
    return high, low, high_from_low, low_from_low


@kernel
def graded(arena, hidden, prone):
    """Return the cover that a hidden share of a body gives, centimetres over the fan (SS-B1)."""
    whole = RAYS * BODY[prone]
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

    The bits stand at 4 * (viewer is prone) + 2 * (target is prone). Who is hidden but looks out at the other shows at
    least an eye: good cover, not total.
    """
    of_b = hidden_shares(battle, arena, a, b, line)
    of_a = hidden_shares(battle, arena, b, a, line)
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

    A moved door matters where the arena's table says so, a barrier that is gone (SS-B6) may matter anywhere.
    """
    pair = a * arena.size + b
    if battle.changed > 0 and may_differ(battle, arena, pair):
        width = arena.width
        code = changed_code(battle, arena, a % width, a // width, b % width, b // width)
    else:
        code = arena.sight[pair] & 255
    return code >> (4 * a_prone + 2 * b_prone) & 3


@kernel
def may_differ(battle, arena, pair):
    """Return whether changed ground can show more or less of a pair of tiles than the table says.

    Doors by their mark; a barrier that is gone only where something hides: what it leaves is never higher.
    """
    return arena.screen[pair] & DOORS_MATTER != 0 or (battle.broken > 0 and arena.sight[pair] != 0)


@kernel
def changed_code(battle, arena, x, y, to_x, to_y):
    """Return the cover of a tile against another as the ground is now, remembered or measured.

    A word of the arena's memo is a code and the key under which it was measured: the pair of tiles and the changes between
    them, so that battles that differ elsewhere share it. Pairs that are asked for together lie together. A word is written
    and read whole, so threads that share the arena cannot disturb one another.
    """
    a, b = y * arena.width + x, to_y * arena.width + to_x
    pair = a * arena.size + b
    key = changes_between(battle, x, y, to_x, to_y)
    if key == 0:
        return arena.sight[pair] & 255
    known = arena.memo[key + pair & arena.last_word]
    if known >> 8 != (key >> 31 << PAIR_BITS | pair):
        return measured_code(battle, arena, a, b, key)
    return known & 255


@allocating
def measured_code(battle, arena, a, b, key):
    """Measure the cover of `b` against `a` as the ground is now, and keep it in the arena's memo for both directions."""
    line = np.empty((LONGEST, 3), np.int64)
    code, back = pair_of_codes(battle, arena, a, b, line)
    for pair, measured in ((a * arena.size + b, code), (b * arena.size + a, back)):
        arena.memo[key + pair & arena.last_word] = (key >> 31 << PAIR_BITS | pair) << 8 | measured
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
        off_x = change.x - x
        off_y = change.y - y
        beside = dx * off_y - dy * off_x
        if 100 * beside * beside < 121 * (dx * dx + dy * dy):
            along = dx * off_x + dy * off_y
            margin = abs(dx) + abs(dy)
            if -margin <= along <= dx * dx + dy * dy + margin:
                key ^= (change.tile * MAX_TERRAINS + change.terrain + 1) * SCATTERED & (1 << 62) - 1
    return key


@entry
def cover_of(battle, arena, target, viewer):
    """Return the geometric cover of a unit against another, whether or not it has taken cover."""
    pair = (viewer.y * arena.width + viewer.x) * arena.size + target.y * arena.width + target.x
    if battle.changed > 0 and may_differ(battle, arena, pair):
        code = changed_code(battle, arena, viewer.x, viewer.y, target.x, target.y)
    else:
        code = arena.sight[pair] & 255
    return code >> (4 * viewer.prone + 2 * target.prone) & 3


@kernel
def sees(battle, arena, viewer, target):
    """Return whether two units have a line of sight to one another."""
    return cover_of(battle, arena, target, viewer) != TOTAL


@kernel
def in_the_way(battle, arena, a, b, ray, eye, aim, line):
    """Trace a straight line and keep only the tiles whose obstacles stop it; return how many rows of `line` remain.

    The line runs along a ray of the fan from `eye` centimetres over the floor of `a` to `aim` over that of `b`.
    """
    start = arena.tiles[a].floor + eye
    rise = arena.tiles[b].floor + aim - start
    count, length = trace(battle, arena, a, b, ray, min(start, start + rise), SKY, line, True)
    kept = 0
    for row in range(count):
        tile = line[row, 0]
        lowest = start * length + min(rise * line[row, 1], rise * line[row, 2])
        if tile != b and lowest < top_of(battle, arena, tile, True) * length:
            line[kept, 0] = tile
            kept += 1
    return kept


@allocating
def smoke_between(battle, arena, a, b):
    """Return how many tiles of smoke the line between two tiles crosses, its ends included."""
    if arena.smoky == 0 and battle.clouds == 0:
        return 0
    line = np.empty((LONGEST, 3), np.int64)
    count, _ = trace(battle, arena, a, b, 0, DEEP, SKY, line, True)
    thick = smoke_at(battle, arena, a)
    for row in range(count):
        if line[row, 1] < line[row, 2]:
            thick += smoke_at(battle, arena, line[row, 0])
    return thick


@kernel
def smoke_at(battle, arena, tile):
    """Return 1 if smoke lies over a tile: that of the map, or a cloud of a grenade (SS-R10)."""
    if arena.terrains[terrain_at(battle, arena, tile)].smoke:
        return 1
    if battle.clouds:
        for row in range(MAX_EFFECTS):
            effect = battle.effects[row]
            if effect.kind == SMOKE and in_cloud(battle, arena, effect, tile % arena.width, tile // arena.width):
                return 1
    return 0


@kernel
def in_cloud(battle, arena, effect, x, y):
    """Return whether a tile lies in a cloud: within the blast of what released it, and not shut off by walls or glass."""
    if metres(arena, effect.x, effect.y, x, y) > arena.weapons[effect.weapon].blast:
        return False
    centre, tile = effect.y * arena.width + effect.x, y * arena.width + x
    if cover_between(battle, arena, centre, 0, tile, 0) == TOTAL:
        return False
    return arena.glassy == 0 or not is_behind_glass(battle, arena, centre, tile)


@allocating
def is_behind_glass(battle, arena, a, b):
    """Return whether the straight line between the middles of two tiles runs through something transparent."""
    line = np.empty((LONGEST, 3), np.int64)
    for row in range(in_the_way(battle, arena, a, b, 0, EYE[0], EYE[0], line)):
        if arena.terrains[terrain_at(battle, arena, line[row, 0])].transparent:
            return True
    return False


@entry
def fill_sight(drawn, opened, closed, arena, line):
    """Fill the pair tables of cover and of screens for the map as drawn.

    `drawn` is a blank battle record, `opened` and `closed` are two in which every door stands open or closed. No state of
    the doors between these extremes shows more than the one or less than the other, so where both agree, doors do not
    matter. `line` is working space of LONGEST rows.
    """
    size = arena.size
    for a in range(size):
        for b in range(a, size):
            code_b, code_a = pair_of_codes(drawn, arena, a, b, line)
            arena.sight[a * size + b] = code_b
            arena.sight[b * size + a] = code_a
            screen = max(armor_between(drawn, arena, a, b, line), armor_between(drawn, arena, b, a, line))
            x, y, to_x, to_y = a % arena.width, a // arena.width, b % arena.width, b // arena.width
            if changes_between(opened, x, y, to_x, to_y) or changes_between(closed, x, y, to_x, to_y):
                if pair_of_codes(opened, arena, a, b, line) != pair_of_codes(closed, arena, a, b, line):
                    screen |= DOORS_MATTER
            arena.screen[a * size + b] = screen
            arena.screen[b * size + a] = screen


@allocating
def screen_between(battle, arena, a, b):
    """Return the strongest armor between two tiles: the table's, or what is left where barriers are gone."""
    if battle.broken == 0:
        return arena.screen[a * arena.size + b] & ~DOORS_MATTER
    line = np.empty((LONGEST, 3), np.int64)
    return max(armor_between(battle, arena, a, b, line), armor_between(battle, arena, b, a, line))


@kernel
def armor_between(battle, arena, a, b, line):
    """Return the strongest armor among the materials on the straight line between two standing eyes."""
    strongest = 0
    for row in range(in_the_way(battle, arena, a, b, 0, EYE[0], EYE[0], line)):
        terrain = arena.terrains[terrain_at(battle, arena, line[row, 0])]
        strongest = max(strongest, arena.materials[terrain.material].armor)
    return strongest
