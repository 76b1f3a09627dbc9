"""SS-B7: a heavy body costs every test with Agility or Reaction, not attacks and defense alone.

Source, combat page, Body Barriers: a penalty to Agility and Reaction, the body's Body less the carrier's Strength.
"""

from typing import Any

import pytest
from ailing import maim

from fireteam.env.battle import Battle
from fireteam.env.rules.record import DOWN, NOBODY
from fireteam.systems.swan_song.rules.tables import AILMENTS
from tabletop import *

OPEN = "\n".join(["." * 20] * 5)
HEAVY = {"body": 5}  # two more than the Strength of 3 that carries it


def carrier(red: dict[str, Any] | None = None, ground: str = OPEN, blue: Any = (8, 2), **options: Any) -> Battle:
    """Return a battle in which red_1, every attribute 3, has just lifted the heavy red_2 in its own phase."""
    enemies = [target(blue, weapons=["light_pistol"], skills={"pistols": 12})]
    reds = [target((3, 2), **(red or {})), unit((3, 3), attributes=HEAVY)]
    battle = table(reds, enemies + options.pop("more", []), ground, options.pop("dice", order(6, 1, 5)), **options)
    battle.unit("red_2")["status"], battle.unit("red_2")["prone"] = DOWN, 1
    quietly(battle, "walk")
    play(battle, "lift red_2")
    return battle


@pytest.mark.rule("SS-B7", "SS-A4")
def test_a_burden_weighs_on_a_grapple() -> None:
    """Unarmed 4 + Agility 3 - 2."""
    battle = carrier({"skills": {"unarmed": 4}}, blue=(4, 2))
    events = quietly(battle, "grapple blue_1")
    assert terms(roll(events, "grapple")) == {"Agility": 3, "Unarmed": 4, "carries a body": -2}


@pytest.mark.rule("SS-B7", "SS-D10")
def test_a_burden_weighs_on_a_lock() -> None:
    """Mechanics 2 + Agility 3 - 2."""
    rows = OPEN.splitlines()
    rows[2] = "..x" + "." * 17
    battle = carrier({"skills": {"mechanics": 2}}, "\n".join(rows), legend={"x": "locked_door"})
    events = quietly(battle, "pick_lock west")
    assert terms(roll(events, "pick a lock")) == {"Agility": 3, "Mechanics": 2, "carries a body": -2}


@pytest.mark.rule("SS-B7", "SS-C3")
def test_a_burden_weighs_on_who_would_stay_on_its_feet() -> None:
    """A shot at the shin: Strength 3 + Agility 3 - 2, past the body from behind."""
    battle = carrier({"facing": "west", "flesh": 30})
    take(battle, "end", "call_shot shin")
    battle.dictate([5] * 6 + [2] * 100)
    events = battle.step("shoot red_1")
    battle.dictate([])
    assert terms(roll(events, "resist an effect")) == {"Strength": 3, "Agility": 3, "carries a body": -2}


@pytest.mark.rule("SS-B7", "SS-S1", "SS-S2")
def test_a_burden_weighs_on_surprise() -> None:
    """Blue_2 comes in the second round, unexpected: Reaction 3 + Intuition 3 - 2."""
    newcomer = target((15, 4), arrives=2)
    battle = carrier(more=[newcomer], dice=order(6, 1, 5))
    events = []
    while battle.round == 1:
        events = quietly(battle, "end")
    tests = [event for event in events if event.kind == "roll" and event.numbers["purpose"] == "surprise"]
    assert terms(tests[0]) == {"Reaction": 3, "Intuition": 3, "carries a body": -2}
    next_phase(battle, "red_1")


@pytest.mark.rule("SS-B7", "SS-T3")
def test_a_burden_weighs_on_a_tie() -> None:
    """Source, Initiative Score: the higher Reaction goes first. Red_1 has 5, less the 3 its body costs it; blue_1 has 4."""
    quick, slow = {"reaction": 5, "intuition": 2}, {"reaction": 4, "intuition": 2}
    battle = table(
        [target((3, 2), attributes=quick), unit((3, 3), attributes={"body": 6})],
        [target((8, 2), attributes=slow), target((8, 3))],
        OPEN,
        order(6, 1, 1, 1),
    )
    battle.unit("red_2")["status"], battle.unit("red_2")["prone"] = DOWN, 1
    take(battle, "walk", "lift red_2", "end")
    for name in ("red_1", "blue_1"):
        battle.unit(name)["score"] = 15  # in the next pass both have 5
    battle.unit("blue_2")["score"] = 3
    quietly(battle, "end")
    quietly(battle, "end")
    assert battle.decision is not None
    assert (battle.record[0]["pass_number"], battle.decision.unit) == (2, "blue_1")


@pytest.mark.rule("SS-B7", "SS-C3")
@pytest.mark.parametrize("hands", [1, 2])
def test_without_hands_nobody_carries(hands: int) -> None:
    """Source, Forearm: no grip on anything. A hand that is left still holds the body, none does not."""
    battle = carrier({"facing": "west", "flesh": 30})
    maim(battle.unit("red_1"), "broken_grip", hands - 1)
    battle.unit("red_1")["ailing"] |= (hands - 1) << AILMENTS.index("broken_grip")
    take(battle, "end", "call_shot forearm")
    battle.dictate([5] * 6 + [2] * 100)
    battle.step("shoot red_1")
    battle.dictate([])
    assert (battle.unit("red_2")["carried_by"] == NOBODY) == (hands == 2)
    assert (battle.unit("red_1")["burden"] == 0) == (hands == 2)
