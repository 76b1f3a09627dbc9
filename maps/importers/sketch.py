"""A map in the making: what each tile is, and what was guessed on the way."""

from collections.abc import Iterable
from typing import NamedTuple

from fireteam.content.errors import ContentError
from fireteam.content.reading import validated

from ..drawing import LARGEST_SIDE, LEGEND, MOST_TILES, NO_MARK, Drawing

FLOOR, WALL = "floor", "wall"
SPARE = "abdefghijklmnqrstuvwxyzADEFIJKMNQSUXYZ0123456789*&@$!?<>^|_;,-"  # letters for terrains that have none
LEAST_SIDE = 3
MOST_NAMED = 6  # places of one kind that are named
MOST_NOTES = 200

Place = tuple[int, int]


class Area(NamedTuple):
    """A part of a map: its left upper corner and its size."""

    x: int
    y: int
    width: int
    height: int


class Converted(NamedTuple):
    """The converted map of another program.

    Attributes:
        drawing: the map in our form.
        rule: the rule of conversion.
        notes: what was guessed, and where, a sentence each.
        understood: whether anything on it named a known terrain.
    """

    drawing: Drawing
    rule: str
    notes: tuple[str, ...]
    understood: bool = True


class Sketch:
    """A map in the making.

    Attributes:
        ground: terrain of every tile, by rows; heights: metres, by rows; marks: letters, by rows.
        letters: letters that the file asks for, with their terrain.
        notes: what was guessed, a sentence each.
    """

    def __init__(self, width: int, height: int, ground: str = FLOOR) -> None:
        self.width, self.height = width, height
        self.ground = [[ground] * width for _ in range(height)]
        self.heights = [[0] * width for _ in range(height)]
        self.marks = [[NO_MARK] * width for _ in range(height)]
        self.letters: dict[str, str] = {}
        self.chosen: dict[Place, str] = {}  # the letter of a tile, where the file says which
        self.notes: list[str] = []

    def holds(self, x: int, y: int) -> bool:
        """Return whether a tile lies on the map."""
        return 0 <= x < self.width and 0 <= y < self.height

    def note(self, says: str, places: Iterable[object] = ()) -> None:
        """Remember a guess; of many places name the first."""
        if places := list(places):
            more = f" and {len(places) - MOST_NAMED} more" if len(places) > MOST_NAMED else ""
            says += f": {', '.join(shown_place(place) for place in places[:MOST_NAMED])}{more}"
        if len(self.notes) < MOST_NOTES:
            self.notes.append(says)
        elif len(self.notes) == MOST_NOTES:
            self.notes.append("and more of the kind")

    def drawing(self, where: object, title: str, about: str = "", metres: int = 1, light: str = "clear") -> Drawing:
        """Return it as a drawing; letters come from the common legend, or from the free ones."""
        letters: dict[str, str] = {}
        for letter, name in [*self.letters.items(), *LEGEND.items()]:
            if letter in LEGEND and self.letters.get(letter, name) != name:
                continue  # the file gives this letter another meaning
            letters.setdefault(name, letter)
        spare = [letter for letter in SPARE if letter not in LEGEND and letter not in self.letters]
        legend = {letter: name for letter, name in self.letters.items() if LEGEND.get(letter) != name}
        for name in dict.fromkeys(name for row in self.ground for name in row):
            if name not in letters:
                if not spare:
                    raise ContentError(f"{where}: more kinds of terrain than there are letters")
                letters[name] = spare.pop(0)
                legend[letters[name]] = name
        ground = [
            "".join(self.chosen.get((x, y), letters[name]) for x, name in enumerate(row))
            for y, row in enumerate(self.ground)
        ]
        heights = ["".join(map(str, row)) for row in self.heights]
        marks = ["".join(row) for row in self.marks]
        made = {
            "title": title,
            "about": about,
            "metres_per_tile": metres,
            "light": light,
            "ground": text_of(ground),
            "heights": text_of(heights) if any(map(any, self.heights)) else "",
            "marks": text_of(marks) if any(mark != NO_MARK for row in marks for mark in row) else "",
            "legend": legend,
        }
        return validated(Drawing, made, str(where))


def text_of(rows: list[str]) -> str:
    """Return rows as the text of a layer."""
    return "\n".join(rows) + "\n"


def shown_place(place: object) -> str:
    """Return a place as [column, row], or anything else unchanged."""
    if isinstance(place, tuple):
        return f"[{', '.join(f'{number:g}' for number in place)}]"
    return str(place)


def fits(width: int, height: int) -> bool:
    """Return whether a map of a number of tiles is small enough."""
    return width <= LARGEST_SIDE and height <= LARGEST_SIDE and width * height <= MOST_TILES


def check_size(where: object, width: int, height: int, of: str, scale: int = 1) -> None:
    """Raise a ContentError if a map is too large or too small for ours; it tells how to take a part.

    Args:
        where: the file.
        width: width of the part that was taken, in its own squares; height alike.
        of: the name of its squares.
        scale: how many of our tiles a square becomes along each side; then lines between squares have tiles of their own.
    """
    extra = scale - 1
    across, down = width * scale + extra, height * scale + extra
    if across < LEAST_SIDE or down < LEAST_SIDE:
        raise ContentError(f"{where}: {width} x {height} {of}: too small, a map has at least {LEAST_SIDE} tiles a side")
    if not fits(across, down):
        side = int((MOST_TILES**0.5 - extra) / scale)
        raise ContentError(
            f"{where}: {width} x {height} {of}, which make {across} x {down} tiles: at most {MOST_TILES} tiles and "
            f"{LARGEST_SIDE} a side are possible. Take a part: --area X,Y,WIDTH,HEIGHT in {of}, like --area 0,0,"
            f"{min(width, side)},{min(height, side)}"
        )
