"""Every means as a page of the handbook: tables that `fireteam means` has measured, and notes on what nobody uses."""

from itertools import groupby
from pathlib import Path

from fireteam.training.means.table import LEAST, RESULTS, VERDICTS, Row, note_of, read_rows

from .pages import code, plain, save, table

HEADS = ("means", "offered", "given", "done", "won when given", "missed when not", "if playouts speak for it", "verdict")
REST = ("means", "the rules allowed it", "done", "verdict", "whose", "why")
WHOSE = {
    "bots": "a gap of the bots",
    "rules": "a fact about the rules",
    "battles": "a fact about these battles",
    "unknown": "not known",
}
INTRO = """# Every means

How often does a tactician use each kind of weapon, grenade, called shot and action, and what does that win?
`fireteam means` fights battles of tacticians over all scenarios of a rule system, levels among them. It counts the decisions
in which there is a choice of orders, and plays some of them on.

- **offered**: decisions in which an order with that means is proposed; **given**: in which the bot gives one; **done**: how
  often units do it, also as a part of other orders.
- **won when given**: the order given against the best order without that means, in points of the chance to win, with its
  95 % interval. Some playouts choose the best other order, others measure; both orders have the same dice. After the order
  everybody is played by a tactician. A battle that is only about who is left is broken off after two rounds and judged by
  the life that is left.
- **missed when not**: the best order with that means against the order given, in decisions in which another one is given.
- **if playouts speak for it**: the same, but the order counts only where the playouts that choose prefer it. It says what a
  bot that searches would gain.

The bot gives one order, and is compared with the best of several that playouts have found. So a figure below 0 says that
there was something better to do where the bot did this; it does not say that the means is a bad one. Where **won when
given** is below 0 and **missed when not** above it, the bot uses the means, but in the wrong places.

A figure is a mean over decisions of as many battles, and rests on at least LEAST of them. In a table of a hundred rows a few
verdicts are due to chance: a verdict is a reason to look, no proof. What a means wins depends on who plays on: a tactician
that never throws smoke does not know what to do behind it.

"""


def write(folder: Path) -> None:
    """Write the page."""
    parts = [
        INTRO.replace("LEAST", str(LEAST)),
        table(["verdict", "says"], [[code(n), plain(s)] for n, s in VERDICTS.items()]),
    ]
    for path in sorted(RESULTS.glob("*.csv")):
        for system, rows in groupby(read_rows(path.read_text(encoding="utf-8")), lambda row: row.system):
            parts.append(chapter(system, list(rows)))
    save(folder / "means.md", "\n".join(parts))


def chapter(system: str, rows: list[Row]) -> str:
    """Return the tables of a rule system: what orders do, and what none does."""
    first = rows[0]
    command = f"fireteam means --system {system} --battles {first.battles} --samples {first.samples}"
    command += f" --playouts {first.playouts} --seed {first.seed}"
    about = (
        f"`{command}`: {first.battles:,} battles with {first.decisions:,} decisions. For each means up to {first.samples} "
        f"decisions in which it is given are played on, and as many in which it is not, {first.playouts} times with each of "
        "the two orders that are compared.\n"
    )
    orders = [order_cells(row) for row in rows if row.offered]
    rest = [rest_cells(row) for row in rows if not row.given]
    return "\n".join(
        [f"## {system}\n", about, table(HEADS, orders), f"### Never given in {system}\n", table(REST, rest)],
    )


def order_cells(row: Row) -> list[str]:
    """Return the cells of a means that orders have."""
    figures = [one.in_points() for one in (row.paid, row.missed, row.heeded)]
    return [plain(row.means), f"{row.offered:,}", f"{row.given:,}", f"{row.used:,}", *figures, row.verdict]


def rest_cells(row: Row) -> list[str]:
    """Return the cells of a means that the bot never uses, with what is known of it."""
    whose, why = note_of(row.means, row.system)
    return [plain(row.means), f"{row.open:,}", f"{row.used:,}", row.verdict, WHOSE.get(whose, ""), plain(why)]
