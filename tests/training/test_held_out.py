"""The project's own held-out scenarios, `tests/held_out/`: sealed, playable, and unknown to whatever trains.

fireteam evaluate tactician --scenarios tests/held_out/orchard.scenario.toml,tests/held_out/cellar.scenario.toml ...
"""

import re
from pathlib import Path

import pytest
from contested import bots

from fireteam.env.scenario.reading import SUFFIX, load_scenario, scenario_names
from fireteam.training.contest.evaluation import evaluate
from fireteam.training.contest.jobs import field_of

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "held_out").glob(f"*{SUFFIX}"))
NAMES = [path.name.removesuffix(SUFFIX) for path in FILES]


def test_there_are_six() -> None:
    """None of them has the name of a scenario that comes along, or of the benchmark's."""
    assert len(FILES) == 6
    assert not set(NAMES) & set(scenario_names())
    assert not {path.name for path in FILES} & {path.name for path in (ROOT / "training").rglob(f"*{SUFFIX}")}


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_they_can_be_played(path: Path) -> None:
    """Two teams, each at most eight strong; battles are fought to an end by either side, and somebody is hurt in them."""
    scenario = load_scenario(path)
    assert len(scenario.teams) == 2
    found = evaluate(bots("tactician")[0], bots("suppressor"), [field_of(path.stem, scenario)], 3)
    assert len(found.bouts) == 6
    assert sum(bout.winner >= 0 for bout in found.bouts) >= 3
    assert all(bout.rounds <= scenario.rounds for bout in found.bouts)


def test_nothing_trains_on_them() -> None:
    """No recipe, and no source of training or bots, names one of them or their folder."""
    files = [path for room in ("training", "agents") for path in (ROOT / room).rglob("*") if path.suffix in (".py", ".toml")]
    assert len(files) > 50
    named = re.compile(rf"held_out/|[\"',]({'|'.join(NAMES)})[\"',]")
    for path in files:
        assert not named.search(path.read_text(encoding="utf-8")), path
