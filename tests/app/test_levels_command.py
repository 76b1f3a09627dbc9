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
