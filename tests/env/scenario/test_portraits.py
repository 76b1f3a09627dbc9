"""Portraits: a picture beside a party file is made small and travels with its unit; a stranger's opens nothing."""

import base64
from pathlib import Path

import pytest
from PIL import Image

from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_party, load_scenario
from fireteam.env.view.playback.cutter import Cutter
from fireteam.maps.portraits import PREFIX, png_of

PARTY = '[[units]]\ntemplate = "soldier"\nname = "Mara"\nportrait = "{}"\nat = [2, 9]\n'
JOB = """title = "Job"
map = "yard"
[[teams]]
name = "red"
party = "crew.toml"
[[teams]]
name = "blue"
units = [{ template = "ganger", at = [20, 9] }]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a party whose first unit has a picture, and a scenario with that party."""
    Image.radial_gradient("L").resize((300, 200)).convert("RGB").save(tmp_path / "mara.png")
    (tmp_path / "crew.toml").write_text(PARTY.format("mara.png"))
    (tmp_path / "job.scenario.toml").write_text(JOB)
    return tmp_path


def test_a_picture_travels(folder: Path) -> None:
    """It is a PNG of 64 x 64 pixels in the scenario, a playback and a replay that was written and read again."""
    scenario = load_scenario(folder / "job.scenario.toml")
    portrait = scenario.teams[0].units[0].portrait
    assert png_of(portrait)[16:24] == (64).to_bytes(4, "big") * 2
    assert len(portrait) < 8000
    battle = Battle(scenario, 1)
    assert [unit.get("portrait") for unit in Cutter(battle.field).playback["units"]] == [portrait, None]
    record = Replay.of(battle, 1)
    record.finish(battle)
    record.save(folder / "job.jsonl.gz")
    (folder / "mara.png").unlink()
    again = Replay.load(folder / "job.jsonl.gz").header.scenario
    assert again.teams[0].units[0].portrait == portrait


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mora.png", "crew.toml:4:1: units[0].portrait = 'mora.png': "),
        ("../mara.png", "must be the name of a picture beside this file"),
        ("/etc/passwd", "must be the name of a picture beside this file"),
        ("crew.toml", "is no picture that can be read"),
    ],
)
def test_what_is_no_picture_is_refused(folder: Path, name: str, words: str) -> None:
    """The message names the line and what may stand there."""
    (folder / "crew.toml").write_text(PARTY.format(name))
    with pytest.raises(ContentError) as error:
        load_party(folder / "crew.toml")
    assert words in str(error.value)


@pytest.mark.parametrize(
    "portrait",
    [
        "mara.png",
        "file:///etc/passwd",
        PREFIX + "!!",
        PREFIX + base64.b64encode(b"GIF89a" + bytes(40)).decode(),
        PREFIX + base64.b64encode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0\0\xff\xff" * 2 + bytes(9)).decode(),
        PREFIX + "A" * 30_000,
    ],
)
def test_what_travels_is_checked(folder: Path, portrait: str) -> None:
    """A replay or a scenario of somebody else holds bytes of a small PNG, or is refused; no file is opened by its name."""
    data = load_scenario(folder / "job.scenario.toml").model_dump()
    data["teams"][0]["units"][0]["portrait"] = portrait
    with pytest.raises(ValueError, match="portrait"):
        Scenario.model_validate(data)


def test_without_pillow_there_are_initials(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is embedded then."""
    monkeypatch.setitem(__import__("sys").modules, "PIL", None)
    assert load_party(folder / "crew.toml").units[0].portrait == ""
