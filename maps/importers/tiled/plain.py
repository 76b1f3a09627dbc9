"""A Tiled map made safe and simple before it is parsed: tiles as numbers, named files included, no links to others."""

import json
from pathlib import Path
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.content.reading import shown

from ..guard import DEEPEST, unpacked
from ..work import Work
from .files import TEMPLATE, TILESET, Files
from .limits import Budget, words_of
from .tables import rows, table, with_defaults

# What other versions of Tiled leave out, and pytiled-parser asks for.
MAP = {"infinite": False, "nextlayerid": 1, "nextobjectid": 1, "orientation": "orthogonal", "renderorder": "right-down",
       "tiledversion": "1", "version": "1", "layers": [], "tilesets": []}  # fmt: skip
TILESET_HAS = {"name": "", "tilecount": 0, "columns": 0, "tilewidth": 1, "tileheight": 1, "spacing": 0, "margin": 0}
LAYER = {"name": "", "opacity": 1, "visible": True}
OBJECT = {"name": "", "visible": True, "width": 0, "height": 0, "rotation": 0, "x": 0, "y": 0, "id": 0}
LAST_TILE = 10_000_000


def plain(path: Path, project: Path, work: Work) -> str:
    """Return a map as JSON that may be parsed.

    Args:
        path: the map, in XML or JSON.
        project: the folder in which all that it names must lie.
        work: the budget of work for reading.

    Raises:
        ContentError: it is no map, names files elsewhere, or exceeds a limit.
    """
    try:
        return json.dumps(Plain(Files(path, project, work), work).map())
    except RecursionError:
        raise ContentError(f"{path}: lists inside each other without end") from None


class Plain:
    """A map in the making."""

    def __init__(self, files: Files, work: Work) -> None:
        self.files, self.work, self.path, self.budget = files, work, files.path, Budget(files.path)
        self.tilesets: list[dict[str, Any]] = []
        self.firsts: dict[Path, int] = {}  # the number of the first tile of each tileset that is a file
        self.templates: dict[Path, dict[str, Any]] = {}

    def map(self) -> dict[str, Any]:
        """Return all of it."""
        raw = table(self.files.map(), f"{self.path}: no Tiled map")
        if "layers" not in raw:
            raise ContentError(f"{self.path}: no Tiled map: it has no layers")
        with_defaults(raw, MAP)
        for number, entry in enumerate(rows(raw["tilesets"], f"{self.path}: tilesets"), start=1):
            self.add_tileset(table(entry, f"{self.path}: tileset {number}"), f"{self.path}: tileset {number}")
        raw["layers"] = self.layers(raw["layers"], self.path, 0)
        return raw | {"tilesets": self.tilesets}

    def add_tileset(self, tileset: dict[str, Any], where: str) -> None:
        """Add a tileset that stands in the map, or that it names."""
        first, source = tileset.get("firstgid"), tileset.pop("source", None)
        if not isinstance(first, int) or isinstance(first, bool):
            raise ContentError(f"{where}: 'firstgid' is missing or no number")
        if source is None:
            self.work.count("tilesets")
            self.tilesets.append(self.tileset(tileset, first, self.path, where))
        else:
            named = self.files.named(self.path, source, TILESET, where)
            self.firsts.setdefault(named.path, first)
            self.tilesets.append(self.tileset(table(named.holds, named.where), first, named.path, named.where))

    def tileset(self, tileset: dict[str, Any], first: int, path: Path, where: str) -> dict[str, Any]:
        """Return a tileset that stands in a file."""
        if "source" in tileset:
            raise ContentError(f"{where} leads to another: name that one in the map")
        with_defaults(tileset, TILESET_HAS)
        tileset["tiles"] = [table(tile, where) for tile in listed_tiles(tileset, where)]
        for tile in tileset["tiles"]:
            tile.pop("animation", None)
            if tile.get("objectgroup") is not None:
                tile["objectgroup"] = next(iter(self.layers([tile["objectgroup"]], path, 0)), None)
        return tileset | {"firstgid": first}

    def layers(self, layers: Any, path: Path, depth: int) -> list[dict[str, Any]]:
        """Return layers that stand in a file, with their tiles as numbers; pictures are left out."""
        if depth > DEEPEST:
            raise ContentError(f"{path}: more than {DEEPEST} groups inside each other")
        made = []
        for entry in rows(layers, f"{path}: layers"):
            layer = table(entry, f"{path}: layers")
            with_defaults(layer, LAYER)
            where = f"{path}: layer {shown(layer['name'])}"
            if layer.get("type") == "imagelayer":
                continue
            if layer.get("type") == "group":
                layer["layers"] = self.layers(layer.get("layers", []), path, depth + 1)
            elif layer.get("type") == "objectgroup":
                layer.setdefault("draworder", "topdown")
                things = rows(layer.get("objects", []), where)
                layer["objects"] = [self.thing(thing, path, where) for thing in things]
            elif layer.get("type") == "tilelayer":
                settle_tiles(layer, where, self.budget)
            else:
                raise ContentError(f"{where}: type = {shown(layer.get('type'))}: must be tilelayer, objectgroup or group")
            if "offsetx" in layer or "offsety" in layer:
                with_defaults(layer, {"offsetx": 0, "offsety": 0})
            made.append(layer)
        return made

    def thing(self, entry: Any, path: Path, where: str) -> dict[str, Any]:
        """Return an object of a file; its template supplies what it leaves out."""
        where = f"{where}: object {shown(entry.get('id', 0) if isinstance(entry, dict) else '')}"
        own = table(entry, where)
        if template := own.pop("template", None):
            made = self.template(path, template, where)
            properties = {said["name"]: said for said in [*made.get("properties", []), *own.get("properties", [])]}
            own = made | own | ({"properties": list(properties.values())} if properties else {})
        with_defaults(own, OBJECT)
        return own

    def template(self, path: Path, source: Any, where: str) -> dict[str, Any]:
        """Return the object of a template that an object in a file names."""
        named = self.files.named(path, source, TEMPLATE, where)
        if named.path not in self.templates:
            made = table(named.holds.get("object"), f"{named.where}: object")
            if "template" in made:
                raise ContentError(f"{named.where} leads to another: make a template without one")
            if "gid" in made:
                tileset = table(named.holds.get("tileset"), f"{named.where}: tileset")
                made["gid"] += self.first_of(tileset, named.path, named.where) - tileset["firstgid"]
            self.templates[named.path] = {key: value for key, value in made.items() if key not in ("id", "x", "y")}
        return self.templates[named.path]

    def first_of(self, tileset: dict[str, Any], path: Path, where: str) -> int:
        """Return the number, in this map, of the first tile of a template's tileset; a missing tileset is added."""
        if not isinstance(tileset.get("firstgid"), int) or isinstance(tileset["firstgid"], bool):
            raise ContentError(f"{where}: tileset: 'firstgid' is missing or no number")
        named = self.files.named(path, tileset.get("source"), TILESET, where)
        if named.path not in self.firsts:
            first = 1 + max((last_tile(known) for known in self.tilesets), default=0)
            if first > LAST_TILE:
                raise ContentError(f"{named.where}: the tilesets of the map have more than {LAST_TILE} tiles")
            self.firsts[named.path] = first
            self.tilesets.append(self.tileset(table(named.holds, named.where), first, named.path, named.where))
        return self.firsts[named.path]


def last_tile(tileset: dict[str, Any]) -> int:
    """Return the highest number that a tile of a tileset has in its map."""
    places = [tile["id"] for tile in tileset["tiles"] if isinstance(tile.get("id"), int)]
    return int(tileset["firstgid"] + max([tileset["tilecount"] - 1, *places]))


def listed_tiles(tileset: dict[str, Any], where: str) -> list[Any]:
    """Return the tiles of a tileset that have data; until Tiled 1.2 they were tables by number, in two parts."""
    tiles, said = tileset.get("tiles") or [], table(tileset.pop("tileproperties", None) or {}, where)
    if isinstance(tiles, dict) or (said and not tiles):
        own: dict[str, Any] = dict(tiles)
        return [
            table(own.get(key, {}), where) | ({"properties": said[key]} if key in said else {}) | {"id": int(key)}
            for key in sorted({key for key in (*own, *said) if key.isdecimal() and len(key) < 9}, key=int)
        ]
    return rows(tiles, f"{where}: tiles")


def settle_tiles(layer: dict[str, Any], where: str, budget: Budget) -> None:
    """Turn the tiles of a layer or of its chunks into lists of numbers."""
    encoding, compression = layer.pop("encoding", "csv"), layer.pop("compression", "")
    if encoding not in ("csv", "base64"):
        raise ContentError(f"{where}: encoding = {shown(encoding)}: must be csv or base64")
    chunks = layer.get("chunks")
    if chunks is not None:
        layer["chunks"] = [{"x": 0, "y": 0} | table(chunk, where) for chunk in rows(chunks, where)]
    for part in [layer] if chunks is None else layer["chunks"]:
        at = f"{where}, chunk {part.get('x')}, {part.get('y')}" if chunks is not None else where
        count = budget.take(part.get("width"), part.get("height"), at)
        data = part.get("data")
        if encoding == "base64":
            numbers = words_of(unpacked(data if isinstance(data, str) else "", compression, 4 * count, at))
        else:
            numbers = budget.numbers(rows(data, at), at)
        if len(numbers) != count:
            raise ContentError(
                f"{at}: {len(numbers)} tiles, {count} would fill its {part.get('width')} x {part.get('height')}"
            )
        part["data"] = numbers
