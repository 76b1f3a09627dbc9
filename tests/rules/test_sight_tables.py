"""The tables of sight: symmetric, as measured on the spot, right after doors have moved, and as brute force finds them."""

import random
from math import floor

import numpy as np
import pytest
from motley import random_ground

from fireteam.env.catalog import load_catalog
from fireteam.env.rules.arena import DOORS_MATTER
from fireteam.env.rules.ground import sight
from fireteam.env.scenario.reading import load_scenario, scenario_names
from fireteam.env.scenario.setup import Field, prepare
from tabletop import *

TOTAL = 3
PAIRS = 300  # of tiles and postures, where all would take too long


def arenas_of(name: str) -> list[np.ndarray]:
    """Return the arenas of a scenario: one, or a few where it draws its map."""
    scenario = load_scenario(name)
    return [prepare(scenario.drawn(seed)).arena for seed in range(3 if scenario.draw else 1)]


def covers_of(arena: np.ndarray, a_prone: int, b_prone: int) -> np.ndarray:
    """Return the table of cover as [viewer, target] for a pair of postures."""
    size = int(arena[0]["size"])
    return arena[0]["sight"][: size * size].reshape(size, size) >> (4 * a_prone + 2 * b_prone) & 3


@pytest.mark.parametrize("name", scenario_names())
def test_sight_is_symmetric(name: str) -> None:
    """Whoever sees is seen, for all pairs of tiles and postures; everybody sees those on his own tile."""
    for arena in arenas_of(name):
        for a_prone in range(2):
            for b_prone in range(2):
                there = covers_of(arena, a_prone, b_prone) == TOTAL
                back = covers_of(arena, b_prone, a_prone) == TOTAL
                assert (there == back.T).all()
                assert not there.diagonal().any()


@pytest.mark.parametrize("name", scenario_names())
def test_lying_down_hides(name: str) -> None:
    """On level ground, who lies down is hidden no less than before; who gets up sees no less of a standing man."""
    for arena in arenas_of(name):
        size = int(arena[0]["size"])
        if arena[0]["tiles"]["floor"][:size].any():
            continue
        of_standing, of_prone = covers_of(arena, 0, 0), covers_of(arena, 0, 1)
        assert (of_prone == TOTAL)[of_standing == TOTAL].all()
        assert (covers_of(arena, 1, 0) == TOTAL)[of_standing == TOTAL].all()


class Spot:
    """Measures cover on the spot, between any two tiles, with or without doors that were moved."""

    def __init__(self, field: Field) -> None:
        self.battle = field.opening.copy()[0]
        self.arena = field.arena.copy()[0]
        self.arena["vehicles"] = 0  # it is about the ground: two units stand where they are put
        self.width = int(self.arena["width"])

    def cover(self, a: int, a_prone: int, b: int, b_prone: int) -> int:
        """Return the cover of a body on tile `b` against an eye on tile `a`."""
        viewer, target = self.battle["units"][0], self.battle["units"][1]
        viewer["x"], viewer["y"], viewer["prone"] = a % self.width, a // self.width, a_prone
        target["x"], target["y"], target["prone"] = b % self.width, b // self.width, b_prone
        return int(sight.cover_of(self.battle, self.arena, target, viewer))

    def move_doors(self, tiles: list[int], terrain: list[int]) -> None:
        """Give some tiles another terrain, as moving a door does."""
        self.battle["changed"] = len(tiles)
        changes = self.battle["changes"][: len(tiles)]
        changes["tile"], changes["terrain"] = tiles, terrain
        changes["x"], changes["y"] = changes["tile"] % self.width, changes["tile"] // self.width


@pytest.mark.parametrize("name", scenario_names())
def test_table_is_what_is_measured(name: str) -> None:
    """The table agrees with a measurement on the spot, for random pairs: a door 'moved' to what it was forces one."""
    dice = random.Random(name)
    scenario = load_scenario(name)
    spot = Spot(prepare(scenario.drawn(0)))
    size = int(spot.arena["size"])
    table_of = spot.arena["sight"][: size * size].copy()
    spot.arena["screen"][: size * size] |= DOORS_MATTER
    spot.arena["sight"][: size * size] = 255 - table_of  # so that a look at the table would be noticed
    for _ in range(PAIRS):
        a, b, a_prone, b_prone = dice.randrange(size), dice.randrange(size), dice.randrange(2), dice.randrange(2)
        spot.move_doors([a], [int(spot.arena["tiles"][a]["terrain"])])
        expected = int(table_of[a * size + b]) >> (4 * a_prone + 2 * b_prone) & 3
        assert a == b or spot.cover(a, a_prone, b, b_prone) == expected


def field_of(rows: list[list[str]], heights: str = "") -> Field:
    """Return a map as a field; two nobodies stand on its first two free tiles."""
    rows = [["."] * len(rows[0]), *rows]
    ground = "\n".join("".join(row) for row in rows)
    heights = "\n".join(["0" * len(rows[0]), heights]) if heights else ""
    return table([unit((0, 0))], [unit((1, 0))], ground=ground, heights=heights).field


def test_moved_doors_are_as_good_as_drawn_ones() -> None:
    """After doors have moved, cover is for every pair what it would be on a map with the doors drawn as they stand now."""
    terrain = list(load_catalog().terrain)
    turned = {"+": "/", "/": "+"}
    kinds = {"+": terrain.index("closed_door"), "/": terrain.index("open_door")}
    dice = random.Random(5)
    changed = 0
    for _ in range(12):
        rows = random_ground(dice, 7, 5, "......#o+/")
        before = field_of(rows)
        moved = [
            (x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in turned and dice.random() < 0.6
        ]
        for x, y in moved:
            rows[y][x] = turned[rows[y][x]]
        after = field_of(rows).arena[0]
        spot = Spot(before)
        spot.move_doors([(y + 1) * 7 + x for x, y in moved], [kinds[rows[y][x]] for x, y in moved])
        size = int(after["size"])
        for _ in range(PAIRS):
            a, b, a_prone, b_prone = dice.randrange(size), dice.randrange(size), dice.randrange(2), dice.randrange(2)
            bits = 4 * a_prone + 2 * b_prone
            expected = int(after["sight"][a * size + b]) >> bits & 3
            changed += expected != int(before.arena[0]["sight"][a * size + b]) >> bits & 3
            assert spot.cover(a, a_prone, b, b_prone) == expected, (rows, a, b, a_prone, b_prone)
    assert changed > 100, "the doors hardly mattered"


def hidden_share(
    tops: list[list[int]], floors: list[list[int]], a: tuple[int, int], eye: int, b: tuple[int, int], body: int
) -> float:
    """Return the share of a body on tile `b` that is hidden from an eye on tile `a`: many rays, fine steps."""
    start_x, start_y, end_x, end_y = a[0] + 0.5, a[1] + 0.5, b[0] + 0.5, b[1] + 0.5
    far = ((end_x - start_x) ** 2 + (end_y - start_y) ** 2) ** 0.5
    looking_from = floors[a[1]][a[0]] + eye
    feet = floors[b[1]][b[0]]
    hidden = 0.0
    for ray in range(-10, 11):
        aside = 0.375 * ray / 10.5
        x, y = end_x - start_x - aside * (end_y - start_y) / far, end_y - start_y + aside * (end_x - start_x) / far
        horizon = -1e9
        steps = int(60 * far)
        for step in range(1, steps + 1):
            share = step / steps
            tile = floor(start_x + share * x), floor(start_y + share * y)
            if tile != a:
                horizon = max(horizon, looking_from + (tops[tile[1]][tile[0]] - looking_from) / share)
        hidden += min(max(horizon - feet, 0), body) / body
    return hidden / 21


def twin(
    tops: list[list[int]], floors: list[list[int]], a: tuple[int, int], a_prone: int, b: tuple[int, int], b_prone: int
) -> int:
    """Return the cover of `b` against `a` by brute force; who is hidden but looks out has good cover."""
    eyes, bodies = (150, 30), (180, 45)
    there = hidden_share(tops, floors, a, eyes[a_prone], b, bodies[b_prone])
    if there < 0.999:
        return 0 if there <= 0.25 else 1 if there <= 0.5 else 2
    back = hidden_share(tops, floors, b, eyes[b_prone], a, bodies[a_prone])
    return 3 if back > 0.999 else 2


@pytest.mark.parametrize("hilly", [False, True])
def test_brute_force_agrees(hilly: bool) -> None:
    """A plain sampler with many rays and fine steps gives the same cover, or the next, on random maps; mostly the same."""
    dice = random.Random(11 + hilly)
    heights_of = {".": 0, "#": 300, "o": 90, "O": 135, '"': 100, ":": 50, "T": 400, "+": 300, "/": 0}
    same = 0
    asked = 0
    for _ in range(8):
        rows = random_ground(dice, 9, 6, '...........##oO":T+/')
        hills = random_ground(dice, 9, 6, "000012" if hilly else "0")
        arena = field_of(rows, "\n".join("".join(row) for row in hills)).arena[0]
        floors = [[0] * 9, *([100 * int(letter) for letter in row] for row in hills)]
        tops = [[0] * 9, *([heights_of[letter] for letter in row] for row in rows)]
        tops = [[top + up for top, up in zip(*pair, strict=True)] for pair in zip(tops, floors, strict=True)]
        for _ in range(40):
            a, b = dice.sample([(x, y) for y in range(7) for x in range(9)], 2)
            a_prone, b_prone = dice.randrange(2), dice.randrange(2)
            found = int(arena["sight"][(a[1] * 9 + a[0]) * 63 + b[1] * 9 + b[0]]) >> (4 * a_prone + 2 * b_prone) & 3
            expected = twin(tops, floors, a, a_prone, b, b_prone)
            assert abs(found - expected) <= 1, (rows, hills, a, a_prone, b, b_prone, found, expected)
            same += found == expected
            asked += 1
    assert same > 0.95 * asked, f"{same} of {asked} the same"
