"""What a body resists, and what weakens it meanwhile: a last stand all (SS-X3), wounds what lessens no damage (SS-H5)."""

from typing import Any

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.rules.record import DOWN
from tabletop import *

OPEN = "\n".join(["." * 20] * 5)
HURT = -2  # half of its Flesh is gone
DICE = {"hand": 7, "shin": 9, "genitals": 5}  # of Agility 3 and Pistols 12, less those of the call


def resistances(events: list[Event]) -> list[dict[str, int]]:
    """Return the terms of the rolls against effects, in their order."""
    return [terms(event) for event in events if event.kind == "roll" and event.numbers["purpose"] == "resist an effect"]


def shot_at(location: str, **blue: Any) -> list[dict[str, int]]:
    """Return the resistances of blue_1, wounded, that has been hit at a location."""
    battle = table(
        [unit((2, 2), weapons=["light_pistol"], skills={"pistols": 12})], [target((6, 2), **blue)], OPEN, order(6, 1)
    )
    battle.unit("blue_1")["flesh"] = 60
    battle.unit("blue_1")["wounds"] = HURT
    play(battle, f"call_shot {location}")
    battle.dictate([5] * DICE[location] + [2] * 100)
    events = battle.step("shoot blue_1")
    battle.dictate([])
    return resistances(events)


@pytest.mark.rule("SS-H5", "SS-C3")
@pytest.mark.parametrize(
    ("location", "tests"),
    [
        ("hand", [{"Body": 3, "Willpower": 3}]),  # stun
        ("shin", [{"Strength": 3, "Agility": 3}]),  # a fall
        ("genitals", [{"Body": 3, "Willpower": 3}, {"Body": 3, "Willpower": 3}, {"Body": 3}]),  # and buckling knees
    ],
)
def test_wounds_count_where_no_damage_is_lessened(location: str, tests: list[dict[str, int]]) -> None:
    """Source, Wound Modifiers: on all tests but those that lessen the damage that is about to be taken."""
    assert shot_at(location, flesh=120) == [made | {"wounded": HURT} for made in tests]


def gassed(**blue: Any) -> Battle:
    """Return a battle in which blue_1's turn comes in tear gas."""
    red = unit((2, 2), weapons=["gas_grenade"], skills={"throwing": 3})
    battle = table([red], [target((9, 2), **blue)], OPEN, order(6, 1))
    play(battle, "throw blue_1", "555222")
    return battle


@pytest.mark.rule("SS-H5", "SS-R10")
def test_wounds_do_not_count_against_a_toxin() -> None:
    """Source, Wound Modifiers: resisting a toxin is one of the tests that they spare."""
    battle = gassed()
    battle.unit("blue_1")["wounds"] = HURT
    quietly(battle, "end")
    assert all(made == {"Body": 3, "Willpower": 3} for made in resistances(quietly(battle, "step_in")))


@pytest.mark.rule("SS-X3", "SS-R10")
def test_a_last_stand_halves_what_resists_gas() -> None:
    """Source, Fight for your Life: all dice pools are halved. Body 3 and Willpower 3 are three dice."""
    battle = gassed()
    battle.unit("blue_1")["last_stand"] = 1
    quietly(battle, "end")
    made = resistances(quietly(battle, "step_in"))
    assert made
    assert all(pool == {"Body": 3, "Willpower": 3, "fights for its life": -3} for pool in made)


@pytest.mark.rule("SS-H4")
@pytest.mark.parametrize(
    ("armored", "shield", "left"), [(1, 20, (0, 16)), (8, 20, (3, 20)), (1, 2, (-2, 0)), (5, 0, (0, 0))]
)
def test_excess_strain_of_those_without_flesh_goes_to_armor_then_to_the_shield(
    armored: int, shield: int, left: tuple[int, int]
) -> None:
    """Source, Exceeding the Thresholds: the next available pool, Armored before Shields. A fall, not a death."""
    robot = target((3, 2), flesh=0, armored=10, shield=20, strain=4, attributes={"body": 3})
    battle = table([unit((2, 2), weapons=[], skills={"unarmed": 6}, attributes={"strength": 9})], [robot], OPEN, order(6, 1))
    body = battle.unit("blue_1")
    body["armored"], body["shield"] = armored, shield
    body["strain"] = 3
    battle.dictate([5] * 3 + [2] * 100)  # Strength 9 and three net hits: eleven points in excess, five carried over
    events = battle.step("punch blue_1")
    battle.dictate([])
    assert sum(event.numbers["damage"] for event in events if event.kind == "damage") == 5
    assert (body["armored"], body["shield"]) == left
    assert (only(events, "unconscious").target, body["status"]) == ("blue_1", DOWN)
