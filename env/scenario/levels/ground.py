"""A map while it is drawn: letters and floors, and the strokes that the kinds of maps share."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...rules.record import MAX_CHANGES

FLOOR = "."
WALKABLE = frozenset('./+":~')  # closed doors too, for they can be opened
DOORS = frozenset("+/L")

Tile = tuple[int, int]


class Box(NamedTuple):
    """A rectangle of tiles: its north-western tile and its size."""

    x: int
    y: int
    width: int
    height: int

    @property
    def east(self) -> int:
        """The last column."""
        return self.x + self.width - 1

    @property
    def south(self) -> int:
        """The last row."""
        return self.y + self.height - 1

    @property
    def middle(self) -> Tile:
        """The tile in the middle."""
        return self.x + self.width // 2, self.y + self.height // 2

    def grown(self, by: int) -> "Box":
        """Return the box with so many more tiles on each side."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def tiles(self) -> Iterator[Tile]:
        """Yield the tiles in reading order."""
        for y in range(self.y, self.y + self.height):
            for x in range(self.x, self.x + self.width):
                yield x, y

    def border(self) -> Iterator[Tile]:
        """Yield the tiles of the outermost ring."""
        for x in range(self.x, self.x + self.width):
            yield x, self.y
            yield x, self.south
        for y in range(self.y + 1, self.south):
            yield self.x, y
            yield self.east, y

    def overlaps(self, other: "Box") -> bool:
        """Return whether a tile belongs to both."""
        return self.x <= other.east and other.x <= self.east and self.y <= other.south and other.y <= self.south


class Ground:
    """A map while it is drawn.

    Args:
        width: tiles from west to east.
        height: tiles from north to south.
        twins: whether the map looks the same from either end. All that is put on a tile is then put on its twin too: the
            tile that a half turn of the map brings it to.

    Attributes:
        letters: of the terrain, see `fireteam.maps.drawing.LEGEND`; rows from north to south.
        floors: metres above the lowest floor. Floors of neighbours differ by a metre at most, so that all can be climbed.
        doors: how many there are.
    """

    def __init__(self, width: int, height: int, twins: bool = False) -> None:
        self.width, self.height, self.twins = width, height, twins
        self.clear()

    def clear(self) -> None:
        """Make the map level open ground."""
        self.letters = [[FLOOR] * self.width for _ in range(self.height)]
        self.floors = [[0] * self.width for _ in range(self.height)]
        self.doors = 0
        self._kept: set[Tile] = set()

    @property
    def box(self) -> Box:
        """The whole map."""
        return Box(0, 0, self.width, self.height)

    def within(self, x: int, y: int) -> bool:
        """Return whether a tile is on the map."""
        return 0 <= x < self.width and 0 <= y < self.height

    def letter(self, x: int, y: int) -> str:
        """Return the letter of a tile, a wall's beyond the edge."""
        return self.letters[y][x] if 0 <= x < self.width and 0 <= y < self.height else "#"

    def is_walkable(self, x: int, y: int) -> bool:
        """Return whether a unit can walk on a tile, closed doors counted as open."""
        return self.letter(x, y) in WALKABLE

    def is_door(self, x: int, y: int) -> bool:
        """Return whether there is a door on a tile."""
        return self.letter(x, y) in DOORS

    def is_free(self, x: int, y: int) -> bool:
        """Return whether nothing has been put on a tile of the map, and it is not kept free."""
        return self.letter(x, y) == FLOOR and (x, y) not in self._kept

    def walkable(self) -> Iterator[Tile]:
        """Yield the tiles that a unit can walk on, in reading order."""
        for y, row in enumerate(self.letters):
            for x, letter in enumerate(row):
                if letter in WALKABLE:
                    yield x, y

    def twin(self, box: Box) -> Box:
        """Return the rectangle that a half turn of the map brings a rectangle to."""
        return Box(self.width - 1 - box.east, self.height - 1 - box.south, box.width, box.height)

    def is_clear(self, box: Box, margin: int = 1) -> bool:
        """Return whether a thing fits: all is free in the box and around it, and its twin is apart from it or the same."""
        if box.x < 0 or box.y < 0 or box.east >= self.width or box.south >= self.height:
            return False
        around = box.grown(margin)
        if self.twins and (twin := self.twin(box)) != box and around.overlaps(twin):
            return False
        kept, letters = self._kept, self.letters
        for y in range(max(around.y, 0), min(around.south + 1, self.height)):
            row = letters[y]
            for x in range(max(around.x, 0), min(around.east + 1, self.width)):
                if row[x] != FLOOR or (x, y) in kept:
                    return False
        return True

    def keep(self, tiles: Iterable[Tile]) -> None:
        """Keep tiles free of what is put on free ground only."""
        for x, y in tiles:
            self._kept.add((x, y))
            if self.twins:
                self._kept.add((self.width - 1 - x, self.height - 1 - y))

    def put(self, x: int, y: int, letter: str) -> None:
        """Put a letter on a tile, and on its twin; nothing is put beyond the edge."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return
        self._put(x, y, letter)
        if self.twins:
            self._put(self.width - 1 - x, self.height - 1 - y, letter)

    def _put(self, x: int, y: int, letter: str) -> None:
        row = self.letters[y]
        self.doors += (letter in DOORS) - (row[x] in DOORS)
        row[x] = letter

    def put_free(self, x: int, y: int, letter: str) -> None:
        """Put a letter on a tile that is free."""
        if self.is_free(x, y):
            self.put(x, y, letter)

    def put_door(self, x: int, y: int, letter: str = "+") -> None:
        """Put a door on a tile, a gap if the rules allow no more doors on a map."""
        room = MAX_CHANGES - self.doors - (2 if self.twins else 1)
        self.put(x, y, letter if room >= 0 else FLOOR)

    def fill(self, box: Box, letter: str) -> None:
        """Put a letter on all tiles of a rectangle."""
        for x, y in box.tiles():
            self.put(x, y, letter)

    def outline(self, box: Box, letter: str) -> None:
        """Put a letter on the outermost ring of a rectangle."""
        for x, y in box.border():
            self.put(x, y, letter)

    def line(self, x: int, y: int, length: int, across: bool, letter: str) -> None:
        """Put a letter on free tiles of a line that runs east, or south if it is not `across`."""
        for step in range(length):
            self.put_free(x + step * across, y + step * (not across), letter)

    def lift(self, x: int, y: int, metres: int) -> None:
        """Raise the floor of a tile and of its twin to so many metres, if it is lower."""
        for column, row in ((x, y), (self.width - 1 - x, self.height - 1 - y))[: 1 + self.twins]:
            if self.floors[row][column] < metres:
                self.floors[row][column] = metres

    def share(self) -> int:
        """Return how many per cent of the tiles can be walked on."""
        return 100 * sum(letter in WALKABLE for row in self.letters for letter in row) // (self.width * self.height)

    def text(self) -> str:
        """Return the letters as a drawing has them."""
        return "\n".join("".join(row) for row in self.letters)

    def heights(self) -> str:
        """Return the floors as a drawing has them, "" where all is level."""
        if not any(any(row) for row in self.floors):
            return ""
        return "\n".join("".join(map(str, row)) for row in self.floors)
