"""The places of values in a TOML file: `tomllib` reads values without their places, and messages should name them.

The text is valid: `tomllib` has read it. So it is enough to know where keys, entries of lists and rows of drawings begin.
"""

import re
from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")  # between things, over several lines
SPACE = re.compile(r"[ \t]*")
PART = re.compile(r""""(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+""")  # of a key
BARE = re.compile(r"[^,\]}#\n]*")  # a number, a date, true or false
LONG = ("'''", '"""')

Path = tuple[str | int, ...]


class Place(NamedTuple):
    """Where something begins, counted from 1."""

    line: int
    column: int


def place_of(text: str, path: Sequence[str | int]) -> Place | None:
    """Return where the longest known prefix of a path begins; None if there is none.

    Of a key whose value is drawn over several lines, the rows count from 0: ["ground", 2].
    """
    text = text.replace("\r\n", "\n")
    wanted = tuple(path)
    best, found = 0, None
    for at, said in all_said(text):
        common = next((n for n, (a, b) in enumerate(zip(said, wanted, strict=False)) if a != b), min(len(said), len(wanted)))
        if common in (len(said), len(wanted)) and common > best:
            best, found = common, at
    if found is None:
        return None
    return Place(text.count("\n", 0, found) + 1, found - text.rfind("\n", 0, found))


@lru_cache(maxsize=4)
def all_said(text: str) -> list[tuple[int, Path]]:
    """Return the result of `said_in` from a cache: it is needed for each mistake of a file."""
    return list(said_in(text))


def said_in(text: str) -> Iterator[tuple[int, Path]]:
    """Yield (offset, path) for every table header, key, entry of a list and row of a long text of a TOML text."""
    header: Path = ()
    counts: dict[Path, int] = {}  # tables of each array so far
    at = after(BLANK, text, 0)
    while at < len(text):
        begun = at
        if text[at] == "[":
            many = text.startswith("[[", at)
            parts, at = key_at(text, at + 1 + many)
            at = text.index("]", at) + 1 + many
            header = ()
            for place, part in enumerate(parts):
                header += (part,)
                if many and place == len(parts) - 1:
                    counts[header] = counts.get(header, -1) + 1
                if header in counts:
                    header += (counts[header],)
            yield begun, header
        else:
            at = yield from key_value(text, at, header)
        at = after(BLANK, text, max(at, begun + 1))


def key_value(text: str, at: int, above: Path) -> Generator[tuple[int, Path], None, int]:
    """Yield the places of a key and of what is in its value; return where it ends."""
    parts, behind = key_at(text, at)
    path = (*above, *parts)
    yield at, path
    return (yield from value(text, after(SPACE, text, behind + 1), path))


def key_at(text: str, at: int) -> tuple[list[str], int]:
    """Return the parts of a dotted key, and the place of what follows it."""
    parts: list[str] = []
    while True:
        found = PART.match(text, after(SPACE, text, at))
        if found is None:
            return parts, at
        parts.append(found[0][1:-1] if found[0][0] in "\"'" else found[0])
        at = after(SPACE, text, found.end())
        if not text.startswith(".", at):
            return parts, at
        at += 1


def value(text: str, at: int, path: Path) -> Generator[tuple[int, Path], None, int]:
    """Yield the places of what is in a value that begins at a place; return where it ends."""
    if text.startswith(LONG, at):
        return (yield from long_text(text, at, path))
    if text[at] in "\"'":
        found = PART.match(text, at)
        return found.end() if found else len(text)
    if text[at] == "[":
        return (yield from entries(text, at + 1, path, "]"))
    if text[at] == "{":
        return (yield from entries(text, at + 1, path, "}"))
    return after(BARE, text, at)


def entries(text: str, at: int, path: Path, end: str) -> Generator[tuple[int, Path], None, int]:
    """Yield the places of the entries of a list, or of the keys of a table in { }; return where it ends."""
    count = 0
    at = after(BLANK, text, at)
    while at < len(text) and text[at] != end:
        if end == "]":
            yield at, (*path, count)
            at = yield from value(text, at, (*path, count))
            count += 1
        else:
            at = yield from key_value(text, at, path)
        at = after(BLANK, text, at)
        if text.startswith(",", at):
            at = after(BLANK, text, at + 1)
    return at + 1


def long_text(text: str, at: int, path: Path) -> Generator[tuple[int, Path], None, int]:
    """Yield the places of the rows of a text in triple quotes, as a drawing has them; return where it ends."""
    quotes = text[at : at + 3]
    end = at + 3
    while not text.startswith(quotes, end):
        end += 2 if quotes == LONG[1] and text[end] == "\\" else 1
    row, begun = 0, at + 3
    for line in text[begun:end].split("\n"):
        if row or line.strip():
            yield begun + len(line) - len(line.lstrip()), (*path, row)
            row += 1
        begun += len(line) + 1
    while text.startswith(quotes[0], end + 3):  # a quote or two more may stand before the last three
        end += 1
    return end + 3


def after(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return the end of a match of a pattern that may match nothing."""
    found = pattern.match(text, at)
    return found.end() if found else at
