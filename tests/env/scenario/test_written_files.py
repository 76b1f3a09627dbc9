"""What game masters write: files are told apart, either spelling is read, every mistake is told with its line."""

from pathlib import Path
from typing import Any

import pytest
from mistakes import spoiled

from fireteam.content.errors import ContentError
from fireteam.content.places import place_of
from fireteam.env.scenario.options import manned
from fireteam.env.scenario.reading import load_scenario
from fireteam.reports.files.checked import Frame, looked_at
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
        looked_at(name, Frame())
    return str(error.value)


def test_a_scenario_is_found_by_its_name(folder: Path) -> None:
    """`fireteam fight job` finds job.scenario.toml in the working folder."""
    assert load_scenario("job").title == "Small"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it.toml: what is it? It is empty"),
        ("wibble = 1", "Its keys (wibble) belong to none of these"),
        (
            "[rules]\naction_points = 4\n",
            "it.toml:2:1: rules.action_points: there is no such entry. Did you mean 'action_points' of [numbers]?",
        ),
        ("action_points = 4\n", "belong to none of these. Did you mean 'action_points' of [numbers]?"),
        (
            '[options]\ndice = "bought"\n[weapons]\nknife.damage = 3\n[numbers]\nlate = 1\n',
            "options: no kind of house rules. They",
        ),
        ('title = "x"\nground = "#"\nlight = "nigth"\n', "it.toml:2:1: ground: the map is 1 x 1 tiles"),
        ("[weapons]\nknife = 3\n", "it.toml:2:1: weapons: knife = 3: must be a table, in { } or below its own [ ]"),
        (
            "[weapons]\nknfe.damage = 4\nswrod.damage = 3\n",
            "it.toml:3:1: weapons.swrod: there is no such entry. Did you mean",
        ),
        (
            "[weapons]\nknfe.damage = 4\nswrod.damage = 3\n",
            "it.toml:2:1: weapons.knfe: there is no such entry. Did you mean",
        ),
        ('template = "officer"\nname = "Vega"\n', "it.toml: these are keys of a unit; a party is a list of them"),
        (MAP + '[legend]\nmarks = "a"\n', "legend: 'marks' belongs to the top of the file, before the first table"),
        ("[unit.guard]\nstrain = 3\n", "Its keys (unit) belong to none of these. Did you mean 'units'?"),
        ("[units.guard]\nstrain = 'x'\n", "it.toml:2:1: units: guard.strain = 'x': must be a whole number"),
        ("[weapons.shotgn]\ndamage = 9\n", "it.toml:1:1: weapons.shotgn: there is no such entry. Did you mean 'shotgun'?"),
        ('tittle = "x"\nteams = []\nrounds = 3\n', "unknown key 'tittle'. Did you mean 'title'?"),
        ('title = "x"\nground = "#"\nlihgt = "dim"\n', "unknown key 'lihgt'. Did you mean 'light'?"),
        ("[numbers]\nwalk_rat = 3\n", "numbers.walk_rat: there is no such entry. Did you mean 'walk_rate'?"),
        ('win = "high"\n', "it.toml:1:1: win = 'high': must be a number"),
        ('\ufeff[[units]]\ntemplate = "soldjer"\n', "no unit template is called 'soldjer'"),
    ],
)
def test_the_kind_of_a_file_is_told_by_its_keys(folder: Path, text: str, words: str) -> None:
    """A wrong key does not turn a scenario into a reward file, and a mark of the encoding is no fault."""
    assert words in said(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('title = "Small\nrounds = 3\n', "it.toml:1:15: not valid TOML: the text is not closed on its line"),
        ("title = 'Small\nrounds = 3\n", "it.toml:1:9: not valid TOML: the text that begins here is never closed"),
        (MAP.rstrip().removesuffix("'''"), "it.toml:2:10: not valid TOML: the text that begins here is never closed"),
        (MAP.rstrip().removesuffix("'''") + "marks = '''\na\n'''\n", "Is the text above it closed, with '''"),
        ('a = """x\ny\n', "it.toml:1:5: not valid TOML: the text that begins here is never closed"),
        ("a = 1\ntitle = “Small”\n", "it.toml:2:9: not valid TOML: “ is no quote that TOML knows: write \" or '"),
        ("fog = True\n", "true and false are written in small letters"),
        ("title: 3\n", "it.toml:1:6: not valid TOML: a line is a table in [ ], or key = value"),
        ("a = 1\na = 2\n", "it.toml:2:6: not valid TOML: this key or table is there already"),
        ("[teams]\na = 1\n[[teams]]\n", "a list of tables has every one of them in [[ ]]"),
        ("[teams]\n[teams]\n", "it.toml:2:7: not valid TOML: this key or table is there already"),
        ('a = ["x", "y"\nb = 3\n', "it.toml:2:1: not valid TOML: a comma, a closing quote or the closing ]"),
        ('a = { b = "x" c = 1 }\n', "it.toml:1:15: not valid TOML: a comma, a closing quote or the closing }"),
        ("[[teams]\n", "an entry of a list of tables in [[ ]]"),
        ('a = "\\d"\n', "a \\ in a text is written twice"),
        ("a = 3 metres\n", "after its value a line ends"),
        ("a = {\nb = 1 }\n", "not valid TOML"),
    ],
)
def test_grammar_is_told_in_words(folder: Path, text: str, words: str) -> None:
    """What is wrong with quotes, brackets and doubles is told with its line and what to look for."""
    assert words in said(text)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("#..o..#", "#..a..#", "it.map.toml:5:4: ground[2]: letter 'a' at [3, 2] is not in the legend. Letters: . #"),
        ("#..o..#", "#..a..#", "letters of starts and zones stand in 'marks'"),
        ("#..o..#", "#..o.#", "it.map.toml:5:1: ground[2] has 6 letters, ground[0] has 7: '#..o.#'"),
        ('"Small"', '\nlight = "drak"', "it.map.toml:2:1: light = 'drak' must be one of black, clear, dark, dim. Did"),
        ('"Small"', '\nlegend = { x = "lava" }', "it.map.toml:2:12: legend.x: no terrain is called 'lava'"),
        ('"Small"', "\nmarks = '''\n\n.......\n...1...\n'''", "it.map.toml:2:1: marks has 2 rows, ground has 5"),
    ],
)
def test_the_row_of_a_map_is_told(folder: Path, old: str, new: str, words: str) -> None:
    """A mistake in a drawing is told with the line of its row."""
    assert words in said(spoiled(MAP, old, new), "it.map.toml")


def test_the_file_that_was_meant(folder: Path) -> None:
    """Who mistypes the name of a file is told of the nearest beside it; a letter that no map has, of its marks."""
    wrong = SCENARIO.replace('"small.map.toml"', '"smal.map.toml"')
    assert "cannot be read (no such file or directory). Did you mean 'small.map.toml'?" in said(wrong, "file.scenario.toml")
    begun = SCENARIO.replace('template = "soldier", at = [1, 1]', 'template = "soldier"').replace(
        '"red"', '"red"\nstart = "q"'
    )
    found = said(begun, "mark.scenario.toml")
    assert found == "mark.scenario.toml:6:1: teams[0].start = 'q': no tile of the map is marked 'q'. Its marks: none"


def test_what_nobody_can_reach_is_refused(folder: Path) -> None:
    """More units than there are cannot leave, and no zone is held longer than the battle lasts."""
    marked = MAP + "marks = '''\n.......\n.......\n....z..\n.......\n.......\n'''\n"
    Path("small.map.toml").write_text(marked)
    goal = 'name = "red"\nobjective = { kind = "exit", zone = "z", needed = 2 }'
    found = said(SCENARIO.replace('name = "red"', goal), "exit.scenario.toml")
    assert found == "exit.scenario.toml:6:42: teams[0].objective.needed = 2: more than its units (1)"
    goal = goal.replace("exit", "hold").replace("2", "21")
    found = said(SCENARIO.replace('name = "red"', goal), "hold.scenario.toml")
    assert found == "hold.scenario.toml:6:42: teams[0].objective.needed = 21: more than the battle's rounds (20)"


def test_a_map_that_was_changed_is_read_anew(folder: Path) -> None:
    """Whoever draws at a map and loads the scenario again, in a notebook, sees the new one."""
    assert load_scenario("job").drawing().width == 7
    Path("small.map.toml").write_text(MAP.replace("#######", "########").replace("..#", "...#"))
    assert load_scenario("job").drawing().width == 8


def test_whoever_reads_a_scenario_names_its_line(folder: Path) -> None:
    """Units on walls and on each other are told with file and line to whoever fights, not to `check` alone."""
    Path("bad.scenario.toml").write_text(SCENARIO.replace("[1, 1]", "[0, 0]"))
    with pytest.raises(
        ContentError, match=r"^bad\.scenario\.toml:6:10: teams\[0\]\.units\[0\]: red_1: \[0, 0\] of map 'Small' is wall"
    ):
        load_scenario("bad")


def test_an_empty_scenario_is_none(folder: Path) -> None:
    """The end of its name says what it is meant to be."""
    assert "key 'title' is missing" in said("", "empty.scenario.toml")


def test_every_problem_is_told_with_its_line(folder: Path) -> None:
    """Two mistakes are two lines, each with the number of the line in the file."""
    wrong = SCENARIO.replace('name = "blue"', 'name = "blue"\nalret = true').replace("[1, 1]", "[-1, 1]")
    lines = said(wrong, "two.scenario.toml").splitlines()
    assert len(lines) == 2
    assert any(
        line.startswith("two.scenario.toml:10:1: unknown key 'teams[1].alret'. Did you mean 'alert'?") for line in lines
    )
    assert any(line.startswith("two.scenario.toml:6:40: teams[0].units[0].at[0] = -1: must be at least 0") for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[1, 1]", "[0, 0]", "bad.scenario.toml:6:10: teams[0].units[0]: red_1: [0, 0] of map 'Small' is wall"),
        ("[1, 1]", "[5, 3]", "bad.scenario.toml:11:1: teams[1].units[0]: blue_1 and red_1 start on the same tile, [5, 3]"),
        ('"small.map.toml"', '"small"', "map = 'small': no map is called 'small'. Did you mean 'small.map.toml'?"),
        (
            '"small.map.toml"',
            '"gone.map.toml"',
            "bad.scenario.toml:2:1: map = 'gone.map.toml': gone.map.toml: cannot be read",
        ),
        ("at = [1, 1]", ", skills = { pistols = '9P' }", "must be a whole number"),
        ('template = "guard"', "\nitems = 5", "must be a table"),
        ("units = [{", 'party = "crew.toml"\nunits = [{', "both 'party' and 'units'"),
        ('name = "red"', '\nparty = "gone.toml"', "gone.toml: cannot be read"),
        (
            "[1, 1]",
            ', name = "A" }, { template = "guard", at = [2, 1], name = "A"',
            "teams[0].units[1].name = 'A': units[0] has the same name",
        ),
        (
            '"soldier"',
            '"soldjer"',
            "bad.scenario.toml:6:12: teams[0].units[0].template: no unit template is called 'soldjer'",
        ),
        ('title = "Small"', '\ncatalog = "hause.toml"', "bad.scenario.toml:2:1: catalog = 'hause.toml': hause.toml: "),
        ('title = "Small"', '\ncatalog = "crew.tml"', "bad.scenario.toml:2:1: catalog = 'crew.tml': "),
        ('name = "blue"', 'name = "red"', "bad.scenario.toml:9:1: teams[1].name = 'red': two teams have the same name"),
        (
            'name = "blue"',
            '\nobjective = { kind = "protect", unit = "Bob" }',
            "bad.scenario.toml:10:33: teams[1].objective.unit = 'Bob': no unit of the team is called 'Bob'. Units: blue_1",
        ),
        (
            'name = "blue"',
            '\nobjective = { kind = "capture" }',
            "'capture' must be one of eliminate (stand alone), hold (be alone in a zone), exit (bring units to a zone), "
            "protect (keep a unit up). Did you mean 'hold'?",
        ),
        (
            'name = "blue"',
            '\nobjective = "kill"',
            "objective: 'kill' must be a table, like { kind = \"eliminate\" }. Kinds: eliminate (stand alone), hold",
        ),
        ('name = "blue"', '\nobjective = { kind = "hodl" }', "bad.scenario.toml:10:15: teams[1].objective"),
        ('title = "Small"', "\nobjective = 3", "unknown key 'objective'. Did you mean 'teams.objective'?"),
        ("at = [1, 1]", ", attributes = { str = 4 }", "units[0].attributes.str': must be one of agility"),
        ("at = [1, 1]", ", attributes = { str = 4 }", "Did you mean 'strength'?"),
        ('title = "Small"', "\n[rules]\naction_points = 4", "numbers of the rules stand below [catalog.numbers]"),
        (
            'title = "Small"',
            "\ncatalog.weapons.knief.damage = 4",
            "bad.scenario.toml:2:1: catalog.weapons.knief: there is no such entry. Did you mean 'knife'?",
        ),
        ("at = [1, 1]", ", spare = { bow = 3 }", "bad.scenario.toml:6:47: teams[0].units[0].spare: it carries no bow"),
        ("at = [1, 1]", ", arrives_pass = 2", "teams[0].units[0].arrives_pass: only units that come later"),
        ("at = [1, 1]", ", arrives = 21", "arrives = 21: the battle ends after 20 rounds"),
        ('"soldier"', '"Soldier"', "digits and _, a letter first. Did you mean 'soldier'?"),
        (
            "units = [{",
            'party = ["crew.toml"]\nunits = [{',
            "'teams[0].party': must be the name of one party file, in quotes",
        ),
        (
            'name = "red"',
            '\nobjective = { kind = "protect", unit = "red_1", zone = "a" }',
            "an objective of kind 'protect' has no zone",
        ),
        ('name = "blue"', "\nrounds = 9", "'rounds' belongs to the top of the file"),
        ('name = "red"', "name = red", "bad.scenario.toml:5:8: not valid TOML: text stands in quotes"),
    ],
)
def test_mistakes_name_the_file(folder: Path, old: str, new: str, words: str) -> None:
    """Walls, doubles, missing files and wrong kinds of values are told with the file that says them."""
    found = said(spoiled(SCENARIO, old, new), "bad.scenario.toml")
    assert words in found
    assert "bad.scenario.toml" in found


def test_either_spelling_is_read(folder: Path) -> None:
    """British and American keys mean the same, in scenarios, house rules and options."""
    text = SCENARIO.replace("at = [1, 1]", 'at = [1, 1], armor = ["vest"]')
    Path("us.scenario.toml").write_text('options = { full_defence = "skill" }\n' + text)
    scenario = load_scenario("us.scenario.toml")
    assert scenario.teams[0].units[0].armour == ["vest"]
    assert scenario.options.full_defense == "skill"
    Path("house.toml").write_text("[armor.vest]\narmour = 3\n")
    assert looked_at("house.toml", Frame())[0] == "house rules for armor"


def test_a_system_that_is_asked_for_takes_the_place_of_the_files(folder: Path) -> None:
    """A scenario is read by the system that is asked for, whatever it names itself."""
    Path("other.scenario.toml").write_text('system = "other"\n' + SCENARIO)
    assert load_scenario("other.scenario.toml", "swan_song").system == "swan_song"
    assert manned("other.scenario.toml", system="swan_song").system == "swan_song"
    with pytest.raises(ContentError, match=r"other.scenario.toml:1:1: system: no rule system is called that\."):
        load_scenario("other.scenario.toml")
    with pytest.raises(ContentError, match=r"^no rule system is called 'swan'\..* Systems: .*swan_song"):
        load_scenario("other.scenario.toml", "swan")


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
    assert looked_at("crew.toml", Frame(load_house("house.toml")))[0] == "a party of 1"
    with pytest.raises(ContentError, match="no weapon is called 'rapier'"):
        looked_at("crew.toml", Frame())


def test_a_party_for_a_team_that_is_not_there(folder: Path) -> None:
    """Who says --red where nobody is red is told of --team."""
    with pytest.raises(ContentError, match=r"its teams: convoy, outlaws. Say --team convoy=crew\.toml"):
        bots_and_parties("ambush", {"red": ["crew.toml"]}, [], "guard", 0)


@pytest.mark.parametrize(
    ("path", "place"),
    [(["title"], (1, 1)), (["teams", 0, "units", 0, "at"], (6, 34)), (["teams", 0, "units", 0, "at", 1], (6, 43)),
     (["teams", 1, "name"], (9, 1)), (["teams", 1, "units", 0, "at"], (13, 1)), (["teams", 1, "start"], (8, 1)),
     (["nowhere"], None)],
)  # fmt: skip
def test_places(path: list[Any], place: tuple[int, int] | None) -> None:
    """Line and column of what says most of a path; none where nothing does."""
    assert place_of(SCENARIO, path) == place


def test_places_of_all_that_files_may_say() -> None:
    """Lists over several lines, tables in them, dotted keys, quotes of all kinds, comments, ends of lines of Windows."""
    text = (
        'a.b = { "c d" = 1, e = [2, # two\n  { f = "]}" },\n ] }\n'
        'g = \'\'\'\n\n  ##\n  #.\n\'\'\'  # drawn\n[[h.i]]\nj = """x\\"""""\n[[h.i]]\nk = 1979-05-27 07:32:00\nl = false'
    )
    for ends in (text, text.replace("\n", "\r\n")):
        assert place_of(ends, ["a", "b", "c d"]) == (1, 9)
        assert place_of(ends, ["a", "b", "e", 1, "f"]) == (2, 5)
        assert place_of(ends, ["g", 1]) == (7, 3)
        assert place_of(ends, ["h", "i", 0, "j"]) == (10, 1)
        assert place_of(ends, ["h", "i", 1, "l"]) == (13, 1)


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
