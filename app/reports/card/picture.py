"""A card as a picture: acts by situation, distances, and the agreement of fitted doctrines; two bots stand side by side."""

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from fireteam.agents.tactics.distill import ENOUGH
from fireteam.agents.tactics.habits import EVERYWHERE
from fireteam.agents.tactics.situations import ASPECTS
from fireteam.content.errors import ContentError
from fireteam.env.files import appearing
from fireteam.env.rules.verbs import FAMILIES

from ..drawing import matplotlib_for
from .made import Card
from .sentences import sentences

ENDS = (".png", ".svg", ".pdf")
WIDE, HIGH = 9.0, 11.0  # inches of one bot
LEAST_SHOWN = 0.005  # share of all acts, for a family to be drawn
NARROW = 0.06  # share of a bar below which it bears no number
ORDERS = "orders given"
INK, FAINT, LINE = "#1f2328", "#656d76", "#d0d7de"
COLOURS = {
    "shoot": "#d55e00", "aim": "#f0a35e", "suppress": "#8c510a", "strike": "#a50026", "throw": "#7b3294", "move": "#56b4e9",
    "cover": "#009e73", "defend": "#0072b2", "help": "#cc79a7", "gear": "#b8a81f", "wait": "#b9bec7", "other": "#5b616b",
}  # fmt: skip
assert COLOURS.keys() == set(FAMILIES), "every family has its colour"


def check_ending(path: Path) -> None:
    """Raise a ContentError if a picture cannot be written in the format that a file's name asks for."""
    if path.suffix not in ENDS:
        raise ContentError(f"{path}: must end in {', '.join(ENDS)}")


def save_cards(cards: Sequence[Card], path: Path) -> None:
    """Draw cards side by side into a file."""
    rc_context, rcParamsDefault, Figure = matplotlib_for("a card")
    check_ending(path)
    with rc_context({**rcParamsDefault, "font.size": 10, "text.parse_math": False, "svg.hashsalt": "card"}):
        figure = Figure(figsize=(WIDE * len(cards), HIGH), facecolor="white")
        furthest = max([float(card.habits.nearest.max()) for card in cards if len(card.habits.nearest)], default=1.0)
        for place, card in enumerate(cards):
            draw(figure, card, place / len(cards), 1 / len(cards), furthest)
        with appearing(path) as name:
            figure.savefig(name, format=path.suffix[1:], dpi=110)


def draw(figure: Any, card: Card, left: float, wide: float, furthest: float) -> None:
    """Draw a card into its column of a figure; `left` and `wide` as shares of the whole."""
    title = f"{card.bot}, against {card.opponent} on {', '.join(card.scenarios)} ({card.system})"
    figure.text(left + 0.03 * wide, 0.975, title, fontsize=14, weight="bold", color=INK, va="top")
    low, high = card.interval
    says = f"{card.habits.battles} battles, sides swapped on the same dice; score {card.score:.0%} ({low:.0%} to {high:.0%})"
    figure.text(left + 0.03 * wide, 0.952, says, color=FAINT, va="top")
    bars(figure.add_axes((left + 0.23 * wide, 0.47, 0.74 * wide, 0.435)), card)
    distances(figure.add_axes((left + 0.07 * wide, 0.285, 0.37 * wide, 0.135)), card, furthest)
    rounds(figure.add_axes((left + 0.55 * wide, 0.285, 0.42 * wide, 0.135)), card)
    lines = [textwrap.fill(line, 118, subsequent_indent="   ") for line in sentences(card)]
    figure.text(left + 0.03 * wide, 0.185, "\n".join(f"{n}. {line}" for n, line in enumerate(lines, 1)), color=INK, va="top")


def bars(axes: Any, card: Card) -> None:
    """Draw its orders, and its acts in every situation: a bar each, its families in their order."""
    shares = {ORDERS: card.habits.orders} | dict(card.habits.shares)
    groups = [[ORDERS, EVERYWHERE], *(list(words) for words in ASPECTS.values())]
    shown = [family for family in FAMILIES if any(there[family].share >= LEAST_SHOWN for there in shares.values())]
    height, names, places = 0.0, [], []
    for group in groups:
        for word in (word for word in group if shares[word][shown[0]].of):
            count, start = shares[word][shown[0]].of, 0.0
            for family in shown:
                share = shares[word][family].share
                axes.barh(height, share, left=start, color=COLOURS[family], height=0.82, edgecolor="white", linewidth=0.6)
                if share >= NARROW:
                    axes.text(
                        start + share / 2,
                        height,
                        f"{100 * share:.0f}",
                        ha="center",
                        va="center",
                        fontsize=8.5,
                        color="white",
                    )
                start += share
            names.append(f"{word}  ({count})")
            places.append(height)
            height -= 1.0
        height -= 0.45
    axes.set(xlim=(0, 1), ylim=(height + 0.8, 0.6), yticks=places, yticklabels=names, xticks=[])
    axes.tick_params(length=0, colors=INK)
    axes.spines[:].set_visible(False)
    handles = [axes.barh(0, 0, color=COLOURS[family], label=family) for family in shown]
    axes.legend(
        handles=handles, ncol=len(shown), loc="lower left", bbox_to_anchor=(-0.02, 1.0), frameon=False, fontsize=9,
        handlelength=0.9, handletextpad=0.4, columnspacing=1.0,
    )  # fmt: skip


def distances(axes: Any, card: Card, furthest: float) -> None:
    """Draw the distances to the nearest enemy when it acts."""
    near = card.habits.nearest
    axes.hist(near, bins=np.arange(-0.5, furthest + 1.5), weights=np.full(len(near), 1 / max(len(near), 1)), color="#0969da")
    axes.set_title("metres to the nearest enemy when it acts", fontsize=10, color=INK, loc="left")
    axes.set_xlim(-0.5, furthest + 0.5)
    axes.set_yticks([])
    plain(axes)


def rounds(axes: Any, card: Card) -> None:
    """Draw how many of its decisions a doctrine reproduces, consideration by consideration."""
    found = card.distilled
    same = [found.nothing, *(one.held_out for one in found.rounds)]
    names = ["nothing", *(f"{one.weight} {one.value:.2g}" for one in found.rounds)]
    errors = np.array([[one.same - one.interval[0], one.interval[1] - one.same] for one in same]).T
    axes.axhline(ENOUGH, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
    axes.errorbar(range(len(same)), [one.same for one in same], errors, color="#0969da", marker="o", markersize=4, capsize=2)
    axes.plot(range(len(same)), [one.kind for one in same], color=FAINT, linewidth=1, linestyle=":")
    axes.set_title("decisions reproduced (dotted: the kind of action)", fontsize=10, color=INK, loc="left")
    axes.set(ylim=(0, 1.02), yticks=[0, 0.4, ENOUGH], yticklabels=["0 %", "40 %", "80 %"])
    plain(axes)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right", rotation_mode="anchor", fontsize=8.5)


def plain(axes: Any) -> None:
    """Remove the parts of the axes that a drawing does not need."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(LINE)
    axes.tick_params(colors=FAINT, labelsize=9, length=2)
