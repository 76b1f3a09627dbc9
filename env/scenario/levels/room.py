"""Room for everybody on a drawn map: whether all units of a battle have a place to stand, and can walk to each other."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any

from .connected import steps_from
from .ground import Ground, Tile

CLOSED = "+"  # doors that units walk through, but do not stand in
TEAMS = "ab"  # marks of the starts
NOTHING = "."


def has_room(
    ground: Ground, marks: Sequence[Sequence[str]], zone: str, teams: Sequence[Sequence[Any]], templates: Any
) -> bool:
    """Return whether a battle can begin on a map: the mission has its zone, everybody stands, and marks can be walked to.

    Args:
        ground: the map.
        marks: the letters of its marks, row by row.
        zone: the letter that the mission needs among them, "" for none.
        teams: the units of both teams, as they are written in a scenario.
        templates: of units, by name.
    """
    tiles = {(x, y): letter for y, row in enumerate(marks) for x, letter in enumerate(row) if letter != NOTHING}
    if zone and zone not in tiles.values():
        return False
    if not everybody_stands(ground, tiles, teams, templates):
        return False
    return steps_from(ground, [next(iter(tiles))]).keys() >= tiles.keys()


def everybody_stands(ground: Ground, marks: dict[Tile, str], teams: Sequence[Sequence[Any]], templates: Any) -> bool:
    """Return whether each unit has a tile of its own, when they are placed as `fireteam.env.scenario.opening` does it."""
    taken: set[Tile] = set()
    for number, units in enumerate(teams):
        marked = [tile for tile, letter in marks.items() if letter == TEAMS[number]]
        marked = marked[::-1] if number else marked
        waves = cycle(marked)
        for unit in one_by_one(units):
            wide, others = range(side_of(unit, templates)), set() if unit.arrives else taken
            places = [tuple(unit.at)] if unit.at is not None else islice(waves, len(marked)) if unit.arrives else marked
            for x, y in places:
                own = {(x + column, y + row) for row in wide for column in wide}
                if not own & others and all(can_stand(ground, *tile) for tile in own):
                    break
            else:
                return False
            if not unit.arrives:
                taken |= own
    return True


def can_stand(ground: Ground, x: int, y: int) -> bool:
    """Return whether a unit can begin on a tile: it is on the map, and neither an obstacle nor a closed door."""
    return ground.is_walkable(x, y) and ground.letter(x, y) != CLOSED


def tiles_of(units: Sequence[Any], templates: Any) -> int:
    """Return how many tiles have room for units, in whatever order: for the large ones some of them stay empty."""
    return sum((2 * side_of(unit, templates) - 1) ** 2 for unit in one_by_one(units))


def side_of(unit: Any, templates: Any) -> int:
    """Return how many tiles a unit is wide; 1 if the catalog does not know it, which is said when the battle is set up."""
    return templates[unit.template].side if unit.template in templates else 1


def one_by_one(units: Sequence[Any]) -> Iterator[Any]:
    """Yield the units that stand somewhere, each as often as there are of it: not those who sit in a vehicle."""
    for unit in units:
        if not unit.aboard:
            yield from [unit] * unit.count
