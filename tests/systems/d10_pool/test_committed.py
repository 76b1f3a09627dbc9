"""DP-A4 and DP-A5: committed actions take all dice of the round; a dedicated dodge counts against every attack."""

from typing import Any

import pytest
from pooltable import *

from fireteam.env.analysis.overlays import allowance
from fireteam.env.battle import Battle

LOW_WALL = "......\n..o...\n......\n......"
GUNMAN = {"attributes": {"dexterity": 4}, "abilities": {"firearms": 4, "dodge": 4, "brawl": 4}}


def armed(weapon: str, **options: Any) -> Battle:
    """Return red_1 with a weapon, eight dice for all it does, and blue_1 five metres away with a pistol."""
    blue = fighter((6, 1), weapons=["light_pistol"], attributes={"stamina": 8})
    return table([fighter((1, 1), weapons=[weapon], **GUNMAN)], [blue], **options)


def answers(battle: Battle) -> set[str]:
    """Let blue shoot at red in its turn; return what red can do about it."""
    end_turn(battle, "red_1")
    battle.step("shoot red_1")
    return verbs(battle) if decider(battle) == ("defend", "red_1") else set()


@pytest.mark.rule("DP-A4")
@pytest.mark.parametrize("weapon", ["sniper_rifle", "machine_gun"])
def test_heavy_weapons_and_sniper_rifles_take_a_committed_action(weapon: str) -> None:
    """All eight dice go into the shot: none can be kept beside it, and no defense is left."""
    battle = armed(weapon)
    assert not {"keep_to_dodge", "keep_to_brawl"} & verbs(battle)
    assert pool(roll(undefended(battle, "shoot blue_1", "22222222"), "attack")) == {"Dexterity": 4, "Firearms": 4}
    assert answers(battle) == set()


@pytest.mark.rule("DP-A4")
@pytest.mark.parametrize("weapon", ["light_pistol", "heavy_pistol", "rifle", "shotgun", "submachine_gun"])
def test_other_guns_leave_dice_for_a_defense(weapon: str) -> None:
    """Three of eight dice are kept beside the shot, and dodge with."""
    battle = armed(weapon)
    play(battle, "keep_to_dodge 3")
    undefended(battle, "shoot blue_1", "22222")
    assert answers(battle) == {"pass", "dodge_with"}


@pytest.mark.rule("DP-A4")
@pytest.mark.parametrize("weapon", ["light_pistol", "rifle"])
def test_the_option_makes_every_firearm_a_committed_action(weapon: str) -> None:
    """Of the two readings of the source the other: shooting a gun takes all dice."""
    battle = armed(weapon, options={"committed_firearms": "all"})
    assert pool(roll(undefended(battle, "shoot blue_1", "22222222"), "attack")) == {"Dexterity": 4, "Firearms": 4}
    assert answers(battle) == set()


@pytest.mark.rule("DP-A4", "DP-A3")
@pytest.mark.parametrize(("option", "kept"), [("marked", True), ("all", False)])
def test_nothing_can_be_kept_beside_a_committed_action(option: str, kept: bool) -> None:
    """A pistol is all that reaches blue: where it takes all dice, none can be set aside."""
    battle = armed("light_pistol", options={"committed_firearms": option})
    assert ("keep_to_dodge" in verbs(battle)) == kept


@pytest.mark.rule("DP-A4")
def test_the_option_is_for_firearms_only() -> None:
    """A bow takes as many dice as are left for it."""
    battle = armed("bow", options={"committed_firearms": "all"})
    play(battle, "keep_to_dodge 2")
    undefended(battle, "shoot blue_1", "22")
    assert answers(battle) == {"pass", "dodge_with"}


@pytest.mark.rule("DP-A4")
@pytest.mark.parametrize(("weapon", "option", "shoots"), [
    ("sniper_rifle", "marked", False), ("rifle", "marked", True), ("rifle", "all", False)
])  # fmt: skip
def test_who_has_split_its_dice_cannot_take_a_committed_action(weapon: str, option: str, shoots: bool) -> None:
    """Red has dodged with two dice before its turn: six are left for a rifle, none for what takes all of them."""
    red = fighter((1, 1), weapons=[weapon], **GUNMAN)
    blue = fighter((6, 1), weapons=["light_pistol"], attributes={"wits": 8, "dexterity": 8})
    dice = [2] * 7 + [9] * 16
    battle = table([red], [blue], dice, options={"committed_firearms": option})
    play(battle, "shoot red_1")
    play(battle, "dodge_with 2", "22222222 22")
    end_turn(battle, "blue_1")
    assert decider(battle) == ("act", "red_1")
    assert ("shoot blue_1" in choices(battle)) == shoots


def crowd(red: dict[str, Any]) -> Battle:
    """Return red_1 among three with bare hands, three dice each."""
    return table([fighter((2, 2), **red)], [fighter((1, 2)), fighter((3, 2)), fighter((2, 1))])


def beside_a_wall() -> Battle:
    """Return red_1 with a low wall at its side, among three with bare hands."""
    foes = [fighter((1, 2)), fighter((3, 2)), fighter((2, 3))]
    return table([fighter((2, 2), **DODGER)], foes, ground=LOW_WALL)


DODGER = {"attributes": {"dexterity": 4, "stamina": 8}, "abilities": {"dodge": 3, "brawl": 4}}


@pytest.mark.rule("DP-A5", "DP-A4")
def test_a_dedicated_dodge_is_rolled_once_and_counts_against_every_attack() -> None:
    """Seven dice, two successes: of blows with 3, 2 and 3 successes 1, none and 1 are left; no other dodge is rolled."""
    battle = crowd(DODGER)
    events = play(battle, "full_defense", "9955222")
    assert pool(roll(events, "dedicated dodge")) == {"Dexterity": 4, "Dodge": 3}
    end_turn(battle, "red_1")
    assert decider(battle) == ("act", "blue_1")
    for blow, left in (("999", 1), ("992", 0), ("999", 1)):
        events = play(battle, "punch red_1", f"{blow} {'222' if left else ''}")
        assert [event.numbers["purpose"] for event in events if event.kind == "roll"] == ["attack", "damage"][: 1 + left]
        assert [event.numbers["net_hits"] for event in events if event.kind in ("hit", "miss")] == [left]


@pytest.mark.rule("DP-A5")
def test_a_dedicated_dodge_may_answer_an_attack_and_costs_the_turn() -> None:
    """Blue dodges before its turn comes: that passes, with no walk and no blow; in the next round blue acts again."""
    battle = table([fighter((1, 1), attributes={"wits": 4})], [fighter((2, 1), **DODGER)])
    play(battle, "punch blue_1")
    events = play(battle, "full_defense", "9922222 999 222")
    assert only(events, "hit").numbers["net_hits"] == 1
    assert [event.actor for event in events if event.kind in ("phase", "round")] == ["blue_1", None, "red_1"]
    assert (battle.round, decider(battle)) == (2, ("act", "red_1"))
    pass_until(battle, "blue_1")
    assert (battle.round, {"punch", "walk", "full_defense"} <= verbs(battle)) == (2, True)


@pytest.mark.rule("DP-A5")
def test_a_dedicated_dodge_takes_the_entire_turn() -> None:
    """After it red neither walks nor takes cover: the next one acts."""
    battle = beside_a_wall()
    assert {"walk", "take_cover", "full_defense"} <= verbs(battle)
    play(battle, "full_defense", "9955222")
    assert decider(battle) == ("act", "blue_1")
    assert allowance(battle, 0) == (0, 0, 0)
    assert allowance(battle, 1).walk > 0


@pytest.mark.rule("DP-A5", "DP-A4")
@pytest.mark.parametrize("begun", ["walk", "jog", "run", "take_cover"])
def test_a_turn_that_has_begun_cannot_go_into_a_dedicated_dodge(begun: str) -> None:
    """Who has gone or taken cover in its turn cannot give it whole any longer: not now, not when an attack comes."""
    battle = beside_a_wall()
    if begun == "take_cover":
        play(battle, begun)
    else:
        go(battle, begun, "southwest")
    assert "full_defense" not in verbs(battle)
    end_turn(battle, "red_1")
    play(battle, "punch red_1")
    assert decider(battle) == ("defend", "red_1")
    assert "dodge_with" in verbs(battle)
    assert "full_defense" not in verbs(battle)


@pytest.mark.rule("DP-A5", "DP-M1")
def test_a_walk_that_was_only_declared_is_no_hindrance() -> None:
    """Red means to walk and takes no step: its turn is still whole. A jog has taken dice of it."""
    for pace, whole in (("walk", True), ("jog", False)):
        battle = beside_a_wall()
        play(battle, pace)
        assert ("full_defense" in verbs(battle)) == whole


@pytest.mark.rule("DP-A5")
def test_the_pace_of_the_last_turn_is_no_hindrance() -> None:
    """Blue, who walked in its last turn, is attacked before its next: it may still give that turn to a dodge."""
    battle = table([fighter((1, 1), attributes={"wits": 8})], [fighter((2, 1), **DODGER)])
    pass_until(battle, "blue_1")
    go(battle, "walk", "north")
    pass_until(battle, "red_1")
    assert battle.round == 2
    play(battle, "punch blue_1")
    assert (decider(battle), "full_defense" in verbs(battle)) == (("defend", "blue_1"), True)


@pytest.mark.rule("DP-A5")
def test_who_lets_its_turn_pass_may_still_dodge_for_the_round() -> None:
    """Red has done nothing in its turn, so nothing of it is spent."""
    battle = crowd(DODGER)
    end_turn(battle, "red_1")
    play(battle, "punch red_1")
    assert (decider(battle), "full_defense" in verbs(battle)) == (("defend", "red_1"), True)


@pytest.mark.rule("DP-A5", "DP-A4")
def test_a_dedicated_dodge_goes_with_nothing_else() -> None:
    """Who has struck in the round cannot give it all dice any longer."""
    battle = crowd(DODGER)
    play(battle, "keep_to_dodge 3")
    undefended(battle, "punch blue_1", "2222")
    end_turn(battle, "red_1")
    play(battle, "punch red_1")
    assert numbers_of(battle, "dodge_with") == {2, 3}
    assert "full_defense" not in verbs(battle)


@pytest.mark.rule("DP-A5")
def test_a_dedicated_dodge_lasts_for_the_round() -> None:
    """In the next round, before its turn, red is asked again."""
    red = {**DODGER, "attributes": {"dexterity": 4, "stamina": 8, "wits": 1}}
    battle = table([fighter((2, 2), **red)], [fighter((3, 2))], [2] * 5 + [9] * 6)
    pass_until(battle, "red_1")
    play(battle, "full_defense", "9999999")
    end_turn(battle, "red_1")
    assert (battle.round, decider(battle)) == (2, ("act", "blue_1"))
    play(battle, "punch red_1")
    assert decider(battle) == ("defend", "red_1")
    assert {"dodge_with", "full_defense"} <= verbs(battle)


@pytest.mark.rule("DP-A5", "DP-A1")
def test_a_secondary_ability_of_dodge_lowers_its_difficulty() -> None:
    """Fives are successes of a dedicated dodge at 6 less 1, and fours are not."""
    battle = crowd({**DODGER, "secondary": ["dodge"]})
    assert only(play(battle, "full_defense", "5544444"), "full_defense").numbers["dice"] == 2


@pytest.mark.rule("DP-A4", "DP-A5")
def test_the_dice_come_back_with_the_round() -> None:
    """After a dedicated dodge and a shot of a machine gun all dice are there in the next round."""
    battle = armed("machine_gun")
    play(battle, "full_defense", "22222222")
    pass_until(battle, "red_1")
    assert pool(roll(undefended(battle, "shoot blue_1", "22222222"), "attack")) == {"Dexterity": 4, "Firearms": 4}
    quietly(battle, "end")
