"""Small copies of arenas: copying and pickling leave out the unused ends of their tables."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

PER_TILE = ("tiles", "ground", "shelter")
PER_PAIR = ("sight", "screen", "paths")
FORGOTTEN = ("memo",)  # what was measured is measured again


def used_parts(record: np.dtype, size: int) -> Iterator[tuple[int, int]]:
    """Yield the byte ranges that an arena of a system uses for `size` tiles: (first, end)."""
    fields: Mapping[str, Any] = record.fields or {}
    for name in record.names or ():
        kind, first = fields[name][:2]
        if name in PER_TILE:
            yield first, first + size * kind.base.itemsize
        elif name in PER_PAIR:
            yield first, first + size**2 * kind.base.itemsize
        elif name not in FORGOTTEN:
            yield first, first + kind.itemsize


def copy_arena(source: np.ndarray, target: np.ndarray) -> None:
    """Copy an arena, both of shape (1,), into a blank one; copy no more memory than the map needs."""
    ours, theirs = source.view(np.uint8), target.view(np.uint8)
    for first, end in used_parts(source.dtype, int(source["size"][0])):
        theirs[first:end] = ours[first:end]


def packed(arena: np.ndarray) -> tuple[int, bytes]:
    """Return an arena of shape (1,) as the number of its tiles and the bytes that it uses."""
    size, ours = int(arena["size"][0]), arena.view(np.uint8)
    return size, b"".join(ours[first:end].tobytes() for first, end in used_parts(arena.dtype, size))


def unpacked(record: np.dtype, size: int, data: bytes) -> np.ndarray:
    """Return the arena, of a system's record, that was `packed`."""
    arena = np.zeros(1, record)
    theirs, at = arena.view(np.uint8), 0
    for first, end in used_parts(record, size):
        theirs[first:end] = np.frombuffer(data, np.uint8, end - first, at)
        at += end - first
    return arena
