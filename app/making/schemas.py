"""JSON schemas beside the files that Fireteam writes: editors with taplo use them to complete keys and mark mistakes."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ..reports.files.keys import schema_of

FOLDER = "schemas"


def schema_file(kind: str) -> str:
    """Return the path of the schema of a kind of file, from the file's folder: its first line names it."""
    return f"{FOLDER}/{kind}.schema.json"


def schemas(folder: Path, kinds: Iterable[str], system: str) -> dict[Path, str]:
    """Return the schemas of kinds of files in a rule system, by path; without those that exist already."""
    paths = {folder / schema_file(kind): kind for kind in kinds}
    return {path: schema_text(kind, system) for path, kind in paths.items() if not path.exists()}


@cache
def schema_text(kind: str, system: str) -> str:
    """Return the schema of a kind of file, as a file."""
    return json.dumps(schema_of(kind, system), indent=1) + "\n"
