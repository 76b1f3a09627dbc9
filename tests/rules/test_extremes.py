"""Numbers at their extremes: each is refused with a sentence, or taken; battles are fought with the outermost that are."""

import random

import numpy as np
import pytest
from extremes import WRONG, houses, outermost, scenarios, using

from fireteam.content.errors import ContentError
from fireteam.content.reading import validated
from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.rules.record import UP
from fireteam.env.scenario.models import Scenario

DECISIONS = 100
PARTS = 2  # that the workers share
LEFT = {  # fields of a unit that are never below nothing
    "swan_song": ("ap", "walk_left", "run_left", "strain", "ammo", "karma"),
    "d10_pool": ("level", "metres", "spent", "kept", "stunned", "dedicated", "aim", "ammo"),
    "ladder": ("level", "metres", "items", "actions", "aim", "strangles", "ammo"),
}


def refused(house: dict[str, object], system: str = "swan_song") -> bool:
    """Return whether house rules are refused; anything but a sentence fails."""
    said = ""
    try:
        load_catalog(house, system)
    except ContentError as error:
        said = str(error)
    assert not said or said.startswith("house rules: ")
    return bool(said)


def played(battle: Battle, seed: int) -> None:
    """Play at random; what a unit has left is never below nothing."""
    left_of = LEFT[battle.field.scenario.system]
    dice = random.Random(seed)
    for _ in range(DECISIONS):
        legal = battle.legal()
        if not legal:
            break
        battle.step(dice.choice(legal))
        units = battle.record["units"][: len(battle.field.roster)]
        units = units[units["status"] == UP]
        for name in left_of:
            left = units["held"]["ammo"] if name == "ammo" else units[name]
            assert np.all(left >= 0), name
    assert battle.decision is None or battle.legal()


@pytest.mark.parametrize(("system", "least"), [("swan_song", 10_000), ("d10_pool", 5_000), ("ladder", 3_000)])
def test_every_number_of_the_catalog_is_checked(system: str, least: int) -> None:
    """Nothing in the catalog takes any value: each of these is refused with a sentence, or is an entry that can be."""
    checked = [refused(house, system) for _, _, house in houses(WRONG, system)]
    assert len(checked) > least
    assert 0.5 < np.mean(checked) < 1.0


def test_every_number_of_a_scenario_is_checked() -> None:
    """The same for scenarios."""
    said = 0
    for data in scenarios(WRONG):
        try:
            validated(Scenario, data, "it")
        except ContentError as error:
            said += str(error).startswith("it")
    assert said > 1000


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("system", "least"), [("swan_song", 700), ("d10_pool", 260), ("ladder", 180)])
def test_battles_at_the_extremes(system: str, least: int, part: int) -> None:
    """The least and the most that the catalog takes can be fought with: a hundred random decisions, or to the end."""
    fought = 0
    found = outermost(system, lambda house: refused(house[2], system), part, PARTS)
    for number, (kind, name, house) in enumerate(found, part * 10_000):
        try:
            battle = Battle(using(kind, name, house, number, system), number)
        except ContentError:
            continue
        played(battle, number)
        fought += 1
    assert fought > least
