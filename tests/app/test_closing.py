"""A game that is played survives whatever ends the program: a closed terminal, a log-out, a kill."""

import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from killing import python, running

from fireteam.agents.bots import load_bot
from fireteam.content.errors import ContentError
from fireteam.env.files import write_whole
from fireteam.env.game.game import Game
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.reading import load_scenario

PLAYED = """
import sys
from pathlib import Path
from fireteam.agents.bots import load_bot
from fireteam.env.game.game import Game
game = Game("yard", seed=5, bots={team: load_bot("tactician") for team in ("red", "blue")})
game.path = Path(sys.argv[1])
print("ready", flush=True)
while game.advance() is not None:
    print(len(game.replay.steps), *game.phase(), flush=True)
"""
SHOWN = """
import sys
import threading, time
from pathlib import Path
import pygame
from fireteam.agents.bots import load_bot
from fireteam.closing import ended_cleanly
from fireteam.commands.play import in_a_window
from fireteam.env.game.game import Game
game = Game("yard", seed=5, bots={team: load_bot("tactician") for team in ("red", "blue")})
game.path = Path(sys.argv[1])
def reads_on():  # somebody who puts every card away
    while True:
        time.sleep(0.5)
        if pygame.display.get_init():
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0))
threading.Thread(target=reads_on, daemon=True).start()
with ended_cleanly():
    sys.exit(in_a_window(game, game.path, False))
"""
SIGNALS = [signal.SIGTERM, signal.SIGHUP]


def goes_on(path: Path) -> Game:
    """Return the game that goes on where a file ends; it plays again as it was recorded."""
    game = Game.resume(path, {team.name: load_bot("tactician") for team in load_scenario("yard").teams})
    assert game.advance() is not None
    return game


def until_there(path: Path, process: "subprocess.Popen[str]") -> None:
    """Wait until a file is there."""
    end = time.monotonic() + 300
    while not path.exists():
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("moment", range(3))
def test_a_kill_takes_the_present_phase_at_most(tmp_path: Path, moment: int) -> None:
    """Killed at any moment, a game is there up to the phase that was being played."""
    path = tmp_path / "game.jsonl.gz"
    lines: list[list[str]] = []
    with running(python(PLAYED, str(path)), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for number, line in enumerate(process.stdout):
            lines.append(line.split())
            if path.exists() and number > 40 + 37 * moment + random.randrange(20):
                process.kill()
                break
        lines += [line.split() for line in process.stdout if line.endswith("\n")]
    assert process.returncode == -signal.SIGKILL
    steps = lines[1:]
    begun = max(int(now[0]) for before, now in pairwise(steps) if now[1:] != before[1:])
    game = goes_on(path)
    assert len(game.replay.steps) - 1 >= begun - 1


@pytest.mark.parametrize("number", SIGNALS)
def test_a_closed_terminal(tmp_path: Path, number: signal.Signals) -> None:
    """Played at the terminal, all decisions are saved when it is closed, and the exit code names the signal."""
    path = tmp_path / "game.jsonl.gz"
    command = [sys.executable, "-m", "fireteam", "play", "yard", "--seed", "5", "--text", "--replay", str(path)]
    with running(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        process.stdin.write("1\n" * 40)
        process.stdin.flush()
        until_there(path, process)
        process.send_signal(number)
        said, errors = process.communicate(timeout=120)
    assert process.returncode == 128 + number, errors
    assert "Traceback" not in errors
    assert f"To go on: fireteam play --resume {path} --text" in "".join(said.split("\n"))
    assert [found.name for found in tmp_path.iterdir()] == ["game.jsonl.gz"]
    goes_on(path)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_window_is_closed_from_outside(tmp_path: Path, number: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played in a window, the game is saved when the user logs out."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    path = tmp_path / "game.jsonl.gz"
    with running(python(SHOWN, str(path)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        until_there(path, process)
        process.send_signal(number)
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 128 + number, errors
    assert "Traceback" not in errors
    goes_on(path)


def test_a_game_is_saved_after_every_phase(tmp_path: Path) -> None:
    """After every phase the file holds all decisions so far; a place that cannot be written is told of, and no more."""
    game = Game("yard", seed=5, bots={team: load_bot("tactician") for team in ("red", "blue")})
    game.path = tmp_path / "game.jsonl"
    phases = 0
    for _ in range(60):
        before = game.phase()
        game.advance()
        if game.phase() != before:
            phases += 1
            assert len(Replay.load(game.path).steps) == len(game.replay.steps)
    assert phases > 5
    assert not game.trouble()
    game.path = tmp_path / "gone" / "game.jsonl"
    lines = []
    for _ in range(60):
        game.advance()
        lines.append(game.trouble())
    (trouble,) = filter(None, lines)
    assert "cannot be written" in trouble


def test_a_game_is_saved_no_oftener_than_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a phase nothing is written: what a decision costs does not grow with the game."""
    game = Game("yard", seed=5, bots={team: load_bot("tactician") for team in ("red", "blue")})
    game.path = tmp_path / "game.jsonl"
    saved: list[int] = []
    monkeypatch.setattr(Game, "save", lambda game, _: saved.append(len(game.replay.steps)))
    begun = []
    for _ in range(60):
        before = game.phase()
        game.advance()
        if game.phase() != before:
            begun.append(len(game.replay.steps))
    assert len(begun) < 50
    assert saved == sorted({1, *begun})  # and at once, in case that the first phase is the last


def test_what_is_taken_back_is_not_what_is_saved(tmp_path: Path) -> None:
    """Who takes back the end of a phase and ends it otherwise finds that in the file."""
    game = Game("duel", seed=3, people={"red", "blue"})
    game.path = tmp_path / "game.jsonl"
    before = game.phase()
    for action in ("end", "delay"):
        game.act(action)
        assert game.phase() != before
        assert Replay.load(game.path).steps[-1].action == action
        if action == "end":
            game.undo()


def test_ctrl_c_at_any_moment_leaves_no_temporary_file(tmp_path: Path) -> None:
    """Interrupted after whatever instruction, a file is there whole or not at all, and nothing lies beside it."""
    path = tmp_path / "text.txt"
    left = 0  # instructions until the interrupt

    def interrupt(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal left
        frame.f_trace_opcodes = True
        if event == "opcode":
            left -= 1
            if left == 0:
                raise KeyboardInterrupt
        return interrupt

    before = sys.gettrace()
    for moment in range(1, 100_000):
        left = moment
        with suppress(KeyboardInterrupt):
            sys.settrace(interrupt)
            try:
                write_whole(path, "whole")
            finally:
                sys.settrace(before)
        assert [found.name for found in tmp_path.iterdir()] in ([], [path.name]), moment
        assert not path.exists() or path.read_text() == "whole"
        path.unlink(missing_ok=True)
        if left > 0:
            break
    assert 500 < moment < 99_999


@pytest.mark.parametrize("number", SIGNALS)
def test_who_writes_for_long_leaves_nothing_half_written(tmp_path: Path, number: signal.Signals) -> None:
    """A data set that is broken off is not there, nor is what was written of it."""
    game = Game("duel", seed=3, bots={team: load_bot("charger") for team in ("red", "blue")})
    list(game.run())
    game.save(tmp_path / "game.jsonl")
    names = ["game.jsonl"] * 3000
    command = [sys.executable, "-m", "fireteam", "replay", "dataset", *names, "--out", "rows.npz"]
    with running(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        end = time.monotonic() + 300
        while not list(tmp_path.glob(".rows.*")):
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.02)
        process.send_signal(number)
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 128 + number, errors
    assert errors.splitlines()[-1] == f"error: ended by {number.name}"
    assert [found.name for found in tmp_path.iterdir()] == ["game.jsonl"]


def test_what_is_no_snapshot_is_refused() -> None:
    """Neither nothing nor other bytes bring back a battle, which stays as it was."""
    game = Game("duel", seed=3, bots={team: load_bot("charger") for team in ("red", "blue")})
    before = game.battle.snapshot()
    for wrong in (None, 5, "text", b"", before[:-1], before[:100] + b"x" + before[101:]):
        with pytest.raises(ContentError, match="snapshot"):
            game.battle.restore(wrong)  # type: ignore[arg-type]
    game.battle.restore(bytearray(before))
    assert game.battle.snapshot() == before


LOST = """
import signal, sys, time
from fireteam.closing import Closed, ended_cleanly
class Callback:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
        time.sleep(0.01)
try:
    with ended_cleanly():
        del (thing := [Callback()])[0]
        end = time.monotonic() + 60
        while time.monotonic() < end:
            time.sleep(0.01)
except Closed as closed:
    sys.exit(closed.code)
"""


def test_a_signal_in_a_callback_is_not_lost() -> None:
    """Where compiled code calls back, an error is only printed: the signal comes again, and the program ends by it."""
    done = subprocess.run(python(LOST), capture_output=True, text=True, timeout=50)
    assert done.returncode == 128 + signal.SIGTERM, done.stderr
    assert "Traceback" not in done.stderr
