"""The examples: each runs as it says, does what it shows, and is short enough to be read at a sitting."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sourced import ROOT

EXAMPLES = ROOT / "examples"
NOTEBOOK = EXAMPLES / "notebook.ipynb"
LONGEST = 59  # lines
# Small arguments, and what is then printed.
RUNS = {
    "train_sb3": ([], r"untrained: won .*\nafter 49,152 decisions: won [\d.]+% of 2\d\d battles"),
    "self_play": (["--levels", "skirmish:0..9", "--updates", "2"], r"4,096 decisions: .*\n8,192 decisions: .*battle"),
    "recurrent": (["--updates", "2"], r"4,096 decisions: won \d+% .*\n8,192 decisions: won \d+% of the last \d+ battles"),
    "cleanrl_loop": (["--updates", "2"], r"4,096 decisions: \d+ battles .*\n8,192 decisions: \d+ battles .* [+-]\d\.\d{3}"),
    "custom_bot": (["--battles", "4"], r"duel: Careful wins \d of 4 .*, tactician wins \d, \d are drawn"),
    "custom_reward": (["--battles", "2"], r"won or lost .*\nby damage .*\nshaped .*"),
    "random_scenarios": (
        ["--parties", "2", "--steps", "250"],
        r"The skirmish .* battles, .*\d+ battles on \d+ of 18 fields",
    ),
    "pettingzoo_parallel": (
        ["--scenario", "duel"],
        r"red_1 +\d+ decisions.*\nblue_1 +\d+ decisions.*\n\w+ wins?: .*'act': \d+",
    ),
    "rllib_config": (["--batch", "256"], r"256 decisions, \d+ battles ended, mean returns \{"),
}


def run(*command: str, folder: Path = ROOT) -> str:
    """Return what a command prints; it must succeed."""
    alone = {"OMP_NUM_THREADS": "1", "RAY_DEDUP_LOGS": "0"}  # threads of torch that wait for each other slow a busy machine
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=os.environ | alone)
    assert done.returncode == 0, done.stderr
    return done.stdout


def printed(name: str) -> str:
    """Return what an example prints with its small arguments; it must be what it says it prints."""
    arguments, pattern = RUNS[name]
    text = run(sys.executable, f"examples/{name}.py", *arguments)
    assert re.search(pattern, text, re.DOTALL), text
    return text


def code_of(notebook: Path) -> list[str]:
    """Return the code cells of a notebook."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_examples_are_short_and_say_how_to_run_them(path: Path) -> None:
    """Every file says what it shows and how to run it, can be read at a sitting, and is run here."""
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST
    printed = ast.get_docstring(ast.parse(text)) or ""
    assert f"python examples/{path.name}" in printed
    assert path.stem in RUNS


@pytest.mark.parametrize("name", ["cleanrl_loop", "self_play", "recurrent", "random_scenarios", "pettingzoo_parallel"])
def test_examples_run(name: str) -> None:
    """An example prints what it says it does."""
    assert printed(name)


def test_maskable_ppo_learns() -> None:
    """A few thousand decisions of learning can be seen in what battles are worth."""
    before, after = re.findall(r"mean return ([+-][\d.]+)", printed("train_sb3"))
    assert float(after) > float(before) + 0.05


def test_rewards_differ() -> None:
    """The same battles are worth something else under other rewards; shaping is paid back, in more payments."""
    rows = {line[:11].strip(): line[11:] for line in printed("custom_reward").splitlines()}
    worth = {name: [float(number) for number in re.findall(r"[+-]\d+\.\d+", row)] for name, row in rows.items()}
    paid = {name: sum(map(int, re.findall(r"in +(\d+)", row))) for name, row in rows.items()}
    assert set(worth["won or lost"]) <= {-1.0, 0.0, 1.0}
    assert worth["by damage"] != worth["won or lost"] == worth["shaped"]
    assert paid["shaped"] > paid["won or lost"]


def test_the_bot_is_one_for_the_command_line() -> None:
    """The bot fights a series, and under its name for `fireteam fight`."""
    printed("custom_bot")
    fight = [sys.executable, "-m", "fireteam", "fight", "duel", "--red", "custom_bot:Careful", "--json"]
    assert json.loads(run(*fight, folder=EXAMPLES))["seats"] == {"red": "Careful", "blue": "tactician"}


def test_rllib_trains() -> None:
    """RLlib builds the configuration and trains an iteration with masked actions, where it is installed."""
    pytest.importorskip(
        "ray.rllib", exc_type=ImportError, reason="ray[rllib] asks for an older gymnasium: .ci/run has an environment for it"
    )
    assert printed("rllib_config")


def test_the_notebook_is_one() -> None:
    """The notebook is of format 4, without outputs, with a name for every cell, and its code is short."""
    book = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert {"cells", "metadata", "nbformat", "nbformat_minor"} == book.keys()
    for cell in book["cells"]:
        assert isinstance(cell["metadata"], dict)
        assert all(isinstance(line, str) for line in cell["source"])
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
        else:
            assert cell["cell_type"] == "markdown"
    names = [cell["id"] for cell in book["cells"]]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name) for name in names)
    assert sum(len(cell.splitlines()) for cell in code_of(NOTEBOOK)) <= LONGEST


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its cells run one after the other; a replay shows itself, and both plots have something in them."""
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names: dict[str, object] = {}
    for number, cell in enumerate(code_of(NOTEBOOK)):
        exec(compile(cell, f"{NOTEBOOK.name}, code cell {number}", "exec"), names)
    assert "<iframe" in names["replay"]._repr_html_()  # type: ignore[attr-defined]
    above, below = names["figure"].axes  # type: ignore[attr-defined]
    assert len(above.lines) == len(below.lines) == 2
    assert above.lines[0].get_ydata().min() >= 0
    shares = sum(line.get_ydata() for line in below.lines)
    assert (shares <= 1).all()
    assert shares.max() > 0
