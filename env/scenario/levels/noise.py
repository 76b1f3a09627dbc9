"""Smooth noise in whole numbers: where woods are thick and where they are thin."""

from .chance import Chance
from .ground import Ground

SCALE = 100  # values are from 0 to below this


class Noise:
    """Values from 0 to 99 that change smoothly over a map, the same at twin tiles if the map has twins.

    Args:
        ground: the map.
        chance: a stream of numbers.
        pitch: tiles from one of the values that are drawn to the next.

    Attributes:
        values: of all tiles, row by row.
    """

    def __init__(self, ground: Ground, chance: Chance, pitch: int) -> None:
        self._pitch = pitch
        columns, rows = ground.width // pitch + 2, ground.height // pitch + 2
        self._grid = [[chance.below(SCALE) for _ in range(columns)] for _ in range(rows)]
        values = [self._value(x, y) for y in range(ground.height) for x in range(ground.width)]
        if ground.twins:
            values = [(one + other) // 2 for one, other in zip(values, reversed(values), strict=True)]
        self.values = values

    def _value(self, x: int, y: int) -> int:
        pitch = self._pitch
        column, right = divmod(x, pitch)
        row, down = divmod(y, pitch)
        upper, lower = self._grid[row], self._grid[row + 1]
        north = upper[column] * (pitch - right) + upper[column + 1] * right
        south = lower[column] * (pitch - right) + lower[column + 1] * right
        return (north * (pitch - down) + south * down) // (pitch * pitch)

    def level(self, percent: int) -> int:
        """Return the value that so many per cent of the tiles lie above."""
        values = sorted(self.values, reverse=True)
        return values[min(len(values) * percent // 100, len(values) - 1)]
