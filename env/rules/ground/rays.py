"""Lines over the map: the rays of a fan from one tile to another, the tiles they cross, and the height of what stands there.

Everything is integer geometry: sixteenths of a tile across, centimetres up; a place on a ray is measured in the unit of the
ray's length, which `trace` returns.
"""

from ..arena import MAX_SIDE
from ..kernel import kernel
from .grid import terrain_at

SIXTEENTHS = 16
RAYS = 5
FAN = (0, -3, 3, -6, 6)  # where the rays end across the body, in sixteenths of a tile
FAN_DIAGONAL = (0, -2, 2, -4, 4)  # the same per axis when seen along a diagonal
EYE = (150, 30)  # height of the eye standing and prone, centimetres
BODY = (180, 45)
LONGEST = 3 * MAX_SIDE  # tiles and corners that one line can cross
LINE = (LONGEST, 4)  # shape of the working space for a line
DEEP, SKY = -100_000, 100_000  # below and above everything
BLOCKED = -1
SCATTERED = 0x1E3779B97F4A7C15  # odd: multiplied by it, numbers that differ little differ all over


@kernel
def fan_offset(dx, dy, ray):
    """Return where ray `ray` of a fan over (dx, dy) tiles ends: (x, y) from the last tile's middle, in sixteenths of one."""
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

    Transparent material blocks no view, but it blocks a `solid` line, a shot (SS-B5).
    """
    terrain = arena.terrains[terrain_at(battle, arena, tile)]
    if terrain.transparent and not solid:
        return arena.tiles[tile].floor
    return arena.tiles[tile].floor + terrain.top


@kernel
def ray_of(dx, dy, ray):
    """Return (run_x, run_y, dir_x, dir_y) of ray `ray`, 0 to 4, of a fan over (dx, dy) tiles.

    The ray begins in the middle of a tile. The runs are its lengths along both axes, never negative, in sixteenths of a
    tile; the directions are 1 or -1 for each axis.
    """
    off_x, off_y = fan_offset(dx, dy, ray)
    along_x, along_y = dx * SIXTEENTHS + off_x, dy * SIXTEENTHS + off_y
    return abs(along_x), abs(along_y), 1 if along_x > 0 else -1, 1 if along_y > 0 else -1


@kernel
def way_of(width, dx, dy, ray):
    """Return the way of ray `ray` of a fan over (dx, dy) tiles, from the middle of its first tile: seven numbers.

    First the length of the ray, then where it leaves the first column and the first row, beyond its length if it never does;
    after how much more of it the next ones follow; and by how much the number of its tile grows with each.
    """
    run_x, run_y, dir_x, dir_y = ray_of(dx, dy, ray)
    length = max(run_x, 1) * max(run_y, 1)
    stride_x = SIXTEENTHS * max(run_y, 1)
    stride_y = SIXTEENTHS * max(run_x, 1)
    leave_x = stride_x // 2 if run_x > 0 else 2 * length
    leave_y = stride_y // 2 if run_y > 0 else 2 * length
    return length, leave_x, leave_y, stride_x, stride_y, dir_x, dir_y * width


@kernel
def next_tile(way, tile, enter, leave_x, leave_y):
    """Return the tile that a ray enters at `enter`, coming from `tile`, and where it leaves its column and its row."""
    if leave_x == enter:
        tile += way[5]
        leave_x += way[3]
    if leave_y == enter:
        tile += way[6]
        leave_y += way[4]
    return tile, leave_x, leave_y


@kernel
def cross(width, dx, dy, ray, start, line):
    """Follow ray `ray` of a fan over (dx, dy) tiles from tile `start`, wherever that is; return what `trace` returns.

    Every tile crossed after the first becomes a row of `line`: tile, where the ray enters it, where it leaves it, and the
    tile again. Where the ray runs exactly through a corner, the two tiles that meet there share a row, which begins with the
    one and ends with the other.
    """
    way = way_of(width, dx, dy, ray)
    length, leave_x, leave_y = way[0], way[1], way[2]
    tile, count = start, 0
    enter = min(leave_x, leave_y)
    while enter < length:
        if leave_x == leave_y:
            line[count, 0], line[count, 1], line[count, 2], line[count, 3] = tile + way[5], enter, enter, tile + way[6]
            count += 1
        tile, leave_x, leave_y = next_tile(way, tile, enter, leave_x, leave_y)
        leave = min(leave_x, leave_y, length)
        line[count, 0], line[count, 1], line[count, 2], line[count, 3] = tile, enter, leave, tile
        count += 1
        enter = leave
    return count, length


@kernel
def trace(battle, arena, a, b, ray, above, wall, line, solid):
    """Follow ray `ray` of the fan from tile `a` to tile `b`; return (rows of `line` that are filled, length of the ray).

    Every tile crossed after `a` whose top rises over `above` becomes a row. Where the ray runs exactly through a corner,
    the lower of the two tiles that meet there counts too: nobody sees or shoots between two walls that touch.

    Args:
        above, wall: heights in centimetres, floors included; the count is BLOCKED as soon as a tile is as high as `wall`.
        line: int64 of shape LINE, written: tile, where the ray enters it, where it leaves it, from 0 to the length; its top.
        solid: whether glass counts, as it does for a shot.
    """
    width = arena.width
    way = way_of(width, b % width - a % width, b // width - a // width, ray)
    length, leave_x, leave_y = way[0], way[1], way[2]
    tile, count = a, 0
    enter = min(leave_x, leave_y)
    while enter < length:
        if leave_x == leave_y:
            corner, top = tile + way[5], top_of(battle, arena, tile + way[5], solid)
            other = top_of(battle, arena, tile + way[6], solid)
            if other < top:
                corner, top = tile + way[6], other
            if top >= wall:
                return BLOCKED, length
            if top > above:
                line[count, 0], line[count, 1], line[count, 2], line[count, 3] = corner, enter, enter, top
                count += 1
        tile, leave_x, leave_y = next_tile(way, tile, enter, leave_x, leave_y)
        leave = min(leave_x, leave_y, length)
        top = top_of(battle, arena, tile, solid)
        if top >= wall:
            return BLOCKED, length
        if top > above:
            line[count, 0], line[count, 1], line[count, 2], line[count, 3] = tile, enter, leave, top
            count += 1
        enter = leave
    return count, length


@kernel
def horizon(line, count, eye):
    """Return how high the obstacles on a traced line rise, seen from its start: the slope (rise, run) of the highest.

    The rise is in centimetres above the eye, the run in the unit of the line's length. An obstacle above the eye hides most
    where the line enters it, one below the eye where the line leaves it.

    Args:
        line, count: what `trace` has written and returned.
        eye: height of the eye in centimetres, floor included.
    """
    if count == BLOCKED:
        return SKY, 1
    rise, run = DEEP, 1
    for row in range(count):
        rise, run = steeper(rise, run, line[row, 3] - eye, line[row, 1], line[row, 2])
    return rise, run


@kernel
def steeper(rise, run, above, enter, leave):
    """Return the steeper of two slopes (rise, run): the one given, and that of an obstacle.

    Args:
        above: centimetres by which the obstacle rises above the eye, negative if it stays below.
        enter, leave: where the line enters and leaves it, in the unit of the line's length.
    """
    at = enter if above > 0 else leave
    return (above, at) if above * run > rise * at else (rise, run)


@kernel
def in_the_way(battle, arena, a, b, ray, eye, aim, line):
    """Trace a straight line and keep only the tiles whose obstacles stop it; return how many rows of `line` remain.

    The line runs along ray `ray` of the fan, from `eye` centimetres over the floor of `a` to `aim` over that of `b`; `b`
    itself is left out. Only the first column of the rows, the tile, is of use afterwards.
    """
    start = arena.tiles[a].floor + eye
    rise = arena.tiles[b].floor + aim - start
    count, length = trace(battle, arena, a, b, ray, min(start, start + rise), SKY, line, True)
    kept = 0
    for row in range(count):
        tile = line[row, 0]
        if tile != b and is_stopped(start, rise, length, line[row, 1], line[row, 2], line[row, 3]):
            line[kept, 0] = tile
            kept += 1
    return kept


@kernel
def is_stopped(start, rise, length, enter, leave, top):
    """Return whether an obstacle as high as `top` stops a line that begins at the height `start` and rises by `rise`.

    `enter` and `leave` say where the line enters and leaves it, from 0 to `length`.
    """
    return start * length + min(rise * enter, rise * leave) < top * length


@kernel
def is_near_line(dx, dy, off_x, off_y):
    """Return whether a ray of a fan over (dx, dy) tiles might touch the tile (off_x, off_y) tiles from its start."""
    beside = dx * off_y - dy * off_x
    if 100 * beside * beside >= 121 * (dx * dx + dy * dy):
        return False
    margin = abs(dx) + abs(dy)
    return -margin <= dx * off_x + dy * off_y <= dx * dx + dy * dy + margin


@kernel
def scattered(number):
    """Return a 62-bit hash of a number."""
    return number * SCATTERED & (1 << 62) - 1
