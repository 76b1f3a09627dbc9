"""A comparison of rule systems as one HTML page that asks nothing of any network and runs nothing."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from fireteam.env.view.export.html import fingerprint, icon, plain
from fireteam.env.view.look import palette

from . import charts, table
from .table import NONE, Cell, Chapter, Row

SHOWN = ("page", "panel", "edge", "text", "faint", "accent", "way")  # colours of the palette that the page has
STYLE = """
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem 3rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
main { max-width: 66rem; margin: auto; }
h1 { margin: 0 0 0.3rem; font-size: 1.7rem; line-height: 1.25; letter-spacing: -0.01em; }
h2 { margin: 0 0 0.6rem; font-size: 1.15rem; }
h3 { margin: 1.1rem 0 0.2rem; color: var(--faint); font-size: 0.82rem; font-weight: 600; }
p { margin: 0; color: var(--faint); }
section, .card { padding: 1.1rem 1.3rem 1.3rem; background: var(--panel); border: 1px solid var(--edge);
  border-radius: 10px; }
section { margin-top: 1.2rem; overflow-x: auto; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: 1.2rem;
  margin-top: 1.2rem; }
svg { display: block; width: 100%; max-width: 27rem; height: auto; overflow: visible; }
svg text { fill: var(--text); font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
svg .faint { fill: var(--faint); font-size: 11px; }
svg .over { stroke: var(--panel); stroke-width: 5px; paint-order: stroke; }
svg .rule { stroke: var(--edge); }
.spread { stroke-width: 8; stroke-linecap: round; opacity: 0.35; }
.mark { fill: var(--way); }
.draw { fill: var(--faint); stroke: var(--faint); }
rect.draw { stroke: none; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.35rem 0.7rem; text-align: right; vertical-align: top; }
th:first-child, tbody th { padding-left: 0; text-align: left; }
th:last-child, td:last-child { padding-right: 0; }
thead th { overflow-wrap: normal; color: var(--faint); font-size: 0.85rem; font-weight: 600; }
tbody th { min-width: 6.5rem; font-weight: 400; }
tbody tr { border-top: 1px solid var(--edge); break-inside: avoid; }
tbody th[colspan] { padding: 1.2rem 0 0.35rem; color: var(--accent); font-weight: 600; break-after: avoid; }
tbody tr.chapter { border: 0; }
td { overflow-wrap: normal; white-space: nowrap; }
td.none { color: var(--faint); }
small { display: block; color: var(--faint); font-size: 0.78rem; }
td svg { max-width: none; height: 4px; margin-top: 2px; }
td rect { fill: var(--way); }
tfoot td { padding: 0.9rem 0 0; color: var(--faint); text-align: left; white-space: normal; }
tfoot b { color: var(--text); }
dl { margin: 0; }
dt { font-weight: 600; }
dd { margin: 0 0 0.7rem; color: var(--faint); max-width: 46rem; }
@media (max-width: 34rem) {
  body { padding: 1.1rem 0.6rem 2rem; font-size: 13.5px; }
  h1 { font-size: 1.35rem; }
  section, .card { padding: 0.9rem 0.8rem 1rem; }
  th, td { padding: 0.35rem 0.3rem; }
  td { white-space: normal; }
  tbody th { min-width: 5.2rem; }
}
@media print {
  :root { --page: #fff; font-size: 11px; }
  body { padding: 0; font-size: 11px; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { max-width: none; }
  tfoot { display: table-row-group; }
  section, .card { padding: 0.6rem 0.8rem; }
  section { overflow: visible; }
  .cards { grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 0.6rem; }
  .card, dt { break-inside: avoid; }
  dt { break-after: avoid; }
}
"""

Figures = Mapping[str, Any]


def page_of(told: Figures) -> str:
    """Return a comparison, as `figures.compared` has it, as a page."""
    style = colours(len(told["teams"])) + STYLE
    policy = f"default-src 'none'; style-src '{fingerprint(style)}'; img-src data:; base-uri 'none'; form-action 'none'"
    told_in = table.chapters(told)
    title = f"{told['scenario']}, by {len(told['systems'])} rule systems"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{plain(title)}</title>
<link rel="icon" href="{icon()}">
<style>{style}</style>
</head>
<body><main>
<h1>{plain(title)}</h1>
<p>{plain(table.fought_by(told))}</p>
<div class="cards">{cards(told)}</div>
<section><table>
<thead><tr><th scope="col">a battle</th>{heads(told)}</tr></thead>
<tbody>{"".join(body(chapter, len(told["systems"])) for chapter in told_in)}</tbody>
{foot(told)}</table></section>
<section><h2>What the figures say</h2>
<dl>{"".join(f"<dt>{plain(what)}</dt><dd>{plain(says)}</dd>" for chapter in told_in for what, says in chapter.says)}</dl>
</section>
</main></body>
</html>
"""


def colours(teams: int) -> str:
    """Return the colours of both themes as variables, and as classes of so many teams; paper is light."""

    def variables(theme: str) -> str:
        known = palette(theme)
        named = [(name, known[name]) for name in SHOWN] + [(f"team-{n}", known[f"team:{n}"]) for n in range(teams)]
        return " ".join(f"--{name}: {colour};" for name, colour in named)

    classes = "".join(
        f".team-{n} {{ fill: var(--team-{n}); }} .spread.team-{n} {{ stroke: var(--team-{n}); }}\n" for n in range(teams)
    )
    return (
        f"\n:root {{ color-scheme: light dark; {variables('light')} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {variables('dark')} }} }}\n{classes}"
    )


def cards(told: Figures) -> str:
    """Return the drawings of every system; what is drawn to scale has the same scale in all of them."""
    every = list(told["systems"].values())
    teams, battles = list(told["teams"]), told["battles"]
    longest = max(int(number) for figures in every for number in figures["rounds"]["battles"])
    size = ceil(longest / charts.MOST_COLUMNS)
    furthest = max(max(figures["swing"]["margin"]["battles"]) for figures in every)
    most = max(max(charts.counted(figures, size, longest)) for figures in every)
    made = []
    for system, figures in told["systems"].items():
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


def heads(told: Figures) -> str:
    """Return the names of the systems as heads of columns."""
    return "".join(f'<th scope="col">{plain(system).replace("_", "_<wbr>")}</th>' for system in told["systems"])


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
    """Return a cell of the table: what stands there, its interval below it, its share as a bar."""
    value, interval = made
    below = f"<small>{plain(interval)}</small>" if interval else ""
    if share is not None:
        wide = f'<rect x="{100 * (1 - share):.2f}" width="{100 * share:.2f}" height="4"/>'
        below = f'<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">{wide}</svg>'
    kind = ' class="none"' if value == NONE else ""
    return f"<td{kind}>{plain(value)}{below}</td>"


def foot(told: Figures) -> str:
    """Return which systems cannot fight it, and why; "" if all can."""
    rows = "".join(
        f'<tr><td colspan="{len(told["systems"]) + 1}"><b>{plain(system)}</b> cannot fight it: {plain(reason)}</td></tr>'
        for system, reason in told["unfit"].items()
    )
    return f"<tfoot>{rows}</tfoot>" if rows else ""
