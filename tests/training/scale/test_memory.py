"""How memory is handed out while something learns: freed tensors stay, what is never touched takes none."""

import subprocess
import sys

import pytest

RESIDENT = """
import numpy as np
from fireteam.training.memory import keep_memory

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 >> 20

keep_memory()
blocks = [np.ones(2**22) for _ in range(8)]  # 32 MB each, as a tensor of a step
del blocks
before = resident()
arenas = [np.zeros(2**27, np.uint8) for _ in range(8)]  # 128 MB each, never touched
print(before, resident() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is read, and only glibc is told anything")
def test_freed_tensors_stay_and_arenas_take_nothing() -> None:
    """A quarter of a gigabyte that was freed is still there to be used again; eight arenas that nobody touched are not."""
    found = subprocess.run([sys.executable, "-c", RESIDENT], capture_output=True, text=True, check=True)
    kept, taken = map(int, found.stdout.split())
    assert kept > 200
    assert taken < 64
