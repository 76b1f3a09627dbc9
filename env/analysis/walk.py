"""Walks a map before the battle: who can reach what, and through what, and who is seen at the start.

All of it comes from the engine: its table of paths, its sight, its rule systems' ranges. Tiles are numbered row by
row.
"""

from typing import NamedTuple

import numpy as np

from ..rules.arena import UNREACHABLE
from ..rules.ground import grid
from ..rules.ground.sight import TOTAL, cover_between
from ..rules.interface import fights_close, in_range, weapon_in_hand
from ..rules.kernel import Array, entry, plain
from ..rules.record import NOBODY, UP
from ..scenario.ground import with_doors
from ..scenario.models import Scenario
from ..scenario.setup import Field, laid_out

HIGHEST = 10_000  # centimetres: a step that no map asks for


class Ways(NamedTuple):
    """Which tile can be reached from which, bool of shape (tiles, tiles): on the map as it is, and on changed ones.

    Attributes:
        walking: on the map as it is; doors are opened.
        unlocked: with every lock picked.
        broken: with everything breakable broken.
        climbing: with steps of any height.
    """

    walking: np.ndarray
    unlocked: np.ndarray
    broken: np.ndarray
    climbing: np.ndarray


def ways_of(field: Field) -> Ways:
    """Return which tiles can be reached from which on a field's map."""
    size = int(field.arena[0]["size"])
    walking = field.arena[0]["paths"][: size * size].reshape(size, size) != UNREACHABLE
    if not field.arena[0]["shut"]:
        return Ways(walking, walking, walking, walking)
    scenario = field.scenario
    return Ways(walking, ways_if(scenario, unlocked=True), ways_if(scenario, broken=True), ways_if(scenario, climbing=True))


def ways_if(scenario: Scenario, unlocked: bool = False, broken: bool = False, climbing: bool = False) -> np.ndarray:
    """Return which tile can be reached from which on a changed map, as in `Ways`, bool of shape (tiles, tiles)."""
    arena = laid_out(scenario).arena
    record = arena[0]
    battle = with_doors(scenario.system, record, passable=1)
    if not unlocked:
        battle[0]["changed"] = 0
    if broken:
        terrains = record["terrains"]
        record["terrains"]["passable"] |= (terrains["broken"] >= 0) & (terrains["passable"][terrains["broken"]] == 1)
    if climbing:
        record["rules"]["climb"] = HIGHEST
    size = int(record["size"])
    grid.fill_paths(plain(battle)[0], plain(arena)[0], np.zeros((size, 8), np.int64), np.zeros(size + 1, np.int64))
    found: np.ndarray = record["paths"][: size * size].reshape(size, size) != UNREACHABLE
    return found


def tiles_of(field: Field) -> list[int]:
    """Return the tile on which each unit begins."""
    units = field.opening[0]["units"][: len(field.roster)]
    width = int(field.arena[0]["width"])
    return [int(unit["y"]) * width + int(unit["x"]) for unit in units]


def exposed(field: Field) -> np.ndarray:
    """Return who can be shot at before anybody moves, and by whom: bool of shape (units, units), [target, attacker].

    An enemy counts that is there from the start, sees the tile and has a weapon in hand that reaches so far. Bare hands and
    weapons that harm only by touch do not count. A unit that is hidden, or sits in a vehicle, is no target.
    """
    count = len(field.roster)
    found = np.zeros((count, count), np.uint8)
    opening = plain(field.opening.copy())
    _mark_exposed(opening, plain(field.arena), found)
    return found.astype(bool)


def sees_from(field: Field, tiles: np.ndarray) -> np.ndarray:
    """Return which tiles are seen from any of some tiles, bool of shape (tiles,); both are masks of the map."""
    seen = np.zeros(len(tiles), np.uint8)
    _mark_sees(plain(field.opening), plain(field.arena), tiles.astype(np.uint8), seen)
    return seen.astype(bool)


@entry
def _mark_exposed(battles: Array, arenas: Array, found: Array) -> None:
    """Mark [target, attacker] where the attacker can shoot at the target from where both begin."""
    battle = battles[0]
    arena = arenas[0]
    for target in range(arena.units):
        for who in range(arena.units):
            one, other = battle.units[target], battle.units[who]
            if one.team == other.team or one.status != UP or other.status != UP or arena.sheets[who].inanimate:
                continue
            if arena.sheets[target].hides or one.aboard != NOBODY:
                continue
            weapon = weapon_in_hand(battle, arena, who)
            if fights_close(battle, arena, weapon) or not in_range(battle, arena, weapon, grid.apart(arena, one, other)):
                continue
            if cover_between(battle, arena, grid.tile_of(arena, other), 0, grid.tile_of(arena, one), 0) != TOTAL:
                found[target, who] = 1


@entry
def _mark_sees(battles: Array, arenas: Array, tiles: Array, seen: Array) -> None:
    """Mark the tiles that are seen from any of `tiles`, both uint8 of shape (tiles,)."""
    battle = battles[0]
    arena = arenas[0]
    for a in range(arena.size):
        if tiles[a]:
            for b in range(arena.size):
                if seen[b] == 0 and cover_between(battle, arena, a, 0, b, 0) != TOTAL:
                    seen[b] = 1
