"""JSON schemas beside the files that Fireteam writes: editors that know taplo complete keys and mark mistakes by them."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ..reports.files.keys import schema_of

FOLDER = "schemas"


def schema_file(kind: str) -> str:
    """Return where the schema of a kind of file lies, from the folder of the file: what its first line names."""
    return f"{FOLDER}/{kind}.schema.json"


def schemas(folder: Path, kinds: Iterable[str], system: str) -> dict[Path, str]:
    """Return the schemas of kinds of files in a rule system, by where they lie; without those that are there already."""
    paths = {folder / schema_file(kind): kind for kind in kinds}
    return {path: schema_text(kind, system) for path, kind in paths.items() if not path.exists()}


@cache
def schema_text(kind: str, system: str) -> str:
    """Return the schema of a kind of file, as a file."""
    return json.dumps(schema_of(kind, system), indent=1) + "\n"
