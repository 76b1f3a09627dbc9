"""Tables with constant numbers: compiled code uses the number, people read the entry."""

from typing import TypeVar

Entry = TypeVar("Entry")


def number(table: list[Entry], entry: Entry, room: int | None = None) -> int:
    """Append `entry` to `table` and return its number. Numbers live in replays: add at the end, never in between.

    Args:
        table: a table whose numbers compiled code knows.
        entry: the entry to add.
        room: the number of entries that fit records and dice keys; None where those grow with the table.

    Raises:
        OverflowError: there is no room left.
    """
    if room is not None and len(table) >= room:
        raise OverflowError(f"no room for {entry}: what goes by its number has room for {room}, and all are taken")
    table.append(entry)
    return len(table) - 1
