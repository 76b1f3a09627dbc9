"""A map as it is drawn: letters for the ground, digits for heights, letters for marks.

    [a map file]
    title = "The yard"
    ground = '''           one letter per tile; the legend says what each stands for
    ######
    #....#
    ######
    '''
    heights = ''' ... '''   optional, digits: metres above the lowest floor
    marks = ''' ... '''     optional, letters: where teams start, what is to be held, where the exit is

A map does not say what the terrains of its legend do: the rules look their names up in their catalog.
"""

import os
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, field_validator, model_validator

from fireteam.content.errors import ContentError
from fireteam.content.reading import Name, Prose, Strict, Words, closest, listed, read_toml, shown, validated

SUFFIX = ".map.toml"
LARGEST_SIDE = 128
MOST_TILES = 4096
NO_MARK = "."
REACH = 30  # metres by which it is told what another size of tiles changes

LEGEND = {
    ".": "floor",
    "#": "wall",
    "H": "concrete",
    "+": "closed_door",
    "/": "open_door",
    "o": "low_wall",
    "O": "barricade",
    "T": "tree",
    '"': "brush",
    "~": "water",
    "W": "deep_water",
    ":": "rubble",
    "%": "smoke",
    "C": "crate",
    "P": "partition",
    "=": "window",
    "G": "armored_glass",
    "L": "locked_door",
    "V": "vault_door",
    "R": "ferroconcrete",
    "B": "bunker",
}


class Drawing(Strict):
    """A map: its size, the name of each tile's terrain, heights and marks."""

    title: Name = Field(description="what the place is called", examples=["The yard"])
    about: Prose = Field("", description="a few sentences on it", examples=["Two gates, a wall between them."])
    metres_per_tile: Annotated[int, Field(ge=1, le=10)] = Field(
        1, description="metres from one edge of a tile to the other", examples=[2]
    )
    light: Words = Field("clear", description="how light it is: clear, dim, dark or black", examples=["dim"])
    ground: str = Field(
        description="the map: a letter for each tile, a line for each row, all as long (fireteam list terrain)",
        examples=["#####\n#...#\n#####"],
    )
    heights: str = Field(
        "", description="a digit for each tile: metres above the lowest floor", examples=["00000\n01210\n00000"]
    )
    marks: str = Field("", description="letters of starts and zones, dots elsewhere", examples=[".....\n.a.b.\n....."])
    legend: dict[str, Words] = Field(
        {},
        description="letters of your own and the terrain they stand for (fireteam list terrain)",
        examples=[{"c": "crate"}],
    )

    @field_validator("metres_per_tile", mode="before")
    @classmethod
    def _whole(cls, metres: Any) -> Any:
        if isinstance(metres, float) and 0 < metres < 10 and not metres.is_integer():
            low, high = max(int(metres), 1), int(metres) + 1
            choices = ", or ".join(f"{side} and it is {REACH // side}" for side in dict.fromkeys((high, low)))
            raise ValueError(
                f"{metres} must be whole metres, 1 to 10, for distances are counted in them: what reaches {REACH} m reaches "
                f"{REACH / metres:.0f} tiles of {metres} m; write {choices}"
            )
        return metres

    @field_validator("legend", mode="before")
    @classmethod
    def _letters(cls, legend: Any) -> Any:
        if isinstance(legend, dict) and (swallowed := [key for key in legend if key in cls.model_fields]):
            raise ValueError(f"{swallowed[0]!r} belongs to the top of the file, before the first table in [ ]")
        return legend

    @model_validator(mode="after")
    def _fits(self) -> "Drawing":
        rows = self.rows(self.ground)
        width = len(rows[0]) if rows else 0
        if not 3 <= width <= LARGEST_SIDE or not 3 <= len(rows) <= LARGEST_SIDE or width * len(rows) > MOST_TILES:
            raise ValueError(
                f"ground: the map is {width} x {len(rows)} tiles; from 3 x 3 up to {MOST_TILES} tiles are possible"
            )
        # Rows and columns count from 0 in messages, as they do in a unit's `at`.
        for name, layer in (("ground", self.ground), ("heights", self.heights), ("marks", self.marks)):
            for number, row in enumerate(self.rows(layer)):
                if len(row) != width:
                    raise ValueError(f"{name}[{number}] has {len(row)} letters, ground[0] has {width}: {shown(row)}")
            if layer and len(self.rows(layer)) != len(rows):
                raise ValueError(f"{name} has {len(self.rows(layer))} rows, ground has {len(rows)}")
        letters = {**LEGEND, **self.legend}
        for key in self.legend:
            if len(key) != 1 or not key.isprintable():
                raise ValueError(f"legend.{shown(key)}: legend key {key!r} is not a single letter")
        for x, y, letter in self.letters(self.ground):
            if letter not in letters:
                raise ValueError(
                    f"ground[{y}]: letter {letter!r} at [{x}, {y}] is not in the legend. Letters: {' '.join(letters)}. "
                    "A letter of your own gets its terrain in 'legend'; letters of starts and zones stand in 'marks'"
                )
        for x, y, letter in self.letters(self.heights):
            if letter not in "0123456789":
                raise ValueError(f"heights[{y}]: letter {letter!r} at [{x}, {y}] is not a digit")
        for x, y, letter in self.letters(self.marks):
            if letter != NO_MARK and not (letter.isascii() and letter.isalpha()):
                raise ValueError(f"marks[{y}]: {letter!r} at [{x}, {y}] is neither a letter nor a dot")
        return self

    @staticmethod
    def rows(layer: str) -> list[str]:
        """Return the rows of a layer, without the empty lines and indentation around the drawing."""
        return [line.strip() for line in layer.strip().splitlines()]

    def letters(self, layer: str) -> Iterator[tuple[int, int, str]]:
        """Yield (x, y, letter) of every tile of a layer."""
        for y, row in enumerate(self.rows(layer)):
            for x, letter in enumerate(row):
                yield x, y, letter

    @property
    def width(self) -> int:
        """Tiles from west to east."""
        return len(self.rows(self.ground)[0])

    @property
    def height(self) -> int:
        """Tiles from north to south."""
        return len(self.rows(self.ground))

    def terrain(self) -> list[str]:
        """Return the terrain name of every tile, row by row."""
        letters = {**LEGEND, **self.legend}
        return [letters[letter] for _, _, letter in self.letters(self.ground)]

    def floors(self) -> list[int]:
        """Return the height of every tile's floor in metres, row by row."""
        return [int(letter) for _, _, letter in self.letters(self.heights)] or [0] * (self.width * self.height)

    def tiles_marked(self, mark: str) -> list[tuple[int, int]]:
        """Return the tiles that carry a mark, in reading order."""
        return [(x, y) for x, y, letter in self.letters(self.marks) if letter == mark]


def map_folder() -> Path:
    """Return the folder of the maps that come with the package."""
    return Path(str(resources.files(__package__)))


def map_names() -> list[str]:
    """Return the names of the maps that come with the package."""
    return sorted(path.name.removesuffix(SUFFIX) for path in map_folder().glob(f"*{SUFFIX}"))


def load_map(name: str, beside: Path | None = None) -> Drawing:
    """Return a map by name, or by the path of a file (relative to the folder `beside`, if given).

    Raises:
        ContentError: no such map, or something is wrong in its file.
    """
    if name.endswith(".toml"):
        path = (beside or Path()) / name
    elif name in map_names():
        return shipped_map(name)
    else:
        near = [found for found in (f"{name}{SUFFIX}", f"{name}.toml") if os.path.isfile((beside or Path()) / found)]
        meant = f" Did you mean {near[0]!r}?" if near else closest(name, map_names())
        raise ContentError(
            f"no map is called {name!r}.{meant} Maps: {listed(map_names())}; or give the name of a .toml file."
        )
    return read_map(path)


@cache
def shipped_map(name: str) -> Drawing:
    """Return a map that comes with the package; files of other people are read anew, for they may have changed them."""
    return read_map(map_folder() / f"{name}{SUFFIX}")


def read_map(path: Path) -> Drawing:
    """Return the map of a file; raise a ContentError if something is wrong in it."""
    return validated(Drawing, read_toml(path), path)
