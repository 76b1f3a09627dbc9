"""The tables of sight and screens, for all pairs of tiles of a map as it is drawn."""

from ..arena import DOORS_MATTER
from ..kernel import entry
from .screens import armor_between
from .sight import changes_between, pair_of_codes


@entry
def fill_sight(drawn, opened, closed, arena, line):
    """Fill the pair tables `arena.sight` and `arena.screen`, [a * size + b], for the map as drawn.

    `drawn` is a blank battle record, `opened` and `closed` are two in which every door stands open or closed. No state of
    the doors between these extremes shows more than the one or less than the other, so where both agree, doors do not
    matter. `line` is working space.
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
