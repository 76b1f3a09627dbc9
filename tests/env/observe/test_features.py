"""What every rule system shows of a battle means the same in each, wherever it stands in the system's tables."""

import re
from typing import Any

import numpy as np
import pytest
from everysystem import each

from fireteam.env.battle import Battle
from fireteam.env.observe import context, state, units
from fireteam.env.observe.actions import layout
from fireteam.env.observe.features import Feature, detailed, features_of, places_of, sizes_of
from fireteam.env.observe.observation import observation_size
from fireteam.env.rules import kernel
from fireteam.env.rules.arena import OBJECTIVES
from fireteam.env.rules.record import UP
from fireteam.env.rules.systems import port_of
from fireteam.env.seats.bots import look

TABLES: dict[str, Any] = {"CONTEXT": context.SHARED, "SLOT": units.SHARED, "STATE": state.SHARED}
NAME = re.compile("[a-zA-Z0-9_]+")


@each
@pytest.mark.parametrize("table", TABLES)
def test_shared_features_mean_the_same(system: str, table: str) -> None:
    """Every system lists each of them once, with the meaning it has for all, and perhaps a detail of its own."""
    listed = {feature.name: feature for feature in getattr(port_of(system, "observe"), table)}
    for feature in TABLES[table]:
        own = listed[feature.name]
        assert own == feature or own == detailed(feature, own.meaning[len(feature.meaning) + 2 : -1])


@each
@pytest.mark.parametrize("table", TABLES)
def test_names_are_unique(system: str, table: str) -> None:
    """No table has two features of one name, and each says what it means."""
    listed = getattr(port_of(system, "observe"), table)
    assert len({feature.name for feature in listed}) == len(listed)
    assert all(NAME.fullmatch(feature.name) and feature.meaning for feature in listed)


@each
def test_sizes_and_places_are_those_of_the_tables(system: str) -> None:
    """What a system tells shared kernels is what its tables say; features of the objective follow each other there."""
    port = port_of(system, "observe")
    assert sizes_of(system) == tuple(len(getattr(port, table)) for table in TABLES)
    names = [feature.name for feature in port.CONTEXT]
    first = names.index("goal_eliminate")
    assert names[first : first + len(OBJECTIVES)] == [f"goal_{name}" for name in OBJECTIVES]


@each
def test_kinds_of_decisions_are_called_alike(system: str) -> None:
    """A feature for a kind of decision is that of the kind, as the system has it."""
    known = {context.asked(kind) for kind in port_of(system).DECISIONS.values()}
    assert {feature for feature in port_of(system, "observe").CONTEXT if feature.name.startswith("decides_")} <= known


def test_a_missing_feature_is_an_error() -> None:
    """A system that forgets a shared feature is told when it is imported."""
    with pytest.raises(ValueError, match="fallen"):
        places_of(units.SHARED, [feature for feature in units.SHARED if feature.name != "fallen"])
    assert features_of(units.Slot)[0] == Feature("present", units.SHARED.present.meaning)


def test_shared_features_are_where_the_table_says() -> None:
    """An opening, looked at by each unit: the shared features of context and slots hold what the battle does."""
    battle = Battle("yard", 3)
    seen, mask = np.zeros(observation_size(8, 8), np.float32), np.zeros(int(layout()[0]["size"]), np.int8)
    port, sizes, arena = port_of("swan_song", "observe"), sizes_of(), battle.field.arena[0]
    place = places_of(units.SHARED, port.SLOT)
    rounds = [feature.name for feature in port.CONTEXT].index("round")
    for who, fighter in enumerate(battle.field.roster):
        look(*battle.arrays, kernel.plain(layout()), who, seen, mask)
        unit, goal = battle.record[0]["units"][who], arena["goals"][fighter.team]
        slots = seen[sizes.context : sizes.context + 16 * sizes.slot].reshape(16, sizes.slot)
        assert seen[rounds] == np.float32(battle.round / arena["limit"])
        own = slots[who - goal["first"]]
        assert (own[place.self], own[place.present], own[place.dx], own[place.dy], own[place.distance]) == (1, 1, 0, 0, 0)
        assert own[place.life] == 1
        others = [other for other, one in enumerate(battle.field.roster) if one.team != fighter.team]
        for slot, other in enumerate(others):
            body = battle.record[0]["units"][other]
            assert body["status"] == UP
            assert np.isclose(slots[8 + slot][place.dx], (int(body["x"]) - int(unit["x"])) / 24)
            assert np.isclose(slots[8 + slot][place.dy], (int(body["y"]) - int(unit["y"])) / 24)
