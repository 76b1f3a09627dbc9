"""Vehicles as obstacles: they cover several tiles, and hide what is behind them up to their height; so do wrecks.

A vehicle hides nothing from those in it or on its tiles, nor itself. The effect on a line is computed from the place of the
vehicle now; battles without vehicles never call this.
"""

from ..arena import MAX_TERRAINS, MAX_TILES
from ..kernel import kernel
from ..record import ABSENT, ESCAPED, NOBODY, UP
from .grid import tile_of
from .rays import SIXTEENTHS, is_near_line, is_stopped, ray_of, scattered, steeper


@kernel
def takes_place(arena, number, body):
    """Return whether unit `number`, with the record `body`, occupies its tiles: it is up, or it is a vehicle or a wreck."""
    if arena.sheets[number].vehicle:
        return body.status != ABSENT and body.status != ESCAPED
    return body.status == UP


@kernel
def occupant(battle, arena, x, y, leave_out):
    """Return the unit on a tile, or NOBODY. Vehicles and wrecks occupy all of their tiles, units aboard none."""
    for other in range(arena.units):
        body = battle.units[other]
        if other != leave_out and body.aboard == NOBODY and takes_place(arena, other, body):
            if 0 <= x - body.x < body.side and 0 <= y - body.y < body.side:
                return other
    return NOBODY


@kernel
def may_hide(battle, arena, number, a, b):
    """Return whether unit `number` is a vehicle on the map that stands on neither tile `a` nor tile `b`."""
    body = battle.units[number]
    if arena.sheets[number].vehicle == 0 or not takes_place(arena, number, body):
        return False
    return not (stands_on(arena, body, a) or stands_on(arena, body, b))


@kernel
def stands_on(arena, body, tile):
    """Return whether a tile is one of the side * side tiles that a unit stands on."""
    return 0 <= tile % arena.width - body.x < body.side and 0 <= tile // arena.width - body.y < body.side


@kernel
def top_of_vehicle(arena, number, body):
    """Return the height in centimetres, floor included, up to which vehicle `number` blocks a line."""
    return arena.tiles[tile_of(arena, body)].floor + arena.sheets[number].height


@kernel
def crossing(arena, body, a, b, ray):
    """Return (enter, leave, length): where ray `ray` of the fan from tile `a` to tile `b` enters and leaves a vehicle.

    The places run from 0 to `length`, the ray's length as `rays.trace` returns it. The ray crosses the vehicle only if
    `enter` is below `leave`.
    """
    width = arena.width
    x, y = a % width, a // width
    run_x, run_y, dir_x, dir_y = ray_of(b % width - x, b // width - y, ray)
    scale_x, scale_y = max(run_y, 1), max(run_x, 1)
    enter, leave = 0, scale_x * scale_y
    length = leave
    for axis in range(2):
        ahead, way, run, scale = (body.x - x, dir_x, run_x, scale_x) if axis == 0 else (body.y - y, dir_y, run_y, scale_y)
        near = SIXTEENTHS * ahead - SIXTEENTHS // 2  # from the middle of tile `a` to the two edges
        far = near + SIXTEENTHS * body.side
        if run == 0:
            if near >= 0 or far <= 0:
                return length, 0, length
        elif way > 0:
            enter, leave = max(enter, near * scale), min(leave, far * scale)
        else:
            enter, leave = max(enter, -far * scale), min(leave, -near * scale)
    return enter, leave, length


@kernel
def over_vehicles(battle, arena, a, b, ray, eye, rise, run):
    """Return the horizon (rise, run) of a ray, raised by the vehicles that stand across it.

    Args:
        eye: height of the eye in centimetres, floor included.
        rise, run: the horizon so far; see `rays.horizon`.
    """
    for number in range(arena.units):
        if may_hide(battle, arena, number, a, b):
            body = battle.units[number]
            enter, leave, _ = crossing(arena, body, a, b, ray)
            if enter < leave:
                rise, run = steeper(rise, run, top_of_vehicle(arena, number, body) - eye, enter, leave)
    return rise, run


@kernel
def stops_line(battle, arena, number, a, b, ray, eye, aim):
    """Return whether vehicle `number` blocks a straight line between heights over the floors of two tiles, in centimetres.

    The line runs along ray `ray` of the fan, from `eye` over tile `a` to `aim` over tile `b`.
    """
    if not may_hide(battle, arena, number, a, b):
        return False
    body = battle.units[number]
    enter, leave, length = crossing(arena, body, a, b, ray)
    start = arena.tiles[a].floor + eye
    rise = arena.tiles[b].floor + aim - start
    return enter < leave and is_stopped(start, rise, length, enter, leave, top_of_vehicle(arena, number, body))


@kernel
def armor_of_vehicles(battle, arena, a, b, height):
    """Return the strongest armor, 0 for none, of the vehicles across a line `height` centimetres over two tiles' floors."""
    strongest = 0
    for number in range(arena.units):
        if stops_line(battle, arena, number, a, b, 0, height, height):
            strongest = max(strongest, arena.sheets[number].armor)
    return strongest


@kernel
def vehicles_between(battle, arena, a, b):
    """Return a 62-bit key of the vehicles, and where they are, that a ray between two tiles might touch; 0 for none."""
    width = arena.width
    x, y = a % width, a // width
    dx, dy = b % width - x, b // width - y
    key = 0
    for number in range(arena.units):
        if may_hide(battle, arena, number, a, b):
            body = battle.units[number]
            near = False
            for row in range(body.side):
                for column in range(body.side):
                    near = near or is_near_line(dx, dy, body.x + column - x, body.y + row - y)
            if near:
                key ^= scattered(((1 + number) * MAX_TILES + tile_of(arena, body)) * MAX_TERRAINS + 1)
    return key
