"""The table of means: a row for each, its verdict, and the file that keeps it."""

import csv
import io
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fireteam.agents.series.intervals import mean
from fireteam.content.errors import ContentError

from .naming import WEAPON

HERE = Path(__file__).parent
RESULTS = HERE / "results"  # tables that were measured, for the handbook
LEAST = 8  # decisions below which a figure proves nothing
PAYS, NOT_SHOWN, COSTS, TOO_FEW = "pays", "not shown", "costs", "too few"
MISSED, AT_TIMES = "missed", "missed at times"
NEVER_GIVEN, NEVER_OFFERED, PART = "never given", "never offered", "part of other orders"
NEVER_OPEN, NOBODY_HAS_IT = "never open", "nobody has it"
VERDICTS = {
    PAYS: "given, it wins more than the best order without it",
    COSTS: "given, it wins less: the bot should not",
    NOT_SHOWN: "given, and the interval holds 0",
    TOO_FEW: f"given, in fewer than {LEAST} decisions that could be compared",
    MISSED: "offered and not given, it would win more",
    AT_TIMES: "offered and not given, it would win more where playouts speak for it",
    NEVER_GIVEN: "offered, but the bot never gives it",
    PART: "no order by itself: units do it while they carry others out",
    NEVER_OFFERED: "the rules allowed it, but no order has it",
    NEVER_OPEN: "the rules never allowed it in these battles, when an order was asked for",
    NOBODY_HAS_IT: "no unit of these battles carries it",
}


class Figure(NamedTuple):
    """A mean over decisions with its 95 % interval, -1 to 1; `of` is how many decisions, the rest 0 below two of them."""

    of: int = 0
    mean: float = 0.0
    low: float = 0.0
    high: float = 0.0

    @property
    def surely_more(self) -> bool:
        """Whether it is above 0."""
        return self.of >= LEAST and self.low > 0

    @property
    def surely_less(self) -> bool:
        """Whether it is below 0."""
        return self.of >= LEAST and self.high < 0

    def in_points(self) -> str:
        """Return it in points of the chance to win, like "+2.1 (-0.4 to 4.6)"; "" where decisions are too few."""
        if self.of < LEAST:
            return ""
        middle, low, high = (round(100 * value, 1) + 0.0 for value in self[1:])
        return f"{middle:+.1f} ({low:.1f} to {high:.1f})"


class Row(NamedTuple):
    """A means of a rule system.

    Attributes:
        battles, decisions: how many were fought, and in how many decisions of them there was a choice.
        samples, playouts, seed: with which the figures were made, see `measured`.
        had: whether somebody carries it, for what is carried.
        open, offered, given: in how many decisions the rules allowed it, it was offered, it was given.
        used: how often units did it.
        paid: what it won when it was given, against the best order without it.
        missed: what its best order would have won when another was given, against that one.
        heeded: the same if it is given only where other playouts speak for it.
    """

    system: str
    battles: int
    decisions: int
    samples: int
    playouts: int
    seed: int
    means: str
    had: int
    open: int
    offered: int
    given: int
    used: int
    paid: Figure = Figure()
    missed: Figure = Figure()
    heeded: Figure = Figure()

    @property
    def verdict(self) -> str:
        """What the figures say, one or two of VERDICTS."""
        if self.given:
            paid = self.paid
            found = PAYS if paid.surely_more else COSTS if paid.surely_less else NOT_SHOWN if paid.of >= LEAST else TOO_FEW
        elif self.offered:
            found = NEVER_GIVEN
        elif self.used:
            found = PART
        elif not self.had:
            found = NOBODY_HAS_IT
        else:
            found = NEVER_OFFERED if self.open or self.means.startswith(WEAPON) else NEVER_OPEN
        more = MISSED if self.missed.surely_more else AT_TIMES if self.heeded.surely_more else ""
        return ", ".join(filter(None, [found, more]))


PLAIN = [name for name in Row._fields if name not in ("paid", "missed", "heeded")]
FIGURES = [f"{name}_{part}" for name in ("paid", "missed", "heeded") for part in Figure._fields]
HEAD = [*PLAIN, *FIGURES, "verdict"]


def figure_of(values: Iterable[float]) -> Figure:
    """Return the figure of some differences, one of a decision each."""
    found = np.array(list(values), float)
    return Figure(len(found), *map(float, mean(found))) if len(found) > 1 else Figure(len(found))


def written(rows: Iterable[Row]) -> str:
    """Return rows as CSV; shares are rounded to a ten-thousandth, and the verdicts are those of the rounded ones."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(HEAD)
    for row in map(rounded, rows):
        figures = [value for one in (row.paid, row.missed, row.heeded) for value in one]
        lines.writerow([*(getattr(row, name) for name in PLAIN), *figures, row.verdict])
    return out.getvalue()


def rounded(row: Row) -> Row:
    """Return a row as a file keeps it."""
    return row._replace(paid=short(row.paid), missed=short(row.missed), heeded=short(row.heeded))


def short(figure: Figure) -> Figure:
    """Return a figure, rounded to a ten-thousandth."""
    return Figure(figure.of, *(round(value, 4) + 0.0 for value in figure[1:]))


def read_rows(text: str) -> list[Row]:
    """Return the rows of a CSV that `written` made.

    Raises:
        ContentError: it is no such table.
    """
    lines = csv.DictReader(io.StringIO(text))
    if lines.fieldnames != HEAD:
        raise ContentError(f"a table of means begins with the line {','.join(HEAD)}")
    rows = []
    for line in lines:
        plain = [line[name] if name in ("system", "means") else int(line[name]) for name in PLAIN]
        values = [line[name] for name in FIGURES]
        figures = [Figure(int(of), *map(float, rest)) for of, *rest in (values[:4], values[4:8], values[8:])]
        rows.append(Row._make([*plain, *figures]))
    return rows


def notes(system: str) -> dict[str, tuple[str, str]]:
    """Return what is known of means of which nobody makes anything, by name: whose fault it is, and why, a sentence.

    It is "bots" for a gap of theirs, "rules" for a fact about the rules, "battles" for one about scenarios, "unknown" else.
    """
    found = tomllib.loads((HERE / "notes.toml").read_text(encoding="utf-8")).get(system, {})
    return {name: (note["whose"], note["why"]) for name, note in found.items()}


def note_of(means: str, system: str) -> tuple[str, str]:
    """Return the note on a means, else that on the verb alone; two empty texts for none."""
    known = notes(system)
    plain = means.partition(" (")[0]
    return next((known[name] for name in (means, plain, plain.partition(": ")[0]) if name in known), ("", ""))
