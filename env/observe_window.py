"""What an agent sees around it: planes of 7 x 7 tiles, with the unit in the middle."""

import numpy as np

from .features import Feature, clipped, numbering
from .rules.arena import DOORS_MATTER
from .rules.battle import MAX_ZONES, UP
from .rules.grid import metres, tile_of
from .rules.kernel import kernel
from .rules.knowledge import knows
from .rules.sight import GOOD, NO_COVER, PARTIAL, TOTAL, cover_between
from .rules.swan_song.suppression import in_pattern, pattern_of, threatened

RADIUS = 3
SIDE = 2 * RADIUS + 1

PLANES: list[Feature] = []
_plane = numbering(PLANES)

GROUND = _plane("ground", "1 open, 0.5 difficult, 0 blocked or off the map")
SHELTER = _plane("shelter", "height of what stands there / 3 m, and 0.2 beside something to take cover behind")
OCCUPANCY = _plane("occupancy", "1 own unit, -1 another")
SEEN_FROM = _plane("threat", "enemies that see the tile / 4")
FIRE = _plane("suppression", "1 in a zone of fire that would concern the unit")
DANGER = _plane("if_I_end_here", "damage expected of a plain attack by each enemy that sees the tile, cover taken / 16")

N_PLANE = SIDE * SIDE


@kernel
def index(place):
    """Return an index that cannot be negative: it spares the inner loops the test for one, and lets them vectorise."""
    return np.uint64(place)


@kernel
def write_window(battle, arena, who, out, at):
    """Write the planes of the tiles around the decider, from index `at` on."""
    unit = battle.units[who]
    left, top = unit.x - RADIUS, unit.y - RADIUS
    from_row, to_row = max(0, -top), min(SIDE, arena.height - top)
    from_column, to_column = max(0, -left), min(SIDE, arena.width - left)
    for row in range(from_row, to_row):
        tile = (top + row) * arena.width + left
        cell = at + row * SIDE
        for column in range(from_column, to_column):
            out[index(cell + column)] = arena.ground[index(tile + column)]
        cell += SHELTER * N_PLANE
        for column in range(from_column, to_column):
            out[index(cell + column)] = arena.shelter[index(tile + column)]
    for change in range(battle.changed):
        column = battle.changes[change].x - left
        row = battle.changes[change].y - top
        if 0 <= row < SIDE and 0 <= column < SIDE:
            terrain = arena.terrains[battle.changes[change].terrain]
            cell = at + row * SIDE + column
            out[cell] = terrain.passable
            out[cell + SHELTER * N_PLANE] = clipped(terrain.top / 300)
    for other in range(arena.units):
        body = battle.units[other]
        if body.status != UP or not knows(battle, unit.team, other):
            continue
        row, column = body.y - top, body.x - left
        if 0 <= row < SIDE and 0 <= column < SIDE:
            cell = at + OCCUPANCY * N_PLANE + row * SIDE + column
            out[cell] = 1.0 if body.team == unit.team else -1.0
        if body.team != unit.team and arena.sheets[other].inanimate == 0:
            write_threat(battle, arena, who, other, out, at, from_row, to_row, from_column, to_column)
    for cell in range(at + SEEN_FROM * N_PLANE, at + (SEEN_FROM + 1) * N_PLANE):
        out[cell] = min(out[cell], 1.0)
    for cell in range(at + DANGER * N_PLANE, at + (DANGER + 1) * N_PLANE):
        out[cell] = min(out[cell], 1.0)
    for zone in range(MAX_ZONES):
        if threatened(battle, zone, who):
            write_fire(battle, arena, zone, out, at, left, top, from_row, to_row, from_column, to_column)


@kernel
def write_threat(battle, arena, who, enemy, out, at, from_row, to_row, from_column, to_column):
    """Add what one enemy can see and do to the planes of threat and danger."""
    unit = battle.units[who]
    body = battle.units[enemy]
    left, top = unit.x - RADIUS, unit.y - RADIUS
    eye = tile_of(arena, body)
    posture = 4 * body.prone
    as_drawn = battle.changed == 0
    in_the_open = arena.harm[enemy, body.hand, who, NO_COVER] / 16
    behind_partial = arena.harm[enemy, body.hand, who, PARTIAL] / 16
    behind_good = arena.harm[enemy, body.hand, who, GOOD] / 16
    for row in range(from_row, to_row):
        tile = (top + row) * arena.width + left
        cell = at + row * SIDE
        for column in range(from_column, to_column):
            pair = index(eye * arena.size + tile + column)
            if as_drawn or not arena.screen[pair] & DOORS_MATTER:
                cover = arena.sight[pair] >> posture & 3
            else:
                cover = cover_between(battle, arena, eye, body.prone, tile + column, 0)
            seen = 0.25 if cover != TOTAL else 0.0
            harm = in_the_open if cover == NO_COVER else behind_partial if cover == PARTIAL else behind_good
            out[index(cell + column + SEEN_FROM * N_PLANE)] += seen
            out[index(cell + column + DANGER * N_PLANE)] += harm if cover != TOTAL else 0.0


@kernel
def write_fire(battle, arena, zone, out, at, left, top, from_row, to_row, from_column, to_column):
    """Mark the tiles of the window that lie in a zone of fire."""
    fire = battle.zones[zone]
    pattern = pattern_of(fire)
    if not in_pattern(pattern, left + RADIUS - fire.x, top + RADIUS - fire.y, RADIUS):
        return
    origin = fire.y * arena.width + fire.x
    prone = battle.units[fire.shooter].prone
    for row in range(from_row, to_row):
        dy = top + row - fire.y
        for column in range(from_column, to_column):
            dx = left + column - fire.x
            if in_pattern(pattern, dx, dy, 0) and metres(arena, 0, 0, dx, dy) <= fire.reach:
                tile = (top + row) * arena.width + left + column
                if cover_between(battle, arena, origin, prone, tile, 0) != TOTAL:
                    out[index(at + FIRE * N_PLANE + row * SIDE + column)] = 1.0
