"""The same fight with the starts of the two sides exchanged."""

from typing import Any

import numpy as np

from fireteam.agents.series.differences import difference_of
from fireteam.agents.series.series import fight_lineups
from fireteam.content.errors import ContentError
from fireteam.content.reading import validated
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import prepare

from ..model import Estimate, Swapped
from .fights import Fought, facts_of, lineup


class NotSwapped(Exception):
    """The starts of a scenario cannot be exchanged; says why."""


def swapped_starts(scenario: Scenario) -> Scenario:
    """Return a scenario with the starts of both sides exchanged: each unit on the place of its counterpart in the roster.

    If one side has more units than the other, the rest of them stand on further tiles of the other's start. Those who come
    later change places in the same way.

    Raises:
        NotSwapped: there are more than two teams, or no such places, or the fight is about one side's own end of the map.
    """
    if scenario.draw is not None:
        raise NotSwapped("each battle draws a map that is the same from either end")
    if len(scenario.teams) > 2:
        raise NotSwapped(f"there are {len(scenario.teams)} teams, and two change places")
    field = prepare(scenario)
    opening = field.opening[0]["units"]
    later = [bool(fighter.unit.arrives) for fighter in field.roster]  # a round, or a call
    for who, fighter in enumerate(field.roster):
        if fighter.template.seats or fighter.unit.aboard:
            raise NotSwapped(f"{fighter.called} has a vehicle, which needs the room that it has")
        if fighter.unit.down:
            raise NotSwapped(f"{fighter.called} lies where the fight is about")
        zone = scenario.teams[fighter.team].objective.zone
        if scenario.teams[fighter.team].objective.kind == "exit" and not later[who]:
            if (int(opening[who]["x"]), int(opening[who]["y"])) in field.drawing.tiles_marked(zone or ""):
                raise NotSwapped(f"{scenario.teams[fighter.team].name} has to leave by the end where it starts")
    changed = scenario.model_dump()
    for number, team in enumerate(changed["teams"]):
        other = 1 - number
        waiting = {
            is_later: [
                [int(opening[who]["x"]), int(opening[who]["y"])]
                for who, fighter in enumerate(field.roster)
                if fighter.team == other and later[who] == is_later
            ]
            for is_later in (False, True)
        }
        mark = scenario.teams[other].start
        marked = [list(place) for place in field.drawing.tiles_marked(mark)] if mark else []
        waiting[False] += [place for place in marked if place not in waiting[False]]
        waiting[True] += waiting[True] or marked
        team["units"] = [placed(unit, waiting) for unit in single(team["units"])]
        team["start"] = scenario.teams[other].start
    try:
        made = validated(type(scenario), changed, scenario.title)
        prepare(made)
    except ContentError as error:
        raise NotSwapped(str(error)) from None
    return made


def single(units: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return units one by one."""
    return [unit | {"count": 1} for unit in units for _ in range(unit["count"])]


def placed(unit: dict[str, Any], waiting: dict[bool, list[list[int]]]) -> dict[str, Any]:
    """Return a unit on the next free place, facing its enemies."""
    places = waiting[bool(unit["arrives"])]
    if not places:
        raise NotSwapped("one side is larger than the other has starting places")
    return unit | {"at": places.pop(0), "facing": None}


def swapped(fought: Fought) -> tuple[Swapped | None, str]:
    """Return the effect of exchanged starts in the middle cell, on the same dice, or why they cannot be exchanged."""
    question = fought.question
    try:
        scenario = swapped_starts(question.scenario)
    except NotSwapped as error:
        return None, str(error)
    seeds = [outcome.seed for outcome in fought.middle]
    series = fight_lineups(scenario, [lineup(fought)], seeds, question.workers, watched=True)
    there, here = facts_of(series.outcomes, question.party), fought.heart
    return Swapped(wins=change(here.wins, there.wins), wiped_out=change(here.wiped_out, there.wiped_out)), ""


def change(before: np.ndarray, after: np.ndarray) -> Estimate:
    """Return how much a share changes, battle by battle, shape (battles,), bool."""
    found = difference_of(before, after)
    return Estimate(value=found.middle, low=found.low, high=found.high, battles=found.battles)
