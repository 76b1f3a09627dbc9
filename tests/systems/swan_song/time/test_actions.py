"""SS-A and SS-U1: action points, free actions, interrupts, and what every action costs."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.systems.swan_song.rules.stack import PAID_BY_POINTS
from fireteam.systems.swan_song.words.verbs import EXTENDED, VERBS
from tabletop import *

# A door east of red_1, a low wall north of it, blue_1 beside it, blue_2 seven metres off.
GROUND = "\n".join(["." * 20, "...o" + "." * 16, "....+" + "." * 15, "." * 20, "." * 20])


def armed(weapons: list[str], dice: list[int] | None = None, **changes: object) -> Battle:
    """Return a battle in which red_1 begins and has an enemy within arm's reach and another at some distance."""
    enemies = [target((2, 3), attributes={"body": 9}), target((9, 4), attributes={"body": 9})]
    red = [unit((3, 2), weapons=weapons, **{"skills": {"pistols": 1, "automatics": 1}, **changes})]
    return table(red, enemies, GROUND, dice or order(6, 1, 1))


def spent(battle: Battle, action: str, who: str = "red_1") -> int:
    """Take an action and return the action points it cost."""
    before = int(battle.unit(who)["ap"])
    quietly(battle, action)
    return before - int(battle.unit(who)["ap"])


@pytest.mark.rule("SS-A1")
def test_a_pass_has_three_action_points() -> None:
    """All who can act in the pass have three, before and in their phase."""
    battle = armed(["knife"])
    assert [int(battle.unit(name)["ap"]) for name in ("red_1", "blue_1", "blue_2")] == [3, 3, 3]


@pytest.mark.rule("SS-A1")
def test_unspent_points_are_lost_and_three_come_back() -> None:
    """Red spends one of three in the first pass and has three in the second, not five."""
    battle = armed(["knife"])
    assert spent(battle, "run") == 1
    pass_until(battle, "blue_1")
    assert battle.unit("red_1")["ap"] == 2
    pass_until(battle, "red_1")
    assert battle.round == 1
    assert battle.unit("red_1")["ap"] == 3


@pytest.mark.rule("SS-A1")
def test_who_cannot_act_in_a_pass_has_no_points_in_it() -> None:
    """Blue's score is below zero in the second pass: nothing to spend, on interrupts either."""
    battle = armed(["knife"])
    next_phase(battle, "red_1")
    assert battle.unit("blue_1")["score"] < 0
    assert battle.unit("blue_1")["ap"] == 0


@pytest.mark.rule("SS-A1")
def test_one_free_action_a_pass_and_each_further_one_costs_a_point() -> None:
    """To walk is free; to drop prone afterwards costs a point."""
    battle = armed(["knife"])
    assert spent(battle, "walk") == 0
    assert spent(battle, "drop_prone") == 1
    other_way_round = armed(["knife"])
    assert spent(other_way_round, "drop_prone") == 0
    assert spent(other_way_round, "walk") == 1


@pytest.mark.rule("SS-A1")
def test_the_free_action_comes_back_with_the_pass() -> None:
    """Red walks for nothing in both of its phases."""
    battle = armed(["knife"])
    assert spent(battle, "walk") == 0
    next_phase(battle, "red_1")
    assert battle.round == 1
    assert spent(battle, "walk") == 0


@pytest.mark.rule("SS-A1")
def test_without_points_only_the_free_action_is_left() -> None:
    """Three points spent and the free action not: red can still walk. When that is used too, its phase is over."""
    battle = armed([])
    quietly(battle, "punch blue_1")
    quietly(battle, "run")
    quietly(battle, "sprint")
    assert battle.unit("red_1")["ap"] == 0
    assert {"walk", "drop_prone"} <= verbs(battle)
    assert not {"sprint", "punch", "door", "take_cover"} & verbs(battle)
    play(battle, "drop_prone")
    assert "walk" not in verbs(battle)


@pytest.mark.rule("SS-A2")
@pytest.mark.parametrize(
    ("weapon", "attack"),
    [
        ("knife", "strike blue_1"),
        ("knife", "punch blue_1"),
        ("knife", "charge blue_2"),
        ("assault_rifle", "shoot blue_2"),
        ("assault_rifle", "volley blue_2"),
        ("assault_rifle", "suppress_line blue_2"),
        ("assault_rifle", "suppress_cone south"),
        ("bow", "shoot blue_2"),
    ],
)
def test_one_attack_action_a_phase(weapon: str, attack: str) -> None:
    """After an attack of any kind no other is open, though points are left; in the next phase there is."""
    battle = armed([weapon])
    quietly(battle, attack)
    assert battle.unit("red_1")["ap"] >= 1
    attacks = {"shoot", "volley", "strike", "punch", "charge", "suppress_line", "suppress_cone"}
    assert decider(battle) == ("act", "red_1")
    assert not attacks & verbs(battle)
    next_phase(battle, "red_1")
    assert attacks & verbs(battle)


@pytest.mark.rule("SS-A3")
def test_interrupts_are_taken_before_the_own_phase_too() -> None:
    """Blue has not acted yet and is not surprised: it is asked, and pays at once."""
    battle = table([unit((1, 1), weapons=["light_pistol"])], [unit((5, 1))])
    quietly(battle, "shoot blue_1")
    assert decider(battle) == ("defend", "blue_1")
    assert spent(battle, "full_defense", "blue_1") == 2


@pytest.mark.rule("SS-A3")
@pytest.mark.parametrize(("spends", "asked"), [("nothing", True), ("run", True), ("run and cover", False)])
def test_interrupts_need_points(spends: str, asked: bool) -> None:
    """Full defense costs two points: who has kept two or three of its phase is asked, who has kept one is not."""
    battle = table(
        [unit((1, 2), weapons=["light_pistol"])],
        [unit((5, 2))],
        "\n".join(["." * 20, "." * 20, "....o" + "." * 15]),
        dice=order(1, 6),
    )
    if spends != "nothing":
        play(battle, "run")
    if spends == "run and cover":
        play(battle, "take_cover")
    play(battle, "end")
    events = quietly(battle, "shoot blue_1")
    assert (decider(battle) == ("defend", "blue_1")) == asked
    assert any(event.kind == "roll" for event in events) != asked


@pytest.mark.rule("SS-A3")
def test_the_unaware_have_no_interrupts() -> None:
    """Blue, not in the fight yet, looks the other way: it is not asked, though it has three points."""
    battle = table([unit((1, 1), weapons=["light_pistol"])], [unit((5, 1), facing="east")], blue_team={"alert": False})
    assert battle.unit("blue_1")["ap"] == 3
    events = quietly(battle, "shoot blue_1")
    assert [event.kind for event in events if event.kind == "roll"] == ["roll", "roll"]
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-A3")
def test_interrupts_are_for_their_trigger_only() -> None:
    """In the own phase no interrupt is open; against an attack nothing but defense is."""
    battle = table([unit((1, 1), weapons=["knife"])], [unit((2, 1), weapons=["knife"], skills={"blades": 1})])
    assert not {"dodge", "parry", "block", "full_defense", "pass"} & verbs(battle)
    quietly(battle, "strike blue_1")
    assert verbs(battle) == {"pass", "parry", "full_defense"}


COSTS = [
    ("knife", [], "walk", 0),
    ("knife", [], "drop_prone", 0),
    ("knife", [], "run", 1),
    ("knife", ["run"], "sprint", 1),
    ("knife", ["drop_prone"], "stand_up", 1),
    ("knife", [], "take_cover", 1),
    ("knife", [], "door east", 1),
    ("knife", ["walk"], "evade", 1),
    ("knife", [], "strike blue_1", 1),
    ("knife", [], "punch blue_1", 1),
    ("knife", [], "switch bare_hands", 1),
    ("knife", [], "charge blue_2", 2),
    ("light_pistol", [], "aim blue_2", 1),
    ("light_pistol", [], "shoot blue_2", 1),  # SA
    ("light_pistol", [], "volley blue_2", 1),  # semi-automatic burst
    ("sniper_rifle", [], "shoot blue_2", 1),  # SS
    ("assault_rifle", [], "mode BF", 1),
    ("assault_rifle", ["mode BF"], "shoot blue_2", 1),  # burst
    ("assault_rifle", ["mode BF"], "volley blue_2", 2),  # long burst
    ("assault_rifle", ["mode FA"], "shoot blue_2", 1),  # six rounds
    ("assault_rifle", ["mode FA"], "volley blue_2", 2),  # ten rounds
    ("assault_rifle", [], "suppress_line blue_2", 2),
    ("assault_rifle", [], "suppress_cone east", 2),
    ("assault_rifle", ["shoot blue_2"], "reload", 1),  # clip
    ("machine_gun", ["shoot blue_2"], "reload", 2),  # drum
    ("bow", [], "shoot blue_2", 1),
    ("bow", ["shoot blue_2"], "reload", 2),
    ("shotgun", [], "choke wide", 1),
]


@pytest.mark.rule("SS-A4")
@pytest.mark.parametrize(("weapon", "before", "action", "cost"), COSTS)
def test_every_action_of_the_phase_has_its_cost(weapon: str, before: list[str], action: str, cost: int) -> None:
    """Free actions nothing (the first of the pass), simple ones a point, complex ones two."""
    battle = armed([weapon])
    for preparation in before:
        quietly(battle, preparation)
    assert spent(battle, action) == cost


@pytest.mark.rule("SS-A4")
@pytest.mark.parametrize(("dice", "action"), [("115", "pick_up"), ("122", "ready")])
def test_weapons_are_picked_up_and_readied_for_a_point(dice: str, action: str) -> None:
    """A dropped weapon (hard glitch) is picked up, a jammed one (glitch) readied, each as a simple action."""
    battle = armed(["knife"], attributes={"agility": 4})
    play(battle, "strike blue_1", f"{dice} 552222")
    assert spent(battle, action) == 1


@pytest.mark.rule("SS-A4")
@pytest.mark.parametrize(("reply", "cost"), [("pass", 0), ("dodge", 1), ("parry", 1), ("block", 1), ("full_defense", 2)])
def test_every_interrupt_has_its_cost(reply: str, cost: int) -> None:
    """Standard defense is free, dodge, parry and block a point, full defense two."""
    weapons = [] if reply == "block" else ["knife"]
    skills = {"blades": 1, "unarmed": 1, "acrobatics": 1}
    battle = table(
        [unit((1, 1), "duelist", weapons=["knife"])], [unit((2, 1), "duelist", weapons=weapons, skills=skills)], dice=[1] * 6
    )
    assert decider(battle)[0] == "act"
    pass_until(battle, "red_1")
    quietly(battle, "strike blue_1")
    assert spent(battle, reply, "blue_1") == cost


@pytest.mark.rule("SS-A4")
def test_an_interception_costs_a_point() -> None:
    """Red walks away from blue, which strikes after it."""
    battle = table([target((1, 1))], [unit((2, 1), weapons=["knife"])])
    play(battle, "walk")
    quietly(battle, "step west")
    assert decider(battle) == ("intercept", "blue_1")
    assert spent(battle, "strike red_1", "blue_1") == 1


@pytest.mark.rule("SS-A4")
def test_what_costs_more_than_is_left_is_closed() -> None:
    """With one point left there is no long burst, no charge and no suppressive fire; with two there is."""
    battle = armed(["assault_rifle"])
    quietly(battle, "mode BF")
    assert {"volley", "suppress_line"} <= verbs(battle)
    quietly(battle, "aim blue_2")
    assert "shoot blue_2" in choices(battle)
    assert not {"volley", "suppress_line"} & verbs(battle)
    runner = armed(["knife"])
    quietly(runner, "take_cover")
    assert "charge" in verbs(runner)
    quietly(runner, "door east")
    assert "charge" not in verbs(runner)


@pytest.mark.rule("SS-A4")
def test_the_catalog_prices_every_action() -> None:
    """What a game master reads in actions.toml is what these tests charge."""
    actions = load_catalog().actions
    for _, _, action, cost in COSTS:
        if (verb := action.split()[0]) not in ("shoot", "volley", "reload"):  # by way of firing, by weapon
            assert actions[verb] == cost or (actions[verb] == "free" and cost == 0)
    firings = load_catalog().firings
    assert {name: firing.cost for name, firing in firings.items()} == {
        "single": 1, "semi_burst": 1, "burst": 1, "long_burst": 2, "auto_6": 1, "auto_10": 2
    }  # fmt: skip


def test_extended_actions_are_paid_point_by_point() -> None:
    """The engine takes their points one by one: those of the class that the catalog prices as extended."""
    assert {number for number, verb in VERBS.items() if verb.cost == EXTENDED} == set(PAID_BY_POINTS)


@pytest.mark.rule("SS-U1")
def test_changing_the_gun_mode_is_a_simple_action() -> None:
    """From semi-automatic to bursts: `shoot` now fires three rounds. The mode that is set is not on offer."""
    battle = armed(["assault_rifle"])
    assert {"mode BF", "mode FA"} <= choices(battle)
    assert "mode SA" not in choices(battle)
    assert spent(battle, "mode BF") == 1
    assert "mode SA" in choices(battle)
    assert "mode BF" not in choices(battle)
    assert only(quietly(battle, "shoot blue_2"), "attack").numbers["firing"] == "burst"
    assert battle.unit("red_1")["held"][0]["ammo"] == 27


@pytest.mark.rule("SS-U1")
def test_setting_the_choke_is_a_simple_action() -> None:
    """Narrow, medium, wide, for a point each; only weapons that fire flechettes have a choke."""
    battle = armed(["shotgun"])
    assert {"choke medium", "choke wide"} <= choices(battle)
    assert "choke narrow" not in choices(battle)
    assert spent(battle, "choke wide") == 1
    assert {"choke narrow", "choke medium"} <= choices(battle)
    assert "choke wide" not in choices(battle)
    assert "choke" not in verbs(armed(["assault_rifle"]))
