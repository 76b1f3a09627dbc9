"""SS-B3, SS-B4 and SS-B6: barriers have hit points, gather damage, break, and open the map."""

import random

import numpy as np
import pytest
from motley import random_ground

from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.observe.events import Event
from fireteam.env.rules import kernel
from fireteam.env.rules.ground import paths, sight
from fireteam.env.rules.record import MAX_CHANGES, MAX_DENTS
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import prepare
from fireteam.maps import Drawing
from fireteam.systems.swan_song.rules.attack import barriers
from tabletop import *

TERRAINS = {name: number for number, name in enumerate(load_catalog().terrain)}


def before_a_wall(
    letter: str, weapon: str = "light_pistol", forged: dict[str, dict[str, int]] | None = None, **red: object
) -> Battle:
    """Return a battle in which red_1 stands right before a wall of five tiles, blue_1 two tiles behind it."""
    ground = "\n".join(["...." + letter + "......."] * 5)
    skills = {"pistols": 3, "automatics": 3, "blades": 3, "heavy_weapons": 3}
    return table(
        [unit((3, 2), weapons=[weapon] if weapon else [], skills=skills, **red)],
        [target((6, 2), attributes={"body": 9, "strength": 9}, flesh=60)],
        ground,
        order(6, 1),
        forged=forged,
    )


def broken(events: list[Event]) -> list[tuple[int, int]]:
    """Return the tiles whose barriers broke, in order."""
    return [event.at for event in events if event.kind == "barrier_breaks" and event.at is not None]


def dents(battle: Battle) -> dict[int, int]:
    """Return the damage that barriers have taken, by tile."""
    record = battle.record[0]
    rows = record["dents"][: record["dented"]]
    return dict(zip(rows["tile"].tolist(), rows["damage"].tolist(), strict=True))


@pytest.mark.rule("SS-B3")
@pytest.mark.parametrize(
    ("name", "structure", "armor"),
    [
        ("fragile", 1, 2),
        ("cheap", 2, 4),
        ("average", 4, 6),
        ("heavy", 6, 8),
        ("reinforced", 8, 12),
        ("structure", 10, 16),
        ("heavy_structure", 12, 20),
        ("reinforced_concrete", 14, 24),
        ("hardened", 16, 32),
    ],
)
def test_materials_have_structure_and_armor(name: str, structure: int, armor: int) -> None:
    """The table of the rules."""
    material = load_catalog().materials[name]
    assert (material.structure, material.armor) == (structure, armor)


@pytest.mark.rule("SS-B3")
@pytest.mark.rule("SS-B4")
def test_damage_gathers_until_the_structure_is_reached() -> None:
    """A plaster wall of Structure 2: the first shot through it takes a point, the second opens it."""
    battle = before_a_wall("P")
    assert battle.cover("blue_1", "red_1") == "total"
    events = quietly(battle, "shoot blue_1")
    assert only(events, "barrier_hit").numbers == {"damage": 1, "material": "cheap"}
    assert not broken(events)
    assert dents(battle) == {2 * 12 + 4: 1}
    next_phase(battle, "red_1")
    events = quietly(battle, "shoot blue_1")
    assert broken(events) == [(4, 2)]
    assert only(events, "barrier_breaks").numbers == {"material": "cheap", "terrain": "debris"}
    assert dents(battle) == {}
    assert battle.record[0]["broken"] == 1
    assert battle.cover("blue_1", "red_1") == battle.cover("red_1", "blue_1") == "none"


@pytest.mark.rule("SS-B3")
def test_a_shot_that_stops_does_no_damage() -> None:
    """Six points do not exceed brick's Armor of 16."""
    battle = before_a_wall("#", attributes={"agility": 9})
    assert "shoot blue_1" not in choices(battle)  # with six hits at best 12
    stopped = before_a_wall("T", attributes={"agility": 9})
    events = quietly(stopped, "shoot blue_1")  # 6 against a tree's Armor 8
    assert "stopped_by_cover" in kinds_of(events)
    assert dents(stopped) == {}


@pytest.mark.rule("SS-B6")
def test_every_further_structure_opens_a_tile_that_touches() -> None:
    """Ten rounds cost a plaster wall four points, its Structure twice: the tile on the line and the one north of it."""
    battle = before_a_wall("P", "assault_rifle")
    play(battle, "mode FA")
    events = quietly(battle, "volley blue_1")
    assert only(events, "barrier_hit").numbers["damage"] == 4
    assert broken(events) == [(4, 2), (4, 1)]
    assert battle.record[0]["broken"] == 2


@pytest.mark.rule("SS-B6")
def test_strain_does_nothing_to_barriers() -> None:
    """Rubber bullets pass the plaster like others, but leave it whole; fists are not offered at all."""
    battle = before_a_wall("P", forged={"light_pistol": {"strain": 1}})
    events = quietly(battle, "shoot blue_1")
    assert "through_cover" in kinds_of(events)
    assert dents(battle) == {}
    assert "breach" not in verbs(before_a_wall("P", forged={"light_pistol": {"strain": 1}}))
    assert "breach" not in verbs(before_a_wall("P", ""))
    assert "breach" not in verbs(before_a_wall("P", "club"))


@pytest.mark.rule("SS-B6")
@pytest.mark.parametrize(
    ("resisted", "left", "tiles"), [(0, 9, [(4, 2), (4, 1)]), (5, 4, [(4, 2)]), (6, 3, []), (8, 1, []), (9, 0, [])]
)
def test_an_axe_against_crates(resisted: int, left: int, tiles: list[tuple[int, int]]) -> None:
    """Strength 3 + 5 and a hit are 9, against Structure 4 and Armor 6 less penetration 2: what is left is damage."""
    battle = before_a_wall("C", "pole_axe")
    events = play(battle, "breach east", "522222 " + "5" * min(resisted, 8) + "2" * (8 - min(resisted, 8)))
    if resisted > 8:
        return
    attack, barrier = roll(events, "attack on a barrier"), roll(events, "barrier")
    assert terms(attack) == {"Agility": 3, "Blades": 3}
    assert terms(barrier) == {"structure": 8}
    assert only(events, "barrier_hit").numbers["damage"] == left
    assert broken(events) == tiles
    assert sum(dents(battle).values()) == (0 if tiles else left)


@pytest.mark.rule("SS-B6")
def test_blows_add_up() -> None:
    """Three points left over twice open crates of Structure 4."""
    battle = before_a_wall("C", "pole_axe")
    assert not broken(play(battle, "breach east", "522222 55555522"))
    next_phase(battle, "red_1")
    assert broken(play(battle, "breach east", "522222 55555522")) == [(4, 2)]


@pytest.mark.rule("SS-B6")
def test_only_a_critical_glitch_misses_a_barrier() -> None:
    """Without a hit the base damage counts; ones on most dice and no hit miss, and cost what a critical glitch costs."""
    events = play(before_a_wall("C", "pole_axe"), "breach east", "222222 22222222")
    assert only(events, "barrier_hit").numbers["damage"] == 8
    events = play(before_a_wall("C", "pole_axe"), "breach east", "111122")
    assert "barrier_hit" not in kinds_of(events)
    assert "weapon_drops" in kinds_of(events)
    events = play(before_a_wall("C", "pole_axe"), "breach east", "511112 22222222")
    assert only(events, "barrier_hit").numbers["damage"] == 9


@pytest.mark.rule("SS-B6")
@pytest.mark.rule("SS-B4")
def test_points_and_bullets_take_a_point_at_most() -> None:
    """A sword's 7 exceeds crates' Armor 6 less 2 and takes one point without a roll; so does a bullet, for a round."""
    battle = before_a_wall("C", "sword")
    assert only(play(battle, "breach east", "222222"), "barrier_hit").numbers["damage"] == 1
    battle = before_a_wall("C", "light_pistol")
    ammo = battle.unit("red_1")["held"]["ammo"][0]
    assert only(play(battle, "breach east", "522222"), "barrier_hit").numbers["damage"] == 1
    assert battle.unit("red_1")["held"]["ammo"][0] == ammo - 1
    assert battle.unit("red_1")["recoil"] == 1
    battle = before_a_wall("C", "light_pistol")
    assert only(play(battle, "breach east", "222222"), "barrier_hit").numbers["damage"] == 0  # 6 does not exceed 6


@pytest.mark.rule("SS-B6")
def test_breaching_is_open_where_it_could_do_something() -> None:
    """Beside breakable barriers, against an armor that the best hit exceeds, once a phase as its attack."""
    assert {words for words in choices(before_a_wall("P")) if "breach" in words} == {
        "breach northeast",
        "breach east",
        "breach southeast",
    }
    assert "breach" not in verbs(before_a_wall("#"))  # 6 + 6 against 16
    assert "breach east" in choices(before_a_wall("#", "pole_axe"))
    assert "breach" not in verbs(before_a_wall("W", "pole_axe"))  # water
    assert "breach" not in verbs(before_a_wall("/", "pole_axe"))  # an open door
    battle = before_a_wall("C", "pole_axe")
    play(battle, "breach east", "222222 55555555")
    assert battle.unit("red_1")["ap"] == 2
    assert not {"breach", "strike"} & verbs(battle)


@pytest.mark.rule("SS-B6")
def test_one_can_walk_through_what_is_broken() -> None:
    """The axe opens plaster; the way to blue is two steps now, where before there was none."""
    battle = before_a_wall("P", "pole_axe")
    record, arena = battle.arrays[0][0], battle.arrays[1][0]
    here, there = 2 * 12 + 3, 2 * 12 + 5
    assert paths.path_length(record, arena, here, there) == 65535
    play(battle, "breach east", "222222 2222")
    assert battle.record[0]["broken"] == 4  # 8 points against Structure 2
    assert paths.path_length(record, arena, here, there) == 2
    take(battle, "walk", "step east", "step east")
    assert (battle.unit("red_1")["x"], battle.unit("red_1")["y"]) == (5, 2)


@pytest.mark.rule("SS-B6")
@pytest.mark.rule("SS-B4")
def test_blind_fire_counts_what_still_stands() -> None:
    """Brick and plaster are too much for a pistol; once the brick is gone, a shot could pass the plaster."""
    battle = before_a_wall("#P")
    assert "shoot blue_1" not in choices(battle)
    record, arena, log = (rows[0] for rows in battle.arrays)
    assert barriers.break_open(record, arena, log, -1, 2 * 13 + 4)
    play(battle, "walk")
    assert battle.cover("blue_1", "red_1") == "total"
    assert "shoot blue_1" in choices(battle)


@pytest.mark.rule("SS-B3")
def test_a_barrier_holds_where_the_record_is_full() -> None:
    """With every change of the ground taken, plaster takes the damage and stands."""
    battle = before_a_wall("P", "pole_axe")
    record = battle.record[0]
    record["changed"] = MAX_CHANGES
    record["changes"]["tile"] = -1
    events = quietly(battle, "breach east")
    assert not broken(events)
    assert record["changed"] == MAX_CHANGES
    assert record["broken"] == 0
    assert dents(battle)[2 * 12 + 4] > 2


@pytest.mark.rule("SS-B3")
def test_the_least_dent_is_forgotten() -> None:
    """There is room for a number of dents; one more takes the place of the smallest."""
    battle = before_a_wall("#")
    record = kernel.plain(battle.record)[0]
    for tile in range(MAX_DENTS):
        barriers.leave_dent(record, tile, 5 if tile != 3 else 2)
    barriers.leave_dent(record, 99, 4)
    found = dents(battle)
    assert len(found) == MAX_DENTS
    assert found[99] == 4
    assert 3 not in found
    assert barriers.take_dent(record, 99) == 4
    assert barriers.take_dent(record, 99) == 0
    assert len(dents(battle)) == MAX_DENTS - 1


def field_of(rows: list[list[str]], title: str) -> Battle:
    """Return a battle on a map given by rows of letters."""
    drawing = Drawing(title=title, ground="\n".join("".join(row) for row in rows))
    teams = [{"name": "red", "units": [unit((0, 0))]}, {"name": "blue", "units": [unit((len(rows[0]) - 1, len(rows) - 1))]}]
    return Battle(Scenario.model_validate({"title": title, "map": drawing, "teams": teams}))


def spotted(battle: Battle, a: int, a_prone: int, b: int, b_prone: int) -> int:
    """Return the cover of a body on tile `b` against an eye on tile `a`, as the ground is now."""
    width = battle.field.drawing.width
    units = battle.record[0]["units"]
    for place, (tile, prone) in enumerate(((a, a_prone), (b, b_prone))):
        units["x"][place], units["y"][place], units["prone"][place] = tile % width, tile // width, prone
    return sight.COVERS.index(battle.cover("blue_1", "red_1"))


@pytest.mark.rule("SS-B6")
@pytest.mark.parametrize("seed", range(4))
def test_sight_and_paths_are_those_of_the_map_as_it_is_now(seed: int) -> None:
    """After barriers broke, cover between all tiles is what a map drawn so would give, and sight stays symmetric."""
    dice = random.Random(seed)
    rows = random_ground(dice, 10, 7, "." * 14 + "##oOCPPT=+")
    rows[0][0] = rows[6][9] = "."
    battle = field_of(rows, f"before {seed}")
    record, arena, log = (rows_of[0] for rows_of in battle.arrays)
    walls = [tile for tile in range(70) if rows[tile // 10][tile % 10] in "#oOCPT="]
    letters = {number: letter for letter, number in ((".", TERRAINS["debris"]), ("b", TERRAINS["breach"]))}
    for tile in dice.sample(walls, min(len(walls), 9)):
        assert barriers.break_open(record, arena, log, -1, tile)
        rows[tile // 10][tile % 10] = letters[int(battle.record[0]["changes"]["terrain"][battle.record[0]["changed"] - 1])]
    drawing = Drawing(title=f"after {seed}", ground="\n".join("".join(row) for row in rows), legend={"b": "breach"})
    fresh = prepare(battle.field.scenario.model_copy(update={"map": drawing, "title": f"after {seed}"}))
    size = 70
    table_now = fresh.arena[0]["sight"][: size * size].reshape(size, size)
    for _ in range(60):
        a, b, a_prone, b_prone = dice.randrange(size), dice.randrange(size), dice.randrange(2), dice.randrange(2)
        there = spotted(battle, a, a_prone, b, b_prone)
        back = spotted(battle, b, b_prone, a, a_prone)
        assert there == table_now[a, b] >> (4 * a_prone + 2 * b_prone) & 3
        assert (there == 3) == (back == 3)
    drawn = fresh.arena[0]["paths"][: size * size].reshape(size, size).astype(np.int64)
    free = [tile for tile in range(size) if fresh.arena[0]["terrains"]["passable"][fresh.arena[0]["tiles"]["terrain"][tile]]]
    found = 0
    for _ in range(100):
        a, b = dice.choice(free), dice.choice(free)
        walk = paths.path_length(record, arena, a, b)
        if walk < 65535:
            found += 1
            assert drawn[a, b] - 1 <= walk  # never shorter than it is, but for rounding at a hole
            if walk < battle.field.arena[0]["paths"][a * size + b]:
                assert walk <= drawn[a, b] + 12
    assert found > 30


@pytest.mark.rule("SS-B6")
def test_paths_lead_through_chains_of_holes() -> None:
    """Three walls one behind the other fall: the way goes through all three, and from hole to hole."""
    rows = [list("...###....")] * 3
    battle = field_of([row[:] for row in rows], "thick wall")
    record, arena = battle.arrays[0][0], battle.arrays[1][0]
    for tile in (13, 14, 15):
        assert barriers.break_open(record, arena, battle.arrays[2][0], -1, tile)
    assert paths.path_length(record, arena, 12, 16) == 7  # breaches are difficult ground: three steps at two metres, and one
    assert paths.path_length(record, arena, 13, 15) == 4
    assert paths.path_length(record, arena, 10, 11) == 1
    assert paths.path_length(record, arena, 10, 3) == 65535
