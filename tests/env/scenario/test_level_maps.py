"""Drawn maps of all kinds: legal, connected, open enough, the same for the same number, and no two alike."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

import pytest

from fireteam.env.rules.record import MAX_CHANGES
from fireteam.env.scenario.levels.chance import Chance
from fireteam.env.scenario.levels.connected import join, pieces, steps_from
from fireteam.env.scenario.levels.ground import DOORS, Box, Ground
from fireteam.env.scenario.levels.kinds import KINDS, TITLES
from fireteam.maps import Drawing
from fireteam.maps.drawing import LEGEND

Letter = TypeVar("Letter")
SIZES = ((12, 10), (13, 11), (16, 12), (20, 14), (24, 18), (27, 17), (12, 30), (40, 12), (40, 30))
NUMBERS = 20
LEAST_OPEN = 45  # per cent of a map


def drawn(kind: str, number: int, width: int, height: int, twins: bool) -> Ground:
    """Return the map of a kind that a number draws."""
    ground = Ground(width, height, twins)
    KINDS[kind](ground, Chance(number, 2))
    return ground


def all_drawn(kind: str, twins: bool) -> Iterator[Ground]:
    """Yield maps of a kind of all sizes."""
    for number in range(NUMBERS):
        for width, height in SIZES:
            yield drawn(kind, number, width, height, twins)


def rotated(rows: Sequence[Sequence[Letter]]) -> list[list[Letter]]:
    """Return a layer after a half turn."""
    return [list(reversed(row)) for row in reversed(rows)]


def has_ledge(floors: list[list[int]]) -> bool:
    """Return whether the floors of two neighbours differ by more than a metre."""
    lines = [*floors, *zip(*floors, strict=True)]
    return any(abs(one - other) > 1 for line in lines for one, other in pairwise(line))


# A digest that changes means that numbers draw other battles: the levels have a new version then.
DIGESTS = {
    "yards": "dd981e8ed3f435fe",
    "buildings": "07d5df1fa491bca5",
    "streets": "ff37e2a9fe51745c",
    "woods": "09466bc8d2b02c34",
    "riverbanks": "99c5385fcf3cd0f3",
    "heights": "b5e237a0656ce693",
}


def ground_of(*rows: str, twins: bool = False) -> Ground:
    """Return a map of these rows."""
    ground = Ground(len(rows[0]), len(rows), twins)
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            ground.put(x, y, letter)
    return ground


class TestKinds:
    """Maps of each kind."""

    @pytest.mark.parametrize("twins", [False, True])
    @pytest.mark.parametrize("kind", KINDS)
    def test_drawn_maps_are_legal_connected_and_open(self, kind: str, twins: bool) -> None:
        for ground in all_drawn(kind, twins):
            drawing = Drawing(title=TITLES[kind], ground=ground.text(), heights=ground.heights())
            assert (drawing.width, drawing.height) == (ground.width, ground.height)
            assert set("".join(map("".join, ground.letters))) <= LEGEND.keys()
            assert len(pieces(ground)) == 1
            assert ground.share() >= LEAST_OPEN
            assert not has_ledge(ground.floors)
            doors = sum(letter in DOORS for row in ground.letters for letter in row)
            assert ground.doors == doors <= MAX_CHANGES
            if twins:
                assert rotated(ground.letters) == ground.letters
                assert rotated(ground.floors) == ground.floors

    @pytest.mark.parametrize("kind", KINDS)
    def test_no_two_numbers_draw_the_same_map(self, kind: str) -> None:
        for twins in (False, True):
            maps = {
                (ground.text(), ground.heights()) for ground in (drawn(kind, number, 24, 18, twins) for number in range(50))
            }
            assert len(maps) == 50

    @pytest.mark.parametrize("kind", KINDS)
    def test_heights_draw_floors_and_yards_none(self, kind: str) -> None:
        uneven = any(drawn(kind, number, 24, 18, False).heights() for number in range(NUMBERS))
        assert uneven == (kind in ("heights", "woods"))

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_number_draws_the_same_map_for_ever(self, kind: str) -> None:
        digest = hashlib.sha256()
        for number in (0, 7, 2**31, 2**64 - 1):
            for twins in (False, True):
                ground = drawn(kind, number, 24, 18, twins)
                digest.update(f"{ground.text()}\n{ground.heights()}\n".encode())
        assert digest.hexdigest()[:16] == DIGESTS[kind]


class TestJoin:
    """Connecting ground."""

    def test_join_puts_a_door_into_a_wall(self) -> None:
        ground = ground_of(*["...#..."] * 5)
        join(ground)
        assert sum(row.count("+") for row in ground.letters) == 1
        assert len(pieces(ground)) == 1

    def test_join_makes_a_ford(self) -> None:
        ground = ground_of(*["...WW..."] * 3)
        join(ground)
        assert ground.text().count("~") == 2
        assert len(pieces(ground)) == 1

    def test_join_fills_tiny_pockets(self) -> None:
        ground = ground_of("........", ".TTTT...", ".T..T...", ".TTTT...", "........")
        join(ground)
        assert ground.letters[2][2:4] == ["T", "T"]

    def test_join_opens_twins_together(self) -> None:
        ground = ground_of("..#..#..", "..#..#..", "..#..#..", "..#..#..", twins=True)
        join(ground)
        assert ground.text().count("+") == 2
        assert rotated(ground.letters) == ground.letters

    def test_join_opens_each_of_many_rooms(self) -> None:
        ground = ground_of(*["...#...#...", "...#...#...", "...#...#...", "###########"] * 3)
        join(ground)
        assert len(pieces(ground)) == 1

    def test_steps_count_closed_doors_but_not_locked_ones(self) -> None:
        ground = ground_of("..+..", "#####", "..L..")
        assert steps_from(ground, [(0, 0)])[4, 0] == 4
        assert (4, 2) not in steps_from(ground, [(0, 2)])

    def test_steps_do_not_climb_ledges(self) -> None:
        ground = ground_of("...", "...", "...")
        for y in range(3):
            ground.lift(2, y, 2)
        assert (2, 0) not in steps_from(ground, [(0, 0)])


class TestGround:
    """Putting things on a map."""

    def test_a_thing_that_meets_its_twin_does_not_fit(self) -> None:
        ground = Ground(10, 10, twins=True)
        assert ground.is_clear(Box(1, 1, 3, 3))
        assert not ground.is_clear(Box(3, 3, 3, 3))
        assert ground.is_clear(Box(3, 3, 4, 4))

    def test_doors_become_gaps_where_the_rules_allow_no_more(self) -> None:
        ground = Ground(24, 18)
        for number in range(MAX_CHANGES + 5):
            ground.put_door(number % 24, number // 24)
        assert ground.doors == MAX_CHANGES
        assert ground.letter((MAX_CHANGES + 1) % 24, (MAX_CHANGES + 1) // 24) == "."
