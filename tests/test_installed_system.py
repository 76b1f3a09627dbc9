"""A rule system in somebody's own package, installed beside Fireteam, is found and played as those in the box are."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOY = Path(__file__).parent / "support" / "toy"
PROJECT = """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "somebodys-toy"
version = "1.0"

[project.entry-points."fireteam.systems"]
toy = "toy"

[tool.setuptools.packages.find]
include = ["toy*"]

[tool.setuptools.package-data]
"*" = ["*.toml"]
"""
SHORT = ("--steps", "256", "--envs", "8", "--horizon", "32", "--batch", "64", "--tests", "4")  # a run of seconds


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the toy into a folder, and return that."""
    source, site = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("site")
    shutil.copytree(TOY, source / "toy", ignore=shutil.ignore_patterns("__pycache__"))
    (source / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", str(site), str(source)], check=True)
    return site


@pytest.mark.parametrize(
    "command",
    [
        ("list", "units", "--system", "toy", "--json"),
        ("fight", "yard", "--system", "toy", "--battles", "8", "--json"),
        ("forecast", "yard", "--system", "toy", "--sure", "20", "--json"),
        ("odds", "--attacker", "soldier", "--target", "soldier", "--system", "toy", "--json"),
        ("train", "yard", "--system", "toy", *SHORT),
    ],
    ids=lambda command: command[0],
)
def test_what_is_installed_is_played(command: tuple[str, ...], installed: Path, tmp_path: Path) -> None:
    """Nothing names it but the entry point of its distribution."""
    around = os.environ | {"PYTHONPATH": str(installed)}
    run = [sys.executable, "-m", "fireteam", *command]
    done = subprocess.run(run, cwd=tmp_path, env=around, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "--json" not in command or json.loads(done.stdout)


def test_who_takes_a_name_of_ours_does_not_get_it(installed: Path, tmp_path: Path) -> None:
    """What is in the box stays what it is, whatever else is installed."""
    points = next(installed.glob("*.dist-info")) / "entry_points.txt"
    text = points.read_text(encoding="utf-8")
    other = tmp_path / "site"
    shutil.copytree(installed, other)
    (other / points.relative_to(installed)).write_text(text.replace("toy = toy", "ladder = toy"), encoding="utf-8")
    says = "from fireteam.env.rules.systems import SYSTEMS; print(SYSTEMS['ladder'], *SYSTEMS)"
    around = os.environ | {"PYTHONPATH": str(other)}
    done = subprocess.run([sys.executable, "-c", says], cwd=tmp_path, env=around, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["fireteam.systems.ladder", "swan_song", "d10_pool", "ladder"]
