"""A check of a converted map: ways that are closed now, ways that are open now, and leaking walls."""

import numpy as np

from ..lines import Point, crossed, parts
from ..sketch import Sketch
from .plan import Plan
from .raising import walkable

ENCLOSED = 0.35  # squares; an end of a wall that comes so near to another wall without touching it leaves a leak
TOUCHING = 0.02
MOST_ENDS = 400  # ends of walls that are looked at for leaks


def compare(sketch: Sketch, plan: Plan, windows: list[list[Point]], rock: np.ndarray | None = None) -> None:
    """Note squares that are connected in the file but not here, or the reverse, and leaking ends of walls.

    Args:
        sketch: the converted map.
        plan: its source.
        windows: the ends of portals that are windows now.
        rock: squares that may fall into pieces, bool of shape (height, width).
    """
    right, down = crossed(plan.lines([*plan.walls, *plan.objects, *windows]), plan.width, plan.height, plan.work)
    middles = slice(plan.scale - 1, None, plan.scale)
    walked = walkable(sketch)
    here = parts(walked, walked, walked)[middles, middles]
    if rock is not None:
        here[rock] = -1
    there = parts(here >= 0, ~right, ~down)  # a square through whose middle a wall runs is left out, in both
    for one, other, says in (
        (there, here, "open in the file and closed here"),
        (here, there, "closed in the file and open here"),
    ):
        places: list[object] = []
        for number in range(int(one.max()) + 1):
            cells = (one == number) & (here >= 0)
            numbers, counts = np.unique(other[cells], return_counts=True)
            if len(numbers) > 1:
                rest = cells & (other != numbers[counts.argmax()])
                y, x = np.argwhere(rest)[0]
                places.append((int(x) * plan.scale + plan.scale - 1, int(y) * plan.scale + plan.scale - 1))
        if places:
            sketch.note(f"ways {says}, looked at from square to square; at", places)
    leaks = leaking(plan)
    if leaks:
        sketch.note("ends of walls that stop just short of another, where light leaks in the file; seen here as", leaks)


def leaking(plan: Plan) -> list[object]:
    """Return the tiles at which a wall ends a little before another wall or portal."""
    lines = plan.lines([*plan.walls, *(ends for _, ends in plan.portals)])
    ends = [
        end for line in plan.walls if len(line) > 1 and line[0] != line[-1] for end in (line[0], line[-1]) if plan.holds(end)
    ]
    found: list[object] = []
    for x, y in ends[:MOST_ENDS]:
        plan.work.take(16 * len(lines))
        ax, ay, bx, by = lines.T
        long = np.maximum((bx - ax) ** 2 + (by - ay) ** 2, 1e-12)
        share = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long, 0, 1)
        far = np.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y)
        own = (np.hypot(ax - x, ay - y) < 1e-9) | (np.hypot(bx - x, by - y) < 1e-9)
        if own.sum() > 1 or not (~own).any():
            continue
        near = far[~own].min()
        if TOUCHING < near < ENCLOSED:
            found.append((round(x * plan.scale), round(y * plan.scale)))
    return list(dict.fromkeys(found))
