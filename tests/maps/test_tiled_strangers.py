"""Tiled's files of strangers: they lead nowhere, unpack to no more than they say, and are refused in a sentence."""

import base64
import json
import os
import zlib
from pathlib import Path
from typing import Any

import pytest
from foreign import taken, tmx

from fireteam.content.errors import ContentError

PLAIN = tmx({"ground": [1] * 16}, 4, '<tile id="0" class="floor"/>')
BOMB = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()


def data(inside: str, attributes: str = 'encoding="csv"') -> str:
    """Return a map whose only layer has these data."""
    before, _, rest = PLAIN.partition("<data")
    return f"{before}<data {attributes}>{inside}{rest[rest.index('</data>') :]}"


def with_tileset(source: str) -> str:
    """Return a map whose tileset is a file."""
    before, _, rest = PLAIN.partition("<tileset")
    return f'{before}<tileset firstgid="1" source="{source}"/>{rest.partition("</tileset>")[2]}'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('<!DOCTYPE map [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + PLAIN.partition("\n")[2], ":1: a DOCTYPE has no place"),
        ('<!DOCTYPE map SYSTEM "file:///etc/passwd">' + PLAIN.partition("\n")[2], "a DOCTYPE has no place"),
        ("<map>" + "<group>" * 100, "more than 40 elements inside each other"),
        ("<map><layer>", "not valid XML"),
        ("<tileset/>", "begins with <tileset>, not <map>"),
        ("", "not valid XML"),
        (PLAIN.replace('orientation="orthogonal"', 'orientation="isometric"'), "'isometric': must be orthogonal"),
        (PLAIN.replace('width="4" height="4"', 'width="4" height="x"'), "height = 'x': must be a number"),
        (PLAIN.replace('tilewidth="16" tileheight="16"><tileset', "><tileset"), "'tilewidth' is missing"),
        (PLAIN.replace('firstgid="1"', ""), "tileset 1: 'firstgid' is missing"),
        (data(",".join(["1"] * 15)), "layer 'ground': 15 tiles, 16 would fill its 4 x 4"),
        (data(",".join(["1"] * 15 + ["grass"])), "layer 'ground': tile 16 is 'grass'"),
        (data(BOMB, 'encoding="base64" compression="zlib"'), "layer 'ground': its data are larger than its 16 tiles"),
        (data("AAAA", 'encoding="base64" compression="zlib"'), "layer 'ground': its data are broken"),
        (data("AAAA", 'encoding="base64" compression="lzma"'), "compressed by 'lzma'; in Tiled, choose"),
        (data("", 'encoding="ebcdic"'), "encoding = 'ebcdic': must be csv or base64"),
        (PLAIN.replace('width="4" height="4"><data', 'width="4000" height="4000"><data'), "more than 1000000 tiles"),
        (PLAIN.replace("</map>", '<objectgroup><object id="7" template="../a.tx" x="1" y="1"/></objectgroup></map>'),
         "template '../a.tx': must be a file in the same folder or below it"),
        (PLAIN.replace("</map>", '<objectgroup><object id="7" x="nan" y="1"/></objectgroup></map>'), "object 7: x = 'nan'"),
        (with_tileset("/etc/passwd.tsx"), "'/etc/passwd.tsx': must be a file in the same folder or below it"),
        (with_tileset("../town.tsx"), "must be a file in the same folder or below it"),
        (with_tileset("C:/town.tsx"), "must be a file in the same folder or below it"),
        (with_tileset("http://example.org/town.tsx"), "must be a file in the same folder or below it"),
        (with_tileset("link.tsx"), "must be a file in the same folder or below it"),
        (with_tileset("gone.tsx"), "cannot be read"),
        (with_tileset("town.png"), "must end in .tsx"),
        (with_tileset("bad.tsx"), "a DOCTYPE has no place"),
    ],
)  # fmt: skip
def test_strange_maps(tmp_path: Path, text: str, says: str) -> None:
    """What leads elsewhere, is larger than it says, or broken, is refused; the message names file and place."""
    folder = tmp_path / "maps"
    folder.mkdir()
    (tmp_path / "town.tsx").write_text('<tileset name="town" firstgid="1"/>', encoding="utf-8")
    os.symlink(tmp_path / "town.tsx", folder / "link.tsx")
    (folder / "bad.tsx").write_text(
        '<!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd">]><tileset name="&x;"/>', encoding="utf-8"
    )
    with pytest.raises(ContentError) as refused:
        taken(folder, text)
    assert says in str(refused.value)
    assert str(refused.value).startswith((str(folder), "bad.tsx"))
    assert "\n" not in str(refused.value)


def test_old_files_are_read(tmp_path: Path) -> None:
    """What older versions of Tiled did not write is filled in; a tileset in the same folder is read, its picture is not."""
    (tmp_path / "town.tsx").write_text(
        '<tileset name="walls" tilewidth="16" tileheight="16"><image source="/dev/zero"/><terraintypes/></tileset>',
        encoding="utf-8",
    )
    text = with_tileset("town.tsx").replace("ground", "Layer 1")
    for key in ("infinite", "renderorder", "nextlayerid", "nextobjectid", "tiledversion"):
        before, _, rest = text.partition(f'{key}="')
        text = before + rest.partition('"')[2]
    assert set(taken(tmp_path, text).drawing.terrain()) == {"wall"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"layers": 5}, "layers: 5 must be a list"),
        ({"layers": [7]}, "must be a JSON object"),
        ({"layers": [{"type": "hologram", "name": "h"}]}, "layer 'h': type = 'hologram'"),
        ({"layers": [{"type": "tilelayer", "name": "g", "width": 4, "height": 4, "data": [1]}]}, "layer 'g': 1 tiles, 16"),
        ({"layers": [{"type": "tilelayer", "name": "g", "width": 4, "height": 4, "data": [1.5] * 16}]}, "tile 1 is 1.5"),
        ({"layers": [{"type": "tilelayer", "name": "g", "width": 4, "height": 4, "encoding": "base64", "compression": "zlib",
                      "data": BOMB}]}, "larger than its 16 tiles"),
        ({"layers": [{"type": "objectgroup", "name": "o", "objects": [{"id": 3, "template": "a.t"}]}]}, "must end in .tx"),
        ({"tilesets": [{"firstgid": 1, "source": "../t.tsj"}]}, "same folder or below it"),
        ({"tilesets": [{"firstgid": 1, "source": "t.png"}]}, "must end in .tsx or .tsj"),
        ({"tilesets": [{"firstgid": 1, "source": 5}]}, "tileset 5: must be the name of a file"),
        ({"tilesets": [{"name": "t"}]}, "'firstgid' is missing"),
        ({"type": "tileset"}, "no Tiled map"),
        ({"layers": [{"type": "tilelayer", "name": "g", "width": 4, "height": 4, "chunks": [5]}]}, "5 must be a JSON obj"),
        ({"layers": [{"type": "objectgroup", "name": "o", "objects": [{"id": 3, "x": 1e300}]}]}, "x = 1e+300: must be"),
        ({"layers": [{"type": "objectgroup", "name": 5, "objects": []}]}, "name = 5: must be text"),
        ({"tileheight": "x"}, "tileheight = 'x': must be a number"),
        ({"tilewidth": 0}, "a size of 0 x 16: must be whole numbers from 1 on"),
    ],
)  # fmt: skip
def test_strange_json(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    """The same of maps in JSON."""
    raw = {"type": "map", "width": 4, "height": 4, "tilewidth": 16, "tileheight": 16, "layers": [], "tilesets": []} | change
    with pytest.raises(ContentError) as refused:
        taken(tmp_path, json.dumps(raw), "map.tmj")
    assert says in str(refused.value)
    assert str(refused.value).startswith(str(tmp_path))
