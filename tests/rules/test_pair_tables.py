"""The tables for all pairs of tiles, measured many at a time, hold what a battle measures for a pair, one ray at a time."""

import random

import numpy as np
import pytest
from motley import random_ground

from fireteam.env.rules import kernel
from fireteam.env.rules.arena import DOORS_MATTER
from fireteam.env.rules.ground.rays import LINE
from fireteam.env.rules.ground.screens import armor_between
from fireteam.env.rules.ground.sight import pair_of_codes
from fireteam.env.rules.kernel import entry
from fireteam.env.scenario.ground import with_doors
from fireteam.env.scenario.opening import blank_battle
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.setup import Field, prepare
from tabletop import *

DOORS = "+/LV"  # at most 40 on a map
FEW = 40  # pairs that are measured in plain Python


@entry
def measure(drawn, opened, closed, arena, every, sights, screens, line):
    """Write for every so many-th pair of tiles, in both orders, what `fill_sight` should write for it."""
    for a in range(arena.size):
        for b in range(a, arena.size):
            if (a * arena.size + b) % every == 0:
                codes = pair_of_codes(drawn, arena, a, b, line)
                screen = max(armor_between(drawn, arena, a, b, line), armor_between(drawn, arena, b, a, line))
                if pair_of_codes(opened, arena, a, b, line) != pair_of_codes(closed, arena, a, b, line):
                    screen |= DOORS_MATTER
                sights[a, b], sights[b, a] = codes
                screens[a, b], screens[b, a] = screen, screen


def assert_tables_hold(field: Field) -> tuple[np.ndarray, np.ndarray]:
    """Compare the tables of a field with what is measured for its pairs of tiles; return that, as [viewer, target]."""
    system, arena = field.scenario.system, field.arena[0]
    size = int(arena["size"])
    every = 1 if kernel.COMPILED else size * size // (2 * FEW) + 1
    battles = (blank_battle(system), with_doors(system, arena, passable=1), with_doors(system, arena, passable=0))
    drawn, opened, closed, record = (kernel.plain(each)[0] for each in (*battles, field.arena))
    sights, screens = np.full((size, size), -1), np.full((size, size), -1)
    measure(drawn, opened, closed, record, every, sights, screens, np.zeros(LINE, np.int64))
    for name, expected in (("sight", sights), ("screen", screens)):
        found = arena[name][: size * size].reshape(size, size)
        wrong = np.argwhere((expected >= 0) & (found != expected))
        assert not len(wrong), f"{name}, first of {len(wrong)}: {wrong[0]}, {found[*wrong[0]]}, {expected[*wrong[0]]}"
    return sights, screens


def random_field(dice: random.Random, width: int, height: int, letters: str, floors: str) -> Field:
    """Return a random map with doors as a field; two nobodies stand in its first row."""
    rows = random_ground(dice, width, height, letters)
    for _ in range(min(30, width * height // 8)):
        rows[dice.randrange(height)][dice.randrange(width)] = dice.choice(DOORS)
    rows[0][:2] = ".."
    hills = random_ground(dice, width, height, floors)
    ground, heights = ("\n".join("".join(row) for row in each) for each in (rows, hills))
    return table([unit((0, 0))], [unit((1, 0))], ground=ground, heights=heights).field


@pytest.mark.parametrize(("width", "height"), [(9, 8), (16, 12), (24, 16), (3, 33), (128, 3), (3, 3)])
@pytest.mark.parametrize("floors", ["0", "00000012", "0123456789"])
def test_tables_hold_what_a_battle_measures(width: int, height: int, floors: str) -> None:
    """On maps of all shapes, level and not, with walls, doors, glass and smoke, in all postures."""
    dice = random.Random(f"{width} {height} {floors}")
    for letters in ('..........#o"=', '....##ooOT":~%WCPGRB'):
        assert_tables_hold(random_field(dice, width, height, letters, floors))


def test_doors_matter_only_where_they_are_seen() -> None:
    """The maps that are compared have pairs of tiles with every grade of cover, with armor between them, and near doors."""
    sights, screens = assert_tables_hold(random_field(random.Random(7), 12, 9, '..........#o"=', "00000012"))
    if kernel.COMPILED:
        assert {cover for code in np.unique(sights) for cover in (code & 3, code >> 2 & 3, code >> 6)} == {0, 1, 2, 3}
        assert len(np.unique(screens & ~DOORS_MATTER)) > 2
        assert 0 < (screens & DOORS_MATTER > 0).sum() < screens.size


@pytest.mark.parametrize("name", ["keep", "offices", "levels", "chase"])
def test_tables_of_shipped_maps_hold_what_a_battle_measures(name: str) -> None:
    """On a few of the maps that are there, one of them with vehicles: as the battle begins, none has its place yet."""
    assert_tables_hold(prepare(load_scenario(name).drawn(0)))
