"""From a scenario to records: the arena, with the catalog's numbers and the map's tables, and the opening position."""

from collections import OrderedDict
from functools import cache
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.problems import Problems
from fireteam.maps import Drawing

from ..catalog import catalog_of, load_catalog
from ..rules import kernel
from ..rules.arena import CUES, MAX_ITEMS, NO_CUE, UNREACHABLE
from ..rules.ground import grid, tables
from ..rules.systems import Port, port_of
from .fitting import check_content
from .ground import fill_conduct, fill_goals, fill_map, with_doors
from .models import Scenario
from .objective import Call
from .opening import Fighter, blank_battle, enroll, place_units
from .packing import packed, unpacked


class Field(NamedTuple):
    """A scenario ready to be fought."""

    scenario: Scenario
    catalog: Any  # of its system
    drawing: Drawing
    roster: list[Fighter]
    arena: np.ndarray  # shape (1,), dtype ARENA
    opening: np.ndarray  # shape (1,), dtype BATTLE; no seed yet, nothing rolled

    @property
    def system(self) -> Port:
        """The port of its rule system."""
        return port_of(self.scenario.system)

    def weapon_names(self, who: int) -> list[str]:
        """Return the catalog's names of the weapons a unit carries, by slot."""
        fighter = self.roster[who]
        return fighter.template.weapons if fighter.unit.weapons is None else fighter.unit.weapons

    def item_names(self, who: int) -> list[str]:
        """Return the catalog's names of the items a unit carries, by place; "" for an empty place."""
        fighter = self.roster[who]
        names = [*fighter.template.items, *(name for name in fighter.unit.items if name not in fighter.template.items)]
        return [*names, *[""] * (MAX_ITEMS - len(names))]

    def terrain_name(self, number: int) -> str:
        """Return the catalog's name of a terrain."""
        return str(list(self.catalog.terrain)[number])

    def __reduce__(self) -> tuple[Any, ...]:
        return field_of, (*self[:-2], packed(self.arena), self.opening)


def field_of(*parts: Any) -> Field:
    """Return a field from its parts as they are pickled: with its arena no larger than the map."""
    field = Field(*parts)
    return field._replace(arena=unpacked(field.system.ARENA, *field.arena))


_prepared: OrderedDict[str, Field] = OrderedDict()
_preparing = Lock()  # a series fights in threads, and each drawn battle is a field of its own
KEPT = 1 << 30  # bytes that the fields kept may take, for environments that are made again and again: sixty of usual maps


def prepare(scenario: Scenario) -> Field:
    """Return a scenario as records. The map's tables take a moment for large maps, so recent fields are kept (`KEPT`).

    Raises:
        ContentError: units and map do not fit together.
    """
    key = scenario.model_dump_json()
    with _preparing:
        if key in _prepared:
            _prepared.move_to_end(key)
            return _prepared[key]
    try:
        field = prepared(scenario)
    except ContentError as error:
        place = f"scenario {scenario.title!r}"
        raise ContentError(str(error) if place in str(error) else f"{place}: {error}") from None
    with _preparing:
        _prepared[key] = field
        while len(_prepared) > 1 and sum(map(bytes_of, _prepared.values())) > KEPT:
            _prepared.popitem(last=False)
    return field


def bytes_of(field: Field) -> int:
    """Return how many bytes the tables of a field can take.

    Of a table of fixed size only the part counts that its map uses.
    """
    row = field.arena[0]
    size = int(row["size"])
    pairs = sum(row[name].itemsize for name in ("sight", "screen", "paths")) * size**2
    return int(pairs + row["memo"].itemsize * (int(row["last_word"]) + 1))


def prepared(scenario: Scenario) -> Field:
    """Return a scenario as records, made anew."""
    field = laid_out(scenario)
    announce_phases(scenario.system)
    fill_tables(scenario.system, field.arena)
    return field


@cache
def announce_phases(name: str) -> None:
    """Start compiling the code that opens a system's phases, beside the rest; once in a process, if needed."""
    system = port_of(name)
    kernel.expected(system.open_phase, system.BATTLE, system.ARENA, system.LOG, 0)


def laid_out(scenario: Scenario) -> Field:
    """Return a scenario as records without the map's tables: every mistake in it shows here, at once."""
    catalog, numbers = load_catalog(scenario.catalog, scenario.system), catalog_of(scenario.system)
    check_content(scenario, catalog, f"scenario {scenario.title!r}")
    drawing = scenario.drawing()
    roster = enroll(scenario, catalog)
    arena = np.zeros(1, port_of(scenario.system).ARENA)
    for name, values in numbers.OPTIONS.items():
        arena[0]["rules"][f"option_{name}"] = values.index(getattr(scenario.options, name))
    for number, verb in port_of(scenario.system).VERBS.items():
        arena[0]["traits"][number] = verb.traits
    numbers.fill(arena[0], catalog)
    fill_map(arena[0], scenario, drawing, catalog)
    problems = Problems()
    with problems.noted():
        fill_goals(arena[0], scenario, drawing, roster)
    for who, fighter in enumerate(roster):
        fill_entry(arena[0]["sheets"][who], fighter)
        fill_conduct(arena[0]["sheets"][who], fighter, scenario, drawing, roster)
        numbers.fill_sheet(arena[0], who, fighter, catalog)
    arena[0]["waves"] = any(fighter.unit.arrives for fighter in roster)
    arena[0]["cues"] = any(fighter.unit.call for fighter in roster)
    arena[0]["morale"] = (arena[0]["sheets"]["losses"] + arena[0]["sheets"]["wounds"]).any()
    arena[0]["vehicles"] = any(fighter.template.seats for fighter in roster)
    arena[0]["hiding"] = any(fighter.unit.hidden for fighter in roster)
    arena[0]["surprise"] = any(team.ambush != "no" for team in scenario.teams)
    opening = blank_battle(scenario.system)
    with problems.noted():
        place_units(opening[0], arena[0], scenario, drawing, roster)
    problems.raise_any()
    arena[0]["opening"] = opening[0]["units"]
    return Field(scenario, catalog, drawing, roster, arena, opening)


def fill_entry(sheet: np.void, fighter: Fighter) -> None:
    """Write into a unit's sheet what all systems have: when and how it enters, and its size."""
    unit, template = fighter.unit, fighter.template
    sheet["inanimate"] = template.inanimate
    coming = unit.arrives
    if isinstance(coming, Call):
        sheet["arrives"], sheet["cue"] = coming.after, CUES.index(coming.when)
        sheet["cue_zone"] = ord(coming.zone) if coming.zone else 0
    else:
        sheet["arrives"], sheet["cue"] = coming, NO_CUE
    sheet["arrives_pass"], sheet["expected"] = unit.arrives_pass, unit.expected
    sheet["hides"] = unit.hidden
    sheet["side"], sheet["vehicle"] = template.side, template.seats > 0
    sheet["height"] = template.height if template.seats else 0


def fill_tables(system: str, arena: np.ndarray) -> None:
    """Compute the tables that kernels look up: those of the rule system, steps, sight, screens and paths."""
    blank, record = kernel.plain(blank_battle(system))[0], kernel.plain(arena)[0]
    opened, closed = with_doors(system, arena[0], passable=1), with_doors(system, arena[0], passable=0)
    port_of(system).fill_tables(record)
    grid.fill_steps(blank, record)
    size = int(arena[0]["size"])
    tables.fill_sight(blank, kernel.plain(opened)[0], kernel.plain(closed)[0], record, *tables.space_for(size))
    grid.fill_paths(blank, record, np.zeros((size, 8), np.int64), np.zeros(size + 1, np.int64))
    paths = arena[0]["paths"][: size * size].reshape(size, size)
    ground = paths.diagonal() == 0
    arena[0]["shut"] = (paths[np.ix_(ground, ground)] == UNREACHABLE).any()
