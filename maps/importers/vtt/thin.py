"""A large map, one tile to a square: each wall between two squares takes one of them.

It is chosen so that rooms stay connected as before: rock without doors rather than the floor of a room; squares in line with
a door and with existing walls; none whose loss would cut a room in two, unless both would.
"""

from collections import deque
from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from math import floor, hypot

import numpy as np

from ..lines import Point, crossed, enclosed, parts
from ..sketch import FLOOR, WALL, Place, Sketch
from .plan import Plan
from .raising import WINDOW, kind_of

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
Edge = tuple[Place, Place]


class Thin:
    """A map under conversion: its walls will take up squares.

    Attributes:
        sketch: the result, a tile to a square.
        windows: the ends of portals that have become windows.
        rock: whether each square is rock, bool of shape (height, width).
    """

    def __init__(self, plan: Plan, sketch: Sketch, opening: str) -> None:
        self.sketch, self._plan, self._opening = sketch, plan, opening
        self.windows: list[list[Point]] = []
        self._right, self._down = crossed(plan.lines([*plan.walls, *plan.objects]), plan.width, plan.height, plan.work)
        self._kept: set[Place] = set()  # squares that must stay ground: before and behind doors
        self._wished: set[Place] = set()  # squares in line with a door
        self._panes: list[Edge] = []
        self._named: dict[str, list[object]] = {}
        doors = list(self._portals())
        everywhere = np.ones((plan.height, plan.width), bool)
        for _, edges in doors:
            for edge in edges:
                self._bar(edge, True)
        self._rooms = parts(everywhere, ~self._right, ~self._down)
        rocky = self._rocky({int(self._rooms[y, x]) for _, edges in doors for edge in edges for x, y in edge})
        self.rock = np.isin(self._rooms, list(rocky))
        for _, edges in doors:
            for edge in edges:
                self._bar(edge, False)
        for line in plan.objects:
            self._fill(line)
        for kind, edges in doors:
            self._hang(kind, edges)
        self._cover()
        for edge in self._panes:
            for x, y in edge:
                if sketch.ground[y][x] == WALL:
                    sketch.ground[y][x] = WINDOW
                    self._named.setdefault(WINDOW, []).append((x, y))
                    break
        for kind, places in self._named.items():
            sketch.note(f"{len(places)} x {kind.replace('_', ' ')}", places)

    def _portals(self) -> Iterator[tuple[str, list[Edge]]]:
        """Yield the doors with the edges that they stand on; windows are walls for now, gaps are nothing."""
        for portal, ends in self._plan.portals:
            edges = self._edges(ends)
            kind = kind_of(portal, hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]), self._opening)
            for edge in edges:
                self._bar(edge, kind == WINDOW)
            if kind == WINDOW and edges:
                self._panes += edges
                self.windows.append(ends)
            elif kind != FLOOR and edges:
                yield kind, edges

    def _edges(self, ends: list[Point]) -> list[Edge]:
        """Return the edges between squares that a portal crosses; the nearest one if it is too short to cross any."""
        width, height = self._plan.width, self._plan.height
        right, down = crossed(self._plan.lines([ends]), width, height, self._plan.work)
        found = [((int(x), int(y)), (int(x) + 1, int(y))) for y, x in np.argwhere(right)]
        found += [((int(x), int(y)), (int(x), int(y) + 1)) for y, x in np.argwhere(down)]
        if not found:
            (x0, y0), (x1, y1) = ends
            x, y = (x0 + x1) / 2, (y0 + y1) / 2
            upright = abs(y1 - y0) > abs(x1 - x0)
            to = (round(x), floor(y)) if upright else (floor(x), round(y))
            found = [((to[0] - upright, to[1] - (not upright)), to)]
        return [edge for edge in found if all(0 <= x < width and 0 <= y < height for x, y in edge)]

    def _bar(self, edge: Edge, shut: bool) -> None:
        (x, y), (x1, _) = edge
        (self._right if x1 > x else self._down)[y, x] = shut

    def _barred(self, one: Place, other: Place) -> bool:
        (x, y), (x1, _) = sorted((one, other))
        return bool((self._right if x1 > x else self._down)[y, x])

    def _beside(self, place: Place) -> list[Place]:
        return [(place[0] + dx, place[1] + dy) for dx, dy in SIDES if self.sketch.holds(place[0] + dx, place[1] + dy)]

    def _rocky(self, doored: set[int]) -> set[int]:
        """Return the rooms that touch the edge of the map and have no door, if others have."""
        rooms = self._rooms
        outer = {int(number) for number in np.concatenate([rooms[0], rooms[-1], rooms[:, 0], rooms[:, -1]])}
        return outer - doored if doored else set()

    def _is_rock(self, place: Place) -> bool:
        return bool(self.rock[place[1], place[0]])

    def _name(self, place: Place) -> str:
        return self.sketch.ground[place[1]][place[0]]

    def _put(self, place: Place, terrain: str) -> None:
        self.sketch.ground[place[1]][place[0]] = terrain

    def _fill(self, outline: list[Point]) -> None:
        if len(outline) > 2:
            solid = enclosed(outline, self._plan.width, self._plan.height, self._plan.work, 0.5)
            for y, x in np.argwhere(solid).tolist():
                self._put((x, y), WALL)

    def _hang(self, kind: str, edges: list[Edge]) -> None:
        """Put a door on the side of its edges where it is least obstructed."""
        side = min((0, 1), key=lambda side: (sum(self._trouble(edge, side) for edge in edges), side))
        for edge in edges:
            place, other = edge[side], edge[1 - side]
            behind = (2 * place[0] - other[0], 2 * place[1] - other[1])
            self._put(place, kind)
            self._kept |= {other, behind}
            for beside in self._beside(place):
                if beside in (other, behind) or any(beside in pair for pair in edges):
                    continue
                if self._barred(place, beside) and beside not in self._kept and self._name(beside) == FLOOR:
                    self._put(beside, WALL)
                elif not self._barred(place, beside):
                    self._wished.add(beside)
        self._named.setdefault(kind, []).append(edges[0][side])

    def _trouble(self, edge: Edge, side: int) -> int:
        """Return how badly a door would be obstructed on one side of its edge."""
        place, other = edge[side], edge[1 - side]
        behind = (2 * place[0] - other[0], 2 * place[1] - other[1])
        shut = not self.sketch.holds(*behind) or self._barred(place, behind) or self._name(behind) != FLOOR
        taken = self._name(place) != FLOOR or place in self._kept
        corners = sum(self._barred(place, beside) for beside in self._beside(place) if beside != other)
        return 9 * taken + 5 * shut + 3 * corners - 2 * sum(self._name(beside) == WALL for beside in self._beside(place))

    def _cover(self) -> None:
        """Let walls take squares until each stands on one of the two that it separates: the best square first."""
        height, width = self._right.shape
        squares = [(x, y) for y in range(height) for x in range(width)]
        waiting = [(-self._worth(place), (-place[0], -place[1])) for place in squares if self._bared(place)]
        heapify(waiting)
        refused: set[Place] = set()
        while waiting:
            worth, (x, y) = heappop(waiting)
            place = (-x, -y)
            if place in refused or self._name(place) != FLOOR or place in self._kept or not self._bared(place):
                continue
            if self._worth(place) != -worth:  # something beside it has changed since
                heappush(waiting, (-self._worth(place), (x, y)))
            elif not self._is_rock(place) and self._parts_its_room(place):
                refused.add(place)
            else:
                self._put(place, WALL)
                for beside in self._beside(place):
                    heappush(waiting, (-self._worth(beside), (-beside[0], -beside[1])))
        for place in squares:  # what is left cuts a room, whichever square it takes
            if self._name(place) == FLOOR and place not in self._kept and self._bared(place):
                self._put(place, WALL)

    def _bared(self, place: Place) -> int:
        """Return how many walls around a square stand on neither of the two that they part."""
        if self._name(place) == WALL:
            return 0
        return sum(self._barred(place, beside) and self._name(beside) != WALL for beside in self._beside(place))

    def _worth(self, place: Place) -> int:
        line = sum(self._name(beside) == WALL for beside in self._beside(place))
        return 20 * self._is_rock(place) + 2 * self._bared(place) + 3 * (place in self._wished) + line

    def _parts_its_room(self, place: Place) -> bool:
        """Return whether the room of a square would fall in two, or vanish, without it."""
        around = [beside for beside in self._beside(place) if self._name(beside) != WALL and not self._barred(place, beside)]
        if not around:
            return True
        found, waiting, left = {around[0]}, deque([around[0]]), set(around[1:])
        while waiting and left:
            at = waiting.popleft()
            self._plan.work.step(4)
            for beside in self._beside(at):
                if beside not in found and beside != place and self._name(beside) != WALL and not self._barred(at, beside):
                    found.add(beside)
                    left.discard(beside)
                    waiting.append(beside)
        return bool(left)
