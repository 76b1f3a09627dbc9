"""`fireteam levels`: levels on the screen and as a picture, and what they are worth."""

import json
from pathlib import Path

from typer.testing import CliRunner

from fireteam.cli import app
from fireteam.env.seats.levels import levels_of

RUN = CliRunner()


def test_levels_are_shown() -> None:
    """A row a level: its map, mission, teams and how fair it is; as JSON the same for programs."""
    said = RUN.invoke(app, ["levels", "show", "3..5"])
    assert said.exit_code == 0
    assert [line.split()[0] for line in said.output.splitlines()[1:] if line[:1].isdigit()] == ["3", "4", "5"]
    found = json.loads(RUN.invoke(app, ["levels", "show", "3..5", "--json"]).stdout)
    facts = levels_of("3..5").scenario.facts(4)
    assert found[1]["kind"] == facts.kind
    assert found[1]["mission"] == facts.mission
    assert found[1]["share"] == facts.share


def test_what_the_table_does_not_know_is_not_said(tmp_path: Path) -> None:
    """Of units that were not measured no share is made up; a team that is written may come in numbers, and be called."""
    path = tmp_path / "mine.scenario.toml"
    path.write_text(
        'title = "Mine"\n[draw]\ntemplates = ["medic"]\nkept = ["red"]\n'
        '[[teams]]\nname = "red"\nunits = [{ template = "soldier", count = 2 }, '
        '{ template = "guard", arrives = { when = "alarm" } }]\n'
        '[[teams]]\nname = "blue"\nunits = [{ template = "soldier" }]\n',
        encoding="utf-8",
    )
    found = json.loads(RUN.invoke(app, ["levels", "show", f"{path}:0..1", "--json"]).stdout)
    assert [one["share"] for one in found] == [None, None]
    assert found[0]["teams"]["red"] == ["soldier", "soldier", "guard"]
    assert "not known" in RUN.invoke(app, ["levels", "show", f"{path}:0..1"]).stdout


def test_levels_as_a_picture(tmp_path: Path) -> None:
    """The openings of levels are drawn on one sheet."""
    path = tmp_path / "sheet.png"
    said = RUN.invoke(app, ["levels", "picture", "0..4", "--out", str(path)])
    assert said.exit_code == 0, said.output
    assert path.read_bytes().startswith(b"\x89PNG")


def test_what_levels_are_worth_is_measured() -> None:
    """Battles of a doctrine make the table of a system, which is checked on other levels."""
    said = RUN.invoke(app, ["levels", "measure", "skirmish:0..19", "--battles", "2", "--json"])
    assert said.exit_code == 0, said.output
    found = json.loads(said.stdout)
    assert found["battles"] == 32
    draw = levels_of("skirmish").scenario.draw
    assert draw is not None
    assert set(found["templates"]) <= {*draw.templates}
    assert sum(band["levels"] for band in found["bands"]) == 4
    shipped = found["shipped"]
    assert shipped["levels"] == sum(band["levels"] for band in shipped["bands"]) == 20
    assert all(0 < band["expected"] < 1 and 0 <= band["won"] <= 1 for band in shipped["bands"])


def test_the_table_that_comes_with_the_package_is_checked() -> None:
    """Anybody can see how it fares on levels that they choose: in bands, and by the parts that teams have."""
    said = RUN.invoke(app, ["levels", "measure", "0..15", "--battles", "1", "--system", "ladder"])
    assert said.exit_code == 0, said.output
    assert said.stdout.startswith("[ladder]")
    table = said.stdout.partition("The table that comes with the package, on all 16 levels")[2]
    rows = [line.split() for line in table.splitlines() if line.startswith("all")]
    assert [int(row[1]) for row in rows] == [2] * 8
    levels = levels_of("0..15", "ladder")
    attackers = [levels.scenario.facts(number) for number in levels.numbers]
    for mission in {one.mission for one in attackers if one.attacker >= 0}:
        count = sum(one.mission == mission for one in attackers)
        assert next(line for line in table.splitlines() if line.startswith(f"{mission}: attacker")).split()[2] == str(count)


def test_no_table_is_checked_where_it_knows_no_unit(tmp_path: Path) -> None:
    """Of units that the table does not know it says nothing, so that there is nothing to check."""
    path = tmp_path / "mine.scenario.toml"
    teams = "".join(f'[[teams]]\nname = "{name}"\nunits = [{{ template = "medic" }}]\n' for name in ("red", "blue"))
    path.write_text(f'title = "Mine"\nrounds = 2\n[draw]\ntemplates = ["medic"]\nunits = [1, 1]\n{teams}', encoding="utf-8")
    said = RUN.invoke(app, ["levels", "measure", f"{path}:0..5", "--battles", "1"])
    assert said.exit_code == 0, said.output
    assert "comes with the package" not in said.output
    found = json.loads(RUN.invoke(app, ["levels", "measure", f"{path}:0..5", "--battles", "1", "--json"]).stdout)
    assert found["shipped"] == {"levels": 0, "slope": None, "bands": [], "parts": {}}


def test_mistakes_are_said(tmp_path: Path) -> None:
    """What are no levels, too many pictures and a name that is no picture end with a sentence and exit code 2."""
    for arguments, wrong in (
        (["levels", "show", "yard:0..3"], "draws nothing"),
        (["levels", "show", "5..2"], "the first one is the smallest"),
        (["levels", "show", "levels"], "at most 10000 at a time"),
        (["levels", "show", "9" * 5000], "no scenario is called"),
        (["levels", "picture", "0..99", "--out", str(tmp_path / "a.png")], "at most 64"),
        (["levels", "picture", "0..1", "--out", str(tmp_path / "a.jpg")], "must end in .png"),
    ):
        said = RUN.invoke(app, arguments)
        assert said.exit_code == 2, arguments
        assert wrong in " ".join(said.stderr.split()), arguments
    assert not list(tmp_path.iterdir())
