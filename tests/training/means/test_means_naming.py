"""What orders use is named by the tables of their system: orders that are made by hand, and all that there is."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from fireteam.agents.doctrine.orders import MOST_ACTS, NO_ACT, ORDER
from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.decisions import ACT
from fireteam.env.rules.record import NOBODY, NOWHERE
from fireteam.env.rules.systems import port_of
from fireteam.training.means.naming import GO, Names, all_means, unused
from fireteam.training.means.run import scenarios_of

known = cache(scenarios_of)


def holding(system: str, *weapons: str) -> tuple[Battle, int]:
    """Return a battle in which a unit that carries some weapons decides in its own phase, the first of them in hand."""
    for scenario in known(system):
        battle = Battle(scenario, seed=2)
        for who in range(len(battle.field.roster)):
            if set(weapons) <= set(names := battle.field.weapon_names(who)):
                row = battle.record[0]
                row["decider"], row["decision"] = who, ACT
                row["units"][who]["hand"] = names.index(weapons[0])
                row["units"][who]["off_hand"] = BARE_HANDS
                row["units"][who]["aboard"] = NOBODY
                return battle, who
    raise AssertionError(f"nobody carries {weapons} in {system}")


def order(system: str, *acts: tuple[str, int], goal: int = NOWHERE) -> Any:
    """Return an order of some acts, verbs by name with their arguments."""
    made = np.zeros(1, ORDER)[0]
    made["goal"], made["after"] = goal, NOWHERE
    made["verbs"] = NO_ACT
    for place, (verb, argument) in enumerate(acts, start=MOST_ACTS - len(acts)):
        made["verbs"][place] = port_of(system).VERBS.numbers[verb]
        made["arguments"][place] = argument
    return made


@pytest.mark.parametrize(
    ("system", "weapon", "acts", "expected"),
    [
        ("swan_song", "assault_rifle", [("shoot", 1)], ["shoot", "shoot: assault rifle"]),
        ("swan_song", "assault_rifle", [("aim", 1), ("aim", 1), ("volley", 1)], ["aim", "volley", "volley: assault rifle"]),
        (
            "swan_song",
            "assault_rifle",
            [("mode", 2), ("volley", 1)],
            ["mode", "mode: BF", "volley", "volley: assault rifle"],
        ),
        ("swan_song", "assault_rifle", [("strike", 1)], ["strike", "strike: assault rifle"]),
        (
            "swan_song",
            "sword",
            [("call_shot", 3), ("strike", 1)],
            ["call shot", "call shot: eye", "strike", "strike: sword"],
        ),
        ("swan_song", "sword", [("punch", 1)], ["punch"]),
        ("swan_song", "submachine_gun", [("suppress_cone", 2)], ["suppress cone", "suppress cone: submachine gun"]),
        ("swan_song", "smoke_grenade", [("throw", 1)], ["throw", "throw: smoke grenade"]),
        ("swan_song", "sword", [("first_aid", 0)], ["first aid"]),
        ("ladder", "bow", [("shoot", 1)], ["shoot", "shoot: bow"]),
        ("ladder", "sword", [("dodge_attacks", 1), ("strike", 1)], ["dodge attacks", "strike", "strike: sword"]),
        ("ladder", "sword", [("feint", 1)], ["feint"]),
        (
            "d10_pool",
            "rifle",
            [("keep_to_dodge", 3), ("single_shot", 1)],
            ["keep to dodge", "single shot", "single shot: rifle"],
        ),
        ("d10_pool", "halberd", [("strike", 1)], ["strike", "strike: halberd"]),
    ],
)
def test_an_order_is_named_by_all_that_it_uses(
    system: str, weapon: str, acts: list[tuple[str, int]], expected: list[str]
) -> None:
    """Each act is a means, and so is what it is done with; what is done twice is named once."""
    battle, _ = holding(system, weapon)
    assert Names(battle).of_order(order(system, *acts)) == tuple(expected)


def test_what_is_drawn_first_is_what_the_order_uses() -> None:
    """After a switch the other weapon is in hand."""
    battle, who = holding("swan_song", "machine_pistol", "smoke_grenade")
    slot = battle.field.weapon_names(who).index("smoke_grenade")
    names = Names(battle).of_order(order("swan_song", ("switch", slot), ("throw", 1)))
    assert names == ("switch", "throw", "throw: smoke grenade")


def test_going_somewhere_is_a_means_however_it_is_declared() -> None:
    """The verb of a walk that a system declares is not named beside it."""
    battle, _ = holding("swan_song", "sword")
    assert Names(battle).of_order(order("swan_song", goal=7)) == (GO,)
    battle, _ = holding("ladder", "bow")
    assert Names(battle).of_order(order("ladder", ("walk", 0), ("shoot", 1), goal=7)) == (GO, "shoot", "shoot: bow")


def test_an_answer_is_another_means_than_an_act_of_its_own() -> None:
    """What is asked stands behind it, and a step in a vehicle is no step on foot."""
    battle, who = holding("swan_song", "sword")
    numbers = port_of("swan_song").VERBS.numbers
    assert Names(battle).of_act(numbers["step"], 2) == ("step",)
    battle.record[0]["units"][who]["aboard"] = 0
    assert Names(battle).of_act(numbers["step"], 2) == ("step", "step: in a vehicle")
    battle.record[0]["decision"] = next(n for n, kind in port_of("swan_song").DECISIONS.items() if kind.name == "intercept")
    assert Names(battle).of_act(numbers["strike"], 1) == ("strike (intercept)", "strike: sword (intercept)")


def test_what_is_open_is_named_once() -> None:
    """Every open act is named, whatever its argument."""
    battle, _ = holding("swan_song", "assault_rifle")
    battle.record[0]["open"][:] = 0
    numbers = port_of("swan_song").VERBS.numbers
    battle.record[0]["open"][numbers["shoot"]] = 0b1100
    battle.record[0]["open"][numbers["end"]] = 1
    assert list(Names(battle).open()) == ["end", "shoot", "shoot: assault rifle"]


@pytest.mark.parametrize("system", ["swan_song", "ladder", "d10_pool"])
def test_all_that_there_is_comes_from_tables(system: str) -> None:
    """Every verb and every weapon is there; what an order has used, also as an answer, is no longer unused."""
    catalog = load_catalog(system=system)
    every = all_means(system, catalog)
    assert len(set(every)) == len(every)
    assert {verb.name.replace("_", " ") for verb in port_of(system).VERBS.values()} <= set(every)
    assert {f"weapon: {name.replace('_', ' ')}" for name in catalog.weapons} <= set(every)
    weapon = f"weapon: {list(catalog.weapons)[1].replace('_', ' ')}"
    used = ["strike (intercept)", f"strike: {weapon.removeprefix('weapon: ')} (intercept)"]
    assert set(every) - set(unused(every, used)) == {"strike", weapon}


def test_options_with_words_are_means_and_numbers_are_not() -> None:
    """A place that shots are called at is one; so many dice of a pool are none."""
    swan_song, pool = (all_means(system, load_catalog(system=system)) for system in ("swan_song", "d10_pool"))
    assert "call shot: eye" in swan_song
    assert "use item: stimulant" in swan_song
    assert [name for name in pool if name.startswith("keep to dodge")] == ["keep to dodge"]
