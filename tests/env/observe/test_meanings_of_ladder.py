"""Positions of ladder made by hand: every feature of the observation by its name, and what it must be.

What a position does not name is 0. The numbers follow from the meanings that `fireteam list observation` prints, from the
sheets of the fighters, and from what everybody has declared.
"""

from typing import Any

import numpy as np
import pytest
from laddertable import *
from observed import Values, check, cut, flat, number_of, observed, seen, state_of, unnamed

from fireteam.env.battle import Battle
from fireteam.env.rules.record import DOWN
from fireteam.env.rules.verbs import ENEMY
from fireteam.systems.ladder.rules.record import DONE, IN_HANDS, ON_ARM
from fireteam.systems.ladder.words.verbs import VERBS

LOW_WALL = "\n".join(["." * 20, "." * 10 + "o" + "." * 9, "." * 20, "." * 20, "." * 20])
ZONE = "\n".join(["." * 20, "." * 20, "." * 20, "." * 14 + "AA" + "." * 4, "." * 20])
HOLD = {"objective": {"kind": "hold", "zone": "A", "needed": 4}}
TEAMS = {"own_standing": 1, "others_standing": 1, "own_units": 2 / 16, "other_units": 2 / 16, "round": 1 / 20}
GOAL = TEAMS | {"needed": 4 / 8, "goal_hold": 1, "goal_dx": 12 / 24, "goal_dy": 2 / 24, "goal_path": 13 / 50}
RANKS = {"rank_discipline": 1, "rank_physique": 1 / 4, "rank_ranged": 2 / 4, "rank_melee": 3 / 4, "rank_unarmed": -1 / 4}
RIFLE = {"way_firearm": 1, "weapon_bonus": 4 / 5, "bursts": 1, "range": 1, "ammo": 1, "spare": 3 / 4}
FRESH = {"present": 1, "life": 1, "in_sight": 1}
OPENING = GOAL | RANKS | RIFLE | {"decides_declare": 1}
SLOTS = {
    "own_0": {"present": 1, "self": 1, "life": 1},
    "own_1": FRESH | {"dy": 2 / 24, "distance": 2 / 50, "path": 2 / 50},
    "other_0": FRESH | {"dx": 9 / 24, "distance": 9 / 50, "its_cover": 0.5},
    "other_1": FRESH | {"dx": 3 / 24, "dy": 3 / 24, "distance": 4 / 50},
}
LEVELS_TO_OUT = 6


def position(weapons: tuple[str, ...] = ("rifle", "sword"), **options: Any) -> Battle:
    """Return two against two, red_1 the last to declare: red is to hold a zone; blue_1 is behind a low wall."""
    skills = {"physique": 1, "ranged": 2, "melee": 3, "unarmed": -1}
    red = [fighter((2, 1), weapons=list(weapons), skills=skills), fighter((2, 3))]
    blue = [fighter((11, 1), weapons=["light_pistol"]), fighter((5, 4))]
    battle = table(red, blue, ground=LOW_WALL, marks=ZONE, red_team=HOLD, rounds=20, **options)
    while decider(battle) != ("declare", "red_1"):
        battle.step("end")
    return battle


def declare(battle: Battle, who: str, *plan: str) -> None:
    """Write what a unit has declared into the record: "shoot blue_1", "walk"; an action each."""
    unit = battle.unit(who)
    for place, words in enumerate(plan):
        name, _, other = words.partition(" ")
        number = VERBS.numbers[name]
        unit["plan"][place]["verb"], unit["plan"][place]["argument"] = number, number_of(battle, other) if other else 0
        assert (VERBS[number].domain == ENEMY) == bool(other)
    unit["items"] = unit["actions"] = len(plan)


def in_the_thick_of_it() -> Battle:
    """Return the position with everything changed that a battle changes; red_1 has its sword in hand."""
    battle = position()
    one, friend, enemy, other = (battle.unit(name) for name in ("red_1", "red_2", "blue_1", "blue_2"))
    one["level"], one["metres"], one["aim"], one["hand"], one["prone"] = 4, 7, 1, 1, 1
    one["holds"], one["held_by"], one["pinned"], one["bearing"] = number_of(battle, "blue_2"), 0, 1, ON_ARM
    friend["acted"], friend["level"], friend["held_by"], friend["aim"], friend["covered"] = 0, 3, 3, 2, 1
    enemy["acted"], enemy["level"], enemy["bearing"], enemy["holds"] = 0, 1, ON_ARM, number_of(battle, "red_2")
    other["held_by"], other["pinned"], other["aim"] = 0, 1, 1
    declare(battle, "red_1", "strike blue_2", "dodge_attacks blue_1", "dodge_attacks blue_2", "feint blue_2")
    declare(battle, "red_2", "walk", "punch blue_2")
    declare(battle, "blue_1", "aim red_1", "parry_attacks red_1", "walk")
    declare(battle, "blue_2", "shoot red_1", "strike red_1", "shoot red_2", "shoot red_1")
    other["plan"][3]["state"] = DONE
    return battle


# Four actions take 4 off each roll, wounds of the fourth level 2; threats are those that are still to come.
THICK = GOAL | RANKS | {
    "decides_declare": 1, "actions": 4 / 6, "penalty": 4 / 6, "plans_blow": 1, "plans_evasion": 2 / 6, "plans_feint": 1,
    "threatened": 2 / 4, "threat_shoot": 1 / 4, "threat_strike": 1 / 4, "level": 4 / 6, "handicap": 2 / 3,
    "metres_left": 7 / 10, "aim": 1 / 3, "way_held": 1, "weapon_bonus": 2 / 5, "shield_on_arm": 1,
    "holds": 1, "held": 1, "pinned": 1,
}  # fmt: skip
SLOTS_IN_IT = {
    "own_0": {"present": 1, "self": 1, "life": 2 / 6, "prone": 1, "attacked": 1, "aim": 1 / 3}
    | {"shield": 1, "holds": 1, "held": 1},
    "own_1": FRESH
    | {"life": 3 / 6, "dy": 2 / 24, "distance": 2 / 50, "covered": 1, "to_act": 1, "actions": 2 / 6, "walks": 1}
    | {"aim": 2 / 3, "held": 0.5, "attacked": 1 / 2},
    "other_0": FRESH
    | {"life": 5 / 6, "dx": 9 / 24, "distance": 9 / 50, "its_cover": 1, "to_act": 1, "actions": 3 / 6, "walks": 1, "aims": 1}
    | {"evades_me": 1, "i_evade": 1, "shield": 1, "holds": 1},
    "other_1": FRESH
    | {"dx": 3 / 24, "dy": 3 / 24, "distance": 4 / 50, "actions": 4 / 6, "attacks_me": 2 / 2, "my_attacks": 1 / 2}
    | {"i_evade": 1, "attacked": 1 / 2, "aim": 1 / 3, "held": 1},
}  # fmt: skip


def test_an_opening() -> None:
    """All are fresh, nobody has declared anything, and red_1 is asked."""
    check(seen(position(), "red_1"), OPENING | flat(SLOTS))


def test_what_units_have_declared_suffered_and_taken_on() -> None:
    """It stands where the tables say, of oneself, of a friend, and of enemies; one's own plan is no secret to oneself."""
    check(seen(in_the_thick_of_it(), "red_1"), THICK | flat(SLOTS_IN_IT))


THREATS = ("shoot", "volley", "shoot_through", "await", "strike", "strike_through", "punch", "shield_strike")
THREATS += ("grapple", "garrote")


@pytest.mark.parametrize("verb", THREATS)
def test_what_is_declared_on_one_is_seen(verb: str) -> None:
    """Who declares later sees how it is attacked (LD-T1): once, twice; what is done is no threat any more."""
    battle = position()
    declare(battle, "blue_2", f"{verb} red_1", f"{verb} red_1", f"{verb} red_2")
    own = {"threatened": 2 / 4, f"threat_{verb}": 2 / 4, "own_0.attacked": 1, "own_1.attacked": 1 / 2}
    other = {"other_1.actions": 3 / 6, "other_1.attacks_me": 1}
    check(seen(battle, "red_1"), OPENING | flat(SLOTS) | own | other)
    battle.unit("blue_2")["plan"][0]["state"] = DONE
    found = seen(battle, "red_1")
    assert (found["threatened"], found[f"threat_{verb}"], found["other_1.attacks_me"]) == (1 / 4, 1 / 4, 1 / 2)


@pytest.mark.parametrize(("own", "others"), [(1, 1), (1, 2), (2, 1)])
def test_plans_of_who_has_no_slot(own: int, others: int) -> None:
    """They are left out, as are those against it, and all else is shown as with more slots."""
    for who in ("red_1", "blue_1", "blue_2"):
        battle = in_the_thick_of_it()
        assert np.array_equal(observed(battle, who, own, others), cut(battle, who, own, others))


def test_plans_against_who_has_fallen() -> None:
    """Nothing is shown of them."""
    battle = in_the_thick_of_it()
    battle.unit("blue_2")["status"], battle.unit("blue_2")["items"] = DOWN, 0
    found = {name[8:] for name, value in seen(battle, "red_1").items() if name.startswith("other_1.") and value}
    assert found == {"fallen", "lies", "dx", "dy", "distance"}


def test_many_attacks_on_one() -> None:
    """More than are counted are shown as 1."""
    battle = position()
    declare(battle, "blue_2", *["shoot red_1"] * 5)
    found = seen(battle, "red_1")
    assert [found[name] for name in ("threatened", "threat_shoot", "own_0.attacked", "other_1.attacks_me")] == [1] * 4


def test_a_friend_is_no_threat() -> None:
    """What one of a team declares on another of it is shown as its attack, but counts for no threat from others."""
    battle = position()
    declare(battle, "red_2", "shoot red_1")
    check(seen(battle, "red_1"), OPENING | flat(SLOTS) | {"own_1.actions": 1 / 6, "own_1.attacks_me": 1 / 2})


@pytest.mark.parametrize(("tolerant", "handicap"), [(False, 2 / 3), (True, 0)])
def test_pain_tolerance_lifts_what_wounds_take(tolerant: bool, handicap: float) -> None:
    """The severely wounded have 2 off all rolls, but for who tolerates pain (LD-H2)."""
    battle = table([fighter((2, 1), pain_tolerance=tolerant)], [fighter((5, 4))])
    battle.unit("red_1")["level"] = 4
    found = seen(battle, "red_1")
    assert (found["level"], found["handicap"]) == pytest.approx((4 / 6, handicap))


@pytest.mark.parametrize(
    ("plan", "wanted"),
    [
        ("shoot blue_1", {"plans_shot": 1, "other_0.my_attacks": 1 / 2}),
        ("strike blue_1", {"plans_blow": 1, "other_0.my_attacks": 1 / 2}),
        ("grapple blue_1", {"plans_clinch": 1, "other_0.my_attacks": 1 / 2}),
        ("hold_on", {"plans_clinch": 1}),
        ("parry_attacks blue_2", {"plans_evasion": 1 / 6, "other_1.i_evade": 1}),
        ("walk", {"plans_walk": 1}),
        ("aim blue_1", {"plans_aim": 1}),
        ("take_cover", {"plans_cover": 1}),
        ("feint blue_2", {"plans_feint": 1}),
    ],
)
def test_what_one_has_declared_oneself(plan: str, wanted: Values) -> None:
    """One action takes nothing off (LD-A1), and nobody else hears of a plan that is still being made."""
    battle = position()
    declare(battle, "red_1", plan)
    check(seen(battle, "red_1"), OPENING | flat(SLOTS) | {"actions": 1 / 6} | wanted)
    for other in ("red_2", "blue_1", "blue_2"):
        found = seen(battle, other)
        assert {name for name, value in found.items() if value and ("threat" in name or "attack" in name)} == set()


@pytest.mark.parametrize(
    ("weapon", "wanted"),
    [
        ((), {"way_hand": 1, "weapon_bonus": 0}),
        (("brass_knuckles",), {"way_hand": 1, "weapon_bonus": 1 / 5}),
        (("knife",), {"way_held": 1, "weapon_bonus": 1 / 5}),
        (("garrote",), {"way_garrote": 1, "weapon_bonus": 2 / 5}),
        (("throwing_axe",), {"way_thrown": 1, "weapon_bonus": 2 / 5, "range": 0.1, "ammo": 1}),
        (("bow",), {"way_bow": 1, "weapon_bonus": 2 / 5, "range": 0.6, "ammo": 1, "bursts": 0}),
        (
            ("light_pistol",),
            {"way_firearm": 1, "weapon_bonus": 2 / 5, "range": 0.25, "ammo": 1, "spare": 3 / 4, "bursts": 0},
        ),
        (("crossbow",), {"way_bow": 1, "weapon_bonus": 3 / 5, "ammo": 1}),
        (("buckler",), {"shield": 1, "shield_on_arm": 0, "weapon_bonus": 0}),
        (("riot_shield",), {"shield": 1, "shield_on_arm": 1}),
    ],
)
def test_what_the_weapon_in_hand_is(weapon: tuple[str, ...], wanted: Values) -> None:
    """Its numbers are those of the catalog."""
    found = seen(position(weapon), "red_1")
    ways = {name: value for name, value in found.items() if name.startswith("way_") and value}
    assert len(ways) == 1
    assert {name: found[name] for name in wanted} == pytest.approx(wanted)


def test_rounds_in_a_magazine() -> None:
    """Of thirty rounds twelve are left, of spare magazines one; a shield in both hands is not on the arm."""
    battle = position()
    battle.unit("red_1")["held"][0]["ammo"], battle.unit("red_1")["held"][0]["spare"] = 12, 1
    battle.unit("red_1")["bearing"] = IN_HANDS
    check(seen(battle, "red_1"), OPENING | flat(SLOTS) | {"ammo": 12 / 30, "spare": 1 / 4})


def moving() -> Battle:
    """Return red_1 on its way in round 1, having declared that it moves."""
    battle = position(light="black", fog=True)
    battle.step("walk")
    battle.step("end")
    assert decider(battle) == ("move", "red_1")
    return battle


def test_the_unit_that_moves() -> None:
    """It is asked for steps, has metres by its roll of movement, and knows in fog and night that there is some."""
    found = seen(moving(), "red_1")
    assert (found["decides_move"], found["decides_declare"], found["fog"], found["light"]) == (1, 0, 1, 1)
    assert found["metres_left"] == pytest.approx(min(int(moving().unit("red_1")["metres"]) / 10, 1))
    assert found["metres_left"] > 0


def held_off() -> Battle:
    """Return blue_1, behind its shield, grappled by red_1."""
    red = [fighter((2, 1), skills={"unarmed": 3})]
    battle = table(red, [fighter((3, 1), weapons=["riot_shield"])])
    while decider(battle)[0] == "declare":
        battle.step("grapple blue_1" if decider(battle)[1] == "red_1" and not battle.unit("red_1")["items"] else "end")
    return battle


def test_who_is_grappled_by_the_shield() -> None:
    """It is asked, and who grapples it is marked; its shield is on the arm."""
    battle = held_off()
    assert decider(battle) == ("hold_off", "blue_1")
    found = seen(battle, "blue_1")
    assert (found["decides_hold_off"], found["other_0.opponent"], found["shield"], found["own_0.shield"]) == (1, 1, 1, 1)
    assert seen(battle, "red_1")["other_0.opponent"] == 0


def test_cover_against_an_enemy_is_its_mirror() -> None:
    """What blue_1 has of its wall red_1 sees as its cover, and blue_1 as its own against both."""
    found = seen(position(), "blue_1")
    assert (found["other_0.cover_from"], found["other_1.cover_from"], found["other_0.its_cover"]) == (0.5, 0.5, 0)


def test_the_global_state_of_a_unit() -> None:
    """What is there of each unit, whoever looks."""
    battle = in_the_thick_of_it()
    one = {
        "present": 1,
        "x": 2 / 20,
        "y": 1 / 5,
        "life": 2 / 6,
        "prone": 1,
        "acted": 1,
        "actions": 4 / 6,
        "aim": 1 / 3,
        "held": 1,
    }
    check(state_of(battle, "red_1"), one)
    friend = {"present": 1, "x": 2 / 20, "y": 3 / 5, "life": 3 / 6, "covered": 1, "actions": 2 / 6, "walks": 1, "aim": 2 / 3}
    check(state_of(battle, "red_2"), friend | {"held": 1})
    enemy = {"present": 1, "team": 1 / 4, "x": 11 / 20, "y": 1 / 5, "life": 5 / 6, "actions": 3 / 6, "walks": 1}
    check(state_of(battle, "blue_1"), enemy)


def test_every_feature_is_named() -> None:
    """In one of the positions it is something else than 0; what all systems show, and harm, have tests of their own."""
    threats = {f"threat_{verb}": 1.0 for verb in THREATS}
    plans = dict.fromkeys(["plans_shot", "plans_walk", "plans_aim", "plans_clinch", "plans_cover"], 1)
    others = dict.fromkeys(
        ["way_hand", "way_garrote", "way_thrown", "way_bow", "shield", "decides_move", "decides_hold_off"], 1
    )
    rest = {"fog": 1, "light": 1, "other_0.cover_from": 0.5, "other_0.opponent": 1}
    left = unnamed("ladder", OPENING | flat(SLOTS), THICK | flat(SLOTS_IN_IT), threats, plans, others, rest)
    of_teams = ("goal_eliminate", "goal_exit", "goal_protect", "rival_hold", "rival_exit", "rival_protect", "progress")
    of_teams += ("rival_progress", "on_goal", "at_limit")
    assert left == {f"context {name}" for name in of_teams} | {"buffer", "harm_to", "harm_from", "fallen", "lies"}
