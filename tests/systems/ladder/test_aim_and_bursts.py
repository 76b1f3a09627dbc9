"""LD-A4 and LD-A5: turns of aiming at who stands still, what spoils them; bursts and buckshot."""

from typing import Any

import pytest
from laddertable import *

from fireteam.env.battle import Battle


def range_of(
    weapon: str = "heavy_pistol", metres: int = 8, *, slow: bool = False, rules: dict[str, Any] | None = None, **red: Any
) -> Battle:
    """Return red_1 with a weapon, so many metres from blue_1; it acts first unless it is `slow`. `rules` go to the table."""
    weapons = red.pop("weapons", [weapon])
    skills = {"discipline": -1} if slow else {}
    return table(
        [fighter((1, 1), weapons=weapons, skills=skills, **red)], [fighter((1 + metres, 1))], stalemate=20, **(rules or {})
    )


def aim(battle: Battle, turns: int = 1) -> None:
    """Let red_1 aim at blue_1 for some turns in which nothing else happens."""
    for _ in range(turns):
        assert "aim" in kinds_of(turn(battle, {"red_1": "aim blue_1"}))


@pytest.mark.rule("LD-A4")
@pytest.mark.parametrize("weapon", ["heavy_pistol", "bow", "crossbow", "rifle"])
@pytest.mark.parametrize(("turns", "bonus"), [(1, 1), (2, 2), (3, 3)])
def test_each_turn_of_aiming_adds_one(weapon: str, turns: int, bonus: int) -> None:
    """Aiming a firearm or a bow: each turn a cumulative +1 to the attack."""
    battle = range_of(weapon)
    aim(battle, turns)
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == {"aimed": bonus}


@pytest.mark.rule("LD-A4")
def test_it_adds_three_at_most() -> None:
    """For a maximum of +3: a fourth turn is not open, as it would be of no use."""
    battle = range_of()
    aim(battle, 3)
    turn(battle, {}, until="red_1")
    assert "aim blue_1" not in choices(battle)
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == {"aimed": 3}


@pytest.mark.rule("LD-A4")
@pytest.mark.parametrize(("turns", "bonus"), [(1, 2), (2, 3)])
def test_aim_by_twos_adds_three_at_most_too(turns: int, bonus: int) -> None:
    """Where a house rule makes each turn worth two, the second adds only what is left of the three."""
    battle = range_of(rules={"catalog": {"numbers": {"aim": 2}}})
    aim(battle, turns)
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == {"aimed": bonus}


@pytest.mark.rule("LD-A4")
@pytest.mark.parametrize("weapons", [["throwing_knife"], ["knife"], []])
def test_only_firearms_and_bows_are_aimed(weapons: list[str]) -> None:
    """A firearm or bow, says the page: no knife, thrown or not, and no fist."""
    battle = range_of(weapons=weapons)
    turn(battle, {}, until="red_1")
    assert "aim" not in verbs(battle)


@pytest.mark.rule("LD-A4")
def test_aiming_takes_the_turn() -> None:
    """A character spends a turn aiming: nothing can be declared with it, before or after."""
    battle = range_of()
    turn(battle, {}, until="red_1")
    play(battle, "dodge_attacks blue_1")
    assert "aim" not in verbs(battle)
    battle = range_of(slow=True)
    play(battle, "aim blue_1")
    assert battle.decision is not None
    assert battle.decision.unit == "blue_1"


@pytest.mark.rule("LD-A4")
def test_the_target_must_stand_still() -> None:
    """Blue has moved in this turn before red aims: the aim lapses. It moves after red has aimed: the aim is lost."""
    battle = range_of(slow=True)
    events = turn(battle, {"red_1": "aim blue_1", "blue_1": "walk"}, 0, blue_1="step east")
    assert (lapsed(events), "aim" in kinds_of(events)) == ([("red_1", "aim")], False)
    battle = range_of()
    events = turn(battle, {"red_1": "aim blue_1", "blue_1": "walk"}, 0, blue_1="step east")
    assert "aim" in kinds_of(events)
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == {}


@pytest.mark.rule("LD-A4")
def test_a_target_that_only_dodges_stands_still() -> None:
    """A dodge takes nobody off its tile: the aim is kept."""
    battle = range_of()
    turn(battle, {"red_1": "aim blue_1", "blue_1": "dodge_attacks red_1"})
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == {"aimed": 1}


@pytest.mark.rule("LD-A4")
@pytest.mark.parametrize(
    ("plan", "dice"),
    [("walk", (0,)), ("reload", ()), ("switch knife", ()), ("dodge_attacks blue_1", ()), ("take_cover", ())],
)
def test_doing_something_else_spoils_the_aim(plan: str, dice: tuple[int, ...]) -> None:
    """Moving, a magazine, another weapon, a dodge, cover: what follows is a shot that was not aimed."""
    red = fighter((1, 1), weapons=["heavy_pistol", "knife"])
    ground = "." * 12 + "\n" + "." * 12 + "\no" + "." * 11
    battle = table([red], [fighter((9, 1))], ground=ground)
    aim(battle, 2)
    battle.unit("red_1")["held"][0]["ammo"] = 5
    turn(battle, {"red_1": plan}, *dice, **({"red_1": "step east"} if plan == "walk" else {}))
    back = "switch heavy_pistol, " if plan.startswith("switch") else ""
    assert "aimed" not in attack_of(turn(battle, {"red_1": f"{back}shoot blue_1"}, 0))


@pytest.mark.rule("LD-A4")
def test_a_wound_spoils_the_aim() -> None:
    """Blue hits red as it aims."""
    battle = table([fighter((1, 1), weapons=["heavy_pistol"])], [fighter((2, 1))])
    turn(battle, {"red_1": "aim blue_1", "blue_1": "punch red_1"}, 1)
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == {}


@pytest.mark.rule("LD-A4")
def test_the_shot_itself_ends_the_aim() -> None:
    """The bonus is one to the attack: the second shot has none, nor one at somebody else."""
    battle = range_of()
    aim(battle, 2)
    events = turn(battle, {"red_1": "shoot blue_1, shoot blue_1"}, -3, -3)
    found = [{term.words: term.dice for term in event.terms} for event in events if event.numbers.get("purpose") == "attack"]
    assert found == [{"several actions": -2, "aimed": 2}, {"several actions": -2}]
    battle = table([fighter((1, 1), weapons=["heavy_pistol"])], [fighter((9, 1)), fighter((9, 2))])
    aim(battle)
    assert attack_of(turn(battle, {"red_1": "shoot blue_2"}, 0)) == {}
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == {}


@pytest.mark.rule("LD-A4")
def test_aiming_at_another_begins_anew() -> None:
    """Two turns at blue_1, one at blue_2: +1."""
    battle = table([fighter((1, 1), weapons=["heavy_pistol"])], [fighter((9, 1)), fighter((9, 2))])
    aim(battle, 2)
    assert only(turn(battle, {"red_1": "aim blue_2"}), "aim").numbers["dice"] == 1
    assert attack_of(turn(battle, {"red_1": "shoot blue_2"}, 0)) == {"aimed": 1}


@pytest.mark.rule("LD-A5")
def test_a_burst_adds_one_and_takes_three_rounds() -> None:
    """A 3-round burst grants +1 to the attack; a single shot of the same weapon does not."""
    for verb, terms, rounds in (("volley", {"burst": 1}, 3), ("shoot", {}, 1)):
        battle = range_of("rifle")
        before = int(battle.unit("red_1")["held"][0]["ammo"])
        assert attack_of(turn(battle, {"red_1": f"{verb} blue_1"}, 0)) == terms
        assert before - int(battle.unit("red_1")["held"][0]["ammo"]) == rounds


@pytest.mark.rule("LD-A5")
def test_what_fires_no_bursts_has_none_nor_has_who_lacks_rounds() -> None:
    """A pistol has none; a rifle with two rounds has only shots."""
    battle = range_of()
    turn(battle, {}, until="red_1")
    assert "volley" not in verbs(battle)
    battle = range_of("rifle", slow=True)
    battle.unit("red_1")["held"][0]["ammo"] = 5
    play(battle, "volley blue_1")
    assert "volley" not in verbs(battle)
    assert "shoot" in verbs(battle)


@pytest.mark.rule("LD-A5")
@pytest.mark.parametrize(("metres", "terms"), [(1, {"buckshot": 1}), (10, {"buckshot": 1}), (11, {})])
def test_buckshot_adds_one_close_by(metres: int, terms: dict[str, int]) -> None:
    """A shotgun at close range, ten metres, and not beyond."""
    assert attack_of(turn(range_of("shotgun", metres), {"red_1": "shoot blue_1"}, 0)) == terms


@pytest.mark.rule("LD-A4", "LD-A5", "LD-R1")
def test_aim_and_burst_add_up_to_what_decides() -> None:
    """Three of aim and one of the burst are 4, more than 3: a success whatever is rolled, with an outcome of 1 at least."""
    battle = range_of("rifle")
    aim(battle, 3)
    events = turn(battle, {"red_1": "volley blue_1", "blue_1": "dodge_attacks red_1"}, -3, 2)
    assert attack_of(events) == {"aimed": 3, "burst": 1}
    assert only(events, "hit").numbers["net_hits"] == 1


@pytest.mark.rule("LD-R1")
@pytest.mark.parametrize(("reading", "left"), [("added", 1), ("each", None)])
def test_what_decides_is_the_sum_or_a_single_circumstance(reading: str, left: int | None) -> None:
    """If the modifier is greater than 3: aim and burst are 4 together, but neither is alone; then -3 + 4 - 2 is a miss."""
    battle = range_of("rifle", rules={"options": {"circumstances": reading}})
    aim(battle, 3)
    events = turn(battle, {"red_1": "volley blue_1", "blue_1": "dodge_attacks red_1"}, -3, 2)
    assert [event.numbers["net_hits"] for event in events if event.kind == "hit"] == ([left] if left else [])


@pytest.mark.rule("LD-R1")
@pytest.mark.parametrize("reading", ["added", "each"])
@pytest.mark.parametrize(("points", "decides"), [(3, False), (4, True)])
def test_a_single_circumstance_beyond_three_decides_by_either_reading(reading: str, points: int, decides: bool) -> None:
    """Buckshot worth 4 hits whatever is rolled; worth 3, a roll of -3 comes to nothing."""
    rules = {"options": {"circumstances": reading}, "catalog": {"numbers": {"buckshot": points}}}
    battle = range_of("shotgun", 5, rules=rules)
    assert ("hit" in kinds_of(turn(battle, {"red_1": "shoot blue_1"}, -3))) == decides
