"""LD-H3: the page's example of combat, the final room, played to the letter; and as a text that must stay as it is."""

from pathlib import Path

import pytest
from laddertable import *

from fireteam.env.battle import Battle
from fireteam.env.replay.narrate import sentences
from fireteam.env.scenario.models import Scenario
from fireteam.maps import Drawing

GOLDEN = Path(__file__).parent / "worked_example.txt"
# The final room; its door is on the right.
ROOM = "\n".join(["########", "#......#", "#.......", "#......#", "########"])
ONE, TWO, THREE = "first_1", "second_1", "third_1"


def final_room(tough: bool = True) -> Battle:
    """Return the battle after its initiative: three of whom each wants the prize, with dice of 2, 2 and -2."""
    pistol = ["heavy_pistol"]  # of damage bonus +3, to be drawn
    players = {
        "first": fighter((2, 1), weapons=pistol, skills={"discipline": 3, "ranged": 3}),
        "second": fighter((6, 2), weapons=[], skills={"discipline": 2, "physique": 2}),
        "third": fighter((2, 3), weapons=pistol, skills={"discipline": 3}, armour=["jacket"], pain_tolerance=tough),
    }
    scenario = Scenario.model_validate(
        {
            "system": "ladder",
            "title": "the final room",
            "map": Drawing(title="the final room", ground=ROOM),
            "teams": [{"name": name, "units": [unit]} for name, unit in players.items()],
        }
    )
    return Battle(scenario, 1, dice=faces(2, 2, -2))


@pytest.mark.rule("LD-H3", "LD-T1", "LD-H1", "LD-H2")
def test_the_example_to_the_letter() -> None:
    """Each sentence of it in its order."""
    battle = final_room()
    # "Results: Player 1: 5, Player 2: 4, Player 3: 1"
    opening = battle.events()
    initiative = {event.actor: event for event in opening if event.kind == "roll"}
    assert {name: event.numbers["hits"] for name, event in initiative.items()} == {ONE: 5, TWO: 4, THREE: 1}
    assert [made_of(event) for event in initiative.values()] == [{"Discipline": 3}, {"Discipline": 2}, {"Discipline": 3}]
    # "Player 3 declares first": he shoots at Player 1.
    assert decider(battle) == ("declare", THREE)
    take(battle, f"shoot {ONE}", "end")
    # "Player 2 knows futility when she sees it": it is her declaration, and she sees his. She bolts out of the room.
    assert decider(battle) == ("declare", TWO)
    assert planned(battle, THREE) == [f"shoot {ONE}"]
    take(battle, "walk", "end")
    # "Player 1 sees that Player 3 is drawing his gun and Player 2 is running away."
    assert decider(battle) == ("declare", ONE)
    assert (planned(battle, THREE), planned(battle, TWO)) == ([f"shoot {ONE}"], ["walk"])
    play(battle, f"shoot {THREE}")
    # "His action is resolved first." He rolls a 0 with Ranged +3. "He does not have time to aim", no modifiers.
    events = play(battle, "end", 0, 0)
    shot = roll(events, "attack")
    assert (shot.actor, shot.target, made_of(shot), shot.numbers["hits"]) == (ONE, THREE, {"Ranged": 3}, 3)
    # "Since Player 3 has already declared that he is firing, he cannot dodge": no other roll before hers.
    assert rolls(events) == [(ONE, "attack", 3), (TWO, "movement", 2)]
    # "The damage bonus of +3 is applied, resulting in 6"; "1 point of armor, which is subtracted"; "the net result is 5".
    assert harm_of(events) == {"outcome": 3, "weapon": 3, "armor": -1}
    assert damage(events) == 5
    # "Player 3 is now Critically Wounded".
    assert battle.unit(THREE)["level"] == LEVEL["critically wounded"]
    # "Since no one is attacking Player 2, she successfully runs out": nobody has evaded anything.
    assert decider(battle) == ("move", TWO)
    events = [*play(battle, "step east"), *play(battle, "end", 0)]
    assert battle.unit(TWO)["x"] == 7
    # He "would suffer a -3 penalty to all rolls, but his Pain Tolerance obviates the penalty": his own shot has none.
    assert kinds(events, "attack") == [("attack", THREE, ONE)]
    assert made_of(roll(events, "attack")) == {}
    # "He cannot walk."
    turn(battle, {}, until=THREE)
    assert (decider(battle), "walk" in verbs(battle)) == (("declare", THREE), False)


def full_log() -> str:
    """Return the example as text: what is decided, and what is told of it with dice and terms."""
    battle = final_room()
    lines = sentences(battle.field, battle.events())
    script = [
        *((f"shoot {ONE}", ()), ("end", ()), ("walk", ()), ("end", ()), (f"shoot {THREE}", ()), ("end", (0, 0))),
        *(("step east", ()), ("end", (0,))),
    ]
    for action, results in script:
        kind, name = decider(battle)
        assert action in choices(battle)
        lines.append(f"[{name}] ({kind}): {action}")
        lines += [f"    {line.strip()}" for line in sentences(battle.field, play(battle, action, *results))]
    return "\n".join(line.rstrip() for line in lines) + "\n"


@pytest.mark.rule("LD-H3")
def test_the_example_is_told_as_it_was() -> None:
    """The text beside this file, to the letter."""
    assert full_log() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.rule("LD-H3")
def test_without_pain_tolerance_the_shot_would_suffer() -> None:
    """The -3 is what is lifted: who does not have it shoots at -3."""
    events = turn(final_room(tough=False), {THREE: f"shoot {ONE}", ONE: f"shoot {THREE}"}, 0, 0)
    shots = [made_of(event) for event in events if event.numbers.get("purpose") == "attack"]
    assert shots == [{"Ranged": 3}, {"wounded": -3}]
