"""The meanings of a Tiled map's tiles, layers and objects: from their class, their properties, or their name."""

import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from fireteam.content.reading import closest

from ...drawing import LEGEND
from ..sketch import FLOOR, WALL

FLIPPED = 0x0FFFFFFF  # the bits of a tile's number that are no flips
MOST_NAMED = 40  # words that were not understood
SOLID = ("solid", "collides", "collide", "collision", "blocked", "blocking", "impassable", "obstacle")
# What other people call terrain.
OTHERWISE = {
    **dict.fromkeys(("ground", "floors", "grass", "road", "path", "dirt", "pavement", "carpet", "tiles", "room"), FLOOR),
    **dict.fromkeys(
        ("walls", "collision", "collisions", "obstacle", "blocking", "solid", "stone", "rock", "building"), WALL
    ),
    **dict.fromkeys(("door", "doors", "closed_doors"), "closed_door"),
    **dict.fromkeys(("gate", "gates", "locked"), "locked_door"),
    **dict.fromkeys(("glass", "windows"), "window"),
    **dict.fromkeys(("forest", "trees", "trunk"), "tree"),
    **dict.fromkeys(("bush", "bushes", "hedge", "shrub", "reeds"), "brush"),
    **dict.fromkeys(("river", "shallow", "shallows", "puddle", "swamp"), "water"),
    **dict.fromkeys(("sea", "ocean", "lake", "deep", "pit", "chasm"), "deep_water"),
    **dict.fromkeys(("rocks", "stones", "ruin", "ruins"), "rubble"),
    **dict.fromkeys(("box", "boxes", "crates", "container", "barrel", "barrels", "furniture"), "crate"),
    **dict.fromkeys(("fence", "fences", "railing", "low_walls", "parapet"), "low_wall"),
    **dict.fromkeys(("sandbag", "sandbags", "barricades", "cover"), "barricade"),
}
STARTS = ("start", "starts", "spawn", "spawns", "zone", "zones", "exit", "exits", "goal", "objective", "mark", "marks",
          "deploy", "deployment")  # fmt: skip


class Meaning(NamedTuple):
    """The meaning of a tile or object; "" and -1 where it says nothing."""

    terrain: str = ""
    letter: str = ""
    mark: str = ""
    height: int = -1


class Words:
    """Turns words into meanings, and collects those not understood."""

    def __init__(self, terrains: Collection[str]) -> None:
        self.terrains = {*terrains, *LEGEND.values()}
        self.unknown: dict[str, str] = {}  # a word, and where it was found first

    def terrain(self, word: Any) -> str:
        """Return the terrain that a word stands for, "" if none."""
        if not isinstance(word, str):
            return ""
        plain = re.sub(r"[^a-z0-9]+", "_", word.lower()).strip("_")
        for name in (plain, plain.removesuffix("s"), OTHERWISE.get(plain, "")):
            if name in self.terrains:
                return name
        return ""

    def said(self, class_: Any, properties: Mapping[str, Any] | None, where: str) -> Meaning:
        """Return the meaning of a class and properties, and note a class that is no terrain."""
        own = {str(key).lower(): value for key, value in (properties or {}).items()}
        mark, height, letter = own.get("mark"), own.get("height"), own.get("letter")
        terrain = self.terrain(own.get("terrain")) or self.terrain(class_)
        if not terrain and any(own.get(key) is True for key in SOLID):
            terrain = WALL
        for word in (own.get("terrain"), class_):
            if isinstance(word, str) and word and not self.terrain(word) and word not in ("mark", "height"):
                self.unknown.setdefault(word, where)
        return Meaning(
            terrain,
            str(letter) if is_letter(letter) else "",
            str(mark) if is_mark(mark) else "",
            int(height) if isinstance(height, (int, float)) and not isinstance(height, bool) and 0 <= height <= 9 else -1,
        )

    def complaints(self) -> list[str]:
        """Return a sentence on every word that was not understood."""
        first = list(self.unknown.items())[:MOST_NAMED]
        sentences = [
            f"{where}: {word[:40]!r} is no terrain.{closest(word[:40].lower(), self.terrains)}" for word, where in first
        ]
        more = len(self.unknown) - len(first)
        return [*sentences, f"{more} more words are no terrain"] if more else sentences


def is_letter(value: Any) -> bool:
    """Return whether a value can be a letter of terrain in a drawing."""
    return isinstance(value, str) and len(value) == 1 and value.isprintable() and not value.isspace()


def is_mark(value: Any) -> bool:
    """Return whether a value can mark a tile."""
    return isinstance(value, str) and len(value) == 1 and value.isascii() and value.isalpha()
