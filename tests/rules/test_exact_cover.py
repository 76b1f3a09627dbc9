"""SS-B1: the shares of a body are compared exactly, against an independent measure in fractions."""

import random
from fractions import Fraction
from functools import cache

import pytest

from fireteam.env.battle import Battle
from tabletop import *

EYE, BODY = (150, 30), (180, 45)
TOPS = {".": 0, "#": 300, "o": 90, "O": 135, "C": 135, ":": 50, "T": 400, '"': 100}
LEVELS = ("none", "partial", "good", "total")
FANS = {"straight": (0, -3, 3, -6, 6), "slanting": (0, -2, 2, -4, 4)}


def ends(dx: int, dy: int) -> list[tuple[Fraction, Fraction]]:
    """Return where the five rays end: across the target's width, in tiles from the middle of the viewer's tile."""
    if abs(dx) > 2 * abs(dy):
        aside = [(0, share) for share in FANS["straight"]]
    elif abs(dy) > 2 * abs(dx):
        aside = [(share, 0) for share in FANS["straight"]]
    else:
        turn = -1 if (dx > 0) == (dy > 0) else 1
        aside = [(share, turn * share) for share in FANS["slanting"]]
    return [(dx + Fraction(x, 16), dy + Fraction(y, 16)) for x, y in aside]


@cache
def crossed(dx: int, dy: int) -> list[list[tuple[int, int, Fraction, Fraction]]]:
    """Return, for each of the five rays, the tiles that it runs through, counted from its start, and from where to where."""
    found = []
    for end in ends(dx, dy):
        near = [(x, y) for x in between(0, dx) for y in between(0, dy)]
        parts = [(tile, clipped(end, tile)) for tile in near]
        found.append([(*tile, *part) for tile, part in parts if part is not None])
    return found


def between(start: int, end: int) -> range:
    """Return the numbers from one to another, and one more on both sides: a ray ends beside the middle of its tile."""
    return range(min(start, end) - 1, max(start, end) + 2)


def clipped(end: tuple[Fraction, Fraction], tile: tuple[int, int]) -> tuple[Fraction, Fraction] | None:
    """Return from where to where on a ray (0 to 1) it runs through a tile, given from its start; None if it does not."""
    enter, leave = Fraction(0), Fraction(1)
    for run, middle in zip(end, tile, strict=True):
        near, far = middle - Fraction(1, 2), middle + Fraction(1, 2)
        if run == 0:
            if not near < 0 < far:
                return None
            continue
        one, other = sorted((near / run, far / run))
        enter, leave = max(enter, one), min(leave, other)
    return (enter, leave) if enter <= leave else None


class Ground:
    """A drawn map, measured tile by tile."""

    def __init__(self, rows: list[str], floors: list[str]) -> None:
        self.rows = rows
        self.floor = [[100 * int(digit) for digit in row] for row in floors]

    def top(self, x: int, y: int) -> int:
        """Return how high a tile reaches."""
        return self.floor[y][x] + TOPS[self.rows[y][x]]

    def hidden(self, a: tuple[int, int], b: tuple[int, int], eye: int, body: int) -> Fraction:
        """Return the share of a body on `b` that is hidden from an eye on `a`."""
        (x, y), feet = a, self.floor[b[1]][b[0]]
        height = self.floor[y][x] + eye
        total = Fraction(0)
        for tiles in crossed(b[0] - x, b[1] - y):
            edge = Fraction(-10_000)
            points: dict[Fraction, list[int]] = {}
            for right, down, enter, leave in tiles:
                column, row = x + right, y + down
                if (column, row) == a or enter == 1 or not (0 <= column < len(self.rows[0]) and 0 <= row < len(self.rows)):
                    continue
                rise = self.top(column, row) - height
                if enter == leave:
                    points.setdefault(enter, []).append(rise)  # two tiles that touch at a corner on the ray
                else:
                    edge = max(edge, rise / (enter if rise > 0 else leave))
            for place, rises in points.items():
                if len(rises) == 2:
                    edge = max(edge, min(rises) / place)
            total += min(max(height + edge - feet, Fraction(0)), Fraction(body))
        return total / (5 * body)


def level(share: Fraction) -> int:
    """Return the cover of a hidden share: more than a quarter, more than a half, and nothing to be seen."""
    return 3 if share == 1 else 2 if share > Fraction(1, 2) else 1 if share > Fraction(1, 4) else 0


def expected(ground: Ground, a: tuple[int, int], b: tuple[int, int], a_prone: int, b_prone: int) -> int:
    """Return the cover of `b`: who is hidden but looks out shows at least an eye."""
    of_b = level(ground.hidden(a, b, EYE[a_prone], BODY[b_prone]))
    of_a = level(ground.hidden(b, a, EYE[b_prone], BODY[a_prone]))
    return 2 if of_b == 3 and of_a != 3 else of_b


def field(rows: list[str], floors: list[str]) -> Battle:
    """Return a battle on a drawn map; two units stand somewhere in its last row."""
    return table([unit((0, len(rows) - 1))], [unit((1, len(rows) - 1))], "\n".join(rows), heights="\n".join(floors))


@pytest.mark.rule("SS-B1")
@pytest.mark.parametrize("seed", range(6))
def test_cover_is_what_exact_fractions_say(seed: int) -> None:
    """Source, combat page, Cover: more than fifty percent; more than twenty-five and up to fifty; one hundred.

    On random maps with walls, low walls, brush and ledges, for random pairs of tiles and postures.
    """
    dice = random.Random(seed)
    rows = ["".join(dice.choice('......oOC:"#') for _ in range(9)) for _ in range(6)] + ["." * 9]
    floors = ["".join(dice.choice("000001") for _ in range(9)) for _ in range(6)] + ["0" * 9]
    ground, battle = Ground(rows, floors), field(rows, floors)
    table_now, size = battle.field.arena[0]["sight"], 63
    for _ in range(150):
        a, b = (dice.randrange(9), dice.randrange(7)), (dice.randrange(9), dice.randrange(7))
        if a == b:
            continue
        code = int(table_now[(a[1] * 9 + a[0]) * size + b[1] * 9 + b[0]])
        for a_prone in (0, 1):
            for b_prone in (0, 1):
                found = code >> (4 * a_prone + 2 * b_prone) & 3
                assert found == expected(ground, a, b, a_prone, b_prone), (a, b, a_prone, b_prone)


@pytest.mark.rule("SS-B1")
def test_exactly_half_is_not_more_than_half() -> None:
    """Over a barricade at a knight's move the five rays hide 90, 86.25, 93.75, 82.5 and 97.5 of 180 cm: half, to the dot.

    That is partial cover; rounded up to whole centimetres it would be more than half. Seen from the other side it is good.
    """
    rows = [".O...", ".....", "....."]
    ground = Ground(rows, ["00000"] * 3)
    assert ground.hidden((0, 0), (4, 2), 150, 180) == Fraction(1, 2)
    battle = table([unit((0, 0))], [unit((4, 2))], "\n".join(rows))
    assert battle.cover("blue_1", "red_1") == "partial"
    assert battle.cover("red_1", "blue_1") == "good"
