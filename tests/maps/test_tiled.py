"""Tiled: our maps come back from there as they were; what is changed there is changed; maps of others are understood."""

import base64
import gzip
import json
import re
import struct
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from commanded import good, refused
from foreign import TERRAINS, taken, tmx
from pytiled_parser import parse_map

from fireteam.maps import Drawing, load_map, map_names
from fireteam.maps.drawing import read_map
from fireteam.maps.importers import Area, convert
from fireteam.maps.tiled import COLUMNS, HEIGHT, HIGH, MARK, SIDE, Stamp, rows_of, stamps, tiled_map
from fireteam.maps.writing import map_text


def home(folder: Path, drawing: Drawing, change: Callable[[str], str] = lambda text: text) -> Drawing:
    """Return a map that went to Tiled, was perhaps changed there, and came back."""
    return taken(folder, change(tiled_map(drawing, TERRAINS, "map.tiles.png"))).drawing


@pytest.mark.parametrize("name", map_names())
def test_shipped_maps_come_back(tmp_path: Path, name: str) -> None:
    """Each map of the package is the same to the letter when it comes back, also as a file of ours."""
    drawing = load_map(name)
    converted = taken(tmp_path, tiled_map(drawing, TERRAINS, "map.tiles.png"))
    assert converted.drawing == drawing
    assert converted.notes == (), "nothing is guessed of a map that we have written"
    path = tmp_path / "again.map.toml"
    path.write_text(map_text(converted.drawing, ["A sentence.\nAnd \x1b[2J another."], "schemas/map.schema.json"), "utf-8")
    assert read_map(path) == drawing


def test_odd_letters_come_back(tmp_path: Path) -> None:
    """So do letters that XML and TOML have other uses for, two for one terrain, and a letter with another meaning."""
    legend = {"&": "debris", "<": "breach", "'": "flooded", "T": "water", "w": "water"}
    drawing = Drawing(
        title='A & "B" <c>',
        ground="&<'T\nw'''\n....\n",
        marks="aZ..\n....\n....\n",
        heights="0129\n0000\n0000\n",
        legend=legend,
    )
    assert home(tmp_path, drawing) == drawing
    path = tmp_path / "odd.map.toml"
    path.write_text(map_text(drawing), "utf-8")
    assert read_map(path) == drawing


def as_tiled_saves(way: str) -> Callable[[str], str]:
    """Return what writes the layers of a map in another way that Tiled has, one tile of the ground changed."""

    def saved(text: str) -> str:
        root = ET.fromstring(text)
        for layer in root.iter("layer"):
            data = layer.find("data")
            assert data is not None
            numbers = [int(number) for number in (data.text or "").split(",")]
            if layer.get("name") == "ground":
                numbers[5 * 24 + 8] = 1 + stamps(load_map("yard"), TERRAINS).index(Stamp("rubble", ":"))
                numbers[5 * 24 + 9] |= 0x80000000  # turned round, as X does
            write(data, way, numbers)
        if way == "chunks":
            root.set("infinite", "1")
        return ET.tostring(root, "unicode")

    return saved


def write(data: ET.Element, way: str, numbers: list[int]) -> None:
    """Write the tiles of a layer, 24 x 16, into its element."""
    packed = struct.pack(f"<{len(numbers)}I", *numbers)
    data.attrib.clear()
    data.text = ""
    if way == "xml":
        for number in numbers:
            ET.SubElement(data, "tile", gid=str(number))
    elif way == "chunks":
        data.set("encoding", "csv")
        for left, top in ((-16, 0), (0, 0), (16, 0)):
            cells = [
                numbers[y * 24 + x + 16] if 0 <= x + 16 < 24 and left <= x < left + 16 else 0
                for y in range(top, top + 16)
                for x in range(left, left + 16)
            ]
            chunk = ET.SubElement(data, "chunk", x=str(left), y=str(top), width="16", height="16")
            chunk.text = ",".join(map(str, cells))
    elif way == "csv":
        data.set("encoding", "csv")
        data.text = ",\r\n".join(map(str, numbers))
    else:
        data.set("encoding", "base64")
        if way != "base64":
            data.set("compression", way)
        press = {"base64": bytes, "zlib": zlib.compress, "gzip": gzip.compress}[way]
        data.text = f"\n   {base64.b64encode(press(packed)).decode()}\n  "


@pytest.mark.parametrize("way", ["csv", "base64", "zlib", "gzip", "xml", "chunks"])
def test_a_tile_is_changed(tmp_path: Path, way: str) -> None:
    """In whatever way Tiled saves the layers, the tile that was changed there is changed here, and nothing else is."""
    yard = load_map("yard")
    rows = yard.rows(yard.ground)
    rows[5] = rows[5][:8] + ":" + rows[5][9:]
    changed = home(tmp_path, yard, as_tiled_saves(way))
    assert changed == yard.model_copy(update={"ground": "\n".join(rows) + "\n"})


def test_json_is_the_same(tmp_path: Path) -> None:
    """A map that Tiled saves as .tmj, with its tileset in a .tsj file below it, is the same map."""
    (tmp_path / "sets").mkdir()
    yard = load_map("yard")
    tiles = [
        {"id": place, "type": tile.kind, "properties": [{"name": "letter", "type": "string", "value": tile.value}]}
        if tile.kind not in (HEIGHT, MARK)
        else {"id": place, "type": tile.kind, "properties": [{"name": tile.kind, "type": "string", "value": tile.value}]}
        for place, tile in enumerate(stamps(yard, TERRAINS))
    ]
    tileset = {"name": "fireteam", "tilewidth": 32, "tileheight": 48, "tilecount": 104, "columns": 13, "tiles": tiles}
    (tmp_path / "sets" / "fireteam.tsj").write_text(json.dumps(tileset), encoding="utf-8")
    root = ET.fromstring(tiled_map(yard, TERRAINS, "x.png"))
    plain = {"type": "tilelayer", "width": 24, "height": 16, "encoding": "base64", "compression": "zlib"}
    layers = []
    for layer in root.iter("layer"):
        packed = struct.pack("<384I", *map(int, (layer.findtext("data") or "").split(",")))
        data = base64.b64encode(zlib.compress(packed)).decode()
        layers.append({**plain, "name": layer.get("name"), "data": data})
    own = [
        {"name": "title", "type": "string", "value": yard.title},
        {"name": "about", "type": "string", "value": yard.about},
    ]
    raw = {"type": "map", "width": 24, "height": 16, "tilewidth": 32, "tileheight": 32, "layers": layers, "properties": own,
           "tilesets": [{"firstgid": 1, "source": "sets/fireteam.tsj"}]}  # fmt: skip
    assert taken(tmp_path, json.dumps(raw), "yard.tmj").drawing == yard


def test_the_command_and_its_tileset(tmp_path: Path) -> None:
    """`fireteam map export` writes what a parser of Tiled's loads, with a picture as large as it says; never over one."""
    import pygame

    path = tmp_path / "quay.tmx"
    assert "for Tiled" in good("map", "export", "quay", "--tmx", str(path))
    loaded = parse_map(path)
    assert [layer.name for layer in loaded.layers] == ["ground", "heights", "marks"]
    tileset = loaded.tilesets[1]
    picture = pygame.image.load(tmp_path / str(tileset.image))
    count = len(stamps(load_map("quay"), TERRAINS))
    assert picture.get_size() == (tileset.image_width, tileset.image_height) == (COLUMNS * SIDE, rows_of(count) * HIGH)
    looks = {
        pygame.image.tobytes(picture.subsurface((n % COLUMNS * SIDE, n // COLUMNS * HIGH, SIDE, HIGH)), "RGBA")
        for n in range(count)
    }
    assert len(looks) >= count - 4, "tiles look different, but for some that cannot be told apart by sight, like smoke"
    assert "is there already" in refused("map", "export", "quay", "--tmx", str(path))
    assert "must end in .tmx" in refused("map", "export", "quay", "--tmx", str(tmp_path / "quay.png"))
    assert "Did you mean 'quay'" in refused("map", "export", "quai", "--tmx", str(tmp_path / "b.tmx"))
    assert convert(path, TERRAINS).drawing == load_map("quay")


TOWN = (
    '<tile id="0" class="floor"/><tile id="1" type="Wall"/><tile id="2"><properties><property name="terrain" value="crate"/>'
    '</properties></tile><tile id="3"><properties><property name="collides" type="bool" value="true"/></properties></tile>'
    '<tile id="4"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>'
    '<tile id="5" class="doorr"/>'
)


def test_a_map_of_somebody_else(tmp_path: Path) -> None:
    """Terrain is told by class, property, collision, layer; marks and heights by objects; what is not understood is told."""
    ground = [1, 2, 3, 4, 5, 6, 9, 0] + [1] * 24
    more = (
        '<objectgroup id="7" name="things"><object id="1" name="spawn" x="0" y="16" width="32" height="32"/>'
        '<object id="2" class="r" x="100" y="60"><point/></object>'
        '<object id="3" name="stage" x="64" y="32" width="32" height="16"><properties>'
        '<property name="height" type="int" value="2"/></properties></object>'
        '<object id="4" name="Wagon" x="0" y="0"><point/></object>'
        '<object id="5" name="trees" x="48" y="16"><polygon points="0,0 16,0 16,32 0,32"/></object></objectgroup>'
    )
    doors = [0] * 8 + [0] * 7 + [9] + [0] * 16
    converted = taken(tmp_path, tmx({"ground": ground, "closed doors": doors}, 8, TOWN, more))
    drawing = converted.drawing
    assert drawing.terrain()[:8] == ["floor", "wall", "crate", "wall", "wall", "floor", "floor", "wall"]
    assert drawing.terrain()[15] == "closed_door"
    assert drawing.tiles_marked("s") == [(0, 1), (1, 1), (0, 2), (1, 2)]
    assert drawing.tiles_marked("r") == [(6, 3)]
    assert drawing.rows(drawing.heights) == ["00000000", "00000000", "00002200", "00000000"]
    assert [n for n, name in enumerate(drawing.terrain()) if name == "tree"] == [11, 19]
    notes = "\n".join(converted.notes)
    assert "object 'spawn' is marked s" in notes
    assert "tile 5: 'doorr' is no terrain. Did you mean" in notes
    assert "1 tiles are in no layer: wall: [7, 0]" in notes
    assert "'Wagon' says nothing that is known" in notes


def test_a_part_of_a_large_map(tmp_path: Path) -> None:
    """A map that is too large is refused with the words that take a part of it."""
    text = tmx({"ground": [1 if (n % 100, n // 100) != (60, 70) else 2 for n in range(10_000)]}, 100, TOWN)
    path = tmp_path / "map.tmx"
    taken(tmp_path, text, area=Area(50, 60, 20, 20))
    drawing = convert(path, TERRAINS, Area(50, 60, 20, 20)).drawing
    assert [n for n, name in enumerate(drawing.terrain()) if name == "wall"] == [10 * 20 + 10]
    assert "--area 0,0,64,64" in refused("new", "map", str(tmp_path / "big"), "--from", str(path))
    assert "must be four numbers" in refused("new", "map", str(tmp_path / "big"), "--from", str(path), "--area", "1,2,3")
    assert not re.findall("big", " ".join(entry.name for entry in tmp_path.iterdir()))
