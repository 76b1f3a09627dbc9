"""The helper: a second process that compiles ports beside the first, and goes with it."""

import os
import subprocess
import time
from pathlib import Path

import pytest
import toy
from killing import python
from ports_in_a_package import place, ported, told

from fireteam.env.rules.kernel import COMPILED

__all__ = ["place"]  # a fixture

pytestmark = pytest.mark.skipif(not COMPILED, reason="where the compiler is switched off a port is a function")

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


AT_ONCE = """
import threading
import time
from fireteam.env.rules.jit import helper, ports
from numba import int64
started = []
usual = helper.start
def start():
    started.append(1)
    time.sleep(0.3)
    return usual()
helper.cores, helper.start = lambda: 2, start
slots = [ports.Slot("ported.low", name, (int64,)) for name in ("both", "deep")]
threads = [threading.Thread(target=helper.send, args=(slot,)) for slot in slots]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
end = time.monotonic() + 60
while not all(slot.is_there() for slot in slots) and time.monotonic() < end: time.sleep(0.02)
print(len(started), *(int(slot.is_there()) for slot in slots))
"""


def test_threads_have_one_helper_between_them(place: Path) -> None:
    """What two threads hand over at once goes to one process, and all of it is made."""
    assert told(AT_ONCE) == [1, 1, 1]


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


@pytest.mark.parametrize("before", ["", "ports.send(ports.Slot('ported.low', 'no_port', ()))"])
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
