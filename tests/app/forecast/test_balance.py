"""`fireteam balance`: compositions that are as hard as is wanted, and the scenario that comes of it."""

import json
from pathlib import Path

import pytest
from commanded import good, refused, run

from fireteam.env.scenario.reading import load_scenario

JOB = """# Saturday
title = "Warehouse"
map = "yard"  # the usual one
rounds = 12

# the heroes
[[teams]]
name = "crew"
start = "r"
units = [{ template = "soldier", name = "Mara" }, { template = "gunner" }]

[[teams]]
name = "gang"
start = "b"
# whoever is there
units = [
    { template = "guard", count = 2 },  # or so
    { template = "brawler", at = [20, 10] },
]
"""


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """Return the file of a small scenario."""
    path = tmp_path / "job.scenario.toml"
    path.write_text(JOB, encoding="utf-8")
    return path


def test_a_composition_is_found_and_written(job: Path, tmp_path: Path) -> None:
    """What is told is what the file has; comments stay; it is fought as it was."""
    out = tmp_path / "found" / "even.scenario.toml"
    out.parent.mkdir()
    words = ("balance", str(job), "--vary", "guards=0..3", "--vary", "brawler=0..2", "--sure", "5", "--seconds", "1")
    result = run(*words, "--win", "50%", "--out", str(out), "--json")
    data = json.loads(result.stdout)
    best = data["compositions"][0]
    assert result.exit_code == (0 if best["meets"] else 1)
    written = load_scenario(out)
    templates = [unit.template for unit in written.teams[1].units for _ in range(unit.count)]
    assert {name: templates.count(name) for name in ("guard", "brawler")} == best["counts"]
    assert best["win"]["low"] <= best["win"]["value"] <= best["win"]["high"]
    text = out.read_text(encoding="utf-8")
    for comment in ("# Saturday", "# the usual one", "# the heroes", "# whoever is there"):
        assert comment in text
    assert any("nobody would be left" in reason for reason in data["refused"])
    assert len(data["compositions"]) + len(data["dropped"]) + len(data["refused"]) == 4 * 3, "each has its place"
    for each in data["dropped"]:
        assert set(each["counts"]) == {"guard", "brawler"}
        assert each["why"].startswith(("given up after", "further from"))
    printed = run(*words, "--win", "50%").stdout
    assert printed.count("dropped: ") == len(data["dropped"]) <= 8


def test_a_party_file_and_a_system_go_into_the_file(job: Path, tmp_path: Path) -> None:
    """The file that is written says who fights and by which rules, as it was asked for; it may lie elsewhere."""
    party, out = tmp_path / "crew.toml", tmp_path / "deep" / "er" / "x.scenario.toml"
    party.write_text('[[units]]\ntemplate = "scout"\nname = "Ash"\n', encoding="utf-8")
    out.parent.mkdir(parents=True)
    words = ("--vary", "gang.scout=1..1", "--party", str(party), "--system", "ladder", "--seconds", "1", "--sure", "20")
    run("balance", str(job), *words, "--out", str(out))
    written = load_scenario(out)
    assert written.system == "ladder"
    assert [unit.name for unit in written.teams[0].units] == ["Ash"]
    assert [unit.template for unit in written.teams[1].units] == ["guard", "brawler", "scout"]


def test_a_map_without_room_is_told(job: Path) -> None:
    """Compositions that find no tile to start on are refused with the reason."""
    result = run("balance", str(job), "--vary", "guard=7..9", "--seconds", "1", "--sure", "20", "--win", "10%")
    assert "all 8 tiles of the map that are marked 'b' are taken" in result.stdout


def test_what_is_wrong_is_told(job: Path) -> None:
    """Before anything is fought."""
    assert "must be NAME=LEAST..MOST" in refused("balance", str(job), "--vary", "guard")
    assert "Did you mean 'gunner'" in refused("balance", str(job), "--vary", "guner=0..1")
    assert "say at least once" in refused("balance", str(job))
    assert "Did you mean 70%?" in refused("balance", str(job), "--vary", "guard=1..2", "--win", "70")
    assert "narrow the bounds" in refused("balance", str(job), "--vary", "guard=1..29", "--vary", "scout=1..29")
    assert "no team is called 'gan'" in refused("balance", str(job), "--vary", "gan.guard=1..2")
    assert "balance" in good("balance", "--help")
