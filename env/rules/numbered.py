"""Tables whose numbers are constants: compiled code uses the number, people read the entry."""

from typing import TypeVar

Entry = TypeVar("Entry")


def number(table: list[Entry], entry: Entry) -> int:
    """Append `entry` to `table` and return its number. Numbers live in replays: add at the end, never in between."""
    table.append(entry)
    return len(table) - 1
