"""What actions cost, as buttons, menus and lists say it, is what the engine takes: any action of any system, at random."""

import random
from typing import Any

import pytest

from fireteam.env.battle import Battle
from fireteam.env.catalog import catalog_of
from fireteam.env.observe.actions import Action
from fireteam.env.scenario.reading import load_scenario

DECISIONS = 120
# Of each system scenarios which have between them what is priced otherwise than by its class: bows, bursts, charges to be
# set, repairs, karma, vehicles, several attacks, answers.
FOUGHT = [
    ("swan_song", "yard"), ("swan_song", "keep"), ("swan_song", "breach"), ("swan_song", "powerhouse"),
    ("swan_song", "chase"), ("swan_song", "sniper"),
    ("d10_pool", "yard"), ("d10_pool", "stand"), ("ladder", "yard"), ("ladder", "shieldwall"),
]  # fmt: skip
MET = {"swan_song": {"0 AP", "1 AP"}, "d10_pool": {"free", "2 dice"}, "ladder": {"free", "1 action"}}  # at least


def taken(system: str, before: Any, after: Any) -> str:
    """Return what a unit has paid between two positions, in the words of its system."""
    if system == "d10_pool":
        dice = int(after["spent"]) - int(before["spent"])
        return f"{dice} dice" if dice else "free"
    if system == "ladder":
        return "free" if after["actions"] == before["actions"] else "1 action"
    if karma := int(before["karma"]) - int(after["karma"]):
        return f"{karma} karma, {after['karma']} left"
    if points := int(before["ap"]) - int(after["ap"]):
        return f"{points} AP, {after['ap']} left"
    return "free" if after["free_used"] > before["free_used"] else "0 AP"


def comparable(battle: Battle, after: Battle, who: int, printed: list[str]) -> bool:
    """Return whether what is left still shows the price: the turn goes on, and no mishap has taken more than that."""
    clock = ("round_number", "pass_number")
    unit, then = battle.record[0]["units"][who], after.record[0]["units"][who]
    same = not after.over and all(battle.record[0][name] == after.record[0][name] for name in clock)
    if battle.field.scenario.system == "d10_pool":  # who has committed itself has no dice to count
        same &= bool(then["committed"] == 0 and then["dedicated"] == unit["dedicated"])
    return same and then["status"] == unit["status"] and not {"phase_lost", "surprised"} & set(printed)


def wrong_prices(battle: Battle, open_now: list[Action], met: set[str]) -> list[str]:
    """Return where the price of an open action, one of each verb, is not what is then taken; add those that are to `met`."""
    system, who, found = battle.field.scenario.system, int(battle.record[0]["decider"]), []
    for action in open_now:
        said = catalog_of(system).price(battle.field, battle.record[0], who, *action)
        after = battle.copy()
        printed = [event.kind for event in after.step(action)]
        if not comparable(battle, after, who, printed):
            continue
        paid = taken(system, battle.record[0]["units"][who], after.record[0]["units"][who])
        if said != paid and said != "no karma":  # after which a pass may begin, with new points
            found.append(f"{battle.words(action)} ({battle.asked.name}): {said}, but {paid}")
        met.add(said.partition(",")[0])
    return found


@pytest.mark.parametrize(("system", "scenario"), FOUGHT)
def test_prices_are_what_is_taken(system: str, scenario: str) -> None:
    """In a battle of random actions every price that is told of an open one is what it takes; every verb has a price."""
    battle, chance, met = Battle(load_scenario(scenario, system), 2), random.Random(2), set[str]()
    for _ in range(DECISIONS):
        if battle.over:
            break
        by_verb: dict[int, list[Action]] = {}
        for action in battle.legal():
            by_verb.setdefault(action.verb, []).append(action)
        picked = [chance.choice(actions) for actions in by_verb.values()]
        assert wrong_prices(battle, picked, met) == []
        battle.step(chance.choice(picked))
    assert "" not in met
    assert met >= MET[system]
