"""`fireteam new`: a job runs at once, in every rule system; nothing is written over, nothing half written."""

import json
import shlex
import sys
import tomllib
from pathlib import Path

import openpyxl
import pytest
from commanded import good, refused, run

from fireteam.commands.prepare import new as commands
from fireteam.content.errors import ContentError
from fireteam.env.scenario.fitting import with_rules
from fireteam.env.scenario.reading import load_scenario, scenario_names
from fireteam.making import job, writing
from fireteam.making.toml import written
from fireteam.maps import load_map

SHIPPED = ("swan_song", "d10_pool", "ladder")


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def files_in(folder: str | Path) -> dict[str, bytes]:
    """Return what the files of a folder hold, by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()
    }


@pytest.mark.parametrize("system", SHIPPED)
def test_a_job_is_right_and_changes_no_rule(system: str) -> None:
    """All files of a job are checked as right in every system; each names its schema; its house rules change nothing."""
    said = good("new", "saturday", "--system", system)
    assert "fireteam fight saturday\n" in said
    names = [name for name in files_in("saturday") if name.endswith(".toml")]
    assert names == ["house.toml", "party.toml", "saturday.map.toml", "saturday.scenario.toml"]
    for name in names:
        if "scenario" not in name:  # which is read below, and fought in another test
            good("check", f"saturday/{name}", "--system", system)
        schema = Path("saturday", (Path("saturday") / name).read_text("utf-8").partition("\n")[0].removeprefix("#:schema "))
        assert json.loads(schema.read_text("utf-8"))["title"].startswith("Fireteam: ")
    scenario = load_scenario("saturday/saturday.scenario.toml")
    assert scenario.system == system
    house = scenario.catalog
    assert house["numbers"]
    plain = with_rules(scenario.model_copy(update={"catalog": {}}), {})
    from fireteam.env.catalog import load_catalog

    assert load_catalog(house, system) == load_catalog(plain.catalog, system)


def test_a_job_runs_at_once() -> None:
    """`fireteam new job` makes a folder called job, whose scenario is fought."""
    good("new", "job")
    assert "The warehouse" in good("fight", "job/job.scenario.toml", "--quiet", "--battles", "2")


def test_what_is_in_the_comments_can_be_said() -> None:
    """Keys that stand in comments, with an example each, are keys of their files: without the marks they are TOML."""
    good("new", "job")
    text = Path("job/party.toml").read_text("utf-8")
    offered = text.partition("What a unit may say besides:\n")[2]
    keys = tomllib.loads("\n".join(line.removeprefix("# ") for line in offered.splitlines()))
    assert {"count", "at", "weapons", "skills", "attributes"} <= set(keys)
    whole = (
        text.partition("# What a unit")[0] + "facing = " + written(keys["facing"]) + "\nskills = " + written(keys["skills"])
    )
    Path("job/party.toml").write_text(whole, "utf-8")
    assert "a party of 4" in good("check", "job/party.toml")


@pytest.mark.parametrize("name", scenario_names())
def test_a_job_of_a_shipped_scenario(name: str) -> None:
    """A job that begins with a scenario is that scenario: teams, goals, map, rules; drawn ones are drawn by the seed."""
    job.make_job(Path("copy"), name, seed=7)
    source = load_scenario(name).drawn(7)
    made = load_scenario("copy/copy.scenario.toml")
    one, other = made.drawing(), source.drawing()
    assert one.terrain() == other.terrain()
    assert one.floors() == other.floors()
    assert one.rows(one.marks) == other.rows(other.marks)
    assert (one.title, one.light, one.metres_per_tile) == (other.title, other.light, other.metres_per_tile)
    for field in type(source).model_fields:
        if field not in ("catalog", "draw", "map"):
            assert getattr(made, field) == getattr(source, field), field
    if source.catalog:
        assert made.catalog == source.catalog


def test_a_job_of_ones_own_scenario() -> None:
    """So does one that begins with a file, with party, house rules and map of its own; they come along."""
    good("new", "one")
    Path("one/house.toml").write_text('[numbers]\nclimb = 200\n[weapons.knife]\nwords = "kitchen knife"\n', "utf-8")
    good("new", "two", "--from", "one/one.scenario.toml")
    one, two = load_scenario("one/one.scenario.toml"), load_scenario("two/two.scenario.toml")
    assert two == one
    assert two.catalog["weapons"]["knife"] == {"words": "kitchen knife"}


def test_a_job_on_another_map(tmp_path: Path) -> None:
    """Teams start at the marks of a map that one brings; a map without enough of them is refused."""
    good("map", "export", "yard", "--tmx", "yard.tmx")
    good("new", "night", "--map", "yard.tmx")
    made = load_scenario("night/night.scenario.toml")
    assert made.drawing() == load_map("yard")
    assert made.title == load_map("yard").title
    assert [team.start for team in made.teams] == ["b", "r"]
    good("new", "quay", "--map", "quay")  # some of its marks are on trees
    good("check", "quay/quay.scenario.toml")
    Path("bare.map.toml").write_text("title = 'bare'\nground = '''\n....\n....\n....\n'''\n", "utf-8")
    assert "2 teams need marks to start at" in refused("new", "bare", "--map", "bare.map.toml")
    assert not Path("bare").exists()


def test_a_map_of_which_nothing_was_understood() -> None:
    """One line says so where all is one terrain; where nobody can stand it is an error, and no fight is offered."""
    walls = [[{"x": 0, "y": y}, {"x": 3, "y": y}] for y in (0, 0.5, 1, 1.5, 2)]
    for name, lines in (("blank", []), ("rock", walls), ("shed", walls[::4])):
        file = {"resolution": {"map_size": {"x": 3, "y": 2}}, "line_of_sight": lines}
        Path(f"{name}.uvtt").write_text(json.dumps(file), "utf-8")
    assert "warning: blank.uvtt: NOTHING WAS UNDERSTOOD" in " ".join(good("new", "map", "--from", "blank.uvtt").split())
    assert "warning" not in good("new", "map", "--from", "shed.uvtt")
    refusal = run("new", "map", "--from", "rock.uvtt")
    assert refusal.exit_code == 1
    assert "error: rock.uvtt: NOBODY CAN STAND ON THIS MAP: all of it is wall" in " ".join(refusal.stderr.split())
    assert "Fight on it" not in refusal.stdout


def test_nothing_is_written_over() -> None:
    """A second run tells what is there, and leaves it; so do files that stand in the way of one."""
    good("new", "job")
    before = files_in("job")
    assert "job: is there already, and is not written over: house.toml, job.map.toml" in refused("new", "job")
    Path("notes").write_text("mine", "utf-8")
    assert "notes: is there already" in refused("new", "notes")
    Path("dock.map.toml").write_text("mine", "utf-8")
    assert "dock.map.toml: is there already" in refused("new", "map", "dock")
    assert files_in("job") == before
    assert Path("dock.map.toml").read_text("utf-8") == "mine"


def test_nothing_is_half_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """If one of the files cannot be written, or Ctrl-C comes in between, none is there, nor the folder."""
    written_files: list[Path] = []

    def full(path: Path) -> list[Path]:
        written_files.append(path)
        if len(written_files) > 2:
            raise ContentError(f"{path}: cannot be written (no space left on device)")
        return folders(path)

    folders = writing.folders_for
    monkeypatch.setattr(writing, "folders_for", full)
    assert "no space left" in refused("new", "job")
    assert not Path("job").exists()

    def interrupted(path: Path) -> list[Path]:
        if path.name == "party.toml":
            raise KeyboardInterrupt
        return folders(path)

    monkeypatch.setattr(writing, "folders_for", interrupted)
    refused("new", "job", code=130)
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--from", "yrd"), "no scenario is called 'yrd'. Did you mean 'yard'?"),
        (("--from", "crew.csv"), "fireteam new party job --from crew.csv"),
        (("--from", "dock.uvtt"), "fireteam new job --map dock.uvtt"),
        (("--system", "swansong"), "no rule system is called"),
        (("--map", "dock.png"), "a map ends in"),
        (("--map", "gone.uvtt"), "cannot be read"),
        (("--from", "powerhouse", "--system", "ladder"), "powerhouse.scenario.toml"),
        (("--from", "skirmish", "--seed", "-1"), "Invalid value"),
        (("--area", "0,0,4,4"), "name the map with --map"),
    ],
)
def test_wrong_words(words: tuple[str, ...], says: str) -> None:
    """What cannot be is refused in a sentence, and nothing is made."""
    assert says in refused("new", "job", *words).replace("\n", " ")
    assert not list(Path().iterdir())


@pytest.mark.parametrize("name", ["", "..", ".hidden", "a\x07b", "what?"])
def test_names_of_folders(name: str) -> None:
    """A folder has a name that every system of files takes."""
    with pytest.raises(ContentError, match="is no name for a file or folder"):
        commands.check_name(Path(name))


def test_a_name_with_a_space() -> None:
    """What is printed can be typed again as it stands."""
    said = good("new", "my job")
    command = next(line for line in said.splitlines() if line.startswith("Is it right?")).partition("fireteam ")[2]
    assert "11 units" in good(*shlex.split(command))


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (("map", "--from", "yard.tmx"), "pytiled_parser"),
        (("party", "--from", "crew.xlsx"), "openpyxl"),
        (("job", "--map", "yard.tmx"), "pytiled_parser"),
    ],
)
def test_without_the_extra(words: tuple[str, ...], missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where what reads a file is not installed, the command that installs it is named."""
    good("map", "export", "yard", "--tmx", "yard.tmx")
    openpyxl.Workbook().save("crew.xlsx")
    monkeypatch.setitem(sys.modules, missing, None)
    assert f'needs {missing}, which is not installed: pip install -e ".[import]"' in refused("new", *words)


def test_samples() -> None:
    """A party and a map to begin with are files by themselves, with the schema that they name."""
    good("new", "party")
    good("new", "map", "yard2")
    assert "a party of 4" in good("check", "party.party.toml")
    assert "a map, 'The warehouse'" in good("check", "yard2.map.toml")
    assert sorted(files_in("schemas")) == ["map.schema.json", "party.schema.json"]
