"""The standings of a tournament as files: a table, JSON, and one HTML page without network access."""

import csv
import io
import json
from collections.abc import Sequence
from html import escape
from math import ceil, floor
from pathlib import Path

from fireteam.agents.series.intervals import wilson
from fireteam.env.files import write_whole
from fireteam.env.replay.replay import ENGINE, rules_digest

from .evaluation import Score
from .ratings import Rating
from .standings import COLUMNS, Standings, rows_of, standings_as_dict

# Blue for winning and orange for losing keep apart for the colour-blind (Okabe and Ito, 2008).
WON, EVEN, LOST = (0, 114, 178), (242, 242, 240), (213, 94, 0)
WIDTH, ROW, TOP = 860, 34, 34  # the plot, in its own pixels: width, height of a row, margin above
LETTER, LONGEST = 8, 24  # pixels of a letter, about; letters of a name that are shown
STYLE = """
:root { color-scheme: light dark; --page: #fbfaf8; --panel: #fff; --text: #1d2128; --faint: #626b78; --edge: #e0ddd6;
  --mark: #0072b2; --anchor: #8a6d00; }
@media (prefers-color-scheme: dark) { :root { --page: #14171c; --panel: #1d2128; --text: #e8eaee; --faint: #98a1ae;
  --edge: #353c47; --mark: #56b4e9; --anchor: #f2c14e; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem 3rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 60rem; margin: auto; }
h1 { margin: 0; font-size: 1.7rem; letter-spacing: -0.01em; }
h2 { margin: 0 0 0.2rem; font-size: 1.1rem; }
p { margin: 0 0 0.8rem; color: var(--faint); }
section { margin-top: 1.2rem; padding: 1.1rem 1.3rem 1.3rem; background: var(--panel); border: 1px solid var(--edge);
  border-radius: 10px; overflow-x: auto; }
table { border-collapse: separate; border-spacing: 0; }
th { padding: 0.35rem 0.8rem; color: var(--faint); font-size: 0.85rem; font-weight: 600; text-align: right;
  white-space: nowrap; }
th.name, td.name { text-align: left; white-space: nowrap; }
th[scope="row"] { color: var(--text); font-size: 1rem; text-align: left; }
td { padding: 0.4rem 0.8rem; text-align: right; white-space: nowrap; }
.list { width: 100%; }
.list td { border-top: 1px solid var(--edge); }
.list td.name { font-weight: 600; }
.grid { border-spacing: 3px; }
.grid td { min-width: 6.2rem; padding: 0.35rem 0.6rem; border-radius: 6px; text-align: center; font-weight: 600; }
.grid th.column { text-align: center; }
.grid td.none { background: var(--edge); color: var(--faint); opacity: 0.5; }
small { display: block; font-size: 0.72rem; font-weight: 400; }
.tag { margin-left: 0.5rem; padding: 0.05rem 0.45rem; border: 1px solid var(--anchor); border-radius: 1rem;
  color: var(--anchor); font-size: 0.72rem; font-weight: 400; }
svg { display: block; width: 100%; min-width: 30rem; height: auto; }
svg text { fill: var(--text); font: 14px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
svg .faint { fill: var(--faint); font-size: 12px; stroke: var(--panel); stroke-width: 4px; paint-order: stroke; }
svg .rule { stroke: var(--edge); }
svg .spread { stroke: var(--mark); stroke-width: 8; stroke-linecap: round; opacity: 0.32; }
svg .mark { fill: var(--mark); }
svg .anchor { fill: var(--anchor); }
"""


def write_standings(standings: Standings, folder: str | Path) -> list[Path]:
    """Write standings.csv, .json and .html into a folder and return their paths.

    Raises:
        ContentError: the folder cannot be written to.
    """
    table = io.StringIO()
    writer = csv.DictWriter(table, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows_of(standings))
    texts = {
        "csv": table.getvalue(),
        "json": json.dumps(standings_as_dict(standings), indent=2, ensure_ascii=False) + "\n",
        "html": page_of(standings),
    }
    paths = [Path(folder) / f"standings.{ending}" for ending in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        write_whole(path, text)
    return paths


def page_of(standings: Standings) -> str:
    """Return the standings as a page."""
    battles = f"{len(standings.bouts):,} battles".replace(",", " ")
    anchors = " and ".join(f"{r.name} = {r.rating:.0f}" for r in reversed(standings.ratings) if r.anchor)
    scale = f"Elo scale, fixed by {anchors}" if anchors else "Elo scale; no anchor took part, so only differences count"
    policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>Fireteam tournament</title>
<style>{STYLE}</style>
</head>
<body><main>
<h1>Fireteam tournament</h1>
<p>{len(standings.ratings)} bots, {battles} in {escape(", ".join(standings.scenarios))}; sides swapped on the same dice,
held-out seeds. Engine {escape(ENGINE)}, rules {rules_digest()}.</p>
<section><h2>Ratings</h2><p>{escape(scale)}. The bar holds about 95 %.</p>{plot(standings.ratings)}</section>
<section><h2>Standings</h2><p>Score: a win is 1, a draw ½; with its 95 % interval.</p>
{standings_table(standings.ratings)}</section>
<section><h2>Who beats whom</h2><p>Score of the bot on the left against the one above, and its 95 % interval.</p>
{payoff_table(standings)}</section>
<section><h2>Where</h2><p>Score in each scenario, against all others.</p>{scenario_table(standings)}</section>
</main></body>
</html>
"""


def plot(ratings: Sequence[Rating]) -> str:
    """Return ratings and their uncertainty as an SVG drawing."""
    ends = [end for rating in ratings for end in rating.interval] or [0.0, 1000.0]
    step = next((s for s in (50, 100, 200, 500, 1000) if (max(ends) - min(ends)) / s <= 8), 2000)
    low, high = floor(min(ends) / step) * step, ceil((max(ends) + 1) / step) * step
    begin = 40 + LETTER * min(max((len(rating.name) for rating in ratings), default=0), LONGEST)
    height = TOP + ROW * len(ratings) + 10

    def across(value: float) -> float:
        return begin + (WIDTH - begin - 60) * (value - low) / (high - low)

    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="Ratings with their uncertainty">']
    for value in range(low, high + 1, step):
        x = across(value)
        parts.append(f'<line class="rule" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{height - 6}"/>')
        parts.append(f'<text class="faint" x="{x:.1f}" y="{TOP - 16}" text-anchor="middle">{value}</text>')
    for row, rating in enumerate(ratings):
        y = TOP + ROW * row + ROW / 2
        left, right = (across(end) for end in rating.interval)
        text = f"{rating.rating:.0f}" + ("" if rating.anchor else f" ± {2 * rating.deviation:.0f}")
        x = across(rating.rating)
        shown = rating.name if len(rating.name) <= LONGEST else f"{rating.name[: LONGEST - 1]}…"
        parts.append(f'<text x="{begin - 18}" y="{y + 5:.1f}" text-anchor="end">{escape(shown)}</text>')
        if rating.anchor:
            parts.append(f'<path class="anchor" d="M{x:.1f} {y - 8:.1f}l8 8l-8 8l-8 -8z"/>')
        else:
            parts.append(f'<line class="spread" x1="{left:.1f}" x2="{right:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="6"/>')
        parts.append(f'<text class="faint" x="{right + 14:.1f}" y="{y + 4:.1f}">{text}</text>')
    return "".join([*parts, "</svg>"])


def standings_table(ratings: Sequence[Rating]) -> str:
    """Return the list of bots with their ratings and scores."""
    rows = []
    for place, rating in enumerate(ratings, 1):
        score = rating.score
        tag = '<span class="tag">anchor</span>' if rating.anchor else ""
        low, high = wilson(score.points, score.battles)
        cells = [f"{rating.rating:.0f}", "fixed" if rating.anchor else f"± {2 * rating.deviation:.0f}"]
        cells += [str(score.battles), str(score.wins), str(score.losses), str(score.draws), f"{score.share:.1%}"]
        cells.append(f"{low:.1%} to {high:.1%}")
        numbers = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(f'<tr><td>{place}</td><td class="name">{escape(rating.name)}{tag}</td>{numbers}</tr>')
    heads = "".join(f"<th>{name}</th>" for name in ("rating", "", "battles", "won", "lost", "drawn", "score", "95 %"))
    return f'<table class="list"><tr><th></th><th class="name">bot</th>{heads}</tr>{"".join(rows)}</table>'


def payoff_table(standings: Standings) -> str:
    """Return the matrix of scores, coloured."""
    names = [rating.name for rating in standings.ratings]
    return grid(names, names, [[standings.payoffs.get((one, other)) for other in names] for one in names])


def scenario_table(standings: Standings) -> str:
    """Return the scores by bot and scenario, coloured."""
    names = [rating.name for rating in standings.ratings]
    cells = [[standings.by_scenario[scenario, name] for scenario in standings.scenarios] for name in names]
    return grid(names, standings.scenarios, cells)


def grid(rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[Score | None]]) -> str:
    """Return scores as a table, from orange for losing to blue for winning."""
    head = "".join(f'<th class="column" scope="col">{escape(name)}</th>' for name in columns)
    body = []
    for name, scores in zip(rows, cells, strict=True):
        made = "".join(cell(score) for score in scores)
        body.append(f'<tr><th scope="row">{escape(name)}</th>{made}</tr>')
    return f'<table class="grid"><tr><th></th>{head}</tr>{"".join(body)}</table>'


def cell(score: Score | None) -> str:
    """Return a score as a coloured cell."""
    if score is None or not score.battles:
        return '<td class="none">–</td>'
    low, high = wilson(score.points, score.battles)
    style = "background: {}; color: {}".format(*colours(score.share))
    hint = f"{score.wins} won, {score.losses} lost, {score.draws} drawn"
    return f'<td style="{style}" title="{hint}">{score.share:.0%}<small>{low:.0%} to {high:.0%}</small></td>'


def colours(share: float) -> tuple[str, str]:
    """Return the colour of a score from 0 to 1, and that of writing on it."""
    far = abs(2 * share - 1)
    colour = [round(e + (c - e) * far) for c, e in zip(WON if share > 0.5 else LOST, EVEN, strict=True)]
    # White or black, whichever the eye keeps apart from the colour (relative luminance of BT.709).
    bright = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2] > 140
    return f"rgb({colour[0]}, {colour[1]}, {colour[2]})", "#16181d" if bright else "#fff"
