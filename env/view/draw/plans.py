"""What units have declared as prims, from the map's corner: an arrow to whom it concerns, a small sign for the rest."""

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
    """Return what is declared as prims; `places` are the middles of the units that are seen."""
    prims: list[Prim] = []
    beside: Counter[tuple[str, str]] = Counter()
    signs: Counter[str] = Counter()
    kinds: dict[str, Any] = look()["plans"]
    for unit, target, kind, left, broken in intents:
        style = kinds[kind]
        thin = f"@{max(0.9 * left * (0.7 if broken else 1.0), 0.01):.2f}"
        colour = kinds["lapsed"]["colour"] if broken else style["colour"]
        if unit in places and target in places and target != unit:
            prims += arrow(
                places[unit], places[target], beside[unit, target], colour, thin, broken, style.get("blunt", False)
            )
            beside[unit, target] += 1
        elif unit in places and "sign" in style and not target:
            x, y = places[unit][0] + SIGN[0], places[unit][1] + SIGN[1] + 0.24 * signs[unit]
            prims += [["disc", f"panel{thin}", x, y, 0.13], ["text", f"{colour}{thin}", x, y - 0.02, 0.28, style["sign"]]]
            signs[unit] += 1
    return prims


def arrow(
    start: tuple[float, float], end: tuple[float, float], beside: int, colour: str, thin: str, broken: bool, blunt: bool
) -> list[Prim]:
    """Return an arrow from one unit to another with a dark or light seam, on the right of the line between their middles.

    Args:
        beside: how many arrows run there already.
        thin: how much can be seen through it, as colours of prims have it.
        blunt: it ends in a bar, not in a point.
    """
    far = hypot(end[0] - start[0], end[1] - start[1])
    if far < 0.1:
        return []
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    aside = ASIDE * (1 + 1.6 * beside)

    def at(along: float, across: float = 0.0) -> list[float]:
        """Return a place so far along the arrow and to the right of it."""
        return [start[0] + dx * along - dy * (aside + across), start[1] + dy * along + dx * (aside + across)]

    first, last = min(FROM, NEAR * far), far - min(TO, NEAR * far)
    neck = last if blunt else max(last - HEAD, first)
    prims: list[Prim] = []
    for shade, more in (("page", 0.05), (colour, 0.0)):
        if broken:
            count = max(int((neck - first) / DASH), 1)
            for dash in range(count):
                begins = first + (neck - first) * dash / count
                prims.append(
                    ["line", f"{shade}{thin}", WIDE + more, [*at(begins), *at(begins + 0.55 * (neck - first) / count)]]
                )
        else:
            prims.append(["line", f"{shade}{thin}", WIDE + more, [*at(first), *at(neck)]])
        if blunt:
            prims.append(["line", f"{shade}{thin}", WIDE + 0.02 + more, [*at(last, -0.13), *at(last, 0.13)]])
        else:
            wide = 0.12 + 1.2 * more
            prims.append(["poly", f"{shade}{thin}", [*at(last + more), *at(neck - more, -wide), *at(neck - more, wide)]])
    return prims
