"""What the shell offers: asked as bash, zsh and fish ask, and without importing what makes it slow."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fireteam import completing
from fireteam.agents.bots import bot_names
from fireteam.agents.search.searchers import SEARCHERS
from fireteam.env.rules.systems import SYSTEMS
from fireteam.env.scenario.reading import scenario_names
from fireteam.reports.files.keys import kinds_of

MAIN = "import sys; sys.argv = ['fireteam']; from fireteam.cli import main; main()"


def offered(typed: str, shell: str = "bash") -> list[str]:
    """Return what a shell is told when somebody asks it to go on with a line, as the shell asks."""
    words = typed.split(" ")
    asks = {"COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)} if shell == "bash" else {"_TYPER_COMPLETE_ARGS": typed}
    action = {"_TYPER_COMPLETE_FISH_ACTION": "get-args"} if shell == "fish" else {}
    env = {**os.environ, **asks, **action, "_FIRETEAM_COMPLETE": f"complete_{shell}"}
    done = subprocess.run([sys.executable, "-c", MAIN], env=env, capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("typed", "word"),
    [("fireteam fight val", "valley"), ("fireteam ke", "keys"), ("fireteam keys scenario --system lad", "ladder")],
)
def test_bash_completes(typed: str, word: str) -> None:
    """Commands, scenarios and systems, in a process of its own, by bash's protocol."""
    assert offered(typed) == [word]


def test_other_shells_complete() -> None:
    """Zsh and fish ask otherwise and are told the same."""
    assert "valley" in " ".join(offered("fireteam fight val", "zsh"))
    assert "valley" in " ".join(offered("fireteam fight val", "fish"))


def test_a_script_for_the_shell_is_printed() -> None:
    """`fireteam --show-completion` prints what bash is to read."""
    env = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    program = MAIN.replace("['fireteam']", "['fireteam', '--show-completion', 'bash']")
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, timeout=120)
    assert "_FIRETEAM_COMPLETE=complete_bash" in done.stdout


def test_all_names_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that are read from files are those that the commands know."""
    monkeypatch.chdir(tmp_path)
    assert completing.scenarios("") == scenario_names()
    assert completing.bots("") == [*bot_names(), *SEARCHERS]
    assert completing.systems("") == list(SYSTEMS)

    class Asked:
        params = {"system": ""}

    assert sorted(completing.kinds(Asked(), "")) == sorted(kinds_of("swan_song"))  # type: ignore[arg-type]
    Asked.params = {"system": "ladder"}
    assert sorted(completing.kinds(Asked(), "")) == sorted(kinds_of("ladder"))  # type: ignore[arg-type]


def test_files_are_offered_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TOML files, replays and folders of the place where one works; nothing hidden, nothing else."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "job").mkdir()
    for name in ("job.scenario.toml", "crew.toml", "a.jsonl.gz", "notes.txt", ".hidden.toml", "job/x.map.toml"):
        (tmp_path / name).write_text("")
    assert completing.scenarios("jo") == ["job/", "job.scenario.toml"]
    assert completing.scenarios("job/") == ["job/x.map.toml"]
    assert {"a.jsonl.gz", "crew.toml", "job/", "job.scenario.toml"} <= set(completing.checked(""))
    assert not {"notes.txt", ".hidden.toml"} & set(completing.checked(""))
    assert completing.scenarios("gone/") == []
    assert "crew.toml" in completing.bots("c")


def test_completion_imports_nothing_heavy() -> None:
    """Whoever presses the key waits for neither the compiler nor the environments."""
    program = "import sys; from fireteam import completing as c; c.scenarios(''), c.bots('')\n"
    program += (
        "print([name for name in ('fireteam.agents.bots', 'fireteam.env.scenario.models', 'torch') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "[]"
