"""Where the teams of a drawn battle start, what is to be held, and where a team leaves: marks on walkable ground."""

from collections.abc import Sequence
from typing import NamedTuple

from .chance import Chance
from .connected import steps_from
from .ground import Ground
from .missions import EXIT, HILL

Tile = tuple[int, int]
A, B = "ab"
ROOM = 14  # tiles of a start
ZONE = 9  # tiles of ground to be held
GATE = 5  # tiles by which a team leaves
START_DEPTH = 3  # columns at either end that scattered maps keep free for the teams
NEAREST, NEAR = 5, 7  # tiles from the middle to the starts of teams that begin close to each other


class Starts(NamedTuple):
    """The middles of the starts of both teams: one tile each, or several."""

    first: list[Tile]
    second: list[Tile]


def starts_of(name: str, width: int, height: int, chance: Chance) -> Starts:
    """Return where the teams start, by the name of the start; which team has which place is drawn where they differ."""
    if name == "corners":
        down = chance.below(2)
        first = (2, height - 3 if down else 2)
        return Starts([first], [(width - 1 - first[0], height - 1 - first[1])])
    if name == "close":
        apart, along = chance.between(NEAREST, NEAR), chance.below(2)
        x = max(width // 2 - (apart if along or height < 4 * NEAR else 0), 1)
        y = max(height // 2 - (0 if along or height < 4 * NEAR else apart), 1)
        return Starts([(x, y)], [(width - 1 - x, height - 1 - y)])
    if name == "around":
        outside = [(1, height // 2), (width - 2, (height - 1) // 2)]
        inside = [(width // 2, height // 2)]
        return Starts(inside, outside) if chance.below(2) else Starts(outside, inside)
    return Starts([(1, height // 2)], [(width - 2, (height - 1) // 2)])


def mark_starts(
    ground: Ground, starts: Starts, zone: str, attacker: int, rooms: Sequence[int] = (ROOM, ROOM)
) -> list[list[str]]:
    """Return the marks of a map: starts a and b, and the zone of its mission, all on ground that can be walked to.

    Args:
        ground: the map.
        starts: the middles of the starts.
        zone: where the zone of the mission lies, see `fireteam.env.scenario.levels.missions.Mission`.
        attacker: the number of the team that has to act.
        rooms: how many tiles the starts have.
    """
    marks = [["."] * ground.width for _ in range(ground.height)]
    taken: set[Tile] = set()

    def mark(letter: str, middles: Sequence[Tile], count: int) -> None:
        for middle in middles:
            for x, y in nearest(ground, middle, -(-count // len(middles)), taken):
                marks[y][x] = letter
                taken.add((x, y))

    if zone == "middle":
        mark(HILL, [(ground.width // 2, ground.height // 2)], ZONE)
    elif zone == "defender":
        mark(HILL, starts[1 - attacker][:1], ZONE)
    mark(A, starts.first, rooms[0])
    mark(B, starts.second, rooms[1])
    if zone == "behind":
        steps = steps_from(ground, nearest(ground, starts[attacker][0], 1, set()))
        free = [tile for tile in steps if tile not in taken]
        if free:
            mark(EXIT, [max(free, key=lambda tile: (steps[tile], tile))], GATE)
    return marks


def nearest(ground: Ground, middle: Tile, count: int, taken: set[Tile]) -> list[Tile]:
    """Return the free tiles that are the fewest steps from a place: from the walkable tile that lies nearest to it."""
    x, y = middle
    walkable = [(abs(x - column) + abs(y - row), column, row) for column, row in ground.walkable()]
    _, column, row = min(walkable)
    steps = steps_from(ground, [(column, row)])
    free = sorted((steps[tile], *tile) for tile in steps if tile not in taken and not ground.is_door(*tile))
    return [(column, row) for _, column, row in free[:count]]


def end_marks(width: int, height: int) -> list[list[str]]:
    """Return the marks of a scattered map whose teams start at the ends, where it keeps the ground free."""
    return [[mark_at(x, y, width, height) for x in range(width)] for y in range(height)]


def mark_at(x: int, y: int, width: int, height: int) -> str:
    """Return the start mark of a tile: a and b in the middle of the two ends."""
    if abs(2 * y - height + 1) > 9:
        return "."
    return A if 1 <= x < START_DEPTH else B if width - START_DEPTH <= x < width - 1 else "."
