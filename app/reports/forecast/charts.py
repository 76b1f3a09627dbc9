"""Histograms of a forecast, drawn by matplotlib, as SVG that has the colours of the page."""

from collections.abc import Sequence
from io import StringIO
from typing import Any

from ..drawing import matplotlib_for
from .model import Bar, Distribution
from .svg import COLOURS, inline

WIDTH, HIGH = 248, 118  # in pixels, as large as they are shown
EDGES = (0.0, 0.15, 1.0, 0.72)  # of the axes: left, bottom, width, height, as shares of the drawing
LETTERS = 10.0  # height of letters, by which they are placed; the page decides how large they are
ROOM = 17  # pixels that the label of a column needs
MOST_MARKS = 7  # numbers below the columns


def histogram(spread: Distribution, limit: float | None = None) -> str:
    """Return how a number spreads over the battles, as columns with their shares in per cent.

    Args:
        limit: a value that is marked; columns beyond it are hollow.
    """
    rc_context, rcParamsDefault, Figure = matplotlib_for("a page with charts")
    with rc_context({**rcParamsDefault, "svg.fonttype": "none", "svg.hashsalt": spread.name, "backend": "svg"}):
        figure = Figure(figsize=(WIDTH / 72, HIGH / 72), dpi=72)
        axes = figure.add_axes(EDGES)
        draw(axes, spread, limit)
        drawn = StringIO()
        figure.savefig(drawn, format="svg", transparent=True)
    return inline(drawn.getvalue(), "chart", in_words(spread))


def draw(axes: Any, spread: Distribution, limit: float | None) -> None:
    """Draw columns, their shares on them, and what they stand for below them."""
    whole = spread.width == 1
    bars = filled(spread.bars, spread.width)
    left = bars[0].value - (0.5 if whole else 0)
    right = left + spread.width * len(bars)
    if limit is not None:
        right = max(right, min(limit + spread.width / 2, right + 3 * spread.width))
    highest = max(bar.share for bar in bars) or 1
    axes.set_xlim(left, right)
    axes.set_ylim(0, highest)
    column = WIDTH * spread.width / (right - left)
    for bar in bars:
        middle = bar.value + (0 if whole else spread.width / 2)
        beyond = limit is not None and bar.value >= limit
        axes.bar(
            middle, bar.share, 0.86 * spread.width, color=COLOURS["panel" if beyond else "way"], edgecolor=COLOURS["way"],
            linewidth=1.2, clip_on=False,
        )  # fmt: skip
        if column >= ROOM and bar.share > 0:
            says = f"{100 * bar.share:.0f}" if bar.share >= 0.005 else "<1"
            label(axes, says, middle, bar.share / highest, 3, "text")
    axes.axhline(0, color=COLOURS["edge"], linewidth=1.5, clip_on=False)
    for value in marks(bars, column):
        label(axes, f"{value:g}", value, 0, -6.5, "faint", "top")
    if limit is not None and left <= limit <= right:
        axes.plot(
            [limit, limit], [0, highest * 1.17], color=COLOURS["text"], linewidth=1.6, linestyle=(0, (4, 2.5)), clip_on=False
        )
    axes.set_axis_off()


def label(axes: Any, says: str, x: float, y: float, shift: float, colour: str, side: str = "bottom") -> None:
    """Write a text over or below a place; `y` is from 0 to 1, `shift` in pixels."""
    axes.annotate(
        says, (x, y), xycoords=axes.get_xaxis_transform(), xytext=(0, shift), textcoords="offset points", ha="center",
        va=side, fontsize=LETTERS, color=COLOURS[colour], annotation_clip=False, parse_math=False,
    )  # fmt: skip


def filled(bars: Sequence[Bar], width: float) -> list[Bar]:
    """Return a bar for each class from the first to the last, empty ones included."""
    if not bars:
        return [Bar(value=0, share=0)]
    shares = {round((bar.value - bars[0].value) / width): bar.share for bar in bars}
    return [Bar(value=bars[0].value + width * n, share=shares.get(n, 0)) for n in range(max(shares) + 1)]


def marks(bars: Sequence[Bar], column: float) -> list[float]:
    """Return the values written below the columns: all of them, or every second, third ... for want of space."""
    step = next(n for n in range(1, len(bars) + 1) if (n * column >= 22 and len(bars) / n <= MOST_MARKS) or n == len(bars))
    return [bar.value for number, bar in enumerate(bars) if number % step == 0]


def in_words(spread: Distribution) -> str:
    """Return a distribution in words for those who cannot see it."""
    parts = []
    for bar in spread.bars:
        ends = f"{bar.value:g}" if spread.width == 1 else f"{bar.value:g} to {bar.value + spread.width:g}"
        parts.append(f"{ends}: {100 * bar.share:.1f} %")
    return f"Share of battles by {spread.name}: {', '.join(parts)}"
