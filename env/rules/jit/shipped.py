"""Machine code that comes with a wheel: the kernels that a first battle needs, for processors of the last ten years.

`.ci/kernels.py` makes it; a checkout has none. It runs until the machine has its own, which is up to a tenth
quicker: a process that lives for a while has that compiled beside it, for the next one (`compiled_meanwhile`). It is found
by the digest of the sources, like what this machine has compiled itself, and so never used for other sources.
"""

import os
import threading
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core.registry import cpu_target

from .helper import is_helper, send
from .linking import PLAIN

SHIPPED = Path(__file__).parent / "kernels"
# What it is compiled for, by the first word of Numba's name of the machine, and what a processor must know to run it.
BASELINES = {"x86_64": ("x86-64-v3", ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"))}
OTHERWISE = ("BOUNDSCHECK", "CPU_FEATURES", "CPU_NAME", "DEBUGINFO", "OPT")  # whoever sets one wants other code
A_WHILE = 20.0  # seconds

Processor = tuple[Any, ...]
_waiting: list[Any] = []  # slots of ports whose own machine code can wait


@cache
def baseline() -> Processor | None:
    """Return Numba's name of the processor that code is shipped for; None if this machine can run none of it."""
    if PLAIN or any(f"NUMBA_{name}" in os.environ for name in OTHERWISE):
        return None
    triple, *_ = cpu_target.target_context.codegen().magic_tuple()
    name, needed = BASELINES.get(triple.partition("-")[0], ("", ()))
    features = llvm.get_host_cpu_features()
    return (triple, name, "") if name and all(features.get(each) for each in needed) else None


def folder(name: str) -> Path | None:
    """Return the folder of a name, if it was shipped; None in a helper, which makes the machine's own code."""
    found = SHIPPED / name
    return found if found.is_dir() and not is_helper() else None


def compiled_meanwhile(slot: Any) -> None:
    """Let the helper compile the machine's own code of a port, if this process still runs after a while."""
    _waiting.append(slot)
    if len(_waiting) == 1:
        timer = threading.Timer(A_WHILE, hand_all)
        timer.daemon = True
        timer.start()


def hand_all() -> None:
    """Send the slots that have waited to the helper."""
    while _waiting:
        send(_waiting.pop(0))
