"""Whatever behaviour a scenario gives its units, battles end, nobody who has broken does harm, and replays verify."""

import random
from pathlib import Path

import pytest
from camp import WIDTH, camp, ganger, marked, systems

from fireteam.agents.bots import load_bot
from fireteam.agents.series.series import play
from fireteam.env.battle import Battle
from fireteam.env.replay.replay import Replay
from fireteam.env.rules.arena import CUES, TEMPERS
from fireteam.env.rules.record import SURRENDERED, UP
from fireteam.env.rules.verbs import ENEMY, HARMS, REPLY


def any_camp(system: str, seed: int) -> Battle:
    """Return a battle of a seed in which both sides behave somehow."""
    dice = random.Random(seed)
    sides = []
    for first in (1, 8):
        units = [ganger(first + n, dice.randint(0, 1), name=f"Unit {first + n}") for n in range(3)]
        units[1]["protects"] = units[0]["name"]
        units[2]["temper"] = dice.choice(TEMPERS)
        call = {"when": dice.choice(CUES[1:]), "after": dice.randint(1, 3)}
        if call["when"] == "zone":
            call["zone"] = "x"
        units.append(ganger(dice.randint(1, WIDTH - 2), 2, arrives=call))
        morale = {"losses": dice.choice([20, 50, 80]), "wounds": dice.choice([0, 30, 60]), "surrenders": dice.random() < 0.6}
        if dice.random() < 0.5:
            morale["exit"] = "x"
        sides.append((units, {"morale": morale}))
    (red, reds), (blue, blues) = sides
    marks, fog = marked("x", dice.randint(0, WIDTH - 1), 1), dice.random() < 0.5
    return camp(system, red, blue, blues, marks, red_team=reds, seed=seed, rounds=8, fog=fog)


def check(battle: Battle) -> None:
    """Fail where somebody who has broken could do harm, or who has surrendered be attacked."""
    decision = battle.decision
    units = battle.record[0]["units"]
    if decision is None:
        return
    who = battle.record[0]["decider"]
    assert units[who]["status"] == UP or not battle.asked.own
    for action in battle.legal():
        verb = battle.field.system.VERBS[action.verb]
        if units[who]["broken"] and battle.asked.own:
            assert not verb.traits & HARMS
        if verb.domain == ENEMY and not verb.traits & REPLY:
            assert units[action.argument]["status"] != SURRENDERED


@systems
@pytest.mark.parametrize("seed", range(4))
def test_at_random(system: str, seed: int) -> None:
    """Random play comes to its end, step by step in order."""
    dice, battle = random.Random(seed), any_camp(system, seed)
    while not battle.over:
        check(battle)
        battle.step(dice.choice(battle.legal()))
    assert battle.ending != "undecided"


@systems
def test_by_doctrine(system: str, tmp_path: Path) -> None:
    """So do battles of bots, which flee and give up; what they did can be played again to the last bit."""
    found: set[str] = set()
    for seed in range(5):
        battle = any_camp(system, seed)
        bots = {team.name: load_bot("charger", seed) for team in battle.field.scenario.teams}
        record = Replay.of(battle, seed, dict.fromkeys(bots, "charger"))

        def step(action: object, battle: Battle = battle, record: Replay = record) -> None:
            check(battle)
            found.update(event.kind for event in record.step(battle, action))

        play(battle, bots, step)
        record.finish(battle)
    record.save(tmp_path / "last.jsonl.gz")
    Replay.load(tmp_path / "last.jsonl.gz").verify()
    assert {"breaks", "called"} <= found
    assert found & {"flees", "surrenders"}
