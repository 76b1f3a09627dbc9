"""The tables of sight and screens, for all pairs of tiles of a map as it is drawn."""

from ..arena import DOORS_MATTER
from ..kernel import entry, kernel
from .screens import armor_between
from .sight import changes_between, pair_of_codes


@entry
def fill_sight(drawn, opened, closed, arena, rising, line):
    """Fill the pair tables `arena.sight` and `arena.screen`, [a * size + b], for the map as drawn.

    `drawn` is a blank battle record, `opened` and `closed` are two in which every door stands open or closed. No state of
    the doors between these extremes shows more than the one or less than the other, so where both agree, doors do not
    matter. `rising` counts the tiles that rise over the lowest floor (`setup.rising_tiles`): between two tiles with none of
    them around there is nothing to be measured. `line` is working space.
    """
    size = arena.size
    for a in range(size):
        for b in range(a, size):
            if arena.vehicles == 0 and is_level(arena, rising, a, b):
                continue  # no cover, no screen: zeros, as in a new arena
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


@kernel
def is_level(arena, rising, a, b):
    """Return whether no tile rises in the rectangle of two tiles and one tile more on each side: no ray leaves that."""
    width, height = arena.width, arena.size // arena.width
    x, y, to_x, to_y = a % width, a // width, b % width, b // width
    left, right = max(min(x, to_x) - 1, 0), min(max(x, to_x) + 2, width)
    top, bottom = max(min(y, to_y) - 1, 0), min(max(y, to_y) + 2, height)
    return rising[bottom, right] - rising[top, right] == rising[bottom, left] - rising[top, left]
