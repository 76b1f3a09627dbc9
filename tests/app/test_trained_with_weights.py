"""Doctrines with other weights, named on the command line, fight policies that are trained."""

import json
from pathlib import Path

import pytest
from commanded import good, refused

SHORT = ("--steps", "256", "--envs", "8", "--horizon", "32", "--batch", "64", "--tests", "0")  # a run of seconds


@pytest.fixture
def keen(tmp_path: Path) -> str:
    """Return the name of a tactician with the weights of a file."""
    (file := tmp_path / "keen.toml").write_text('["keen"]\ncover = 0\ndanger = 2.5\n', "utf-8")
    return f"tactician:{file}"


def test_weights_of_a_file_oppose(tmp_path: Path, keen: str) -> None:
    """The run keeps the weights themselves: the file is not asked again."""
    good("train", "yard", "--runs", str(tmp_path), "--opponent", f"{keen},charger", *SHORT)
    kept = json.loads((tmp_path / "yard" / "config.json").read_text("utf-8"))
    assert kept["opponent"] == "tactician:cover=0.0,danger=2.5,charger"
    Path(keen.partition(":")[2]).unlink()
    good("train", "--name", "yard", "--runs", str(tmp_path), "--resume")


def test_what_is_wrong_in_the_file_is_told(tmp_path: Path, keen: str) -> None:
    """A weight that there is not, in the file of an opponent, is named before anything is written."""
    Path(keen.partition(":")[2]).write_text('["keen"]\ncovr = 0\n', "utf-8")
    said = refused("train", "yard", "--runs", str(tmp_path / "runs"), "--opponent", keen)
    assert "keen.toml: keen.covr: no such weight. Did you mean 'cover'?" in said
    assert not (tmp_path / "runs").exists()
    league = refused("league", "--name", "one", "--runs", str(tmp_path / "runs"), "--opponent", keen)
    assert "keen.covr" in league
