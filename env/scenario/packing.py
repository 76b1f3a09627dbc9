"""Small copies of arenas: copying and pickling leave out the unused ends of their tables."""

import mmap
import sys
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
    for first, end in together(used_parts(source.dtype, int(source["size"][0]))):
        theirs[first:end] = ours[first:end]


def packed(arena: np.ndarray) -> tuple[int, bytes]:
    """Return an arena of shape (1,) as the number of its tiles and the bytes that it uses."""
    size, ours = int(arena["size"][0]), arena.view(np.uint8)
    return size, b"".join(ours[first:end].tobytes() for first, end in together(used_parts(arena.dtype, size)))


def unpacked(record: np.dtype, size: int, data: bytes) -> np.ndarray:
    """Return the arena, of a system's record, that was `packed`."""
    arena = np.zeros(1, record)
    unpack_into(arena, size, data)
    return arena


def unpack_into(arena: np.ndarray, size: int, data: bytes) -> None:
    """Write an arena that was `packed` into a blank one of shape (1,)."""
    theirs, at = arena.view(np.uint8), 0
    for first, end in together(used_parts(arena.dtype, size)):
        theirs[first:end] = np.frombuffer(data, np.uint8, end - first, at)
        at += end - first


def blank_out(arena: np.ndarray) -> None:
    """Make an arena of shape (1,) blank; write no more memory than its map has used."""
    size, words, bytes_of = int(arena["size"][0]), int(arena["last_word"][0]) + 1, arena.view(np.uint8)
    for first, end in together(used_parts(arena.dtype, size)):
        bytes_of[first:end] = 0
    for name in FORGOTTEN:
        arena[0][name][:words] = 0


def together(parts: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield byte ranges with those made one that touch: fewer copies of more bytes."""
    first, end = next(parts)
    for following, last in parts:
        if following != end:
            yield first, end
            first = following
        end = last
    yield first, end


class Room:
    """Blank arenas whose memory is taken page by page, as it is written: most of an arena never is.

    Args:
        record: of the arenas of a system.
        rows: how many there are.
    """

    def __init__(self, record: np.dtype, rows: int) -> None:
        self._pages: mmap.mmap | None = None
        if hasattr(mmap, "MAP_NORESERVE") and hasattr(mmap, "MADV_DONTNEED") and sys.platform == "linux":
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_NORESERVE
            self._pages = mmap.mmap(-1, rows * record.itemsize, flags=flags)
            self.arenas = np.frombuffer(self._pages, record)
        else:
            self.arenas = np.zeros(rows, record)

    def blank_out(self, row: int) -> None:
        """Make an arena blank; where the system allows it, give its memory back."""
        arena = self.arenas[row : row + 1]
        if self._pages is None:
            return blank_out(arena)
        first, end = row * arena.itemsize, (row + 1) * arena.itemsize
        whole, last = -(-first // mmap.PAGESIZE) * mmap.PAGESIZE, end // mmap.PAGESIZE * mmap.PAGESIZE
        self._pages.madvise(mmap.MADV_DONTNEED, whole, last - whole)
        bytes_of = arena.view(np.uint8)
        bytes_of[: whole - first] = 0
        bytes_of[last - first :] = 0
