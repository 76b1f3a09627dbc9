"""LD-A1 to LD-A3: several actions, several targets, three of them at most, and one movement roll in a turn."""

from typing import Any

import pytest
from laddertable import *

from fireteam.env.battle import Battle


def crowd(weapon: str = "heavy_pistol", enemies: int = 4, **red: Any) -> Battle:
    """Return red_1 with a weapon against so many, five metres off."""
    weapons = [weapon] if weapon else []
    blue = [fighter((6, at)) for at in range(enemies)]
    return table([fighter((1, 1), weapons=weapons, **red)], blue)


def attacks(events: list[Any]) -> list[int]:
    """Return the results of red_1's attacks, which are what several actions leave of dice of nothing."""
    return [result for who, purpose, result in rolls(events) if (who, purpose) == ("red_1", "attack")]


@pytest.mark.rule("LD-A1")
@pytest.mark.parametrize(("shots", "penalty"), [(1, 0), (2, -2), (3, -3), (4, -4)])
def test_every_action_suffers_as_many_as_there_are(shots: int, penalty: int) -> None:
    """Two actions are at -2 each, three at -3; a single one suffers nothing."""
    events = turn(crowd(), {"red_1": ", ".join(["shoot blue_1"] * shots)}, *[0] * shots)
    assert attacks(events) == [penalty] * shots
    assert {
        term.words for event in events if event.kind == "roll" for term in event.terms if term.words != "Discipline"
    } == ({"several actions"} if penalty else set())


@pytest.mark.rule("LD-A1")
@pytest.mark.parametrize(("targets", "penalty"), [(1, 0), (2, -2), (3, -3)])
def test_every_target_is_an_action(targets: int, penalty: int) -> None:
    """A penalty equal to the number of targets being attacked."""
    names = [f"shoot blue_{number}" for number in range(1, targets + 1)]
    events = turn(crowd(), {"red_1": ", ".join(names)}, *[0] * targets)
    assert attacks(events) == [penalty] * targets


@pytest.mark.rule("LD-A1")
def test_every_one_evaded_is_an_action() -> None:
    """Blue dodges two who strike at it: -2 on either dodge; and a third action makes it -3."""
    for more, penalty in (("", -2), (", walk", -3)):
        battle = table([fighter((1, 1)), fighter((2, 2))], [fighter((2, 1), skills={"physique": 4})])
        plans = {
            "red_1": "punch blue_1",
            "red_2": "punch blue_1",
            "blue_1": f"dodge_attacks red_1, dodge_attacks red_2{more}",
        }
        events = turn(battle, plans, 0, 0, 0, 0, *([0] if more else []))
        found = [result for _, purpose, result in rolls(events) if purpose == "evasion"]
        assert found == [4 + penalty] * 2


@pytest.mark.rule("LD-A1")
def test_targets_and_other_actions_add_up() -> None:
    """Two targets and a walk: -3 on the two shots, and on the movement roll."""
    events = turn(crowd(), {"red_1": "walk, shoot blue_1, shoot blue_2"}, 0, 0, 0)
    assert rolls(events) == [("red_1", "movement", -3), ("red_1", "attack", -3), ("red_1", "attack", -3)]


@pytest.mark.rule("LD-A1")
def test_what_needs_no_roll_is_an_action_too() -> None:
    """Starting a car is one beside firing a pistol: a knife for the other hand leaves -2 on the shot."""
    battle = table([fighter((1, 1), weapons=["heavy_pistol", "knife"])], [fighter((6, 1))])
    events = turn(battle, {"red_1": "off_hand knife, shoot blue_1"}, 0)
    assert attack_of(events) == {"several actions": -2}


@pytest.mark.rule("LD-A1", "LD-H3")
def test_a_weapon_is_drawn_and_fired_at_no_penalty() -> None:
    """The page's Player 1 coolly draws his pistol and fires: with a roll of 0 and Ranged +3 his result is 3."""
    battle = table([fighter((1, 1), weapons=["knife", "heavy_pistol"], skills={"ranged": 3})], [fighter((6, 1))])
    turn(battle, {"red_1": "switch bare_hands"})
    events = turn(battle, {"red_1": "switch heavy_pistol, shoot blue_1"}, 0)
    assert attack_of(events) == {"Ranged": 3}
    assert [event.numbers["penalty"] for event in events if event.kind == "declares"] == [0, 0]


@pytest.mark.rule("LD-A1")
@pytest.mark.parametrize("declared", ["reload, shoot blue_1", "take_cover, shoot blue_1", "door east, shoot blue_1"])
def test_magazines_cover_and_doors_are_actions(declared: str) -> None:
    """Each leaves -2 on the shot beside it."""
    battle = table(
        [fighter((1, 1), weapons=["heavy_pistol"])], [fighter((1, 5))], ground="." * 9 + "\n..+......\n" + ".........\n" * 4
    )
    battle.unit("red_1")["held"][0]["ammo"] = 5
    battle.unit("red_1")["covered"] = 0
    events = turn(battle, {"red_1": declared}, 0)
    assert attack_of(events)["several actions"] == -2


@pytest.mark.rule("LD-A1")
def test_the_penalty_is_told_with_the_declaration() -> None:
    """Others see how many actions there are."""
    events = turn(crowd(), {"red_1": "shoot blue_1, shoot blue_2"}, 0, 0)
    assert [event.numbers["penalty"] for event in events if event.kind == "declares"] == [2, 2]


@pytest.mark.rule("LD-A2")
@pytest.mark.parametrize(("weapon", "verb"), [("heavy_pistol", "shoot"), ("rifle", "shoot"), ("rifle", "volley")])
def test_shots_and_bursts_engage_three_targets_at_most(weapon: str, verb: str) -> None:
    """After three targets no fourth is open; the three are, once more."""
    battle = crowd(weapon)
    turn(battle, {}, until="red_1")
    for number in (1, 2, 3):
        assert f"{verb} blue_4" in choices(battle)
        play(battle, f"{verb} blue_{number}")
    assert {words for words in choices(battle) if words.split()[0] in ("shoot", "volley")} == {
        f"{each} blue_{number}" for each in ("shoot", *(["volley"] if weapon == "rifle" else [])) for number in (1, 2, 3)
    }


@pytest.mark.rule("LD-A2", "LD-A5")
def test_shots_and_bursts_count_together() -> None:
    """Two shot at and one with a burst are three."""
    battle = crowd("rifle")
    turn(battle, {}, until="red_1")
    for said in ("shoot blue_1", "volley blue_2", "shoot blue_3"):
        play(battle, said)
    assert not {"shoot blue_4", "volley blue_4"} & choices(battle)


@pytest.mark.rule("LD-A2")
def test_blows_have_no_such_limit() -> None:
    """The limit is one of single shots and bursts: four enemies around can be struck in one turn."""
    battle = table([fighter((2, 1))], [fighter(at) for at in ((1, 0), (2, 0), (3, 0), (1, 1))])
    events = turn(battle, {"red_1": ", ".join(f"punch blue_{number}" for number in (1, 2, 3, 4))}, 0, 0, 0, 0)
    assert attacks(events) == [-4] * 4


def moving(physique: int, dice: int, said: str = "walk") -> int:
    """Return the metres that a movement roll gives, checked: it is told what it is made of."""
    battle = table([fighter((1, 1), skills={"physique": physique})], [fighter((30, 1))])
    events = turn(battle, {"red_1": said}, dice)
    terms = made_of(roll(events, "movement"))
    assert terms.get("Physique", 0) == physique
    return int(only(events, "walk").numbers["metres"] or 0)


@pytest.mark.rule("LD-A3")
@pytest.mark.parametrize(("physique", "dice", "metres"), [(0, 0, 6), (2, 1, 12), (4, 4, 22), (0, -1, 4), (-1, -4, 1)])
def test_the_movement_roll_is_the_distance(physique: int, dice: int, metres: int) -> None:
    """Six metres and two for each point of the result; one tile at least."""
    assert moving(physique, dice) == metres


@pytest.mark.rule("LD-A3", "LD-A1")
def test_several_actions_shorten_the_way() -> None:
    """Movement and another action: -2, so 6 + 2 x (4 - 2)."""
    assert moving(4, 0, "walk, dodge_attacks blue_1") == 10


@pytest.mark.rule("LD-A3")
def test_nobody_moves_twice_in_a_turn() -> None:
    """It is not possible to use several actions to move twice."""
    battle = table([fighter((1, 1))], [fighter((30, 1))])
    turn(battle, {}, until="red_1")
    play(battle, "walk")
    assert "walk" not in verbs(battle)


@pytest.mark.rule("LD-A3")
def test_the_roll_is_the_most_not_the_least() -> None:
    """It indicates the maximum distance: of four metres one is gone, and the fifth there is not."""
    for steps in (1, 4):
        battle = table([fighter((1, 1), skills={"physique": 2})], [fighter((30, 1))])
        events = turn(battle, {"red_1": "walk"}, 0, red_1=", ".join(["step east"] * steps))
        assert kinds_of(events).count("step") == steps
        assert int(battle.unit("red_1")["x"]) == 1 + steps
