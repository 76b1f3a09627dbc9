"""Fog keeps its secrets in every rule system: what a team cannot know changes nothing that is made for it.

Where the unseen are and how enemies fare is changed, by the fields that every system has and those that it calls HEALTH;
and all that d10_pool and ladder have besides (`poolsecrets.py`, `plansecrets.py`). What Swan Song has besides is changed in
`test_knowledge.py`.
"""

from typing import Any

import numpy as np
import toy
from everysystem import each, under
from perturbing import fits, open_anew, unknown_to
from plansecrets import change_plans, open_plan_anew
from poolsecrets import change_pools
from toy.rules.port import open_phase

from fireteam.agents.bots import load_bot
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.observation import observation_size
from fireteam.env.rules.decisions import ACT
from fireteam.env.rules.kernel import entry, plain
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import UP
from fireteam.env.rules.systems import new_log
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.seats.bots import look
from fireteam.systems.d10_pool.rules import port as d10_pool
from fireteam.systems.d10_pool.rules.tables import INCAPACITATED
from fireteam.systems.ladder.rules.tables import OUT

BATTLES, DECISIONS, APART = 6, 80, 8
BOTS = ("tactician", "charger", "suppressor", "guard")


@entry
def open_toy_anew(battles, arenas, logs):
    """Find out anew what is open to the unit of the toy whose phase it is."""
    battle = battles[0]
    open_phase(battle, arenas[battle.variant], logs[0], battle.decider)


@entry
def open_pools_anew(battles, arenas, logs):
    """Find out anew what is open to the unit of d10_pool whose turn it is."""
    battle = battles[0]
    d10_pool.open_phase(battle, arenas[battle.variant], logs[0], battle.decider)


OPEN_ANEW = {"swan_song": open_anew, "d10_pool": open_pools_anew, "ladder": open_plan_anew, toy.NAME: open_toy_anew}
MOST_HURT = {"d10_pool": INCAPACITATED, "ladder": OUT}  # the first wound level at which nobody is up


def behind_walls(system: str) -> Scenario:
    """Return a battle in fog, of two teams who have the offices between them."""
    teams = [{"name": name, "start": name[0], "units": [{"template": "soldier", "count": 4}]} for name in ("red", "blue")]
    return Scenario.model_validate(
        {"title": "Behind walls", "system": system, "map": "offices", "fog": True, "teams": teams}
    )


def changed(battle: Battle, team: int, rng: np.random.Generator) -> Battle:
    """Return a battle in which the unseen are elsewhere, and enemies fare otherwise, if they are up and not studied."""
    other = battle.copy()
    record, opening = other.record[0], battle.field.opening["units"]
    strangers = unknown_to(battle, team)
    for who in range(len(battle.field.roster)):
        unit = record["units"][who]
        if unit["team"] == team or unit["status"] != UP:
            continue
        studied = bool(int(record["teams"]["studied"][team]) >> who & 1)
        if battle.field.scenario.system == "d10_pool":
            change_pools(other, who, studied, rng)
        if battle.field.scenario.system == "ladder":
            change_plans(other, team, who, rng)
        if not studied:
            for pool in battle.field.system.HEALTH:
                if pool == "level":
                    unit[pool] = rng.integers(0, MOST_HURT[battle.field.scenario.system])
                elif (most := int(opening[pool].reshape(-1)[who])) > 0:
                    unit[pool] = rng.integers(1, most + 1)
        if who in strangers:
            unit["facing"] = rng.integers(8)
            before = int(unit["x"]), int(unit["y"])
            tiles = rng.integers(int(battle.field.arena[0]["size"]), size=40).tolist()
            if not any(fits(*other.arrays[:2], int(record["decider"]), who, tile) for tile in tiles):
                unit["x"], unit["y"] = before
    record["seed"] = rng.integers(2**31, size=2)
    return other


def made_for(battle: Battle, team: int) -> dict[str, Any]:
    """Return what is made for a team: what its units see, what is open, what each bot decides."""
    found: dict[str, Any] = {}
    system = battle.field.scenario.system
    numbering = layout(8, 8, system)
    log, mask = new_log(battle.record.dtype, SILENT), np.zeros(int(numbering[0]["size"]), np.int8)
    for who in np.flatnonzero(battle.record[0]["units"]["team"][: len(battle.field.roster)] == team).tolist():
        seen = np.zeros(observation_size(8, 8, system), np.float32)
        look(plain(battle.record), battle.arrays[1], plain(log), plain(numbering), who, seen, mask)
        found[f"observation of {who}"] = seen.tobytes()
    for name in BOTS:
        found[name] = load_bot(name, 5).decide(battle)
    if battle.record[0]["decision"] == ACT:
        again = battle.copy()
        OPEN_ANEW[system](*again.arrays)
        found["mask"] = again.legal()
    return found


@each
def test_what_a_side_cannot_know_changes_nothing(system: str) -> None:
    """First rounds of battles in fog, states of which are changed twice: the unseen stand elsewhere, enemies are hurt."""
    rng, unknown, moved, hurt = np.random.default_rng(8), 0, 0, 0
    for seed in range(BATTLES):
        scenario = behind_walls(system) if seed % 2 else under(system, fog=True)  # nobody is seen, or all are
        if system == "d10_pool" and seed == 0:
            scenario = load_scenario("mist")
        battle = Battle(scenario, seed, reasons=False)
        players = [load_bot(name, seed) for name in ("tactician", "random")]
        for number in range(DECISIONS):
            if battle.over:
                break
            if number % APART == 0:
                team = int(battle.record[0]["units"]["team"][battle.record[0]["decider"]])
                unknown += len(unknown_to(battle, team))
                ones = made_for(battle, team)
                for _ in range(2):
                    other = changed(battle, team, rng)
                    units, before = other.record[0]["units"], battle.record[0]["units"]
                    moved += int((units[["x", "y"]] != before[["x", "y"]]).sum())
                    hurt += sum(int((units[pool] != before[pool]).sum()) for pool in battle.field.system.HEALTH)
                    assert made_for(other, team) == ones, f"{battle.decision} knows too much"
            battle.step(players[int(rng.integers(2))].decide(battle))
    assert min(unknown, moved, hurt) > 40
