"""Converts Tiled's XML to the form of its JSON, so that all checks are written once."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from math import isfinite
from typing import Any

from fireteam.content.errors import ContentError

from ..guard import xml_checked

# What Tiled wrote into its files until 2013. Nothing is fetched: the line is taken out. Any other DOCTYPE is refused.
DOCTYPE = re.compile(rb"<!DOCTYPE\s+map\s+SYSTEM\s+[\"']https?://(?:www\.)?mapeditor\.org/dtd/1\.0/map\.dtd[\"']\s*>")
BEGINNING = 1000  # bytes in which it stands
NUMBERS = ("x", "y", "width", "height", "rotation", "gid", "id", "firstgid", "tilecount", "columns", "tilewidth",
           "tileheight", "spacing", "margin", "opacity", "offsetx", "offsety", "startx", "starty", "nextlayerid",
           "nextobjectid", "imagewidth", "imageheight")  # fmt: skip
LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "group": "group", "imagelayer": "imagelayer"}
LISTS = {"tileset": "tilesets", "tile": "tiles", "object": "objects", **dict.fromkeys(LAYERS, "layers")}
NO_ATTRIBUTES = {"visible", *LISTS.values()}  # what nobody looks at, and what only lies inside


def as_json(data: bytes, kind: str, where: object) -> dict[str, Any]:
    """Return a file of Tiled's XML as its JSON would be.

    Args:
        data: the content of the file.
        kind: its first element: "map", "tileset" or "template".
        where: the file, for messages.

    Raises:
        ContentError: it is no XML, or begins with another element.
    """
    head = DOCTYPE.sub(lambda found: b"\n" * found[0].count(b"\n"), data[:BEGINNING], count=1)
    root = ET.fromstring(xml_checked(head + data[BEGINNING:], where))
    if root.tag != kind:
        raise ContentError(f"{where}: no Tiled {kind}: it begins with <{root.tag[:40]}>, not <{kind}>")
    return {"layers": []} | table_of(root) | {"type": kind}


def table_of(element: ET.Element) -> dict[str, Any]:
    """Return an element as a table: its attributes, and its children."""
    said = {key: text for key, text in element.attrib.items() if key not in NO_ATTRIBUTES}
    made: dict[str, Any] = {key: number(text) if key in NUMBERS else text for key, text in said.items()}
    for child in element:
        if reader := READERS.get(child.tag):
            made |= reader(child)
        elif element.tag == "template" and child.tag in ("tileset", "object"):
            made[child.tag] = table_of(child)
        elif child.tag == "objectgroup" and element.tag == "tile":
            made["objectgroup"] = table_of(child) | {"type": "objectgroup"}
        elif child.tag in LISTS:
            kind = {"type": LAYERS[child.tag]} if child.tag in LAYERS else {}
            made.setdefault(LISTS[child.tag], []).append(table_of(child) | kind)
    if "infinite" in made:
        made["infinite"] = made["infinite"] == "1"
    return made


def number(text: str) -> int | float | str:
    """Return a text as a number; unchanged, for a later check to refuse, if it is none."""
    for kind in (int, float):
        try:
            value = kind(text)
        except ValueError:
            continue
        return value if isfinite(value) else text
    return text


def properties_of(element: ET.Element) -> dict[str, Any]:
    """Return properties; values that are neither number, boolean nor text keep their type, to tell them apart."""
    made = []
    for entry in element.findall("property"):
        kind, text = entry.get("type", "string"), entry.get("value", entry.text or "")
        value = number(text) if kind in ("int", "float") else text == "true" if kind == "bool" else text
        made.append({"name": entry.get("name"), "type": kind, "value": value})
    return {"properties": made}


def data_of(element: ET.Element) -> dict[str, Any]:
    """Return the tiles of a layer, in whichever way they are written."""
    said: dict[str, Any] = {key: text for key, text in element.attrib.items() if key in ("encoding", "compression")}
    if chunks := element.findall("chunk"):
        places = ({key: number(chunk.get(key, "0")) for key in ("x", "y", "width", "height")} for chunk in chunks)
        return said | {"chunks": [place | cells_of(chunk, said) for place, chunk in zip(places, chunks, strict=True)]}
    return said | cells_of(element, said)


def cells_of(element: ET.Element, said: dict[str, Any]) -> dict[str, Any]:
    """Return the tiles in an element: text if they are packed, else one by one."""
    if "encoding" not in said:
        return {"data": [tile.get("gid", "0") for tile in element.findall("tile")]}
    text = element.text or ""
    return {"data": text.split(",") if said["encoding"] == "csv" else text}


def points_of(element: ET.Element) -> dict[str, Any]:
    """Return the corners of a polygon or line."""
    pairs = (pair.split(",") for pair in element.get("points", "").split())
    return {element.tag: [dict(zip("xy", map(number, pair), strict=False)) for pair in pairs]}


READERS: dict[str, Callable[[ET.Element], dict[str, Any]]] = {
    "properties": properties_of,
    "data": data_of,
    "polygon": points_of,
    "polyline": points_of,
    "ellipse": lambda _: {"ellipse": True},
    "point": lambda _: {"point": True},
}
