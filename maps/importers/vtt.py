"""Universal VTT as a drawing, by the rule that RULE states: lines between squares get tiles of their own."""

from collections.abc import Collection
from math import ceil, hypot
from pathlib import Path

import numpy as np

from ..drawing import MOST_TILES
from ..reading import ContentError, closest, listed
from .lines import Point, crossed, inside, parts, tiles_of
from .sketch import FLOOR, WALL, Area, Converted, Sketch, check_size
from .starts import mark_starts
from .vtt_file import KNOWN_FORMAT, Environment, Portal, VttFile, read_vtt

SCALE = 2  # tiles to a square
NARROW = 0.85  # squares; Dungeondraft's windows are 0.78 wide, its doors 1
DOOR, OPEN_DOOR, WINDOW = "closed_door", "open_door", "window"
OPENINGS = {"guess": "", "window": WINDOW, "door": OPEN_DOOR, "gap": FLOOR}
ENCLOSED = 0.35  # squares; an end of a wall that comes so near to another wall without touching it leaves a leak
TOUCHING = 0.02
LIGHTS = ((0.6, "clear"), (0.3, "dim"), (0.1, "dark"), (0.0, "black"))  # from which brightness on
MOST_ENDS = 400  # ends of walls that are looked at for leaks

RULE = (
    "A square becomes one tile, and so does every line between two squares and every crossing of such lines: two tiles to a "
    "square and one more, so that no wall takes ground from a room and no corridor of one square is closed. A line of "
    "line_of_sight becomes wall on the tiles it comes nearest to; one of objects_line_of_sight, too, and what it encloses. "
    "The two end tiles of a portal are its posts and become wall; what lies between them becomes its door or window. "
    "A portal that blocks light (closed) is a closed door; one that does not is a window if it is narrower than "
    f"{NARROW} squares, else an open door; a window that would cut off what the portal joined is an open door."
)


def read(path: Path, terrains: Collection[str], area: Area | None, openings: str) -> Converted:
    """Return the drawing of a Universal VTT file, the rule and what was guessed (`convert` of the package)."""
    if openings not in OPENINGS:
        raise ContentError(f"{openings!r}: open portals are one of {listed(OPENINGS)}.{closest(openings, OPENINGS)}")
    file = read_vtt(path)
    plan = Plan(file, path, area)
    sketch = Sketch(plan.width * SCALE + 1, plan.height * SCALE + 1)
    plan.say(sketch)
    for line in plan.walls:
        raise_wall(sketch, line)
    for line in plan.objects:
        raise_wall(sketch, line)
        fill(sketch, line)
    hang(sketch, plan, OPENINGS[openings])
    compare(sketch, plan)
    sketch.note(f"light is {light_of(file.environment, plan, sketch)!r}")
    sketch.note("metres_per_tile is 1: a square, which is two tiles, is 2 m, a little more than the usual 5 feet")
    mark_starts(sketch, plan.is_ground)
    title = path.stem[:60] or "map"
    about = f"Converted from {path.name}"[:200]
    return Converted(sketch.drawing(path, title, about, 1, plan.light), RULE, tuple(sketch.notes))


class Plan:
    """The lines of a file as they lie on the part of the map that is taken, in squares from its left upper corner.

    Attributes:
        walls, objects: polylines; portals: with their two ends.
    """

    def __init__(self, file: VttFile, path: Path, area: Area | None) -> None:
        self.file, self.path = file, path
        size = file.resolution.map_size
        whole = Area(0, 0, ceil(size.x - 1e-6), ceil(size.y - 1e-6))
        taken = area or whole
        if whole.width < 1 or whole.height < 1:
            raise ContentError(f"{path}: resolution.map_size is {size.x:g} x {size.y:g} squares: a map has at least 1 x 1")
        if taken.x + taken.width > whole.width or taken.y + taken.height > whole.height:
            raise ContentError(
                f"{path}: --area {','.join(map(str, taken))} is not on the map: {whole.width} x {whole.height} squares"
            )
        check_size(path, taken.width, taken.height, "squares", SCALE)
        self.width, self.height = taken.width, taken.height
        self.light = "clear"
        self.remarks: list[str] = []
        self._unit = self._squares(whole)
        origin = self._origin(whole)
        self._from = (origin[0] + taken.x, origin[1] + taken.y)
        self.walls = [self._moved([spot.point for spot in line]) for line in file.line_of_sight]
        self.objects = [self._moved([spot.point for spot in line]) for line in file.objects_line_of_sight]
        self.portals = [(portal, self._moved([spot.point for spot in portal.bounds])) for portal in file.portals]
        self.lamps = [(self._moved([light.position.point])[0], light.range / self._unit) for light in file.lights]
        self.closed = np.zeros((0, 4))

    def _moved(self, line: list[Point]) -> list[Point]:
        return [(x / self._unit - self._from[0], y / self._unit - self._from[1]) for x, y in line]

    def _points(self) -> np.ndarray:
        lines = [*self.file.line_of_sight, *(portal.bounds for portal in self.file.portals)]
        return np.array([spot.point for line in lines for spot in line]).reshape(-1, 2)

    def _squares(self, whole: Area) -> float:
        """Return how many of the file's units are a square: 1, or the pixels of one where a tool wrote pixels."""
        points, pixels = self._points(), self.file.resolution.pixels_per_grid
        if len(points) and pixels > 1 and np.median(points, axis=0).max() > 4 * max(whole.width, whole.height):
            self.remarks.append(f"points are in pixels, not in squares: {pixels:g} pixels are a square")
            return pixels
        return 1.0

    def _origin(self, whole: Area) -> Point:
        """Return where the map begins: at map_origin, unless the walls lie on the map only if it is left out."""
        origin = self.file.resolution.map_origin.point
        points = self._points() / self._unit
        if origin == (0, 0):
            return origin
        size = np.array([whole.width, whole.height])
        there, plain = (((shifted >= -1) & (shifted <= size + 1)).all(axis=1).sum() for shifted in (points - origin, points))
        if plain > there:
            self.remarks.append(
                f"map_origin {origin[0]:g}, {origin[1]:g} is left out: only without it the walls lie on the map"
            )
            return 0.0, 0.0
        self.remarks.append(f"map_origin {origin[0]:g}, {origin[1]:g} is where column 0 and row 0 begin")
        return origin

    def is_ground(self, x: int, y: int) -> bool:
        """Return whether a tile is the middle of a square: not a line between two."""
        return x % SCALE == 1 and y % SCALE == 1

    def lines(self, polylines: list[list[Point]]) -> np.ndarray:
        """Return polylines as single lines, float of shape (n, 4)."""
        found = [(*a, *b) for line in polylines for a, b in zip(line, line[1:], strict=False)]
        return np.array(found, float).reshape(-1, 4)

    def say(self, sketch: Sketch) -> None:
        """Note what the file says of itself, and what was guessed of its measures."""
        file = self.file
        sketch.note(
            f"{self.width} x {self.height} squares: {len(self.walls)} walls, {len(self.objects)} outlines of objects, "
            f"{len(self.portals)} portals, {len(self.lamps)} lights"
        )
        for remark in self.remarks:
            sketch.note(remark)
        try:
            if float(file.format) > KNOWN_FORMAT:
                sketch.note(f"format {file.format} is newer than {KNOWN_FORMAT}: what is new in it is not looked at")
        except ValueError:
            sketch.note(f"format {str(file.format)[:20]!r} is no number: read like {KNOWN_FORMAT}")


def on_tiles(point: Point) -> Point:
    """Return a point in squares as one in tiles, from the middle of the first."""
    return point[0] * SCALE, point[1] * SCALE


def raise_wall(sketch: Sketch, line: list[Point]) -> None:
    """Put a polyline down as wall."""
    for start, end in zip(line, line[1:], strict=False):
        for x, y in tiles_of(on_tiles(start), on_tiles(end), sketch.width, sketch.height):
            sketch.ground[y][x] = WALL


def fill(sketch: Sketch, line: list[Point]) -> None:
    """Put down as wall what an outline encloses."""
    outline = [on_tiles(point) for point in line]
    if len(outline) < 3:
        return
    first, last = (max(int(min(p[1] for p in outline)), 0), min(ceil(max(p[1] for p in outline)), sketch.height - 1))
    left, right = (max(int(min(p[0] for p in outline)), 0), min(ceil(max(p[0] for p in outline)), sketch.width - 1))
    for y in range(first, last + 1):
        for x in range(left, right + 1):
            if inside(outline, x, y):
                sketch.ground[y][x] = WALL


def hang(sketch: Sketch, plan: Plan, opening: str) -> None:
    """Put doors and windows down, and note each guess with its place."""
    named: dict[str, list[object]] = {}
    windows: list[tuple[list[tuple[int, int]], tuple[int, int]]] = []
    for portal, (start, end) in plan.portals:
        places = list(dict.fromkeys(tiles_of(on_tiles(start), on_tiles(end), sketch.width, sketch.height)))
        if not places:
            continue
        posts, leaf = leaf_of(places)
        for x, y in posts:
            sketch.ground[y][x] = WALL
        kind = kind_of(portal, hypot(end[0] - start[0], end[1] - start[1]), opening)
        for x, y in leaf:
            sketch.ground[y][x] = kind
        if kind == WINDOW:
            windows.append((leaf, leaf[len(leaf) // 2]))
        else:
            named.setdefault(kind, []).append(leaf[len(leaf) // 2])
    for leaf, place in windows:
        if not opening and cuts_off(sketch, leaf):
            for x, y in leaf:
                sketch.ground[y][x] = OPEN_DOOR
            named.setdefault("window that is the only way, so an open door", []).append(place)
        else:
            named.setdefault(WINDOW, []).append(place)
    for kind, found in named.items():
        sketch.note(f"{len(found)} x {kind.replace('_', ' ')}", found)
    doors = sum(row.count(DOOR) + row.count(OPEN_DOOR) for row in sketch.ground)
    if doors > MOST_DOORS:
        sketch.note(
            f"{doors} tiles of doors: a battle has room for {MOST_DOORS}; take a part of the map, or make some of them gaps"
        )


MOST_DOORS = 40


def leaf_of(places: list[tuple[int, int]]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the posts of a portal, and what lies between; one of fewer than three tiles has no posts."""
    ordered = sorted(places)
    return ([ordered[0], ordered[-1]], ordered[1:-1]) if len(ordered) > 2 else ([], ordered)


def kind_of(portal: Portal, wide: float, opening: str) -> str:
    """Return what terrain a portal becomes."""
    if portal.closed:
        return DOOR
    return opening or (WINDOW if wide < NARROW else OPEN_DOOR)


def cuts_off(sketch: Sketch, leaf: list[tuple[int, int]]) -> bool:
    """Return whether what lies on either side of a window hangs together in no other way."""
    walked = walkable(sketch)
    shown = parts(walked, walked, walked)
    around = {
        int(shown[y + dy, x + dx])
        for x, y in leaf
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if sketch.holds(x + dx, y + dy)
    } - {-1}
    return len(around) > 1


def walkable(sketch: Sketch) -> np.ndarray:
    """Return where one can stand, doors taken as open: bool of shape (height, width)."""
    return np.array([[name in (FLOOR, DOOR, OPEN_DOOR) for name in row] for row in sketch.ground])


def compare(sketch: Sketch, plan: Plan) -> None:
    """Note where squares hang together in the file and not here, or the other way round, and which ends of walls leak."""
    windows = [list(ends) for (_, ends) in plan.portals if sketch_has_window(sketch, ends)]
    right, down = crossed(plan.lines([*plan.walls, *plan.objects, *windows]), plan.width, plan.height)
    middles = slice(1, None, SCALE)
    walked = walkable(sketch)
    here = parts(walked, walked, walked)[middles, middles]
    everywhere = np.ones((plan.height, plan.width), bool)
    there = parts(everywhere, ~right, ~down)
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
                places.append((int(x) * SCALE + 1, int(y) * SCALE + 1))
        if places:
            sketch.note(f"ways {says}, looked at from square to square; at", places)
    leaks = leaking(plan)
    if leaks:
        sketch.note("ends of walls that stop just short of another, where light leaks in the file; seen here as", leaks)


def sketch_has_window(sketch: Sketch, ends: list[Point]) -> bool:
    """Return whether a portal has become a window."""
    return any(
        sketch.ground[y][x] == WINDOW for x, y in tiles_of(on_tiles(ends[0]), on_tiles(ends[1]), sketch.width, sketch.height)
    )


def leaking(plan: Plan) -> list[object]:
    """Return the tiles at which a wall ends a little before another wall or portal."""
    lines = plan.lines([*plan.walls, *(ends for _, ends in plan.portals)])
    ends = [end for line in plan.walls if len(line) > 1 and line[0] != line[-1] for end in (line[0], line[-1])]
    found: list[object] = []
    for x, y in ends[:MOST_ENDS]:
        ax, ay, bx, by = lines.T
        long = np.maximum((bx - ax) ** 2 + (by - ay) ** 2, 1e-12)
        share = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long, 0, 1)
        far = np.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y)
        own = (np.hypot(ax - x, ay - y) < 1e-9) | (np.hypot(bx - x, by - y) < 1e-9)
        if own.sum() > 1 or not (~own).any():
            continue
        near = far[~own].min()
        if TOUCHING < near < ENCLOSED:
            found.append((round(x * SCALE), round(y * SCALE)))
    return found


def light_of(environment: Environment, plan: Plan, sketch: Sketch) -> str:
    """Return the light of the whole map: by how bright the ambient light is; one step more if lamps reach half of it."""
    colour = environment.ambient_light.lstrip("#")
    if not colour:
        sketch.note("no ambient light is given: taken as day")
        return plan.light
    bright = sum(share * int(colour[-6:][n : n + 2], 16) for n, share in ((0, 0.3), (2, 0.59), (4, 0.11))) / 255
    step = next(number for number, (least, _) in enumerate(LIGHTS) if bright >= least)
    lit = sum(3.14 * reach**2 for _, reach in plan.lamps)
    if step and lit > plan.width * plan.height / 2:
        step -= 1
        sketch.note(f"{len(plan.lamps)} lamps reach half of the map: one step lighter than its ambient light")
    plan.light = LIGHTS[step][1]
    sketch.note(f"ambient light {colour} is {bright:.0%} bright")
    return plan.light


assert SCALE**2 <= MOST_TILES
