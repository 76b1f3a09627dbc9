"""A small version of the benchmark, of two scenarios and four opponents: who imports `given_small` has a fixture more."""

import shutil
from pathlib import Path

import pytest

from fireteam.training.benchmark.frozen import freeze
from fireteam.training.benchmark.protocol import HERE, LATEST, Version

SMALLER = {
    '"terrace", "hedges", "toll", "lodge", "blackout", "plaza"': '"terrace", "blackout"',
    '"stalker", "stormer", "warden", "gambler"': '"stalker", "stormer"',
    '["yard", "skirmish", "bridge"]': '["yard"]',
    '["tactician", "suppressor", "charger"]': '["tactician"]',
    "[5e6, 20e6, 80e6]": "[5e6, 20e6]",
    "[1, 2, 3, 4, 5]": "[1, 2]",
    "-v0": "-v9",
}
RECIPE = 'scenario = "duel"\nopponent = "random"\nsteps = 100\nenvs = 8\nhorizon = 16\nbatch = 64\nepochs = 1\n'


@pytest.fixture(name="small", scope="module")
def given_small(tmp_path_factory: pytest.TempPathFactory) -> Version:
    """Give a version of the benchmark with five tasks, two budgets and two runs, frozen as it is."""
    folder = tmp_path_factory.mktemp("versions") / "v9"
    shutil.copytree(HERE / LATEST, folder)
    path = folder / "protocol.toml"
    text = path.read_text()
    for old, new in SMALLER.items():
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    shutil.rmtree(folder / "results", ignore_errors=True)
    version = Version(folder)
    freeze(version)
    return version


def recipe_in(folder: Path, text: str = RECIPE) -> Path:
    """Return the file of a recipe that trains for a moment."""
    path = folder / "hasty.toml"
    path.write_text(text)
    return path
