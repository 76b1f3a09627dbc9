"""`fireteam docs`: where the handbook is, and what it says where it cannot be built."""

from pathlib import Path

import pytest
from sourced import ROOT
from typer.testing import CliRunner

import fireteam.env
from fireteam.cli import app


def asked(*options: str) -> tuple[int, str]:
    """Return exit code and all that the command says."""
    done = CliRunner().invoke(app, ["docs", *options])
    return done.exit_code, done.output.replace("\n", " ")


def test_what_is_built_is_named_and_not_built_again(tmp_path: Path) -> None:
    """The address of a page that is there is said at once."""
    (tmp_path / "index.html").write_text("a page")
    assert asked("--out", str(tmp_path)) == (0, f"{(tmp_path / 'index.html').as_uri()} ")
    assert list(tmp_path.iterdir()) == [tmp_path / "index.html"]


def test_an_installed_package_says_where_the_sources_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wheel has no handbook: the command that gets one is named."""
    monkeypatch.setattr(fireteam.env, "__path__", [str(tmp_path / "fireteam" / "env")])
    code, said = asked()
    assert code == 2
    assert "pip download --no-deps --no-binary fireteam fireteam" in said


def test_nothing_is_built_over_something_else(tmp_path: Path) -> None:
    """A folder with other things in it is left alone."""
    pytest.importorskip("sphinx")
    (tmp_path / "letter.txt").write_text("dear")
    code, said = asked("--out", str(tmp_path))
    assert code == 2
    assert "something else than a handbook" in said
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_every_extra_that_builds_it_is_declared() -> None:
    """What the command looks for is what `[docs]` brings."""
    line = next(line for line in (ROOT / "pyproject.toml").read_text().splitlines() if line.startswith("docs = "))
    for package in ("sphinx", "furo", "myst-parser", "sphinx-copybutton", "pygame-ce", "pillow"):
        assert f'"{package}>=' in line
