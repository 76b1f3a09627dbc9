"""Large maps of Universal VTT, a tile to a square: a wall takes a square, and rooms hang together as they did."""

import random
from pathlib import Path
from typing import Any

import pytest
from foreign import brought, moved, portal, rooms, spots, vtt

Square = tuple[int, int]
Ways = dict[Square, set[Square]]


def walled(
    ground: dict[Square, int], doors: set[tuple[Square, Square]], width: int, height: int
) -> tuple[dict[str, Any], Ways, Ways]:
    """Return a file with walls between rooms, but for doors; and from where one gets to where, doors open and closed.

    Args:
        ground: the number of each square's room.
        doors: pairs of neighbouring squares of different rooms.
        width: of the map; height alike.
    """
    walls, portals = [], []
    ways: Ways = {square: set() for square in ground}
    shut: Ways = {square: set() for square in ground}
    for (x, y), room in ground.items():
        for other, line in (((x + 1, y), (x + 1, y, x + 1, y + 1)), ((x, y + 1), (x, y + 1, x + 1, y + 1))):
            if other not in ground:
                continue
            if ((x, y), other) in doors:
                portals.append(portal(*line))
            elif ground[other] != room:
                walls.append(spots(*line))
                continue
            else:
                shut[x, y].add(other)
                shut[other].add((x, y))
            ways[x, y].add(other)
            ways[other].add((x, y))
    return vtt(width, height, walls, portals=portals), ways, shut


def dungeon(seed: int) -> tuple[dict[str, Any], Ways, Ways]:
    """Return rooms in rock, joined by corridors that are one square wide, with doors where these begin."""
    rng = random.Random(seed)
    width, height = 50, 40
    ground = {(x, y): 0 for x in range(width) for y in range(height)}
    doors: set[tuple[Square, Square]] = set()
    corners = {}
    for column in range(5):
        for row in range(3):
            left, top = 10 * column + rng.randint(1, 2), 10 * row + rng.randint(1, 2)
            wide, high = rng.randint(4, 6), rng.randint(4, 6)
            corners[column, row] = (left, top, wide, high)
            for x in range(left, left + wide):
                for y in range(top, top + high):
                    ground[x, y] = 1 + column + 5 * row
    for column in range(3):
        for row in range(3):
            if rng.random() < 0.3:
                continue
            (left, top, wide, high), (to, top2, _, high2) = corners[column, row], corners[column + 1, row]
            y = max(top, top2) + 1
            assert y < min(top + high, top2 + high2)
            for x in range(left + wide, to):
                ground[x, y] = 100 + column + 5 * row
            doors.add(((left + wide - 1, y), (left + wide, y)))
            doors.add(((to - 1, y), (to, y)))
    return walled(ground, doors, width, height)


def building(seed: int) -> tuple[dict[str, Any], Ways, Ways]:
    """Return a floor of rooms that share their walls, with doors here and there."""
    rng = random.Random(seed)
    ground = {(x, y): 0 for x in range(48) for y in range(40)}
    for x in range(3, 45):
        for y in range(3, 37):
            ground[x, y] = 1 + (x - 3) // 6 + 7 * ((y - 3) // 6)
    doors = set()
    for column in range(3):
        for row in range(5):
            x, y = 3 + 6 * column + 5, 3 + 6 * row + rng.randint(2, 3)
            if rng.random() < 0.5:
                doors.add(((x, y), (x + 1, y)))
            x, y = 3 + 6 * column + rng.randint(2, 3), 3 + 6 * row + 5
            if rng.random() < 0.4 and row < 5:
                doors.add(((x, y), (x, y + 1)))
    return walled(ground, doors, 48, 40)


def numbered(ways: Ways) -> dict[Square, int]:
    """Return the number of the room of every square."""
    found: dict[Square, int] = {}
    for start in sorted(ways):
        if start not in found:
            found[start], waiting = len(found), [start]
            while waiting:
                for other in ways[waiting.pop()]:
                    if other not in found:
                        found[other] = found[start]
                        waiting.append(other)
    return found


def check(tmp_path: Path, file: dict[str, Any], ways: Ways, shut: Ways) -> list[str]:
    """Assert that squares which are still ground hang together as they did, with doors open and closed; return the notes."""
    converted = brought(tmp_path, moved(file, 3, 1))
    drawing, size = converted.drawing, file["resolution"]["map_size"]
    assert (drawing.width, drawing.height, drawing.metres_per_tile) == (size["x"], size["y"], 2)
    for closed, from_where in (((), ways), (("closed_door",), shut)):
        here, there = rooms(drawing, closed), numbered(from_where)
        pairs = {(here[square], there[square]) for square in here}
        assert len(pairs) == len({one for one, _ in pairs}), "what was apart is apart"
        known = set(there.values()) - {there[0, 0]}  # rock, whose corner this is, may fall into pieces
        assert sorted(other for _, other in pairs if other in known) == sorted(known), "no room in two, none vanished"
    assert drawing.terrain().count("closed_door") == len(file["portals"])
    return [note for note in converted.notes if note.startswith("ways")]


@pytest.mark.parametrize("seed", range(3))
def test_rooms_in_rock(tmp_path: Path, seed: int) -> None:
    """Rooms and one-square corridors in rock stay as they are: walls take the rock."""
    assert check(tmp_path, *dungeon(seed)) == []


@pytest.mark.parametrize("seed", range(3))
def test_rooms_that_share_walls(tmp_path: Path, seed: int) -> None:
    """Rooms that share their walls lose squares to them, and stay whole."""
    assert check(tmp_path, *building(seed)) == []
