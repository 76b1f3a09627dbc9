"""Grenades in the hands of a tactician: those that are worth it are thrown, and no other is taken in hand."""

import pytest

from fireteam.agents.bots import load_bot
from fireteam.env.battle import Battle
from tabletop import *

GROUND = "\n".join(["." * 40] * 9)
TROOP = [(14, 3), (14, 4), (14, 5), (15, 4)]


def grenadier(*weapons: str, **changes: object) -> dict[str, object]:
    """Return a unit with a gun in hand that shoots badly and throws well."""
    skills = {"automatics": 0, "throwing": 5}
    return unit(
        (2, 4), "grenadier", weapons=["submachine_gun", *weapons], skills=skills, attributes={"strength": 1}, **changes
    )


def against(places: list[tuple[int, int]], *weapons: str, friends: list[tuple[int, int]] | None = None) -> Battle:
    """Return a battle in which a grenadier acts first against enemies at some places; its friends stand by."""
    red = [grenadier(*weapons), *(target(place) for place in friends or [])]
    blue = [target(place) for place in places]
    return table(red, blue, GROUND, order(6, *[1] * (len(red) + len(blue) - 1)))


def phase_of(battle: Battle) -> list[str]:
    """Return what a tactician does in the first phase of a battle, in words."""
    bot, done = load_bot("tactician", 1), []
    while battle.decision is not None and battle.decision.unit == "red_1" and battle.decision.kind == "act":
        done.append(battle.words(bot.decide(battle)))
        battle.step(done[-1])
    return done


@pytest.mark.parametrize("weapon", ["fragmentation_grenade", "concussion_grenade"])
def test_a_grenade_is_thrown_at_a_troop(weapon: str) -> None:
    """It is taken in hand, its fuse is set so that they cannot all get away, and it is thrown in the same phase."""
    done = [words for words in phase_of(against(TROOP, weapon)) if words.split()[0] in ("switch", "fuse", "throw")]
    assert [words.split()[0] for words in done[:3]] == ["switch", "fuse", "throw"]
    assert done[:2] == [f"switch {weapon}", "fuse end_of_pass"]
    assert done[2].split()[1].startswith("blue_")


@pytest.mark.parametrize(
    ("places", "friends"),
    [
        ([(39, 4)], []),  # too far
        ([(5, 4)], []),  # within its own blast
        (TROOP, [(13, 3), (13, 4), (13, 5), (15, 5)]),  # among friends
    ],
)
def test_no_grenade_is_taken_that_is_not_worth_it(places: list[tuple[int, int]], friends: list[tuple[int, int]]) -> None:
    """Where it reaches nobody, or its own side too, it stays where it is."""
    done = phase_of(against(places, "fragmentation_grenade", friends=friends))
    assert done
    assert not [words for words in done if words.startswith(("switch", "throw"))]


def test_who_holds_a_grenade_that_is_not_worth_throwing_takes_its_gun() -> None:
    """Beside its own feet it would do more harm than good."""
    battle = against([(5, 4)], "fragmentation_grenade")
    battle.step("switch fragmentation_grenade")
    assert phase_of(battle)[0] == "switch submachine_gun"


def test_smoke_is_not_taken_in_hand() -> None:
    """It is no use to a unit that could shoot instead."""
    assert not [words for words in phase_of(against(TROOP, "smoke_grenade")) if words.startswith("switch")]
