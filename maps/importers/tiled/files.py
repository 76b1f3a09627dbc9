"""Files that a Tiled map names, tilesets and templates, in XML or JSON: where they may be, and what they may hold."""

from pathlib import Path
from typing import Any, NamedTuple

from fireteam.content.errors import ContentError
from fireteam.content.named import named_file
from fireteam.content.reading import read_bytes, shown

from ..guard import read_json
from ..work import Work
from .elements import as_json

XML = (".tmx", ".tsx", ".tx", ".xml")


class Kind(NamedTuple):
    """A kind of file that Tiled writes: its description, its endings, and its largest size in bytes."""

    what: str
    endings: tuple[str, ...]
    most: int


MAP = Kind("map", (".tmx", ".tmj", ".json", ".xml"), 16_000_000)
TILESET = Kind("tileset", (".tsx", ".tsj", ".json", ".xml"), 4_000_000)
TEMPLATE = Kind("template", (".tx", ".tj", ".json", ".xml"), 64_000)


class Named(NamedTuple):
    """A named file: its path, its name in messages, and its content, which must not be changed."""

    path: Path
    where: str
    holds: dict[str, Any]


class Files:
    """The files of a map. Each is read once; its content counts against limits each time it is named.

    Args:
        path: the map.
        project: the folder in which all of them lie.
        work: the budget of work for reading.
    """

    def __init__(self, path: Path, project: Path, work: Work) -> None:
        self.path, self._project, self._work = path, project, work
        self._read: dict[Path, tuple[int, dict[str, Any]]] = {}

    def map(self) -> dict[str, Any]:
        """Return the content of the map."""
        return content(self.path, MAP, self.path)[1]

    def named(self, by: Path, source: Any, kind: Kind, where: str) -> Named:
        """Return a file that another one names.

        Args:
            by: the file in which the name stands.
            source: the name as written there.
            kind: the kind it must be.
            where: that place, for messages.

        Raises:
            ContentError: it lies elsewhere, is no such file, leads to another, or there is too much of it.
        """
        said = f"{where}: {kind.what} {shown(source)}"
        if not isinstance(source, str):
            raise ContentError(f"{said}: must be the name of a file")
        found = named_file(by, source, kind.endings, kind.what, self._project, "--project")
        if found not in self._read:
            self._read[found] = content(found, kind, said)
        size, holds = self._read[found]
        if kind is TILESET:
            self._work.count("tilesets")
        self._work.count("bytes of tilesets and templates", size)
        return Named(found, said, holds)


def content(path: Path, kind: Kind, where: object) -> tuple[int, dict[str, Any]]:
    """Return the size of a file in bytes, and its content in the form of JSON."""
    try:
        data = read_bytes(path, kind.most)
    except ContentError as error:
        raise ContentError(str(error) if where == path else f"{where}: {error}") from None
    holds = as_json(data, kind.what, where) if path.suffix.lower() in XML else read_json(where, data)
    if not isinstance(holds, dict) or holds.get("type", kind.what) != kind.what:
        raise ContentError(f"{where}: no Tiled {kind.what}, which is a JSON object of the type '{kind.what}'")
    return len(data), holds
