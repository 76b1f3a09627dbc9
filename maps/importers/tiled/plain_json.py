"""A Tiled map in JSON, made safe and plain before it is parsed, as `plain_xml` does for XML."""

import json
from pathlib import Path
from typing import Any

from ...reading import ContentError, shown
from ..guard import DEEPEST, beside, read_json, unpacked
from ..work import Work
from .limits import LARGEST_TILESET, Budget, is_measure, words_of

MAP = {"infinite": False, "nextlayerid": 1, "nextobjectid": 1, "orientation": "orthogonal", "renderorder": "right-down",
       "tiledversion": "1", "version": "1", "layers": [], "tilesets": []}  # fmt: skip
TILESET = {"name": "", "tilecount": 0, "columns": 0, "tilewidth": 1, "tileheight": 1, "spacing": 0, "margin": 0}
LAYER = {"name": "", "opacity": 1, "visible": True}
OBJECT = {"name": "", "visible": True, "width": 0, "height": 0, "rotation": 0, "x": 0, "y": 0, "id": 0}
NEEDLESS = ("wangsets", "terrains", "transformations", "grid", "editorsettings", "transparentcolor", "backgroundcolor",
            "tintcolor", "version", "tiledversion", "parallaxx", "parallaxy", "repeatx", "repeaty", "tileoffset",
            "parallaxoriginx", "parallaxoriginy", "hexsidelength", "staggeraxis", "staggerindex", "image",
            "text")  # fmt: skip
NUMBERS = ("x", "y", "width", "height", "rotation", "gid", "id", "firstgid", "tilecount", "columns", "tilewidth",
           "tileheight", "spacing", "margin", "opacity", "offsetx", "offsety", "startx", "starty", "nextlayerid",
           "nextobjectid", "imagewidth", "imageheight")  # fmt: skip
WORDS = ("name", "type", "class", "orientation", "renderorder", "draworder", "encoding", "compression", "objectalignment",
         "tilerendersize", "fillmode")  # fmt: skip


def plain_json(path: Path, data: bytes, work: Work) -> str:
    """Return the text of a .tmj file as it may be parsed.

    Raises:
        ContentError: it is no map, leads elsewhere, or holds more than it may.
    """
    raw = table(read_json(path, data), f"{path}: no Tiled map")
    if raw.get("type", "map") != "map" or "layers" not in raw:
        raise ContentError(f"{path}: no Tiled map: a JSON object of the type 'map' with 'layers'")
    with_defaults(raw, MAP)
    raw["tilesets"] = [
        plain_tileset(path, entry, n + 1, work) for n, entry in enumerate(rows(raw["tilesets"], f"{path}: tilesets"))
    ]
    raw["layers"] = settled(raw["layers"], path, Budget(path), 0)
    return json.dumps(raw)


def table(value: Any, where: str) -> dict[str, Any]:
    """Return a JSON object without what nobody here looks at; a ContentError if it is something else."""
    if not isinstance(value, dict):
        raise ContentError(f"{where}: {shown(value)} must be a JSON object")
    made = {key: entry for key, entry in value.items() if key not in NEEDLESS and entry is not None}
    for key, entry in made.items():
        if key in NUMBERS and not is_measure(entry):
            raise ContentError(f"{where}: {key} = {shown(entry)}: must be a number, and none of the largest")
        if key in WORDS and not isinstance(entry, str):
            raise ContentError(f"{where}: {key} = {shown(entry)}: must be text")
    for key in ("polygon", "polyline"):
        if key in made:
            made[key] = [{"x": 0, "y": 0} | table(point, where) for point in rows(made[key], f"{where}: {key}")]
    if "properties" in made:
        listed = [table(entry, where) for entry in rows(made["properties"], f"{where}: properties")]
        made["properties"] = [entry for entry in listed if is_plain(entry)]
    return made


def is_plain(entry: dict[str, Any]) -> bool:
    """Return whether a property has a name and a value that is no colour, file or table of its own."""
    value = entry.get("value")
    entry.setdefault("type", "string")
    fits = is_measure(value) if entry["type"] == "int" else isinstance(value, (str, int, float, bool))
    return "name" in entry and fits and entry["type"] in ("string", "int", "float", "bool")


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


def plain_tileset(path: Path, entry: Any, number: int, work: Work) -> dict[str, Any]:
    """Return a tileset of a map, which may be a file beside it."""
    where = f"{path}: tileset {number}"
    work.count("tilesets")
    tileset = table(entry, where)
    source = tileset.pop("source", None)
    if source is not None:
        if not isinstance(source, str) or not source.lower().endswith((".tsj", ".json")):
            raise ContentError(f"{where} {shown(source)}: must end in .tsj; in Tiled, embed it, or save the map as .tmx")
        data = beside(path, source, (".tsj", ".json"), LARGEST_TILESET, "tileset")
        work.count("bytes of tilesets", len(data))
        outer = table(read_json(Path(source), data), where)
        if "source" in outer:
            raise ContentError(f"{where} {shown(source)} leads to another: name that one in the map")
        tileset = {**outer, "firstgid": tileset.get("firstgid")}
    if not isinstance(tileset.get("firstgid"), int) or isinstance(tileset["firstgid"], bool):
        raise ContentError(f"{where}: 'firstgid' is missing or no number")
    with_defaults(tileset, TILESET)
    tiles = tileset.get("tiles") or []
    tileset["tiles"] = [table(tile, where) for tile in rows(tiles, f"{where}: tiles")]
    for tile in tileset["tiles"]:
        tile.pop("animation", None)
        if tile.get("objectgroup") is not None:
            tile["objectgroup"] = settled([tile["objectgroup"]], path, Budget(path), 0)[0]
    return tileset


def settled(layers: Any, path: Path, budget: Budget, depth: int) -> list[dict[str, Any]]:
    """Return layers with their tiles as numbers; pictures are left out."""
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
            layer["layers"] = settled(layer.get("layers", []), path, budget, depth + 1)
        elif layer.get("type") == "objectgroup":
            layer.setdefault("draworder", "topdown")
            layer["objects"] = [plain_object(thing, where) for thing in rows(layer.get("objects", []), where)]
        elif layer.get("type") == "tilelayer":
            settle_tiles(layer, where, budget)
        else:
            raise ContentError(f"{where}: type = {shown(layer.get('type'))}: must be tilelayer, objectgroup or group")
        if "offsetx" in layer or "offsety" in layer:
            with_defaults(layer, {"offsetx": 0, "offsety": 0})
        made.append(layer)
    return made


def plain_object(entry: Any, where: str) -> dict[str, Any]:
    """Return an object; one that a template makes is refused, for that is a file elsewhere."""
    thing = table(entry, where)
    if thing.get("template"):
        raise ContentError(
            f"{where}: object {shown(thing.get('id'))} is made by the template {shown(thing['template'])}, a file of its "
            "own: in Tiled, select it and choose Detach"
        )
    with_defaults(thing, OBJECT)
    return thing


def settle_tiles(layer: dict[str, Any], where: str, budget: Budget) -> None:
    """Turn the tiles of a layer or of its chunks into lists of numbers."""
    encoding, compression = layer.pop("encoding", "csv"), layer.pop("compression", "")
    chunks = layer.get("chunks")
    if chunks is not None:
        layer["chunks"] = [{"x": 0, "y": 0} | table(chunk, where) for chunk in rows(chunks, where)]
    for part in [layer] if chunks is None else layer["chunks"]:
        at = f"{where}, chunk {part.get('x')}, {part.get('y')}" if chunks is not None else where
        count = budget.take(part.get("width"), part.get("height"), at)
        data = part.get("data")
        if encoding == "base64":
            numbers = words_of(unpacked(data if isinstance(data, str) else "", compression or "", 4 * count, at))
        else:
            numbers = budget.numbers(rows(data, at), at)
        if len(numbers) != count:
            raise ContentError(
                f"{at}: {len(numbers)} tiles, {count} would fill its {part.get('width')} x {part.get('height')}"
            )
        part["data"] = numbers
