"""`fireteam check` walks the map: what keeps sides apart is found, with its place, and what is fine is not complained of."""

from pathlib import Path

import pytest
from commanded import run

from fireteam.env.analysis.walk import exposed, tiles_of, ways_of
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.setup import prepare
from fireteam.reports.files.walk import Walk

SHUT = """
###########
#..#......#
#..{door}......#
#..#......#
###########
"""
LEDGE = """
00000000000
00000000000
00000002220
00000000000
00000000000
"""
MARKS = """
...........
.a.....b...
.a.....b.z.
.a.....b...
...........
"""
SYSTEMS = ["swan_song", "d10_pool", "ladder"]


def drawn(door: str, heights: str = "", more: str = "", red: str = "brawler", blue: str = "brawler") -> str:
    """Return a scenario of two rooms with a door between them, two units in each."""
    high = f"heights = '''{heights}'''" if heights else ""
    clubs = 'weapons = ["club"]'
    return f"""title = "Rooms"
[map]
title = "Rooms"
ground = '''{SHUT.format(door=door)}'''
{high}
marks = '''{MARKS}'''
[[teams]]
name = "red"
start = "a"
units = [{{ template = "{red}", count = 2, {clubs} }}]
{more}
[[teams]]
name = "blue"
start = "b"
units = [{{ template = "{blue}", count = 2, {clubs} }}]
"""


@pytest.fixture
def found(tmp_path: Path):
    """Return a function that writes a scenario and tells what the walk finds."""

    def find(text: str, system: str = "swan_song", battles: int = 0) -> list[str]:
        (tmp_path / "it.scenario.toml").write_text(text)
        scenario = load_scenario(tmp_path / "it.scenario.toml", system)
        return [f"{finding.says}. {finding.advice}" for finding in Walk(scenario, battles).findings()]

    return find


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_an_open_door_is_no_finding(found, system: str) -> None:
    """Doors that are closed are opened; nobody is cut off."""
    assert found(drawn("+"), system) == []
    assert found(drawn("."), system) == []


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_a_wall_and_a_lock(found, system: str) -> None:
    """Who has clubs and no way is told, with the door that is locked; who can open it depends on the system."""
    walled = found(drawn("R"), system)
    assert len(walled) == 2
    assert "red: no enemy can be walked to by red_1 on [1, 1], red_2 on [1, 2], no weapon reaches one either" in walled[0]
    locked = found(drawn("L"), system)
    assert "the door on [3, 2] is locked" in locked[0]
    assert ("who picks its lock" if system == "swan_song" else "nobody picks locks in this rule system") in locked[0]


def test_who_can_shoot_is_told_so(found) -> None:
    """Through a window one shoots, if one has something to shoot with."""
    shooting = drawn("=").replace('weapons = ["club"]', 'weapons = ["light_pistol"]')
    assert any("only shots reach one" in line for line in found(shooting))


def test_heights_nobody_climbs(found) -> None:
    """A ledge of two metres is a cliff, and the tile below it is named."""
    cut = drawn(".", LEDGE).replace('start = "b"', 'start = "b"').replace("count = 2, weapons", "weapons")
    cut = cut.replace('name = "blue"\nstart = "b"\nunits = [{ ', 'name = "blue"\nunits = [{ at = [8, 2], ')
    said = found(cut)
    assert any("the ground rises or falls too steeply at" in line and "as stairs" in line for line in said)
    assert found(cut.replace("2220", "1110")) == []


def test_zones_out_of_reach(found) -> None:
    """A zone to leave by behind a wall is told; one behind a door is not."""
    goal = 'objective = { kind = "exit", zone = "z", needed = 2 }'
    said = found(drawn("R", more=goal))
    assert any(
        "red: the exit, 'z' on [9, 2], cannot be walked to by red_1 on [1, 1], red_2 on [1, 2]" in line for line in said
    )
    assert found(drawn("+", more=goal)) == []


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_starts_under_fire(found, system: str) -> None:
    """Three rifles that see a start within range are told; behind a wall nobody is seen, and clubs threaten nobody."""
    armed = drawn("+", red="soldier", blue="soldier").replace(', weapons = ["club"]', "").replace("count = 2", "count = 3")
    opened = armed.replace("#..#......#", "#.........#").replace("#..+......#", "#.........#")
    said = found(opened, system)
    assert [line for line in said if "[1, 2] by 3 enemies" in line]
    assert [line for line in said if "[7, 2] by 3 enemies" in line]
    assert found(armed, system) == []
    assert found(opened.replace('"soldier"', '"brawler", weapons = ["club"]'), system) == []


def test_quick_battles_of_sides_that_never_meet(found) -> None:
    """Behind walls that stand nobody is seen and nobody is hurt, and it ends in a stalemate."""
    said = "\n".join(found(drawn("B").replace("#..#......#", "#..B......#"), battles=6))
    assert "red and blue do not see each other from beginning to end in 6 of 6 quick battles" in said
    assert "6 of 6 quick battles end in a stalemate" in said
    assert "red harms nobody in 6 quick battles" in said
    assert found(drawn("."), battles=6) == []


def test_the_engine_is_asked() -> None:
    """Ways are those of the engine's own table; more is possible with keys, with force and with ladders, never less."""
    field = prepare(load_scenario("bank"))
    ways = ways_of(field)
    for other in (ways.unlocked, ways.broken, ways.climbing):
        assert (other >= ways.walking).all()
    assert ways.unlocked.sum() > ways.walking.sum()
    assert len(tiles_of(field)) == len(field.roster)
    shot_at = exposed(field)
    teams = [fighter.team for fighter in field.roster]
    assert not any(shot_at[a, b] for a, one in enumerate(teams) for b, other in enumerate(teams) if one == other)


def test_warnings_and_exit_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Warnings leave the exit code 0, with --strict they make it 1; a mistake makes it 1 anyway."""
    monkeypatch.chdir(tmp_path)
    Path("it.scenario.toml").write_text(drawn("R"))
    fine = run("check", ".", "--no-battles")
    assert fine.exit_code == 0
    assert fine.stdout.count("warning: it.scenario.toml: ") == 2
    assert run("check", ".", "--no-battles", "--strict").exit_code == 1
    Path("it.scenario.toml").write_text(drawn("+"))
    assert run("check", ".", "--no-battles", "--strict").exit_code == 0
