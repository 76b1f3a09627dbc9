"""`fireteam means`: a table on the terminal, as JSON and as CSV, and what it refuses."""

import json
from pathlib import Path

import pytest
from commanded import good, refused

from fireteam.env.rules import systems
from fireteam.training.means.table import read_rows

SMALL = ("--scenarios", "duel", "--battles", "2", "--samples", "2", "--playouts", "2")


def test_the_table_is_printed_and_written(tmp_path: Path) -> None:
    """Both have every means of the rule system, with its verdict."""
    out = tmp_path / "means.csv"
    text = good("means", "--system", "ladder", *SMALL, "--out", str(out))
    rows = read_rows(out.read_text(encoding="utf-8"))
    assert text.splitlines()[0].startswith("ladder: 2 battles, ")
    assert {row.system for row in rows} == {"ladder"}
    assert {"feint", "go", "weapon: crossbow"} <= {row.means for row in rows}
    assert all(f"{row.means} " in text and row.verdict in text for row in rows)


def test_as_json_it_has_the_same_of_every_rule_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a system all are counted; the same seed counts the same. Other tests install a toy, too."""
    shipped = {name: systems.SYSTEMS[name] for name in ("swan_song", "d10_pool", "ladder")}
    monkeypatch.setattr(systems, "SYSTEMS", shipped)
    rows = json.loads(good("means", *SMALL, "--json"))
    assert {row["system"] for row in rows} == set(shipped)
    first = next(row for row in rows if row["given"])
    assert 0 < first["given"] <= first["offered"] <= first["decisions"]
    assert set(first["paid"]) == {"of", "mean", "low", "high"}
    assert json.loads(good("means", "--system", "ladder", *SMALL, "--json")) == [r for r in rows if r["system"] == "ladder"]


def test_mistakes_are_refused_in_a_line(tmp_path: Path) -> None:
    """A file that is no CSV, a system and a scenario that there are not, and one that the system cannot read."""
    assert "must end in .csv" in refused("means", *SMALL, "--out", str(tmp_path / "means.txt"))
    assert "nosuch" in refused("means", *SMALL, "--system", "nosuch")
    assert "nosuch" in refused("means", "--scenarios", "nosuch", "--system", "ladder")
    assert "mist" in refused("means", "--scenarios", "mist", "--system", "swan_song")
