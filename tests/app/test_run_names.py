"""`fireteam train` gives a run a name of what is fought, or of its recipe, if it gets none."""

from pathlib import Path

import pytest
from commanded import refused

from fireteam.commands.training.train import run_name
from fireteam.reports.fields import RUNS, run_folder


@pytest.mark.parametrize(
    ("what", "system", "name"),
    [
        ("yard", "", "yard"),
        ("yard", "d10_pool", "yard-d10_pool"),
        ("duel, keep", "", "duel-keep"),
        ("far/away/room.scenario.toml", "d10_pool", "room-d10_pool"),
        ("/far/slow.toml", "", "slow"),
        ("../far/room", "", "room"),
    ],
)
def test_runs_have_names_of_what_is_fought(what: str, system: str, name: str) -> None:
    """The name of a run is that of a folder, whatever file it is taken from."""
    assert run_name(what, system) == name
    assert run_folder(RUNS, name) == RUNS / name


def test_a_recipe_of_a_file_needs_no_name(tmp_path: Path) -> None:
    """What is wrong in the recipe is told, not the path that the run would have its name from."""
    (recipe := tmp_path / "slow.toml").write_text("steps = -1\n", "utf-8")
    assert "steps = -1" in refused("train", "--recipe", str(recipe), "--runs", str(tmp_path))
