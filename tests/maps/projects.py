"""Projects of Tiled, made by the tests: one town, in every form that Tiled saves maps, tilesets and templates in."""

import base64
import gzip
import json
import struct
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

WIDTH, HEIGHT, SIDE = 8, 6, 16
WALL, FLOOR, CRATE = 3, 4, 6  # numbers of tiles: the tileset begins at 3, behind one that says nothing
GROUND = [WALL if x in (0, 7) or y in (0, 5) else CRATE if (x, y) == (5, 2) else FLOOR for y in range(6) for x in range(8)]
XML = (".tmx", ".tsx", ".tx", ".xml")


def zstd(data: bytes) -> bytes:
    """Return data as zstd packs them."""
    import zstandard

    return bytes(zstandard.ZstdCompressor().compress(data))


PACKED: dict[str, Callable[[bytes], bytes]] = {"": bytes, "zlib": zlib.compress, "gzip": gzip.compress, "zstd": zstd}
ENCODINGS = ("numbers", "csv", "base64", *(f"base64 {kind}" for kind in PACKED if kind))


class Form(NamedTuple):
    """How a project is saved: endings of its files, how tiles are written, where tileset and template lie.

    A tileset or template is a file in a folder, from that of the map; none, "", is inside the map, or there is none.
    """

    map: str
    encoding: str = "csv"
    endless: bool = False
    tileset: str = ""
    template: str = ""


def tileset() -> dict[str, Any]:
    """Return the tileset of the town."""
    tiles = [
        {"id": 0, "type": "wall"},
        {"id": 1, "class": "floor"},
        {"id": 2, "properties": [{"name": "collides", "type": "bool", "value": True}]},
        {"id": 3, "properties": [{"name": "terrain", "type": "string", "value": "crate"},
                                 {"name": "height", "type": "int", "value": 1}]},
    ]  # fmt: skip
    size = {"tilewidth": SIDE, "tileheight": SIDE, "tilecount": 9, "columns": 3}
    return {
        "type": "tileset",
        "name": "town",
        "image": "town.png",
        "imagewidth": 48,
        "imageheight": 48,
        **size,
        "tiles": tiles,
    }


def cells(encoding: str, numbers: list[int]) -> Any:
    """Return tiles as they are written."""
    way, _, press = encoding.partition(" ")
    if way != "base64":
        return numbers
    return base64.b64encode(PACKED[press](struct.pack(f"<{len(numbers)}I", *numbers))).decode()


def ground(form: Form) -> dict[str, Any]:
    """Return the layer of tiles: whole, or in two pieces."""
    way, _, press = form.encoding.partition(" ")
    said = {} if way == "numbers" else {"encoding": way} | ({"compression": press} if press else {})
    layer = {"type": "tilelayer", "name": "Layer 1", "width": WIDTH, "height": HEIGHT, **said}
    if not form.endless:
        return layer | {"data": cells(form.encoding, GROUND)}
    halves = [[number for n, number in enumerate(GROUND) if (n % WIDTH < 4) == left] for left in (True, False)]
    size = {"y": -3, "width": 4, "height": HEIGHT}
    return layer | {
        "chunks": [{"x": 4 * n - 9, **size, "data": cells(form.encoding, half)} for n, half in enumerate(halves)]
    }


def start(form: Form) -> dict[str, Any]:
    """Return the object that marks a start, without a number of its own: by itself, or by a template."""
    at = {"x": -9 * SIDE + SIDE, "y": -3 * SIDE + SIDE} if form.endless else {"x": SIDE, "y": SIDE}
    if form.template:
        return {"template": form.template, **at}
    return {"name": "spawn", "width": 2 * SIDE, "height": SIDE, **at}


def town(form: Form) -> dict[str, Any]:
    """Return the map."""
    first = {"firstgid": WALL}
    used = first | ({"source": form.tileset} if form.tileset else tileset())
    dull = {"firstgid": 1, "name": "dull", "tilewidth": SIDE, "tileheight": SIDE, "tilecount": 2, "columns": 2}
    layers = [ground(form), {"type": "objectgroup", "name": "things", "objects": [start(form)]}]
    return {"type": "map", "orientation": "orthogonal", "width": WIDTH, "height": HEIGHT, "tilewidth": SIDE,
            "tileheight": SIDE, "infinite": form.endless, "tilesets": [dull, used], "layers": layers}  # fmt: skip


def template() -> dict[str, Any]:
    """Return the template of the start."""
    return {"type": "template", "object": {"id": 9, "name": "spawn", "width": 2 * SIDE, "height": SIDE, "x": 0, "y": 0}}


def saved(path: Path, made: dict[str, Any]) -> Path:
    """Write a file in the form of its ending."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(xml_of(made) if path.suffix in XML else json.dumps(made), encoding="utf-8")
    return path


def project(folder: Path, form: Form) -> Path:
    """Write a project, its map in the folder `maps`, and return the map."""
    path = saved(folder / "maps" / f"town{form.map}", town(form))
    for name, made in ((form.tileset, tileset()), (form.template, template())):
        if name:
            saved(path.parent / name, made)
    return path


def xml_of(made: dict[str, Any]) -> str:
    """Return a file of Tiled's JSON as its XML, by the first table's type."""
    kind = made["type"]
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(element(kind, made), "unicode")


TAGS = {"tilesets": "tileset", "tiles": "tile", "objects": "object", "chunks": "chunk"}
LAYERS = {"tilelayer": "layer", "objectgroup": "objectgroup", "group": "group"}
BARE = ("polygon", "polyline", "ellipse", "point")


def element(tag: str, made: dict[str, Any]) -> ET.Element:
    """Return a table as an element."""
    top = ET.Element(tag)
    kind = made.get("type", "")
    said = {key: value for key, value in made.items() if not isinstance(value, (list, dict))}
    for key in ("encoding", "compression", "data", "image", "imagewidth", "imageheight"):
        said.pop(key, None)
    if kind in (*LAYERS, "map", "tileset", "template"):
        said.pop("type")
    for key, value in said.items():
        if key not in BARE:
            top.set(key, str(int(value) if isinstance(value, bool) else value))
    if "properties" in made:
        holder = ET.SubElement(top, "properties")
        for entry in made["properties"]:
            value = str(entry["value"]).lower() if entry["type"] == "bool" else str(entry["value"])
            ET.SubElement(holder, "property", {**entry, "value": value})
    if "image" in made:
        ET.SubElement(top, "image", source=made["image"])
    for key, value in made.items():
        if key in TAGS and key != "chunks":
            top.extend([element(TAGS[key], entry) for entry in value])
        elif key == "layers":
            top.extend([element(LAYERS[entry["type"]], entry) for entry in value])
        elif key in ("polygon", "polyline"):
            ET.SubElement(top, key, points=" ".join(f"{point['x']},{point['y']}" for point in value))
        elif key in ("object", "tileset", "objectgroup") and isinstance(value, dict):
            top.append(element(key, value))
    if kind == "tilelayer":
        top.append(data_of(made))
    return top


def data_of(layer: dict[str, Any]) -> ET.Element:
    """Return the tiles of a layer as an element."""
    data = ET.Element("data", {key: layer[key] for key in ("encoding", "compression") if key in layer})
    for part in layer.get("chunks", [layer]):
        holder = data
        if part is not layer:
            holder = ET.SubElement(data, "chunk", {key: str(part[key]) for key in ("x", "y", "width", "height")})
        if "encoding" not in layer:
            holder.extend([ET.Element("tile", gid=str(number)) for number in part["data"]])
        else:
            holder.text = part["data"] if isinstance(part["data"], str) else ",".join(map(str, part["data"]))
    return data
