"""Changing what a team does not know of enemies in battles of ladder: what they carry, and what they mean to do."""

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.rules.kernel import entry
from fireteam.env.rules.record import UP
from fireteam.env.rules.verbs import AIM, PUNCH, SHOOT, STRIKE, TAKE_COVER, VOLLEY, WALK
from fireteam.systems.ladder.rules.port import open_phase
from fireteam.systems.ladder.rules.record import DECLARING, MOST_ITEMS
from fireteam.systems.ladder.words.verbs import DODGE_ATTACKS, FEINT

VERBS = (AIM, DODGE_ATTACKS, FEINT, PUNCH, SHOOT, STRIKE, TAKE_COVER, VOLLEY, WALK)


def change_plans(battle: Battle, team: int, who: int, rng: np.random.Generator) -> None:
    """Let a unit have other rounds and, where the team does not see it or its plan is not complete, another plan."""
    row, arena = battle.record[0], battle.field.arena[0]
    body = row["units"][who]
    for slot, model in enumerate(arena["sheets"][who]["weapons"]):
        if model >= 0:
            body["held"][slot]["ammo"] = rng.integers(int(arena["weapons"][model]["magazine"]) + 1)
            body["held"][slot]["spare"] = rng.integers(4)
    body["rolls"] = rng.integers(3, size=len(body["rolls"]))
    if not is_seen(battle, team, who) or (row["pass_number"] == DECLARING and row["decider"] == who):
        plan_anew(battle, who, rng)


def plan_anew(battle: Battle, who: int, rng: np.random.Generator) -> None:
    """Let a unit have declared anything at all."""
    body, units = battle.record[0]["units"][who], len(battle.field.roster)
    body["items"] = body["actions"] = rng.integers(MOST_ITEMS + 1)
    for item in body["plan"]:
        item["verb"], item["argument"] = VERBS[rng.integers(len(VERBS))], rng.integers(units)


def is_seen(battle: Battle, team: int, who: int) -> bool:
    """Return whether somebody of a team sees a unit."""
    names = [fighter.name for fighter in battle.field.roster]
    units = battle.record[0]["units"]
    watchers = [other for other in range(len(names)) if units["team"][other] == team and units["status"][other] == UP]
    return any(battle.cover(names[who], names[other]) != "total" for other in watchers)


@entry
def open_plan_anew(battles, arenas, logs):
    """Find out anew what the unit of ladder that decides may declare, or where it may step."""
    battle = battles[0]
    open_phase(battle, arenas[battle.variant], logs[0], battle.decider)
