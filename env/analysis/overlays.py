"""The data of map overlays: zones of fire, sight, danger, reach, ways to go, lines of fire.

All of it comes from the engine's own geometry, so that a picture always agrees with the rules. Arrays that
are filled have an element per tile, numbered row by row.
"""

from typing import NamedTuple

import numpy as np

from ..battle import Battle
from ..rules.arena import SEES, UNREACHABLE
from ..rules.ground.bulk import occupant
from ..rules.ground.grid import DX, DY, beside, metres, metres_of_step, passable, step_price, steps_from, tile_of
from ..rules.ground.rays import BODY, EYE, LINE, RAYS, fan_offset, horizon, trace
from ..rules.ground.sight import TOTAL, cover_between
from ..rules.interface import hand, in_zone, is_blind, metres_left, metres_to_declare, strike_reach
from ..rules.kernel import Array, Record, allocating, entry, kernel
from ..rules.record import NOBODY, NOWHERE, UP
from ..rules.sides.knowledge import knows


class Ray(NamedTuple):
    """A ray of the fan that measures cover (SS-B1): where it ends, in tiles, and the share of the body hidden there."""

    x: float
    y: float
    hidden: float


class Allowance(NamedTuple):
    """How far a unit gets in its phase, in metres: now, by declaring its walk, and by each run (SS-M1, SS-M2)."""

    left: int
    walk: int
    run: int


class Path(NamedTuple):
    """A path to a tile: metres, and the directions of the steps."""

    metres: int
    steps: list[int]


def tiles_in_zone(battle: Battle, number: int) -> list[int]:
    """Return the tiles that a zone of fire covers (SS-U5)."""
    marks = np.zeros(_size(battle), np.uint8)
    _mark_zone(*battle.arrays[:2], number, marks)
    return np.flatnonzero(marks).tolist()


def tiles_seen(battle: Battle, team: int) -> np.ndarray:
    """Return which tiles a team's units see, bool of shape (tiles,)."""
    marks = np.zeros(_size(battle), np.uint8)
    _mark_seen(*battle.arrays[:2], team, marks)
    return marks.astype(bool)


def tiles_in_reach(battle: Battle, who: int) -> list[int]:
    """Return the tiles on which a unit may strike at somebody who moves (SS-I1)."""
    marks = np.zeros(_size(battle), np.uint8)
    _mark_reach(*battle.arrays[:2], who, marks)
    return np.flatnonzero(marks).tolist()


def danger(battle: Battle, who: int) -> np.ndarray:
    """Return the damage expected if a unit ends on a tile, shape (tiles,); 0 where nobody can stand.

    It is the sum over plain attacks by each enemy that the unit's team knows and that sees the tile, cover taken: the plane
    `if_I_end_here` of the observation, over the whole map.
    """
    total = np.zeros(_size(battle))
    _mark_danger(*battle.arrays[:2], who, total)
    return total


def fan(
    battle: Battle, viewer: tuple[int, int], target: tuple[int, int], prone: tuple[bool, bool] = (False, False)
) -> list[Ray]:
    """Return the rays from a viewer's eye to a target, given their tiles; `prone` says which of them lies down."""
    width = battle.field.drawing.width
    rays = np.zeros((RAYS, 3))
    a, b = viewer[1] * width + viewer[0], target[1] * width + target[0]
    _trace_fan(*battle.arrays[:2], a, int(prone[0]), b, int(prone[1]), rays)
    return [Ray(*ray) for ray in rays.tolist()]


def allowance(battle: Battle, who: int) -> Allowance:
    """Return how far a unit gets in its phase."""
    metres_open = np.zeros(3, np.int64)
    _allow(*battle.arrays[:2], who, metres_open)
    return Allowance(*metres_open.tolist())


def paths(battle: Battle, who: int, most: int) -> dict[int, Path]:
    """Return the tiles that a unit can reach within a number of metres, and how; its own tile is not among them.

    Other units count as staying in place; interceptors and zones of fire may still stop it.
    """
    size = _size(battle)
    cost = np.full(2 * size, UNREACHABLE, np.int64)
    came = np.full(2 * size, NOWHERE, np.int64)
    _spread(*battle.arrays[:2], who, most, cost, came)
    width = battle.field.drawing.width
    unit = battle.record[0]["units"][who]
    start = int(unit["y"]) * width + int(unit["x"])
    found = {}
    for tile in range(size):
        place = tile if cost[tile] <= cost[size + tile] else size + tile
        if cost[place] > most or tile == start:
            continue
        steps, here = [], place
        while came[here] != NOWHERE:
            direction = int(came[here]) % 8
            steps.append(direction)
            here = int(came[here]) // 8
        found[tile] = Path(int(cost[place]), steps[::-1])
    return found


def _size(battle: Battle) -> int:
    return int(battle.field.arena[0]["size"])


@entry
def _mark_zone(battles: Array, arenas: Array, number: int, marks: Array) -> None:
    """Mark the tiles of a zone of fire."""
    battle = battles[0]
    arena = arenas[battle.variant]
    for tile in range(arena.size):
        if in_zone(battle, arena, number, tile % arena.width, tile // arena.width):
            marks[tile] = 1


@entry
def _mark_seen(battles: Array, arenas: Array, team: int, marks: Array) -> None:
    """Mark the tiles on which units of a team would see somebody who stands there."""
    battle = battles[0]
    arena = arenas[battle.variant]
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.status != UP or unit.team != team or arena.sheets[who].inanimate or is_blind(battle, who):
            continue
        eye = tile_of(arena, unit)
        for tile in range(arena.size):
            if not marks[tile] and cover_between(battle, arena, eye, unit.prone, tile, 0) != TOTAL:
                marks[tile] = 1


@entry
def _mark_reach(battles: Array, arenas: Array, who: int, marks: Array) -> None:
    """Mark the tiles within a unit's reach that it sees."""
    battle = battles[0]
    arena = arenas[battle.variant]
    unit = battle.units[who]
    reach = strike_reach(battle, arena, who)
    for tile in range(arena.size):
        x, y = tile % arena.width, tile // arena.width
        if metres(arena, unit.x, unit.y, x, y) <= reach:
            if cover_between(battle, arena, tile_of(arena, unit), unit.prone, tile, 0) != TOTAL:
                marks[tile] = 1


@entry
def _mark_danger(battles: Array, arenas: Array, who: int, total: Array) -> None:
    """Add up the harm that each known enemy would do to a unit on every tile."""
    battle = battles[0]
    arena = arenas[battle.variant]
    team = battle.units[who].team
    for enemy in range(arena.units):
        body = battle.units[enemy]
        if body.status != UP or body.team == team or arena.sheets[enemy].inanimate or not knows(battle, team, enemy):
            continue
        for tile in range(arena.size):
            cover = cover_between(battle, arena, tile_of(arena, body), body.prone, tile, 0)
            menace = arena.menace[enemy, hand(battle, enemy), who, cover]
            if menace >= SEES and passable(battle, arena, tile):
                total[tile] += menace - SEES


@entry
def _trace_fan(battles: Array, arenas: Array, a: int, a_prone: int, b: int, b_prone: int, rays: Array) -> None:
    """Write where each ray of the fan ends, in tiles, and what of the body it finds hidden."""
    battle = battles[0]
    _measure(battle, arenas[battle.variant], a, a_prone, b, b_prone, rays)


@allocating
def _measure(battle: Record, arena: Record, a: int, a_prone: int, b: int, b_prone: int, rays: Array) -> None:
    """Follow the rays one by one, as the measure of cover does."""
    line = np.empty(LINE, np.int64)
    feet = arena.tiles[b].floor
    eye = arena.tiles[a].floor + EYE[a_prone]
    width = arena.width
    for ray in range(RAYS):
        off_x, off_y = fan_offset(b % width - a % width, b // width - a // width, ray)
        rays[ray, 0] = b % width + 0.5 + off_x / 16
        rays[ray, 1] = b // width + 0.5 + off_y / 16
        wall = max(arena.tiles[a].floor + EYE[0], feet + BODY[0])
        count, length = trace(battle, arena, a, b, ray, min(arena.tiles[a].floor, feet), wall, line, False)
        if count != 0:
            rise, run = horizon(line, count, eye)
            rays[ray, 2] = min(max(eye + rise * length / run - feet, 0), BODY[b_prone]) / BODY[b_prone]


@entry
def _allow(battles: Array, arenas: Array, who: int, out: Array) -> None:
    """Write what is left of the declared movement, of a walk not declared yet, and what a run would add."""
    battle = battles[0]
    arena = arenas[battle.variant]
    out[0] = metres_left(battle, arena, who)
    out[1], out[2] = metres_to_declare(battle, arena, who)


@entry
def _spread(battles: Array, arenas: Array, who: int, most: int, cost: Array, came: Array) -> None:
    """Fill cost and origin of every tile within reach, once for each parity of diagonal steps (SS-M9).

    The place of a tile is its number, plus the map's size where the next diagonal is the dear one. `came` holds
    8 * place + direction of the last step.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    unit = battle.units[who]
    size = arena.size
    cost[unit.diagonals * size + tile_of(arena, unit)] = 0
    improved = True
    while improved:  # a few sweeps: allowances are some twenty metres
        improved = False
        for place in range(2 * size):
            if cost[place] < most:
                improved |= _relax(battle, arena, who, place, most, cost, came)


@kernel
def _relax(battle: Record, arena: Record, who: int, place: int, most: int, cost: Array, came: Array) -> bool:
    """Try every step from a place; return whether any leads somewhere cheaper than before."""
    unit = battle.units[who]
    size = arena.size
    parity, tile = place // size, place % size
    x, y = tile % arena.width, tile // arena.width
    steps, rough = steps_from(battle, arena, x, y)
    improved = False
    for direction in range(8):
        if steps >> direction & 1 == 0 or occupant(battle, arena, x + DX[direction], y + DY[direction], who) != NOBODY:
            continue
        diagonal = direction % 2
        price = metres_of_step(arena, unit.prone, step_price(arena, diagonal, parity, rough >> direction & 1))
        to = (parity ^ diagonal) * size + beside(arena, x, y, direction)
        if cost[place] + price <= most and cost[place] + price < cost[to]:
            cost[to] = cost[place] + price
            came[to] = 8 * place + direction
            improved = True
    return improved
