"""The learning curve of a run as a picture: the share of battles won over the decisions learned from."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

import numpy as np

from fireteam.agents.series.intervals import wilson

from .progress import read_progress

CURVE = "progress.svg"
WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 40, 44  # margins
INK, GRID, LINE, BAND = "#1f2328", "#d0d7de", "#0969da", "#0969da33"
STEPS = (1, 2, 5)  # of the numbers at the bottom, and their tens


def curve_of(progress: Path, title: str, window: int) -> str:
    """Return the curve of a run, whose `progress.csv` is given, as SVG; see `drawn`."""
    return drawn([read_progress(progress)], [""], title, window)


def drawn(stages: Sequence[list[dict[str, float]]], names: Sequence[str], title: str, window: int) -> str:
    """Return the curve of one stage after the other as SVG.

    Args:
        stages: rows of progress of each, see `read_progress`; the decisions of each begin at 0.
        names: the label at the beginning of each stage.
        title: the text above it.
        window: battles over which the share was counted at most; the band is the 95 % Wilson interval.
    """
    ends = np.cumsum([0.0, *(rows[-1]["decisions"] if rows else 0.0 for rows in stages)])
    rows = [
        row | {"decisions": row["decisions"] + end}
        for some, end in zip(stages, ends[:-1].tolist(), strict=True)
        for row in some
    ]
    most = max((row["decisions"] for row in rows), default=0.0) or 1.0

    def at(decisions: float, share: float) -> str:
        x = LEFT + (WIDTH - LEFT - RIGHT) * decisions / most
        return f"{x:.1f},{TOP + (HEIGHT - TOP - BOTTOM) * (1 - share):.1f}"

    bounds = [wilson(row["won"] * counted, counted) for row in rows if (counted := max(min(int(row["battles"]), window), 1))]
    middle = " ".join(at(row["decisions"], row["won"]) for row in rows)
    edge = [at(row["decisions"], low) for row, (low, _) in zip(rows, bounds, strict=True)]
    edge += [at(row["decisions"], high) for row, (_, high) in reversed(list(zip(rows, bounds, strict=True)))]
    shapes = [f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>']
    for tenth in range(0, 11, 2):
        y = float(at(0, tenth / 10).split(",")[1])
        shapes.append(f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="{GRID}"/>')
        shapes.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{tenth * 10} %</text>')
    for decisions in ticks(most):
        x = float(at(decisions, 0).split(",")[0])
        shapes.append(f'<text x="{x}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{short_count(decisions)}</text>')
    shapes.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">decisions of the learner</text>')
    for name, begins in zip(names, ends[:-1].tolist(), strict=True):
        x = float(at(begins, 0).split(",")[0])
        if begins:
            shapes.append(f'<path d="M{x} {TOP}V{HEIGHT - BOTTOM}" stroke="{INK}" stroke-dasharray="4 3"/>')
        shapes.append(f'<text x="{x + 6}" y="{TOP + 14}">{escape(name)}</text>')
    shapes.append(f'<polygon points="{" ".join(edge)}" fill="{BAND}"/>')
    shapes.append(f'<polyline points="{middle}" fill="none" stroke="{LINE}" stroke-width="1.5"/>')
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="sans-serif" font-size="12" fill="{INK}">\n<rect width="100%" height="100%" fill="#ffffff"/>\n'
        f"{body}\n</svg>\n"
    )


def ticks(most: float) -> Sequence[float]:
    """Return round numbers from 0 to `most`, four to ten of them."""
    size = 10.0 ** len(str(int(most)))
    step = min((s * size / 10**n for n in range(4) for s in STEPS if most / (s * size / 10**n) <= 9), default=most)
    return [step * number for number in range(int(most / step) + 1)]


def short_count(decisions: float) -> str:
    """Return a number of decisions in short: 250, 40 k, 12 M."""
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if decisions >= size:
            return f"{decisions / size:g}{unit}"
    return f"{decisions:g}"
