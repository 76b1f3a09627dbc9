"""Universal VTT: rooms closed in the file are closed here, doors join what they join, and what is guessed is told."""

import random
from pathlib import Path
from typing import Any

import pytest
from foreign import brought, cropped, dungeon, moved, portal, rooms, spots, vtt, warehouse

from fireteam.content.errors import ContentError
from fireteam.maps import Drawing
from fireteam.maps.importers import Area


def at(drawing: Drawing, x: int, y: int) -> str:
    """Return the terrain of a tile."""
    return drawing.terrain()[y * drawing.width + x]


def said(notes: tuple[str, ...], words: str) -> str:
    """Return the one note that begins with some words."""
    (found,) = [note for note in notes if note.startswith(words)]
    return found


def middle(x: float, y: float) -> tuple[int, int]:
    """Return the tile in the middle of a square."""
    return 2 * int(x) + 1, 2 * int(y) + 1


def maze(seed: int, width: int = 7, height: int = 6) -> tuple[dict[str, Any], dict[tuple[int, int], set[tuple[int, int]]]]:
    """Return walls and doors between squares, at random, and from which square one gets to which."""
    rng = random.Random(seed)
    walls, portals = [], []
    ways: dict[tuple[int, int], set[tuple[int, int]]] = {(x, y): set() for x in range(width) for y in range(height)}
    for x in range(width + 1):
        for y in range(height + 1):
            for line, one, other in (
                ((x, y, x, y + 1), (x - 1, y), (x, y)),
                ((x, y, x + 1, y), (x, y - 1), (x, y)),
            ):
                if max(line[0], line[2]) > width or max(line[1], line[3]) > height:
                    continue
                kind = rng.choice(("wall", "wall", "door", "open")) if one in ways and other in ways else "wall"
                if kind == "wall":
                    walls.append(spots(*line))
                    continue
                if kind == "door":
                    portals.append(portal(*line, closed=rng.random() < 0.8))
                ways[one].add(other)
                ways[other].add(one)
    return vtt(width, height, walls, portals=portals), ways


def parts_of(ways: dict[tuple[int, int], set[tuple[int, int]]]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return for every square the first of those that it hangs together with."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for start in sorted(ways):
        if start not in found:
            found[start], waiting = start, [start]
            while waiting:
                for other in ways[waiting.pop()]:
                    if other not in found:
                        found[other] = start
                        waiting.append(other)
    return found


@pytest.mark.parametrize("seed", range(15))
def test_squares_hang_together_as_in_the_file(tmp_path: Path, seed: int) -> None:
    """Whatever walls and doors stand between squares: from one to another leads a way here if and only if one does there.

    The walls of 7 x 6 squares are drawn at random, most of the corridors one square wide; map_origin is somewhere.
    """
    file, ways = maze(seed)
    converted = brought(tmp_path, moved(file, seed % 5 - 2, seed % 3))
    here, there = rooms(converted.drawing), parts_of(ways)
    for one in ways:
        for other in ways:
            assert (there[one] == there[other]) == (here[middle(*one)] == here[middle(*other)]), (one, other)
    assert not [note for note in converted.notes if note.startswith("ways")], "the file's own check agrees"


def test_warehouse(tmp_path: Path) -> None:
    """Doors and windows stand where they stood, and are told with their places; so are pillar, light and starts."""
    converted = brought(tmp_path, warehouse())
    drawing = converted.drawing
    assert (drawing.width, drawing.height) == (25, 17)
    assert at(drawing, 4, 7) == at(drawing, 11, 14) == at(drawing, 16, 5) == "closed_door"
    assert at(drawing, 19, 8) == "open_door", "as wide as a square, and blocks no light"
    assert at(drawing, 12, 2) == at(drawing, 22, 7) == "window", "narrower than a square, and block no light"
    assert at(drawing, 8, 10) == "wall", "a pillar"
    assert at(drawing, 4, 6) == at(drawing, 4, 8) == "wall", "a door has posts"
    assert said(converted.notes, "3 x closed door") == "3 x closed door: [4, 7], [11, 14], [16, 5]"
    assert said(converted.notes, "2 x window") == "2 x window: [12, 2], [22, 7]"
    assert said(converted.notes, "1 x open door") == "1 x open door: [19, 8]"
    assert drawing.light == "dim"
    assert "38%" in said(converted.notes, "ambient light")
    assert {letter for _, _, letter in drawing.letters(drawing.marks)} == {".", "a", "b"}
    assert "starts are guessed" in converted.notes[-1]
    with_doors, without = rooms(drawing), rooms(drawing, ("closed_door", "open_door"))
    assert len(set(with_doors.values())) == 1
    hall, office, cell, outside = middle(5, 5), middle(9, 2), middle(9, 5), (0, 0)
    assert {without[place] for place in drawing.tiles_marked("a")} == {without[outside]}
    assert {without[place] for place in drawing.tiles_marked("b")} == {without[office]}
    assert len({without[place] for place in (hall, office, outside)}) == 3
    assert without[hall] == without[cell]


def test_dungeon(tmp_path: Path) -> None:
    """Corridors of one square stay open, rooms with cut corners and crooked caves stay closed, a gaping corner is told."""
    converted = brought(tmp_path, dungeon())
    drawing = converted.drawing
    shown = rooms(drawing)
    room, corridor, bend, cave, cell, rock = (
        middle(2, 2),
        middle(6, 3),
        middle(8, 5),
        middle(8, 8),
        middle(12, 3),
        middle(3, 8),
    )
    assert shown[room] == shown[corridor] == shown[bend] == shown[cave], "door, corridor, open door"
    assert len({shown[place] for place in (room, cell, rock)}) == 3
    assert rooms(drawing, ("closed_door",))[room] != rooms(drawing, ("closed_door",))[corridor]
    assert said(converted.notes, "ends of walls that stop just short").endswith("seen here as: [22, 10]")
    assert not [note for note in converted.notes if note.startswith("ways")]
    starts = {shown[place] for mark in "ab" for place in drawing.tiles_marked(mark)}
    assert starts == {shown[room]}, "where doors lead, not in the rock around"


@pytest.mark.parametrize(("origin", "pixels"), [((2.5, -3), 70), ((100, 40), 133.3), ((0, 0), 0)])
def test_origins_and_pixels(tmp_path: Path, origin: tuple[float, float], pixels: float) -> None:
    """The same map comes of a file whose origin is elsewhere, and of one whose pixels are odd or missing."""
    file = moved(warehouse(), *origin)
    file["resolution"]["pixels_per_grid"] = pixels
    assert brought(tmp_path, file).drawing == brought(tmp_path, warehouse()).drawing


def test_measures_are_guessed_and_told(tmp_path: Path) -> None:
    """A tool that writes pixels, or an origin that its points do not count from, is found out and told."""
    plain = brought(tmp_path, warehouse()).drawing
    file = moved(warehouse(), 0, 0)
    file["resolution"]["map_origin"] = {"x": 30, "y": 30}
    converted = brought(tmp_path, file)
    assert converted.drawing == plain
    assert "left out" in said(converted.notes, "map_origin 30, 30")
    walls = [spots(0, 0, 560, 0, 560, 420, 0, 420, 0, 0)]
    converted = brought(tmp_path, vtt(8, 6, walls))
    assert converted.drawing.rows(converted.drawing.ground)[0] == "#" * 17
    assert said(converted.notes, "points are in pixels").endswith("70 pixels are a square")


def test_a_cropped_drawing(tmp_path: Path) -> None:
    """Of a part of a drawing its own room and door are there, where they stood, and nothing of the rest is."""
    converted = brought(tmp_path, cropped(10, 7))
    ground = converted.drawing.rows(converted.drawing.ground)
    walls = {(x, y) for x in range(4, 13) for y in range(2, 11) if x in (4, 12) or y in (2, 10)}
    assert {(x, y) for y, row in enumerate(ground) for x, letter in enumerate(row) if letter != "."} == walls
    assert at(converted.drawing, 12, 9) == "closed_door", "from (6, 4) to (6, 5), in squares"
    assert converted.drawing.terrain().count("closed_door") == 1
    assert said(converted.notes, "cut off").endswith("4 walls, 1 portals, 1 lights")
    assert not [note for note in converted.notes if "pixels" in note or "left out" in note or note.startswith("ends")]


@pytest.mark.parametrize(("x", "y", "width", "height"), [(0, 0, 8, 6), (0, 0, 10, 10), (20, 3, 9, 7), (12, 8, 4, 4)])
def test_parts_of_a_drawing_are_the_drawing_cut(tmp_path: Path, x: int, y: int, width: int, height: int) -> None:
    """A part that was exported is the same ground as --area of the whole drawing, wherever it begins."""
    whole = brought(tmp_path, cropped(0, 0, 30, 20), Area(x, y, width, height)).drawing
    assert brought(tmp_path, cropped(x, y, width, height)).drawing.ground == whole.ground


def test_an_empty_part_of_a_drawing(tmp_path: Path) -> None:
    """Where the part has nothing, nothing of the rest comes into it."""
    converted = brought(tmp_path, cropped(10, 13, 8, 6))
    assert set(converted.drawing.ground) == {".", "\n"}
    assert said(converted.notes, "cut off").endswith("6 walls, 2 portals, 1 lights")


@pytest.mark.parametrize(("x", "y"), [(2.5, 2.5), (2.4, 2.6), (3, 2.5), (2.25, 2.75)])
@pytest.mark.parametrize("half", [0.2, 0.3, 0.49])
def test_a_stool_takes_one_tile(tmp_path: Path, x: float, y: float, half: float) -> None:
    """An outline smaller than a square is one tile of wall, wherever it stands; one of a square and more is larger."""
    around = [(half, 0), (0, half), (-half, 0), (0, -half), (half, 0)]
    outline = spots(*(number for dx, dy in around for number in (x + dx, y + dy)))
    assert brought(tmp_path, vtt(6, 5, [], objects_line_of_sight=[outline])).drawing.ground.count("#") == 1
    table = spots(*(number for dx, dy in around for number in (x + 3 * dx / half / 4, y + 3 * dy / half / 4)))
    assert brought(tmp_path, vtt(6, 5, [], objects_line_of_sight=[table])).drawing.ground.count("#") > 1


def test_old_new_and_bare_files(tmp_path: Path) -> None:
    """Formats 0.2 to 1.0, also as text, keys that are missing or null, a picture of any size: all are the same map."""
    plain = brought(tmp_path, vtt(4, 3, [spots(0, 0, 4, 0)])).drawing
    for format_ in (0.2, 0.3, 1.0, "1.0"):
        file = vtt(4, 3, [spots(0, 0, 4, 0)], format=format_, portals=None, lights=None, environment=None)
        assert brought(tmp_path, file).drawing == plain
    bare = {"resolution": {"map_size": {"x": 4, "y": 3}}, "line_of_sight": [spots(0, 0, 4, 0)]}
    assert brought(tmp_path, bare).drawing == plain
    assert brought(tmp_path, bare | {"image": "A" * 13_000_000}).drawing == plain
    newer = brought(tmp_path, bare | {"format": 2.5})
    assert "newer than 1.0" in said(newer.notes, "format 2.5")


@pytest.mark.parametrize(("openings", "terrain"), [("window", "window"), ("door", "open_door"), ("gap", "floor")])
def test_openings_are_what_one_says(tmp_path: Path, openings: str, terrain: str) -> None:
    """Portals that block no light are all windows, open doors or gaps if somebody says so."""
    drawing = brought(tmp_path, warehouse(), openings=openings).drawing
    assert at(drawing, 12, 2) == at(drawing, 19, 8) == terrain
    assert at(drawing, 4, 7) == "closed_door"


def test_the_only_way_is_no_window(tmp_path: Path) -> None:
    """A narrow portal that is the only way into a room is an open door, and that is told."""
    walls = [spots(0, 0, 6, 0, 6, 4, 0, 4, 0, 0), spots(3, 0, 3, 1.6), spots(3, 2.4, 3, 4)]
    converted = brought(tmp_path, vtt(6, 4, walls, portals=[portal(3, 1.6, 3, 2.4, closed=False)]))
    assert at(converted.drawing, 6, 4) == "open_door"
    assert said(converted.notes, "1 x window that is the only way").endswith("[6, 4]")


@pytest.mark.parametrize(
    ("ambient", "lamps", "light"),
    [("ffffffff", 0, "clear"), ("ff333333", 0, "dark"), ("#000000", 0, "black"), ("ff333333", 9, "dim")],
)
def test_light(tmp_path: Path, ambient: str, lamps: int, light: str) -> None:
    """The light is as bright as the ambient light, and a step brighter where lamps reach half of the map."""
    lights = [{"position": {"x": 2, "y": 2}, "range": 1.5, "intensity": 1, "color": "ffffffff"}] * lamps
    file = vtt(8, 6, [], lights=lights, environment={"ambient_light": ambient})
    assert brought(tmp_path, file).drawing.light == light


def test_a_part_of_a_large_map(tmp_path: Path) -> None:
    """A map that is too large is refused with the words that take a part of it; the part is that of the map."""
    walls = [spots(0, 0, 90, 0, 90, 80, 0, 80, 0, 0), spots(40, 30, 44, 30, 44, 33)]
    with pytest.raises(ContentError, match=r"90 x 80 squares.*--area 0,0,64,64"):
        brought(tmp_path, vtt(90, 80, walls))
    drawing = brought(tmp_path, vtt(90, 80, walls), Area(39, 29, 8, 6)).drawing
    assert (drawing.width, drawing.height) == (17, 13)
    assert [x for x in range(17) if at(drawing, x, 2) == "wall"] == [*range(2, 11)]
    with pytest.raises(ContentError, match="is not on the map"):
        brought(tmp_path, vtt(90, 80, walls), Area(80, 0, 20, 20))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"resolution": {"map_size": {"x": 0, "y": 5}}}, "0 x 5 squares"),
        ({"resolution": {"map_size": {"x": 1e300, "y": 5}}}, "resolution.map_size.x"),
        ({"resolution": 7}, "resolution = 7"),
        ({"line_of_sight": [[{"x": "a", "y": 1}]]}, r"line_of_sight\[0\]\[0\].x = 'a'"),
        ({"line_of_sight": [spots(*range(400_002))]}, "more than 200000 points"),
        ({"portals": [{"bounds": spots(1, 1)}]}, r"portals\[0\].bounds"),
        ({"environment": {"ambient_light": "pink"}}, "ambient_light"),
    ],
)
def test_hostile_files(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    """What cannot be is refused in a sentence that names its place."""
    with pytest.raises(ContentError, match=says):
        brought(tmp_path, vtt(8, 6, []) | change)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 100_000, "without end"),
        ('{"resolution": NaN}', "NaN"),
        ("{}", "no Universal VTT"),
        ("", "not valid JSON"),
        ('{"resolution": {"map_size": {"x": ' + "9" * 5000 + ', "y": 3}}}', "map.uvtt"),
    ],
)
def test_what_is_no_file_of_this_kind(tmp_path: Path, text: str, says: str) -> None:
    """Broken, empty and endless JSON is refused in a sentence."""
    from foreign import TERRAINS

    from fireteam.maps.importers import convert

    path = tmp_path / "map.uvtt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError, match=says):
        convert(path, TERRAINS)


def test_walls_far_away_cost_nothing(tmp_path: Path) -> None:
    """A line of a million squares is cut to the map."""
    drawing = brought(tmp_path, vtt(4, 3, [spots(-1e6, 1, 1e6, 1)])).drawing
    assert drawing.rows(drawing.ground)[2] == "#" * 9
