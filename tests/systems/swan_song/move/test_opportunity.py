"""SS-U9: opportunity attacks, an option instead of interception."""

from typing import Any

import pytest
from ailing import ail

from fireteam.env.battle import Battle
from fireteam.env.rules.record import DOWN
from fireteam.systems.swan_song.rules.tables import FOR_GOOD
from tabletop import *

GROUND = "\n".join(["." * 12] * 5)
OPPORTUNITY = {"passing": "opportunity"}


def beside(
    red: dict | None = None, *others: dict, x: int = 5, option: bool = True, forged: dict | None = None, **blue: Any
) -> Battle:
    """Return a battle in which red_1 acts beside blue_1, who has a knife."""
    doer = unit((x, 2), **{"weapons": ["light_pistol", "knife"], "skills": {"pistols": 3}, **(red or {})})
    enemy = unit(blue.pop("place", (6, 2)), **{"weapons": ["knife"], "skills": {"blades": 3}, **blue})
    dice = order(6, *[1] * (1 + len(others)))
    return table([doer], [enemy, *others], GROUND, dice=dice, forged=forged, options=OPPORTUNITY if option else {})


def to_round_two(battle: Battle) -> None:
    """Let everybody end until red_1 has its phase in round 2; in the second pass of the first blue has no points."""
    while battle.round == 1 or decider(battle) != ("act", "red_1"):
        play(battle, "end")


FAR = unit((11, 0), orders={"defend": "never"})


@pytest.mark.rule("SS-U9")
@pytest.mark.parametrize("action", ["switch knife", "switch bare_hands", "aim blue_1", "aim blue_2", "shoot blue_2", "drop"])
def test_what_takes_eyes_or_hands_off_the_enemy_provokes(action: str) -> None:
    """Blue_1 is asked before the action is done, and may strike with a simple blow."""
    battle = beside(None, FAR)
    play(battle, action)
    assert decider(battle) == ("intercept", "blue_1")
    assert choices(battle) == {"pass", "strike red_1", "punch red_1"}


@pytest.mark.rule("SS-U9")
def test_reloading_and_picking_up_provoke() -> None:
    """Red has fired a round, drops the gun, picks it up and reloads it: blue may strike at each."""
    battle = beside({"weapons": ["light_pistol"]}, FAR)
    for action in ("shoot blue_2", "drop", "pick_up"):
        play(battle, action)
        assert decider(battle) == ("intercept", "blue_1"), action
        quietly(battle, "pass")
    to_round_two(battle)
    play(battle, "reload")
    assert decider(battle) == ("intercept", "blue_1")


@pytest.mark.rule("SS-U9")
@pytest.mark.parametrize("action", ["shoot blue_1", "punch blue_1", "drop_prone", "walk", "mode BF", "run"])
def test_other_actions_do_not(action: str) -> None:
    """A shot at whoever stands beside one, a blow, a word: nobody is asked for a blow."""
    battle = beside({"weapons": ["submachine_gun"], "skills": {"automatics": 3}}, FAR)
    quietly(battle, action)
    assert decider(battle)[0] != "intercept"


@pytest.mark.rule("SS-U9")
def test_drawing_a_weapon_with_empty_hands_does_not_provoke() -> None:
    """Nothing is stowed."""
    battle = beside({"weapons": ["knife"]})
    play(battle, "switch bare_hands")
    quietly(battle, "pass")
    play(battle, "switch knife")
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-U9")
@pytest.mark.parametrize("step", ["west", "northwest", "north", "south"])
def test_leaving_a_space_beside_an_enemy_provokes(step: str) -> None:
    """Source, combat actions, Opportunity Attack: an enemy leaves an adjacent space, be the next one adjacent too or not."""
    battle = beside()
    take(battle, "walk", f"step {step}")
    assert decider(battle) == ("intercept", "blue_1")


@pytest.mark.rule("SS-U9")
@pytest.mark.parametrize("action", ["switch knife", "step west", "step east"])
def test_a_long_reach_makes_nobody_adjacent(action: str) -> None:
    """Source, combat actions, Opportunity Attack: adjacent. Two metres off, red provokes no spear that reaches it."""
    battle = beside(x=4, weapons=["pole_axe"], forged={"pole_axe": {"reach": 3}})
    play(battle, "walk")
    play(battle, action)
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-U9")
def test_a_charge_that_leaves_the_enemy_beside_it_provokes() -> None:
    """Source, combat actions, Charge: leaving a space adjacent to an enemy provokes as usual, whomever one charges."""
    battle = beside({"weapons": ["knife"], "skills": {"blades": 3}}, unit((9, 2), orders={"defend": "never"}))
    take(battle, "charge blue_2", "step northeast")
    assert decider(battle) == ("intercept", "blue_1")


@pytest.mark.rule("SS-U9")
def test_any_simple_attack_with_a_readied_weapon_will_do() -> None:
    """Source, combat actions, Opportunity Attack: any single attack but a complex one. Blue fires its pistol at red."""
    battle = beside(weapons=["light_pistol"], skills={"pistols": 3})
    play(battle, "switch knife")
    assert "shoot red_1" in choices(battle)
    rounds = int(battle.unit("blue_1")["held"]["ammo"][0])
    play(battle, "shoot red_1")
    events = quietly(battle, "pass")
    assert terms(roll(events, "attack")) == {"Agility": 3, "Pistols": 3}
    assert battle.unit("blue_1")["held"]["ammo"][0] == rounds - 1
    assert battle.unit("blue_1")["ap"] == 2
    empty = beside(weapons=["light_pistol"])
    empty.unit("blue_1")["held"]["ammo"] = 0
    play(empty, "switch knife")
    assert choices(empty) == {"pass", "strike red_1", "punch red_1"}


BOW = {"weapons": ["bow"], "skills": {"archery": 3}}


@pytest.mark.rule("SS-U9", "SS-A4")
@pytest.mark.parametrize("action", ["shoot blue_1", "shoot blue_2", "ready"])
def test_drawing_a_bow_provokes_its_target_too(action: str) -> None:
    """Source, combat actions, Fire Weapon: drawing the string always provokes all enemies, be it drawn as one shoots."""
    battle = beside(BOW, FAR)
    play(battle, action)
    assert decider(battle) == ("intercept", "blue_1")


@pytest.mark.rule("SS-U9", "SS-A4")
@pytest.mark.parametrize(("at", "asked"), [("blue_1", False), ("blue_2", True)])
def test_loosing_a_bow_provokes_whom_it_is_not_loosed_at(at: str, asked: bool) -> None:
    """Source, Fire Weapon: a ranged shot provokes those it is not aimed at. The string was drawn before."""
    battle = beside(BOW, FAR)
    play(battle, "ready")
    quietly(battle, "pass")
    battle.dictate([2] * 60)
    battle.step(f"shoot {at}")
    battle.dictate([])
    assert (decider(battle) == ("intercept", "blue_1")) == asked


@pytest.mark.rule("SS-U9", "SS-A4")
@pytest.mark.parametrize("drawn", [0, 1])
def test_a_drawn_bow_is_ready_to_answer_with(drawn: int) -> None:
    """Source, Opportunity Attack: any simple attack with a weapon that is readied. A slack bow takes an action first."""
    battle = beside(**BOW)
    battle.unit("blue_1")["held"]["mode"][0] = drawn
    play(battle, "switch knife")
    assert choices(battle) == {"pass", "punch red_1"} | ({"shoot red_1"} if drawn else set())
    if drawn:
        events = play(battle, "shoot red_1")
        assert only(events, "opportunity").numbers["verb"] == "switch"
        assert terms(roll(quietly(battle, "pass"), "attack")) == {"Agility": 3, "Archery": 3}
        blue = battle.unit("blue_1")
        assert (blue["held"]["ammo"][0], blue["held"]["mode"][0], blue["ap"]) == (0, 0, 2)


@pytest.mark.rule("SS-U9")
def test_a_burst_that_is_simple_will_do_too() -> None:
    """Source, Opportunity Attack: any attack but a complex one: no long burst, no ten rounds."""
    for mode, allowed in ((1, {"shoot", "volley"}), (2, {"shoot"}), (3, {"shoot"})):
        battle = beside(weapons=["assault_rifle"], skills={"automatics": 3})
        battle.unit("blue_1")["held"]["mode"][0] = mode
        play(battle, "switch knife")
        assert verbs(battle) & {"shoot", "volley"} == allowed
        if "volley" in allowed:
            rounds = int(battle.unit("blue_1")["held"]["ammo"][0])
            play(battle, "volley red_1")
            assert battle.unit("blue_1")["held"]["ammo"][0] == rounds - 3


@pytest.mark.rule("SS-U9", "SS-U4")
def test_the_shot_at_whom_one_aims_at_has_the_aim() -> None:
    """Source, combat actions, Take Aim: the next test against its target. A blow at it, or a shot at another, costs it."""
    for action, aimed in (("shoot red_1", True), ("strike red_1", False)):
        battle = beside(weapons=["light_pistol"], skills={"pistols": 3})
        blue = battle.unit("blue_1")
        blue["aim"], blue["aim_at"] = 2, 0
        play(battle, "switch knife")
        play(battle, action)
        attack = terms(roll(quietly(battle, "pass"), "attack"))
        assert attack.get("aimed") == (2 if aimed else None)
        assert (blue["aim"], blue["aim_at"]) == (0, -1)


@pytest.mark.rule("SS-U9")
def test_a_rocket_that_is_loaded_will_do_too() -> None:
    """Source, Opportunity Attack: any single attack with a readied weapon. The rocket goes off beside both."""
    battle = beside(weapons=["rocket_launcher"], skills={"heavy_weapons": 6}, flesh=100)
    play(battle, "switch knife")
    events = quietly(battle, "shoot red_1")
    while battle.over is False and decider(battle)[0] == "defend":
        events += quietly(battle, "pass")
    assert "thrown" in kinds_of(events)
    assert battle.unit("blue_1")["held"]["ammo"][0] == 0
    assert battle.unit("blue_1")["ap"] == 2


@pytest.mark.rule("SS-U9")
def test_the_held_do_not_strike() -> None:
    """Who is held acts as little out of turn as it moves."""
    battle = beside(None, unit((7, 2), weapons=["knife"], orders={"defend": "never"}))
    battle.unit("blue_1")["held_by"] = 2
    battle.unit("blue_1")["hold"] = 1
    battle.unit("blue_2")["holds"] = 1
    assert "switch" in kinds_of(play(battle, "switch knife"))


@pytest.mark.rule("SS-U9")
@pytest.mark.rule("SS-A1")
@pytest.mark.rule("SS-C3")
def test_a_strike_is_an_action_like_another() -> None:
    """It cancels an extended action that is not paid for, and a bleeding neck costs a point for it, as for interception."""
    battle = beside({"orders": {"defend": "never"}})
    blue = battle.unit("blue_1")
    blue["task_paid"] = 3
    ail(battle, "bleedout", FOR_GOOD)
    before = int(blue["flesh"])
    play(battle, "switch knife")
    assert decider(battle) == ("intercept", "blue_1")
    quietly(battle, "strike red_1")
    assert battle.unit("blue_1")["task_paid"] == 0
    assert battle.unit("blue_1")["flesh"] == before - 1


@pytest.mark.rule("SS-U9")
def test_interception_is_as_it_was_without_the_option() -> None:
    """By default a step within reach may be struck at, and a reload may not."""
    battle = beside(option=False)
    play(battle, "switch knife")
    assert decider(battle) == ("act", "red_1")
    assert "evade" in verbs(battle)
    take(battle, "walk", "step north")
    assert decider(battle) == ("intercept", "blue_1")


@pytest.mark.rule("SS-U9")
def test_the_action_is_done_after_the_blow() -> None:
    """Blue strikes for a point; red defends, is not hurt, and has the knife in hand at the end. A hit stops nobody."""
    battle = beside()
    play(battle, "switch knife")
    assert battle.unit("red_1")["hand"] == 0
    told_now = only(play(battle, "strike red_1"), "opportunity")
    assert (told_now.actor, told_now.target, told_now.numbers["verb"]) == ("blue_1", "red_1", "switch")
    assert battle.unit("blue_1")["ap"] == 2
    assert decider(battle) == ("defend", "red_1")
    events = play(battle, "pass", "222222 222222")
    assert terms(roll(events, "attack")) == {"Agility": 3, "Blades": 3}
    assert battle.unit("red_1")["hand"] == 1
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-U9")
def test_it_does_not_stop_a_step() -> None:
    """Damage of Body would stop a mover who is intercepted; after an opportunity attack the step is made."""
    battle = beside({"orders": {"defend": "never"}, "attributes": {"body": 5, "strength": 5}})
    take(battle, "walk", "step west")
    events = play(battle, "strike red_1", "552222 222222 22")
    assert "move_stopped" not in kinds_of(events)
    assert battle.unit("red_1")["x"] == 4


@pytest.mark.rule("SS-U9")
def test_who_falls_does_not_finish_its_action() -> None:
    """Red is struck down: the pistol stays in hand, the battle goes on with blue."""
    battle = beside({"orders": {"defend": "never"}, "flesh": 5}, FAR)
    play(battle, "switch knife")
    play(battle, "strike red_1", "522222 222222 2")
    assert battle.unit("red_1")["status"] == 2
    assert battle.unit("red_1")["hand"] == 0


@pytest.mark.rule("SS-U9")
def test_an_action_no_longer_possible_is_not_done() -> None:
    """Red is knocked down as it steps away, and has not the metres to crawl: it stays."""
    battle = beside({"orders": {"defend": "never"}, "attributes": {"agility": 1}, "flesh": 20})
    take(battle, "walk", "step west")
    events = play(battle, "strike red_1", "555222 222222 2")
    assert "knockdown" in kinds_of(events)
    assert "step" not in kinds_of(events)
    assert battle.unit("red_1")["x"] == 5
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-U9")
def test_once_a_turn() -> None:
    """Who has struck is not asked again in this turn of red's, though red provokes again; in the next it is."""
    battle = beside({"orders": {"defend": "never"}})
    play(battle, "switch knife")
    quietly(battle, "strike red_1")
    play(battle, "switch light_pistol")
    assert decider(battle) == ("act", "red_1")
    to_round_two(battle)
    play(battle, "switch knife")
    assert decider(battle) == ("intercept", "blue_1")


@pytest.mark.rule("SS-U9")
def test_who_passed_is_asked_again() -> None:
    """Blue lets the first chance go: the second is its too."""
    battle = beside()
    take(battle, "switch knife", "pass", "switch light_pistol")
    assert decider(battle) == ("intercept", "blue_1")


@pytest.mark.rule("SS-U9")
def test_everybody_provoked_is_asked_in_turn() -> None:
    """Two enemies stand beside red: one after the other, then the action is done."""
    battle = beside(None, unit((4, 2), weapons=["knife"]))
    play(battle, "switch knife")
    assert decider(battle) == ("intercept", "blue_1")
    play(battle, "pass")
    assert decider(battle) == ("intercept", "blue_2")
    assert "switch" in kinds_of(play(battle, "pass"))


@pytest.mark.rule("SS-U9")
@pytest.mark.parametrize("changes", [{"place": (9, 2)}, {"orders": {"intercept": "never"}}])
def test_it_takes_reach_and_the_will(changes: dict) -> None:
    """Too far away, or ordered never to: the action is done at once."""
    battle = beside(**changes)
    assert "switch" in kinds_of(play(battle, "switch knife"))


@pytest.mark.rule("SS-U9")
def test_without_points_there_is_no_opportunity() -> None:
    """Blue, who acts first, has spent its points."""
    battle = table(
        [unit((5, 2), weapons=["light_pistol", "knife"])],
        [unit((6, 2), weapons=["knife", "club"])],
        GROUND,
        dice=order(1, 4),
        options=OPPORTUNITY,
    )
    for action in ("switch club", "switch knife", "switch club"):
        play(battle, action)
        while decider(battle)[0] == "intercept":
            play(battle, "pass")
    play(battle, "end")
    assert "switch" in kinds_of(play(battle, "switch knife"))


@pytest.mark.rule("SS-U9")
@pytest.mark.parametrize(
    ("before", "action", "provokes"),
    [
        ((), "off_hand knife", False),
        (("off_hand knife",), "off_hand bare_hands", True),
        (("off_hand knife",), "switch knife", False),
    ],
)
def test_only_what_is_stowed_provokes(before: tuple[str, ...], action: str, provokes: bool) -> None:
    """Source, combat actions, Opportunity Attack: stows an item. To fill an empty hand, or change hands, stows nothing."""
    battle = beside()
    for step in before:
        play(battle, step)
    play(battle, action)
    assert (decider(battle) == ("intercept", "blue_1")) == provokes


@pytest.mark.rule("SS-U9", "SS-B7")
def test_to_lift_a_body_provokes_as_to_put_it_down_does() -> None:
    """Source, combat actions, Opportunity Attack: picks up an object, puts down an object."""
    battle = table(
        [unit((5, 2), weapons=[]), unit((5, 3))],
        [unit((6, 2), weapons=["knife"])],
        GROUND,
        order(6, 5, 1),
        options=OPPORTUNITY,
    )
    battle.unit("red_2")["status"] = DOWN
    play(battle, "walk")
    for action in ("lift red_2", "put_down"):
        play(battle, action)
        assert decider(battle) == ("intercept", "blue_1"), action
        quietly(battle, "pass")


@pytest.mark.rule("SS-U9")
def test_the_prone_take_their_opportunities() -> None:
    """Source, combat actions, Opportunity Attack: adjacent, with a weapon made ready. Nothing of being on one's feet."""
    battle = beside()
    battle.unit("blue_1")["prone"] = 1
    play(battle, "drop")
    assert decider(battle) == ("intercept", "blue_1")
