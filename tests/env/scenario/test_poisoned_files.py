"""Files made to hang or to crash their reader: names, keys, depths, numbers, and what lies in the folder of a run."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fireteam.cli import app
from fireteam.content.errors import ContentError
from fireteam.content.places import place_of
from fireteam.content.reading import read_toml
from fireteam.content.toml import DEEPEST
from fireteam.env.scenario.reading import load_party, load_scenario
from fireteam.training.curve import curve_of
from fireteam.training.folder import CONFIG, load_config
from fireteam.training.orders.config import Config
from fireteam.training.progress import HEAD, PROGRESS, go_on, read_progress


def fireteam(*words: str) -> Result:
    """Return what comes of a command."""
    return CliRunner().invoke(app, list(words))


@pytest.mark.parametrize(
    "text",
    [
        "a." * 50_000 + "b = 1",
        "[" + "a . " * 20_000 + "a]",
        "x = 1\n[[" + "'a'." * 20_000 + "a]]",
        "a = {" + "a." * 50_000 + "b = 1}",
        "a = " + "[\n" * 150 + "]\n" * 150,
    ],
)
def test_keys_are_not_too_deep(tmp_path: Path, text: str) -> None:
    """A key of many parts, which takes a reader the square of their number, is refused unread; lists in lists, too."""
    path = tmp_path / "deep.toml"
    path.write_text(text)
    for command in (("check",), ("fight", "duel", "--catalog"), ("odds", "--catalog"), ("fight", "duel", "--red")):
        result = fireteam(*command, str(path))
        assert isinstance(result.exception, SystemExit), result.exception
        assert "deep.toml" in result.stderr
        assert f"more than {DEEPEST}" in result.stderr


def test_points_in_words_are_no_keys(tmp_path: Path) -> None:
    """Rows of a map and sentences have as many points as they like."""
    path = tmp_path / "points.toml"
    path.write_text(f"about = {json.dumps('Wait ... ' * 200)}\nground = {json.dumps('.' * 500)}\n")
    assert len(read_toml(path)) == 2


def test_keys_by_the_thousand(tmp_path: Path) -> None:
    """However many keys are wrong, the first are told, and how many more there are."""
    path = tmp_path / "many.toml"
    path.write_text("".join(f"k{number} = 1\n" for number in range(20_000)))
    for read in (load_scenario, load_party):
        with pytest.raises(ContentError, match=r"and \d+ more") as error:
            read(path)
        assert len(str(error.value)) < 4000
    result = fireteam("check", str(path))
    assert len(result.stderr) < 4000
    assert "what is it?" in result.stderr


def test_lines_are_found_soon() -> None:
    """A line that begins like a table and never ends is read once."""
    assert place_of("a = [\n[" + " " * 20_000 + "\n1]]\n[b]\nc = 1\n", ["b", "c"]) == (5, 1)
    assert place_of("[ 'a]' . \"b\" ]  # here\nc = 1\n", ["a]", "b", "c"]) == (2, 1)


def test_names_that_no_file_has(tmp_path: Path) -> None:
    """A name that is too long, or has a zero in it, is told as any file that cannot be read."""
    for name in ("x" * 300, "a\0b"):
        for command in ("check", "watch", "fight"):
            for end in ("", ".toml", ".jsonl"):
                result = fireteam(command, f"{tmp_path / name}{end}")
                assert isinstance(result.exception, SystemExit), (command, end, result.exception)
                assert "error: " in result.stderr
    path = tmp_path / "zero.scenario.toml"
    path.write_text('title = "Zero"\nmap = "a\\u0000.toml"\n[[teams]]\nname = "red"\nstart = "a"\nunits = []\n')
    assert isinstance(fireteam("check", str(path)).exception, SystemExit)


SCENE = """title = "Small"
map = "small.map.toml"
winner_at_limit = "red"
[[teams]]
name = "red"
start = "a"
objective = { kind = "protect", unit = "Ann" }
units = [{ template = "soldier", name = "Ann" }, { template = "soldier", attributes = { agility = 4 } }]
[[teams]]
name = "blue"
start = "b"
units = [{ template = "ganger" }]
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('limit = "red"', 'limit = "green"', "winner_at_limit = 'green' is no team. Teams: blue, red."),
        ('start = "a"', 'start = "z"', "no tile of the map is marked 'z'. Its marks: a, b"),
        ('unit = "Ann"', 'unit = "Bob"', "no unit of the team is called 'Bob'. Units: Ann, red_2"),
        ("{ agility = 4", "{ agilty = 4", "unknown key 'teams[0].units[1].attributes.agilty': must be one of agility,"),
    ],
)
def test_mistakes_are_told_what_there_is(tmp_path: Path, old: str, new: str, words: str) -> None:
    """Who names a team, a mark, a unit or an attribute that is not there is told those that are."""
    ground, marks = (
        "\n".join(["########", *["#......#"] * 2, "########"]),
        "\n".join(["........", *[".a....b."] * 2, "........"]),
    )
    (tmp_path / "small.map.toml").write_text(f'title = "Small"\nground = """\n{ground}\n"""\nmarks = """\n{marks}\n"""\n')
    path = tmp_path / "small.scenario.toml"
    assert old in SCENE
    path.write_text(SCENE)
    assert fireteam("check", str(path)).exit_code == 0
    path.write_text(SCENE.replace(old, new, 1))
    result = fireteam("check", str(path))
    assert result.exit_code == 1
    assert words in result.stderr


def test_a_mistyped_key_of_house_rules_has_its_line(tmp_path: Path) -> None:
    """An unknown key inside an entry names the line that it stands in."""
    path = tmp_path / "house.toml"
    path.write_text("[weapons.light_pistol]\naccuracy = 5\ndamge = 5\n")
    assert (
        f"{path}:3:1: weapons: unknown key 'light_pistol.damge'. Did you mean 'damage'?"
        in fireteam("check", str(path)).stderr
    )


@pytest.mark.parametrize(
    "rows",
    [
        "",
        "one,two\n",
        HEAD + "x,1,1,1,1\n",
        HEAD + "1,1\n",
        HEAD + "nan,1,1,1,0\n",
        HEAD + "1e300,1,1,1,0\n",
        HEAD + "1,1,1,1,2\n",
    ],
)
def test_progress_that_is_none(tmp_path: Path, rows: str) -> None:
    """What cannot be progress is told with its line, wherever the file is read."""
    path = tmp_path / PROGRESS
    path.write_text(rows)
    for read in (lambda: go_on(path, 10), lambda: curve_of(path, "A run", 100), lambda: read_progress(path)):
        with pytest.raises(ContentError, match=r"progress.csv:[12]: .* must be"):
            read()


def test_progress_that_was_cut_off(tmp_path: Path) -> None:
    """A line that a full disk or a kill has cut off is left out, and the run goes on from the one before."""
    path = tmp_path / PROGRESS
    path.write_text(HEAD + "10,2,5,1,0.5\n20,4,5,3,0.25\n30,6,")
    assert go_on(path, 30) == (4.0, 3)
    assert path.read_text() == HEAD + "10,2,5,1,0.5\n20,4,5,3,0.25\n"
    assert go_on(path, 15) == (2.0, 1)
    assert len(read_progress(path)) == 1
    assert curve_of(path, "A run", 100).startswith("<svg")


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "null", "[]", '{"steps": "many"}'])
def test_configurations_that_are_none(tmp_path: Path, text: str) -> None:
    """The configuration in the folder of a run may be anything."""
    (tmp_path / CONFIG).write_text(text)
    with pytest.raises(ContentError, match=CONFIG):
        load_config(tmp_path, Config)
