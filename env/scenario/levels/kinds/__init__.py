"""The kinds of drawn maps: each draws a map by chance, after one of several plans."""

from collections.abc import Callable

from ..chance import Chance
from ..ground import Ground
from . import buildings, heights, riverbanks, streets, woods, yards

KINDS: dict[str, Callable[[Ground, Chance], None]] = {
    "yards": yards.draw,
    "buildings": buildings.draw,
    "streets": streets.draw,
    "woods": woods.draw,
    "riverbanks": riverbanks.draw,
    "heights": heights.draw,
}
TITLES = {
    "yards": "A yard",
    "buildings": "A building",
    "streets": "Streets",
    "woods": "A wood",
    "riverbanks": "A riverbank",
    "heights": "Heights",
}
