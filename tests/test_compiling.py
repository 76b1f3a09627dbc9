"""Kernels are put together once, in what Python calls."""

from pathlib import Path

import numba
import numpy as np
import pytest

from fireteam.env.rules import caches
from fireteam.env.rules import kernel as kernels
from fireteam.env.rules.compiling import LATE, LateLibrary, callers_first
from fireteam.env.rules.kernel import COMPILED, allocating, entry, kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is put together where the compiler is switched off")


@kernel
def lowest_part(number):
    """Return one more."""
    return number + 1


@kernel
def left_part(number):
    """Return twice one more."""
    return lowest_part(number) * 2


@allocating
def right_part(number):
    """Return three times one more, by way of an array."""
    made = np.full(3, lowest_part(number))
    return made.sum()


@entry
def whole(number):
    """Return both."""
    return left_part(number) * 100 + right_part(number)


@numba.njit
def stranger(number):
    """Code of somebody else that calls a kernel."""
    return left_part(number) + 1


def library(function):
    """Return the only library compiled for a function."""
    (made,) = function.overloads.values()
    return made.library


def test_this_numba_has_what_is_used() -> None:
    """A newer Numba that has moved its classes would compile slowly, and nobody would know."""
    assert LATE


def test_an_entry_takes_in_what_it_calls() -> None:
    """Two kernels that share a third come together in the entry, and only there become machine code."""
    assert whole(4) == 1015
    assert isinstance(library(whole), LateLibrary)
    assert not library(whole).is_open


def test_a_stranger_can_call_a_kernel() -> None:
    """An open library can be taken in by code that knows nothing of us; the kernels alone have no code."""
    assert stranger(4) == 11
    assert library(left_part).is_open
    assert library(lowest_part).is_open
    assert not library(stranger).is_open


class Part:
    """A library as far as the order of linking is concerned."""

    def __init__(self, *called: "Part") -> None:
        self._linking_libraries = called


def test_callers_come_first() -> None:
    """What two others call comes after both, however deep, and once."""
    shared = Part()
    deep = Part(Part(shared))
    top = Part(shared, deep)
    order = list(callers_first(top))
    assert len(order) == 3
    assert order.index(shared) > order.index(deep._linking_libraries[0]) > order.index(deep)


def test_a_machine_is_cold_until_all_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who interrupts the first start is told again, at the next, that it compiles; then everything is called once."""
    told: list[str] = []
    monkeypatch.setattr(caches, "folder", lambda: tmp_path)
    monkeypatch.setattr(kernels, "first_use", [lambda: told.append("compiled")])
    monkeypatch.setattr(kernels, "_announced", [])
    assert kernels.is_cold()
    kernels.announce()
    assert not kernels.is_cold()
    kernels.announce()
    assert told == ["compiled"]
    monkeypatch.setattr(caches, "stamp", lambda module: "edited since")
    assert kernels.is_cold()
