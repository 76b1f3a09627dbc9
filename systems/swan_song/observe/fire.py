"""The plane of the window that shows zones of fire."""

from fireteam.env.observe.rows import SIDE
from fireteam.env.observe.window import FIRE, N_PLANE, RADIUS, THREE, cells_behind_vehicles, cells_in_doubt, index
from fireteam.env.rules.arena import MAX_SIDE
from fireteam.env.rules.ground.grid import metres
from fireteam.env.rules.kernel import kernel

from ..rules.attack.suppression import CONE_ROWS, in_pattern, is_shot_at, pattern_of, threatened
from ..rules.record import MAX_ZONES


@kernel
def write_fire(battle, arena, who, out, left, top, frame):
    """Mark in `out` the cells of the window that lie in a zone of fire which would concern unit `who`."""
    for zone in range(MAX_ZONES):
        if threatened(battle, zone, who):
            write_zone(battle, arena, zone, out, left, top, frame)


@kernel
def write_zone(battle, arena, zone, out, left, top, frame):
    """Mark in `out` the cells of the window that lie in a zone of fire; `zone` is a row of `battle.zones`."""
    from_row, to_row, from_column, to_column = frame
    fire = battle.zones[zone]
    pattern = pattern_of(fire)
    aside, ahead = left - fire.x, top - fire.y
    if not in_pattern(pattern, aside + RADIUS, ahead + RADIUS, RADIUS):
        return
    farthest = metres(arena, 0, 0, max(-aside, aside + SIDE), max(-ahead, ahead + SIDE))
    in_reach = farthest <= fire.reach
    doubtful = cells_in_doubt(battle, fire.x, fire.y, left, top)
    doubtful |= cells_behind_vehicles(battle, arena, fire.x, fire.y, left, top, frame)
    seen = (fire.y * arena.width + fire.x) * arena.size
    posture = index(4 * battle.units[fire.shooter].prone)
    for row in range(from_row, to_row):
        dy = ahead + row
        first, last = from_column, to_column
        if fire.cone:
            first = max(first, CONE_ROWS[fire.direction, dy + MAX_SIDE, 0] - aside)
            last = min(last, CONE_ROWS[fire.direction, dy + MAX_SIDE, 1] - aside + 1)
        pair = seen + (top + row) * arena.width + left
        cell = FIRE * N_PLANE + row * SIDE
        for column in range(first, last):
            dx = aside + column
            if fire.cone or in_pattern(pattern, dx, dy, 0):
                if in_reach and doubtful >> (row * SIDE + column) & 1 == 0:  # the table of sight is enough
                    if index(arena.sight[index(pair + column)]) >> posture & THREE != THREE:
                        out[index(cell + column)] = 1.0
                elif is_shot_at(battle, arena, fire, dx, dy):
                    out[index(cell + column)] = 1.0
