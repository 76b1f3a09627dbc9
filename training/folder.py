"""Folders of runs: the configuration that each holds, and records in JSON files."""

import json
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from fireteam.content.errors import ContentError
from fireteam.env.files import write_whole
from fireteam.env.scenario.checked import read_text, validated

CONFIG = "config.json"

C = TypeVar("C", bound=BaseModel)


def write_config(folder: Path, config: BaseModel) -> None:
    """Write the configuration of a run into its folder."""
    write_whole(folder / CONFIG, json.dumps(config.model_dump(), indent=2) + "\n")


def load_config(folder: Path, kind: type[C]) -> C:
    """Return the configuration of a run of some kind.

    Raises:
        ContentError: the folder holds none, or something is wrong with it.
    """
    path = folder / CONFIG
    if not path.exists():
        raise ContentError(f"{folder}: holds no run: {CONFIG} is missing")
    made: C = read_record(path, kind)
    return made


def read_record(path: Path, kind: Any) -> Any:
    """Return the record, or the records, in a JSON file; raise a ContentError if it is invalid."""
    text = read_text(path)
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ContentError(f"{path}: not valid JSON ({error})") from None
    return validated(kind, data, path)
