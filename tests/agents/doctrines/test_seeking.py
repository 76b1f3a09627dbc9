"""Bots go looking: who has nothing to shoot at and no ground to hold makes for where enemies are, were, or may be."""

from typing import Any

import numpy as np
import pytest

from fireteam.agents.bots import load_bot, parameters_of
from fireteam.agents.doctrine.records import MEMORY
from fireteam.agents.rollout import decide_row
from fireteam.agents.series.series import fight_series
from fireteam.env.battle import Battle
from fireteam.env.rules.kernel import plain
from fireteam.env.rules.record import MAX_TEAMS, MAX_UNITS
from fireteam.env.scenario.models import Scenario
from tabletop import *

ROOMS = """
###########################
#......#......#.....#.....#
#......+......+.....+.....#
#......#......#.....#.....#
###########################"""
BATTLES, STALEMATES = 20, 2
AGES_AGO = -9  # a round: who was last busy then has lost its patience


def rooms(red: int = 1, blue: int = 25, doors: str = "+", **changes: Any) -> Scenario:
    """Return four rooms behind doors, three soldiers of red and three of blue in two columns of them.

    `changes` are keys of the scenario; `blue_unit` those of each unit of blue.
    """
    unit = changes.pop("blue_unit", {})
    teams = [
        {"name": "red", "units": [{"template": "soldier", "at": [red, y]} for y in (1, 2, 3)]},
        {"name": "blue", "units": [{"template": "soldier", "at": [blue, y], **unit} for y in (1, 2, 3)]},
    ]
    drawing = {"title": "Four rooms", "ground": ROOMS.replace("+", doors)}
    return Scenario.model_validate({"title": "Four rooms", "map": drawing, "teams": teams, **changes})


@pytest.mark.parametrize("fog", [False, True])
@pytest.mark.parametrize("doors", ["+", "/"])
@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_behind_doors_they_find_each_other(system: str, doors: str, fog: bool) -> None:
    """At most one battle of ten ends in a draw, be the doors closed or open, by every system, in fog too."""
    scenario = rooms(doors=doors, system=system, fog=fog)
    bots = {team: load_bot("tactician") for team in ("red", "blue")}
    outcomes = fight_series(scenario, bots, BATTLES, seed=3).outcomes
    assert len(outcomes) == BATTLES
    assert sum(outcome.winner < 0 for outcome in outcomes) <= STALEMATES


@pytest.mark.parametrize(
    ("bot", "changes"),
    [
        ("guard", {}),
        ("tactician:seek=0", {}),
        ("tactician", {"winner_at_limit": "blue"}),
        ("tactician", {"blue_unit": {"temper": "cautious"}}),
        ("tactician", {"blue_unit": {"template": "assassin", "hidden": True}}),
    ],
)
def test_who_need_not_go_stays(bot: str, changes: dict[str, Any]) -> None:
    """A guard, who wins if nothing happens, who is told to let others come, and who lies in wait, look for nobody."""
    battle = Battle(rooms(stalemate=20, **changes), 4, reasons=False)
    bots, went = {"red": load_bot("tactician:seek=0"), "blue": load_bot(bot)}, 0
    before = battle.record[0]["units"]["x"][3:6].copy()
    while battle.decision is not None and battle.record[0]["round_number"] < 6:
        battle.step(bots[battle.decision.team].decide(battle))
        went = max(went, int(np.abs(battle.record[0]["units"]["x"][3:6] - before).max()))
    assert went <= 2


def where_to(battle: Battle, **remembered: int) -> int:
    """Return the column that red_1 makes for in its phase, if it remembers so much and has lost its patience."""
    while decider(battle) != ("act", "red_1"):
        battle.step("end" if decider(battle)[0] == "act" else "pass")
    bots, memories = np.repeat(parameters_of("tactician"), MAX_TEAMS), np.zeros(MAX_UNITS, MEMORY)
    memories["clock"], memories["busy"] = 1, AGES_AGO
    for name, value in remembered.items():
        memories[name] = value
    decide_row(*battle.arrays, plain(bots), plain(memories))
    return int(memories["goal"][battle.record[0]["decider"]]) % 27


def test_they_make_for_where_enemies_are_were_or_may_be() -> None:
    """The known enemy first; then where one was last known; then the far end, as seen from where they came in."""
    known = Battle(rooms(red=10, blue=25), 1, reasons=False)
    assert where_to(known, seen=2 * 27 + 2 + 1) > 10  # what is known now counts, not what was
    unknown = Battle(rooms(red=10, blue=25, fog=True), 1, reasons=False)
    assert where_to(unknown, seen=2 * 27 + 2 + 1) < 10
    assert where_to(unknown, seen=2 * 27 + 24 + 1) > 10
    assert where_to(unknown, seen=2 * 27 + 12 + 1, ground=2 * 27 + 24 + 1) > 10  # it sees that nobody is there any more
    assert where_to(unknown) > 10  # the eastern end is farther from where they came in


def test_a_side_looks_where_its_enemies_may_be_not_where_they_are() -> None:
    """Wherever enemies out of sight stand, a unit makes for the same place."""
    places = [where_to(Battle(rooms(red=10, blue=blue, fog=True), 1, reasons=False)) for blue in (2, 17, 25)]
    assert len(set(places)) == 1
