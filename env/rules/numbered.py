"""Tables whose row numbers are constants: compiled code uses the number, people read the row."""

from typing import TypeVar

Row = TypeVar("Row")


def number(table: list[Row], row: Row) -> int:
    """Append `row` to `table` and return its number. Numbers live in replays: add rows at the end, never in between."""
    table.append(row)
    return len(table) - 1
