"""Drawing maps and teams at random, from the same keyed generator as everything else: a seed makes one map for ever."""

from collections import deque
from typing import Annotated

from pydantic import Field, model_validator

from fireteam.content.reading import Key, Strict
from fireteam.maps import Drawing

from ..rules.dice import mixed_word

FLOOR = "."
GROUND_OF = {"walls": "#", "low_walls": "o", "barricades": "O", "rubble": ":", "brush": '"', "water": "~"}
SOLID = "#oO"
START_DEPTH = 3  # columns at either end that are kept free for the teams
MOST_TRIES = 50


Share = Annotated[int, Field(ge=0, le=40)]
Range = Annotated[list[int], Field(min_length=2, max_length=2)]


class Draw(Strict):
    """How to draw a map and teams at random. Shares are per cent of the tiles; ranges are [least, most].

    The map is the same seen from either end, and both teams get the same templates, so that neither side is favoured.
    """

    width: Range = Field([16, 24], description="[least, most] tiles from west to east, within 8 to 64", examples=[[20, 30]])
    height: Range = Field(
        [12, 18], description="[least, most] tiles from north to south, within 8 to 64", examples=[[12, 20]]
    )
    walls: Share = Field(8, description="per cent of the tiles that are walls")
    low_walls: Share = Field(5, description="per cent of the tiles that are low walls")
    barricades: Share = Field(4, description="per cent of the tiles that are barricades")
    rubble: Share = Field(5, description="per cent of the tiles that are rubble")
    brush: Share = Field(3, description="per cent of the tiles that are brush")
    water: Share = Field(2, description="per cent of the tiles that are water")
    units: Range = Field([3, 5], description="[least, most] units of a team, within 1 to 8", examples=[[3, 6]])
    templates: Annotated[list[Key], Field(min_length=1)] = Field(
        description="unit templates that both teams are drawn from (fireteam list units)", examples=[["soldier", "guard"]]
    )
    kept: list[str] = Field(
        [], description="teams that fight as they are written: only the others are drawn", examples=[["red"]]
    )

    @model_validator(mode="after")
    def _fits(self) -> "Draw":
        for name, (least, most), lowest, highest in (
            ("width", self.width, 8, 64),
            ("height", self.height, 8, 64),
            ("units", self.units, 1, 8),
        ):
            if not lowest <= least <= most <= highest:
                raise ValueError(f"{name} = [{least}, {most}]: must be a range within {lowest} to {highest}")
        return self


class Chance:
    """A stream of random numbers, made of a seed and a topic."""

    def __init__(self, seed: int, topic: int) -> None:
        self._key = (seed ^ topic << 56) & 0xFFFFFFFFFFFFFFFF
        self._drawn = 0

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to bound - 1; the bias is below bound / 2**32."""
        self._drawn += 1
        return int(mixed_word(signed(self._key), self._drawn) * bound >> 32)

    def between(self, least: int, most: int) -> int:
        """Return a whole number from least to most."""
        return least + self.below(most - least + 1)


def signed(word: int) -> int:
    """Return a 64-bit word as the signed integer of the same bits, as kernels take it."""
    return word - 2**64 if word >= 2**63 else word


def draw_templates(draw: Draw, seed: int) -> list[str]:
    """Return the templates of the units that both teams get."""
    chance = Chance(seed, 1)
    count = chance.between(*draw.units)
    return [draw.templates[chance.below(len(draw.templates))] for _ in range(count)]


def draw_map(draw: Draw, title: str, seed: int) -> Drawing:
    """Return a map that looks the same from either end, on which every start tile can reach every other."""
    chance = Chance(seed, 2)
    width, height = chance.between(*draw.width), chance.between(*draw.height)
    ground = scattered(draw, chance, width, height)
    for _ in range(MOST_TRIES):
        if all_reachable(ground):
            break
        ground = scattered(draw, chance, width, height)
    else:  # so crowded that nothing connects: leave out what blocks
        ground = [[FLOOR if letter in SOLID else letter for letter in row] for row in ground]
    marks = [[mark_at(x, y, width, height) for x in range(width)] for y in range(height)]
    return Drawing(title=f"{title} (drawn by {seed})", ground=as_text(ground), marks=as_text(marks))


def scattered(draw: Draw, chance: Chance, width: int, height: int) -> list[list[str]]:
    """Return ground with things scattered over it, each with its twin on the opposite side."""
    ground = [[FLOOR] * width for _ in range(height)]
    for name, letter in GROUND_OF.items():
        for _ in range(width * height * getattr(draw, name) // 200):
            long, across = chance.between(1, 4 if letter == "#" else 2), chance.below(2)
            x, y = chance.below(width), chance.below(height)
            for step in range(long):
                put(ground, x + step * across, y + step * (1 - across), letter)
    return ground


def put(ground: list[list[str]], x: int, y: int, letter: str) -> None:
    """Put a letter on a tile and on its twin, unless it lies where a team starts or off the map."""
    width, height = len(ground[0]), len(ground)
    if START_DEPTH <= x < width - START_DEPTH and 0 <= y < height:
        ground[y][x] = ground[height - 1 - y][width - 1 - x] = letter


def mark_at(x: int, y: int, width: int, height: int) -> str:
    """Return the start mark of a tile: a and b in the middle of the two ends."""
    if abs(2 * y - height + 1) > 9:
        return "."
    return "a" if 1 <= x < START_DEPTH else "b" if width - START_DEPTH <= x < width - 1 else "."


def all_reachable(ground: list[list[str]]) -> bool:
    """Return whether all open tiles are connected by orthogonal steps."""
    open_tiles = {(x, y) for y, row in enumerate(ground) for x, letter in enumerate(row) if letter not in SOLID}
    start = (0, len(ground) // 2)
    seen, waiting = {start}, deque([start])
    while waiting:
        x, y = waiting.popleft()
        for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if place in open_tiles and place not in seen:
                seen.add(place)
                waiting.append(place)
    return seen == open_tiles


def as_text(rows: list[list[str]]) -> str:
    """Return a layer of a drawing as its text."""
    return "\n".join("".join(row) for row in rows)
