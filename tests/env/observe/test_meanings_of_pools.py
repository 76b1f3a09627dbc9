"""Positions of d10_pool made by hand: every feature of the observation by its name, and what it must be.

What a position does not name is 0. The numbers follow from the meanings that `fireteam list observation` prints, from the
sheets of the fighters, and from the source where dice are counted.
"""

from typing import Any

import pytest
from observed import Values, check, flat, seen, state_of, unnamed
from pooltable import *

from fireteam.env.battle import Battle
from fireteam.env.rules.record import DOWN
from fireteam.systems.d10_pool.rules.record import JOGS, RUNS, WALKS
from fireteam.systems.d10_pool.rules.tables import ASLEEP, BRAWL, DODGING, MELEE

LOW_WALL = "\n".join(["." * 20, "." * 10 + "o" + "." * 9, "." * 20, "." * 20, "." * 20])
ZONE = "\n".join(["." * 20, "." * 20, "." * 20, "." * 14 + "AA" + "." * 4, "." * 20])
HOLD = {"objective": {"kind": "hold", "zone": "A", "needed": 4}}
SKILLED = {"firearms": 2, "melee": 3, "brawl": 1, "dodge": 5}
TEAMS = {
    "own_standing": 1,
    "others_standing": 1,
    "own_units": 2 / 16,
    "other_units": 2 / 16,
    "round": 1 / 20,
    "needed": 4 / 8,
}
GOAL = TEAMS | {"goal_hold": 1, "goal_dx": 12 / 24, "goal_dy": 2 / 24, "goal_path": 13 / 50}
# Dexterity 4: with Firearms 2, Brawl 1, Dodge 5, Melee 3. A submachine gun is harder by one, and fires six.
POOLS = {
    "pool_to_shoot": 6 / 15,
    "pool_to_punch": 5 / 15,
    "pool_to_brawl": 5 / 15,
    "pool_to_dodge": 9 / 15,
    "pool_to_parry": 7 / 15,
}
GUN = {"way_firearm": 1, "weapon_difficulty": 0.7, "weapon_damage": 0.6, "rate": 1, "range": 0.6, "ammo": 1, "spare": 3 / 4}
FRESH = {"present": 1, "life": 1, "to_act": 1, "in_sight": 1}
OPENING = GOAL | POOLS | GUN | {"decides_act": 1, "smallest_pool": 1}
SLOTS = {
    "own_0": {"present": 1, "self": 1, "life": 1},
    "own_1": FRESH | {"dy": 2 / 24, "distance": 2 / 50, "path": 2 / 50},
    "other_0": FRESH | {"dx": 9 / 24, "distance": 9 / 50, "its_cover": 0.5},
    "other_1": FRESH | {"dx": 3 / 24, "dy": 3 / 24, "distance": 4 / 50},
}


def position(weapons: tuple[str, ...] = ("submachine_gun", "sword"), **options: Any) -> Battle:
    """Return two against two, red_1 to act: red is to hold a zone 12 east and 2 south of it; blue_1 is behind a low wall."""
    red = [fighter((2, 1), weapons=list(weapons), attributes={"dexterity": 4}, abilities=SKILLED), fighter((2, 3))]
    blue = [fighter((11, 1), weapons=["light_pistol"]), fighter((5, 4))]
    return table(red, blue, ground=LOW_WALL, marks=ZONE, red_team=HOLD, rounds=20, **options)


def in_the_thick_of_it() -> Battle:
    """Return the position with everything changed that a battle changes.

    Red_1 has its sword in hand, and lies, so that the wall hides more of blue_1.
    """
    battle = position()
    one, friend, enemy, sleeper = (battle.unit(name) for name in ("red_1", "red_2", "blue_1", "blue_2"))
    one["level"], one["cap"], one["spent"], one["kept"], one["kept_for"], one["dedicated"] = 2, 6, 3, 2, MELEE, 4
    one["committed"], one["attacked"], one["gait"], one["metres"], one["aim"], one["marked"] = 1, 1, WALKS, 10, 2, 0b1100
    one["hand"], one["pace"], one["prone"] = 1, JOGS, 1
    friend["acted"], friend["pace"], friend["stunned"], friend["level"], friend["covered"] = 1, JOGS, 1, 6, 1
    enemy["pace"], enemy["spent"], enemy["committed"], enemy["dedicated"], enemy["level"] = RUNS, 6, 1, 2, 1
    sleeper["mind"], sleeper["prone"] = ASLEEP, 1
    return battle


# The hurt have a die less: of blows 4 + 3 - 1. There are seven levels to being incapacitated.
THICK = GOAL | {
    "decides_act": 1, "smallest_pool": 6 / 15, "spent": 3 / 15, "kept": 2 / 15, "kept_to_parry": 1, "dedicated_dodge": 4 / 8,
    "committed": 1, "attacked": 1, "pace": 1 / 3, "metres_left": 10 / 40, "aim": 2 / 3, "marked": 2 / 4, "level": 2 / 7,
    "pool_to_strike": 6 / 15, "pool_to_punch": 4 / 15, "pool_to_brawl": 4 / 15, "pool_to_dodge": 8 / 15,
    "pool_to_parry": 6 / 15, "way_held": 1, "weapon_difficulty": 0.6, "weapon_damage": 0.2, "rate": 1 / 6,
}  # fmt: skip
SLOTS_IN_IT = {
    "own_0": {"present": 1, "self": 1, "life": 5 / 7, "prone": 1, "pace": 2 / 3, "committed": 1, "spent": 3 / 15}
    | {"dedicated_dodge": 4 / 8},
    "own_1": {"present": 1, "in_sight": 1, "life": 1 / 7, "dy": 2 / 24, "distance": 2 / 50, "pace": 2 / 3, "helpless": 1}
    | {"covered": 1},
    "other_0": FRESH
    | {"life": 6 / 7, "dx": 9 / 24, "distance": 9 / 50, "its_cover": 1, "pace": 1, "spent": 6 / 15, "committed": 1}
    | {"dedicated_dodge": 2 / 8},
    "other_1": FRESH | {"dx": 3 / 24, "dy": 3 / 24, "distance": 4 / 50, "helpless": 1, "prone": 1},
}


def test_an_opening() -> None:
    """All are fresh, red_1 is asked: no dice are spent, and every pool is whole."""
    check(seen(position(), "red_1"), OPENING | flat(SLOTS))


def test_what_units_have_spent_suffered_and_taken_on() -> None:
    """It stands where the tables say, of oneself, of a friend, and of enemies."""
    check(seen(in_the_thick_of_it(), "red_1"), THICK | flat(SLOTS_IN_IT))


@pytest.mark.parametrize(
    ("ability", "feature"), [(DODGING, "kept_to_dodge"), (MELEE, "kept_to_parry"), (BRAWL, "kept_to_brawl")]
)
def test_what_dice_are_kept_for(ability: int, feature: str) -> None:
    """Of the three one is 1, and none while no dice are kept."""
    battle = position()
    battle.unit("red_1")["kept_for"] = ability
    check(seen(battle, "red_1"), OPENING | flat(SLOTS))
    battle.unit("red_1")["kept"] = 3
    check(seen(battle, "red_1"), OPENING | flat(SLOTS) | {"kept": 3 / 15, feature: 1})


@pytest.mark.parametrize(
    ("weapon", "wanted"),
    [
        ((), {"way_hand": 1, "weapon_difficulty": 0.6}),
        (("brass_knuckles",), {"way_knuckles": 1, "weapon_difficulty": 0.6, "weapon_damage": 0.1, "pool_to_strike": 5 / 15}),
        (("throwing_knife",), {"way_thrown": 1, "pool_to_shoot": 4 / 15}),
        (("bow",), {"way_bow": 1, "weapon_difficulty": 0.6, "range": 0.6, "ammo": 1, "pool_to_shoot": 4 / 15}),
        (("crossbow",), {"way_crossbow": 1, "ammo": 1}),
        (
            ("machine_gun",),
            {"way_firearm": 1, "weapon_difficulty": 0.8, "weapon_damage": 0.8, "rate": 1, "takes_all": 1, "range": 1}
            | {"spare": 2 / 4, "ammo": 1, "pool_to_shoot": 6 / 15},
        ),
        (
            ("light_pistol",),
            {"way_firearm": 1, "weapon_difficulty": 0.6, "weapon_damage": 0.4, "rate": 3 / 6, "range": 0.25},
        ),
    ],
)
def test_what_the_weapon_in_hand_is(weapon: tuple[str, ...], wanted: Values) -> None:
    """Its numbers are those of the catalog; thrown weapons and bows go by Athletics, of which there is none."""
    found = seen(position(weapon), "red_1")
    ways = {name: value for name, value in found.items() if name.startswith("way_") and value}
    assert ways.keys() <= wanted.keys()
    assert {name: found[name] for name in wanted} == pytest.approx(wanted)


def test_rounds_in_a_magazine() -> None:
    """Of thirty rounds twelve are left, of spare magazines one."""
    battle = position()
    battle.unit("red_1")["held"][0]["ammo"], battle.unit("red_1")["held"][0]["spare"] = 12, 1
    check(seen(battle, "red_1"), OPENING | flat(SLOTS) | {"ammo": 12 / 30, "spare": 1 / 4})


def attacked() -> Battle:
    """Return the position in which red_1 has shot at blue_1 with all its six dice; blue_1 has taken cover."""
    battle = position()
    battle.unit("blue_1")["covered"] = 1
    play(battle, "shoot blue_1")
    assert decider(battle) == ("defend", "blue_1")
    return battle


# Blue fights for no ground, so it is shown the way to red's: three east of blue_1, and two south.
ATTACKED = TEAMS | {
    "needed": 1 / 8, "decides_defend": 1, "goal_eliminate": 1, "rival_hold": 1, "goal_dx": 3 / 24, "goal_dy": 2 / 24,
    "goal_path": 4 / 50, "smallest_pool": 1, "incoming_dice": 6 / 15, "incoming_damage": 0.6, "free_dodge": 1,
    "pool_to_shoot": 3 / 15, "pool_to_punch": 3 / 15, "pool_to_brawl": 3 / 15, "pool_to_dodge": 3 / 15,
    "pool_to_parry": 3 / 15, "way_firearm": 1, "weapon_difficulty": 0.6, "weapon_damage": 0.4, "rate": 3 / 6, "range": 0.25,
    "ammo": 1, "spare": 3 / 4,
}  # fmt: skip
SLOTS_OF_BLUE = {
    "own_0": {"present": 1, "self": 1, "life": 1, "to_act": 1, "covered": 1},
    "own_1": FRESH | {"dx": -6 / 24, "dy": 3 / 24, "distance": 7 / 50},
    "other_0": FRESH | {"opponent": 1, "dx": -9 / 24, "distance": 9 / 50, "cover_from": 0.5, "spent": 6 / 15, "to_act": 0},
    "other_1": FRESH | {"dx": -9 / 24, "dy": 2 / 24, "distance": 10 / 50, "cover_from": 0.5},
}


def test_an_attack_to_defend_against() -> None:
    """Its dice, the dice of damage of its weapon, and that behind cover a dodge is free (DP-R2); who attacks is marked."""
    check(seen(attacked(), "blue_1"), ATTACKED | flat(SLOTS_OF_BLUE))
    bystander = seen(attacked(), "blue_2")
    assert (bystander["incoming_dice"], bystander["other_0.opponent"], bystander["decides_defend"]) == (0, 0, 0)
    open_to = attacked()
    open_to.unit("blue_1")["covered"] = 0
    assert seen(open_to, "blue_1")["free_dodge"] == 0


def dividing() -> Battle:
    """Return red_1 with three successes of a burst to divide between both of blue."""
    battle = position()
    battle.unit("blue_1")["y"] = 2
    take(battle, "mark blue_1", "mark blue_2")
    battle.unit("blue_1")["marked"] = 0b11
    assert seen(battle, "red_1")["marked"] == seen(battle, "blue_1")["marked"] == 2 / 4
    undefended(battle, "spray", "999222")
    assert decider(battle) == ("divide", "red_1")
    return battle


def test_successes_to_divide() -> None:
    """They are those of the roll, and the one who is given some is the opponent."""
    found = seen(dividing(), "red_1")
    assert (found["to_divide"], found["decides_divide"], found["decides_act"]) == (3 / 8, 1, 0)
    assert (found["other_0.opponent"], found["other_1.opponent"]) == (1, 0)
    assert (found["attacked"], found["ammo"], found["incoming_dice"]) == (1, pytest.approx(24 / 30), 0)


def fallen() -> Battle:
    """Return the position by night and in fog, in round 7, red_1 on its ground, blue_2 down beside it."""
    battle = position(light="dim", fog=True, winner_at_limit="blue")
    battle.record[0]["round_number"], battle.record[0]["teams"]["rounds_held"][0] = 7, 3
    one, enemy = battle.unit("red_1"), battle.unit("blue_2")
    one["x"], one["y"] = 14, 3
    enemy["x"], enemy["y"], enemy["status"] = 16, 2, DOWN
    return battle


FALLEN = {
    "round": 7 / 20, "progress": 3 / 4, "on_goal": 1, "at_limit": -1, "light": 1 / 3, "fog": 1, "others_standing": 0.5,
    "goal_dx": 0, "goal_dy": 0, "other_1.present": 0, "other_1.fallen": 1, "other_1.lies": 1, "other_1.dx": 2 / 24,
    "other_1.dy": -1 / 24, "other_1.distance": 2 / 50, "other_1.life": 0,
}  # fmt: skip
FOR_BLUE = {"rival_progress": 3 / 4, "progress": 0, "at_limit": 1, "own_standing": 0.5, "others_standing": 1}


def test_ground_held_and_who_lies() -> None:
    """Three of four rounds are held, one of two enemies stands; the other one lies two tiles east and one north."""
    found = seen(fallen(), "red_1")
    assert {name: found[name] for name in FALLEN} == pytest.approx(FALLEN)
    of_blue = seen(fallen(), "blue_1")
    assert {name: of_blue[name] for name in FOR_BLUE} == FOR_BLUE


def test_the_global_state_of_a_unit() -> None:
    """What is there of each unit, whoever looks."""
    battle = in_the_thick_of_it()
    place = {"present": 1, "x": 2 / 20}
    one = {"y": 1 / 5, "life": 5 / 7, "prone": 1, "acted": 1, "spent": 3 / 15, "kept": 2 / 15, "pace": 2 / 3}
    check(state_of(battle, "red_1"), place | one)
    friend = {"y": 3 / 5, "life": 1 / 7, "covered": 1, "acted": 1, "stunned": 1 / 2, "pace": 2 / 3}
    check(state_of(battle, "red_2"), place | friend)
    enemy = {"present": 1, "team": 1 / 4, "x": 11 / 20, "y": 1 / 5, "life": 6 / 7, "spent": 6 / 15, "pace": 1}
    check(state_of(battle, "blue_1"), enemy)


def test_every_feature_is_named() -> None:
    """In one of the positions it is something else than 0; harm has tests of its own, and bursts leave no buffer."""
    kept = {"kept_to_dodge": 1, "kept_to_brawl": 1}
    ways = dict.fromkeys(["way_hand", "way_knuckles", "way_thrown", "way_bow", "way_crossbow", "takes_all"], 1)
    others = {"decides_divide": 1, "to_divide": 1}
    named = [
        OPENING | flat(SLOTS),
        THICK | flat(SLOTS_IN_IT),
        ATTACKED | flat(SLOTS_OF_BLUE),
        FALLEN,
        FOR_BLUE,
        kept,
        ways,
        others,
    ]
    left = unnamed("d10_pool", *named)
    assert left == {f"context {name}" for name in ("goal_exit", "goal_protect", "rival_exit", "rival_protect")} | {
        "buffer",
        "harm_to",
        "harm_from",
    }
