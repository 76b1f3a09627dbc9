"""Limits on the content of a Tiled map, and its tiles as numbers."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import shown

MOST_TILES_READ = 1_000_000  # of all layers together
MOST_LAYERS = 500
FARTHEST = 1e7  # pixels


def is_measure(value: Any) -> bool:
    """Return whether a value is a number that can be a place or a size."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -FARTHEST < value < FARTHEST


class Budget:
    """The budget that a map's layers share."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._left, self._layers = MOST_TILES_READ, MOST_LAYERS

    def take(self, width: Any, height: Any, where: str) -> int:
        """Return how many tiles a layer or chunk has; a ContentError if that is no number, or too many."""
        try:
            across, down = int(width), int(height)
        except (TypeError, ValueError):
            raise ContentError(f"{where}: its size is {shown(width)} x {shown(height)}: must be whole numbers") from None
        if across < 1 or down < 1:
            raise ContentError(f"{where}: its size is {across} x {down}: must be at least 1 x 1")
        self._left -= across * down
        self._layers -= 1
        if self._left < 0:
            raise ContentError(f"{where}: more than {MOST_TILES_READ} tiles with those of the layers before it")
        if self._layers < 0:
            raise ContentError(f"{where}: more than {MOST_LAYERS} layers and chunks")
        return across * down

    def numbers(self, cells: Sequence[Any], where: str) -> list[int]:
        """Return tiles as numbers; a ContentError names the first that is no number."""
        found = []
        for place, cell in enumerate(cells):
            try:
                number = int(cell)
            except (TypeError, ValueError, OverflowError):
                number = -1
            if not 0 <= number < 1 << 32 or isinstance(cell, (bool, float)):
                raise ContentError(f"{where}: tile {place + 1} is {shown(cell)}: must be a number from 0 on")
            found.append(number)
        return found


def words_of(data: bytes) -> list[int]:
    """Return numbers of four bytes, the smallest first."""
    return [int(number) for number in np.frombuffer(data[: len(data) // 4 * 4], "<u4")]
