"""The roster and the opening position of a battle."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any, NamedTuple

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.problems import Problems
from fireteam.maps import Drawing

from ..catalog import catalog_of
from ..catalog.models import Template
from ..rules import record as battles
from ..rules.ground import grid
from ..rules.systems import port_of
from .fitting import unmarked
from .models import Orders, Scenario, Team, Unit


class Fighter(NamedTuple):
    """One unit of the roster: who it is and what it is made of."""

    name: str  # as agents are called: red_1
    called: str  # as people call it: Vega, soldier
    team: int
    unit: Unit
    template: Template
    orders: Orders
    ambush: str = "no"
    warned: bool = False
    entry: int = 0  # of the team's units in the scenario

    @property
    def place(self) -> str:
        """Where the scenario speaks of it, for messages."""
        return f"teams[{self.team}].units[{self.entry}]: {self.name}"


def enroll(scenario: Scenario, catalog: Any) -> list[Fighter]:
    """Return the roster: team after team, each unit with its agent's name."""
    roster = []
    for number, team in enumerate(scenario.teams):
        listed = [(entry, unit) for entry, unit in enumerate(team.units) for _ in range(unit.count)]
        for place, (entry, unit) in enumerate(listed, start=1):
            template = catalog.units[unit.template]
            called = unit.name or template.words
            orders = unit.orders or team.orders
            name = f"{team.name}_{place}"
            roster.append(Fighter(name, called, number, unit, template, orders, team.ambush, team.warned, entry))
    return roster


def blank_battle(system: str) -> np.ndarray:
    """Return a battle record of a system, shape (1,), in which nothing has happened and nobody is there."""
    battle = np.zeros(1, port_of(system).BATTLE)
    row = battle[0]
    row["winner"] = row["decider"] = row["opponent"] = battles.NOBODY
    for name in ("carries", "carried_by", "aboard"):
        row["units"][name] = battles.NOBODY
    catalog_of(system).fill_blank(row)
    return battle


def place_units(battle: np.void, arena: np.void, scenario: Scenario, drawing: Drawing, roster: list[Fighter]) -> None:
    """Put every unit on its tile with full health and loaded weapons, facing the enemy."""
    taken: dict[tuple[int, int], str] = {}
    problems = Problems()
    for number, team in enumerate(scenario.teams):
        marked = drawing.tiles_marked(team.start) if team.start else []
        marked = marked[::-1] if number % 2 else marked  # from opposite ends, which on a turned map are alike
        free, waves = iter(marked), cycle(marked)
        for who, fighter in enumerate(roster):
            if fighter.team != number:
                continue
            if fighter.unit.aboard:
                continue
            later = bool(fighter.unit.arrives)  # those who come later find their place then
            with problems.noted():
                if fighter.template.side > 1:  # on the first tiles that have room for all of it
                    tiles = islice(waves, len(marked)) if later else iter(marked)
                    tiles = (tile for tile in tiles if has_room(arena, drawing, fighter, tile, {} if later else taken))
                else:
                    tiles = waves if later else free
                x, y = place_of(fighter, team, drawing, tiles, {} if later else taken)
                for place in block(x, y, fighter.template.side):
                    check_place(arena, drawing, fighter, place, {} if later else taken)
                    if not later:
                        taken[place] = fighter.name
                fill_unit(battle["units"][who], arena, who, fighter, scenario, x, y)
    problems.raise_any()
    seat_passengers(battle, arena, scenario, roster)
    face_enemies(battle["units"][: len(roster)], roster)


def block(x: int, y: int, side: int) -> list[tuple[int, int]]:
    """Return the tiles of a unit: one, but for vehicles."""
    return [(x + column, y + row) for row in range(side) for column in range(side)]


def check_place(
    arena: np.void, drawing: Drawing, fighter: Fighter, place: tuple[int, int], taken: dict[tuple[int, int], str]
) -> None:
    """Raise a ContentError if nobody can stand on a tile, or somebody stands there already."""
    x, y = place
    if x >= drawing.width or y >= drawing.height:
        raise ContentError(f"{fighter.place}: a vehicle does not fit at the edge of map {drawing.title!r}")
    if not arena["terrains"][arena["tiles"][y * drawing.width + x]["terrain"]]["passable"]:
        terrain = drawing.terrain()[y * drawing.width + x]
        raise ContentError(f"{fighter.place}: [{x}, {y}] of map {drawing.title!r} is {terrain}: nobody stands there")
    if place in taken:
        raise ContentError(f"{fighter.place} and {taken[place]} start on the same tile, [{x}, {y}]")


def has_room(
    arena: np.void, drawing: Drawing, fighter: Fighter, tile: tuple[int, int], taken: dict[tuple[int, int], str]
) -> bool:
    """Return whether all tiles of a unit whose first one is `tile` can be stood on, and are free."""
    try:
        for place in block(*tile, fighter.template.side):
            check_place(arena, drawing, fighter, place, taken)
    except ContentError:
        return False
    return True


def seat_passengers(battle: np.void, arena: np.void, scenario: Scenario, roster: list[Fighter]) -> None:
    """Put everybody who starts aboard a vehicle into it: one of the own team, by its name, with a seat left."""
    for who, fighter in enumerate(roster):
        if not fighter.unit.aboard:
            continue
        vehicles = [
            number
            for number, other in enumerate(roster)
            if other.team == fighter.team and other.template.seats and fighter.unit.aboard in (other.called, other.name)
        ]
        if not vehicles:
            raise ContentError(f"{fighter.place}: aboard = {fighter.unit.aboard!r}: its team has no vehicle of that name")
        number = vehicles[0]
        if np.count_nonzero(battle["units"]["aboard"] == number) >= roster[number].template.seats:
            raise ContentError(f"{fighter.place}: aboard = {fighter.unit.aboard!r}: no seat is left in it")
        unit, vehicle = battle["units"][who], battle["units"][number]
        fill_unit(unit, arena, who, fighter, scenario, vehicle["x"], vehicle["y"])
        unit["aboard"], unit["side"] = number, vehicle["side"]


def place_of(
    fighter: Fighter,
    team: Team,
    drawing: Drawing,
    free: Iterator[tuple[int, int]],
    taken: dict[tuple[int, int], str],
) -> tuple[int, int]:
    """Return the tile a unit starts on: its own, or the next one marked for its team."""
    if fighter.unit.at is not None:
        x, y = fighter.unit.at
        if not (0 <= x < drawing.width and 0 <= y < drawing.height):
            raise ContentError(
                f"{fighter.place}: at = [{x}, {y}] lies outside map {drawing.title!r}; "
                f"columns go from 0 to {drawing.width - 1}, rows from 0 to {drawing.height - 1}"
            )
        return x, y
    for place in free:
        if place not in taken:
            return place
    if team.start is None:
        raise ContentError(f"{fighter.place}: neither the unit has a place ('at') nor team {team.name!r} a start mark")
    if not (marked := len(drawing.tiles_marked(team.start))):
        raise ContentError(f"teams[{fighter.team}].start = {team.start!r}: {unmarked(drawing, team.start)}")
    raise ContentError(f"{fighter.place}: all {marked} tiles of the map that are marked {team.start!r} are taken")


def fill_unit(unit: np.void, arena: np.void, who: int, fighter: Fighter, scenario: Scenario, x: int, y: int) -> None:
    """Write the opening state of a unit."""
    sheet = arena["sheets"][who]
    unit["covered"] = sheet["inanimate"]  # things need no action to be behind what they stand behind (SS-F6)
    unit["team"], unit["x"], unit["y"] = fighter.team, x, y
    unit["status"] = battles.ABSENT if sheet["arrives"] else battles.UP
    unit["engaged"] = scenario.teams[fighter.team].alert
    unit["side"] = sheet["side"]
    if fighter.unit.down:
        unit["status"], unit["prone"] = battles.DOWN, 1
    catalog_of(scenario.system).fill_unit(unit, arena, who, fighter)


def face_enemies(units: np.ndarray, roster: list[Fighter]) -> None:
    """Turn every unit towards the middle of its enemies, unless its facing is given."""
    for who, fighter in enumerate(roster):
        if fighter.unit.facing is not None:
            units[who]["facing"] = grid.DIRECTIONS.index(fighter.unit.facing)
            continue
        enemies = units[(units["team"] != fighter.team) & (units["status"] != battles.ESCAPED)]
        dx = int(enemies["x"].sum()) - len(enemies) * int(units[who]["x"])
        dy = int(enemies["y"].sum()) - len(enemies) * int(units[who]["y"])
        units[who]["facing"] = grid.toward(dx, dy) if (dx, dy) != (0, 0) else 0


def leave_out(battle: np.void, roster: list[Fighter], out: Sequence[int]) -> None:
    """Leave some units out of the battle: off the map for good, and nobody waits for them or counts them.

    The others keep their numbers, so their dice, and their places. It is as if the units left out were not in the roster.
    """
    units = battle["units"]
    units["status"][list(out)] = battles.ESCAPED
    battle["teams"]["fallen"] |= sum(1 << who for who in out)  # every team knows it
    face_enemies(units[: len(roster)], roster)
