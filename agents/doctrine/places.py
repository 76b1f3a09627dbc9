"""The worth of tiles to a unit: what it can do there, what it can suffer there, how near they are to its goals.

A unit weighs many tiles at a time, so what is the same for all of them is computed once, in a `Survey`.
"""

from typing import NamedTuple

import numpy as np

from fireteam.env.rules.arena import COVERS, EXIT, HOLD, UNREACHABLE
from fireteam.env.rules.ground.grid import metres, tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.ground.sight import NO_COVER, TOTAL, cover_between
from fireteam.env.rules.interface import fights_close, hand, in_range, walk_rate, weapon_in_hand
from fireteam.env.rules.kernel import Array, Record, allocating, kernel
from fireteam.env.rules.record import DOWN, ESCAPED, MAX_UNITS, NOBODY, UP

from .guarding import off_guard, ward_of
from .interface import danger_on, urge
from .records import APPROACH, COHESION, DISTANCE, HEAL, OBJECTIVE, PROTECT
from .values import is_enemy, points_left

FAR = 100.0
CALLS_FOR_HELP = 0.8  # worth of standing beside a friend who bleeds
HELP_WITHIN = 30  # metres
MELEE_REACH = 3  # metres beyond two walks at which a melee fighter is still a danger
ANYWHERE = -1  # how far an enemy with a gun is a danger: as far as it sees

X, Y, TILE, PRONE, WITHIN = range(5)  # columns of the marks of enemies and friends


class Survey(NamedTuple):
    """What a unit knows of enemies and friends before it weighs tiles."""

    foes: int
    friends: int
    marks: np.ndarray  # int64: where they are, how, and how near they must be to be a danger: enemies first
    gains: np.ndarray  # float64: the share of its life that each enemy would lose, by its cover
    losses: np.ndarray  # float64: the points that each enemy would take, by the unit's own cover
    urge: float  # worth of a metre nearer to them besides


@allocating
def survey(battle: Record, arena: Record, who: int) -> Survey:
    """Return the Survey of a unit."""
    marks = np.empty((MAX_UNITS, 5), np.int64)
    gains = np.zeros((MAX_UNITS, COVERS))
    losses = np.zeros((MAX_UNITS, COVERS))
    foes = 0
    for enemy in range(arena.units):
        if is_enemy(battle, who, enemy):
            mark(battle, arena, enemy, marks, foes)
            note_enemy(battle, arena, who, enemy, marks[foes], gains[foes], losses[foes])
            foes += 1
    friends = 0
    team = battle.units[who].team
    for other in range(arena.units):
        if other != who and battle.units[other].team == team and battle.units[other].status == UP:
            mark(battle, arena, other, marks, foes + friends)
            friends += 1
    return Survey(foes, friends, marks, gains, losses, urge(battle, arena, who))


@kernel
def mark(battle: Record, arena: Record, who: int, marks: Array, row: int) -> None:
    """Write a unit's place into a row of `marks`."""
    unit = battle.units[who]
    marks[row, X] = unit.x
    marks[row, Y] = unit.y
    marks[row, TILE] = tile_of(arena, unit)
    marks[row, PRONE] = unit.prone
    marks[row, WITHIN] = ANYWHERE


@kernel
def note_enemy(battle: Record, arena: Record, who: int, enemy: int, place: Array, gain: Array, loss: Array) -> None:
    """Note the harm that a unit and an enemy can do to one another with plain attacks; none through total cover."""
    body = battle.units[enemy]
    slot, other = hand(battle, who), hand(battle, enemy)
    left = points_left(battle, arena, enemy)
    for cover in range(TOTAL):
        gain[cover] = min(arena.harm[who, slot, enemy, cover if body.covered else NO_COVER] / left, 1.0)
        if arena.sheets[enemy].inanimate == 0 and body.broken == 0:
            loss[cover] = arena.harm[enemy, other, who, cover]
    if fights_close(battle, arena, weapon_in_hand(battle, arena, enemy)):
        place[WITHIN] = 2 * walk_rate(battle, arena, enemy) + MELEE_REACH


@kernel
def offense_from(battle: Record, arena: Record, known: Survey, x: int, y: int, weapon: int) -> float:
    """Return the largest share of an enemy's life that a unit is expected to take from tile (x, y).

    `weapon` is that in hand, as `weapon_in_hand` gives it; `known` a Survey.
    """
    close = fights_close(battle, arena, weapon)
    tile = y * arena.width + x
    best = 0.0
    for foe in range(known.foes):
        if known.gains[foe, NO_COVER] <= best:  # no cover makes it more
            continue
        if not in_range(battle, arena, weapon, metres(arena, known.marks[foe, X], known.marks[foe, Y], x, y)):
            continue
        cover = NO_COVER
        if not close:
            cover = cover_between(battle, arena, tile, 0, known.marks[foe, TILE], known.marks[foe, PRONE])
        best = max(best, known.gains[foe, cover])
    return best


@kernel
def most_offense(known: Survey) -> float:
    """Return an upper bound of `offense_from`: at the enemy that the unit hurts most, without cover."""
    most = 0.0
    for foe in range(known.foes):
        most = max(most, known.gains[foe, NO_COVER])
    return most


@kernel
def danger_at(battle: Record, arena: Record, known: Survey, tile: int) -> float:
    """Return the points that a unit is expected to lose on a tile, with the cover it can take there."""
    shelters = arena.tiles[tile].near_cover == 1
    x, y = tile % arena.width, tile // arena.width
    danger = 0.0
    for foe in range(known.foes):
        within = known.marks[foe, WITHIN]
        if within != ANYWHERE:
            far = max(abs(known.marks[foe, X] - x), abs(known.marks[foe, Y] - y)) * arena.scale
            if far <= within:
                danger += known.losses[foe, NO_COVER] * (0.6 if far > 2 else 1.0)
            continue
        cover = cover_between(battle, arena, known.marks[foe, TILE], known.marks[foe, PRONE], tile, 0)
        danger += known.losses[foe, cover if shelters or cover == TOTAL else NO_COVER]
    if battle.live:
        danger += danger_on(battle, arena, tile)
    return danger


@kernel
def nearness(
    battle: Record, arena: Record, weights: Array, who: int, known: Survey, tile: int, anchor: int, patient: int
) -> float:
    """Return the worth of a tile's nearness: to enemies, the objective, friends, and the unit's ward.

    `anchor` and `patient` are the tiles of the objective and of a friend who needs help, -1 for none.
    """
    nearest = FAR
    for foe in range(known.foes):
        walk = path_length(battle, arena, tile, known.marks[foe, TILE])
        nearest = min(nearest, float(walk) if walk != UNREACHABLE else FAR)
    worth = -weights[APPROACH] * abs(nearest - weights[DISTANCE]) - known.urge * nearest
    goal = arena.goals[battle.units[who].team]
    if anchor >= 0:
        walk = path_length(battle, arena, tile, anchor)
        worth -= weights[OBJECTIVE] * (float(walk) if walk != UNREACHABLE else FAR)
        if goal.kind == HOLD and arena.tiles[tile].zone == goal.zone:
            worth += 5 * weights[OBJECTIVE]
    if goal.kind == EXIT and arena.tiles[tile].zone == goal.zone:
        worth += 1.0 if may_leave(battle, arena, who) else -2.0
    if patient >= 0:
        walk = path_length(battle, arena, tile, patient)
        worth += CALLS_FOR_HELP * weights[HEAL] * max(1.0 - walk / HELP_WITHIN, 0.0)
    ward = ward_of(battle, arena, who)
    if ward != NOBODY:
        worth -= weights[PROTECT] * off_guard(battle, arena, who, ward, tile)
    if weights[COHESION] != 0.0:
        worth -= weights[COHESION] * friend_distance(arena, known, tile)
    return worth


@kernel
def most_nearness(battle: Record, arena: Record, weights: Array, who: int, anchor: int, patient: int) -> float:
    """Return an upper bound of `nearness`: all that objectives and friends add."""
    goal = arena.goals[battle.units[who].team]
    worth = CALLS_FOR_HELP * weights[HEAL] if patient >= 0 else 0.0
    worth += 5 * weights[OBJECTIVE] if anchor >= 0 and goal.kind == HOLD else 0.0
    return worth + (1.0 if goal.kind == EXIT else 0.0)


@kernel
def friend_distance(arena: Record, known: Survey, tile: int) -> float:
    """Return the metres, straight, from a tile to the nearest friend; 0 if there is none."""
    x, y = tile % arena.width, tile // arena.width
    best = FAR
    for friend in range(known.foes, known.foes + known.friends):
        best = min(best, float(max(abs(known.marks[friend, X] - x), abs(known.marks[friend, Y] - y)) * arena.scale))
    return best if best < FAR else 0.0


@kernel
def may_leave(battle: Record, arena: Record, who: int) -> bool:
    """Return whether a unit may leave the map: all whom its team must bring out are out, or leave with it."""
    ward = arena.goals[battle.units[who].team].unit
    return ward == NOBODY or who == ward or battle.units[who].carries == ward or battle.units[ward].status == ESCAPED


@kernel
def objective_anchor(battle: Record, arena: Record, who: int) -> int:
    """Return the tile a unit is drawn to: its team's ground or exit, else that of another team; -1 for none.

    A unit that must be brought out comes before the exit.
    """
    team = battle.units[who].team
    if arena.goals[team].kind == EXIT and not may_leave(battle, arena, who):
        ward = battle.units[arena.goals[team].unit]
        return tile_of(arena, ward) if ward.status == DOWN and ward.carried_by == NOBODY else -1
    if arena.goals[team].anchor >= 0:
        return arena.goals[team].anchor
    for other in range(arena.teams):
        if arena.goals[other].kind in (HOLD, EXIT):
            return arena.goals[other].anchor
    return -1
