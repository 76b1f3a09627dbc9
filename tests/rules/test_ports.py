"""Ports: kernels that are called by address, made by one process or two, and never called before they are there."""

import os
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from killing import python, running
from ports_in_a_package import LOW, TOLD, place, ported, told

from fireteam.env.rules.jit import ports
from fireteam.env.rules.kernel import COMPILED, entry, kernel, port

__all__ = ["place"]  # a fixture

pytestmark = pytest.mark.skipif(not COMPILED, reason="where the compiler is switched off a port is a function")


def test_a_port_gives_what_a_kernel_gives(place: Path) -> None:
    """Ports call ports, by themselves and from the cache; each is compiled once and kept by itself."""
    assert told("from fireteam.env.rules.jit import helper; helper.cores = lambda: 1\n" + TOLD) == [54, 0, 4]
    assert len(ported(place)) == 4
    assert told() == [54, 4, 0]


def test_an_edited_port_is_compiled_anew(place: Path) -> None:
    """The machine code of callers points to a port, not to what it was when they were compiled."""
    told()
    low = place / "ported" / "low.py"
    low.write_text(LOW.replace("* 2", "* 3"), encoding="utf-8")
    assert told()[0] == 76


@pytest.mark.parametrize("fill", ["linking.LATE = False", "linking.LATE = False; linking.CODEGEN._library_class = base"])
def test_where_numba_lacks_what_is_used_ports_are_linked(place: Path, fill: str) -> None:
    """A Numba with other insides compiles them like any kernel."""
    code = "from numba.core.codegen import JITCodeLibrary as base\nfrom fireteam.env.rules.jit import linking\n"
    code += fill + "\nfrom ported import top\nassert not hasattr(top.low.deep, 'made')\nprint(top.asked())"
    assert told(code) == [54]


def test_an_empty_slot_ends_the_program(place: Path) -> None:
    """Machine code that calls a port which is not there says so and ends, instead of running into nowhere."""
    told()
    code = "from fireteam.env.rules.jit import ports\nfrom ported import top\n"
    code += "ports.fill_slots = lambda: None; ports.Slot.make = lambda slot: 1 // 0\ntop.asked()"
    done = subprocess.run(python(code), stderr=subprocess.PIPE, text=True, timeout=120)
    assert done.returncode == ports.EMPTY
    assert "ZeroDivisionError" in done.stderr
    assert done.stderr.splitlines()[-1] == "error: machine code called write, which cannot be compiled"


ALONE = "from fireteam.env.rules.jit import helper; helper.cores = lambda: 1\nfrom ported import low, top\n"


def test_a_rare_port_is_made_when_it_is_called(place: Path) -> None:
    """What a battle never calls is not compiled for it; then it is, while machine code waits, and kept."""
    assert told(ALONE + "print(top.perhaps(0, top.zero()))") == [0]
    assert not [path for path in ported(place) if "seldom" in path.name]
    assert told(ALONE + "print(top.perhaps(5, top.zero()))") == [51]
    assert [path for path in ported(place) if "seldom" in path.name]
    assert told(ALONE + "print(top.perhaps(5, top.zero()), sum(low.seldom.made.stats.cache_hits.values()))") == [51, 1]


def test_threads_call_a_rare_port_at_once(place: Path) -> None:
    """All wait until it is there, whoever of them makes it."""
    code = "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(4) as pool:\n"
    code += "    print(*pool.map(lambda number: top.perhaps(number, top.zero()), (5, 6, 7, 8)))"
    assert told(ALONE + code) == [51, 61, 71, 81]


def test_machine_code_that_waits_is_not_left(place: Path) -> None:
    """Ctrl-C while a rare port is made comes when the kernel that called it is done."""
    code = "import signal, time\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += "from fireteam.env.rules.jit import ports\nmake, out = ports.Slot.make, top.zero()\n"
    code += "def interrupted(slot):\n    signal.raise_signal(signal.SIGINT)\n    return make(slot)\n"
    code += "ports.Slot.make = interrupted\n"
    code += "try:\n    top.perhaps(5, out)\n    time.sleep(600)\nexcept KeyboardInterrupt:\n    print(out[0])"
    assert told(ALONE + code) == [51]


KILLED_INSIDE = """
import ctypes, os, signal, time
from fireteam.env.rules.kernel import entry
signal.signal(signal.SIGINT, signal.default_int_handler)
kill = ctypes.CDLL(None).kill
kill.argtypes, kill.restype = (ctypes.c_int, ctypes.c_int), ctypes.c_int
own, out = os.getpid(), top.zero()

@entry
def asks_when_killed(out):
    kill(own, 2)
    out[0] = low.seldom(5)

try:
    asks_when_killed(out)
    time.sleep(600)
except KeyboardInterrupt:
    print(out[0])
"""


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.usefixtures("place")
def test_an_interrupt_of_machine_code_that_waits_then_is_not_lost(tmp_path: Path) -> None:
    """Ctrl-C while machine code runs is heard where it first calls Python, to have a port made; Python swallows it there."""
    (tmp_path / "ported" / "killed.py").write_text("from . import low, top\n" + KILLED_INSIDE, encoding="utf-8")
    assert told("from fireteam.env.rules.jit import helper; helper.cores = lambda: 1\nimport ported.killed") == [50]


def test_a_stranger_calls_a_port_that_is_filled() -> None:
    """Code of somebody else that calls a kernel, that calls a port, finds it filled."""
    import numba

    assert numba.njit(lambda number: calling(number) + 1)(4) == 41


@port
def called(number) -> int:
    """Return ten times a number."""
    return number * 10


@kernel
def calling(number):
    """Call it."""
    return called(number)


@port
def untrue(number) -> int:
    """Return something else than is said."""
    return number * 0.5


@entry
def believing(number):
    """Call it."""
    return untrue(number)


def test_what_a_port_returns_must_be_true() -> None:
    """A definition that says something else than the code does is found out before anything is called."""
    try:
        for _ in range(2):
            with pytest.raises(TypeError, match=r"untrue returns float64; its definition says int64"):
                believing(3)
    finally:
        ports._empty.clear()


INTERRUPTED = """
from fireteam.env.rules.jit import helper, ports
from ported import top
helper.cores = lambda: 1
usual = ports.Slot.fill
def fill(slot):
    if slot.port == "both":
        raise KeyboardInterrupt
    usual(slot)
ports.Slot.fill = fill
for _ in range(2):
    try:
        top.asked()
        print("called")
    except KeyboardInterrupt:
        pass
ports.Slot.fill = usual
print(top.asked())
"""


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("warm", [False, True])
def test_who_is_interrupted_can_go_on(warm: bool) -> None:
    """Ctrl-C before all ports are there leaves nothing behind that could be called without them."""
    if warm:
        told()
    assert told(INTERRUPTED) == [54]


def test_processes_begin_at_once(place: Path) -> None:
    """Three processes on an empty cache, each with a helper if it likes: all answer right, everything is compiled once."""
    with ExitStack() as stack:
        together = [stack.enter_context(running(python(TOLD), stdout=subprocess.PIPE, text=True)) for _ in range(3)]
        answers = [process.communicate(timeout=120)[0].split() for process in together]
    assert [answer[0] for answer in answers] == ["54"] * 3
    assert len(ported(place)) == 4
    assert told() == [54, 4, 0]


def test_a_process_killed_while_it_compiles(place: Path) -> None:
    """Whatever a process leaves that dies at any moment, the next one answers right and is not kept waiting."""
    for part in range(8):
        with running(python(TOLD), stdout=subprocess.DEVNULL):
            time.sleep(0.6 + 0.25 * part)
    begin = time.monotonic()
    assert told()[0] == 54
    assert time.monotonic() - begin < 60


@pytest.mark.usefixtures("place")
def test_spawned_workers_share_what_is_compiled() -> None:
    """Workers that start with an empty cache compile each function once between them."""
    code = """
import multiprocessing
from ported import top
if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        print(*pool.map(top.work, range(3)))
"""
    assert told(code) == [54] * 3
