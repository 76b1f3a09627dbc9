"""Where a unit can step now: ground, room, and metres for it."""

from ..kernel import kernel
from ..record import NOBODY, UP
from .bulk import occupant
from .grid import DX, DY, step_metres, steps_from

STRAIGHT, DIAGONAL = 0b01010101, 0b10101010  # directions, a bit each
NEIGHBOUR_BIT = (128, 1, 2, 64, 0, 4, 32, 16, 8)  # of the direction of a neighbour, by 3 * dy + dx + 4


@kernel
def open_steps(battle, arena, unit, left):
    """Return the directions, a bit each, in which a unit, a record, can step with `left` metres left."""
    if left <= 0:
        return 0
    steps, rough = steps_from(battle, arena, unit.x, unit.y)
    if arena.vehicles:
        steps &= ~beside_vehicles(battle, arena, unit)
    for other in range(arena.units):
        body = battle.units[other]
        if body.status == UP and body.aboard == NOBODY and abs(body.x - unit.x) <= 1 and abs(body.y - unit.y) <= 1:
            steps &= ~NEIGHBOUR_BIT[3 * (body.y - unit.y) + body.x - unit.x + 4]
    if step_metres(arena, unit, True, True) <= left:
        return steps
    if step_metres(arena, unit, False, False) > left:
        steps &= ~(STRAIGHT & ~rough)
    if step_metres(arena, unit, True, False) > left:
        steps &= ~(DIAGONAL & ~rough)
    if step_metres(arena, unit, False, True) > left:
        steps &= ~(STRAIGHT & rough)
    return steps & ~(DIAGONAL & rough)


@kernel
def beside_vehicles(battle, arena, unit):
    """Return the directions, a bit each, in which a vehicle or its wreck stands beside a unit."""
    steps = 0
    for direction in range(8):
        other = occupant(battle, arena, unit.x + DX[direction], unit.y + DY[direction], NOBODY)
        if other != NOBODY and arena.sheets[other].vehicle:
            steps |= 1 << direction
    return steps
