"""The grid: tiles and directions, distances, what can be walked on, and how far it is to walk.

A tile is numbered row by row, y * width + x, y growing southwards. Directions are numbered clockwise from north.
"""

from ..arena import UNREACHABLE
from ..kernel import entry, kernel
from ..record import NOWHERE

DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
DX = (0, 1, 1, 1, 0, -1, -1, -1)
DY = (-1, -1, 0, 1, 1, 1, 0, -1)
EVERY_DIRECTION = 255  # as a number that has a bit for each

ALTERNATING, CHEBYSHEV, EUCLID = range(3)  # values of the option of distance
SHORT, LONG, EITHER = range(3)  # a diagonal step; the first two are values of `diagonals`


@kernel
def tile_of(arena, unit):
    """Return the tile a unit stands on; of a vehicle, the north-western one of its tiles."""
    return unit.y * arena.width + unit.x


@kernel
def beside(arena, x, y, direction):
    """Return the tile next to the tile (x, y) in a direction, NOWHERE beyond the edge of the map."""
    x += DX[direction]
    y += DY[direction]
    if x < 0 or y < 0 or x >= arena.width or y >= arena.height:
        return NOWHERE
    return y * arena.width + x


@entry
def metres(arena, x0, y0, x1, y1):
    """Return the distance in metres between the tiles (x0, y0) and (x1, y1); diagonals cost 1 and 2 tiles in turn (SS-M9).

    The option `distance` changes this: a diagonal counts as one tile (`chebyshev`), or the distance is the straight line,
    rounded to the nearest metre (`euclid`).
    """
    dx = abs(x1 - x0)
    dy = abs(y1 - y0)
    if arena.rules.option_distance == CHEBYSHEV:
        return max(dx, dy) * arena.scale
    if arena.rules.option_distance == EUCLID:
        return (whole_root(4 * (dx * dx + dy * dy) * arena.scale * arena.scale) + 1) // 2
    return (max(dx, dy) + min(dx, dy) // 2) * arena.scale


@kernel
def whole_root(number):
    """Return the square root, rounded down, of a whole number below 2**42."""
    root = 0
    bit = 1 << 20
    while bit > 0:
        if (root + bit) * (root + bit) <= number:
            root += bit
        bit >>= 1
    return root


@kernel
def apart(arena, unit, other):
    """Return the distance between two units in metres; a vehicle is as near as the nearest of its tiles."""
    if arena.vehicles:
        return gap(arena, unit, other)
    return metres(arena, unit.x, unit.y, other.x, other.y)


@kernel
def gap(arena, unit, other):
    """Return the distance in metres between the nearest tiles of two units, one of which may be a vehicle."""
    dx = max(unit.x - other.x - other.side + 1, other.x - unit.x - unit.side + 1, 0)
    dy = max(unit.y - other.y - other.side + 1, other.y - unit.y - unit.side + 1, 0)
    return metres(arena, 0, 0, dx, dy)


@kernel
def terrain_at(battle, arena, tile):
    """Return the terrain of a tile now, an index in `arena.terrains`: the map's, unless a door moved or a barrier broke."""
    for row in range(battle.changed):
        if battle.changes[row].tile == tile:
            return battle.changes[row].terrain
    return arena.tiles[tile].terrain


@kernel
def passable(battle, arena, tile):
    """Return whether the terrain of a tile lets a unit stand there, whoever stands there already."""
    return arena.terrains[terrain_at(battle, arena, tile)].passable == 1


@kernel
def can_climb(arena, a, b):
    """Return whether the floors of two tiles are close enough in height to step from one to the other."""
    return abs(arena.tiles[a].floor - arena.tiles[b].floor) <= arena.rules.climb


@kernel
def can_step(battle, arena, x, y, direction):
    """Return whether the ground lets a step be made: a tile to stand on, no cliff, no squeezing between two walls."""
    to = beside(arena, x, y, direction)
    if to == NOWHERE or not passable(battle, arena, to) or not can_climb(arena, y * arena.width + x, to):
        return False
    if direction % 2 == 0:
        return True
    one = beside(arena, x, y, (direction + 7) % 8)
    other = beside(arena, x, y, (direction + 1) % 8)
    return passable(battle, arena, one) or passable(battle, arena, other)


@kernel
def is_rough(battle, arena, tile):
    """Return whether a tile is difficult ground."""
    return arena.terrains[terrain_at(battle, arena, tile)].difficult == 1


@kernel
def ground_around(battle, arena, x, y):
    """Return the directions in which one can step off (x, y), and those of them onto difficult ground, a bit each."""
    steps, rough = 0, 0
    for direction in range(8):
        if can_step(battle, arena, x, y, direction):
            steps |= 1 << direction
            if is_rough(battle, arena, beside(arena, x, y, direction)):
                rough |= 1 << direction
    return steps, rough


@kernel
def steps_from(battle, arena, x, y):
    """Return `ground_around` of (x, y): from the arena's table, unless a tile in reach of a step has changed."""
    for row in range(battle.changed):
        if abs(battle.changes[row].x - x) <= 1 and abs(battle.changes[row].y - y) <= 1:
            return ground_around(battle, arena, x, y)
    tile = arena.tiles[y * arena.width + x]
    return tile.steps, tile.rough


@entry
def fill_steps(battle, arena):
    """Fill `steps` and `rough` of `arena.tiles`; `battle` is a blank record."""
    for y in range(arena.height):
        for x in range(arena.width):
            steps, rough = ground_around(battle, arena, x, y)
            arena.tiles[y * arena.width + x].steps = steps
            arena.tiles[y * arena.width + x].rough = rough


@entry
def toward(dx, dy):
    """Return the direction that comes closest to the offset (dx, dy)."""
    across = abs(dx)
    along = abs(dy)
    if 12 * across <= 5 * along:  # within 22.5 degrees of north or south
        return 4 if dy > 0 else 0
    if 12 * along <= 5 * across:
        return 2 if dx > 0 else 6
    if dx > 0:
        return 3 if dy > 0 else 1
    return 5 if dy > 0 else 7


@kernel
def is_ahead(direction, dx, dy):
    """Return whether the offset (dx, dy) lies in the half plane that a direction faces, its border included."""
    return DX[direction] * dx + DY[direction] * dy >= 0


@kernel
def step_price(arena, diagonal, parity, rough):
    """Return the price of a step in half tiles: diagonals 1 and 2 tiles in turn, rough ground double (SS-M9).

    `parity` says which of the two a diagonal is: SHORT, LONG, or EITHER, which takes it as one and a half.
    """
    price = 2
    if diagonal and arena.rules.option_distance != CHEBYSHEV:
        price = 3 if parity == EITHER else 2 + 2 * parity
    return price * arena.rules.difficult_cost if rough else price


@kernel
def step_metres(arena, unit, diagonal, rough):
    """Return what a step costs a unit in metres; prone fourfold (SS-M9)."""
    return metres_of_step(arena, unit.prone, step_price(arena, diagonal, unit.diagonals, rough))


@kernel
def metres_of_step(arena, prone, price):
    """Return the metres of a step whose price is given in half tiles, rounded down; `prone` multiplies them."""
    cost = price * arena.scale // 2
    return cost * arena.rules.prone_cost if prone else cost


@entry
def fill_paths(battle, arena, prices, queue):
    """Fill `arena.paths[a * size + b]` with the metres to walk from tile a to tile b, closed doors counted as open.

    A diagonal counts as one and a half steps (as one, if that is the option of distance), and the sum is rounded down;
    doors are passed straight. Where there is no way, the entry is UNREACHABLE. `prices` and `queue` are working space,
    int64 of shapes (size, 8) and (size + 1,).
    """
    size = arena.size
    fill_prices(battle, arena, prices)
    for start in range(size):
        row = arena.paths[start * size : start * size + size]
        for tile in range(size):
            row[tile] = UNREACHABLE
        if not walkable(battle, arena, start):
            continue
        spread(row, arena.width, start, prices, queue)
        for tile in range(size):
            if row[tile] != UNREACHABLE:
                row[tile] = row[tile] * arena.scale // 2


@kernel
def walkable(battle, arena, tile):
    """Return whether a tile can be stood on, now or once its door is open."""
    terrain = arena.terrains[terrain_at(battle, arena, tile)]
    return terrain.passable == 1 or terrain.door >= 0


@kernel
def is_door(battle, arena, tile):
    """Return whether a tile is a door, open or closed."""
    return arena.terrains[terrain_at(battle, arena, tile)].door >= 0


@kernel
def fill_prices(battle, arena, prices):
    """Fill `prices[tile, direction]`: half tiles that a step off a tile costs on a long walk, 0 where there is none."""
    for tile in range(arena.size):
        x, y = tile % arena.width, tile // arena.width
        for direction in range(8):
            to = beside(arena, x, y, direction)
            prices[tile, direction] = 0
            if to == NOWHERE or not walkable(battle, arena, to) or not can_climb(arena, tile, to):
                continue
            if direction % 2 == 1:
                if is_door(battle, arena, tile) or is_door(battle, arena, to):
                    continue  # who stands before a door opens it from straight ahead
                one = beside(arena, x, y, (direction + 7) % 8)
                other = beside(arena, x, y, (direction + 1) % 8)
                if not walkable(battle, arena, one) and not walkable(battle, arena, other):
                    continue
            prices[tile, direction] = step_price(arena, direction % 2, EITHER, is_rough(battle, arena, to))


@kernel
def spread(row, width, start, prices, queue):
    """Fill one row of `arena.paths` with the prices in half tiles of walking from tile `start`.

    Tiles are relaxed in first-in-first-out order until nothing improves. `queue` is int64 of shape (size + 1,).
    """
    head, tail, room = 0, 1, len(queue)
    queue[0] = start
    row[start] = 0
    while head != tail:
        tile = queue[head]
        head = (head + 1) % room
        here = row[tile]
        for direction in range(8):
            price = prices[tile, direction]
            to = tile + DY[direction] * width + DX[direction]
            if price > 0 and here + price < row[to]:
                row[to] = here + price
                queue[tail] = to
                tail = (tail + 1) % room
