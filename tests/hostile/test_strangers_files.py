"""Files of strangers: pictures, tilesets, sheets, ledgers and maps that ask for more than they may, or lie."""

import io
import json
import os
import sqlite3
import struct
import sys
import time
import zipfile
import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.files import PAGE, check_folder
from fireteam.env.scenario.reading import load_party
from fireteam.making.sheets import read_sheet
from fireteam.maps.drawing import read_map
from fireteam.maps.importers import convert
from fireteam.maps.importers.lines import enclosed, nearest, tiles_of, tiles_of_all
from fireteam.maps.importers.work import Work
from fireteam.maps.portraits import portrait_of
from fireteam.training.contest.ledger import TABLES, Ledger

sys.path.append(str(Path(__file__).parents[1] / "maps"))
from foreign import portal, spots, tmx, vtt

TERRAINS = tuple(load_catalog().terrain)
SOON = 20.0  # seconds of CPU


def eps() -> bytes:
    """A PostScript program that never ends."""
    return b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n{} loop\n%%EOF\n"


def bomb() -> bytes:
    """A PNG of 13300 x 13300 pixels in a few thousand bytes."""
    rows = zlib.compress(b"\0" * 13300 * 1700, 9)
    made = b"\x89PNG\r\n\x1a\n"
    for kind, data in ((b"IHDR", struct.pack(">IIBBBBB", 13300, 13300, 8, 0, 0, 0, 0)), (b"IDAT", rows), (b"IEND", b"")):
        made += struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return made


def in_format(kind: str) -> bytes:
    """A picture in another format."""
    made = io.BytesIO()
    Image.new("RGB", (20, 20)).save(made, kind)
    return made.getvalue()


def soon(read: Callable[[], Any]) -> str:
    """Return the sentence that something ends with, or "": in seconds, either way."""
    begun, said = time.process_time(), ""
    try:
        read()
    except ContentError as error:
        said = str(error)
    assert time.process_time() - begun < SOON
    return said


@pytest.mark.parametrize("kind", ["eps", "bomb", "DDS", "TIFF", "BMP", "GIF", "PPM", "ICO"])
def test_a_portrait_is_one_of_three_formats(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are not even tried, whatever the file is called: no program is started, no memory is filled."""
    monkeypatch.setattr("subprocess.Popen", lambda *_, **__: pytest.fail("a program was started"))
    made = {"eps": eps, "bomb": bomb}.get(kind, lambda: in_format(kind))()
    (tmp_path / "mara.png").write_bytes(made)
    assert "must be one of JPEG, PNG, WEBP" in soon(lambda: portrait_of("mara.png", tmp_path))


def test_a_portrait_leads_nowhere(tmp_path: Path) -> None:
    """A link out of the folder is refused; one within it is followed; whatever breaks a PNG is a sentence."""
    Image.new("RGB", (9, 9)).save(tmp_path / "own.png")
    inside = tmp_path / "sent"
    inside.mkdir()
    (inside / "mara.png").symlink_to(tmp_path / "own.png")
    assert "must be a file in the same folder" in soon(lambda: portrait_of("mara.png", inside))
    (tmp_path / "link.png").symlink_to(tmp_path / "own.png")
    assert portrait_of("link.png", tmp_path)
    data = (tmp_path / "own.png").read_bytes()
    for at in range(8, len(data)):
        (tmp_path / "it.png").write_bytes(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        soon(lambda: portrait_of("it.png", tmp_path))


@pytest.mark.parametrize("source", ["/dev/zero", "../out.tsx", "other.tsx", "pipe"])
@pytest.mark.parametrize("ending", ["tsx", "tsj"])
def test_a_tileset_leads_no_further(tmp_path: Path, source: str, ending: str) -> None:
    """A tileset beside the map that names another one is refused before that is opened."""
    os.mkfifo(tmp_path / "pipe")
    if ending == "tsx":
        (tmp_path / "town.tsx").write_text(f'<tileset name="town" tilewidth="16" tileheight="16" source="{source}"/>')
        text = tmx({"floor": [1] * 25}, 5)
        (tmp_path / "it.tmx").write_text(text.replace("<tileset ", '<tileset source="town.tsx" ', 1))
    else:
        (tmp_path / "town.tsj").write_text(json.dumps({"name": "town", "source": source}))
        layer = {"type": "tilelayer", "name": "floor", "width": 5, "height": 5, "data": [1] * 25, "id": 1}
        made = {"type": "map", "width": 5, "height": 5, "tilewidth": 16, "tileheight": 16, "layers": [layer]}
        (tmp_path / "it.tmj").write_text(json.dumps(made | {"tilesets": [{"firstgid": 1, "source": "town.tsj"}]}))
    name = {"tsx": "it.tmx", "tsj": "it.tmj"}[ending]
    assert "leads to another" in soon(lambda: convert(tmp_path / name, TERRAINS))


def test_a_tileset_of_the_same_project(tmp_path: Path) -> None:
    """Beside or above the map is allowed where a project of Tiled begins there, and nowhere else."""
    maps = tmp_path / "maps"
    maps.mkdir()
    (tmp_path / "town.tsx").write_text('<tileset name="town" tilewidth="16" tileheight="16"/>')
    text = tmx({"floor": [1] * 25}, 5)
    (maps / "it.tmx").write_text(text.replace("<tileset ", '<tileset source="../town.tsx" ', 1))
    assert "must be a file in the same folder" in soon(lambda: convert(maps / "it.tmx", TERRAINS))
    (tmp_path / "town.tiled-project").write_text("{}")
    assert convert(maps / "it.tmx", TERRAINS).drawing.width == 5
    (maps / "it.tmx").write_text(text.replace("<tileset ", '<tileset source="../../town.tsx" ', 1))
    assert "must be a file in" in soon(lambda: convert(maps / "it.tmx", TERRAINS))


def objects(number: int) -> str:
    """Return so many objects that cover a whole map."""
    one = '<object id="1" name="a" x="0" y="0" width="960" height="960"/>'
    return f'<objectgroup id="2" name="starts">{one * number}</objectgroup>'


def test_small_maps_that_ask_for_hours(tmp_path: Path) -> None:
    """Each ends in seconds: converted, or refused in a sentence."""
    triangle = spots(0, 0, 63, 1, 1, 63)
    box = [spots(0, 0, 31, 0, 31, 31, 0, 31, 0, 0)]
    windows = [portal(x / 70 % 30, 1 + x // 70 % 29, x / 70 % 30 + 0.5, 1 + x // 70 % 29, closed=False) for x in range(2000)]
    for name, file in {
        "triangles": vtt(31, 31, [], objects_line_of_sight=[triangle] * 66_000),
        "large": vtt(64, 64, [], objects_line_of_sight=[triangle] * 66_000),
        "one outline": vtt(31, 31, [], objects_line_of_sight=[triangle * 60_000]),
        "walls": vtt(64, 64, [spots(*[n % 64 for n in range(390_000)])]),
        "windows": vtt(31, 31, box, portals=windows),
        "large windows": vtt(64, 64, box, portals=windows),
    }.items():
        path = tmp_path / "it.dd2vtt"
        path.write_text(json.dumps(file))
        print(name, soon(lambda path=path: convert(path, TERRAINS)))
    path = tmp_path / "it.tmx"
    path.write_text(tmx({"floor": [1] * 3600}, 60, "", objects(200_000)))
    assert "would take too long" in soon(lambda: convert(path, TERRAINS))
    path.write_text(tmx({"floor": [1] * 25}, 5, "", objects(20_001)))
    assert "more than 20000 objects" in soon(lambda: convert(path, TERRAINS))
    (tmp_path / "town.tsx").write_text(
        '<tileset name="town" tilewidth="1" tileheight="1">' + '<tile id="1"/>' * 200_000 + "</tileset>"
    )
    many = '<tileset firstgid="1" source="town.tsx"/>' * 2000 + "<tileset "
    path.write_text(tmx({"floor": [1] * 25}, 5).replace("<tileset ", many, 1))
    assert "bytes of tilesets" in soon(lambda: convert(path, TERRAINS))


def test_arrays_say_what_loops_said() -> None:
    """Tiles of lines, and those inside an outline, are those that the rule names tile by tile."""
    dice = np.random.default_rng(1)
    for _ in range(200):
        width, height = (int(side) for side in dice.integers(3, 20, 2))
        points = [(float(x), float(y)) for x, y in np.round(dice.uniform(-4, 24, (int(dice.integers(3, 9)), 2)) * 2) / 2]
        lines = np.array([(*a, *b) for a, b in pairwise(points)])
        wanted = np.zeros((height, width), bool)
        for x0, y0, x1, y1 in lines:
            for x, y in tiles_of((x0, y0), (x1, y1), width, height):
                wanted[y, x] = True
        assert np.array_equal(tiles_of_all(lines, width, height, Work("it")), wanted)
        inside = [[odd_crossings(points, x + 0.5, y + 0.5) for x in range(width)] for y in range(height)]
        assert np.array_equal(enclosed(points, width, height, Work("it"), 0.5), inside)
    assert nearest(0.5) == 1


def odd_crossings(polygon: list[tuple[float, float]], x: float, y: float) -> bool:
    """Return whether a ray from a point crosses an outline an odd number of times."""
    found = False
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            found = not found
    return found


STRANGE = {
    "a view": "create view battles as with recursive n(i) as (select 1 union all select i + 1 from n) select i from n",
    "a trigger": TABLES + "create trigger t after insert on about begin delete from battles; end;",
    "other columns": "create table battles (scenario text)",
    "another table": "create table more (x)",
    "a default": "create table about (name text primary key, value text not null default (randomblob(9)))",
}


@pytest.mark.parametrize("what", STRANGE)
def test_a_ledger_holds_our_tables_alone(tmp_path: Path, what: str) -> None:
    """Views, triggers, and tables that are made otherwise are refused before anything is asked of them."""
    base = sqlite3.connect(tmp_path / "results.sqlite")
    base.executescript(STRANGE[what])
    base.close()
    assert "no table of a ledger as we make it" in soon(lambda: Ledger(tmp_path, resume=True))


def test_a_ledger_of_ours_goes_on(tmp_path: Path) -> None:
    """What we have made is taken again; a pipe in its place is not waited for."""
    Ledger(tmp_path).close()
    Ledger(tmp_path, resume=True).close()
    (tmp_path / "results.sqlite").unlink()
    os.mkfifo(tmp_path / "results.sqlite")
    assert "cannot be used as a ledger" in soon(lambda: Ledger(tmp_path, resume=True))


@pytest.mark.parametrize("name", ["xl/worksheets/sheet1.XML", "xl/worksheets/sheet1.dat", "xl/worksheets/sheet1"])
def test_entities_in_a_workbook_whatever_its_parts_are_called(tmp_path: Path, name: str) -> None:
    """What is parsed is looked at, by what it holds and not by its name."""
    openpyxl = pytest.importorskip("openpyxl")
    path = tmp_path / "it.xlsx"
    openpyxl.Workbook().save(path)
    with zipfile.ZipFile(path) as book:
        parts = {info.filename: book.read(info) for info in book.infolist()}
    sheet = parts.pop("xl/worksheets/sheet1.xml")
    parts[name] = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]>' + sheet.partition(b"?>")[2]
    with zipfile.ZipFile(path, "w") as book:
        for part, content in parts.items():
            book.writestr(part, content.replace(b"sheet1.xml", name.rpartition("/")[2].encode()))
    assert "DOCTYPE" in soon(lambda: read_sheet(path))


def test_a_workbook_with_broken_styles_prints_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its library prints what it misses there; a command that writes JSON would print that too."""
    openpyxl = pytest.importorskip("openpyxl")
    path = tmp_path / "it.xlsx"
    openpyxl.Workbook().save(path)
    with zipfile.ZipFile(path) as book:
        parts = {info.filename: book.read(info) for info in book.infolist()}
    before, _, rest = parts["xl/styles.xml"].partition(b"<cellStyleXfs")
    parts["xl/styles.xml"] = before + rest.partition(b"</cellStyleXfs>")[2]
    with zipfile.ZipFile(path, "w") as book:
        for part, content in parts.items():
            book.writestr(part, content)
    with pytest.raises(ContentError):  # an empty table
        read_sheet(path)
    assert capsys.readouterr() == ("", "")


def test_where_a_page_goes_is_asked_first(tmp_path: Path) -> None:
    """A pipe, a device, a folder or another ending is refused before hours are spent."""
    os.mkfifo(tmp_path / "pipe.html")
    for name in ("pipe.html", "it.pdf", "."):
        with pytest.raises(ContentError):
            check_folder(tmp_path / name, *PAGE)
    check_folder(tmp_path / "it.html", *PAGE)
    check_folder(os.devnull, *PAGE)


@pytest.mark.parametrize("letter", ["\0", "\x1b", "\u200b", "\u200f", "\u202e", "\u2066", "\ufeff", "\u2028"])
def test_nothing_that_cannot_be_seen_stands_in_words(tmp_path: Path, letter: str) -> None:
    """Names refuse it; a message that repeats what was found spells it out, for users of the API, too."""
    spelt = f"\\u{ord(letter):04X}"
    (tmp_path / "party.toml").write_text(f'[[units]]\ntemplate = "soldier"\nname = "Ma{spelt}ra"\n')
    with pytest.raises(ContentError, match="control characters") as error:
        load_party(tmp_path / "party.toml")
    assert letter not in str(error.value)
    drawn = f'title = "x"\nground = "....\\n....\\n...."\nmarks = "..{spelt}.\\n....\\n...."\n'
    (tmp_path / "it.map.toml").write_text(drawn)
    with pytest.raises(ContentError) as error:
        read_map(tmp_path / "it.map.toml")
    assert letter not in str(error.value)


def test_words_that_scripts_and_emoji_need_may_stand(tmp_path: Path) -> None:
    """What joins letters is no secret sign."""
    (tmp_path / "party.toml").write_text(
        '[[units]]\ntemplate = "soldier"\nname = "مینا\u200cی 👩\u200d🚒"\n', encoding="utf-8"
    )
    assert load_party(tmp_path / "party.toml").units[0].name.startswith("م")


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda battle: battle.as_known(99), "team = 99: must be the number of a team"),
        (lambda battle: battle.as_known("red"), "must be the number of a team"),
        (lambda battle: battle.dictate([1.5]), "whole numbers from 1 to"),
        (lambda battle: battle.dictate(5), "whole numbers from 1 to"),
        (lambda battle: battle.words((99, 99)), "is no action"),
        (lambda battle: battle.words((0, -1)), "is no action"),
        (lambda battle: battle.words(7), "is no action"),
        (lambda battle: battle.step((0.5, 0)), "is no action"),
        (lambda battle: battle.step((99, 99)), "is not open now"),
    ],
)
def test_what_a_battle_is_asked_wrongly(ask: Callable[[Battle], Any], says: str) -> None:
    """A sentence each; nothing has changed."""
    battle = Battle("duel", 1)
    before = battle.snapshot()
    with pytest.raises(ValueError, match=says):
        ask(battle)
    assert battle.snapshot() == before
