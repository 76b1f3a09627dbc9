"""Where the output goes: pipes that are closed, full disks, other encodings, nobody at the keyboard."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import rich
from killing import running

from fireteam.env.replay.replay import Replay
from fireteam.output import Terminal, console, print_table

FIRETEAM = [sys.executable, "-m", "fireteam"]


def test_a_reader_that_goes_away_is_no_failure() -> None:
    """`fireteam list observation | head -1` ends well, and says nothing."""
    command = [*FIRETEAM, "list", "observation"]
    with running(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
        assert process.wait(timeout=120) == 0, errors
    assert errors == b""


def test_a_full_disk_is_told() -> None:
    """What cannot be written is told in a sentence, with exit code 2."""
    with open("/dev/full", "w") as full:
        done = subprocess.run([*FIRETEAM, "list", "bots"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120)
    assert done.returncode == 2
    assert done.stderr == "error: the output cannot be written (no space left on device)\n"


def test_tables_show_what_a_terminal_would_obey(capsys: pytest.CaptureFixture[str]) -> None:
    """Names in a table may come from anybody's ledger: escape sequences are spelt out, in its head and in its rows."""
    console.file = sys.stdout
    try:
        print_table(["bot", "\x1b[2J"], [["two\nlines", "\x1b]0;title\x07"]])
    finally:
        console.file = None
    shown = capsys.readouterr().out
    assert r"\x1b[2J" in shown
    assert r"\x1b]0;title\x07" in shown
    assert "\x1b" not in shown
    assert "two" in shown.splitlines()[1]
    assert "lines" in shown.splitlines()[2]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_output_in_other_encodings(encoding: str) -> None:
    """Letters that the terminal does not know are replaced; JSON says the same in any encoding."""
    code = "from fireteam.output import *; console.print('3 \u00b1 1 \u2264 5'); complain('\u2264'); print_json('\u00b1')"
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    words, value = done.stdout.decode(encoding).splitlines()
    assert words.encode("ascii", "replace").decode().replace("?", "") == "3  1  5"
    assert json.loads(value) == "\u00b1"


def test_nobody_at_the_keyboard(tmp_path: Path) -> None:
    """With standard input closed a game at the terminal is saved and left."""
    path = tmp_path / "game.jsonl"
    command = f"exec {sys.executable} -m fireteam play duel --seed 4 --side blue --text --replay {path} <&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert Replay.load(path).result is not None


@contextmanager
def interrupted(at: int) -> Iterator[list[int]]:
    """Raise Ctrl-C at a line of rich's code, by its number in the order they are run; give the numbers that came."""
    folder, before, lines = str(Path(rich.__file__).parent), sys.gettrace(), []

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.startswith(folder):
            return None
        if event == "line":
            lines.append(len(lines))
            if lines[-1] == at:
                raise KeyboardInterrupt
        return trace

    sys.settrace(trace)
    try:
        yield lines
    finally:
        sys.settrace(before)


def test_ctrl_c_in_the_middle_of_a_line() -> None:
    """Wherever in a line the end of the program comes, what is said afterwards is printed."""
    at, ended = 0, True
    while ended:
        out = io.StringIO()
        terminal = Terminal(file=out)
        terminal.print("ready")
        try:
            with interrupted(at):
                terminal.print("a line")
            ended = False
        except KeyboardInterrupt:
            at += 1
        terminal.print("how to go on")
        assert "how to go on\n" in out.getvalue(), at
    assert at > 100
