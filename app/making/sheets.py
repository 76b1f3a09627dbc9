"""Reads a spreadsheet, .csv or .xlsx, as rows of cells that know their place; formulas are read as their values."""

import csv
import io
import zipfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed, read_bytes
from fireteam.maps.importers.guard import xml_checked

LARGEST = 4_000_000  # bytes
LARGEST_UNPACKED = 40_000_000  # bytes of a workbook's parts together
MOST_PARTS = 500
MOST_ROWS, MOST_COLUMNS = 300, 100
LONGEST = 500  # letters of a cell
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF", b"\x01\0\0\0", b"\xd7\xcd\xc6\x9a", b"\xd0\xcf\x11\xe0")
SEPARATORS = ",;\t|"
KINDS = (".csv", ".tsv", ".txt", ".xlsx")
BOM_16 = (b"\xff\xfe", b"\xfe\xff")


class Cell(NamedTuple):
    """The text of a cell, without spaces around it, and its place: "crew.csv, B3"."""

    text: str
    place: str


class Sheet(NamedTuple):
    """A sheet: the cells of its first row that is not empty, and the rows below, each with all its columns."""

    head: list[Cell]
    rows: list[list[Cell]]


def read_sheet(path: Path) -> Sheet:
    """Return a sheet; a ContentError names what is wrong with it, and where.

    Raises:
        ContentError: it is no sheet, too large, empty, or has a formula without a value.
        ImportError: openpyxl is not installed and it is an .xlsx file.
    """
    ending = path.suffix.lower()
    if ending not in KINDS:
        meant = " Save it as .xlsx or .csv." if ending in (".xls", ".ods", ".numbers") else closest(ending, KINDS)
        raise ContentError(f"{path}: a sheet ends in {listed(KINDS)}.{meant}")
    read = of_workbook(path) if ending == ".xlsx" else of_text(path)
    rows = [row[: 1 + max(at for at, cell in enumerate(row) if cell.text)] for row in read if any(cell.text for cell in row)]
    if not rows:
        raise ContentError(f"{path}: it is empty")
    if len(rows) < 2:
        raise ContentError(f"{path}: it has a head and no row below it")
    wide = max(map(len, rows))
    if wide > MOST_COLUMNS or len(rows) > MOST_ROWS:
        raise ContentError(f"{path}: {len(rows)} rows of {wide} columns: at most {MOST_ROWS} of {MOST_COLUMNS} are read")
    for row in rows:
        for cell in row:
            if len(cell.text) > LONGEST:
                raise ContentError(f"{cell.place}: {len(cell.text)} letters, at most {LONGEST} are possible")
    return Sheet(rows[0], rows[1:])


def column(number: int) -> str:
    """Return the letters of a column, counted from 0."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def of_text(path: Path) -> Iterator[list[Cell]]:
    """Yield the rows of a text file whose cells are separated by commas, semicolons, tabs or bars."""
    data = read_bytes(path, LARGEST)
    encoding = "utf-16" if data.startswith(BOM_16) else "utf-8-sig"  # Excel's "Unicode text" is the former
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ContentError(f"{path}: not UTF-8 text (byte {error.start}); save it as CSV UTF-8") from None
    head = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(SEPARATORS, key=head.count)
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator), start=1):
            if number > MOST_ROWS * 2:
                raise ContentError(f"{path}: more than {MOST_ROWS} rows")
            cells = [Cell(text.strip(), f"{path}, {column(at)}{number}") for at, text in enumerate(row)]
            for cell in cells:
                if cell.text.startswith("="):
                    raise ContentError(f"{cell.place}: {cell.text[:40]!r} is a formula; a .csv file has values")
            yield cells
    except csv.Error as error:
        raise ContentError(f"{path}: no table of cells: {error}") from None


def of_workbook(path: Path) -> Iterator[list[Cell]]:
    """Yield the rows of a workbook's first sheet, with the results of its formulas when it was last saved."""
    import openpyxl

    data = read_bytes(path, LARGEST)
    check_parts(path, data)
    try:
        with redirect_stdout(None):  # openpyxl prints what it makes of broken styles
            values, formulas = (
                openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=plain, keep_links=False).worksheets[0]
                for plain in (True, False)
            )
        pairs = zip(
            *(
                part.iter_rows(max_row=MOST_ROWS * 2, max_col=MOST_COLUMNS + 1, values_only=True)
                for part in (values, formulas)
            ),
            strict=False,
        )
        for number, (row, origin) in enumerate(pairs, start=1):
            yield [
                Cell(cell_text(value), f"{path}, {column(at)}{number}")
                for at, value in enumerate(checked(path, number, row, origin))
            ]
    except ContentError:
        raise
    except Exception as error:  # whatever openpyxl trips over in a stranger's file is the file's fault
        said = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise ContentError(f"{path}: no workbook that can be read: {said}") from None


def checked(path: Path, number: int, row: tuple[Any, ...], origin: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row of values; raise a ContentError if one is an error, or a formula without a result."""
    for at, (value, source) in enumerate(zip(row, origin, strict=False)):
        place = f"{path}, {column(at)}{number}"
        if value is None and source is not None:
            raise ContentError(f"{place}: a formula without a value: open the file in the program it is from, and save it")
        if isinstance(value, str) and value.startswith("#") and value.endswith(("!", "?", "/A")):
            raise ContentError(f"{place}: the formula there has come to {value}")
    return row


def cell_text(value: Any) -> str:
    """Return the value of a cell as it is read: whole numbers without a point."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def check_parts(path: Path, data: bytes) -> None:
    """Raise a ContentError if a workbook would unpack to too much, or its parts define entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            listing = parts.infolist()
            if len(listing) > MOST_PARTS or sum(part.file_size for part in listing) > LARGEST_UNPACKED:
                raise ContentError(f"{path}: unpacks to more than {LARGEST_UNPACKED} bytes or {MOST_PARTS} parts")
            left = LARGEST_UNPACKED
            for part in listing:
                with parts.open(part) as opened:
                    content = opened.read(left + 1)  # what a part says of its size need not be true
                left -= len(content)
                if left < 0:
                    raise ContentError(f"{path}: unpacks to more than {LARGEST_UNPACKED} bytes")
                # Relations, not names, say which parts are parsed: only what is certainly a picture is not looked at.
                if not content.startswith(PICTURES):
                    xml_checked(content, f"{path}: {part.filename[:60]}")
    except ContentError:
        raise
    except Exception as error:  # of many kinds, also of those who unpack
        raise ContentError(f"{path}: no workbook (.xlsx) that can be read: {str(error).lower()[:80]}") from None
