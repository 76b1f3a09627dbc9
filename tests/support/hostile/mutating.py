"""Files that are nearly right: valid ones of every kind that strangers send, and one or several things wrong in each."""

import copy
import io
import json
import random
import sys
import tomllib
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import tomlkit

sys.path.append(str(Path(__file__).parents[2] / "maps"))
from foreign import dungeon, portal, spots, tmx, vtt, warehouse
from projects import XML, Form, saved, template, tileset, town, xml_of

from fireteam.maps.drawing import map_folder

ROOT = Path(str(map_folder())).parent
NUMBERS = (0, -1, 1, 2, 9, 127, 128, 255, 256, 32767, 65535, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 0.5, -0.0, 1e7, 1e300)
WORDS = ("", " ", ".", "..", "/dev/zero", "../x", "floor", "wall", "nobody", "x" * 300, "é", "\u202eabc", "\u200b", "1",
         "-1", "a\nb", "<b>", "${x}", "%s", "true")  # fmt: skip
TILESETS = (".tsx", ".tsj")
WHOLE = (True, False, [], {}, [[]], [0, 0], {"x": 1}, [1, 2, 3, 4, 5, 6, 7, 8, 9])


class Input(NamedTuple):
    """What is tried: the kind of file, its name, and what it holds."""

    kind: str
    name: str
    data: bytes


def places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container in a tree with each of its keys."""
    keys = list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in keys:
        yield tree, key
        yield from places(tree[key])


def odd(dice: random.Random, value: Any) -> Any:
    """Return something that may stand in place of a value: near to it, or far."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and dice.random() < 0.6:
        return dice.choice((value + 1, value - 1, -value, value * 1000, value / 2, *NUMBERS))
    if isinstance(value, str) and value and dice.random() < 0.5:
        at = dice.randrange(len(value))
        return value[:at] + dice.choice(("", "\x7f", "é", value, *WORDS)) + value[at + dice.randrange(2) :]
    return copy.deepcopy(dice.choice((*NUMBERS, *WORDS, *WHOLE)))


def mutated(dice: random.Random, tree: Any) -> Any:
    """Return a tree of tables, lists and values in which some things are otherwise."""
    tree = copy.deepcopy(tree)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        known = list(places(tree))
        if not known:
            return tree
        holder, key = dice.choice(known)
        other, its = dice.choice(known)
        way = dice.randrange(6)
        if way == 0:
            del holder[key]
        elif way == 1 and isinstance(holder, list):
            holder[key:key] = [copy.deepcopy(holder[key]) for _ in range(dice.choice((1, 2, 50)))]
        elif way == 2 and isinstance(holder, dict):
            holder[its if isinstance(its, str) else str(dice.choice(WORDS))] = copy.deepcopy(other[its])
        elif way == 3:
            holder[key] = copy.deepcopy(other[its])
        else:
            holder[key] = odd(dice, holder[key])
    return tree


def damaged(dice: random.Random, data: bytes) -> bytes:
    """Return bytes some of which are gone, changed or doubled; most often as they are."""
    if dice.random() < 0.75:
        return data
    found = bytearray(data)
    for _ in range(dice.choice((1, 2, 20))):
        at, size = dice.randrange(len(found) + 1), dice.choice((1, 1, 3, 30))
        new = (b"", dice.randbytes(size), bytes(found[at : at + size]) * 2, b"[" * size, b'"', b"\0", b"&x;", b"\xff")
        found[at : at + size] = dice.choice(new)
    return bytes(found)


def toml_of(tree: Any) -> bytes:
    """Return a tree as TOML."""
    return tomlkit.dumps(tree).encode()


@cache
def catalog(system: str) -> dict[str, Any]:
    """Return all entries of a system's catalog by kind, as its files have them."""
    folders = (ROOT / "env" / "catalog" / "common", ROOT / "systems" / system / "catalog")
    files = [path for folder in folders for path in sorted(folder.glob("*.toml"))]
    return {path.stem: tomllib.loads(path.read_text()) for path in files if path.stem != "rules"}


def house(dice: random.Random, system: str) -> bytes:
    """Return house rules: a few entries of the catalog, some of them changed."""
    kind = dice.choice(sorted(catalog(system)))
    entries = catalog(system)[kind]
    names = dice.sample(sorted(entries), min(len(entries), dice.choice((1, 1, 3))))
    return toml_of(mutated(dice, {kind: {name: entries[name] for name in names}}))


def scenario(dice: random.Random) -> bytes:
    """Return a scenario of the box, some of it changed."""
    path = dice.choice(sorted(map_folder().glob("*.scenario.toml")))
    return toml_of(mutated(dice, tomllib.loads(path.read_text())))


def drawing(dice: random.Random) -> bytes:
    """Return a map of the box, some of it changed."""
    path = dice.choice(sorted(map_folder().glob("*.map.toml")))
    return toml_of(mutated(dice, tomllib.loads(path.read_text())))


def universal(dice: random.Random) -> bytes:
    """Return a file of Universal VTT."""
    large = vtt(60, 60, [spots(1, 1, 59, 1, 59, 59, 1, 59, 1, 1), spots(20, 1, 20, 40)], portals=[portal(20, 40, 20, 41)])
    return json.dumps(mutated(dice, dice.choice((warehouse(), dungeon(), large)))).encode()


def tiled_json(dice: random.Random) -> bytes:
    """Return a .tmj file of Tiled."""
    layer = {"type": "tilelayer", "name": "walls", "width": 6, "height": 5, "data": [n % 4 for n in range(30)], "id": 1}
    things = [
        {"id": 1, "name": "a", "x": 16, "y": 16, "width": 32, "height": 32},
        {"id": 2, "name": "pond", "type": "water", "x": 0, "y": 0,
         "polygon": [{"x": 0, "y": 0}, {"x": 64, "y": 9}, {"x": 9, "y": 64}]},
        {"id": 3, "name": "fence", "x": 1, "y": 1, "polyline": [{"x": 0, "y": 0}, {"x": 70, "y": 50}]},
    ]  # fmt: skip
    tiles = [{"id": 1, "class": "crate", "properties": [{"name": "height", "type": "int", "value": 2}]}]
    tileset = {
        "firstgid": 1,
        "name": "town",
        "tilewidth": 16,
        "tileheight": 16,
        "tilecount": 9,
        "columns": 3,
        "tiles": tiles,
    }
    made = {"type": "map", "width": 6, "height": 5, "tilewidth": 16, "tileheight": 16, "tilesets": [tileset],
            "layers": [layer, {"type": "objectgroup", "name": "starts", "objects": things, "id": 2}]}  # fmt: skip
    return json.dumps(mutated(dice, made)).encode()


def tiled_xml(dice: random.Random) -> bytes:
    """Return a .tmx file of Tiled."""
    things = (
        '<objectgroup id="2" name="starts"><object id="1" name="a" x="16" y="16" width="32" height="32"/>'
        '<object id="2" type="water" x="0" y="0"><polygon points="0,0 64,9 9,64"/></object>'
        '<object id="3" name="fence" x="1" y="1"><polyline points="0,0 70,50"/></object></objectgroup>'
    )
    tiles = '<tile id="1" class="crate"><properties><property name="height" type="int" value="2"/></properties></tile>'
    return mutated_xml(dice, tmx({"floor": [1] * 30, "walls": [n % 4 for n in range(30)]}, 6, tiles, things).encode())


def named(dice: random.Random, ending: str) -> bytes:
    """Return a tileset or template that a map of Tiled names, in the form of its ending."""
    box = {"type": "template", "tileset": {"firstgid": 5, "source": "town.tsj"}, "object": {"gid": 8, "id": 1}}
    made = tileset() if ending in TILESETS else dice.choice((template(), box))
    return mutated_xml(dice, xml_of(made).encode()) if ending in XML else json.dumps(mutated(dice, made)).encode()


def naming(folder: Path, name: str) -> Path:
    """Write the project around a file that lies in a folder and is a tileset or template, and return its map."""
    ending = Path(name).suffix
    form = Form(".tmx" if ending in XML else ".tmj", **{"tileset" if ending in TILESETS else "template": name})
    saved(folder / "town.tsj", tileset())
    return saved(folder / f"map{form.map}", town(form))


def mutated_xml(dice: random.Random, data: bytes) -> bytes:
    """Return XML in which some attributes, texts and elements are otherwise."""
    root = ET.fromstring(data)
    for _ in range(dice.choice((1, 1, 2, 5))):
        every = list(root.iter())
        one, other = dice.choice(every), dice.choice(every)
        way = dice.randrange(5)
        if way == 0 and one.attrib:
            key = dice.choice(sorted(one.attrib))
            key = dice.choice((key, key, key, "layers", "tiles", "objects", "properties", "polygon", "data"))
            one.set(key, str(odd(dice, one.get(key) or "")).replace("\x7f", ""))
        elif way == 1 and one.attrib:
            del one.attrib[dice.choice(sorted(one.attrib))]
        elif way == 2 and len(one):
            one.remove(dice.choice(list(one)))
        elif way == 3 and one is not root and not any(found is other for found in one.iter()):
            other.extend([copy.deepcopy(one) for _ in range(dice.choice((1, 2, 40)))])
        elif one.text:
            one.text = str(odd(dice, one.text))
    return ET.tostring(root)


ROWS: list[list[Any]] = [
    ["Name", "Template", "Count", "Weapons", "Skills", "Armor", "Strength"],
    ["Mara", "soldier", 1, "heavy_pistol, knife", "pistols 6, blades 3", "", 4],
    ["Vega", "scout", 1, "shotgun", "", "", ""],
]  # a sheet of characters


def separated(dice: random.Random) -> bytes:
    """Return a sheet as text."""
    separator = dice.choice(",;\t|")
    rows = (row if isinstance(row, list) else [row] for row in mutated(dice, ROWS))
    return "\n".join(separator.join(map(str, row)) for row in rows).encode("utf-8", "replace")


def workbook(dice: random.Random) -> bytes:
    """Return a sheet as a workbook, one of whose parts is otherwise."""
    import openpyxl

    book, made = openpyxl.Workbook(), io.BytesIO()
    for row in ROWS if dice.random() < 0.7 else [["Name", "Template"], ["Mara", "=1+1"]]:
        book.active.append([cell if isinstance(cell, (int, float, str)) else str(cell) for cell in row])
    book.save(made)
    parts = {info.filename: zipfile.ZipFile(made).read(info) for info in zipfile.ZipFile(made).infolist()}
    name = dice.choice(sorted(parts))
    way = dice.randrange(4)
    if way == 0:
        del parts[name]
    elif way == 1:
        parts[name + dice.choice(("", ".XML", ".dat"))] = damaged(dice, parts.pop(name))
    else:
        parts[name] = mutated_xml(dice, parts[name])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return packed.getvalue()


def picture(dice: random.Random) -> bytes:
    """Return a picture."""
    from PIL import Image

    made = io.BytesIO()
    kind = dice.choice(("PNG", "JPEG", "WEBP", "GIF", "BMP", "PPM", "TIFF", "EPS"))
    Image.new("RGB", (dice.choice((1, 20, 300)), dice.choice((1, 30))), "teal").save(made, kind)
    return made.getvalue()


MAKERS: dict[str, tuple[str, Callable[[random.Random], bytes]]] = {
    "house of swan_song": ("house.toml", lambda dice: house(dice, "swan_song")),
    "house of d10_pool": ("house.toml", lambda dice: house(dice, "d10_pool")),
    "house of ladder": ("house.toml", lambda dice: house(dice, "ladder")),
    "scenario": ("it.scenario.toml", scenario),
    "map": ("it.map.toml", drawing),
    "vtt": ("it.dd2vtt", universal),
    "tmj": ("it.tmj", tiled_json),
    "tmx": ("it.tmx", tiled_xml),
    "tsx": ("it.tsx", lambda dice: named(dice, ".tsx")),
    "tsj": ("it.tsj", lambda dice: named(dice, ".tsj")),
    "tx": ("it.tx", lambda dice: named(dice, ".tx")),
    "tj": ("it.tj", lambda dice: named(dice, ".tj")),
    "csv": ("it.csv", separated),
    "xlsx": ("it.xlsx", workbook),
    "portrait": ("it.png", picture),
}


def made(seed: int, number: int) -> Input:
    """Return the input of a number in the stream of a seed."""
    dice = random.Random(f"{seed}:{number}")
    kind = sorted(MAKERS)[number % len(MAKERS)]
    name, make = MAKERS[kind]
    return Input(kind, name, damaged(dice, make(dice)))
