"""Ground that hangs together: how far it is to walk, and opening what is shut off."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator

from .ground import FLOOR, WALKABLE, Ground, Tile

TINY = 6  # tiles from which on a pocket is worth a way into it
HOUSE = frozenset("#P=HL")  # walls of houses, which get doors


def steps_from(ground: Ground, starts: Iterable[Tile]) -> dict[Tile, int]:
    """Return how many steps it is from the nearest start to each tile that can be walked to.

    Steps are orthogonal. The rules let units step diagonally past one corner too, which reaches no tile more.
    """
    letters, floors, width, height = ground.letters, ground.floors, ground.width, ground.height
    steps = {(x, y): 0 for x, y in starts if ground.is_walkable(x, y)}
    waiting = deque(steps)
    while waiting:
        x, y = waiting.popleft()
        for column, row in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= column < width and 0 <= row < height and (column, row) not in steps:
                if letters[row][column] in WALKABLE and abs(floors[row][column] - floors[y][x]) <= 1:
                    steps[column, row] = steps[x, y] + 1
                    waiting.append((column, row))
    return steps


def pieces(ground: Ground) -> list[list[Tile]]:
    """Return the connected pieces of walkable ground, the largest first."""
    found: list[list[Tile]] = []
    seen: set[Tile] = set()
    for tile in ground.walkable():
        if tile not in seen:
            piece = list(steps_from(ground, [tile]))
            seen.update(piece)
            found.append(piece)
    return sorted(found, key=len, reverse=True)


def join(ground: Ground) -> None:
    """Connect all walkable ground: fill tiny pockets with what surrounds them, and open the least between other pieces.

    Each way that is opened joins at least two pieces, so that there are ever fewer of them.
    """
    for pocket in pieces(ground)[1:]:
        if len(pocket) < TINY:
            fill_pocket(ground, pocket)
    while len(found := pieces(ground)) > 1:
        piece_of = {tile: number for number, piece in enumerate(found) for tile in piece}
        joined: set[int] = set()
        for number, piece in enumerate(found[1:], 1):
            if number not in joined and (way := way_out(ground, piece, piece_of)):
                joined |= {number, piece_of[way[0]]}
                for x, y in way[1:]:
                    open_tile(ground, x, y)
                if ground.twins:  # their twins have been joined by the twin of this way
                    joined |= {piece_of[ground.width - 1 - x, ground.height - 1 - y] for x, y in (piece[0], way[0])}
        if not joined:
            return


def fill_pocket(ground: Ground, pocket: list[Tile]) -> None:
    """Put on a pocket the obstacle that most of its tiles border on."""
    around = Counter(
        ground.letters[y][x] for tile in pocket for x, y in beside(ground, *tile) if not ground.is_walkable(x, y)
    )
    if around:
        letter = min(around, key=lambda letter: (-around[letter], letter))
        for x, y in pocket:
            ground.put(x, y, letter)


def way_out(ground: Ground, piece: list[Tile], piece_of: dict[Tile, int]) -> list[Tile]:
    """Return a way from a piece to the nearest other one through the fewest obstacles: where it arrives, and these.

    Args:
        ground: the map.
        piece: the tiles of the piece.
        piece_of: the piece of each tile that was walkable when pieces were counted.
    """
    came: dict[Tile, Tile | None] = dict.fromkeys(piece)
    waiting = deque(piece)
    while waiting:
        tile = waiting.popleft()
        for other in beside(ground, *tile):
            if other in came:
                continue
            came[other] = tile
            if ground.is_walkable(*other):
                if other not in piece_of:  # it has been opened just now, and leads on
                    waiting.append(other)
                    continue
                way = [other]
                back: Tile | None = tile
                while back is not None and not ground.is_walkable(*back):
                    way.append(back)
                    back = came[back]
                return way
            waiting.append(other)
    return []


def beside(ground: Ground, x: int, y: int) -> Iterator[Tile]:
    """Yield the tiles of the map to the east, west, south and north."""
    for column, row in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        if 0 <= column < ground.width and 0 <= row < ground.height:
            yield column, row


def open_tile(ground: Ground, x: int, y: int) -> None:
    """Open a way through an obstacle: a ford through water, a door between walls, else a gap."""
    letter = ground.letter(x, y)
    if letter == "W":
        ground.put(x, y, "~")
    elif letter in HOUSE and ((is_wall(ground, x - 1, y) and is_wall(ground, x + 1, y))
                              or (is_wall(ground, x, y - 1) and is_wall(ground, x, y + 1))):  # fmt: skip
        ground.put_door(x, y)
    else:
        ground.put(x, y, FLOOR)


def is_wall(ground: Ground, x: int, y: int) -> bool:
    """Return whether a tile carries a wall of a house, or lies beyond the edge."""
    return ground.letter(x, y) in HOUSE
