"""Kernels are put together once, in what Python calls."""

import signal
import subprocess
from pathlib import Path

import numba
import numpy as np
import pytest
from killing import python, running
from numba.core.codegen import JITCodeLibrary

from fireteam.env.rules.jit import status
from fireteam.env.rules.jit.linking import LATE, LateLibrary, build, callers_first
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
    assert type(library(stranger)) is JITCodeLibrary  # as ever


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


def test_who_listens_is_told_of_every_part(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever listens hears which part it is, how many kernels are done, and when it is over; else one line says it."""
    story: list[status.Progress | None] = []
    monkeypatch.setattr(status, "listeners", [story.append])
    monkeypatch.setattr(status, "_noticed", [])
    monkeypatch.setattr(status, "_kernels", {"done": 3, "known": 9})
    with status.compiling("step"):
        status.count()
        with status.compiling("cover_of"):
            pass
    assert story == [("step", 3, 9), ("step", 4, 9), ("cover_of", 4, 9), ("step", 4, 9), None]
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(status, "listeners", [])
    for _ in range(2):
        with status.compiling("step"):
            pass
    assert capsys.readouterr().err == status.NOTICE + "\n"


class Interrupts:
    """Something that is interrupted as it goes: what is raised there, Python swallows."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def swallowing(_):
    """Compile nothing, and lose what is raised meanwhile."""
    Interrupts()
    return "compiled"


def failing(_):
    """Compile nothing, and fail because of what was lost."""
    Interrupts()
    raise RuntimeError("no compiled object yet")


@pytest.fixture
def interruptible():
    """Have Ctrl-C raise a KeyboardInterrupt, as it does unless somebody has switched it off."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("compiling", [swallowing, failing])
@pytest.mark.parametrize("inner", [False, True])
def test_an_interrupt_is_not_lost(compiling, inner):
    """Ctrl-C where exceptions are swallowed ends the compiling all the same, whatever error came of it."""
    with pytest.raises(KeyboardInterrupt):
        build(lambda signature: build(compiling, signature, inner), (), False)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert build(lambda _: "compiled", (), False) == "compiled"


@pytest.mark.usefixtures("interruptible")
def test_the_compiler_is_left_between_two_functions():
    """Who interrupts does not wait until all is compiled: nothing that is called below is begun."""
    begun = []

    def first(signature):
        Interrupts()
        return build(begun.append, signature, True)

    with pytest.raises(KeyboardInterrupt):
        build(first, (), False)
    assert not begun


ANY_TIME = """
import os, random, signal, threading, time
from fireteam.env.rules.kernel import entry, kernel

def written(text, low=None):
    return eval("lambda x: " + text, {"low": low, "__name__": "__main__"})

def compiled(number):
    low = kernel(written(f"x + {number}"))
    for step in range(12):
        low = kernel(written(f"low(x) * {step} + low(x - 1)", low))
    return entry(written("low(x)", low))

begin = time.monotonic()
compiled(0)(1)
long = time.monotonic() - begin
stopped = 0
for number in range(1, 21):
    made = compiled(number)
    after = random.Random(number).random() * long
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        made(1)
        timer.join()
        time.sleep(0.05)
    except KeyboardInterrupt:
        stopped += 1
    timer.join()
print(stopped)
"""


def test_an_interrupt_at_any_moment() -> None:
    """Twenty times Ctrl-C comes at some moment of a compilation: never is it lost, never is it told as another error."""
    with running(python(ANY_TIME), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.communicate(timeout=300) == ("20\n", "")


@kernel
def asks_for_what_is_not_there(number):
    """Use a name that integers do not have."""
    return number.what_is_not_there


@entry
def asks_further_down(number):
    """Call it."""
    return asks_for_what_is_not_there(number)


def test_what_cannot_be_compiled_is_told_with_its_place() -> None:
    """Numba's words for an error are put together only where there is one; they still name kernel, file and line."""
    with pytest.raises(numba.TypingError) as story:
        asks_further_down(1)
    line = asks_for_what_is_not_there.py_func.__code__.co_firstlineno + 3
    assert "what_is_not_there" in str(story.value)
    assert f'{Path(__file__).name}", line {line}:' in str(story.value)
