"""A comparison of rule systems as one HTML page that asks nothing of any network and runs nothing."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from fireteam.env.view.export.html import plain

from ..pages import head, style_of
from . import charts, table
from .table import NONE, Cell, Chapter, Row

STYLE = """
svg .over { stroke: var(--panel); stroke-width: 5px; paint-order: stroke; }
.spread { stroke-width: 8; stroke-linecap: round; opacity: 0.35; }
.mark { fill: var(--way); }
.draw { fill: var(--faint); stroke: var(--faint); }
rect.draw { stroke: none; }
tbody th[colspan] { padding: 1.2rem 0 0.35rem; color: var(--accent); font-weight: 600; break-after: avoid; }
tbody tr.chapter { border: 0; }
td.none { color: var(--faint); }
td svg { max-width: none; height: 4px; margin-top: 2px; }
td rect { fill: var(--way); }
tfoot td { padding: 0.9rem 0 0; color: var(--faint); text-align: left; white-space: normal; }
tfoot b { color: var(--text); }
@media print { tfoot { display: table-row-group; } }
"""

Figures = Mapping[str, Any]


def page_of(figures: Figures) -> str:
    """Return a comparison, as `figures.compared` has it, as a page."""
    chapters = table.chapters(figures)
    title = f"{figures['scenario']}, by {len(figures['systems'])} rule systems"
    return f"""<!doctype html>
<html lang="en">
{head(title, style_of(len(figures["teams"]), STYLE))}
<body><main>
<h1>{plain(title)}</h1>
<p>{plain(table.fought_by(figures))}</p>
<div class="cards">{cards(figures)}</div>
<section><table>
<thead><tr><th scope="col">a battle</th>{heads(figures)}</tr></thead>
<tbody>{"".join(body(chapter, len(figures["systems"])) for chapter in chapters)}</tbody>
{foot(figures)}</table></section>
<section><h2>What the figures say</h2>
<dl>{"".join(f"<dt>{plain(what)}</dt><dd>{plain(says)}</dd>" for chapter in chapters for what, says in chapter.says)}</dl>
</section>
</main></body>
</html>
"""


def cards(compared: Figures) -> str:
    """Return the drawings of every system; what is drawn to scale has the same scale in all of them."""
    every = list(compared["systems"].values())
    teams, battles = list(compared["teams"]), compared["battles"]
    longest = max(int(number) for figures in every for number in figures["rounds"]["battles"])
    size = ceil(longest / charts.MOST_COLUMNS)
    furthest = max(max(figures["swing"]["margin"]["battles"]) for figures in every)
    most = max(max(charts.counted(figures, size, longest)) for figures in every)
    made = []
    for system, figures in compared["systems"].items():
        drawn = (
            ("Battles won, with the 95 % interval", charts.wins(figures)),
            (
                f"Life left in the end, {teams[0]} minus {table.rival_of(teams)}",
                charts.margins(figures, battles, furthest, teams),
            ),
            ("Rounds of a battle", charts.rounds(figures, battles, most, size, longest)),
        )
        parts = "".join(f"<h3>{plain(title)}</h3>{svg}" for title, svg in drawn)
        made.append(f'<div class="card"><h2>{plain(system)}</h2>{parts}</div>')
    return "".join(made)


def heads(figures: Figures) -> str:
    """Return the names of the systems as heads of columns."""
    return "".join(f'<th scope="col">{plain(system).replace("_", "_<wbr>")}</th>' for system in figures["systems"])


def body(chapter: Chapter, systems: int) -> str:
    """Return a chapter of the table."""
    head = f'<tr class="chapter"><th colspan="{systems + 1}" scope="rowgroup">{plain(chapter.title)}</th></tr>'
    return head + "".join(line(row) for row in chapter.rows)


def line(row: Row) -> str:
    """Return a row of the table."""
    shares: Sequence[float | None] = row.shares or [None] * len(row.cells)
    cells = "".join(cell(made, share) for made, share in zip(row.cells, shares, strict=True))
    return f'<tr><th scope="row">{plain(row.name)}</th>{cells}</tr>'


def cell(made: Cell, share: float | None) -> str:
    """Return a cell of the table: the value, its interval below it, its share as a bar."""
    value, interval = made
    below = f"<small>{plain(interval)}</small>" if interval else ""
    if share is not None:
        wide = f'<rect x="{100 * (1 - share):.2f}" width="{100 * share:.2f}" height="4"/>'
        below = f'<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">{wide}</svg>'
    kind = ' class="none"' if value == NONE else ""
    return f"<td{kind}>{plain(value)}{below}</td>"


def foot(figures: Figures) -> str:
    """Return which systems cannot fight the scenario, and why; "" if all can."""
    rows = "".join(
        f'<tr><td colspan="{len(figures["systems"]) + 1}"><b>{plain(system)}</b> cannot fight it: {plain(reason)}</td></tr>'
        for system, reason in figures["unfit"].items()
    )
    return f"<tfoot>{rows}</tfoot>" if rows else ""
