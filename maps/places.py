"""Where in a TOML file something stands: `tomllib` reads values without their lines, and a message should name the line."""

import re
from collections.abc import Iterator, Sequence

TABLE = re.compile(r"""\s*(\[\[?)((?:"[^"]*"|'[^']*'|[\w.\s-])+)\]\]?\s*(?:#.*)?$""")
KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=(.*)$""")
PART = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*\.?""")
LONG = ("'''", '"""')

Path = tuple[str | int, ...]


def line_of(text: str, path: Sequence[str | int]) -> int | None:
    """Return the number of the line, from 1 on, that says most of a path; None if no line says any of it.

    Of a key whose value is drawn over several lines, the rows count from 0: ["ground", 2].
    """
    wanted = tuple(path)
    best, found = 0, None
    for line, said in said_in(text):
        common = next((n for n, (a, b) in enumerate(zip(said, wanted, strict=False)) if a != b), min(len(said), len(wanted)))
        if common in (len(said), len(wanted)) and common > best:
            best, found = common, line
    return found


def said_in(text: str) -> Iterator[tuple[int, Path]]:
    """Yield (line, path) for every table header, every key and every row of a long text of a TOML text."""
    header: Path = ()
    counts: dict[Path, int] = {}  # tables of each array so far
    inside = ""  # the quotes of the long text that the line is part of
    key_of: Path = ()  # the key whose text that is
    row = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if inside:
            if row or line.partition(inside)[0].strip():
                yield number, (*key_of, row)
                row += 1
            inside = "" if inside in line else inside
        elif table := TABLE.match(line):
            header = ()
            parts = split(table[2])
            for place, part in enumerate(parts):
                header += (part,)
                if table[1] == "[[" and place == len(parts) - 1:
                    counts[header] = counts.get(header, -1) + 1
                if header in counts:
                    header += (counts[header],)
            yield number, header
        elif key := KEY.match(line):
            yield number, (key_of := header + tuple(split(key[1])))
            inside = next((quotes for quotes in LONG if key[2].count(quotes) == 1), "")
            row = int(bool(inside) and bool(key[2].partition(inside)[2].strip()))


def split(dotted: str) -> list[str]:
    """Return the parts of a dotted key."""
    return [next(part for part in match.groups("") if part) for match in PART.finditer(dotted) if any(match.groups())]
