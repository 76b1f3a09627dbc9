"""The finished pieces of a benchmark run: a folder keeps every piece, so that a run can be resumed.

run.json       the submission, protocol and size of the run: others are not mixed with it
pieces/        the measurements, a file for each task of each run: whole or missing
training/      the runs of a recipe; they have their own checkpoints
responses/     the best responses found, as policies
result.json, result.html    the result
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from pydantic import Field

from fireteam.content.errors import ContentError
from fireteam.env.files import sweep, write_whole
from fireteam.env.scenario.checked import Strict, read_text, validated

RUN, PIECES, TRAINING, RESPONSES = "run.json", "pieces", "training", "responses"

Share = Annotated[float, Field(ge=0, le=1)]


class Header(Strict):
    """The header of a run's folder: a run can be resumed only if all of it is the same."""

    benchmark: str
    frozen: str
    submission: str
    digest: str
    scale: float


class Piece(Strict):
    """A measured piece.

    The scores of pairs of battles with swapped sides, in order, and the number of training decisions.
    """

    pairs: Annotated[list[Share], Field(min_length=1)]
    decisions: Annotated[int, Field(ge=0)] = 0


class Store:
    """The pieces of a run, in a folder.

    Args:
        folder: made if it is not there.
        header: the identity of the run.

    Raises:
        ContentError: the folder holds another run, or something else.
    """

    def __init__(self, folder: Path, header: Header) -> None:
        self.folder = folder
        path = folder / RUN
        if path.is_file():
            check_same(path, header)
            sweep(folder)
        elif folder.exists() and any(folder.iterdir()):
            raise ContentError(f"{folder}: holds something that is no run of the benchmark: take another folder, with --out")
        (folder / PIECES).mkdir(parents=True, exist_ok=True)
        write_whole(path, header.model_dump_json(indent=2) + "\n")

    def has(self, name: str) -> bool:
        """Return whether a piece is finished."""
        return self._path(name).is_file()

    def piece(self, name: str, make: Callable[[], Piece]) -> Piece:
        """Return a piece: the stored one, or a new one, which is stored.

        Raises:
            ContentError: the stored piece is broken.
        """
        path = self._path(name)
        if not path.is_file():
            made = make()
            write_whole(path, made.model_dump_json() + "\n")
            return made
        return validated(Piece, read_json(path), path)

    def _path(self, name: str) -> Path:
        return self.folder / PIECES / f"{name}.json"


def check_same(path: Path, header: Header) -> None:
    """Raise a ContentError if a folder holds another run than the one to resume."""
    kept = validated(Header, read_json(path), path)
    for key, value in kept.model_dump().items():
        if value != (wanted := getattr(header, key)):
            raise ContentError(
                f"{path}: {key} = {value!r}, and now it is {wanted!r}: what is kept here cannot be mixed with it; take "
                "another folder, with --out"
            )


def read_json(path: Path) -> object:
    """Return the content of a JSON file; raise a ContentError if it is not JSON."""
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise ContentError(f"{path}: not valid JSON ({error})") from None
