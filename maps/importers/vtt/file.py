"""Universal VTT as its tools write it: .uvtt, .dd2vtt and .df2vtt, formats 0.2, 0.3 and 1.0.

One JSON object. `resolution` has `map_size` in grid squares, `map_origin` and `pixels_per_grid`; `line_of_sight` and
`objects_line_of_sight` are lists of polylines whose points {x, y} are in squares, with fractions, measured from where
`map_origin` is measured from; `portals` are doors and windows, each with two `bounds` and `closed`, which in Dungeondraft
means that it blocks light; `lights` have `position`, `range` in squares, `intensity` and a colour AARRGGBB; `environment`
has `ambient_light`, a colour too. `image` is the picture, which nobody here looks at.
"""

import re
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, SkipValidation, field_validator

from fireteam.content.errors import ContentError
from fireteam.content.reading import read_bytes, shown, validated

from ..guard import read_json
from ..lines import Point

LARGEST = 120_000_000  # bytes, nearly all of them the picture
LARGEST_WITHOUT = 12_000_000  # bytes without it
MOST_POINTS = 200_000
MOST_PORTALS = 2_000
FARTHEST = 1e7
PICTURE = re.compile(rb'("image"\s*:\s*")[^"]*(")')
KNOWN_FORMAT = 1.0

Polylines = Annotated[list[list[Point]], SkipValidation]  # checked by `polylines`, at the first mistake
Number = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False)]


class Part(BaseModel):
    """A table of the file. Unknown keys are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Spot(Part):
    """A point in squares."""

    x: Number
    y: Number

    @property
    def point(self) -> Point:
        """The point as a pair."""
        return self.x, self.y


class Resolution(Part):
    """The size of the map, and its origin."""

    map_size: Spot
    map_origin: Spot = Spot(x=0, y=0)
    pixels_per_grid: Number = 0


class Portal(Part):
    """A door or a window: a line between two points."""

    bounds: Annotated[list[Spot], Field(min_length=2, max_length=2)]
    position: Spot | None = None
    closed: bool = True
    freestanding: bool = False


class Light(Part):
    """A lamp."""

    position: Spot
    range: Number = 0
    intensity: Number = 1


class Environment(Part):
    """The light that is everywhere."""

    baked_lighting: bool = False
    ambient_light: Annotated[str, Field(pattern=r"^#?([0-9a-fA-F]{6}|[0-9a-fA-F]{8})?$")] = ""


class VttFile(Part):
    """A whole file. A key that a tool leaves out, or writes as null, counts as empty."""

    format: Number | str = 0
    resolution: Resolution
    line_of_sight: Polylines = []
    objects_line_of_sight: Polylines = []
    portals: Annotated[list[Portal], Field(max_length=MOST_PORTALS)] = []
    lights: Annotated[list[Light], Field(max_length=MOST_PORTALS)] = []
    environment: Environment = Environment()

    @field_validator("portals", "lights", mode="before")
    @classmethod
    def _none_is_empty(cls, value: Any) -> Any:
        return [] if value is None else value

    @field_validator("environment", mode="before")
    @classmethod
    def _no_environment(cls, value: Any) -> Any:
        return {key: entry for key, entry in value.items() if entry is not None} if isinstance(value, dict) else {}


def read_vtt(path: Path) -> VttFile:
    """Return a checked file; a ContentError if it is no such file.

    The picture is cut out before anything else is looked at.
    """
    data = PICTURE.sub(rb"\1\2", read_bytes(path, LARGEST))
    if len(data) > LARGEST_WITHOUT:
        raise ContentError(f"{path}: larger than {LARGEST_WITHOUT} bytes without its picture, so not a file of this kind")
    raw = read_json(path, data)
    if not isinstance(raw, dict) or "resolution" not in raw:
        raise ContentError(f"{path}: no Universal VTT: a JSON object with 'resolution', 'line_of_sight' and 'portals'")
    left = MOST_POINTS
    for name in ("line_of_sight", "objects_line_of_sight"):
        raw[name] = lines = polylines(raw.get(name), f"{path}: {name}", left)
        left -= sum(map(len, lines))
    for name in ("portals", "lights"):
        if isinstance(raw.get(name), list) and len(raw[name]) > MOST_PORTALS:
            raise ContentError(f"{path}: {name} has {len(raw[name])} entries: at most {MOST_PORTALS} are possible")
    return validated(VttFile, raw, path)


def polylines(raw: Any, where: str, most: int) -> list[list[Point]]:
    """Return polylines as points; none where there are none, or null.

    Raises:
        ContentError: they have more than `most` points together, or one is invalid; only the first is reported.
    """
    if raw is None:
        return []
    if not isinstance(raw, list):
        raise ContentError(f"{where} = {shown(raw)}: must be a list, in [ ]")
    made: list[list[Point]] = []
    for number, line in enumerate(raw):
        if not isinstance(line, list):
            raise ContentError(f"{where}[{number}] = {shown(line)}: must be a list, in [ ]")
        if (most := most - len(line) - 1) < 0:
            raise ContentError(f"{where} has more than {MOST_POINTS} points")
        made.append([point_of(spot, f"{where}[{number}][{at}]") for at, spot in enumerate(line)])
    return made


def point_of(spot: Any, where: str) -> Point:
    """Return a point; raise a ContentError if x or y is missing, or out of range."""
    if not isinstance(spot, dict):
        raise ContentError(f"{where} = {shown(spot)}: must be a point, with x and y")
    for key in ("x", "y"):
        value = spot.get(key)
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not -FARTHEST <= value <= FARTHEST:
            raise ContentError(f"{where}.{key} = {shown(value)}: must be a number, and none of the largest")
    return float(spot["x"]), float(spot["y"])
