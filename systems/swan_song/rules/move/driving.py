"""Driving (SS-C4): getting in and out of a vehicle, moving it tile by tile, ramming with it."""

from fireteam.env.rules.ground.grid import DX, DY, can_climb, is_rough, step_metres, tile_of
from fireteam.env.rules.kernel import kernel, rare
from fireteam.env.rules.log import emit, emit_at
from fireteam.env.rules.record import DOWN, ESCAPED, NOBODY, NOWHERE, UP
from fireteam.env.rules.sides.objectives import check_exit

from ...words import events
from ...words.verbs import BOARD, DRIVE, LEAVE, RAM, STEP
from ..attack.suppression import is_kept_out
from ..body.bodies import bring_along
from ..body.handicaps import COMPLEX
from ..body.reach import can_touch
from ..body.vehicles import is_driver, is_free, places_for, seats_taken, works
from ..stack import affords, open_attack
from ..tables import AXLE, DOOR_LOCK, ENGINE, NO_FIRING, WINDED


@kernel
def is_room(battle, arena, vehicle, x, y):
    """Return whether a vehicle has room at a place: ground to stand on under all of it, and nobody there.

    `vehicle` is its index, (x, y) the place of its north-western tile.
    """
    body = battle.units[vehicle]
    for row in range(body.side):
        for column in range(body.side):
            if not is_free(battle, arena, vehicle, x + column, y + row):
                return False
    return True


@kernel
def way_out(battle, arena, vehicle, direction):
    """Return the tile on which a unit gets out of a vehicle, by its index, in a direction; NOWHERE if there is no room."""
    x, y = place_beside(battle.units[vehicle], direction)
    return y * arena.width + x if is_free(battle, arena, vehicle, x, y) else NOWHERE


@kernel
def place_beside(body, direction):
    """Return the tile (x, y) that touches a vehicle, a record, in a direction."""
    x = body.x + (body.side if DX[direction] > 0 else DX[direction])
    return x, body.y + (body.side if DY[direction] > 0 else DY[direction])


@kernel
def door_price(vehicle):
    """Return the points that a jammed door adds to getting in or out: one has to take another way (SS-C4)."""
    return 0 if works(vehicle, DOOR_LOCK) else 1


@kernel
def can_pay_at_door(arena, unit, verb, vehicle):
    """Return whether a unit can pay for getting into a vehicle, a record, or out; the winded take no complex way (SS-C3)."""
    price = arena.cost[verb] + door_price(vehicle)
    return unit.ap >= price and (price < COMPLEX or unit.ailing >> WINDED & 1 == 0)


@kernel
def pay_at_door(battle, who, number):
    """Let a unit pay what the door of vehicle `number` costs beyond getting in or out."""
    battle.units[who].ap -= door_price(battle.units[number])


@kernel
def open_boarding(battle, arena, who):
    """Open getting into a vehicle of the own team that is beside a unit and has a seat (SS-C4)."""
    unit = battle.units[who]
    if not affords(arena, unit, BOARD):
        return
    for other in range(arena.units):
        vehicle = battle.units[other]
        if arena.sheets[other].vehicle == 0 or not can_pay_at_door(arena, unit, BOARD, vehicle):
            continue
        if can_board(battle, arena, who, other):
            battle.open[BOARD] |= 1 << other


@kernel
def can_board(battle, arena, who, number):
    """Return whether a unit, on its feet, can get into vehicle `number`: of its team, within reach, with a seat left."""
    unit = battle.units[who]
    vehicle = battle.units[number]
    if unit.status != UP or unit.prone or unit.stuck or vehicle.status != UP or vehicle.team != unit.team:
        return False
    if seats_taken(battle, arena, number) + places_for(unit) > arena.sheets[number].seats:
        return False
    return can_touch(battle, arena, unit, vehicle)


@kernel
def open_aboard(battle, arena, who):
    """Open what a unit aboard may do about its vehicle: get out, and if it drives, drive on, steer and ram (SS-C4)."""
    unit = battle.units[who]
    number = unit.aboard
    vehicle = battle.units[number]
    if unit.stuck == 0 and can_pay_at_door(arena, unit, LEAVE, vehicle):
        for direction in range(8):
            if way_out(battle, arena, number, direction) != NOWHERE:
                battle.open[LEAVE] |= 1 << direction
    if unit.stuck or not is_driver(battle, arena, who):
        return
    if works(vehicle, ENGINE) and affords(arena, unit, DRIVE):
        battle.open[DRIVE] = 1
    for direction in range(8):
        if can_roll(battle, arena, number, direction):
            battle.open[STEP] |= 1 << direction
    if vehicle.driven >= arena.rules.ram_least and unit.attacked == 0 and affords(arena, unit, RAM):
        for other in range(arena.units):
            body = battle.units[other]
            if body.status == UP and body.team != unit.team and can_touch(battle, arena, vehicle, body):
                battle.open[RAM] |= 1 << other


@rare
def close_barred(battle, arena, who) -> None:
    """Close the ways into zones of fire that a unit failed to enter in this phase (SS-U6), on foot, by a door or driving.

    It knows where they lie, though its team may not know who fires.
    """
    unit = battle.units[who]
    body = unit if unit.aboard == NOBODY else battle.units[unit.aboard]
    for direction in range(8):
        if battle.open[STEP] >> direction & 1:
            if is_kept_out(battle, arena, unit, body.x + DX[direction], body.y + DY[direction], body.side):
                battle.open[STEP] &= ~(1 << direction)
        if battle.open[LEAVE] >> direction & 1:
            x, y = place_beside(body, direction)
            if is_kept_out(battle, arena, unit, x, y, 1):
                battle.open[LEAVE] &= ~(1 << direction)
    for other in range(arena.units):
        vehicle = battle.units[other]
        if battle.open[BOARD] >> other & 1 and is_kept_out(battle, arena, unit, vehicle.x, vehicle.y, vehicle.side):
            battle.open[BOARD] &= ~(1 << other)


@kernel
def can_roll(battle, arena, number, direction):
    """Return whether vehicle `number` can move a tile in a direction now: metres left, room, and no ledge."""
    vehicle = battle.units[number]
    x, y = vehicle.x + DX[direction], vehicle.y + DY[direction]
    if vehicle.run_left <= 0 or not is_room(battle, arena, number, x, y):
        return False
    here, there = tile_of(arena, vehicle), y * arena.width + x
    return can_climb(arena, here, there) and roll_metres(battle, arena, number, direction) <= vehicle.run_left


@kernel
def roll_metres(battle, arena, number, direction):
    """Return the metres that a tile in a direction costs vehicle `number` (SS-M9)."""
    vehicle = battle.units[number]
    there = (vehicle.y + DY[direction]) * arena.width + vehicle.x + DX[direction]
    return step_metres(arena, vehicle, direction % 2 == 1, is_rough(battle, arena, there))


@kernel
def board(battle, log, who, number):
    """Get into vehicle `number`, together with a carried body.

    A unit that has run counts as running until its next phase (SS-M4).
    """
    unit = battle.units[who]
    unit.aboard = number
    unit.side = battle.units[number].side
    unit.covered = 0
    unit.walking = 0
    unit.run_left = 0
    unit.rushing = 0
    follow(battle, who)
    emit(battle, log, events.BOARDS, who, number, 0, 0, 0)


@kernel
def follow(battle, who):
    """Move somebody aboard, and the body it carries, to where the vehicle is."""
    unit = battle.units[who]
    vehicle = battle.units[unit.aboard]
    unit.x = vehicle.x
    unit.y = vehicle.y
    if unit.carries != NOBODY:
        bring_along(battle, who)


@kernel
def leave(battle, arena, log, who, direction):
    """Get out of a vehicle in a direction."""
    unit = battle.units[who]
    number = unit.aboard
    tile = way_out(battle, arena, number, direction)
    unit.aboard = NOBODY
    unit.side = 1
    unit.x = tile % arena.width
    unit.y = tile // arena.width
    unit.facing = direction
    unit.covered = 0
    if unit.carries != NOBODY:
        bring_along(battle, who)
    emit(battle, log, events.LEAVES, who, number, 0, 0, 0)


@kernel
def drive(battle, arena, log, who):
    """Drive on: the vehicle may move as many more metres as its speed, a single tile with a broken axle (SS-C4)."""
    number = battle.units[who].aboard
    vehicle = battle.units[number]
    gained = arena.sheets[number].speed if works(vehicle, AXLE) else arena.scale
    vehicle.run_left += gained
    emit(battle, log, events.DRIVES, who, number, gained, 0, 0)


@kernel
def roll_on(battle, arena, log, who, direction):
    """Move a vehicle a tile, with everybody aboard; on its team's exit they all leave the map with it."""
    number = battle.units[who].aboard
    vehicle = battle.units[number]
    cost = roll_metres(battle, arena, number, direction)
    left = tile_of(arena, vehicle)
    vehicle.run_left -= cost
    vehicle.driven = min(vehicle.driven + cost, 100)
    if direction % 2 == 1:
        vehicle.diagonals = 1 - vehicle.diagonals
    vehicle.x += DX[direction]
    vehicle.y += DY[direction]
    vehicle.facing = direction
    emit_at(battle, log, events.STEP, number, tile_of(arena, vehicle), cost, left)
    for other in range(arena.units):
        if battle.units[other].aboard == number:
            follow(battle, other)
            battle.units[other].facing = direction
    for other in range(arena.units):
        if battle.units[other].aboard == number and battle.units[other].status in (UP, DOWN):
            check_exit(battle, arena, log, other)
    if battle.units[who].status == ESCAPED:
        vehicle.status = ESCAPED


@kernel
def begin_driving(battle, arena, who):
    """Halt the vehicle as its driver's phase begins: its remaining metres are lost."""
    if is_driver(battle, arena, who):
        vehicle = battle.units[battle.units[who].aboard]
        vehicle.run_left = 0
        vehicle.driven = 0


@kernel
def ram(battle, arena, log, who, target):
    """Ram somebody: an attack with the vehicle itself, which waits for the answer like any other (SS-C4).

    A ram cannot be called: a call made before is lost.
    """
    unit = battle.units[who]
    unit.attacked = 1
    unit.called = 0
    open_attack(battle, arena, log, who, target, arena.bumper, NO_FIRING)
