"""How units behave, as scenarios and parties say it: what gets onto their sheets, and mistakes told with their line."""

import re
from pathlib import Path

import pytest

from fireteam.content.errors import ContentError
from fireteam.env.rules.arena import CUES, TEMPERS
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.objective import Call
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.setup import laid_out
from fireteam.reports.files.checked import Frame, looked_at
from fireteam.seating import bots_and_parties

MAP = "title = 'Small'\nground = '''\n......\n......\n......\n......\n......\n......\n'''\nmarks = '''\n" + (
    ".....x\n......\n......\n......\n......\nc.....\n'''\n"
)
JOB = """title = "Job"
map = "small.map.toml"

[[teams]]
name = "red"
party = "crew.toml"

[[teams]]
name = "gang"
doctrine = "charger"
temper = "bold"
protects = "Boss"
morale = { losses = 50, exit = "x" }
units = [
  { template = "ganger", at = [5, 0], count = 1 },
  { template = "ganger", at = [5, 1], name = "Boss", temper = "cowardly", morale = { wounds = 40, surrenders = true } },
  { template = "ganger", at = [5, 2], morale = {}, arrives = { when = "alarm", after = 2 } },
  { template = "ganger", at = [5, 3], arrives = { when = "zone", zone = "c" } },
]
"""
CREW = """title = "The Night Crew"
doctrine = "guard"
morale = { wounds = 90 }

[[units]]
template = "soldier"
at = [0, 0]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a job: scenario, map, party."""
    (tmp_path / "small.map.toml").write_text(MAP)
    (tmp_path / "crew.toml").write_text(CREW)
    (tmp_path / "job.scenario.toml").write_text(JOB)
    return tmp_path


def test_what_gets_onto_sheets(folder: Path) -> None:
    """A unit's own word goes before its team's; marks are tiles, percentages numbers, the ward a place in the roster."""
    field = laid_out(load_scenario(folder / "job.scenario.toml"))
    arena = field.arena[0]
    crew, first, boss, third, last = arena["sheets"][:5]
    assert (arena["morale"], arena["cues"], arena["waves"]) == (1, 1, 1)
    assert (crew["wounds"], crew["losses"], crew["refuge_at"]) == (90, 0, -1)
    assert (first["losses"], first["wounds"], first["surrenders"]) == (50, 0, 0)
    assert (first["refuge"], first["refuge_at"]) == (ord("x"), 5)
    assert (boss["losses"], boss["wounds"], boss["surrenders"], boss["refuge"]) == (0, 40, 1, 0)
    assert (third["losses"], third["wounds"]) == (0, 0)
    assert [TEMPERS[sheet["temper"]] for sheet in (crew, first, boss)] == ["steady", "bold", "cowardly"]
    assert [sheet["ward"] for sheet in (crew, first, boss, third)] == [0, 3, 0, 3]
    assert [CUES[sheet["cue"]] for sheet in (first, third, last)] == ["", "alarm", "zone"]
    assert (third["arrives"], last["arrives"], last["cue_zone"]) == (2, 1, ord("c"))


def test_who_plays_whom(folder: Path) -> None:
    """A team's doctrine plays it, a party's its team, unless somebody says another."""
    job = str(folder / "job.scenario.toml")
    scenario, bots = bots_and_parties(job, {}, [], "tactician", 0)
    assert {name: bot.name for name, bot in bots.items()} == {"red": "guard", "gang": "charger"}
    assert scenario.teams[0].called == "The Night Crew"
    _, bots = bots_and_parties(job, {"red": ["random"]}, [], "tactician", 0)
    assert {name: bot.name for name, bot in bots.items()} == {"red": "random", "gang": "charger"}
    other = folder / "others.toml"
    other.write_text(CREW.replace("Night", "Day").replace("guard", "marksman"))
    scenario, bots = bots_and_parties(job, {"red": [str(other)]}, [], "tactician", 0)
    assert (scenario.teams[0].title, bots["red"].name) == ("The Day Crew", "marksman")


def test_it_is_read_back_as_it_was_written(folder: Path) -> None:
    """What a replay's header holds of a scenario makes the same one again."""
    scenario = load_scenario(folder / "job.scenario.toml")
    again = Scenario.model_validate(scenario.model_dump())
    assert again == scenario
    assert again.teams[1].units[2].arrives == Call(when="alarm", after=2)
    assert Scenario.model_validate_json(scenario.model_dump_json()) == scenario


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"charger"', '"chargr"', "teams[1].doctrine = 'chargr': no bot is called 'chargr'. Did you mean 'charger'?"),
        ('"bold"', '"bald"', "job.scenario.toml:11: teams[1].temper = 'bald': must be one of"),
        ('protects = "Boss"', 'protects = "Bss"', "teams[1].protects = 'Bss': no unit of the team is called 'Bss'. Did you"),
        ('exit = "x"', 'exit = "z"', "job.scenario.toml:13: teams[1].morale.exit = 'z': no tile of the map is marked 'z'"),
        ("losses = 50", "losses = 500", "job.scenario.toml:13: teams[1].morale.losses = 500: must be at most 100"),
        ("losses = 50, ", "", "it says what is done, not when: give 'losses', 'wounds' or both"),
        ('"alarm"', '"alarum"', "teams[1].units[2].arrives.when = 'alarum': must be one of"),
        ('zone = "c"', 'zone = "k"', "teams[1].units[3].arrives.zone = 'k': no tile of the map is marked 'k'"),
        (', zone = "c"', "", "when = 'zone' needs a zone: the letter that marks its tiles on the map"),
        ('"alarm", after = 2', '"alarm", zone = "c"', "when = 'alarm' has no zone; 'zone' has one"),
        ("after = 2", "after = 0", "teams[1].units[2].arrives.after = 0: must be at least 1"),
        ('{ when = "alarm", after = 2 }', '"soon"', "teams[1].units[2].arrives = 'soon': must be a whole number"),
        ('"crew.toml"', '"krew.toml"', "job.scenario.toml:6: party = 'krew.toml'"),
    ],
)  # fmt: skip
def test_mistakes(folder: Path, old: str, new: str, words: str) -> None:
    """What is wrong is told with its place, what may stand there, and what was probably meant."""
    assert old in JOB
    (folder / "job.scenario.toml").write_text(JOB.replace(old, new, 1))
    with pytest.raises(ContentError) as error:
        looked_at(str(folder / "job.scenario.toml"), Frame())
    assert words in re.sub(r"(toml:\d+):\d+", r"\1", str(error.value))  # lines, not columns


def test_somebody_must_be_there_to_call(folder: Path) -> None:
    """A team that only waits to be called would never come."""
    text = JOB[: JOB.index("units = [")] + 'units = [{ template = "ganger", at = [5, 0], arrives = { when = "alarm" } }]\n'
    (folder / "job.scenario.toml").write_text(text.replace('protects = "Boss"\n', ""))
    with pytest.raises(ContentError, match="all of them wait to be called, and nobody is there to call them"):
        looked_at(str(folder / "job.scenario.toml"), Frame())
