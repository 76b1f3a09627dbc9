"""A helper process that compiles ports beside this process, where a core is free for it.

It receives slots, compiles their ports in turn and saves them to disk. Whoever needs a port finds it there, waits for it, or
compiles it himself if nobody has begun (see `claims`). So it only ever saves time: if it fails or dies, nothing is lost. It
ends when nothing is left to do, or when the process that started it ends and thereby closes its input.
"""

import atexit
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

from numba.core.serialize import dumps

from ...children import python
from .. import systems
from . import status

PATIENCE = 1.0  # seconds that a thread waits until another has handed over its slot
IDLE = 20.0  # seconds without anything to do after which it goes
BEGIN = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    f"from {__name__} import serve; serve(sys.stdin.buffer, sys.stdout.buffer)"
)

_helpers: dict[int, "subprocess.Popen[bytes]"] = {}  # by the process that started it; one forked from it has none
_is_helper: list[bool] = []
_handing = threading.Lock()  # or two threads would start one each, and what the first was handed would be lost


def cores() -> int:
    """Return how many cores this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def send(slot: Any) -> None:
    """Hand a slot to the helper process, started if possible; failures are ignored, since the helper only saves time."""
    if is_helper() or cores() < 2 or slot.module == "__main__":
        return
    if not _handing.acquire(timeout=PATIENCE):  # a process forked meanwhile never gets it
        return
    try:
        with suppress(OSError, ValueError, pickle.PicklingError):
            process = _helpers.get(os.getpid())
            if process is None or process.poll() is not None:
                process = start()
            assert process.stdin
            process.stdin.write(dumps((systems.in_use(), slot)))
            process.stdin.flush()
    finally:
        _handing.release()


def is_helper() -> bool:
    """Return whether this process is a helper: it compiles code and never calls it."""
    return bool(_is_helper)


def start() -> "subprocess.Popen[bytes]":
    """Start the helper of this process."""
    process = subprocess.Popen(python("-c", BEGIN), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    _helpers[os.getpid()] = process
    atexit.register(dismiss, process, os.getpid())
    threading.Thread(target=listen, args=(process,), daemon=True).start()
    assert process.stdin
    process.stdin.write(dumps(sys.path))
    return process


def dismiss(process: "subprocess.Popen[bytes]", starter: int) -> None:
    """End a helper with the process that started it."""
    if os.getpid() == starter:
        process.kill()
        process.wait()


def listen(process: "subprocess.Popen[bytes]") -> None:
    """Count the kernels that a helper compiles: it writes a byte for each. Release the helper at the end."""
    assert process.stdout
    while said := os.read(process.stdout.fileno(), 4096):
        status.count(len(said))
    process.wait()


def serve(source: Any, sink: Any) -> None:
    """Run as a helper: compile the ports of the slots that arrive, until there are no more."""
    _is_helper.append(True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the process that started this one
    status.listeners.append(lambda progress: write_progress(progress, sink))
    waiting: queue.Queue[Any] = queue.Queue()
    threading.Thread(target=read, args=(source, waiting), daemon=True).start()
    rare: list[Any] = []  # that wait until there is nothing else
    while True:
        try:
            used, slot = waiting.get(timeout=0 if rare else IDLE)
        except queue.Empty:
            if not rare:
                return
            make(rare.pop(0))
            continue
        with suppress(Exception):
            systems.use(used)  # what is chosen by the type of a battle is compiled, and kept, as it is over there
            if slot.is_rare:
                rare.append(slot)
            else:
                make(slot)


def make(slot: Any) -> None:
    """Compile the port of a slot, unless another process is doing so: waiting for it would delay the other slots."""
    with suppress(Exception):  # whoever needs it makes it himself, and says what is wrong
        if not slot.is_being_made():
            slot.make()


_written = [0]


def write_progress(progress: status.Progress | None, sink: Any) -> None:
    """Write a byte for every kernel that has been compiled since the last call."""
    if progress and progress.done > _written[0]:
        with suppress(OSError):
            sink.write(b"." * (progress.done - _written[0]))
            sink.flush()
        _written[0] = progress.done


def read(source: Any, waiting: "queue.Queue[Any]") -> None:
    """Read slots and the rule systems in use; exit at once, whatever is going on, when the sender is gone."""
    try:
        while True:
            waiting.put(pickle.load(source))
    except BaseException:
        os._exit(0)
