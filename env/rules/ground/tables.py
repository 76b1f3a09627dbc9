"""The tables of sight and screens, for all pairs of tiles of a map as it is drawn.

Which tiles a ray crosses, and where, depends only on how far apart its ends are. So all pairs of tiles that are (dx, dy)
apart are measured together: their rays are followed once (`rays.cross`), and for each pair only the tops of the tiles are
looked up. In what follows `a` is the first tile of any such pair, and tiles on a ray are counted from it; `b` is the other.
The results are those of `sight.pair_of_codes` and `screens.armor_between`.
"""

import numpy as np

from ..arena import DOORS_MATTER
from ..kernel import entry, kernel
from .rays import BLOCKED, BODY, EYE, LINE, RAYS, cross, horizon, is_stopped, ray_of, top_of
from .shares import NOTHING, with_ray
from .sight import codes_of

BOTH_FANS = 2 * RAYS  # the rays from `a` to `b`, then those from `b` to `a`
DRAWN, OPENED, CLOSED, SOLID, ARMOR, LEVEL = range(6)  # rows of `tops`
AT_DOOR, NEAR_DOOR, SEEN = range(3)  # rows of `doors`
ALL_TOTAL = 255  # a code: total cover for all postures


def space_for(size: int) -> tuple[np.ndarray, ...]:
    """Return the working space in which `fill_sight` measures a map of `size` tiles. Heights are below 2**15."""
    tops, highest = np.zeros((LEVEL + 1, size), np.int16), np.zeros((CLOSED + 1, BOTH_FANS, size), np.int16)
    screens, doors = np.zeros(size, np.int16), np.zeros((SEEN + 1, size), np.int64)
    ways, ends = np.zeros((BOTH_FANS, *LINE), np.int64), np.zeros((BOTH_FANS, 4), np.int64)
    return tops, highest, screens, doors, ways, ends, np.zeros(LINE, np.int64)


@entry
def fill_sight(drawn, opened, closed, arena, tops, highest, screens, doors, ways, ends, line):
    """Fill the pair tables `arena.sight` and `arena.screen`, [a * size + b], for the map as drawn.

    `drawn` is a blank battle record, `opened` and `closed` are two in which every door stands open or closed. No state of
    the doors between these extremes shows more than the one or less than the other, so where both agree, doors do not
    matter. No vehicle is on the map in any of them.

    Args:
        tops: working space, as all that follows; see `space_for`. For each tile its top with the doors as drawn, open and
            closed; with them as drawn and where glass counts; its armor; and how high an eye is that stands on it.
        highest: the highest top on each ray, [doors as drawn, open or closed, ray, a].
        screens: the strongest armor on a level line from each tile `a`.
        doors: the tiles where doors change the top; for each tile `a`, whether one of these lies on a ray; and a mark.
        ways, ends: the rows of each ray as `rays.cross` writes them; how many there are, the ray's length, its two runs.
        line: a line.
    """
    width = arena.width
    fill_tops(drawn, opened, closed, arena, tops)
    count = find_doors(tops, doors)
    for dy in range(arena.height):
        for dx in range(1 - width if dy > 0 else 1, width):
            follow_rays(width, dx, dy, ways, ends)
            first, last = max(-dx, 0), arena.size - 1 - dy * width - max(dx, 0)
            for ray in range(BOTH_FANS):
                for kind in range(CLOSED + 1 if count > 0 else 1):
                    raise_highest(highest[kind, ray], tops[kind], ways[ray], ends[ray, 0], first, last)
            raise_screens(screens, tops, ways[0], ends[0, 0], first, last)
            if count > 0:
                mark_doors(doors, count, width, dx, dy, ways, ends)
            for y in range(arena.height - dy):
                for a in range(y * width + max(-dx, 0), y * width + width - max(dx, 0)):
                    fill_pair(arena, tops, highest, screens, doors, ways, ends, line, a, a + dy * width + dx)


@kernel
def fill_tops(drawn, opened, closed, arena, tops):
    """Fill `tops`."""
    for tile in range(arena.size):
        tops[DRAWN, tile] = top_of(drawn, arena, tile, False)
        tops[OPENED, tile] = top_of(opened, arena, tile, False)
        tops[CLOSED, tile] = top_of(closed, arena, tile, False)
        tops[SOLID, tile] = top_of(drawn, arena, tile, True)
        tops[ARMOR, tile] = arena.materials[arena.terrains[arena.tiles[tile].terrain].material].armor
        tops[LEVEL, tile] = arena.tiles[tile].floor + EYE[0]


@kernel
def find_doors(tops, doors):
    """Write the tiles that are higher or lower with their doors open than with them closed; return how many there are."""
    count = 0
    for tile in range(len(tops[OPENED])):
        if tops[OPENED, tile] != tops[CLOSED, tile]:
            doors[AT_DOOR, count] = tile
            count += 1
    return count


@kernel
def follow_rays(width, dx, dy, ways, ends):
    """Fill `ways` and `ends` with the rays between two tiles that are (dx, dy) apart."""
    for ray in range(RAYS):
        back = RAYS + ray
        ends[ray, 0], ends[ray, 1] = cross(width, dx, dy, ray, 0, ways[ray])
        ends[ray, 2], ends[ray, 3], _, _ = ray_of(dx, dy, ray)
        ends[back, 0], ends[back, 1] = cross(width, -dx, -dy, ray, dy * width + dx, ways[back])
        ends[back, 2], ends[back, 3], _, _ = ray_of(-dx, -dy, ray)


@kernel
def raise_highest(highest, tops, way, count, first, last):
    """Fill `highest`, for the tiles `first` to `last` as `a`, with the highest top on a way, at a corner the lower one.

    A tile whose `b` would lie beyond the eastern or western edge of the map gets a number too, of no use: so the loops run
    through without a break, and the machine compares many tiles at a time.
    """
    many = last - first + 1
    clear(highest[first : last + 1])
    for row in range(count):
        tile, other = first + way[row, 0], first + way[row, 3]
        raise_to_lower(highest[first : last + 1], tops[tile : tile + many], tops[other : other + many])


@kernel
def clear(row):
    """Fill an array with zeros."""
    for place in range(len(row)):
        row[place] = 0


@kernel
def raise_to_lower(highest, tops, others):
    """Raise what is lower than the lower of two tops."""
    for place in range(len(highest)):
        highest[place] = max(highest[place], min(tops[place], others[place]))


@kernel
def raise_screens(screens, tops, way, count, first, last):
    """Fill `screens`, for the tiles `first` to `last` as `a`, with the armor on a level line."""
    many = last - first + 1
    clear(screens[first : last + 1])
    for row in range(count - 1):  # the last one is `b`
        tile, other = first + way[row, 0], first + way[row, 3]
        raise_to_armor(
            screens[first : last + 1], tops[LEVEL, first : last + 1],
            tops[SOLID, tile : tile + many], tops[ARMOR, tile : tile + many],
            tops[SOLID, other : other + many], tops[ARMOR, other : other + many],
        )  # fmt: skip


@kernel
def raise_to_armor(screens, level, tops, armor, others, armor_of_others):
    """Raise what is weaker to the armor of the lower of two tiles if that is over the eye, the stronger of two as high."""
    for place in range(len(screens)):
        one = armor[place] if level[place] < tops[place] <= others[place] else 0
        other = armor_of_others[place] if level[place] < others[place] <= tops[place] else 0
        screens[place] = max(screens[place], one, other)


@kernel
def mark_doors(doors, count, width, dx, dy, ways, ends):
    """Write for each tile `a` whether a door lies on one of the rays, for tiles that are (dx, dy) apart."""
    clear(doors[NEAR_DOOR])
    mark = (2 * dy + 1) * width + dx  # of these rays alone: most of their tiles are crossed by several
    for ray in range(BOTH_FANS):
        for row in range(ends[ray, 0]):
            for column in (0, 3):
                tile = ways[ray, row, column]
                if doors[SEEN, tile - min(dx, 0)] != mark:
                    doors[SEEN, tile - min(dx, 0)] = mark
                    for door in range(count):
                        a = doors[AT_DOOR, door] - tile
                        if 0 <= a < len(doors[NEAR_DOOR]):
                            doors[NEAR_DOOR, a] = 1


@kernel
def fill_pair(arena, tops, highest, screens, doors, ways, ends, line, a, b):
    """Fill the tables for two tiles."""
    code_b, code_a = codes_between(arena, tops[DRAWN], highest[DRAWN], ways, ends, line, a, b)
    screen = int(screens[a]) if tops[LEVEL, a] == tops[LEVEL, b] else armor_on(tops, ways[0], ends[0, 0], ends[0, 1], a, b)
    if doors[NEAR_DOOR, a]:
        codes = codes_between(arena, tops[OPENED], highest[OPENED], ways, ends, line, a, b)
        if codes != codes_between(arena, tops[CLOSED], highest[CLOSED], ways, ends, line, a, b):
            screen |= DOORS_MATTER
    if code_b | code_a | screen:  # else zeros, as in a new arena
        arena.sight[a * arena.size + b] = code_b
        arena.sight[b * arena.size + a] = code_a
        arena.screen[a * arena.size + b] = screen
        arena.screen[b * arena.size + a] = screen


@kernel
def codes_between(arena, tops, highest, ways, ends, line, a, b):
    """Return the codes of cover of `b` against `a` and of `a` against `b`, as `sight.pair_of_codes` does."""
    here, there = arena.tiles[a].floor, arena.tiles[b].floor
    lower, higher = highest[0, a], highest[0, a]
    for ray in range(BOTH_FANS):
        lower, higher = min(lower, highest[ray, a]), max(higher, highest[ray, a])
    if higher <= min(here, there):
        return 0, 0
    if lower >= max(here, there) + BODY[0]:
        return ALL_TOTAL, ALL_TOTAL
    of_b = shares_on(tops, highest, ways, ends, line, a, here, there, 0)
    of_a = shares_on(tops, highest, ways, ends, line, a, there, here, RAYS)
    return codes_of(arena, of_b, of_a)


@kernel
def shares_on(tops, highest, ways, ends, line, a, here, feet, fan):
    """Return how much of a body is hidden, as `sight.hidden_shares` does.

    Args:
        tops, highest, ways, ends, line: as `fill_sight` has them, `tops` and `highest` for one state of the doors.
        a: the first tile of the pair, whoever is seen.
        here, feet: the floors of the viewer's tile and of the other's.
        fan: the first of the rays, 0 or RAYS.
    """
    above = min(here, feet)
    wall = max(here + EYE[0], feet + BODY[0])
    high, low, high_from_low, low_from_low = NOTHING, NOTHING, NOTHING, NOTHING
    for ray in range(fan, fan + RAYS):
        if highest[ray, a] > above:
            count, run_x, run_y = BLOCKED, ends[ray, 2], ends[ray, 3]
            if highest[ray, a] < wall:
                count = look_up(tops, ways[ray], ends[ray, 0], a, above, line)
            eye = here + EYE[0]
            rise, run = horizon(line, count, eye)
            high, low = with_ray(high, low, eye - feet, rise, run, run_x, run_y)
            eye = here + EYE[1]
            rise, run = horizon(line, count, eye)
            high_from_low, low_from_low = with_ray(high_from_low, low_from_low, eye - feet, rise, run, run_x, run_y)
    return high, low, high_from_low, low_from_low


@kernel
def look_up(tops, way, count, a, above, line):
    """Fill a line with the tops on a way that rise over `above`, as `rays.trace` does, but for the tiles; count its rows."""
    rows = 0
    for row in range(count):
        top = min(tops[a + way[row, 0]], tops[a + way[row, 3]])
        line[rows, 1], line[rows, 2], line[rows, 3] = way[row, 1], way[row, 2], top
        rows += top > above
    return rows


@kernel
def armor_on(tops, way, count, length, a, b):
    """Return the strongest armor between two standing eyes, 0 for none, seen from either: `screens.armor_between`."""
    start, end = int(tops[LEVEL, a]), int(tops[LEVEL, b])
    strongest = 0
    for row in range(count - 1):  # the last one is `b`
        tile, other = a + way[row, 0], a + way[row, 3]
        top = int(min(tops[SOLID, tile], tops[SOLID, other]))
        if is_stopped(start, end - start, length, way[row, 1], way[row, 2], top):
            one = tops[ARMOR, tile] if tops[SOLID, tile] == top else 0
            two = tops[ARMOR, other] if tops[SOLID, other] == top else 0
            strongest = max(strongest, one, two)
    return strongest
