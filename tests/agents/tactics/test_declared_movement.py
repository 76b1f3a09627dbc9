"""What tacticians declare of movement, in the systems that declare it first: it is made, and used for what was declared."""

from collections import Counter

import pytest
from laddertable import fighter as ranked
from laddertable import planned
from laddertable import table as ladder_table
from pooltable import fighter, pass_until
from pooltable import table as pool_table

from fireteam.agents.bots import CompiledBot
from fireteam.env.battle import Battle
from fireteam.env.scenario.reading import load_scenario
from tabletop import *

BATTLES = 60
CORRIDOR = "#" * 20 + "\n" + "." * 20 + "\n" + "#" * 20
PACES = {"walk", "jog", "run"}


def moved(system: str, scenario: str) -> Counter[str]:
    """Return how often tacticians of both sides declared a pace, took no step of it, declared blows and never came near."""
    found: Counter[str] = Counter()
    for seed in range(BATTLES):
        battle = Battle(load_scenario(scenario, system), seed, reasons=False)
        bots = {team.name: CompiledBot("tactician", seed) for team in battle.field.scenario.teams}
        going: dict[str, int] = {}
        while battle.decision is not None:
            decision, turn = battle.decision, battle.round
            events = battle.step(bots[decision.team].decide(battle))
            for event in events:
                if event.kind in ("walk", "run") and event.actor:
                    going[f"{event.actor} {turn}"] = 0
                elif event.kind == "step" and f"{event.actor} {turn}" in going:
                    going[f"{event.actor} {turn}"] += 1
                found[event.kind] += 1
        found["paces"] += len(going)
        found["unused"] += sum(steps == 0 for steps in going.values())
    return found


@pytest.mark.parametrize("scenario", ["keep", "yard"])
@pytest.mark.parametrize("system", ["d10_pool", "ladder"])
def test_a_pace_that_is_declared_is_used(system: str, scenario: str) -> None:
    """In d10_pool one of fifty at most is for nothing; in ladder, where others go in between and bar the way, one of ten."""
    found = moved(system, scenario)
    assert found["paces"] > 50
    assert found["unused"] <= (0.1 if system == "ladder" else 0.02) * found["paces"]


@pytest.mark.parametrize("scenario", ["keep", "warehouse"])
def test_what_is_declared_in_ladder_is_done(scenario: str) -> None:
    """LD-T1: of ten declarations two at most lapse: what the others do before is not known."""
    found = moved("ladder", scenario)
    assert found["declares"] > 200
    assert found["lapses"] <= 0.2 * found["declares"]


def test_nobody_declares_a_pace_whose_way_is_barred() -> None:
    """In a corridor a friend stands in the way, and has had its turn: who is behind it goes nowhere, and does not say so."""
    battle = pool_table([fighter((9, 1)), fighter((8, 1))], [fighter((18, 1))], ground=CORRIDOR)
    pass_until(battle, "red_2")
    assert verbs(battle) >= PACES
    assert battle.words(CompiledBot("charger").decide(battle)) not in PACES
    ladder = ladder_table([ranked((8, 1)), ranked((9, 1), skills={"discipline": -1})], [ranked((18, 1))], ground=CORRIDOR)
    while decider(ladder)[1] != "red_1":
        play(ladder, "end", [])
    while decider(ladder) == ("declare", "red_1"):
        ladder.step(CompiledBot("charger").decide(ladder))
    assert "walk" not in planned(ladder, "red_1")
