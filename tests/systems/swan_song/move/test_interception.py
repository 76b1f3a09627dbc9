"""SS-I1 and SS-I2: blows at those who move past or out of melee, and how to slip by."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *


def moving(distance: int = 1, red: dict | None = None, *others: dict, **blue: object) -> Battle:
    """Return a battle in which red_1, Body 3, has declared its walk some metres west of blue_1."""
    enemy = unit((8, 2), **{"weapons": ["knife"], "skills": {"blades": 3}, **blue})
    mover = unit((8 - distance, 2), **(red or {}))
    battle = table([mover], [enemy, *others], dice=order(6, *[1] * (1 + len(others))))
    play(battle, "walk")
    return battle


@pytest.mark.rule("SS-I1")
def test_who_moves_out_of_melee_may_be_struck_at() -> None:
    """Red takes a step away from blue, who is asked before the step is made."""
    battle = moving()
    play(battle, "step west")
    assert decider(battle) == ("intercept", "blue_1")
    assert choices(battle) == {"pass", "strike red_1", "punch red_1"}
    assert battle.unit("red_1")["x"] == 7


@pytest.mark.rule("SS-I1")
def test_who_moves_past_may_be_struck_at() -> None:
    """To come within a metre is free, the next step past blue is not."""
    battle = moving(distance=2)
    assert "step" in kinds_of(play(battle, "step northeast"))
    assert decider(battle) == ("act", "red_1")
    play(battle, "step east")
    assert decider(battle) == ("intercept", "blue_1")


@pytest.mark.rule("SS-I1")
@pytest.mark.parametrize(
    ("weapon", "distance", "asked"),
    [
        ("knife", 1, True),
        ("knife", 2, False),
        ("sword", 2, True),  # reach 1
        ("sword", 3, False),
        ("pole_axe", 3, True),  # reach 2
        ("pole_axe", 4, False),
    ],
)
def test_a_metre_and_another_for_each_point_of_reach(weapon: str, distance: int, asked: bool) -> None:
    """Whoever stands nearer than that when it steps may be struck at."""
    battle = moving(distance, weapons=[weapon])
    play(battle, "step north")
    assert (decider(battle) == ("intercept", "blue_1")) == asked


@pytest.mark.rule("SS-I1")
@pytest.mark.parametrize(
    ("weapons", "blows"),
    [
        (["knife"], {"strike", "punch"}),
        ([], {"punch"}),
        (["light_pistol"], {"strike", "punch"}),  # the butt of the gun
        (["bow"], {"punch"}),  # no club
    ],
)
def test_the_blow_is_struck_with_what_is_at_hand(weapons: list[str], blows: set[str]) -> None:
    """The weapon in hand, else unarmed; a firearm serves as a club."""
    battle = moving(weapons=weapons)
    play(battle, "step west")
    assert verbs(battle) == blows | {"pass"}


@pytest.mark.rule("SS-I1")
@pytest.mark.parametrize(
    ("weapon", "blow", "model", "skill"),
    [
        ("knife", "strike", "knife", "Blades"),
        ("knife", "punch", "fists", "Unarmed"),
        ("light_pistol", "strike", "gun_butt", "Clubs"),
    ],
)
def test_it_is_a_melee_attack_with_that_weapons_skill(weapon: str, blow: str, model: str, skill: str) -> None:
    """It follows all the rules of melee: the pool, and the mover's right to defend."""
    battle = moving(weapons=[weapon], skills={"blades": 2, "unarmed": 2, "clubs": 2})
    play(battle, "step west")
    events = play(battle, f"{blow} red_1")
    assert only(events, "interception").numbers["weapon"] == model
    assert decider(battle) == ("defend", "red_1")
    assert terms(roll(quietly(battle, "pass"), "attack")) == {"Agility": 3, skill: 2}


@pytest.mark.rule("SS-I1")
@pytest.mark.parametrize(("attack", "damage", "stopped"), [("522222", 4, False), ("552222", 5, True), ("555222", 6, True)])
def test_damage_of_body_or_more_stops_the_movement(attack: str, damage: int, stopped: bool) -> None:
    """Body 5 and a knife of Strength 3 + 2, two soaked: four points let red go on, five and six do not."""
    red = {"attributes": {"body": 5}, "orders": {"defend": "never"}, "weapons": ["light_pistol"]}
    battle = moving(1, red)
    play(battle, "step west")
    events = play(battle, "strike red_1", f"{attack} 222222 55")
    assert only(events, "soaked").numbers["damage"] == damage
    assert ("move_stopped" in kinds_of(events)) == stopped
    assert battle.unit("red_1")["x"] == (7 if stopped else 6)
    assert decider(battle) == ("act", "red_1")
    assert ("step" in verbs(battle)) == (not stopped)
    assert not stopped or not {"run", "walk", "charge"} & verbs(battle)


@pytest.mark.rule("SS-I1")
def test_the_stopped_can_still_act_and_move_again_in_their_next_phase() -> None:
    """It is the movement that ends, not the phase."""
    red = {"attributes": {"body": 4, "strength": 9}, "flesh": 20, "orders": {"defend": "never"}}
    battle = moving(1, red)
    play(battle, "step west")
    play(battle, "strike red_1", "522222 222222 22")
    assert {"shoot", "punch", "drop_prone"} <= verbs(battle)
    quietly(battle, "end")
    quietly(battle, "end")
    assert decider(battle) == ("act", "red_1")
    assert {"walk", "run"} <= verbs(battle)


@pytest.mark.rule("SS-I1")
def test_who_lets_a_mover_pass_is_not_asked_again_in_the_phase() -> None:
    """Red goes round blue; blue passes once and lets it go."""
    battle = moving()
    play(battle, "step northeast")
    events = play(battle, "pass")
    assert "step" in kinds_of(events)
    assert "step" in kinds_of(play(battle, "step east"))
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-I1")
def test_every_enemy_within_reach_is_asked() -> None:
    """Two enemies beside red: one after the other, and then the step is made."""
    battle = moving(1, None, unit((7, 1), weapons=["knife"]))
    play(battle, "step west")
    assert decider(battle) == ("intercept", "blue_1")
    play(battle, "pass")
    assert decider(battle) == ("intercept", "blue_2")
    assert "step" in kinds_of(play(battle, "pass"))


@pytest.mark.rule("SS-I1")
def test_friends_do_not_intercept() -> None:
    """Red_2 beside red_1 lets it go."""
    battle = table([unit((5, 2)), unit((6, 2))], [target((20, 2))], dice=order(6, 1, 1))
    play(battle, "walk")
    assert "step" in kinds_of(play(battle, "step west"))


@pytest.mark.rule("SS-I1")
@pytest.mark.parametrize("spent", [["drop_prone"], ["run", "sprint", "aim red_1"]])
def test_the_prone_and_those_without_points_do_not_intercept(spent: list[str]) -> None:
    """Blue acts first and drops prone, or spends all its points; red walks away from it unharmed."""
    battle = table(
        [unit((7, 2))], [unit((8, 2), weapons=["light_pistol"], skills={"pistols": 3, "running": 1})], dice=order(1, 6)
    )
    for action in spent:
        quietly(battle, action)
    pass_until(battle, "red_1")
    play(battle, "walk")
    assert "step" in kinds_of(play(battle, "step west"))


@pytest.mark.rule("SS-I1")
def test_nobody_intercepts_through_a_wall() -> None:
    """Blue stands within reach of its pole axe, but a wall is between them."""
    ground = "\n".join(["." * 12, "...#" + "." * 8, "." * 12])
    battle = table([unit((2, 1))], [unit((4, 1), weapons=["pole_axe"])], ground)
    play(battle, "walk")
    assert battle.cover("red_1", "blue_1") == "total"
    assert "step" in kinds_of(play(battle, "step west"))


@pytest.mark.rule("SS-I1")
@pytest.mark.rule("SS-A2")
def test_an_interception_is_not_the_attack_of_the_phase() -> None:
    """Blue has attacked in its own phase and intercepts in red's; who intercepts first can attack afterwards."""
    battle = table([unit((7, 2), orders={"defend": "never"})], [unit((8, 2), weapons=["knife"])], dice=order(1, 6))
    quietly(battle, "strike red_1")
    quietly(battle, "end")
    take(battle, "walk", "step west")
    assert decider(battle) == ("intercept", "blue_1")
    battle = moving(1, {"orders": {"defend": "never"}}, weapons=["pole_axe"])
    play(battle, "step west")
    quietly(battle, "strike red_1")
    quietly(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    assert "strike red_1" in choices(battle)


@pytest.mark.rule("SS-I1")
@pytest.mark.rule("SS-M5")
def test_a_blow_from_where_one_stands_is_no_charge() -> None:
    """Red ran up to blue in its own phase; when blue walks off later, red strikes after it without the four dice."""
    battle = table([unit((2, 2), weapons=["knife"], skills={"blades": 3}, orders={"defend": "never"})], [target((6, 2))])
    play(battle, "run")
    for _ in range(3):
        play(battle, "step east")
    take(battle, "end", "walk", "step east")
    assert decider(battle) == ("intercept", "red_1")
    assert "charging into melee" not in terms(roll(quietly(battle, "strike blue_1"), "attack"))


def evading(dice: str, *others: dict, agility: int = 3, acrobatics: int = 3) -> Battle:
    """Return a battle in which red_1 beside blue_1 has declared its walk and rolled to evade."""
    red = {"attributes": {"agility": agility}, "skills": {"acrobatics": acrobatics}}
    battle = moving(1, red, *others)
    events = play(battle, "evade", dice)
    assert terms(roll(events, "evade interception")) == {"Agility": agility, "Acrobatics": acrobatics}
    return battle


@pytest.mark.rule("SS-I2")
@pytest.mark.parametrize(("dice", "passes"), [("222222", False), ("522222", False), ("552222", True)])
def test_hits_above_the_threshold_let_enemies_be_passed(dice: str, passes: bool) -> None:
    """One hit is the threshold; the second lets red slip by blue unasked."""
    battle = evading(dice)
    play(battle, "step west")
    assert (decider(battle) == ("act", "red_1")) == passes


@pytest.mark.rule("SS-I2")
@pytest.mark.parametrize(("dice", "asked"), [("552222", "blue_2"), ("555222", None)])
def test_each_such_hit_passes_one_enemy(dice: str, asked: str | None) -> None:
    """With two enemies beside red, one hit above the threshold passes the first, two pass both."""
    battle = evading(dice, unit((7, 1), weapons=["knife"]))
    play(battle, "step west")
    assert decider(battle) == (("intercept", asked) if asked else ("act", "red_1"))


@pytest.mark.rule("SS-I2")
def test_evading_is_limited_by_the_physical_limit() -> None:
    """Of six hits Physical 4 keeps four: three enemies may be passed."""
    battle = moving(1, {"skills": {"acrobatics": 3}})
    assert only(play(battle, "evade", "666666"), "evade").numbers["enemies"] == 3


@pytest.mark.rule("SS-I2")
@pytest.mark.parametrize("declared", [["walk"], []])
def test_evading_goes_with_a_movement(declared: list[str]) -> None:
    """Source, combat page, Interception: a Simple Action with the movement, declared before or after; for the phase."""
    battle = table([unit((7, 2), skills={"acrobatics": 3})], [unit((8, 2))])
    for action in declared:
        play(battle, action)
    play(battle, "evade", "666222")
    assert battle.unit("red_1")["evading"] == 2
    quietly(battle, "end")
    quietly(battle, "end")
    assert decider(battle) == ("act", "red_1")
    assert battle.unit("red_1")["evading"] == 0


@pytest.mark.rule("SS-I2")
def test_who_can_move_no_more_does_not_evade() -> None:
    """The walk of the round is used up, and no point is left for a run as well."""
    battle = table([unit((7, 2))], [target((8, 2))])
    battle.unit("red_1")["ap"] = 1
    play(battle, "walk")
    assert "evade" in verbs(battle)
    battle.unit("red_1")["walk_left"] = 1
    play(battle, "step north")
    assert "evade" not in verbs(battle)


@pytest.mark.rule("SS-I2")
def test_who_charges_evades_others_on_its_way() -> None:
    """A charge moves as a run does, and evading goes with a movement: blue_2 is passed, and not asked."""
    red = unit((2, 2), weapons=["knife"], skills={"blades": 3, "acrobatics": 3})
    battle = table([red], [target((6, 2)), unit((3, 1), weapons=["knife"])], dice=order(6, 1, 1))
    play(battle, "charge blue_1")
    play(battle, "evade", "5522")  # two dice less at a run
    for _ in range(3):
        play(battle, "step east")
    assert "strike blue_1" in choices(battle)
    assert battle.unit("red_1")["evading"] == 0


@pytest.mark.rule("SS-I1")
def test_who_walks_straight_at_an_enemy_to_strike_it_is_not_intercepted_by_it() -> None:
    """Source, combat page, Interception: it is for those who pass by without attacking. A pole axe reaches three metres."""
    battle = moving(4, {"weapons": ["knife"]}, weapons=["pole_axe"])
    for _ in range(3):
        assert "step" in kinds_of(play(battle, "step east"))
        assert decider(battle) == ("act", "red_1")
    assert "attack" in kinds_of(quietly(battle, "strike blue_1"))


@pytest.mark.rule("SS-I1")
@pytest.mark.parametrize(("towards", "onward"), [("east", "south"), ("east", "west"), ("southeast", "east")])
def test_who_turns_aside_within_reach_passes_by(towards: str, onward: str) -> None:
    """A step nearer is an approach; the next one, past blue or away from it, is not."""
    battle = moving(3, None, weapons=["pole_axe"])
    assert "step" in kinds_of(play(battle, f"step {towards}"))
    assert decider(battle) == ("act", "red_1")
    play(battle, f"step {onward}")
    assert decider(battle) == (("intercept", "blue_1") if onward != "east" else ("act", "red_1"))
    if onward == "east":
        play(battle, "step east")
        assert decider(battle) == ("intercept", "blue_1")
