"""Bots that can be caught in the middle of a battle, or make trouble there, in whatever process they fight."""

import os
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

from fireteam.agents.bots import load_bot, own_seed
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action

FOLDER = "LINGERING"  # environment variable
NOTES, WAIT = "notes", "wait"  # files there


class Note(NamedTuple):
    """A battle that was begun: its seed, and where."""

    seed: int
    process: int
    node: str  # of a Ray cluster, "" outside


class Lingering:
    """A charger, asked from Python. It notes every battle that it begins, and waits while a file is there."""

    def __init__(self) -> None:
        self._battle: Any = None
        self._bot: Any = None

    def decide(self, battle: Battle) -> Action:
        """Return what a charger does in a series."""
        if battle is not self._battle:
            first, second = (int(word) for word in battle.record[0]["seed"])
            self._battle, self._bot = battle, load_bot("charger", own_seed(first | second << 32))
            if folder := os.environ.get(FOLDER):
                note(Path(folder), Note(first | second << 32, os.getpid(), node()))
                while (Path(folder) / WAIT).exists():
                    time.sleep(0.05)
        return self._bot.decide(battle)


class Locked(Lingering):
    """A bot that cannot be pickled."""

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()


class Failing(Lingering):
    """A bot with a mistake in it."""

    def decide(self, battle: Any) -> Any:
        """Fail."""
        raise ZeroDivisionError("a mistake")


class Crashing(Lingering):
    """A bot that takes its process with it."""

    def decide(self, battle: Any) -> Any:
        """Crash."""
        os._exit(3)


def note(folder: Path, row: Note) -> None:
    """Write down that a battle begins; one call writes the whole line, so that processes do not mix theirs."""
    with (folder / NOTES).open("ab", buffering=0) as file:
        file.write(f"{row.seed} {row.process} {row.node}\n".encode())


def notes(folder: Path) -> list[Note]:
    """Return what was written down."""
    if not (folder / NOTES).exists():
        return []
    rows = [line.split(" ") for line in (folder / NOTES).read_text().splitlines()]
    return [Note(int(seed), int(process), where) for seed, process, where in rows]


def node() -> str:
    """Return the node of a Ray cluster that this process works for, "" if it works for none."""
    import ray

    return str(ray.get_runtime_context().get_node_id()) if ray.is_initialized() else ""
