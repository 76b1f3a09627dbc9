"""What game masters write: files are told apart, either spelling is read, every mistake is told with its line."""

from pathlib import Path
from typing import Any

import pytest

from fireteam.commands.check import checked
from fireteam.commands.content import models
from fireteam.env.errors import ContentError
from fireteam.env.scenario import Options, load_scenario
from fireteam.maps.places import line_of
from fireteam.meanings import FILES, OPTIONS
from fireteam.seating import bots_and_parties

MAP = """title = "Small"
ground = '''
#######
#.....#
#..o..#
#.....#
#######
'''
"""
SCENARIO = """title = "Small"
map = "small.map.toml"

[[teams]]
name = "red"
units = [{ template = "soldier", at = [1, 1] }]

[[teams]]
name = "blue"

[[teams.units]]
template = "guard"
at = [5, 3]
"""
PARTY = """[[units]]
template = "officer"
name = "Vega"
at = [1, 1]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working folder, with a good map, scenario and party."""
    (tmp_path / "small.map.toml").write_text(MAP)
    (tmp_path / "job.scenario.toml").write_text(SCENARIO)
    (tmp_path / "crew.toml").write_text(PARTY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(text: str, name: str = "it.toml") -> str:
    """Return what `fireteam check` says of a text."""
    Path(name).write_text(text)
    with pytest.raises(ContentError) as error:
        checked(name)
    return str(error.value)


def test_every_key_and_option_has_a_meaning() -> None:
    """`fireteam list keys` and `list options` leave nothing out and invent nothing."""
    assert {kind: set(meanings) for kind, meanings in FILES.items()} == {
        kind: set(model.model_fields) for kind, model in models().items()
    }
    assert set(OPTIONS) == set(Options.model_fields)


def test_a_scenario_is_found_by_its_name(folder: Path) -> None:
    """`fireteam fight job` finds job.scenario.toml in the working folder."""
    assert load_scenario("job").title == "Small"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it.toml: what is it? It is empty"),
        ("wibble = 1", "Its keys (wibble) belong to none of these"),
        ("[unit.guard]\nstrain = 3\n", "Its keys (unit) belong to none of these. Did you mean 'units'?"),
        ("[units.guard]\nstrain = 'x'\n", "it.toml:2: units: guard.strain = 'x': must be a whole number"),
        ("[weapons.shotgn]\ndamage = 9\n", "it.toml:1: weapons.shotgn: there is no such entry. Did you mean 'shotgun'?"),
        ('tittle = "x"\nteams = []\nrounds = 3\n', "unknown key 'tittle'. Did you mean 'title'?"),
        ('title = "x"\nground = "#"\nlihgt = "dim"\n', "unknown key 'lihgt'. Did you mean 'light'?"),
        ("[numbers]\nwalk_rat = 3\n", "numbers.walk_rat: there is no such entry. Did you mean 'walk_rate'?"),
        ('win = "high"\n', "it.toml:1: win = 'high': must be a number"),
        ('\ufeff[[units]]\ntemplate = "soldjer"\n', "no unit template is called 'soldjer'"),
    ],
)
def test_the_kind_of_a_file_is_told_by_its_keys(folder: Path, text: str, words: str) -> None:
    """A wrong key does not turn a scenario into a reward file, and a mark of the encoding is no fault."""
    assert words in said(text)


def test_an_empty_scenario_is_none(folder: Path) -> None:
    """The end of its name says what it is meant to be."""
    assert "key 'title' is missing" in said("", "empty.scenario.toml")


def test_every_problem_is_told_with_its_line(folder: Path) -> None:
    """Two mistakes are two lines, each with the number of the line in the file."""
    wrong = SCENARIO.replace('name = "blue"', 'name = "blue"\nalret = true').replace("[1, 1]", "[-1, 1]")
    lines = said(wrong, "two.scenario.toml").splitlines()
    assert len(lines) == 2
    assert any(
        line.startswith("two.scenario.toml:10: unknown key 'teams[1].alret'. Did you mean 'alert'?") for line in lines
    )
    assert any(line.startswith("two.scenario.toml:6: teams[0].units[0].at[0] = -1: must be at least 0") for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[1, 1]", "[0, 0]", "bad.scenario.toml:6: teams[0].units[0]: red_1: [0, 0] of map 'Small' is wall"),
        ("[1, 1]", "[5, 3]", "bad.scenario.toml:11: teams[1].units[0]: blue_1 and red_1 start on the same tile, [5, 3]"),
        ('"small.map.toml"', '"small"', "map = 'small': no map is called 'small'. Did you mean 'small.map.toml'?"),
        ('"small.map.toml"', '"gone.map.toml"', "bad.scenario.toml:2: map = 'gone.map.toml': gone.map.toml: cannot be read"),
        ("at = [1, 1]", "at = [1, 1], skills = { pistols = '9P' }", "must be a whole number"),
        ('template = "guard"', 'template = "guard"\nitems = 5', "must be a table"),
        ("units = [{", 'party = "crew.toml"\nunits = [{', "both 'party' and 'units'"),
        ('name = "red"', 'name = "red"\nparty = "gone.toml"', "gone.toml: cannot be read"),
        (
            "[1, 1] }",
            '[1, 1], name = "A" }, { template = "guard", at = [2, 1], name = "A" }',
            "teams[0].units[1].name = 'A': units[0] has the same name",
        ),
        ('"soldier"', '"soldjer"', "bad.scenario.toml:6: teams[0].units[0]: no unit template is called 'soldjer'"),
        ('name = "blue"', 'name = "blue"\nrounds = 9', "'rounds' belongs to the top of the file"),
        ('name = "red"', "name = red", "not valid TOML: Invalid value (at line 5, column 8). Text stands in quotes"),
    ],
)
def test_mistakes_name_the_file(folder: Path, old: str, new: str, words: str) -> None:
    """Walls, doubles, missing files and wrong kinds of values are told with the file that says them."""
    assert old in SCENARIO
    told = said(SCENARIO.replace(old, new, 1), "bad.scenario.toml")
    assert words in told
    assert "bad.scenario.toml" in told


def test_either_spelling_is_read(folder: Path) -> None:
    """British and American keys mean the same, in scenarios, house rules and options."""
    text = SCENARIO.replace("at = [1, 1]", 'at = [1, 1], armor = ["vest"]')
    Path("us.scenario.toml").write_text('options = { full_defence = "skill" }\n' + text)
    scenario = load_scenario("us.scenario.toml")
    assert scenario.teams[0].units[0].armour == ["vest"]
    assert scenario.options.full_defense == "skill"
    Path("house.toml").write_text("[armor.vest]\narmour = 3\n")
    assert checked("house.toml") == "house rules for armor"


def test_a_party_stands_in_a_scenario_where_it_says(folder: Path) -> None:
    """`party = "crew.toml"` takes the place of a team's units; where its members say they stand, they stand."""
    text = SCENARIO.replace('units = [{ template = "soldier", at = [1, 1] }]', 'party = "crew.toml"')
    Path("with.scenario.toml").write_text(text)
    unit = load_scenario("with.scenario.toml").teams[0].units[0]
    assert (unit.name, unit.at) == ("Vega", [1, 1])
    loaded, _ = bots_and_parties("job", {"red": ["crew.toml"]}, [], "guard", 0)
    assert loaded.teams[0].units[0].at == [1, 1]


def test_a_party_is_checked_under_house_rules(folder: Path) -> None:
    """`check --catalog` knows weapons of the house."""
    from fireteam.env.catalog import load_house

    Path("house.toml").write_text(
        '[weapons.rapier]\nwords = "rapier"\nkind = "melee"\nskill = "blades"\naccuracy = 7\ndamage = 3\n'
    )
    Path("crew.toml").write_text('[[units]]\ntemplate = "officer"\nweapons = ["rapier"]\n')
    assert checked("crew.toml", load_house("house.toml")) == "a party of 1"
    with pytest.raises(ContentError, match="no weapon is called 'rapier'"):
        checked("crew.toml")


def test_a_party_for_a_team_that_is_not_there(folder: Path) -> None:
    """Who says --red where nobody is red is told of --team."""
    with pytest.raises(ContentError, match=r"its teams: convoy, outlaws. Say --team convoy=crew\.toml"):
        bots_and_parties("ambush", {"red": ["crew.toml"]}, [], "guard", 0)


@pytest.mark.parametrize(
    ("path", "line"),
    [(["title"], 1), (["teams", 0, "units", 0, "at"], 6), (["teams", 1, "name"], 9), (["teams", 1, "units", 0, "at"], 13),
     (["nowhere"], None)],
)  # fmt: skip
def test_lines(path: list[Any], line: int | None) -> None:
    """The line that says most of a path; none where nothing does."""
    assert line_of(SCENARIO, path) == line


def test_names_are_printed_as_they_are(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Brackets in a title are no markup, and what a terminal would obey is refused."""
    from typer.testing import CliRunner

    from fireteam.cli import app

    Path("marked.scenario.toml").write_text(SCENARIO.replace('title = "Small"', 'title = "[/x] [bold]S"'))
    result = CliRunner().invoke(app, ["check", "marked.scenario.toml"])
    assert result.exit_code == 0
    assert "[/x] [bold]S" in result.output
    assert "control characters" in said(SCENARIO.replace('"Small"', '"a\\u001b[31mb"'), "esc.scenario.toml")
    assert "control characters" in said(SCENARIO.replace('"soldier"', '"soldier", name = "a\\nb"'), "line.scenario.toml")
