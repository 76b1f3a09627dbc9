"""Rows of a window in vector code give what their plain Python gives, and stay within the record."""

import random
from typing import Any

import numpy as np
import pytest

from fireteam.env.observe.rows import SIDE, add_by_cover, copy_row
from fireteam.env.rules.kernel import entry
from fireteam.env.rules.systems import port_of

FRAMES = [(column, end) for column in range(SIDE + 1) for end in range(column, SIDE + 1)]


@entry
def copied(out, at, source, first, column, end):
    """Call `copy_row` from machine code."""
    copy_row(out, at, source, first, column, end)


@entry
def added(out, at, harms, codes, first, place, column, end):
    """Call `add_by_cover` from machine code."""
    add_by_cover(out, at, harms, codes, first, place, column, end)


def both(compiled: Any, plain: Any, out: np.ndarray, *arguments: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return what both make of `out`."""
    ours, theirs = out.copy(), out.copy()
    compiled(ours, *arguments)
    plain(theirs, *arguments)
    return ours, theirs


def test_a_row_is_copied_as_far_as_it_lies_on_the_map() -> None:
    """The columns of the frame are copied, and nothing else changes: not what is before and after the row, either."""
    source = np.arange(1, 41, dtype=np.float32)
    for column, end in FRAMES:
        out = np.zeros(30, np.float32)
        out[:10] = out[10 + SIDE :] = -1.0
        ours, theirs = both(copied, copy_row.plain, out, 10, source, 5, column, end)
        assert ours.tobytes() == theirs.tobytes()
        assert np.count_nonzero(ours[10 : 10 + SIDE]) == end - column


def test_harm_is_added_by_cover() -> None:
    """Every code, both places of its bits, every frame: the same sums to the last bit."""
    dice = np.random.default_rng(1)
    codes = dice.permutation(256).astype(np.uint8)
    for column, end in FRAMES:
        harms, out = dice.random(4, np.float32), dice.random(20, np.float32)
        at, first, place = (
            random.Random(column * SIDE + end).randint(0, 20 - SIDE),
            int(dice.integers(256 - SIDE)),
            4 * (end % 2),
        )
        ours, theirs = both(added, add_by_cover.plain, out, at, harms, codes, first, place, column, end)
        assert ours.tobytes() == theirs.tobytes()
        assert np.array_equal(ours != out, [column <= cell - at < end for cell in range(20)])


@pytest.mark.parametrize("table", ["ground", "shelter", "sight"])
def test_tables_that_are_read_by_rows_have_neighbours(table: str) -> None:
    """Whole rows are read where a window leaves the map: that is still memory of the record."""
    arena = port_of("swan_song").ARENA
    kind, first = arena.fields[table][:2]
    assert first >= SIDE * kind.base.itemsize
    assert arena.itemsize - first - kind.itemsize >= SIDE * kind.base.itemsize
