"""Commands in a folder that a stranger has sent: nothing in it is opened or run that was not named."""

import sys
from pathlib import Path

import pytest
from audited import RAN, Seen, make_hostile, run_in

FIRETEAM = str(Path(sys.executable).with_name("fireteam"))
BOT = """
class Still:
    def decide(self, battle):
        return battle.legal()[-1]
class Other(Still):
    pass
"""
HELPER = """
from fireteam.env.rules.jit import helper
process = helper.start()
process.stdin.flush()
process.stdin.close()
raise SystemExit(process.wait())
"""
COMMANDS = {
    "list": ["list", "bots"],
    "fight": ["fight", "duel", "--battles", "2"],
    "forecast": ["forecast", "duel", "--html", "../page.html", "--json"],
    "card": ["card", "tactician", "--scenarios", "duel", "--battles", "20", "--out", "../card.png"],
    "processes": ["tournament", "mine:Still", "mine:Other", "--scenarios", "duel", "--rounds", "2", "--workers", "2",
                  "--out", "../tournament"],
    "train": ["train", "duel", "--steps", "4000", "--envs", "16", "--horizon", "16", "--batch", "64", "--runs", "../runs"],
    "evolve": ["evolve", "../found.toml", "--scenarios", "duel", "--generations", "1", "--pairs", "1", "--population", "4"],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of a stranger."""
    made = tmp_path / "sent"
    made.mkdir()
    make_hostile(made)
    return made


def check(seen: Seen, folder: Path, named: set[str]) -> None:
    """Assert that a run came to its end, and has touched nothing but what was named."""
    assert not (folder / RAN).exists(), (folder / RAN).read_text()
    assert seen.code == 0, seen.output
    assert seen.opened <= named, seen.opened - named
    for program, *_ in seen.started:
        assert not Path(program).resolve().is_relative_to(folder), program


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_opens_only_what_it_was_given(folder: Path, tmp_path: Path, name: str) -> None:
    """Whatever lies in the current folder, commands neither import nor read it, nor do the processes that they start."""
    (folder / "mine.py").write_text(BOT)
    named = (
        {"mine.py", "__pycache__/mine.cpython-{}{}.pyc".format(*sys.version_info)}
        if "mine:Still" in COMMANDS[name]
        else set()
    )
    seen = run_in(folder, tmp_path / "log", [FIRETEAM, *COMMANDS[name]], PYTHONDONTWRITEBYTECODE="1")
    check(seen, folder, named)


def test_the_helper_takes_nothing_from_the_current_folder(folder: Path, tmp_path: Path) -> None:
    """The process that compiles beside ours imports what ours does, from where ours does."""
    seen = run_in(folder, tmp_path / "log", [sys.executable, "-P", "-c", HELPER])
    check(seen, folder, set())
    assert any("serve" in " ".join(started) for started in seen.started)  # it was started under watch
