"""A process that is killed in the middle of its work."""

import subprocess
import sys
import time
from pathlib import Path


def kill_when(path: Path, code: str) -> None:
    """Run a program in a process of its own, and kill it as soon as a file is there."""
    running = subprocess.Popen([sys.executable, "-c", code])
    end = time.monotonic() + 120
    while not path.exists():
        assert running.poll() is None
        assert time.monotonic() < end
        time.sleep(0.02)
    running.kill()
    running.wait()
