"""SIGTERM, which schedulers send before they kill, ends every command as Ctrl-C does: what can be saved is saved."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from killing import HEARD, hear, running
from pydantic_core import SchemaSerializer

from fireteam.cli import app
from fireteam.output import guarded

FIRETEAM = str(Path(sys.executable).with_name("fireteam"))
NAMED = ["--name", "it", "--runs", "runs"]
TRAIN = ["train", "duel", "--steps", "1e9", "--envs", "16", "--horizon", "32", "--batch", "64", *NAMED]


def commands(of: typer.Typer) -> Iterator[tuple[str, Any]]:
    """Yield all commands with their functions, those of groups too."""
    for command in of.registered_commands:
        yield str(command.name), command.callback
    for group in of.registered_groups:
        assert group.typer_instance is not None
        yield from commands(group.typer_instance)


def test_every_command_is_guarded() -> None:
    """None is outside of what hears signals and turns errors into a line."""
    every = list(commands(app))
    assert len(every) > 30
    bare = [name for name, function in every if not hasattr(function, "__wrapped__")]
    assert bare == ["train", "league"]  # whose options are made, around what is guarded


@pytest.fixture(autouse=True)
def _heard() -> Iterator[None]:
    """Hear all signals, also where the tests were started with `nohup` or in the background."""
    before = {number: signal.getsignal(number) for number in HEARD}
    hear()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_command_ends_where_it_stands(number: signal.Signals) -> None:
    """It raises what Ctrl-C does, runs what stands under `finally`, and ends with the signal's own code."""
    saved, before = [], signal.getsignal(number)

    @guarded
    def command() -> None:
        try:
            os.kill(os.getpid(), number)
            time.sleep(60)
        except KeyboardInterrupt:
            saved.append("saved")
            raise

    with pytest.raises(typer.Exit) as ended:
        command()
    assert (ended.value.exit_code, saved) == (128 + number, ["saved"])
    assert signal.getsignal(number) == before


class Signalling:
    """A value of a model during whose building a signal comes."""

    def __init__(self, number: signal.Signals) -> None:
        self.number = number

    def __repr__(self) -> str:
        signal.raise_signal(self.number)
        return "a signal"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_signal_while_a_model_is_built_ends_a_command(number: signal.Signals, code: int) -> None:
    """Pydantic makes an error of its own of it; the command ends as anywhere else."""

    @guarded
    def command() -> None:
        SchemaSerializer({"type": "literal", "expected": [Signalling(number)]})

    with pytest.raises(typer.Exit) as ended:
        command()
    assert ended.value.exit_code == code


def ended_after(lines: int, folder: Path, *command: str) -> list[int]:
    """Return how many decisions a run that is ended after some lines has told of, line by line."""
    with running([FIRETEAM, *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(lines)]
        process.send_signal(signal.SIGTERM)
        rest, found = process.communicate(timeout=300)
    assert process.returncode == 128 + signal.SIGTERM, found
    assert "the run is kept" in found
    return [int(line.split()[0].replace(",", "")) for line in [*said, *rest.splitlines()] if "decisions" in line]


def test_training_that_is_ended_goes_on_where_it_stood(tmp_path: Path) -> None:
    """Nothing that was told of is lost: the checkpoint is that of the last update, not of the last minute."""
    first = ended_after(2, tmp_path, *TRAIN)
    second = ended_after(1, tmp_path, "train", *NAMED, "--resume")
    assert second[0] > first[-1] > 0
