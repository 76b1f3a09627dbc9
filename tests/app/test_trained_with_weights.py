"""Doctrines with other weights, named on the command line, advise policies, teach them and fight them."""

import json
from pathlib import Path

import pytest
from commanded import good, refused

from fireteam.agents.policy.network import load_policy

SHORT = ("--steps", "256", "--envs", "8", "--horizon", "32", "--batch", "64", "--clone", "256")  # a run of seconds


@pytest.fixture
def keen(tmp_path: Path) -> str:
    """Return the name of a tactician with the weights of a file."""
    (file := tmp_path / "keen.toml").write_text('["keen"]\ncover = 0\ndanger = 2.5\n', "utf-8")
    return f"tactician:{file}"


def test_weights_of_a_file_advise_and_teach(tmp_path: Path, keen: str) -> None:
    """The run and the policy keep the weights themselves: the file is not asked again."""
    runs = ("--runs", str(tmp_path))
    bots = ("--advisers", f"guard,{keen}", "--teacher", keen, "--opponent", f"{keen},charger")
    good("train", "yard", *runs, *bots, *SHORT)
    spelled = "tactician:cover=0.0,danger=2.5"
    kept = json.loads((tmp_path / "yard" / "config.json").read_text("utf-8"))
    assert (kept["teacher"], kept["opponent"]) == (spelled, f"{spelled},charger")
    policy = tmp_path / "yard" / "policy.safetensors"
    assert load_policy(policy).card.advisers == ["guard", spelled]
    Path(keen.partition(":")[2]).unlink()
    (gap,) = json.loads(good("evaluate", str(policy), "--scenarios", "yard", "--battles", "2", "--gap", "--json"))["gaps"]
    assert gap["adviser"] in ("guard", spelled)


def test_what_is_wrong_in_the_file_is_told(tmp_path: Path, keen: str) -> None:
    """A weight that there is not, in the file of an adviser, is named before anything is written."""
    Path(keen.partition(":")[2]).write_text('["keen"]\ncovr = 0\n', "utf-8")
    said = refused("train", "yard", "--runs", str(tmp_path / "runs"), "--advisers", keen)
    assert "keen.toml: keen.covr: no such weight. Did you mean 'cover'?" in said
    assert not (tmp_path / "runs").exists()
    league = refused("league", "--name", "one", "--runs", str(tmp_path / "runs"), "--opponent", keen)
    assert "keen.covr" in league
