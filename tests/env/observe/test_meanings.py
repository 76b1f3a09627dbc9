"""Positions made by hand: every feature of the observation by its name, and what it must be.

What a position does not name is 0. The numbers follow from the meanings that `fireteam list observation` prints.
"""

import pytest
from observed import check, flat, number_of, seen, state_of, unnamed

from fireteam.env.analysis.odds import quote_attack
from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.rules.arena import MAX_ITEMS
from fireteam.env.rules.record import DOWN
from fireteam.systems.swan_song.rules.record import GOES_AFTER, GOES_TOGETHER, KEEPS_FREE, LATE, LOST, WAITS
from fireteam.systems.swan_song.rules.tables import AILMENTS, MODES
from fireteam.systems.swan_song.words.decisions import DECISIONS, INTERCEPT, KARMA, LAST_STAND, PINNED, STEP_IN
from tabletop import *

LOW_WALL = "\n".join(["." * 20, "." * 10 + "o" + "." * 9, "." * 20, "." * 20, "." * 20])
ZONE = "\n".join(["." * 20, "." * 20, "." * 20, "." * 14 + "AA" + "." * 4, "." * 20])
HOLD = {"objective": {"kind": "hold", "zone": "A", "needed": 4}}
FRESH = {"present": 1, "life": 1, "to_act": 1, "action_points": 3 / 4, "in_sight": 1}
OPENING = {
    "decides_act": 1, "round": 1 / 20, "pass": 1 / 4, "action_points": 3 / 4, "free_action": 1, "score": 12 / 40,
    "walk_left": 6 / 20, "ammo": 1, "spare": 3 / 4, "mode_SA": 1, "own_standing": 1, "others_standing": 1,
    "needed": 4 / 8, "goal_hold": 1, "goal_dx": 12 / 24, "goal_dy": 2 / 24, "goal_path": 13 / 50,
    "own_units": 2 / 16, "other_units": 2 / 16,
}  # fmt: skip


def position() -> Battle:
    """Return two against two, red_1 to act: red is to hold a zone 12 east and 2 south of it; blue_1 is behind a low wall."""
    red = [unit((2, 1), weapons=["assault_rifle", "knife"]), unit((2, 3))]
    blue = [unit((11, 1), weapons=["light_pistol"]), unit((5, 4))]
    return table(red, blue, LOW_WALL, [6, 1, 5, 1, 4, 1, 3, 1], marks=ZONE, red_team=HOLD, rounds=20)


SLOTS = {
    "own_0": {"present": 1, "self": 1, "life": 1, "action_points": 3 / 4},
    "own_1": FRESH | {"dy": 2 / 24, "distance": 2 / 50, "path": 2 / 50},
    "other_0": FRESH | {"dx": 9 / 24, "distance": 9 / 50, "path": 10 / 50, "its_cover": 0.5},
    "other_1": FRESH | {"dx": 3 / 24, "dy": 3 / 24, "distance": 4 / 50, "path": 4 / 50},
}


def test_an_opening() -> None:
    """All are fresh, red_1 is asked; paths go around the wall: to blue_1 two cost a metre and a half, rounded by twos."""
    check(seen(position(), "red_1"), OPENING | flat(SLOTS))


def in_the_thick_of_it() -> Battle:
    """Return the position with everything changed that a battle changes; red_1 has its knife in hand."""
    battle = position()
    one, friend, enemy, other = (battle.unit(name) for name in ("red_1", "red_2", "blue_1", "blue_2"))
    numbers = {
        "flesh": one["flesh"] - 3, "strain": 2, "wounds": 1, "ap": 1, "free_used": 1, "score": 9, "walk_left": 5,
        "run_left": 4, "walking": 1, "runs": 2, "attacked": 1, "stuck": 1, "charge": 2, "aim": 3, "recoil": 5, "hand": 1,
        "full_defense": 1, "defended": 2, "karma": 2, "push": 1, "surprised": 2, "delay": LATE, "last_stand": 1, "hidden": 3,
        "called": list(load_catalog().locations).index("ankle") + 1, "attacks_left": 2, "off_hand": 0, "fuse": 1, "hold": 1,
        "holds": number_of(battle, "blue_1"), "carries": number_of(battle, "red_2"), "task": 1, "task_paid": 3,
        "task_hits": 4, "helped": 3, "pace": 1, "prone": 1, "covered": 1,
    }  # fmt: skip
    for name, value in numbers.items():
        one[name] = value
    one["items"][:2] = 1, 3
    for ailment in range(len(AILMENTS)):
        one["ailing"] |= 1 << ailment
        one["ailments"][ailment] = ailment % 9 + 1
    friend["prone"], friend["acted"], friend["pace"], friend["delay"], friend["surprised"] = 1, 1, 2, WAITS, 1
    enemy["flesh"] -= 4
    enemy["pace"], enemy["hold"], enemy["ailing"], enemy["ap"], enemy["stuck"], enemy["wounds"] = 1, 2, 0b101, 2, 1, 3
    other["held_by"], other["strain"], other["score"], other["holds"] = 0, 4, 0, 0
    one["held_by"] = number_of(battle, "blue_2")
    return battle


# Red_1 has ten points of Flesh and of Strain, as all with Body and Willpower of 3; a called shot at an ankle costs 8 dice.
THICK = OPENING | {
    "action_points": 1 / 4, "free_action": 0, "score": 9 / 40, "walk_left": 5 / 20, "metres_left": 9 / 20, "runs": 2 / 3,
    "attacked": 1, "stuck": 1, "charging": 1, "aim": 3 / 6, "recoil": 5 / 20, "melee_weapon": 1, "ammo": 0, "spare": 0,
    "mode_SA": 0, "full_defense": 1, "defended": 2 / 4, "karma": 2 / 4, "pushed": 1, "surprised": 1 / 2, "late": 1,
    "last_stand": 1, "hidden": 3 / 8, "called_shot": 8 / 10, "attacks_left": 2 / 4, "off_hand": 1, "fuse": 1 / 2,
    "holds": 1, "held": 1 / 2, "carries": 1, "task_paid": 3 / 4, "task_hits": 4 / 16, "helped": 3 / 4,
    "item_0": 1 / 4, "item_1": 3 / 4,
} | {name: (number % 9 + 1) / 10 for number, name in enumerate(AILMENTS)}  # fmt: skip
SLOTS_IN_IT = {
    "own_0": {
        "present": 1,
        "self": 1,
        "life": 0.7,
        "strain": 2 / 10,
        "wounds": 1 / 6,
        "prone": 1,
        "covered": 1,
        "pace": 1 / 2,
    }
    | {"action_points": 1 / 4, "stuck": 1, "ailing": 1, "held": 1 / 2, "surprised": 1},
    "own_1": FRESH | {"dy": 2 / 24, "distance": 2 / 50, "prone": 1, "to_act": 0, "pace": 1, "waits": 1, "surprised": 1},
    "other_0": FRESH
    | {"dx": 9 / 24, "distance": 9 / 50, "its_cover": 1, "life": 0.6, "pace": 1 / 2, "held": 1, "ailing": 2 / 4}
    | {"action_points": 2 / 4, "stuck": 1, "wounds": 3 / 6},
    "other_1": FRESH | {"dx": 3 / 24, "dy": 3 / 24, "distance": 4 / 50, "strain": 4 / 10, "to_act": 0, "held": -1},
}


def test_what_units_have_suffered_spent_and_taken_on() -> None:
    """It stands where the tables say, for oneself, a friend and enemies."""
    check(seen(in_the_thick_of_it(), "red_1"), THICK | flat(SLOTS_IN_IT))


WEAPONS = [
    ("assault_rifle", "SS", {"mode_SS": 1}),
    ("assault_rifle", "BF", {"mode_BF": 1}), ("assault_rifle", "FA", {"mode_FA": 1}),
    ("", "", {"unarmed": 1}), ("fragmentation_grenade", "", {"grenade": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("weapon", "mode", "wanted"), WEAPONS)
def test_what_is_in_hand(weapon: str, mode: str, wanted: dict[str, float]) -> None:
    """Of the modes of a gun one is set; rounds and spare magazines are those of the weapon in hand."""
    battle = table([unit((2, 1), weapons=[weapon] if weapon else [])], [unit((5, 4))])
    one = battle.unit("red_1")
    if mode:
        one["held"][0]["mode"], one["held"][0]["jammed"] = MODES.index(mode), 1
        one["held"][0]["ammo"], one["held"][0]["spare"] = 12, 1
    found = seen(battle, "red_1")
    names = ("unarmed", "melee_weapon", "grenade", "jammed", *(f"mode_{name}" for name in MODES))
    held = wanted | ({"jammed": 1} if mode else {})
    assert {name: found[name] for name in names} == dict.fromkeys(names, 0) | held
    if mode:
        magazine = load_catalog().weapons[weapon].magazine
        assert (found["ammo"], found["spare"]) == (pytest.approx(12 / magazine), 1 / 4)


def test_a_bow_holds_one_arrow() -> None:
    """A magazine of one is a magazine."""
    battle = table([unit((2, 1), weapons=["bow"])], [unit((5, 4))])
    assert seen(battle, "red_1")["ammo"] == state_of(battle, "red_1")["ammo"] == 1


def attacked() -> Battle:
    """Return blue_2 shot at by red_1."""
    battle = position()
    battle.step("shoot blue_2")
    assert decider(battle) == ("defend", "blue_2")
    return battle


def test_an_attack_to_defend_against() -> None:
    """Its damage value is the weapon's, its chance that which is quoted of the standard defense, in whole per cent."""
    found = seen(attacked(), "blue_2")
    odds = quote_attack(attacked(), "pass")
    assert (found["decides_defend"], found["other_0.opponent"], found["other_1.opponent"]) == (1, 1, 0)
    assert found["incoming_damage"] == pytest.approx(odds.damage / 16)
    assert found["incoming_chance"] == pytest.approx(odds.hit, abs=0.01)
    assert seen(attacked(), "blue_1")["incoming_damage"] == 0


WEAK = ("strength", "agility", "reaction", "intuition")


def test_a_strike_is_that_of_its_attacker() -> None:
    """A knife's 2 and the Strength of who strikes, not of who is struck, and what a charge adds; so is the chance."""
    strong = {"attributes": {"strength": 6, "agility": 6}, "skills": {"blades": 5}, "weapons": ["knife"]}
    battle = table([unit((2, 1), **strong)], [unit((3, 1), attributes=dict.fromkeys(WEAK, 1))])
    battle.step("strike blue_1")
    assert decider(battle) == ("defend", "blue_1")
    found = seen(battle, "blue_1")
    assert found["incoming_damage"] == pytest.approx((2 + 6) / 16)
    assert found["incoming_chance"] == pytest.approx(quote_attack(battle, "pass").hit, abs=0.01)
    battle.unit("red_1")["charge"], battle.unit("red_1")["charge_bonus"] = number_of(battle, "blue_1"), 3
    assert seen(battle, "blue_1")["incoming_damage"] == pytest.approx((2 + 6 + 3) / 16)


@pytest.mark.rule("SS-T7")
@pytest.mark.parametrize("delay", range(LOST + 1))
def test_a_phase_that_is_put_off(delay: int) -> None:
    """Who steps in is late while it has a die less, not before and not for a free action; until then all see it wait."""
    battle = position()
    battle.unit("red_1")["delay"] = delay
    assert seen(battle, "red_1")["late"] == (delay == LATE)
    assert seen(battle, "blue_1")["other_0.waits"] == (delay in (WAITS, GOES_AFTER, GOES_TOGETHER, KEEPS_FREE))


def test_ailments_for_good() -> None:
    """What is hurt for good has no rounds left, and is shown as if for one."""
    battle = position()
    battle.unit("red_1")["ailing"] = 0b10
    check(seen(battle, "red_1"), OPENING | flat(SLOTS) | {list(AILMENTS)[1]: 1 / 10, "own_0.ailing": 1 / 4})


def test_points_are_put_into_a_task() -> None:
    """None is shown where no task is under way."""
    battle = position()
    for task, share in ((0, 0), (1, 3 / 4)):
        battle.unit("red_1")["task"], battle.unit("red_1")["task_paid"] = task, 3
        assert seen(battle, "red_1")["task_paid"] == share


def test_a_roll_that_karma_may_be_spent_on() -> None:
    """Its own hits and glitch, and those rolled against it, whoever of the two is asked."""
    battle = attacked()
    frame = battle.record[0]["stack"][battle.record[0]["depth"] - 1]
    battle.record[0]["decision"], frame["hits"], frame["defense"], frame["glitch"] = KARMA, 3, 2, 2
    found = seen(battle, "blue_2")
    assert (found["decides_karma"], found["rolled_hits"], found["rolled_against"]) == (1, 2 / 8, 3 / 8)
    assert found["rolled_glitch"] == pytest.approx(2 / 3)
    battle.record[0]["decider"] = number_of(battle, "red_1")
    found = seen(battle, "red_1")
    assert (found["rolled_hits"], found["rolled_against"]) == (3 / 8, 2 / 8)
    battle.record[0]["decision"] = STEP_IN
    assert seen(battle, "red_1")["rolled_hits"] == 0


@pytest.mark.parametrize("kind", [INTERCEPT, PINNED, STEP_IN, LAST_STAND])
def test_other_kinds_of_decisions(kind: int) -> None:
    """Just the one that is asked is 1."""
    battle = position()
    battle.record[0]["decision"] = kind
    asked = {name: value for name, value in seen(battle, "red_1").items() if name.startswith("decides_") and value}
    assert asked == {f"decides_{DECISIONS[kind].name}": 1}


def test_who_lies_and_bleeds() -> None:
    """In sight it lies where it is, bleeds until it is stable, and may be carried."""
    battle = position()
    enemy = battle.unit("blue_2")
    enemy["status"], enemy["flesh"], enemy["carried_by"] = DOWN, -2, 0
    wanted = {"fallen": 1, "lies": 1, "bleeds": 1, "carried": 1, "dx": 3 / 24, "dy": 3 / 24, "distance": 4 / 50}
    check({name: value for name, value in seen(battle, "red_1").items() if "other_1" in name}, flat({"other_1": wanted}))
    enemy["stable"], enemy["carried_by"] = 1, -1
    found = seen(battle, "red_1")
    assert (found["other_1.lies"], found["other_1.bleeds"], found["other_1.carried"]) == (1, 0, 0)
    enemy["stable"] = 0
    for flesh, bleeds in ((0, 1), (1, 0)):  # who is down by Strain has Flesh left
        enemy["flesh"] = flesh
        assert seen(battle, "red_1")["other_1.bleeds"] == bleeds


def test_who_is_in_a_vehicle() -> None:
    """At the wheel it is 1, on a seat 0.5; the van itself is shown as one, with the metres that it may still move."""
    battle = table([unit((2, 1)), unit((2, 3)), {"template": "van", "at": [6, 1]}], [unit((15, 1))], dice=order(5, 4, 3))
    van = number_of(battle, "red_3")
    for name in ("red_1", "red_2"):
        battle.unit(name)["aboard"] = van
    battle.unit("red_3")["run_left"] = 7
    found, other = seen(battle, "red_1"), seen(battle, "red_2")
    assert (found["aboard"], found["vehicle_metres"]) == (1, pytest.approx(7 / 20))
    assert other["aboard"] == 0.5
    assert [found[f"own_{place}.aboard"] for place in range(3)] == [1, 1, 0]
    assert [found[f"own_{place}.vehicle"] for place in range(3)] == [0, 0, 1]
    assert seen(battle, "blue_1")["aboard"] == seen(table([unit((2, 1))], [unit((15, 1))]), "red_1")["aboard"] == 0
    battle.unit("red_3")["status"] = DOWN
    assert (seen(battle, "red_1")["own_2.lies"], seen(battle, "red_1")["own_2.bleeds"]) == (1, 0)  # no Flesh, no blood


def test_what_is_used_up_before_life() -> None:
    """The shield, and Armored too of those with Flesh: ten points at most are shown, here and in the global state."""
    van = {"template": "van", "at": [6, 1]}
    battle = table([unit((2, 1)), van], [unit((15, 1))], dice=order(5, 4))
    for name, shield, armored in (("red_1", 1, 3), ("red_2", 2, 4), ("blue_1", 9, 5)):
        battle.unit(name)["shield"], battle.unit(name)["armored"] = shield, armored
    found = seen(battle, "red_1")
    assert [found[f"{slot}.buffer"] for slot in ("own_0", "own_1", "other_0")] == pytest.approx([4 / 10, 2 / 10, 1])
    assert [state_of(battle, name)["buffer"] for name in ("red_1", "red_2", "blue_1")] == pytest.approx([0.4, 0.2, 1])


def test_the_global_state_of_a_unit() -> None:
    """What is there of each unit, whoever looks."""
    battle = in_the_thick_of_it()
    one = {"present": 1, "x": 2 / 20, "y": 1 / 5, "life": 0.7, "strain": 2 / 10, "wounds": 1 / 6, "action_points": 1 / 4}
    one |= {"score": 9 / 40, "prone": 1, "covered": 1, "pace": 1 / 2, "stuck": 1, "acted": 1}
    check(state_of(battle, "red_1"), one)
    battle.unit("red_1")["hand"], battle.unit("red_1")["held"][0]["ammo"] = 0, 15
    assert state_of(battle, "red_1")["ammo"] == pytest.approx(15 / load_catalog().weapons["assault_rifle"].magazine)
    free = {"team": 1 / 4, "present": 1, "x": 11 / 20, "y": 1 / 5, "life": 1, "action_points": 3 / 4, "score": 10 / 40}
    check(state_of(position(), "blue_1"), free | {"ammo": 1})


def test_every_feature_is_named() -> None:
    """In one of the positions it is something else than 0; what all systems show, harm and buffers have their own tests."""
    kinds = {f"decides_{DECISIONS[kind].name}": 1.0 for kind in DECISIONS}
    weapons = dict.fromkeys(["unarmed", "grenade", "jammed", "mode_SS", "mode_BF", "mode_FA"], 1)
    others = dict.fromkeys(["incoming_damage", "incoming_chance", "rolled_hits", "rolled_against", "rolled_glitch"], 1)
    slots = dict.fromkeys(["other_0.opponent", "other_0.lies", "other_0.fallen", "other_0.bleeds", "other_0.carried"], 1)
    vehicles = dict.fromkeys(["aboard", "vehicle_metres", "own_0.aboard", "own_0.vehicle"], 1)
    left = unnamed(
        "swan_song", OPENING, {"own_1.path": 2 / 50}, THICK | flat(SLOTS_IN_IT), kinds, weapons, others, slots, vehicles
    )
    items = {f"context item_{place}" for place in range(2, MAX_ITEMS)}
    of_teams = ("goal_eliminate", "goal_exit", "goal_protect", "rival_hold", "rival_exit", "rival_protect", "progress")
    of_teams += ("rival_progress", "on_goal", "at_limit", "light", "fog")
    assert left == items | {f"context {name}" for name in of_teams} | {"buffer", "harm_to", "harm_from", "cover_from"}


def test_nobody_fights_for_ground() -> None:
    """Then there is none to go to."""
    found = seen(table([unit((2, 1))], [unit((15, 1))]), "red_1")
    assert [name for name, value in found.items() if name.startswith(("goal_", "rival_")) and value] == ["goal_eliminate"]


def test_the_other_side() -> None:
    """Blue_1 fights for no ground: it is shown the way to red's, and that red is to hold it."""
    found = seen(position(), "blue_1")
    assert found["goal_eliminate"] == found["rival_hold"] == 1
    assert found["goal_hold"] == found["decides_act"] == 0
    assert (found["goal_dx"], found["goal_dy"]) == pytest.approx((3 / 24, 2 / 24))
    assert (found["other_0.dx"], found["own_1.dx"], found["own_1.dy"]) == pytest.approx((-9 / 24, -6 / 24, 3 / 24))
    battle = position()
    for score, to_act in ((1, 1), (0, 0)):
        battle.unit("blue_2")["score"] = score
        assert seen(battle, "blue_1")["own_1.to_act"] == to_act
    battle.unit("blue_2")["y"] = 0
    assert seen(battle, "blue_2")["goal_dy"] == pytest.approx(3 / 24)
    assert seen(battle, "blue_2")["own_0.dy"] == pytest.approx(1 / 24)
