"""Every number of a distribution gives a battle: room on small maps, teams that are kept, and what is refused when read."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fireteam.content.errors import ContentError
from fireteam.env.rules.arena import UNREACHABLE
from fireteam.env.rules.record import NOBODY
from fireteam.env.scenario.levels.model import MISSIONS, STARTS
from fireteam.env.scenario.levels.worth import worth_of
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.setup import laid_out, prepared

CROWDED = (5, 44, 69)  # of the smallest maps: numbers whose first map has no room for everybody
ALL_MAPS = "{ yards = 2, buildings = 3, streets = 1, woods = 1, riverbanks = 1, heights = 1, scattered = 2 }"
SMALL = f"width = [8, 8]\nheight = [8, 9]\nmaps = {ALL_MAPS}\nstarts = {{ {', '.join(f'{name} = 1' for name in STARTS)} }}"
AIMS = f"missions = {{ {', '.join(f'{name} = 1' for name in MISSIONS)} }}"
PEOPLE = 'templates = ["soldier", "guard"]'
SOLDIER = 'units = [{ template = "soldier" }]'


def written(folder: Path, draw: str, red: str = SOLDIER, blue: str = SOLDIER, system: str = "swan_song") -> Scenario:
    """Write a distribution and read it."""
    teams = "".join(f'[[teams]]\nname = "{name}"\n{said}\n' for name, said in (("red", red), ("blue", blue)))
    path = folder / "mine.scenario.toml"
    path.write_text(f'title = "Mine"\nsystem = "{system}"\n[draw]\n{draw}\n{teams}', encoding="utf-8")
    return load_scenario(path)


def test_the_smallest_maps_have_room_for_the_largest_teams(tmp_path: Path) -> None:
    """Where a map is too crowded it is drawn again, and left open in the end; everybody can walk to everybody."""
    scenario = written(tmp_path, f"{SMALL}\n{AIMS}\n{PEOPLE}\nunits = [8, 8]\nmirrored = 50")
    for number in range(60):
        laid_out(scenario.drawn(number))
    for number in CROWDED:
        field = prepared(scenario.drawn(number))
        arena = field.arena[0]
        size, width = int(arena["size"]), int(arena["width"])
        units = field.opening[0]["units"][: len(field.roster)]
        places = units["y"].astype(int) * width + units["x"]
        assert len(set(places.tolist())) == 16
        zones = np.flatnonzero(np.isin(arena["tiles"]["zone"][:size], [ord("k"), ord("x")]))
        paths = arena["paths"][: size * size].reshape(size, size)
        assert (paths[np.ix_(places, [*places, *zones])] != UNREACHABLE).all()


BUS = (
    'units = [{ template = "guard", count = 4 }, { template = "van", name = "Bus" }, { template = "scout", aboard = "Bus" }]'
)
REDS = {
    "one": (SOLDIER, "red_1"),
    "several of a kind": ('units = [{ template = "soldier", count = 3 }]', "red_1"),
    "names": ('units = [{ template = "guard", name = "Vega" }, { template = "soldier" }]', "Vega"),
    "who comes later": ('units = [{ template = "guard", arrives = 2 }, { template = "soldier" }]', "red_2"),
    "who lies down": ('units = [{ template = "guard", down = true }, { template = "soldier" }]', "red_2"),
    "a thing": ('units = [{ template = "generator" }, { template = "soldier" }]', "red_2"),
    "whom it protects": (
        'protects = "Boss"\nunits = [{ template = "guard" }, { template = "officer", name = "Boss" }]',
        "Boss",
    ),
    "whom it says": (
        'objective = { kind = "protect", unit = "officer" }\nunits = [{ template = "guard" }, { template = "officer" }]',
        "red_2",
    ),
}


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
@pytest.mark.parametrize("mission", ["escort", "bodyguard"])
@pytest.mark.parametrize(("red", "ward"), REDS.values(), ids=REDS)
def test_a_kept_team_has_a_ward(system: str, mission: str, red: str, ward: str, tmp_path: Path) -> None:
    """It is whom the team says, or the first who can be: everybody is as written, and the battle begins."""
    scenario = written(
        tmp_path, f'{PEOPLE}\nunits = [1, 2]\nkept = ["red"]\nmissions = {{ {mission} = 1 }}', red, system=system
    )
    wards = set()
    for number in range(12):
        level, field = scenario.drawn(number), laid_out(scenario.drawn(number))
        assert level.teams[0].units == scenario.teams[0].units
        for team, goal in zip(level.teams, field.arena[0]["goals"], strict=False):
            if goal["unit"] != NOBODY:
                assert field.roster[goal["unit"]].team == level.teams.index(team)
                wards.add((team.name, team.objective.unit))
    assert wards == {("red", ward), ("blue", "The ward")}


def test_what_is_to_be_guarded_may_be_a_thing(tmp_path: Path) -> None:
    """A thing that the team's own objective names is guarded, but nobody waits for it to walk out."""
    units = 'units = [{ template = "guard" }, { template = "generator", name = "Pump" }]'
    red = f'objective = {{ kind = "protect", unit = "Pump" }}\n{units}'
    for mission, ward in (("bodyguard", "Pump"), ("escort", "red_1")):
        scenario = written(tmp_path, f'{PEOPLE}\nkept = ["red"]\nmissions = {{ {mission} = 1 }}', red)
        said = {scenario.drawn(number).teams[0].objective.unit for number in range(12)}
        assert said == {"", ward}


def test_a_team_that_comes_at_once_is_not_late(tmp_path: Path) -> None:
    """Of a team that is kept, or that is one unit, nobody comes later; the facts and the chances say so."""
    draw = f'{PEOPLE}\nunits = [1, 6]\nkept = ["red"]\nwaves = 100\nmatches = {{ even = 1 }}'
    scenario = written(tmp_path, draw, 'units = [{ template = "soldier", count = 3 }]')
    worth, seen = worth_of("swan_song"), set()
    for number in range(60):
        facts, level = scenario.facts(number), scenario.drawn(number)
        comes_later = [any(unit.arrives for unit in team.units) for team in level.teams]
        assert [bool(facts.late >> at & 1) for at in (0, 1)] == comes_later
        assert not comes_later[0]
        blue = [unit.template for unit in level.teams[1].units]
        odds = worth.of_team(["soldier"] * 3) - worth.of_team(blue) - worth.late * comes_later[1]
        assert facts.share == pytest.approx(1 / (1 + np.exp(-odds)))
        assert 0.3 < facts.share < 0.7
        seen.add(comes_later[1])
    assert seen == {False, True}


@pytest.mark.parametrize(
    ("draw", "red"),
    [
        ("", 'units = [{ template = "soldier", count = 20 }]'),
        ("", 'units = [{ template = "guard" }, { template = "soldier", at = [5, 4] }]'),
        ("width = [8, 20]", 'units = [{ template = "soldier", at = [18, 3] }, { template = "guard" }]'),
        ("", BUS),
    ],
    ids=["many", "a place", "a place that not all maps have", "a vehicle"],
)
@pytest.mark.parametrize("first", [True, False])
def test_kept_teams_find_room(draw: str, red: str, first: bool, tmp_path: Path) -> None:
    """Large teams, vehicles and units with a place of their own stand on every map, at either end."""
    small = SMALL.replace("width = [8, 8]", draw) if draw else SMALL
    kept = f'{small}\n{AIMS}\n{PEOPLE}\nunits = [8, 8]\nkept = ["{"red" if first else "blue"}"]'
    scenario = written(tmp_path, kept, *((red, SOLDIER) if first else (SOLDIER, red)))
    for number in range(40):
        field = laid_out(scenario.drawn(number))
        places = {(int(unit["x"]), int(unit["y"])) for unit in field.opening[0]["units"][: len(field.roster)]}
        aboard = sum(bool(unit.aboard) * unit.count for team in field.scenario.teams for unit in team.units)
        assert len(places) >= len(field.roster) - aboard


@pytest.mark.parametrize(
    ("draw", "red", "wrong"),
    [
        ('templates = ["soldier", "van"]', SOLDIER, "draw.templates: 'van' is a vehicle, and nobody would sit in it"),
        (
            f'{PEOPLE}\nkept = ["red"]\nunits = [1, 8]',
            'units = [{ template = "guard", count = 23 }]',
            "31 units: at most 30",
        ),
        (
            PEOPLE,
            f'morale = {{ losses = 50, exit = "x" }}\n{SOLDIER}',
            "teams[0].morale.exit = 'x': not every map that is drawn",
        ),
        (PEOPLE, f'protects = "Boss"\n{SOLDIER}', "teams[0].protects = 'Boss': its units are drawn"),
        (PEOPLE, f'protects = "red_4"\n{SOLDIER}', "teams[0].protects = 'red_4': its units are drawn"),
        (PEOPLE, f'objective = {{ kind = "hold", zone = "k" }}\n{SOLDIER}', "teams[0].objective.zone = 'k': not every map"),
    ],
)
def test_what_only_some_numbers_could_have_is_refused_when_it_is_read(
    draw: str, red: str, wrong: str, tmp_path: Path
) -> None:
    """It is said with its place, before a battle is drawn."""
    with pytest.raises(ContentError, match=re.escape(wrong)):
        written(tmp_path, draw, red)


@pytest.mark.parametrize(
    "red",
    [
        'protects = "red_3"\n' + SOLDIER,
        'morale = { losses = 50, exit = "b" }\n' + SOLDIER,
        'objective = { kind = "hold", zone = "b" }\n' + SOLDIER,
    ],
)
def test_what_all_numbers_have_is_taken(red: str, tmp_path: Path) -> None:
    """Marks of the starts, and units that the smallest team has, are there in every battle."""
    scenario: Any = written(tmp_path, PEOPLE, red)
    for number in range(6):
        assert len(laid_out(scenario.drawn(number)).roster) >= 4
