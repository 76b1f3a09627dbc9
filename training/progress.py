"""The progress of a learner: a file with a row for every update, or for every test."""

import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.env.files import write_whole
from fireteam.env.scenario.checked import read_text, shown

PROGRESS = "progress.csv"
HEAD = "decisions,seconds,per_second,battles,won\n"
MOST = (1e15, 1e15, 1e15, 1e15, 1.0)  # in each column
MOST_PROGRESS = 64_000_000  # bytes of a file of progress
WINDOW = 2000  # battles over which the share of wins is counted


class Progress:
    """Writes the progress of a learner that fights others, and goes on with what is there.

    Args:
        path: the file; made if it is not there.
        decisions: that the learner has learned from; later rows are removed.
    """

    def __init__(self, path: Path, decisions: int) -> None:
        if not path.exists():
            write_whole(path, HEAD)
        self._path, self._first = path, decisions
        self._spent, self._battles = go_on(path, decisions)
        self._began = time.monotonic()
        self._won: deque[float] = deque(maxlen=WINDOW)

    def note(self, decisions: int, scores: Sequence[float]) -> dict[str, float]:
        """Write a row; return it with `counted`, the battles that `won` is of.

        Args:
            decisions: that the learner has learned from by now.
            scores: of the battles since the last row: 1, 0.5 or 0.
        """
        self._won.extend(scores)
        self._battles += len(scores)
        seconds = time.monotonic() - self._began
        won = float(np.mean(self._won)) if self._won else 0.0
        speed = (decisions - self._first) / max(seconds, 1e-9)
        row = (float(decisions), self._spent + seconds, speed, float(self._battles), won)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(",".join(f"{value:.4f}" for value in row) + "\n")
        return dict(zip(HEAD.strip().split(","), row, strict=True)) | {"counted": float(len(self._won))}


def read_progress(path: Path) -> list[dict[str, float]]:
    """Return the rows of a file of progress; a last line that was not written to its end is left out.

    Raises:
        ContentError: the file cannot be read, or is none of ours.
    """
    text = read_text(path, MOST_PROGRESS)
    if not text.startswith(HEAD):
        raise ContentError(f"{path}:1: {shown(text.partition(chr(10))[0])}: must be {HEAD.strip()}")
    names = HEAD.strip().split(",")
    rows = []
    for number, line in enumerate(text.split("\n")[1:-1], start=2):
        try:
            values = [float(word) for word in line.split(",")]
        except ValueError:
            values = []
        if len(values) != len(names) or not all(0 <= value <= most for value, most in zip(values, MOST, strict=True)):
            raise ContentError(f"{path}:{number}: {shown(line)}: must be {len(names)} numbers from 0, the last at most 1")
        rows.append(dict(zip(names, values, strict=True)))
    return rows


def go_on(path: Path, decisions: int) -> tuple[float, int]:
    """Remove the rows of a progress file after `decisions` decisions; return seconds and battles up to there."""
    kept = read_progress(path)
    while decisions and kept and kept[-1]["decisions"] > decisions:
        kept.pop()
    text = read_text(path, MOST_PROGRESS)
    whole = "".join(text.splitlines(keepends=True)[: 1 + len(kept)])
    if whole != text:
        write_whole(path, whole)
    return (kept[-1]["seconds"], int(kept[-1]["battles"])) if kept else (0.0, 0)
