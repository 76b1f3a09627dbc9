"""Places that a unit could be ordered to: few, but one for every purpose.

Every tile within reach is weighed once. Places are the best one from which to attack each enemy, the best in each
direction, the safest, and those nearest to an objective, to a friend in need and to where enemies may be.
"""

from typing import NamedTuple

import numpy as np

from fireteam.env.rules.ground.grid import metres, passable, tile_of, toward
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.ground.sight import NO_COVER, cover_between
from fireteam.env.rules.interface import fights_close, in_range, weapon_in_hand
from fireteam.env.rules.kernel import Array, Record, allocating, kernel
from fireteam.env.rules.record import NOWHERE

from ..doctrine.interface import horizon, patient_for
from ..doctrine.memory import hunting_goal
from ..doctrine.movement import effort, is_taken, occupied_near, stakes
from ..doctrine.places import PRONE, TILE, Survey, X, Y, danger_at, nearness, objective_anchor, survey
from ..doctrine.records import HOLD

MOST_PLACES = 24
MOST_FOES = 6  # for whom a place to attack from is kept
DIRECTIONS = 8
SAFEST = 3
TOWARDS = 3  # an objective, a friend in need, where enemies may be

PLACE = np.dtype(
    [
        ("tile", "i2"),
        ("walk", "i2"),  # metres
        ("worth", "f4"),  # to the doctrine, above that of where the unit stands; without what it can do there
        ("offense", "f4"),  # largest share of an enemy's life that a plain attack from there takes
    ],
    align=True,
)


class Scan(NamedTuple):
    """What a unit knows before it weighs places: the goals that it may go towards, and what they are worth."""

    known: Survey
    anchor: int  # tile of an objective, -1 for none
    patient: int  # tile of a friend in need, -1 for none
    hunted: int  # tile where enemies may be, NOWHERE for none
    care: float
    hope: float
    weapon: int


@allocating
def scan_of(battle: Record, arena: Record, parameters: Record, who: int, memory: Record) -> Scan:
    """Return the Scan of a unit; `memory` is its record."""
    care, hope = stakes(battle, arena, parameters.weights, who)
    anchor, patient = objective_anchor(battle, arena, who), patient_for(battle, arena, who)
    hunted = hunting_goal(battle, arena, who, parameters.seed, memory)
    return Scan(survey(battle, arena, who), anchor, patient, hunted, care, hope, weapon_in_hand(battle, arena, who))


@allocating
def places_of(battle: Record, arena: Record, parameters: Record, who: int, memory: Record, scan: Scan, out: Array) -> int:
    """Write the places that a unit could be ordered to into `out`, records of PLACE; return how many.

    The first is where it stands, the second the goal that the doctrine has written into its memory.
    """
    unit = battle.units[who]
    here = tile_of(arena, unit)
    walking, running = horizon(battle, arena, who)
    slots = 2 + MOST_FOES + DIRECTIONS + SAFEST + TOWARDS
    tiles = np.full(slots, NOWHERE, np.int64)
    values = np.full(slots, -1e9)
    around = running // arena.scale
    taken = occupied_near(battle, arena, who)
    foes = min(scan.known.foes, MOST_FOES)
    for y in range(max(unit.y - around, 0), min(unit.y + around + 1, arena.height)):
        for x in range(max(unit.x - around, 0), min(unit.x + around + 1, arena.width)):
            tile = y * arena.width + x
            walk = path_length(battle, arena, here, tile)
            if walk > running or tile == here or not passable(battle, arena, tile) or is_taken(battle, arena, tile, taken):
                continue
            danger = danger_at(battle, arena, scan.known, tile)
            near = nearness(battle, arena, parameters.weights, who, scan.known, tile, scan.anchor, scan.patient)
            worth = near - scan.care * danger - effort(parameters.weights, walk, walking)
            most = 0.0
            for foe in range(foes):
                gain = gain_from(battle, arena, scan, foe, x, y)
                most = max(most, gain)
                if gain > 0.0:
                    keep_best(tiles, values, 2 + foe, tile, worth + scan.hope * gain)
            keep_best(tiles, values, 2 + MOST_FOES + toward(x - unit.x, y - unit.y), tile, worth + scan.hope * most)
            keep_safest(tiles, values, 2 + MOST_FOES + DIRECTIONS, tile, -danger - 0.001 * walk)
            first = slots - TOWARDS
            if scan.anchor >= 0:
                keep_best(tiles, values, first, tile, -float(path_length(battle, arena, tile, scan.anchor)) - 0.01 * danger)
            if scan.patient >= 0:
                keep_best(tiles, values, first + 1, tile, -float(path_length(battle, arena, tile, scan.patient)))
            if scan.hunted >= 0:
                keep_best(
                    tiles, values, first + 2, tile, -float(path_length(battle, arena, tile, scan.hunted)) - 0.01 * danger
                )
    tiles[0] = here
    tiles[1] = memory.goal if memory.worth > 0 else here
    count = 0
    for slot in range(slots):
        if count < len(out) and tiles[slot] != NOWHERE and not is_listed(out, count, tiles[slot]):
            write_place(battle, arena, parameters, who, scan, tiles[slot], out[count])
            count += 1
    return count


@kernel
def gain_from(battle: Record, arena: Record, scan: Scan, foe: int, x: int, y: int) -> float:
    """Return the share of an enemy's life, a number in the survey, that a plain attack from (x, y) is expected to take."""
    marks, gains = scan.known.marks, scan.known.gains
    if not in_range(battle, arena, scan.weapon, metres(arena, marks[foe, X], marks[foe, Y], x, y)):
        return 0.0
    if fights_close(battle, arena, scan.weapon):
        return float(gains[foe, NO_COVER])
    return float(gains[foe, cover_between(battle, arena, y * arena.width + x, 0, marks[foe, TILE], marks[foe, PRONE])])


@kernel
def keep_best(tiles: Array, values: Array, slot: int, tile: int, value: float) -> None:
    """Keep a tile in a slot if it is better than the one there."""
    if value > values[slot]:
        tiles[slot], values[slot] = tile, value


@kernel
def keep_safest(tiles: Array, values: Array, first: int, tile: int, value: float) -> None:
    """Keep a tile among the best few, from slot `first` on, best first."""
    for slot in range(first, first + SAFEST):
        if value > values[slot]:
            for later in range(first + SAFEST - 1, slot, -1):
                tiles[later], values[later] = tiles[later - 1], values[later - 1]
            tiles[slot], values[slot] = tile, value
            return


@kernel
def is_listed(places: Array, count: int, tile: int) -> bool:
    """Return whether a tile is among the first `count` places."""
    for number in range(count):
        if places[number].tile == tile:
            return True
    return False


@kernel
def write_place(
    battle: Record, arena: Record, parameters: Record, who: int, scan: Scan, tile: int, place: Record
) -> None:  # fmt: skip
    """Write what a tile is worth to a unit, and what it can do there."""
    here = tile_of(arena, battle.units[who])
    weights = parameters.weights
    walking, _ = horizon(battle, arena, who)
    place.tile = tile
    place.walk = path_length(battle, arena, here, tile)
    danger = danger_at(battle, arena, scan.known, tile)
    offense = 0.0
    for foe in range(scan.known.foes):
        offense = max(offense, gain_from(battle, arena, scan, foe, tile % arena.width, tile // arena.width))
    place.offense = offense
    worth = nearness(battle, arena, weights, who, scan.known, tile, scan.anchor, scan.patient) - scan.care * danger
    place.worth = worth + (weights[HOLD] if tile == here else -effort(weights, place.walk, walking))
