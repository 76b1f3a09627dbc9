"""Tiled's projects: the same town comes of every form in which it can be saved, and of nowhere else."""

import json
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from commanded import good, refused, run
from foreign import TERRAINS
from projects import ENCODINGS, FLOOR, SIDE, Form, cells, ground, project, saved, template, tileset, town

from fireteam.content.errors import ContentError
from fireteam.maps.importers import KINDS, Converted, convert
from fireteam.maps.importers.tiled.files import MAP, TEMPLATE, TILESET

PLACES = ("", "sets/", "../sets/")
BOUNDS = ("project", "repository", "option")  # what says that all of a folder belongs together
ROWS = ["########", "#......#", "#....&.#", "#......#", "#......#", "########"]
TOWN = "\n".join(row.replace("&", "X") for row in ROWS)


def taken(folder: Path, form: Form, bound: str = "project") -> Converted:
    """Return a project as it is converted; a folder that belongs together says so in one of three ways."""
    path = project(folder, form)
    if bound == "project":
        (folder / "town.tiled-project").write_text("{}")
    if bound == "repository":
        (folder / ".git").mkdir(exist_ok=True)
    return convert(path, TERRAINS, project=folder if bound == "option" else None)


def is_town(converted: Converted) -> bool:
    """Return whether a project was understood as it was meant."""
    drawing = converted.drawing
    named = [[drawing.terrain()[y * drawing.width + x] for x in range(drawing.width)] for y in range(drawing.height)]
    meant = [[{"#": "wall", ".": "floor", "&": "crate"}[letter] for letter in row] for row in ROWS]
    heights = [(x, y) for x, y, height in drawing.letters(drawing.heights) if height == "1"]
    return (
        named == meant
        and converted.understood
        and heights == [(5, 2)]
        and drawing.tiles_marked("s") == [(1, 1), (2, 1)]
        and not any("no terrain" in note or "in no layer" in note for note in converted.notes)
    )


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("ending", MAP.endings)
def test_every_form_is_the_same_town(tmp_path: Path, ending: str, encoding: str) -> None:
    """Form of the map by encoding by where and what the tileset is, whole or in pieces: one and the same drawing."""
    if encoding.endswith("zstd"):
        pytest.importorskip("zstandard")
    sets = ["", *(place + "tiles" + kind for place, kind in product(PLACES, TILESET.endings))]
    for number, (source, endless) in enumerate(product(sets, (False, True))):
        form = Form(ending, encoding, endless, source)
        assert is_town(taken(tmp_path / str(number), form, BOUNDS[number % 3])), form


@pytest.mark.parametrize("ending", MAP.endings)
def test_templates_of_every_form(tmp_path: Path, ending: str) -> None:
    """An object that a template makes is that object, in whichever form the template is, and wherever it lies."""
    for number, (place, kind) in enumerate(product(PLACES, TEMPLATE.endings)):
        form = Form(ending, tileset="../sets/town.tsj", template=f"{place}start{kind}")
        assert is_town(taken(tmp_path / str(number), form, BOUNDS[number % 3])), form


def test_every_ending_has_a_row() -> None:
    """Whatever is read as a map of Tiled is in this matrix."""
    assert {kind for kind, module in KINDS.items() if module.startswith("tiled")} == set(MAP.endings)


@pytest.mark.parametrize(
    ("ending", "kind", "of"),
    [(".tmx", ".tx", ".tsx"), (".tmx", ".tj", ".tsj"), (".tmj", ".tx", ".tsj"), (".tmj", ".tj", ".tsx")],
)
@pytest.mark.parametrize("shared", [True, False])
def test_a_tile_of_a_template(tmp_path: Path, ending: str, kind: str, of: str, shared: bool) -> None:
    """A template's tile is one of its own tileset, which the map has already, by another number, or has not."""
    form = Form(ending, tileset=f"town{of}")
    made = town(form)
    if not shared:
        made["tilesets"].pop()
        made["layers"][0]["name"] = "floor"
    thing = {"x": 2 * SIDE, "y": 4 * SIDE, "template": f"crate{kind}"}
    turned = thing | {"x": 4 * SIDE, "gid": 0x80000000 | 6} if shared else thing | {"x": 4 * SIDE, "name": "turned"}
    made["layers"][1]["objects"] = [thing, turned]
    path = saved(tmp_path / f"town{ending}", made)
    saved(tmp_path / f"town{of}", tileset())
    box = {"id": 1, "gid": 101 + 3, "width": SIDE, "height": SIDE, "x": 0, "y": 0}
    named = {"type": "template", "tileset": {"firstgid": 101, "source": f"town{of}"}, "object": box}
    saved(tmp_path / f"crate{kind}", named)
    drawing = convert(path, TERRAINS).drawing
    crates = [(n % 8, n // 8) for n, name in enumerate(drawing.terrain()) if name == "crate"]
    assert [place for place in crates if place != (5, 2)] == [(2, 3), (4, 3)]


def test_what_an_object_says_itself_goes_before_its_template(tmp_path: Path) -> None:
    """Its size, its name, its properties; what it does not say is as the template says."""
    made = town(Form(".tmx"))
    said = [{"name": "mark", "type": "string", "value": "q"}, {"name": "height", "type": "int", "value": 2}]
    saved(tmp_path / "start.tx", {"type": "template", "object": template()["object"] | {"properties": said}})
    one = {"x": SIDE, "y": SIDE, "template": "start.tx"}
    own = {"y": 3 * SIDE, "width": SIDE, "properties": [{"name": "mark", "type": "string", "value": "r"}]}
    made["layers"][1]["objects"] = [one, one | own]
    drawing = convert(saved(tmp_path / "town.tmx", made), TERRAINS).drawing
    assert (drawing.tiles_marked("q"), drawing.tiles_marked("r")) == ([(1, 1), (2, 1)], [(1, 3)])
    assert {(1, 1), (1, 3)} <= {(x, y) for x, y, height in drawing.letters(drawing.heights) if height == "2"}


def test_old_files(tmp_path: Path) -> None:
    """The DOCTYPE of early versions names a page that is not fetched; JSON until Tiled 1.2 had tables by number."""
    path = project(tmp_path, Form(".tmx", "numbers"))
    text = path.read_text()
    line = '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">'
    path.write_text(text.replace("?>\n", f"?>\n{line}\n", 1))
    assert is_town(convert(path, TERRAINS))
    made = town(Form(".json"))
    said = made["tilesets"][1]
    said["tiles"] = {"0": {"type": "wall"}, "1": {"type": "floor"}, "2": {"terrain": [0, 0, 0, 0]}}
    said["tileproperties"] = {"3": {"terrain": "crate", "height": 1}}
    said["tilepropertytypes"] = {"3": {"terrain": "string", "height": "int"}}
    assert is_town(convert(saved(tmp_path / "old.json", made), TERRAINS))


DTD = '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd"'


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (DTD + ' [<!ENTITY a "b">]>', "a DOCTYPE has no place"),
        (DTD + f">\n{DTD}>", "a DOCTYPE has no place"),
        (DTD.replace("http", "file") + ">", "a DOCTYPE has no place"),
        (DTD.replace("mapeditor.org", "example.org") + ">", "a DOCTYPE has no place"),
        (DTD.replace("SYSTEM", 'PUBLIC "x"') + ">", "a DOCTYPE has no place"),
        (DTD + "><!ENTITY a 'b'>", "not valid XML"),
    ],
)
def test_other_doctypes(tmp_path: Path, line: str, says: str) -> None:
    """That one line is known, without anything in it; no other is."""
    path = project(tmp_path, Form(".tmx"))
    text = path.read_text()
    path.write_text(text.replace("?>\n", f"?>\n{line}\n", 1))
    with pytest.raises(ContentError, match=says):
        convert(path, TERRAINS)
    path.write_text(text.replace("?>\n", f"?>\n{DTD}>\n", 1).replace('name="spawn"', 'name="&spawn;"'))
    with pytest.raises(ContentError, match="undefined entity"):
        convert(path, TERRAINS)


@pytest.mark.parametrize(
    "form",
    [
        Form(".tmx", tileset="../sets/town.tsx"),
        Form(".tmj", tileset="../sets/town.tsj"),
        Form(".tmx", template="../sets/start.tx"),
        Form(".json", template="../sets/start.tj"),
    ],
)
def test_without_a_project(tmp_path: Path, form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing above the map is opened that nobody says belongs to it; the sentence names the words that say so."""
    monkeypatch.chdir(tmp_path)
    path = project(tmp_path, form)
    said = refused("new", "map", "out", "--from", str(path)).replace("\n", " ")
    assert "must be a file in the same folder or below it" in said
    assert f"say --project {tmp_path}".replace(" ", "") in said.replace(" ", "")
    assert "Fight on it" in good("new", "map", "out", "--from", str(path), "--project", str(tmp_path))
    assert "does not lie in it" in refused("new", "map", "other", "--from", str(path), "--project", str(tmp_path / "sets"))
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".git").mkdir()
    (tmp_path / "all.tiled-project").write_text("{}")
    with pytest.raises(ContentError) as home:
        convert(path, TERRAINS)
    assert "same folder or below it" in str(home.value)
    assert "--project" not in str(home.value), "nobody is asked to open a home to a file"


BOX = {"x": 0, "y": 0, "width": 9, "height": 9}


@pytest.mark.parametrize(
    ("made", "says"),
    [
        ({"type": "template", "object": BOX | {"template": "start.tj"}}, "leads to another"),
        ({"type": "template"}, "object: None must be a JSON object"),
        ({"type": "map", "object": BOX}, "no Tiled template"),
        ([], "no Tiled template"),
        ({"type": "template", "object": BOX | {"gid": 1}}, "tileset: None must be a JSON object"),
        ({"type": "template", "object": BOX | {"gid": 1}, "tileset": {"source": "t.tsx"}}, "'firstgid' is missing"),
        ({"type": "template", "object": BOX | {"gid": 1}, "tileset": {"firstgid": 1}}, "must be the name of a file"),
        ({"type": "template", "object": BOX | {"gid": -1}, "tileset": {"firstgid": 1}}, "gid = -1: must be a number"),
        ({"type": "template", "object": BOX | {"gid": 1}, "tileset": {"firstgid": 1, "source": "/dev/zero"}}, "same folder"),
        ({"type": "template", "object": BOX | {"gid": 1}, "tileset": {"firstgid": 1, "source": "../t.tsx"}}, "same folder"),
        ({"type": "template", "object": BOX | {"x": "a"}}, "x = 'a': must be a number"),
    ],
)
def test_strange_templates(tmp_path: Path, made: Any, says: str) -> None:
    """A template leads no further than the map may, and what is wrong in it is told with map, layer and object."""
    path = project(tmp_path, Form(".tmj", template="start.tj"))
    (path.parent / "start.tj").write_text(json.dumps(made))
    with pytest.raises(ContentError) as notes:
        convert(path, TERRAINS)
    assert says in str(notes.value)
    assert str(notes.value).startswith(str(path.parent))


def test_a_template_named_often(tmp_path: Path) -> None:
    """What a template holds counts as often as it is named."""
    made = town(Form(".tmj"))
    corners = [{"x": n % 100, "y": n % 90} for n in range(3000)]
    saved(tmp_path / "big.tj", {"type": "template", "object": BOX | {"polygon": corners}})
    made["layers"][1]["objects"] = [{"x": 1, "y": 1, "template": "big.tj"}] * 5000
    with pytest.raises(ContentError, match="more than 16000000 bytes of tilesets and templates"):
        convert(saved(tmp_path / "town.tmj", made), TERRAINS)
    saved(tmp_path / "big.tj", {"type": "template", "object": BOX | {"polygon": corners * 2}})
    with pytest.raises(ContentError, match="larger than 64000 bytes"):
        convert(tmp_path / "town.tmj", TERRAINS)


@pytest.mark.parametrize(("metres", "says"), [(2.0, ""), (1.5, "must be whole metres, 1 to 10"), (1e300, "metres_per_tile")])
def test_metres_of_a_tile(tmp_path: Path, metres: float, says: str) -> None:
    """A number with a point is a whole one if it is; five feet are none, and the sentence says what to write."""
    made = town(Form(".tmj")) | {"properties": [{"name": "metres_per_tile", "type": "float", "value": metres}]}
    path = saved(tmp_path / "town.tmj", made)
    if metres == 2:
        assert convert(path, TERRAINS).drawing.metres_per_tile == 2
        return
    with pytest.raises(ContentError, match=says):
        convert(path, TERRAINS)


def test_zstd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where what unpacks it is missing, a sentence says what to install, or to choose in Tiled; bombs are none."""
    form = Form(".tmj", "base64 zlib")
    made = town(form)
    made["layers"][0]["compression"] = "zstd"
    path = saved(tmp_path / "town.tmj", made)
    with monkeypatch.context() as missing:
        missing.setitem(sys.modules, "zstandard", None)
        with pytest.raises(ContentError, match=r"pip install zstandard\. Or, in Tiled, choose"):
            convert(path, TERRAINS)
    pytest.importorskip("zstandard")
    with pytest.raises(ContentError, match="its data are broken"):
        convert(path, TERRAINS)
    for numbers, says in (([0] * 9_000_000, "larger than its 48 tiles"), ([1] * 47, "47 tiles, 48 would fill")):
        made["layers"][0]["data"] = cells("base64 zstd", numbers)
        with pytest.raises(ContentError, match=says):
            convert(saved(path, made), TERRAINS)
    made["layers"][0]["data"] = ground(Form(".tmj", "base64 zstd"))["data"][:-8]
    with pytest.raises(ContentError, match=r"broken|would fill"):
        convert(saved(path, made), TERRAINS)


def test_a_map_of_which_nothing_was_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No class, property or name that is known: one loud line, and no fight is offered; one word is enough."""
    monkeypatch.chdir(tmp_path)
    made = town(Form(".tmx"))
    made["tilesets"][1]["tiles"] = []
    made["layers"][0]["data"] = [number if number == FLOOR else 0 for number in made["layers"][0]["data"]]
    size = {"y": SIDE, "width": 2 * SIDE, "height": 4 * SIDE}
    marks = [{"name": name, "x": x * SIDE, **size} for x, name in ((1, "b"), (5, "r"))]
    made["layers"][1]["objects"] = marks
    path = saved(tmp_path / "town.tmx", made)
    for command in (("map", "one", "--from"), ("job", "two", "--map")):
        said = " ".join(good("new", *command, str(path)).split())
        assert "NOTHING WAS UNDERSTOOD OF THIS MAP: no layer, tileset, tile or object" in said
        assert "Fight" not in said
    made["layers"][0]["name"] = "Floor"
    assert "NOTHING" not in good("new", "map", "three", "--from", str(saved(path, made)))


def test_a_map_on_which_nobody_can_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command that takes a map says so, ends with 1, and offers no fight."""
    monkeypatch.chdir(tmp_path)
    made = town(Form(".tmx"))
    made["layers"][0]["name"] = "Walls"
    made["tilesets"][1]["tiles"] = []
    path = saved(tmp_path / "rock.tmx", made)
    for command in (
        ("new", "map", "rock", "--from", str(path)),
        ("new", "job", "one", "--map", str(path)),
        ("new", "job", "two", "--map", "rock.map.toml"),
        ("check", "rock.map.toml"),
    ):
        result = run(*command)
        assert result.exit_code == 1, command
        assert "NOBODY CAN STAND ON THIS MAP: all of it is wall" in " ".join(result.stderr.split())
        assert "Fight" not in result.output
    assert not [made for made in ("one", "two") if Path(made).exists()]


def test_a_list_is_no_attribute(tmp_path: Path) -> None:
    """What only lies inside an element is not taken from its attributes."""
    path = project(tmp_path, Form(".tmx"))
    words = " ".join(f'{name}="x"' for name in ("layers", "tilesets", "tiles", "objects", "visible"))
    text = path.read_text()
    for tag in ("map", "layer", "objectgroup", "object", "tile"):
        text = text.replace(f"<{tag} ", f"<{tag} {words} ")
    path.write_text(text)
    assert is_town(convert(path, TERRAINS))
