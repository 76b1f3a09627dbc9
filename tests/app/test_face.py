"""What `import fireteam` offers: each name is there, says what it is, and does what its example says."""

import doctest
import inspect
import subprocess
import sys
import types
from pathlib import Path

import pytest
from typer.testing import CliRunner

import fireteam
from fireteam.cli import app
from fireteam.face import PLACES

CALLED = [name for name in PLACES if name != "errors"]


def test_dir_shows_what_is_public() -> None:
    """`dir` and completion show these names and no others, and all of them can be had."""
    assert dir(fireteam) == sorted(fireteam.__all__) == sorted([*PLACES, "__version__"])
    assert all(getattr(fireteam, name) is not None for name in fireteam.__all__)
    with pytest.raises(AttributeError, match=r"fireteam has no 'forcast'\. Did you mean 'forecast'"):
        fireteam.forcast  # noqa: B018


@pytest.mark.parametrize("name", CALLED)
def test_an_example_does_what_it_says(name: str) -> None:
    """The docstring of each name has an example, which is run."""
    value = getattr(fireteam, name)
    text = inspect.getdoc(value) or ""
    test = doctest.DocTestParser().get_doctest(text, {"fireteam": fireteam}, name, None, None)
    assert test.examples
    failed = doctest.DocTestRunner().run(test)
    assert failed.failed == 0


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    """`import fireteam` alone loads neither battles nor bots nor reports."""
    says = "import fireteam, sys; print(*(name for name in sys.modules if name.startswith('fireteam.')))"
    done = subprocess.run([sys.executable, "-c", says], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert not {"fireteam.env.battle", "fireteam.env.rules.systems", "fireteam.agents", "fireteam.reports"} & set(loaded)


def test_every_error_is_one_of_ours() -> None:
    """What `fireteam.errors` names are the errors of one tree, which is caught by its root."""
    errors = fireteam.errors
    assert isinstance(errors, types.ModuleType)
    tree = [value for value in vars(errors).values() if isinstance(value, type)]
    assert len(tree) == 6
    assert all(issubclass(error, errors.FireteamError) for error in tree)
    with pytest.raises(errors.FireteamError, match="no network is called 'vetran'"):
        fireteam.load_policy("vetran")
    for wrong in (
        lambda: fireteam.load_scenario("dule"),
        lambda: fireteam.fight("duel", bots={"red": "tacticain"}),
        lambda: fireteam.fight("duel", bots={"rde": "tactician"}),
        lambda: fireteam.forecast("duel", "rde"),
        lambda: fireteam.odds("solider"),
        lambda: fireteam.load_bot("tacticain"),
        lambda: fireteam.make("paralel"),
        lambda: fireteam.Battle("duel", seed=1).step("shot red_1"),
    ):
        with pytest.raises(errors.FireteamError, match="Did you mean"):
            wrong()


def test_pictures_of_numbers_are_an_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without matplotlib a page and a card are refused before a battle is fought, with the command that helps."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for words in (["forecast", "duel", "--html", str(tmp_path / "page.html")], ["card", "guard"]):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 2
        assert 'needs matplotlib, which is not installed: pip install -e ".[charts]"' in " ".join(done.stderr.split())
