"""Scattered maps: things strewn over open ground, the ends kept free for the teams."""

from collections import deque

from .chance import Chance
from .ground import Ground
from .model import Draw
from .starts import START_DEPTH

FLOOR = "."
GROUND_OF = {"walls": "#", "low_walls": "o", "barricades": "O", "rubble": ":", "brush": '"', "water": "~"}
SOLID = "#oO"
MOST_TRIES = 50


def draw(ground: Ground, shares: Draw, chance: Chance) -> None:
    """Scatter things until all open tiles are connected; where it is too crowded for that, leave out what blocks."""
    for _ in range(MOST_TRIES):
        scatter(ground, shares, chance)
        if all_reachable(ground):
            return
    scatter(ground, shares, chance)
    for row in ground.letters:
        row[:] = [FLOOR if letter in SOLID else letter for letter in row]


def scatter(ground: Ground, shares: Draw, chance: Chance) -> None:
    """Strew things anew, each with its twin on the opposite side if the map is to look the same from either end."""
    width, height = ground.width, ground.height
    ground.clear()
    for name, letter in GROUND_OF.items():
        # A thing and its twin are two: half as many are drawn then.
        for _ in range(width * height * getattr(shares, name) // (200 if ground.twins else 100)):
            long, across = chance.between(1, 4 if letter == "#" else 2), chance.below(2)
            x, y = chance.below(width), chance.below(height)
            for step in range(long):
                place(ground, x + step * across, y + step * (1 - across), letter)


def place(ground: Ground, x: int, y: int, letter: str) -> None:
    """Put a letter on a tile, unless it lies where a team starts or off the map."""
    if START_DEPTH <= x < ground.width - START_DEPTH and 0 <= y < ground.height:
        ground.put(x, y, letter)


def all_reachable(ground: Ground) -> bool:
    """Return whether all open tiles are connected by orthogonal steps."""
    open_tiles = {(x, y) for y, row in enumerate(ground.letters) for x, letter in enumerate(row) if letter not in SOLID}
    start = (0, ground.height // 2)
    seen, waiting = {start}, deque([start])
    while waiting:
        x, y = waiting.popleft()
        for tile in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if tile in open_tiles and tile not in seen:
                seen.add(tile)
                waiting.append(tile)
    return seen == open_tiles
