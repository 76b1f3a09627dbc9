"""Small SVG drawings of the results by one rule system; all have one width, so that they can be compared.

Their colours are classes of the page's style sheet.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fireteam.env.view.export.html import plain

WIDTH, LEFT, RIGHT = 320, 1, 1  # in its own pixels: of a drawing, and its margins
LINE, HIGH, FOOT = 38, 84, 22  # height of a row of shares, of the columns of a histogram, of what stands below them
LONGEST = 30  # letters of a name that are shown
MOST_COLUMNS = 25  # of a histogram of rounds

Figures = Mapping[str, Any]


def across(share: float) -> float:
    """Return the horizontal position of a share from 0 to 1."""
    return LEFT + (WIDTH - LEFT - RIGHT) * share


def drawing(height: float, label: str, parts: Sequence[str]) -> str:
    """Return parts as one drawing, with a text for those who cannot see it."""
    return f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{plain(label)}">{"".join(parts)}</svg>'


def wins(figures: Figures) -> str:
    """Return shares of wins and draws as points with their intervals, a line for each."""
    entries = [(f"team-{place}", entry["who"], entry) for place, entry in enumerate(figures["wins"])]
    entries.append(("draw", "draw", figures["draws"]))
    height = LINE * len(entries) + FOOT
    parts = []
    for tenths in (0, 25, 50, 75, 100):
        x = across(tenths / 100)
        anchor = "start" if tenths == 0 else "end" if tenths == 100 else "middle"
        parts.append(f'<line class="rule" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height - FOOT:.1f}"/>')
        parts.append(f'<text class="faint" x="{x:.1f}" y="{height - 6:.1f}" text-anchor="{anchor}">{tenths} %</text>')
    for number, (kind, who, entry) in enumerate(entries):
        y = LINE * number + 27
        low, high = (across(end) for end in entry["interval"])
        parts.append(f'<text class="over" x="{LEFT}" y="{y - 11}">{plain(in_short(who))}</text>')
        parts.append(f'<text class="over" x="{WIDTH - RIGHT}" y="{y - 11}" text-anchor="end">{entry["share"]:.1%}</text>')
        parts.append(f'<line class="spread {kind}" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="{kind}" cx="{across(entry["share"]):.1f}" cy="{y}" r="5"/>')
    return drawing(height, "; ".join(f"{who} {entry['share']:.1%}" for _, who, entry in entries), parts)


def in_short(name: str) -> str:
    """Return a name that fits beside a share."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def margins(figures: Figures, battles: int, highest: int, teams: Sequence[str]) -> str:
    """Return how many battles end with which margin, as columns: those of the first team to the right."""
    counts = figures["swing"]["margin"]["battles"]
    middle = len(counts) // 2
    other = "team-1" if len(teams) == 2 else "draw"

    def kind(place: int) -> str:
        return "team-0" if place > middle else other if place < middle else "draw"

    rival = teams[1] if len(teams) == 2 else "another"
    marks = [(0.0, f"{in_short(rival)} by 100"), (0.5, "level"), (1.0, f"{in_short(teams[0])} by 100")]
    label = f"Margin of {teams[0]} in the end: mean {100 * figures['swing']['margin']['mean']:.0f} points of 100, "
    label += f"standard deviation {100 * figures['swing']['margin']['deviation']:.0f}"
    return columns(counts, highest, battles, kind, marks, label)


def rounds(figures: Figures, battles: int, highest: int, size: int, longest: int) -> str:
    """Return how many battles take how many rounds, as columns of `size` rounds up to the longest of all systems."""
    counts = counted(figures, size, longest)
    marks = [(0.0, "1"), (1.0, f"{size * len(counts)} rounds")]
    label = (
        f"Rounds of a battle: mean {figures['rounds']['mean']:.1f}, standard deviation {figures['rounds']['deviation']:.1f}"
    )
    return columns(counts, highest, battles, lambda _: "mark", marks, label)


def counted(figures: Figures, size: int, longest: int) -> list[int]:
    """Return the battles of every `size` rounds, from the first round on."""
    counts = [0] * -(-longest // size)
    for number, battles in figures["rounds"]["battles"].items():
        counts[(max(int(number), 1) - 1) // size] += battles
    return counts


def columns(
    counts: Sequence[int],
    highest: int,
    battles: int,
    kind: Callable[[int], str],
    marks: Sequence[tuple[float, str]],
    label: str,
) -> str:
    """Return a histogram; `highest` is the count at full height, `kind` returns the class of a column."""
    wide = (WIDTH - LEFT - RIGHT) / len(counts)
    parts = [f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{HIGH + 2}" y2="{HIGH + 2}"/>']
    for place, count in enumerate(counts):
        if count:
            tall = max(HIGH * count / highest, 1.0)
            box = f'x="{LEFT + wide * place + 1:.1f}" y="{HIGH + 1 - tall:.1f}" width="{wide - 2:.1f}" height="{tall:.1f}"'
            parts.append(f'<rect class="{kind(place)}" {box}><title>{count / battles:.1%} of the battles</title></rect>')
    for share, words in marks:
        anchor = "start" if share == 0 else "end" if share == 1 else "middle"
        parts.append(
            f'<text class="faint" x="{across(share):.1f}" y="{HIGH + FOOT - 4}" text-anchor="{anchor}">{plain(words)}</text>'
        )
    return drawing(HIGH + FOOT, label, parts)
