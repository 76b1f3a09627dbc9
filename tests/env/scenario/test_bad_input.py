"""What people write wrong: each mistake is one line that names the place, and nothing ever crashes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from everysystem import each
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mistakes import spoiled

from fireteam.content.errors import BattleOver, ContentError, FireteamError, IllegalAction
from fireteam.env.battle import Battle
from fireteam.env.replay.narrate import sentences
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.reading import load_party, load_scenario, scenario_names
from fireteam.env.scenario.setup import prepare
from fireteam.maps import load_map
from fireteam.maps.drawing import map_folder

GOOD = """
title = "Small"
map = "small.map.toml"

[[teams]]
name = "red"
units = [{ template = "soldier", at = [1, 1] }]

[[teams]]
name = "blue"
units = [{ template = "guard", at = [5, 3] }]
"""
MAP = '''
title = "Small"
ground = """
#######
#.....#
#..o..#
#.....#
#######
"""
'''


def load(folder: Path, scenario: str = GOOD, drawing: str = MAP) -> Any:
    """Write a scenario and its map and prepare them."""
    (folder / "small.map.toml").write_text(drawing, encoding="utf-8")
    (folder / "it.scenario.toml").write_text(scenario, encoding="utf-8")
    return prepare(load_scenario(folder / "it.scenario.toml"))


def complaint_about(folder: Path, scenario: str, drawing: str = MAP) -> str:
    """Return the one line with which a bad scenario, or its bad map, is refused."""
    with pytest.raises(ContentError) as error:
        load(folder, scenario, drawing)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_the_good_one_is_good(tmp_path: Path) -> None:
    """What the tests below spoil is right before."""
    assert len(load(tmp_path).roster) == 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Small"', 'titel = "Small"', "unknown key 'titel'. Did you mean 'title'?"),
        ('name = "red"', 'name = "Red!"', "teams[0].name = 'Red!'"),
        ('name = "red"', 'name = "blue"', "two teams have the same name"),
        ("[1, 1]", "[0, 0]", "red_1: [0, 0] of map 'Small' is wall: nobody stands there"),
        ("[1, 1]", "[5, 3]", "blue_1 and red_1 start on the same tile, [5, 3]"),
        ("[1, 1]", "[70, 1]", "red_1: at = [70, 1] lies outside map 'Small'; columns go from 0 to 6, rows from 0 to 4"),
        ("[1, 1]", "[-1, 1]", "teams[0].units[0].at[0] = -1: must be at least 0"),
        ("[1, 1]", "[1]", "teams[0].units[0].at"),
        ("[1, 1]", '"here"', "teams[0].units[0].at = 'here'"),
        (", at = [1, 1]", "", "neither the unit has a place ('at') nor team 'red' a start mark"),
        ('"soldier"', '"soldjer"', "no unit template is called 'soldjer'. Did you mean 'soldier'?"),
        ('"small.map.toml"', '"yrad"', "no map is called 'yrad'. Did you mean 'yard'?"),
        ('"small.map.toml"', '"gone.map.toml"', "gone.map.toml: cannot be read"),
        ('map = "small.map.toml"', "", "give either 'map' or 'draw'"),
        ('map = "small.map.toml"', 'map = "yard"\nrounds = 0', "rounds = 0"),
        ('map = "small.map.toml"', 'map = "yard"\nrounds = 99999999999999999999', "rounds = 99999999999999999999"),
        ('map = "small.map.toml"', 'map = "yard"\nrounds = "ten"', "rounds = 'ten'"),
        ('map = "small.map.toml"', 'map = "yard"\nlight = "bright"', "light = 'bright': must be one of"),
        ('map = "small.map.toml"', 'map = "yard"\nwinner_at_limit = "rad"', "'rad' is no team. Did you mean 'red'?"),
        ("[1, 1]", ', weapons = ["riffle"]', "no weapon is called 'riffle'"),
        ("[1, 1]", ', armour = ["vst"]', "no armour is called 'vst'. Did you mean 'vest'?"),
        ("[1, 1]", ", attributes = { boddy = 3 }", "boddy"),
        ("[1, 1]", ", attributes = { body = 300 }", "body = 300"),
        ("[1, 1]", ", skills = { pistols = -1 }", "pistols = -1"),
        ("[1, 1]", ', orders = { defend = "allways" }', "Did you mean 'always'?"),
        ("[1, 1]", ", flesh = 0", "neither flesh nor armored health"),
        ("[1, 1]", ", count = 99", "count = 99"),
        ("[1, 1]", ", count = 3", "3 units cannot share one name or place"),
        ('name = "red"', '\nobjective = { kind = "hold" }', "needs a zone"),
        ('name = "red"', '\nobjective = { kind = "hold", zone = "Z" }', "no tile of the map is marked 'Z'"),
        ('name = "red"', '\nobjective = { kind = "protect", unit = "Bob" }', "no unit of the team is called 'Bob'"),
        ('title = "Small"', 'title = "Small', "not valid TOML"),
        ('title = "Small"', '\ntitle = "Again"', "not valid TOML"),
    ],
)
def test_scenarios(tmp_path: Path, old: str, new: str, message: str) -> None:
    """Every mistake in a scenario is a line with file, key, value and what is allowed."""
    assert message in complaint_about(tmp_path, spoiled(GOOD, old, new))


@each
@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("[1, 1] }", '[1, 1], orders = { defend = "never" } }', "teams[0].units[0].orders.defend"),
        ('name = "red"', 'name = "red"\norders = { karma = "never" }', "teams[0].orders.karma"),
    ],
)
def test_orders_are_of_a_system(tmp_path: Path, system: str, old: str, new: str, key: str) -> None:
    """Standing orders have the keys of their system: Swan Song obeys them, others have none and name what they refuse."""
    plain = f'system = "{system}"' + GOOD.replace("guard", "soldier")
    units = load(tmp_path, plain).opening[0]["units"].tobytes()
    ordered = plain.replace(old, new, 1)
    if system != "swan_song":
        with pytest.raises(ContentError) as error:
            load(tmp_path, ordered)
        column = ordered.splitlines()[6].index("defend" if "defend" in new else "karma") + 1
        assert str(error.value) == f"{tmp_path / 'it.scenario.toml'}:7:{column}: unknown key '{key}'. Known keys: none."
    else:
        assert load(tmp_path, ordered).opening[0]["units"].tobytes() != units


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("#..o..#", "#..o.#", "small.map.toml:6:1: ground[2] has 6 letters, ground[0] has 7"),
        ("#..o..#", "#..?..#", "small.map.toml:6:4: ground[2]: letter '?' at [3, 2] is not in the legend"),
        ('title = "Small"', 'titel = "Small"', "unknown key 'titel'. Did you mean 'title'?"),
        ('title = "Small"', '\nlight = "bright"', "light = 'bright' must be one of"),
        ('title = "Small"', "\nmetres_per_tile = 0", "metres_per_tile = 0"),
        ('title = "Small"', "\nmetres_per_tile = 1.5", "20 tiles of 1.5 m; write 2 and it is 15, or 1 and it"),
        ('title = "Small"', "\nmetres_per_tile = 0.7", "43 tiles of 0.7 m; write 1 and it is 30"),
        ('title = "Small"', '\nheights = "123"', "heights[0] has 3 letters"),
        ('title = "Small"', '\nlegend = { oo = "wall" }', "legend key 'oo' is not a single letter"),
        ('title = "Small"', '\nlegend = { o = "wal" }', "no terrain is called 'wal'. Did you mean 'wall'?"),
        ("#######\n#.....#\n", "", "3 x 3"),
    ],
)
def test_maps(tmp_path: Path, old: str, new: str, message: str) -> None:
    """Every mistake in a map is one line with the place in the drawing."""
    drawing = 'title = "Small"\nground = """\n##\n##\n"""' if message == "3 x 3" else spoiled(MAP, old, new)
    assert message in complaint_about(tmp_path, GOOD, drawing)


def test_files_that_are_no_text(tmp_path: Path) -> None:
    """Bytes that are not UTF-8, a folder, a file of another kind: refused by name."""
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b'title = "\xff"')
    for reader in (load_scenario, load_party):
        with pytest.raises(ContentError, match=r"bad.toml: not UTF-8 text \(byte 9\)"):
            reader(bad)
        with pytest.raises(ContentError, match="cannot be read"):
            reader(tmp_path / "none.toml")
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    with pytest.raises(ContentError, match="cannot be read"):
        load_scenario(folder)


def test_steps_that_cannot_be(tmp_path: Path) -> None:
    """An action outside the mask, words that are none, a step after the end, a seed out of range."""
    battle = Battle("duel", 1)
    before = battle.record.tobytes()
    for wrong in ("shoot", "shoot nobody", "fly", "step up", "end now", "dodge", ""):
        with pytest.raises(IllegalAction) as error:
            battle.step(wrong)
        assert "can (act):" in str(error.value)
    for verb, argument in ((99, 0), (-1, 0), (0, 99), (0, -5), (2**40, 2**40), (-(2**40), 3)):
        with pytest.raises(IllegalAction):
            battle.step((verb, argument))  # type: ignore[arg-type]
    assert battle.record.tobytes() == before
    while not battle.over:
        battle.step(battle.legal()[0])
    with pytest.raises(BattleOver, match="the battle is over"):
        battle.step("end")
    for seed in (-1, 2**64, 1.5, "one", None):
        with pytest.raises(ContentError, match="seed"):
            Battle("duel", seed)  # type: ignore[arg-type]


def complaint(call: Callable[[], Any]) -> str:
    """Return what a call complains about in our own words, "" if it does not; any other error goes through."""
    try:
        call()
    except FireteamError as error:
        return str(error)
    return ""


FUZZ = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
SHIPPED = [path.read_bytes() for path in sorted(map_folder().glob("*.toml"))]


@st.composite
def mangled(draw: st.DrawFn, originals: list[bytes]) -> bytes:
    """Return a good file with a few bytes changed, moved, doubled or lost."""
    data = bytearray(draw(st.sampled_from(originals)))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, max(len(data) - 1, 0)))
        length = draw(st.integers(0, 30))
        data[place : place + length] = draw(st.binary(max_size=30) | st.sampled_from([b"", b"-9", b'"', b"[", b"9" * 25]))
    return bytes(data)


@FUZZ
@given(data=st.binary(max_size=400) | mangled(SHIPPED))
def test_fuzzed_scenarios_and_maps(tmp_path: Path, data: bytes) -> None:
    """Any bytes whatever are a good file or a ContentError of one line."""
    path = tmp_path / "fuzzed.toml"
    path.write_bytes(data)
    for reader in (lambda: prepare(load_scenario(path).drawn(0)), lambda: load_map(str(path)), lambda: load_party(path)):
        assert all(line.startswith((str(path), "scenario ")) for line in complaint(reader).splitlines())


@pytest.fixture(scope="module")
def replay_bytes(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Return the bytes of a short replay."""
    battle = Battle("duel", 2)
    record = Replay.of(battle, 2)
    for _ in range(12):
        record.step(battle, battle.legal()[-1])
    record.finish(battle)
    path = tmp_path_factory.mktemp("fuzz") / "good.jsonl"
    record.save(path)
    return [path.read_bytes()]


def sentences_in(record: Replay) -> list[str]:
    """Return what a replay tells, from its events alone."""
    return sentences(prepare(record.header.scenario), record.events())


@FUZZ
@given(data=st.data())
def test_fuzzed_replays(tmp_path: Path, replay_bytes: list[bytes], data: st.DataObject) -> None:
    """A mangled replay is refused when read, told or verified, or it is still a replay; it never crashes."""
    path = tmp_path / "fuzzed.jsonl"
    path.write_bytes(data.draw(st.binary(max_size=300) | mangled(replay_bytes)))
    for reader in (lambda: Replay.load(path).verify(), lambda: sentences_in(Replay.load(path))):
        assert all(line.isprintable() for line in complaint(reader).split("\n"))


def test_every_shipped_file_is_good() -> None:
    """Every scenario that comes with the package can be prepared."""
    for name in scenario_names():
        assert prepare(load_scenario(name).drawn(1)).roster
