"""The lines of a Universal VTT file on the part of the map that is taken."""

from itertools import pairwise
from math import ceil
from pathlib import Path

import numpy as np

from fireteam.content.errors import ContentError

from ..lines import Point
from ..sketch import Area, Sketch, check_size, fits
from ..work import Work
from .file import KNOWN_FORMAT, VttFile

SCALE = 2  # tiles to a square
FEW, MOST = 0.5, 0.9  # of the points lie on the map: by that it is known whether they are squares or pixels
NARROWEST = 0.25  # squares that a portal is at least wide, a quarter of a square


class Plan:
    """The lines of a file on the part of the map that is taken, in squares from its left upper corner.

    Attributes:
        walls, objects: polylines; portals: with their two ends; lamps: place and range. Only those on the part.
        elsewhere: how many of each are on other parts of the drawing.
        work: the rest of the budget of work.
        scale: tiles to a square: two, if the map has room for them, or one.
    """

    def __init__(self, file: VttFile, path: Path, area: Area | None) -> None:
        self.file, self.path, self.work = file, path, Work(path)
        size = file.resolution.map_size
        whole = Area(0, 0, ceil(size.x - 1e-6), ceil(size.y - 1e-6))
        taken = area or whole
        if whole.width < 1 or whole.height < 1:
            raise ContentError(f"{path}: resolution.map_size is {size.x:g} x {size.y:g} squares: a map has at least 1 x 1")
        if taken.x + taken.width > whole.width or taken.y + taken.height > whole.height:
            raise ContentError(
                f"{path}: --area {','.join(map(str, taken))} is not on the map: {whole.width} x {whole.height} squares"
            )
        self.scale = SCALE if fits(taken.width * SCALE + 1, taken.height * SCALE + 1) else 1
        check_size(path, taken.width, taken.height, "squares", self.scale)
        self.width, self.height = taken.width, taken.height
        self.light = "clear"
        self.remarks: list[str] = []
        self._unit = self._squares(whole)
        origin = self._origin(whole)
        self._from = (origin[0] + taken.x, origin[1] + taken.y)
        walls, objects = (
            [self._moved(line) for line in lines] for lines in (file.line_of_sight, file.objects_line_of_sight)
        )
        portals = [(portal, self._moved([spot.point for spot in portal.bounds])) for portal in file.portals]
        lamps = [(self._moved([light.position.point])[0], light.range / self._unit) for light in file.lights]
        self.walls = [line for line in walls if self._met(line)]
        self.objects = [line for line in objects if self._met(line)]
        self.portals = [(portal, ends) for portal, ends in portals if self._met(ends)]
        self.lamps = [(at, reach) for at, reach in lamps if self.holds(at)]
        self.elsewhere = {
            "walls": len(walls) - len(self.walls),
            "outlines of objects": len(objects) - len(self.objects),
            "portals": len(portals) - len(self.portals),
            "lights": len(lamps) - len(self.lamps),
        }

    def _moved(self, line: list[Point]) -> list[Point]:
        return [(x / self._unit - self._from[0], y / self._unit - self._from[1]) for x, y in line]

    def holds(self, point: Point) -> bool:
        """Return whether a point in squares lies on the part that is taken, its edge included."""
        return 0 <= point[0] <= self.width and 0 <= point[1] <= self.height

    def _met(self, line: list[Point]) -> bool:
        """Return whether the box around a line lies on the part that is taken, at least with its edge."""
        if not line:
            return False
        across, down = zip(*line, strict=True)
        return bool(min(across) <= self.width and max(across) >= 0 and min(down) <= self.height and max(down) >= 0)

    def _points(self) -> np.ndarray:
        ends = ([spot.point for spot in portal.bounds] for portal in self.file.portals)
        return np.array([point for line in (*self.file.line_of_sight, *ends) for point in line]).reshape(-1, 2)

    def _fits(self, whole: Area, unit: float, origin: Point) -> float:
        """Return the share of the points that lie on the map if a square has `unit` of their units, counted from there."""
        places = self._points() / unit - np.array(origin)
        size = np.array([whole.width, whole.height])
        return float(((places >= -1) & (places <= size + 1)).all(axis=1).mean()) if len(places) else 1.0

    def _squares(self, whole: Area) -> float:
        """Return how many of the file's units are a square: 1, or the pixels of one where a tool wrote pixels.

        Of a drawing of which a part is exported most points lie elsewhere, too; but divided by the pixels of a square all
        of them lie in a corner, and its portals are much narrower than a square.
        """
        pixels, origins = self.file.resolution.pixels_per_grid, ((0.0, 0.0), self.file.resolution.map_origin.point)
        points = self._points()
        if pixels <= 1 or not len(points):
            return 1.0
        plain, divided = (max(self._fits(whole, unit, origin) for origin in origins) for unit in (1.0, pixels))
        filled = (np.ptp(points, axis=0) / pixels >= FEW * np.array([whole.width, whole.height])).all()
        wide = [float(np.hypot(end.x - start.x, end.y - start.y)) for start, end in (p.bounds for p in self.file.portals)]
        if plain < FEW and divided > MOST and filled and (not wide or np.median(wide) >= NARROWEST * pixels):
            self.remarks.append(f"points are in pixels, not in squares: {pixels:g} pixels are a square")
            return pixels
        return 1.0

    def _origin(self, whole: Area) -> Point:
        """Return the origin of the map: map_origin, unless without it all lines fit on the map and with it only few do."""
        origin = self.file.resolution.map_origin.point
        if origin == (0, 0):
            return origin
        if self._fits(whole, self._unit, (0.0, 0.0)) == 1 and self._fits(whole, self._unit, origin) < FEW:
            self.remarks.append(
                f"map_origin {origin[0]:g}, {origin[1]:g} is left out: only without it the walls lie on the map"
            )
            return 0.0, 0.0
        self.remarks.append(f"map_origin {origin[0]:g}, {origin[1]:g} is where column 0 and row 0 begin")
        return origin

    def is_ground(self, x: int, y: int) -> bool:
        """Return whether a tile is the middle of a square: not a line between two."""
        return x % self.scale == self.scale - 1 == y % self.scale

    def lines(self, polylines: list[list[Point]]) -> np.ndarray:
        """Return polylines as single lines, float of shape (n, 4)."""
        found = [(*a, *b) for line in polylines for a, b in pairwise(line)]
        return np.array(found, float).reshape(-1, 4)

    def say(self, sketch: Sketch) -> None:
        """Note the file's description of itself, and guesses about its measures."""
        file = self.file
        sketch.note(
            f"{self.width} x {self.height} squares: {len(self.walls)} walls, {len(self.objects)} outlines of objects, "
            f"{len(self.portals)} portals, {len(self.lamps)} lights"
        )
        for remark in self.remarks:
            sketch.note(remark)
        if cut := [f"{count} {what}" for what, count in self.elsewhere.items() if count]:
            sketch.note(f"cut off, for they lie on other parts of the drawing: {', '.join(cut)}")
        try:
            if float(file.format) > KNOWN_FORMAT:
                sketch.note(f"format {file.format} is newer than {KNOWN_FORMAT}: what is new in it is not looked at")
        except ValueError:
            sketch.note(f"format {str(file.format)[:20]!r} is no number: read like {KNOWN_FORMAT}")


def on_tiles(point: Point) -> Point:
    """Return a point in squares as one in tiles, from the middle of the first."""
    return point[0] * SCALE, point[1] * SCALE
