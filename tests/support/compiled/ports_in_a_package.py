"""A package with ports, written for a test, and processes that find it beside an empty cache of compiled code."""

import subprocess
from pathlib import Path

import pytest
from killing import python

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
