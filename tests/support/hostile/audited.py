"""A folder that a stranger has sent, and a run of something in it of which it is known what it has opened and started."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any, NamedTuple

AUDIT = Path(__file__).parent / "audit"
RAN = "something of the stranger's has run"
MODULE = f"""import os, sys
open(os.path.join(os.path.dirname(os.path.abspath(__file__)), {RAN!r}), "a").write(__name__ + "\\n")
sys.stderr.write("the stranger's " + __name__ + " runs\\n")
os._exit(99)
"""
SETTINGS = {
    ".numba_config.yaml": "cache_dir: .\nboundscheck: 1\n",
    "matplotlibrc": "backend: module://evil\ntext.usetex: True\n",
    "pyvenv.cfg": "home = .\n",
    "setup.cfg": "[tool:pytest]\n",
    "pytest.ini": "[pytest]\naddopts = -p evil\n",
    "conf.py": MODULE,
    "evil.pth": "import evil\n",
    ".env": "PYTHONSTARTUP=evil.py\n",
    "doctrines.toml": "[tactician]\n",
}
PROGRAMS = ("python", "python3", "gs", "fc-list", "lscpu", "git", "xdg-open", "cc", "gcc", "ld")


class Seen(NamedTuple):
    """What a run has done."""

    code: int
    output: str
    opened: set[str]  # files in the folder, by their path from there
    started: list[list[str]]  # programs, each with its arguments


def make_hostile(folder: Path) -> None:
    """Fill a folder with what a stranger may put there in the hope that somebody's program takes it."""
    names = sys.stdlib_module_names | packages_distributions().keys() | {"sitecustomize", "usercustomize", "evil"}
    for name in sorted(names - {"fireteam"}):
        if name.isidentifier():
            (folder / f"{name}.py").write_text(MODULE)
    for package in ("fireteam", "loky", "sphinx", "env", "agents"):
        (folder / package).mkdir()
        for name in ("__init__", "__main__", "cli"):
            (folder / package / f"{name}.py").write_text(MODULE)
    for name, text in SETTINGS.items():
        (folder / name).write_text(text)
    for name in PROGRAMS:
        (folder / name).write_text(f"#!/bin/sh\ntouch '{folder / RAN}'\nexit 99\n")
        (folder / name).chmod(0o755)


def run_in(folder: Path, log: Path, command: Sequence[str], **environment: str) -> Seen:
    """Run something in a folder, and return what it and its children have opened there, and started."""
    found = {"PYTHONPATH": str(AUDIT), "AUDITED": str(folder), "AUDIT_LOG": str(log)}
    given: dict[str, Any] = {"cwd": folder, "env": {**os.environ, **found, **environment}}
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, stdin=subprocess.DEVNULL, **given)
    events = [json.loads(line) for line in log.read_text().splitlines()]
    files = {os.path.relpath(about, os.path.realpath(folder)) for event, _, about in events if isinstance(about, str)}
    started = [about for _, _, about in events if isinstance(about, list)]
    return Seen(done.returncode, done.stdout + done.stderr, files, started)
