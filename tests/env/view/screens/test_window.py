"""The planes of the window say what the engine's own questions answer, tile by tile, also over changed ground."""

import random

import numpy as np
import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.observation import observation_size
from fireteam.env.observe.window import DANGER, FIRE, GROUND, N_PLANE, PLANES, RADIUS, SEEN_FROM, SIDE
from fireteam.env.rules import kernel
from fireteam.env.rules.ground.grid import passable, tile_of
from fireteam.env.rules.ground.sight import TOTAL, cover_between
from fireteam.env.rules.kernel import entry
from fireteam.env.rules.record import UP
from fireteam.env.rules.sides.knowledge import knows
from fireteam.env.seats.bots import look
from fireteam.systems.swan_song.rules.attack.suppression import in_zone, threatened
from fireteam.systems.swan_song.rules.record import MAX_ZONES


@entry
def ask_tile_by_tile(battles, arenas, who, planes):
    """Fill four planes of 7 x 7 tiles, zeros before: ground, enemies that see, their harm, zones of fire."""
    battle = battles[0]
    arena = arenas[battle.variant]
    unit = battle.units[who]
    for row in range(SIDE):
        for column in range(SIDE):
            x, y = unit.x - RADIUS + column, unit.y - RADIUS + row
            if x < 0 or y < 0 or x >= arena.width or y >= arena.height:
                continue
            tile = y * arena.width + x
            planes[0, row, column] = 1.0 if passable(battle, arena, tile) else 0.0
            for other in range(arena.units):
                body = battle.units[other]
                if body.status == UP and body.team != unit.team and knows(battle, unit.team, other):
                    cover = cover_between(battle, arena, tile_of(arena, body), body.prone, tile, 0)
                    if cover != TOTAL and arena.sheets[other].inanimate == 0:
                        planes[1, row, column] += 1.0
                        planes[2, row, column] += arena.harm[other, body.hand, who, cover]
            for zone in range(MAX_ZONES):
                if threatened(battle, zone, who) and in_zone(battle, arena, zone, x, y):
                    planes[3, row, column] = 1.0


@pytest.mark.parametrize("scenario", ["yard", "breach", "bank", "night", "chase"])
def test_the_window_is_what_the_engine_says(scenario: str) -> None:
    """Random battles: doors move, walls fall, zones of fire open, vans stand about; every third decision is looked at."""
    dice = random.Random(scenario)
    numbering = layout()
    observation = np.zeros(observation_size(8, 8), np.float32)
    mask = np.zeros(int(numbering[0]["size"]), np.int8)
    changed = fires = 0
    for seed in range(4):
        battle = Battle(scenario, seed)
        while not battle.over and battle.record[0]["decisions"] < 400:
            battle.step(dice.choice(battle.legal()))
            if battle.over or battle.record[0]["decisions"] % 3:
                continue
            who = int(battle.record[0]["decider"])
            look(*battle.arrays, kernel.plain(numbering), who, observation, mask)
            window = observation[-len(PLANES) * N_PLANE :].reshape(len(PLANES), SIDE, SIDE)
            asked = np.zeros((4, SIDE, SIDE))
            known = battle.as_known(battle.field.roster[who].team)  # doors and walls are those that its side knows of
            ask_tile_by_tile(*known.arrays[:2], who, asked)
            assert ((window[GROUND] > 0) == (asked[0] > 0)).all()
            assert np.allclose(window[SEEN_FROM], np.minimum(asked[1] / 4, 1))
            assert np.allclose(window[DANGER], np.minimum(asked[2] / 16, 1), atol=1e-4)
            assert (window[FIRE] == asked[3]).all()
            changed += int(battle.record[0]["changed"] > 0)
            fires += int(asked[3].any())
    assert changed > 20 or scenario == "chase", "no changed ground was looked at"
    assert fires > 5 or scenario != "yard", "no zone of fire was looked at"
