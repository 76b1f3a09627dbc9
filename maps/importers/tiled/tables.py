"""The tables of a Tiled map's JSON: unused keys are left out, and used ones must have the right type."""

from typing import Any

from fireteam.content.errors import ContentError
from fireteam.content.reading import shown

from .elements import NUMBERS
from .limits import is_measure

NEEDLESS = ("wangsets", "terrains", "transformations", "grid", "editorsettings", "transparentcolor", "backgroundcolor",
            "tintcolor", "version", "tiledversion", "parallaxx", "parallaxy", "repeatx", "repeaty", "tileoffset",
            "parallaxoriginx", "parallaxoriginy", "hexsidelength", "staggeraxis", "staggerindex", "image", "text",
            "propertytypes", "tilepropertytypes")  # fmt: skip
WORDS = ("name", "type", "class", "orientation", "renderorder", "draworder", "encoding", "compression", "objectalignment",
         "tilerendersize", "fillmode")  # fmt: skip
MOST_GID = 1 << 32  # with the bits of its flips
TYPES = {bool: "bool", int: "int", float: "float", str: "string"}


def table(value: Any, where: str) -> dict[str, Any]:
    """Return a JSON object without unused keys; raise a ContentError if it is something else."""
    if not isinstance(value, dict):
        raise ContentError(f"{where}: {shown(value)} must be a JSON object")
    made = {key: entry for key, entry in value.items() if key not in NEEDLESS and entry is not None}
    for key, entry in made.items():
        if key in NUMBERS and not (is_gid(entry) if key == "gid" else is_measure(entry)):
            raise ContentError(f"{where}: {key} = {shown(entry)}: must be a number, and none of the largest")
        if key in WORDS and not isinstance(entry, str):
            raise ContentError(f"{where}: {key} = {shown(entry)}: must be text")
    for key in ("polygon", "polyline"):
        if key in made:
            made[key] = [{"x": 0, "y": 0} | table(point, where) for point in rows(made[key], f"{where}: {key}")]
    if "properties" in made:
        own = made["properties"]
        if isinstance(own, dict):  # until Tiled 1.2
            own = [{"name": name, "type": TYPES.get(type(entry), ""), "value": entry} for name, entry in own.items()]
        listed = [table(entry, where) for entry in rows(own, f"{where}: properties")]
        made["properties"] = [entry for entry in listed if is_plain(entry)]
    return made


def is_gid(value: Any) -> bool:
    """Return whether a value can be the number of a tile, turned round or not."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST_GID


def is_plain(entry: dict[str, Any]) -> bool:
    """Return whether a property has a name and a value that is no colour, file or table of its own."""
    value = entry.get("value")
    entry.setdefault("type", "string")
    fits = is_measure(value) if entry["type"] == "int" else isinstance(value, (str, int, float, bool))
    return "name" in entry and fits and entry["type"] in TYPES.values()


def rows(value: Any, where: str) -> list[Any]:
    """Return a list; a ContentError if it is something else."""
    if not isinstance(value, list):
        raise ContentError(f"{where}: {shown(value)} must be a list")
    return value


def with_defaults(raw: dict[str, Any], defaults: dict[str, Any]) -> None:
    """Fill in what may be left out."""
    for key, value in defaults.items():
        if raw.get(key) is None:
            raw[key] = value
