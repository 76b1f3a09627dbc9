"""The window of an observation: planes of 7 x 7 tiles with the unit in the middle."""

import numpy as np

from ..rules.arena import SEES
from ..rules.ground.bits import lowest
from ..rules.ground.bulk import vehicles_between
from ..rules.ground.grid import metres, tile_of
from ..rules.ground.sight import changed_code, may_differ
from ..rules.interface import hand
from ..rules.kernel import Array, Record, kernel
from ..rules.record import GAS, MAX_EFFECTS, NO_EFFECT, SMOKE, UP
from ..rules.sides.knowledge import knows
from .features import Feature, clipped, numbering
from .interface import write_fire
from .rows import SIDE, add_by_cover, copy_row

RADIUS = SIDE // 2

PLANES: list[Feature] = []
_plane = numbering(PLANES)

GROUND = _plane("ground", "1 open, 0.5 difficult, 0 blocked or off the map")
SHELTER = _plane("shelter", "height of what stands there / 3 m, and 0.2 beside something to take cover behind")
OCCUPANCY = _plane("occupancy", "1 own unit, -1 another")
SEEN_FROM = _plane("threat", "enemies that see the tile / 4")
FIRE = _plane("suppression", "1 in a zone of fire that would concern the unit")
DANGER = _plane("if_I_end_here", "damage expected of a plain attack by each enemy that sees the tile, cover taken / 16")
BLAST = _plane("blast", "1 where a fuse or a charge would be felt; in fog the fuses in sight, and the own team's charges")
CLOUD = _plane("cloud", "0.5 in smoke, 1 in gas")

N_PLANE = SIDE * SIDE
THREE = np.uint64(3)


@kernel
def index(place: int) -> np.uint64:
    """Return an index as uint64: it cannot be negative, so the inner loops need no test for that and vectorise."""
    return np.uint64(place)


@kernel
def write_window(battle: Record, arena: Record, who: int, out: Array) -> None:
    """Fill `out`, float32 of shape (planes * N_PLANE,), with the planes of the tiles around the decider; all zeros before.

    The entry of a plane and a cell is at plane * N_PLANE + row * SIDE + column, row 0 in the north, column 0 in the west.
    """
    unit = battle.units[who]
    left, top = unit.x - RADIUS, unit.y - RADIUS
    from_row, to_row = max(0, -top), min(SIDE, arena.height - top)
    from_column, to_column = max(0, -left), min(SIDE, arena.width - left)
    frame = from_row, to_row, from_column, to_column
    copy_ground(arena, out, top * arena.width + left, frame)
    for change in range(battle.changed):
        column = battle.changes[change].x - left
        row = battle.changes[change].y - top
        if 0 <= row < SIDE and 0 <= column < SIDE:
            terrain = arena.terrains[battle.changes[change].terrain]
            cell = row * SIDE + column
            out[cell] = terrain.passable
            out[cell + SHELTER * N_PLANE] = clipped(terrain.top / 300)
    for other in range(arena.units):
        body = battle.units[other]
        if body.status != UP or not knows(battle, unit.team, other):
            continue
        row, column = body.y - top, body.x - left
        if 0 <= row < SIDE and 0 <= column < SIDE:
            cell = OCCUPANCY * N_PLANE + row * SIDE + column
            out[cell] = 1.0 if body.team == unit.team else -1.0
        if body.team != unit.team and arena.sheets[other].inanimate == 0:
            write_threat(battle, arena, who, other, out, frame)
    for cell in range(N_PLANE):
        menace = out[DANGER * N_PLANE + cell]
        enemies = int((menace + 0.5) * (1 / SEES))
        out[SEEN_FROM * N_PLANE + cell] = min(enemies * 0.25, 1.0)
        out[DANGER * N_PLANE + cell] = min(max(menace - enemies * SEES, 0.0) * (1 / 16), 1.0)
    for effect in range(MAX_EFFECTS):
        if battle.effects[effect].kind != NO_EFFECT:
            write_effect(battle, arena, effect, out, left, top)
    write_fire(battle, arena, who, out, left, top, frame)


@kernel
def copy_ground(arena: Record, out: Array, first: int, frame: tuple[int, int, int, int]) -> None:
    """Copy into `out` what the map shows of the tiles of the window.

    Args:
        first: index of the tile of its first cell, as if the map went on beyond its edges.
        frame: the cells within the map: first row and end, first column and end.
    """
    for row in range(frame[0], frame[1]):
        tile = first + row * arena.width
        copy_row(out, GROUND * N_PLANE + row * SIDE, arena.ground, tile, frame[2], frame[3])
        copy_row(out, SHELTER * N_PLANE + row * SIDE, arena.shelter, tile, frame[2], frame[3])


@kernel
def write_threat(battle: Record, arena: Record, who: int, enemy: int, out: Array, frame: tuple[int, int, int, int]) -> None:
    """Add one enemy's sight and harm to the plane of danger, as one number per tile that is split at the end."""
    unit = battle.units[who]
    body = battle.units[enemy]
    left, top = unit.x - RADIUS, unit.y - RADIUS
    eye = tile_of(arena, body)
    menace = arena.menace[enemy, hand(battle, enemy), who]  # by cover
    start = eye * arena.size + top * arena.width + left
    for row in range(frame[0], frame[1]):
        pair = start + row * arena.width
        add_by_cover(out, DANGER * N_PLANE + row * SIDE, menace, arena.sight, pair, 4 * body.prone, frame[2], frame[3])
    if battle.changed or arena.vehicles:
        correct_threat(battle, arena, body, menace, start, out, left, top, frame)


@kernel
def correct_threat(
    battle: Record, arena: Record, body: Record, menace: Array, start: int, out: Array, left: int, top: int,
    frame: tuple[int, int, int, int],
) -> None:  # fmt: skip
    """Correct what `write_threat` has read from the table of sight, where changed ground or a vehicle may matter.

    Args:
        body: the enemy.
        menace: float32 of shape (COVERS,): the harm, and SEES for being in sight, by the cover of the tile.
        start: index in `arena.sight` of the pair of its tile and the first cell.
        left, top: x and y of the first cell of the window.
    """
    from_row, to_row, from_column, to_column = frame
    behind = cells_behind_vehicles(battle, arena, body.x, body.y, left, top, frame)
    cells = cells_in_doubt(battle, body.x, body.y, left, top) | behind
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        row, column = cell // SIDE, cell % SIDE
        pair = start + row * arena.width + column
        if not (from_row <= row < to_row and from_column <= column < to_column):
            continue
        if behind >> cell & 1 or may_differ(battle, arena, pair, 4 * body.prone):
            drawn = arena.sight[pair] >> (4 * body.prone) & 3
            cover = changed_code(battle, arena, body.x, body.y, left + column, top + row) >> (4 * body.prone) & 3
            out[DANGER * N_PLANE + cell] += menace[cover] - menace[drawn]


@kernel
def cells_behind_vehicles(
    battle: Record, arena: Record, x: int, y: int, left: int, top: int, frame: tuple[int, int, int, int]
) -> int:
    """Return the cells of the window, bit row * SIDE + column each, to which a line from (x, y) passes near a vehicle."""
    cells = 0
    if arena.vehicles:
        from_row, to_row, from_column, to_column = frame
        for row in range(from_row, to_row):
            for column in range(from_column, to_column):
                tile = (top + row) * arena.width + left + column
                if vehicles_between(battle, arena, y * arena.width + x, tile):
                    cells |= 1 << (row * SIDE + column)
    return cells


@kernel
def cells_in_doubt(battle: Record, x: int, y: int, left: int, top: int) -> int:
    """Return the cells of the window, bit row * SIDE + column each, to which a line from (x, y) may pass by a changed tile.

    It tests what `sight.changes_between` does, for all cells at once: most changes are nowhere near any of them. `left` and
    `top` are x and y of the first cell.
    """
    cells = 0
    far_x, far_y = max(abs(left - x), abs(left + SIDE - 1 - x)), max(abs(top - y), abs(top + SIDE - 1 - y))
    near = (far_x + far_y) * 11 // 10  # of what is compared: the distance from the line times the line's length
    for row in range(battle.changed):
        change = battle.changes[row]
        if not (min(left, x) - 1 <= change.x <= max(left + SIDE, x + 1)):
            continue
        if not (min(top, y) - 1 <= change.y <= max(top + SIDE, y + 1)):
            continue
        off_x, off_y = change.x - x, change.y - y
        middle = (left + RADIUS - x) * off_y - (top + RADIUS - y) * off_x
        if abs(middle) > near + RADIUS * (abs(off_x) + abs(off_y)):
            continue
        for line in range(SIDE):
            dy = top + line - y
            first = (left - x) * off_y - dy * off_x
            last = first + (SIDE - 1) * off_y
            if min(first, last) > near or max(first, last) < -near:
                continue
            for column in range(SIDE):
                dx = left + column - x
                beside = dx * off_y - dy * off_x
                if abs(beside) <= near and 100 * beside * beside < 121 * (dx * dx + dy * dy):
                    cells |= 1 << (line * SIDE + column)
    return cells


@kernel
def write_effect(battle: Record, arena: Record, number: int, out: Array, left: int, top: int) -> None:
    """Mark in `out` the cells of the window within a blast to come, or in a cloud; `number` is a row of `battle.effects`."""
    effect = battle.effects[number]
    plane = CLOUD if effect.kind in (SMOKE, GAS) else BLAST
    level = 0.5 if effect.kind == SMOKE else 1.0
    for row in range(SIDE):
        for column in range(SIDE):
            if metres(arena, effect.x, effect.y, left + column, top + row) <= effect.radius:
                out[plane * N_PLANE + row * SIDE + column] = level
