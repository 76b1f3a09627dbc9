"""A Tiled map in XML, made plain before it is parsed: data as numbers, tilesets inside, nothing that leads elsewhere."""

import xml.etree.ElementTree as ET
from pathlib import Path

from ...reading import ContentError, shown
from ..guard import beside, unpacked, xml_checked
from ..work import Work
from .limits import LARGEST_TILESET, Budget, is_measure, words_of

# What older versions of Tiled left out, and pytiled-parser asks for.
MAP = {"infinite": "0", "nextlayerid": "1", "nextobjectid": "1", "orientation": "orthogonal", "renderorder": "right-down",
       "tiledversion": "1", "version": "1"}  # fmt: skip
TILESET = {"name": "", "tilecount": "0", "columns": "0", "tilewidth": "1", "tileheight": "1"}
PICTURE = {"source": "", "width": "0", "height": "0"}
NEEDLESS = ("wangsets", "terraintypes", "transformations", "grid", "animation", "editorsettings", "imagelayer")


def plain_xml(path: Path, data: bytes, work: Work) -> str:
    """Return the text of a .tmx file as it may be parsed.

    Raises:
        ContentError: it is no map, leads elsewhere, or holds more than it may.
    """
    root = ET.fromstring(xml_checked(data, path))
    if root.tag != "map":
        raise ContentError(f"{path}: no Tiled map: it begins with <{root.tag[:40]}>, not <map>")
    for number, tileset in enumerate(root.findall("tileset")):
        work.count("tilesets")
        if source := tileset.attrib.pop("source", None):
            outer = plain_tileset(path, source, work)
            tileset.attrib.update({key: value for key, value in outer.attrib.items() if key != "firstgid"})
            tileset.extend(list(outer))
        if not tileset.get("firstgid", "").isdigit():
            raise ContentError(f"{path}: tileset {number + 1}: 'firstgid' is missing or no number")
        with_defaults(tileset)
    for key, value in MAP.items():
        root.attrib.setdefault(key, value)
    settle(root, path)
    budget = Budget(path)
    for layer in root.iter("layer"):
        settle_layer(layer, path, budget)
    return ET.tostring(root, "unicode")


def plain_tileset(path: Path, source: str, work: Work) -> ET.Element:
    """Return the tileset that a map names."""
    if not source.lower().endswith(".tsx"):
        raise ContentError(f"{path}: tileset {shown(source)}: must end in .tsx; in Tiled, embed it into the map")
    data = beside(path, source, (".tsx",), LARGEST_TILESET, "tileset")
    work.count("bytes of tilesets", len(data))
    root = ET.fromstring(xml_checked(data, source))
    if root.tag != "tileset":
        raise ContentError(f"{path}: tileset {shown(source)}: it begins with <{root.tag[:40]}>, not <tileset>")
    if "source" in root.attrib:
        raise ContentError(f"{path}: tileset {shown(source)} leads to another: name that one in the map")
    settle(root, path)
    return root


def with_defaults(tileset: ET.Element) -> None:
    """Fill in what a tileset may leave out."""
    for key, value in TILESET.items():
        tileset.attrib.setdefault(key, value)
    for image in tileset.iter("image"):
        for key, value in PICTURE.items():
            image.attrib.setdefault(key, value)


def settle(root: ET.Element, path: Path) -> None:
    """Take out what nobody here looks at; refuse templates, which are files elsewhere."""
    for parent in list(root.iter()):
        for child in [child for child in parent if child.tag in NEEDLESS]:
            parent.remove(child)
    for thing in root.iter("object"):
        if template := thing.get("template"):
            raise ContentError(
                f"{path}: object {thing.get('id', '')[:12]} is made by the template {shown(template)}, a file of its own: "
                "in Tiled, select it and choose Detach"
            )
        for key in ("x", "y", "width", "height", "rotation"):
            check_measure(thing.attrib.setdefault(key, "0"), f"{path}: object {thing.get('id', '')[:12]}: {key}")
        for shape in (*thing.findall("polygon"), *thing.findall("polyline")):
            for number in shape.get("points", "").replace(",", " ").split():
                check_measure(number, f"{path}: object {thing.get('id', '')[:12]}: points")
    for layer in root.iter():
        if "offsetx" in layer.attrib or "offsety" in layer.attrib:
            layer.attrib.setdefault("offsetx", "0")
            layer.attrib.setdefault("offsety", "0")


def check_measure(text: str, where: str) -> None:
    """Raise a ContentError if a text is no number that can be a place or a size."""
    try:
        fits = is_measure(float(text))
    except ValueError:
        fits = False
    if not fits:
        raise ContentError(f"{where} = {shown(text)}: must be a number, and none of the largest")


def settle_layer(layer: ET.Element, path: Path, budget: Budget) -> None:
    """Write the tiles of a layer as numbers with commas."""
    where = f"{path}: layer {shown(layer.get('name', ''))}"
    data = layer.find("data")
    if data is None:
        return
    encoding, compression = data.attrib.pop("encoding", ""), data.attrib.pop("compression", "")
    chunks = data.findall("chunk")
    for part, holder in [(chunk, chunk) for chunk in chunks] or [(data, layer)]:
        at = f"{where}, chunk {part.get('x')}, {part.get('y')}" if chunks else where
        count = budget.take(holder.get("width"), holder.get("height"), at)
        if encoding == "base64":
            numbers = words_of(unpacked(part.text or "", compression, 4 * count, at))
        elif encoding == "csv":
            numbers = budget.numbers((part.text or "").split(","), at)
        elif encoding:
            raise ContentError(f"{at}: encoding = {shown(encoding)}: must be csv or base64")
        else:
            numbers = budget.numbers([tile.get("gid", "0") for tile in part.findall("tile")], at)
            for tile in part.findall("tile"):
                part.remove(tile)
        if len(numbers) != count:
            raise ContentError(
                f"{at}: {len(numbers)} tiles, {count} would fill its {holder.get('width')} x {holder.get('height')}"
            )
        part.text = ",".join(map(str, numbers))
    data.set("encoding", "csv")
