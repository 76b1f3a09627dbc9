"""A map and its objectives as records of an arena."""

from typing import Any

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed
from fireteam.maps import Drawing

from ..rules import arena as arenas
from ..rules import record as battles
from ..rules.ground import grid, rays
from .models import Scenario
from .opening import Fighter, blank_battle

NO_ZONE = 0


def fill_map(arena: np.void, scenario: Scenario, drawing: Drawing, catalog: Any) -> None:
    """Write materials, terrain, a map and the round limit into an arena."""
    fill_ground(arena, catalog)
    size = drawing.width * drawing.height
    arena["width"], arena["height"], arena["size"] = drawing.width, drawing.height, size
    words = max(arenas.WORDS_PER_PAIR * size**2, arenas.SMALLEST_MEMO)
    arena["last_word"] = min(1 << (words - 1).bit_length(), arenas.MEMO) - 1
    arena["scale"] = drawing.metres_per_tile
    arena["light"] = arenas.LIGHTS.index(scenario.light or drawing.light)
    arena["fog"] = scenario.fog
    arena["limit"] = scenario.rounds
    arena["stalemate"] = scenario.stalemate
    names = [team.name for team in scenario.teams]
    arena["at_limit"] = names.index(scenario.winner_at_limit) if scenario.winner_at_limit else battles.NOBODY
    tiles = arena["tiles"][:size]
    numbers = {name: number for number, name in enumerate(catalog.terrain)}
    tiles["terrain"] = [numbers[name] for name in drawing.terrain()]
    kinds = arena["terrains"][tiles["terrain"]]
    doors = int(((kinds["door"] >= 0) | (kinds["locked"] > 0)).sum())
    if doors > battles.MAX_CHANGES:
        raise ContentError(f"map {drawing.title!r} has {doors} doors, at most {battles.MAX_CHANGES} are possible")
    tiles["floor"] = [100 * metres for metres in drawing.floors()]
    for x, y, letter in drawing.letters(drawing.marks):
        tiles["zone"][y * drawing.width + x] = NO_ZONE if letter == "." else ord(letter)
    terrain = arena["terrains"][tiles["terrain"]]
    arena["smoky"] = terrain["smoke"].any()
    arena["glassy"] = terrain["transparent"].any()
    shape = (drawing.height, drawing.width)
    low = int(arena["rules"]["partial_above"]) * rays.BODY[0] // 100
    hides = ((terrain["top"] > low) & (terrain["transparent"] == 0)).reshape(shape)
    tiles["near_cover"] = (around(hides) | rises(tiles["floor"].reshape(shape), low) | hides).reshape(-1)
    arena["ground"][:size] = np.where(terrain["passable"] == 0, 0.0, np.where(terrain["difficult"] == 1, 0.5, 1.0))
    arena["shelter"][:size] = np.minimum(terrain["top"] / 300 + 0.2 * tiles["near_cover"], 1.0)
    doors = (terrain["door"] >= 0) | (terrain["locked"] > 0)
    tiles["barriers"] = directions_of((doors | (terrain["broken"] >= 0)).reshape(shape)).reshape(-1)
    tiles["near_door"] = around(doors.reshape(shape)).reshape(-1)


def fill_ground(arena: np.void, catalog: Any) -> None:
    """Write the kinds of ground into an arena."""
    for number, material in enumerate(catalog.materials.values()):
        arena["materials"][number] = (material.structure, material.armor)
    names = list(catalog.terrain)
    materials = list(catalog.materials)
    for number, terrain in enumerate(catalog.terrain.values()):
        arena["terrains"][number] = (
            terrain.passable,
            terrain.difficult,
            terrain.top,
            materials.index(terrain.material) if terrain.material else 0,
            terrain.smoke,
            terrain.submerged,
            names.index(terrain.opens) if terrain.opens else -1,
            terrain.locked,
            names.index(terrain.unlocked) if terrain.unlocked else -1,
            terrain.transparent,
            names.index(terrain.broken) if terrain.broken else -1,
        )


def around(flags: np.ndarray) -> np.ndarray:
    """Return where one of the eight neighbours has a flag."""
    near: np.ndarray = directions_of(flags) != 0
    return near


def directions_of(flags: np.ndarray) -> np.ndarray:
    """Return for every tile the directions in which a neighbour has a flag, a bit each."""
    padded = np.pad(flags, 1)
    height, width = flags.shape
    found = np.zeros(flags.shape, np.int16)
    for direction, (dx, dy) in enumerate(zip(grid.DX, grid.DY, strict=True)):
        found |= padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width].astype(np.int16) << direction
    return found


def rises(floors: np.ndarray, low: int) -> np.ndarray:
    """Return where the floor of a neighbour is high enough to take cover behind it."""
    padded = np.pad(floors.astype(np.int64), 1, mode="edge")
    height, width = floors.shape
    found = np.zeros(floors.shape, bool)
    for dx, dy in zip(grid.DX, grid.DY, strict=True):
        found |= padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width] - floors > low
    return found


def fill_goals(arena: np.void, scenario: Scenario, drawing: Drawing, roster: list[Fighter]) -> None:
    """Write the teams and their objectives into an arena."""
    arena["teams"] = len(scenario.teams)
    arena["units"] = len(roster)
    for number, team in enumerate(scenario.teams):
        members = [who for who, fighter in enumerate(roster) if fighter.team == number]
        goal = arena["goals"][number]
        goal["kind"] = arenas.OBJECTIVES.index(team.objective.kind)
        goal["zone"] = ord(team.objective.zone) if team.objective.zone else NO_ZONE
        goal["anchor"] = middle_tile(drawing, team.objective.zone)
        goal["needed"] = team.objective.needed
        goal["first"], goal["count"] = members[0], len(members)
        goal["unit"] = battles.NOBODY
        if team.objective.unit:
            goal["unit"] = find_unit(team.objective.unit, f"teams[{number}].objective.unit", roster, members)


def middle_tile(drawing: Drawing, mark: str | None) -> int:
    """Return the marked tile nearest to the middle of all tiles of that mark, -1 if there are none."""
    tiles = drawing.tiles_marked(mark) if mark else []
    if not tiles:
        return battles.NOWHERE
    middle = np.mean(tiles, axis=0)
    x, y = min(tiles, key=lambda tile: (float(np.abs(np.array(tile) - middle).sum()), tile))
    return y * drawing.width + x


def find_unit(wanted: str, where: str, roster: list[Fighter], members: list[int]) -> int:
    """Return the roster number of the unit of a name, among the members of a team; `where` names it, for messages."""
    for who in members:
        if wanted in (roster[who].called, roster[who].name):
            return who
    names = [roster[who].unit.name or roster[who].name for who in members]
    raise ContentError(
        f"{where} = {wanted!r}: no unit of the team is called {wanted!r}.{closest(wanted, names)} Units: {listed(names)}"
    )


def fill_conduct(sheet: np.void, fighter: Fighter, scenario: Scenario, drawing: Drawing, roster: list[Fighter]) -> None:
    """Write a unit's morale, temper and ward: its own, or else its team's.

    Raises:
        ContentError: its team has nobody of the ward's name, or it is to protect itself.
    """
    unit, team = fighter.unit, scenario.teams[fighter.team]
    morale = team.morale if unit.morale is None else unit.morale
    sheet["losses"], sheet["wounds"], sheet["surrenders"] = morale.losses, morale.wounds, morale.surrenders
    sheet["refuge"] = ord(morale.exit) if morale.exit else 0
    sheet["refuge_at"] = middle_tile(drawing, morale.exit)
    sheet["temper"] = arenas.TEMPERS.index(unit.temper or team.temper or arenas.TEMPERS[0])
    wanted = unit.protects or team.protects
    if not wanted:
        return
    place = f"teams[{fighter.team}].units[{fighter.entry}].protects" if unit.protects else f"teams[{fighter.team}].protects"
    members = [who for who, other in enumerate(roster) if other.team == fighter.team]
    ward = find_unit(wanted, place, roster, members)
    if roster[ward] is not fighter:
        sheet["ward"] = 1 + ward


def with_doors(system: str, arena: np.void, passable: int) -> np.ndarray:
    """Return a blank battle in which every door of the map stands open (passable 1) or closed (0)."""
    battle = blank_battle(system)
    tiles = arena["tiles"][: arena["size"]]["terrain"]
    terrain = arena["terrains"][tiles]
    opens = terrain["door"]
    if passable:  # whoever picks a lock may open the door then
        opens = np.where(terrain["unlocked"] >= 0, arena["terrains"]["door"][terrain["unlocked"]], opens)
    moved = np.flatnonzero((opens >= 0) & (terrain["passable"] != passable))
    changes = battle[0]["changes"][: len(moved)]
    changes["tile"], changes["x"], changes["y"] = moved, moved % arena["width"], moved // arena["width"]
    changes["terrain"] = opens[moved]
    battle[0]["changed"] = len(moved)
    return battle
