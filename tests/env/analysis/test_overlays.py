"""What is laid over a map is what the rules would say: asked of the engine action by action."""

import numpy as np
import pytest

from fireteam.agents.bots import load_bot
from fireteam.env.analysis.overlays import allowance, danger, fan, paths, tiles_in_reach, tiles_in_zone, tiles_seen
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.observation import observation_size
from fireteam.env.observe.window import DANGER, GROUND, N_PLANE, PLANES, RADIUS
from fireteam.env.rules.ground.grid import DIRECTIONS
from fireteam.env.rules.kernel import plain
from fireteam.env.rules.record import DOWN, NOBODY
from fireteam.env.seats.bots import look
from fireteam.systems.swan_song.rules.record import MAX_ZONES
from tabletop import *

FIELD = "\n".join(["." * 24] * 13)


def some_battles(scenario: str, count: int = 6) -> list[Battle]:
    """Return a battle at several decisions in action phases."""
    battle = Battle(scenario, 5)
    bot = load_bot("tactician", 5)
    found: list[Battle] = []
    number = 0
    while not battle.over and len(found) < count:
        number += 1
        if number % 15 == 0 and battle.decision and battle.decision.kind == "act":
            found.append(battle.copy())
        battle.step(bot.decide(battle))
    return found


@pytest.mark.parametrize("scenario", ["yard", "valley", "bank"])
def test_ways_can_be_walked_and_cost_what_they_say(scenario: str) -> None:
    """Every way is walked step by step in the engine: each step is open, and the metres are those that were told."""
    for battle in some_battles(scenario, 3):
        who = int(battle.record[0]["decider"])
        clone = battle.copy()
        if "walk" in map(clone.words, clone.legal()):
            clone.step("walk")
        reach = allowance(clone, who).left
        if reach <= 0 or clone.decision is None or clone.decision.kind != "act":
            continue
        found = paths(clone, who, reach)
        tiles = list(found)[:: max(len(found) // 12, 1)]
        for tile in tiles:
            walker = clone.copy()
            for direction in found[tile].steps:
                if walker.decision is None or walker.decision.kind != "act" or int(walker.record[0]["decider"]) != who:
                    break  # intercepted, shot at, or the battle is over: the way said no more than the metres
                walker.step(f"step {DIRECTIONS[direction]}")
            else:
                there = walker.record[0]["units"][who]
                width = walker.field.drawing.width
                if (there["status"], int(there["y"]) * width + int(there["x"])) == (1, tile) and not there["stuck"]:
                    assert allowance(walker, who).left == reach - found[tile].metres
        assert all(path.metres <= reach for path in found.values())


def test_nothing_nearer_is_left_out() -> None:
    """On open ground all tiles within the metres are reached, diagonals one and two in turn (SS-M9), and no others."""
    battle = table([unit((10, 6))], [unit((1, 1))], FIELD)
    found = paths(battle, 0, 5)
    width = battle.field.drawing.width
    for tile in range(width * battle.field.drawing.height):
        dx, dy = abs(tile % width - 10), abs(tile // width - 6)
        metres = max(dx, dy) + min(dx, dy) // 2
        if 0 < metres <= 5 and tile in found:
            assert found[tile].metres == metres
        assert (tile in found) == (0 < metres <= 5) or tile == 1 * width + 1


def test_danger_is_the_harm_of_those_who_see_the_tile() -> None:
    """A tile out of sight of all enemies is safe, one in sight of an armed one is not, and nobody ends in a wall."""
    for battle in some_battles("yard"):
        who = int(battle.record[0]["decider"])
        team = int(battle.record[0]["units"][who]["team"])
        harm = danger(battle, who)
        seen = tiles_seen(battle, 1 - team)
        assert not harm[~seen].any()
        walls = np.array([name in ("wall", "crate") for name in battle.field.drawing.terrain()])
        assert not harm[walls].any()
    assert harm.any()


def test_the_plane_of_danger_knows_of_vehicles() -> None:
    """Who stands behind a vehicle is hidden from the enemy beyond it, in the plane of an observation as over the map."""
    for name in ("market", "chase"):
        for battle in some_battles(name):
            battle.record[0]["teams"]["known"] = 2**30 - 1
            who = int(battle.record[0]["decider"])
            unit = battle.record[0]["units"][who]
            seen = np.zeros(observation_size(29, 29), np.float32)
            look(*battle.arrays, plain(layout(29, 29)), who, seen, np.zeros(8192, np.int8))
            planes = seen[len(seen) - len(PLANES) * N_PLANE :].reshape(len(PLANES), 2 * RADIUS + 1, -1)
            harm, drawing = danger(battle, who), battle.field.drawing
            for row, column in np.ndindex(planes[0].shape):
                x, y = int(unit["x"]) + column - RADIUS, int(unit["y"]) + row - RADIUS
                if planes[GROUND, row, column] and 0 <= x < drawing.width and 0 <= y < drawing.height:
                    expected = min(harm[y * drawing.width + x] / 16, 1)
                    assert planes[DANGER, row, column] == pytest.approx(expected, abs=1e-4), name


def test_a_team_sees_the_tiles_of_its_units() -> None:
    """Where a unit stands its team sees, and it sees an enemy's tile exactly where there is no total cover."""
    for battle in some_battles("yard"):
        width = battle.field.drawing.width
        seen = tiles_seen(battle, 0)
        names = [fighter.name for fighter in battle.field.roster]
        up = [who for who in range(8) if battle.record[0]["units"][who]["status"] == 1]
        for who in up:
            body = battle.record[0]["units"][who]
            tile = int(body["y"]) * width + int(body["x"])
            if who < 4:
                assert seen[tile]
            elif not body["prone"]:
                assert seen[tile] == any(battle.cover(names[who], names[o]) != "total" for o in up if o < 4)


def test_the_fan_says_what_cover_is_measured_by() -> None:
    """The share hidden over the five rays is the cover that the engine gives (SS-B1)."""
    for battle in some_battles("yard"):
        names = [fighter.name for fighter in battle.field.roster]
        for target in range(4, 8):
            for viewer in range(4):
                a, b = battle.record[0]["units"][viewer], battle.record[0]["units"][target]
                if a["status"] != 1 or b["status"] != 1:
                    continue
                posture = (bool(a["prone"]), bool(b["prone"]))
                rays = fan(battle, (int(a["x"]), int(a["y"])), (int(b["x"]), int(b["y"])), posture)
                share = sum(ray.hidden for ray in rays) / len(rays)
                cover = battle.cover(names[target], names[viewer])
                assert len(rays) == 5
                if cover == "none":
                    assert share <= 0.25 + 1e-9
                elif cover == "partial":
                    assert 0.25 < share <= 0.5 + 1e-9
                else:
                    assert share > 0.5


def test_reach_is_where_interception_is_asked() -> None:
    """With bare hands one metre around is in reach, with a spear more (SS-I1)."""
    fists = table([unit((5, 5), weapons=[])], [unit((20, 10))], FIELD)
    assert len(tiles_in_reach(fists, 0)) == 9
    long = table([unit((5, 5), weapons=["sword"])], [unit((20, 10))], FIELD)
    assert len(tiles_in_reach(long, 0)) > 9


def test_a_zone_has_tiles_where_it_is_fired() -> None:
    """The tiles of a zone are in front of the shooter, within reach and sight, and none of a free row."""
    battle = table([unit((2, 6), "gunner")], [unit((15, 6))], FIELD)
    battle.step("suppress_line blue_1")
    zones = battle.record[0]["zones"]
    number = next(number for number in range(MAX_ZONES) if zones[number]["shooter"] != NOBODY)
    width = battle.field.drawing.width
    tiles = tiles_in_zone(battle, number)
    assert 6 * width + 15 in tiles
    assert all(tile % width > 2 for tile in tiles)
    assert all(tile // width == 6 for tile in tiles)


def test_danger_adds_up_over_the_enemies_that_are_known() -> None:
    """Of two enemies in the open each adds its own harm on every tile; of who is not known or down there is none."""
    reds = [unit((2, 6)), unit((2, 7))]
    blues = [unit((15, 6), weapons=["light_pistol"]), unit((15, 8), weapons=["light_pistol"])]
    battle = table(reds, blues, FIELD, order(6, 5, 4, 3))
    both, knows = danger(battle, 0), battle.record[0]["teams"]["known"]
    found = []
    for left in (2, 3):
        knows[0] = 0b0011 | 1 << left
        found.append(danger(battle, 0))
    assert (found[0] > 0).all()
    assert both == pytest.approx(found[0] + found[1])
    knows[0] = 0b0011
    assert not danger(battle, 0).any()
    knows[0], battle.unit("blue_2")["status"] = 0b1111, DOWN
    assert danger(battle, 0) == pytest.approx(found[0])


@pytest.mark.rule("SS-M9")
def test_who_lies_gets_as_far_as_it_crawls() -> None:
    """Each step of a way costs the metres that the engine takes for it from who lies prone."""
    battle = table([unit((10, 6))], [unit((1, 1))], FIELD)
    upright = paths(battle, 0, 6)
    take(battle, "drop_prone", "walk")
    found = paths(battle, 0, 6)
    east = 6 * battle.field.drawing.width + 11
    assert only(play(battle, "step east"), "step").numbers["metres"] == found[east].metres > upright[east].metres
    assert found.keys() < upright.keys()
