"""The map of a forecast, ready to be drawn: its ground, and for each team where it stands, falls and shoots."""

from math import sqrt
from typing import NamedTuple

from fireteam.env.view.look import look

from .model import Forecast, Ground, Lane, Tile

# Styles of `look.toml`, and the shape that stands for them where a map is small and grey.
SHAPES = {
    "floor": "", "wall": "wall", "pane": "pane", "door": "door", "open_door": "gap", "low": "low", "sandbags": "low",
    "crate": "crate", "tree": "tree", "brush": "brush", "water": "water", "rubble": "rubble", "debris": "rubble",
}  # fmt: skip
RUNS = ("wall", "water")  # what is drawn without gaps between tiles
MOST_TILES = 500  # of a team that are drawn, those where most happens first
LEAST = {"stands": 0.03, "shoots": 0.08, "falls": 0.08}  # of the largest mark: what is smaller cannot be told apart
WIDEST_LANE, THINNEST_LANE = 0.24, 0.06  # in tiles


class Piece(NamedTuple):
    """A piece of ground that is not open, in tiles: its shape, place and width, or a letter if it has no shape."""

    shape: str
    x: int
    y: int
    wide: int
    letter: str = ""


class Key(NamedTuple):
    """A shape on the map, or a letter for ground without one, and all terrains drawn with it."""

    shape: str
    letter: str
    words: str


class Mark(NamedTuple):
    """The marks on a tile: where its middle is, the sizes from 0 to 1 of what is drawn there, and the text."""

    x: float
    y: float
    stands: float
    shoots: float
    falls: float
    says: str


class Arrow(NamedTuple):
    """A lane of fire: its ends, width and text."""

    x: float
    y: float
    to_x: float
    to_y: float
    wide: float
    says: str


class Panel(NamedTuple):
    """What a team does on the map."""

    team: str
    place: int
    marks: list[Mark]
    arrows: list[Arrow]


class Plan(NamedTuple):
    """A map and its drawings; `largest` are the values of the largest marks."""

    width: int
    height: int
    pieces: list[Piece]
    keys: list[Key]
    panels: list[Panel]
    largest: dict[str, float]


def shape_of(terrain: str) -> str:
    """Return the shape that is drawn for a terrain.

    It is "" for open ground, "other" for a terrain that is shown by its letter alone.
    """
    known = look()["terrain"].get(terrain)
    return SHAPES.get(known["style"], "other") if known else "other"


def plan_of(forecast: Forecast) -> Plan | None:
    """Return the map of a forecast; None if it has none."""
    ground = forecast.ground
    if ground is None:
        return None
    largest = {
        key: max((getattr(tile, key) for tile in ground.tiles), default=0.0) for key in ("stands", "shoots", "falls")
    } | {"lanes": max((lane.shots for lane in ground.lanes), default=0.0)}
    places = {team: place for place, team in enumerate(forecast.teams or [forecast.party, *forecast.enemies])}
    panels = [
        Panel(team, places[team], marks(ground, team, largest), arrows(ground, team, largest["lanes"]))
        for team in (forecast.party, *forecast.enemies)
    ]
    return Plan(ground.width, ground.height, pieces(ground), keys(ground), panels, largest)


def keys(ground: Ground) -> list[Key]:
    """Return the legend of the shapes on the map, each of them once."""
    meant: dict[tuple[str, str], list[str]] = {}
    for letter, terrain in ground.legend.items():
        if shape := shape_of(terrain):
            meant.setdefault((shape, letter if shape == "other" else ""), []).append(terrain.replace("_", " "))
    return [Key(shape, letter, ", ".join(words)) for (shape, letter), words in meant.items()]


def pieces(ground: Ground) -> list[Piece]:
    """Return the ground that is not open; neighbours in a row are one piece if nothing separates them."""
    shapes = {letter: shape_of(terrain) for letter, terrain in ground.legend.items()}
    made: list[Piece] = []
    for y, row in enumerate(ground.rows):
        for x, letter in enumerate(row):
            shape = shapes.get(letter, "other")
            last = made[-1] if made else None
            if shape in RUNS and last is not None and (last.shape, last.x + last.wide, last.y) == (shape, x, y):
                made[-1] = last._replace(wide=last.wide + 1)
            elif shape:
                made.append(Piece(shape, x, y, 1, letter if shape == "other" else ""))
    return made


def marks(ground: Ground, team: str, largest: dict[str, float]) -> list[Mark]:
    """Return the marks for events on the tiles of a team: their areas are in proportion, over all teams."""

    def size(tile: Tile, key: str) -> float:
        share = getattr(tile, key) / largest[key] if largest[key] else 0.0
        return sqrt(share) if share >= LEAST[key] else 0.0

    made = []
    for tile in ground.tiles:
        if tile.team == team:
            stands, shoots, falls = (size(tile, key) for key in ("stands", "shoots", "falls"))
            says = (
                f"({tile.x}, {tile.y}): {tile.stands:.2f} rounds, {tile.shoots:.2f} attacks, {tile.falls:.2f} falls a battle"
            )
            made.append(Mark(tile.x + 0.5, tile.y + 0.5, stands, shoots, falls, says))
    made.sort(key=lambda mark: -max(mark.stands, mark.shoots, mark.falls))
    return [mark for mark in made[:MOST_TILES] if mark.stands or mark.shoots or mark.falls]


def arrows(ground: Ground, team: str, most: float) -> list[Arrow]:
    """Return the lanes of fire of a team, those that are used least first, so that the others lie on top."""
    lanes = sorted(
        (lane for lane in ground.lanes if lane.team == team and lane.start != lane.end), key=lambda lane: lane.shots
    )
    return [arrow(lane, most) for lane in lanes]


def arrow(lane: Lane, most: float) -> Arrow:
    """Return a lane of fire as an arrow from the middle of a tile to just before the middle of the other."""
    (x, y), (to_x, to_y) = lane.start, lane.end
    wide = max(WIDEST_LANE * sqrt(lane.shots / most), THINNEST_LANE) if most else THINNEST_LANE
    long = sqrt((to_x - x) ** 2 + (to_y - y) ** 2)
    stop = max(long - 0.45, 0.3) / long
    says = f"({x}, {y}) to ({to_x}, {to_y}): {lane.shots:.2f} attacks a battle"
    return Arrow(x + 0.5, y + 0.5, x + 0.5 + stop * (to_x - x), y + 0.5 + stop * (to_y - y), round(wide, 3), says)
