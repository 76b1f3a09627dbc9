"""Writing the rows of orders; see `columns.py` for what they hold."""

from typing import NamedTuple

import numpy as np

from fireteam.env.observe.features import clipped
from fireteam.env.rules.arena import EXIT, PROTECT, UNREACHABLE
from fireteam.env.rules.ground.grid import metres, tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.ground.sight import NO_COVER, TOTAL, cover_between
from fireteam.env.rules.interface import fights_close, hand, in_range, life_share, weapon_in_hand
from fireteam.env.rules.kernel import Array, Record, allocating, kernel
from fireteam.env.rules.record import DOWN, NOBODY, NOWHERE, UP, turn_of

from ..doctrine.guarding import off_guard, ward_of
from ..doctrine.interface import danger_on, horizon
from ..doctrine.orders import MOST_ACTS, MOST_ORDERS, NO_ACT
from ..doctrine.places import ANYWHERE, PRONE, TILE, WITHIN, X, Y, may_leave
from ..doctrine.values import is_enemy, points_left
from .columns import AT, WIDTH
from .places import MOST_PLACES, Scan, gain_from, scan_of

NEAR = 5  # metres that count as beside somebody
FAR = 100.0


@allocating
def write_rows(
    battle: Record, arena: Record, parameters: Record, memories: Array, orders: Array, count: int, out: Array
) -> None:  # fmt: skip
    """Write the row of each order one after another, and zeros behind them.

    Args:
        battle: the battle as the team of the unit that decides knows it.
        memories: records of MEMORY: those of its friends hold their orders.
        orders: what was proposed, records of OFFER; `count` of them.
        out: float32; its last MOST_ORDERS * WIDTH numbers are written.
    """
    who = battle.decider
    first = len(out) - MOST_ORDERS * WIDTH
    out[first:] = 0.0
    scan = scan_of(battle, arena, parameters, who, memories[who])
    here = tile_of(arena, battle.units[who])
    tiles = np.full(MOST_PLACES + 1, NOWHERE, np.int64)
    at_places = np.zeros((MOST_PLACES + 1, WIDTH), np.float32)
    left = points_left(battle, arena, who)
    stood = measure(battle, arena, scan, here)
    tiles[0] = here
    write_there(battle, arena, scan, who, memories, here, stood, stood, left, at_places[0])
    for number in range(count):
        order = orders[number]
        tile = here if order.goal == NOWHERE else order.goal
        place = 0
        while tiles[place] != tile and tiles[place] != NOWHERE and place < MOST_PLACES:
            place += 1
        if tiles[place] != tile:
            tiles[place] = tile
            at_places[place] = 0.0
            write_there(
                battle,
                arena,
                scan,
                who,
                memories,
                tile,
                measure(battle, arena, scan, tile),
                stood,
                left,
                at_places[place],
            )
        row = out[first + number * WIDTH : first + (number + 1) * WIDTH]
        row[:] = at_places[place]
        write_act(order, row)
        if order.target != NOBODY:
            write_target(battle, arena, who, memories, order.target, tile, left, row)


class Measure(NamedTuple):
    """What a unit can do and may suffer on a tile."""

    danger: float  # points
    offense: float  # share of an enemy's life
    seen_by: int  # enemies who can fire at it
    sees: int  # enemies at whom it can fire
    reached_by: int  # enemies who can come to blows with it
    nearest: float  # metres to walk to the nearest enemy


@kernel
def measure(battle: Record, arena: Record, scan: Scan, tile: int) -> Measure:
    """Return the Measure of a tile."""
    marks, losses = scan.known.marks, scan.known.losses
    x, y = tile % arena.width, tile // arena.width
    shelters = arena.tiles[tile].near_cover == 1
    danger, offense, nearest = 0.0, 0.0, FAR
    seen_by, sees, reached_by = 0, 0, 0
    for foe in range(scan.known.foes):
        gain = gain_from(battle, arena, scan, foe, x, y)
        sees += 1 if gain > 0.0 else 0
        offense = max(offense, gain)
        walk = path_length(battle, arena, tile, marks[foe, TILE])
        nearest = min(nearest, float(walk))
        if marks[foe, WITHIN] != ANYWHERE:
            far = max(abs(marks[foe, X] - x), abs(marks[foe, Y] - y)) * arena.scale
            if far <= marks[foe, WITHIN]:
                reached_by += 1
                danger += losses[foe, NO_COVER] * (0.6 if far > 2 else 1.0)
            continue
        cover = cover_between(battle, arena, marks[foe, TILE], marks[foe, PRONE], tile, 0)
        if cover != TOTAL and losses[foe, NO_COVER] > 0.0:
            seen_by += 1
        danger += losses[foe, cover if shelters or cover == TOTAL else NO_COVER]
    return Measure(danger, offense, seen_by, sees, reached_by, nearest)


@kernel
def write_there(
    battle: Record, arena: Record, scan: Scan, who: int, memories: Array, tile: int, there: Measure, stood: Measure,
    left: int, row: Array,
) -> None:  # fmt: skip
    """Write the columns of a row that say what a tile is to a unit with `left` points; `stood` is where it stands."""
    unit = battle.units[who]
    here = tile_of(arena, unit)
    walking, _ = horizon(battle, arena, who)
    if tile != here:
        walk = path_length(battle, arena, here, tile)
        row[AT.goes] = 1.0
        row[AT.walk] = clipped(walk * (1 / 50))
        row[AT.hurries] = 1.0 if walk > walking else 0.0
        row[AT.provokes] = clipped(beside_enemies(battle, arena, who) * (1 / 4))
    row[AT.danger] = clipped(there.danger / left * 0.5)
    row[AT.danger_more] = clipped((there.danger - stood.danger) / left * 0.5)
    row[AT.offense] = there.offense
    row[AT.offense_more] = there.offense - stood.offense
    row[AT.shelter] = arena.tiles[tile].near_cover
    row[AT.seen_by] = clipped(there.seen_by * (1 / 8))
    row[AT.sees] = clipped(there.sees * (1 / 8))
    row[AT.nearest] = clipped(there.nearest * (1 / 50))
    row[AT.nearer] = clipped((stood.nearest - there.nearest) * (1 / 25))
    row[AT.reached_by] = clipped(there.reached_by * (1 / 4))
    if scan.anchor >= 0:
        row[AT.to_goal] = nearer_by(battle, arena, here, tile, scan.anchor)
    goal = arena.goals[unit.team]
    if goal.zone != 0 and arena.tiles[tile].zone == goal.zone:
        row[AT.on_goal] = 1.0
        if goal.kind == EXIT:
            row[AT.leaves] = 1.0 if may_leave(battle, arena, who) else -1.0
    if scan.patient >= 0:
        row[AT.to_patient] = nearer_by(battle, arena, here, tile, scan.patient)
    if scan.hunted >= 0:
        row[AT.to_hidden] = nearer_by(battle, arena, here, tile, scan.hunted)
    ward = ward_of(battle, arena, who)
    if ward != NOBODY:
        more = off_guard(battle, arena, who, ward, here) - off_guard(battle, arena, who, ward, tile)
        row[AT.to_ward] = clipped(more * (1 / 25))
    row[AT.company] = clipped(friends_near(battle, arena, who, tile) * (1 / 4))
    row[AT.followed] = clipped(orders_near(battle, arena, who, memories, tile) * (1 / 4))
    if battle.live:
        row[AT.effects] = clipped(danger_on(battle, arena, tile) / left)


@kernel
def nearer_by(battle: Record, arena: Record, here: int, tile: int, goal: int) -> float:
    """Return the metres by which a tile is nearer to a goal than `here` / 25, -1 to 1; 0 without a way."""
    now, then = path_length(battle, arena, here, goal), path_length(battle, arena, tile, goal)
    return clipped((now - then) * (1 / 25)) if now != UNREACHABLE and then != UNREACHABLE else 0.0


@kernel
def beside_enemies(battle: Record, arena: Record, who: int) -> int:
    """Return how many enemies stand beside a unit."""
    unit, count = battle.units[who], 0
    for other in range(arena.units):
        if is_enemy(battle, who, other):
            enemy = battle.units[other]
            count += 1 if metres(arena, unit.x, unit.y, enemy.x, enemy.y) <= 2 * arena.scale else 0
    return count


@kernel
def friends_near(battle: Record, arena: Record, who: int, tile: int) -> int:
    """Return how many friends stand near a tile."""
    count = 0
    for other in range(arena.units):
        body = battle.units[other]
        if other != who and body.team == battle.units[who].team and body.status == UP:
            count += 1 if metres(arena, tile % arena.width, tile // arena.width, body.x, body.y) <= NEAR else 0
    return count


@kernel
def orders_near(battle: Record, arena: Record, who: int, memories: Array, tile: int) -> int:
    """Return how many friends have an order of this turn that leads near a tile."""
    count = 0
    for other in range(arena.units):
        body, memory = battle.units[other], memories[other]
        if other == who or body.team != battle.units[who].team or body.status != UP:
            continue
        if memory.turn == turn_of(battle) and memory.goal != NOWHERE:
            goal_x, goal_y = memory.goal % arena.width, memory.goal // arena.width
            count += 1 if metres(arena, tile % arena.width, tile // arena.width, goal_x, goal_y) <= NEAR else 0
    return count


@kernel
def write_act(order: Record, row: Array) -> None:
    """Write the columns of a row that say what is done."""
    row[AT.shoot + order.kind] = 1.0
    row[AT.gain] = clipped(order.gain)
    row[AT.price] = clipped(order.price * (1 / 3))
    prepared = 0
    for act in range(MOST_ACTS - 1):
        prepared += 1 if order.verbs[act] != NO_ACT else 0
    row[AT.prepared] = prepared * 0.5
    row[AT.worth] = clipped(order.worth * 0.5)


@kernel
def write_target(
    battle: Record, arena: Record, who: int, memories: Array, target: int, tile: int, left: int, row: Array
) -> None:  # fmt: skip
    """Write the columns of a row that are about a target, for an order that is carried out on a tile."""
    body, team = battle.units[target], battle.units[who].team
    enemy = body.team != team
    row[AT.on_enemy] = 1.0 if enemy else 0.0
    row[AT.on_friend] = 1.0 if not enemy and target != who else 0.0
    row[AT.on_self] = 1.0 if target == who else 0.0
    row[AT.life] = clipped(life_share(battle, arena, target))
    row[AT.far] = clipped(metres(arena, tile % arena.width, tile // arena.width, body.x, body.y) * (1 / 50))
    row[AT.has_acted] = 1.0 if body.acted else 0.0
    row[AT.lies_prone] = 1.0 if body.prone or body.status == DOWN else 0.0
    row[AT.wanted] = 1.0 if is_wanted(arena, target) else 0.0
    if not enemy:
        return
    row[AT.fells] = 1.0 if row[AT.gain] >= 0.5 else 0.0
    row[AT.menace] = clipped(arena.harm[target, hand(battle, target), who, NO_COVER] / left)
    there = tile_of(arena, body)
    row[AT.its_cover] = cover_between(battle, arena, tile, 0, there, body.prone) * (1 / TOTAL)
    row[AT.own_cover] = cover_between(battle, arena, there, body.prone, tile, 0) * (1 / TOTAL)
    supported, shared = 0, 0
    for other in range(arena.units):
        friend = battle.units[other]
        if other == who or friend.team != team or friend.status != UP:
            continue
        weapon = weapon_in_hand(battle, arena, other)
        away = metres(arena, friend.x, friend.y, body.x, body.y)
        if in_range(battle, arena, weapon, away):
            close = fights_close(battle, arena, weapon)
            if close or cover_between(battle, arena, tile_of(arena, friend), friend.prone, there, body.prone) != TOTAL:
                supported += 1
        shared += 1 if memories[other].turn == turn_of(battle) and memories[other].target == target else 0
    row[AT.supported] = clipped(supported * (1 / 4))
    row[AT.shared] = clipped(shared * (1 / 4))


@kernel
def is_wanted(arena: Record, who: int) -> bool:
    """Return whether an objective of some team is about a unit."""
    for team in range(arena.teams):
        goal = arena.goals[team]
        if goal.kind in (PROTECT, EXIT) and goal.unit == who:
            return True
    return False
