"""What units have declared as prims, from the map's corner: an arrow to the target, a small sign for other actions."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any

from ..look import Prim, look
from ..playback.plans import Intent

FROM, TO = 0.46, 0.52  # how far from the middles of two units an arrow begins and ends, in tiles
NEAR = 0.36  # the same as a share of their distance, where they stand close
ASIDE = 0.11  # how far it runs beside the line between them, and the next one beside it
WIDE, HEAD = 0.07, 0.19  # of its shaft; length of its point
DASH = 0.2  # of an arrow that is broken, with the gap after it
SIGN = (-0.42, -0.42)  # from the middle of a unit

Places = Mapping[str, tuple[float, float]]


def planned(intents: Sequence[Intent], places: Places) -> list[Prim]:
    """Return declared actions as prims; `places` are the centres of the visible units.

    Equal declarations become one arrow with their number.
    """
    prims: list[Prim] = []
    beside: Counter[tuple[str, str]] = Counter()
    signs: Counter[str] = Counter()
    kinds: dict[str, Any] = look()["plans"]
    alike: dict[tuple[str, str, str, bool], list[float]] = {}
    for unit, target, kind, left, broken in intents:
        alike.setdefault((unit, target, kind, broken), []).append(left)
    for (unit, target, kind, broken), shares in alike.items():
        style = kinds[kind]
        thin = max(shares) * (0.7 if broken else 1.0)
        colour = kinds["lapsed"]["colour"] if broken else style["colour"]
        if unit in places and target in places and target != unit:
            run = Run(places[unit], places[target], beside[unit, target])
            prims += arrow(run, colour, thin, broken, style.get("blunt", False))
            if len(shares) > 1:
                x, y = run.at(run.first + 0.22)
                prims += [["disc", f"page@{0.9 * thin:.2f}", x, y, 0.15],
                          ["text", f"{colour}@{thin:.2f}", x, y, 0.24, f"{len(shares)}\u00d7"]]  # fmt: skip
            beside[unit, target] += 1
        elif unit in places and "sign" in style and not target:
            x, y = places[unit][0] + SIGN[0], places[unit][1] + SIGN[1] + 0.24 * signs[unit]
            prims += [["disc", f"panel@{0.9 * thin:.2f}", x, y, 0.14],
                      ["text", f"{colour}@{thin:.2f}", x, y - 0.03, 0.3, style["sign"]]]  # fmt: skip
            signs[unit] += 1
    return [prim for prim in prims if not prim[1].endswith("@0.00")]


class Run:
    """The line of an arrow between two units, on the right of their centre line.

    Args:
        beside: how many arrows run there already.

    Attributes:
        first, last: its ends, as distances from the middle of the first unit.
    """

    def __init__(self, start: tuple[float, float], end: tuple[float, float], beside: int) -> None:
        far = max(hypot(end[0] - start[0], end[1] - start[1]), 0.01)
        self._start, self._aside = start, ASIDE * (1 + 1.6 * beside)
        self._dx, self._dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
        self.first, self.last = min(FROM, NEAR * far), far - min(TO, NEAR * far)

    def at(self, along: float, across: float = 0.0) -> tuple[float, float]:
        """Return the place `along` the arrow and `across` to its right."""
        aside = self._aside + across
        return self._start[0] + self._dx * along - self._dy * aside, self._start[1] + self._dy * along + self._dx * aside


def arrow(run: Run, colour: str, thin: float, broken: bool, blunt: bool) -> list[Prim]:
    """Return an arrow with an outline; `thin` is the width of its colour, `blunt` ends it in a bar instead of a point."""
    first, last = run.first, run.last
    neck = last if blunt else max(last - HEAD, first)
    prims: list[Prim] = []
    for paint, more in ((f"page@{0.5 * thin:.2f}", 0.05), (f"{colour}@{0.9 * thin:.2f}", 0.0)):
        dashes = max(int((neck - first) / DASH), 1) if broken else 1
        for dash in range(dashes):
            step = (neck - first) / dashes
            begins = first + dash * step
            prims.append(["line", paint, WIDE + more, [*run.at(begins), *run.at(begins + (0.55 if broken else 1.0) * step)]])
        if blunt:
            prims.append(["line", paint, WIDE + 0.02 + more, [*run.at(last, -0.13), *run.at(last, 0.13)]])
        else:
            wide = 0.12 + more
            prims.append(["poly", paint, [*run.at(last + more), *run.at(neck - more, -wide), *run.at(neck - more, wide)]])
    return prims
