"""Ports: kernels that are called by address, made by one process or two, and never called before they are there."""

import os
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
import toy
from killing import python, running

from fireteam.env.rules.jit import ports
from fireteam.env.rules.kernel import COMPILED, entry, kernel, port

pytestmark = pytest.mark.skipif(not COMPILED, reason="where the compiler is switched off a port is a function")

LOW = """
from fireteam.env.rules.kernel import kernel, port, rare

@kernel
def more(number):
    return number + 1

@port
def deep(number) -> int:
    return more(number) * 2

@port
def write(number, out) -> None:
    out[0] = deep(number)

@port
def both(number) -> tuple[int, int]:
    return number, deep(number)

@rare
def seldom(number) -> int:
    return number * 10
"""
TOP = """
import numpy as np
from fireteam.env.rules.kernel import entry
from . import low

@entry
def whole(number, out):
    low.write(number, out)
    first, second = low.both(number)
    return first + second

@entry
def perhaps(number, out):
    out[0] = low.seldom(number) + 1 if number else 0
    return out[0]

def zero():
    return np.zeros(1, np.int64)

def asked():
    out = np.zeros(1, np.int64)
    return whole(1, out) * 10 + int(out[0])

def work(_):
    return asked()

def told():
    ports = [getattr(found, "made", found) for found in (whole, low.deep, low.write, low.both)]
    count = lambda counts: sum(sum(getattr(made.stats, counts).values()) for made in ports)
    print(asked(), count("cache_hits"), count("cache_misses"))
"""
TOLD = "from ported import top; top.told()"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a package with ports, and have processes find it, and an empty cache; return the folder of both."""
    package = tmp_path / "ported"
    package.mkdir()
    for name, text in {"__init__": "", "low": LOW, "top": TOP}.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("FIRETEAM_CACHE", str(tmp_path / "kept"))
    return tmp_path


def told(code: str = TOLD) -> list[int]:
    """Return what a process says: an answer, how many functions it found, how many it compiled."""
    done = subprocess.run(python(code), stdout=subprocess.PIPE, text=True, timeout=120, check=True)
    return [int(word) for word in done.stdout.split()]


def ported(place: Path) -> list[Path]:
    """Return the files of the package's functions in the cache."""
    return sorted((place / "kept").rglob("ported.*"))


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


@pytest.mark.usefixtures("place")
def test_an_interrupt_of_machine_code_that_waits_then_is_not_lost(tmp_path: Path) -> None:
    """Ctrl-C while machine code runs is heard where it first calls Python, to have a port made; Python swallows it there."""
    (tmp_path / "ported" / "killed.py").write_text("from . import low, top\n" + KILLED_INSIDE)
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


HELPED = """
import time
from fireteam.env.rules.jit import helper, ports
from numba import int64
helper.cores = lambda: 2
from ported import top
ports.expect(ports.Slot("ported.low", "both", (int64,)))
{before}
print(top.asked())
(process,) = helper._helpers.values()
print(process.pid)
{after}
"""


def test_a_helper_makes_what_is_expected(place: Path) -> None:
    """With a second core a second process makes ports; whoever needs them finds them."""
    wait = "\n".join(
        (
            "from ported.low import both",
            "usual = ports.fill_slots",
            "def fill_slots():",
            "    end = time.monotonic() + 60",
            "    while not ports._expected[0].is_there() and time.monotonic() < end: time.sleep(0.02)",
            "    usual()",
            "ports.fill_slots = fill_slots",
        )
    )
    answer, _, hits, compiled = told(
        HELPED.format(before=wait, after="print(*map(lambda c: sum(c.values()), both.made.stats[1:]))")
    )
    assert (answer, hits, compiled) == (54, 1, 0)


ASKING = """
from fireteam.env.rules.interface import weapon_in_hand
from fireteam.env.rules.kernel import entry, port

@port
def asks(battle, arena, who) -> int:
    return weapon_in_hand(battle, arena, who)

@port
def asks_nobody(battle, who) -> int:
    return who

@entry
def whole(battles, arenas):
    return asks(battles[0], arenas[0], 0) + asks_nobody(battles[0], 1)
"""
ASKED = """
import time
import numpy as np
import toy
toy.use()
from fireteam.env.rules import kernel, systems
from fireteam.env.rules.jit import helper, ports
helper.cores = lambda: 2
{before}
from ported.asking import asks, asks_nobody, whole
system = systems.port_of(toy.NAME)
kernel.expected(asks, system.BATTLE, system.ARENA, 0)
kernel.expected(asks_nobody, system.BATTLE, 0)
usual = ports.fill_slots
def fill_slots():
    end = time.monotonic() + 60
    while not all(slot.is_there() for slot in ports._expected) and time.monotonic() < end:
        time.sleep(0.02)
    usual()
ports.fill_slots = fill_slots
whole(np.zeros(1, system.BATTLE), np.zeros(1, system.ARENA))
print(*(sum(made.made.stats[count].values()) for made in (asks, asks_nobody) for count in (1, 2)))
"""


@pytest.mark.parametrize("before", ["", "ports.hand(ports.Slot('ported.low', 'no_port', ()))"])
def test_a_helper_has_the_systems_in_use(place: Path, monkeypatch: pytest.MonkeyPatch, before: str) -> None:
    """What is chosen by the type of a battle a helper finds as its starter does: nothing of it is compiled by both.

    That holds for a system that comes into use when the helper is there already, too.
    """
    (place / "ported" / "asking.py").write_text(ASKING, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(place), str(Path(toy.__file__).parents[1]))))
    assert told(ASKED.format(before=before)) == [1, 0, 1, 0]
    assert len(ported(place)) == 3


@pytest.mark.usefixtures("place")
def test_a_helper_that_dies_is_not_missed() -> None:
    """If the helper is killed, whoever needs what it was at makes it himself."""
    kill = "\n".join(
        (
            "usual = ports.fill_slots",
            "def fill_slots():",
            "    [process.kill() for process in helper._helpers.values()]",
            "    usual()",
            "ports.fill_slots = fill_slots",
        )
    )
    assert told(HELPED.format(before=kill, after=""))[0] == 54


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("how", ["", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"])
def test_a_helper_goes_with_whoever_started_it(how: str) -> None:
    """At the end of a process, and when it is killed, its helper goes too."""
    done = subprocess.run(
        python(HELPED.format(before="", after=f"import sys; sys.stdout.flush(); {how}")),
        stdout=subprocess.PIPE,
        text=True,
        timeout=120,
    )
    helper = int(done.stdout.split()[1])
    end = time.monotonic() + 10
    while is_alive(helper):
        assert time.monotonic() < end
        time.sleep(0.05)


def is_alive(process: int) -> bool:
    """Return whether a process is there and no zombie that nobody has asked about."""
    try:
        os.kill(process, 0)
        status = Path(f"/proc/{process}/stat")
        return not status.exists() or status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
