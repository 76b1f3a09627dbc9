"""DP-A7: dodging, parrying and warding off, at any time of the round while there are dice."""

from typing import Any

import pytest
from pooltable import *

from fireteam.env.battle import Battle

ABLE = {"attributes": {"dexterity": 4, "stamina": 8}, "abilities": {"dodge": 1, "melee": 2, "brawl": 3}}


def struck(weapon: str, verb: str, metres: int = 1, **blue: Any) -> Battle:
    """Return a battle in which red_1, three dice, has just attacked blue_1, who is asked."""
    weapons = [weapon] if weapon else []
    battle = table([fighter((1, 1), weapons=weapons)], [fighter((1 + metres, 1), **{**ABLE, **blue})])
    play(battle, f"{verb} blue_1")
    assert decider(battle) == ("defend", "blue_1")
    return battle


@pytest.mark.rule("DP-A7")
@pytest.mark.parametrize(
    ("verb", "dice", "terms"),
    [
        ("dodge_with", 5, {"Dexterity": 4, "Dodge": 1}),
        ("parry_with", 6, {"Dexterity": 4, "Melee": 2}),
        ("brawl_with", 7, {"Dexterity": 4, "Brawl": 3}),
    ],
)
def test_a_defense_is_dexterity_and_dodge_melee_or_brawl(verb: str, dice: int, terms: dict[str, int]) -> None:
    """Against bare hands all three are open, each with its whole pool, at difficulty 6."""
    battle = struck("", "punch", weapons=["sword"])
    assert max(numbers_of(battle, verb)) == dice
    defense = roll(play(battle, f"{verb} {dice}", "999" + "65" + "2" * (dice - 2) + " 222"), "defense")
    assert pool(defense) == terms
    assert defense.numbers["hits"] == 1
    assert harder(defense) == {"base": 6}


@pytest.mark.rule("DP-A7", "DP-H1")
@pytest.mark.parametrize(("defense", "left"), [("22222", 3), ("92222", 2), ("99222", 1), ("99922", 0), ("99999", 0)])
def test_its_successes_come_off_those_of_the_attack(defense: str, left: int) -> None:
    """Three successes of the attack less those of the dodge; with none left it misses."""
    events = play(struck("", "punch"), "dodge_with 5", f"999 {defense} {'222' if left else ''}")
    assert ("hit" in kinds_of(events)) == (left > 0)
    if left:
        assert outcome(events) == left


@pytest.mark.rule("DP-A7")
@pytest.mark.parametrize(
    ("weapon", "verb", "metres", "held", "defenses"),
    [
        ("", "punch", 1, ["sword"], {"dodge_with", "parry_with", "brawl_with"}),
        ("", "punch", 1, [], {"dodge_with", "brawl_with"}),
        ("brass_knuckles", "strike", 1, [], {"dodge_with", "brawl_with"}),
        ("knife", "strike", 1, ["sword"], {"dodge_with", "parry_with"}),
        ("knife", "strike", 1, ["light_pistol"], {"dodge_with"}),
        ("knife", "strike", 1, [], {"dodge_with"}),
        ("light_pistol", "shoot", 5, ["sword"], {"dodge_with"}),
        ("throwing_knife", "shoot", 5, ["sword"], {"dodge_with"}),
        ("bow", "shoot", 5, ["sword"], {"dodge_with"}),
    ],
)
def test_what_meets_which_attack(weapon: str, verb: str, metres: int, held: list[str], defenses: set[str]) -> None:
    """All attacks can be dodged; blows be parried with what is held, and bare hands be warded off with bare hands."""
    battle = struck(weapon, verb, metres, weapons=held)
    assert {name for name in verbs(battle) if name.endswith("_with")} == defenses


@pytest.mark.rule("DP-A7", "DP-A1")
@pytest.mark.parametrize(("ability", "verb"), [("dodge", "dodge_with"), ("melee", "parry_with"), ("brawl", "brawl_with")])
def test_a_secondary_ability_lowers_the_difficulty_of_a_defense(ability: str, verb: str) -> None:
    """At 6 less 1 a five counts, and a four does not; without it, or with another one, the five does not."""
    battle = struck("", "punch", weapons=["sword"], secondary=[ability])
    assert hits(play(battle, f"{verb} 4", "999 5542 222"), "defense") == 2
    battle = struck("", "punch", weapons=["sword"], secondary=["firearms"])
    assert hits(play(battle, f"{verb} 4", "999 5542 222"), "defense") == 0


@pytest.mark.rule("DP-A7", "DP-A3")
def test_a_defense_before_the_own_turn_takes_dice_of_the_attack() -> None:
    """Seven dice of bare hands: two to ward off a blow, five for the own one."""
    battle = struck("", "punch")
    play(battle, "brawl_with 2", "222 22")
    assert decider(battle) == ("act", "blue_1")
    assert sum(pool(roll(undefended(battle, "punch red_1", "22222"), "attack")).values()) == 5


@pytest.mark.rule("DP-A7")
def test_who_has_put_all_dice_into_its_attack_has_no_defense() -> None:
    """Blue strikes with all seven dice; what comes then it cannot answer."""
    battle = table([fighter((1, 1), **ABLE)], [fighter((2, 1))])
    undefended(battle, "punch blue_1", "2222222")
    end_turn(battle, "red_1")
    assert hits(play(battle, "punch red_1", "222"), "attack") == 0
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("DP-A7")
def test_who_has_done_nothing_defends_after_its_turn() -> None:
    """Red lets its turn go by, and has all dice when it is attacked; a second attack meets what is left of them."""
    battle = table([fighter((1, 1), **ABLE)], [fighter((2, 1)), fighter((1, 2))])
    take(battle, "end", "punch red_1")
    assert max(numbers_of(battle, "brawl_with")) == 7
    play(battle, "brawl_with 3", "222 222")
    end_turn(battle, "blue_1")
    play(battle, "punch red_1")
    assert numbers_of(battle, "brawl_with") == {2, 3, 4}
    assert numbers_of(battle, "dodge_with") == {2}


@pytest.mark.rule("DP-A7", "DP-A3")
def test_a_defense_takes_two_dice_or_the_whole_of_a_small_pool() -> None:
    """Five dice give two to five, one die is the whole pool of who has one."""
    assert numbers_of(struck("", "punch"), "dodge_with") == {2, 3, 4, 5}
    feeble = struck("", "punch", attributes={"dexterity": 1}, abilities={})
    assert numbers_of(feeble, "dodge_with") == {1}


@pytest.mark.rule("DP-A7")
def test_who_lets_the_attack_come_keeps_its_dice() -> None:
    """After passing, blue strikes with all of its seven."""
    battle = struck("", "punch")
    play(battle, "pass", "222")
    assert sum(pool(roll(undefended(battle, "punch red_1", "2222222"), "attack")).values()) == 7


@pytest.mark.rule("DP-A7")
def test_things_have_no_defense() -> None:
    """A generator is not asked."""
    battle = table([fighter((1, 1))], [fighter((2, 1), THING, attributes={"dexterity": 4}), fighter((9, 1))])
    assert "hit" in kinds_of(play(battle, "punch blue_1", "999 222"))


@pytest.mark.rule("DP-R2", "DP-A7")
def test_who_is_behind_cover_dodges_as_a_free_action() -> None:
    """Blue is behind a low wall: it dodges with its whole pool for nothing, before its shot with all dice and after it."""
    blue = fighter((6, 1), weapons=["light_pistol"], attributes={"dexterity": 4}, abilities={"dodge": 1, "firearms": 3})
    red = [fighter((at, 1), weapons=["light_pistol"]) for at in (1, 0)]
    ground = "." * 9 + "\n.....o...\n" + "." * 9
    battle = table(red, [blue], scored(3) + scored(1) + scored(2, 7), ground=ground)
    play(battle, "shoot blue_1")
    assert "dodge" not in choices(battle)  # there is a wall, but it has not taken cover
    quietly(battle, "pass")
    end_turn(battle, "red_1")
    play(battle, "take_cover")
    assert "aim red_1" not in choices(battle)
    pass_until(battle, "red_1")
    play(battle, "shoot blue_1")
    defense = roll(play(battle, "dodge", "222 99222"), "defense")
    assert (pool(defense), defense.numbers["hits"]) == ({"Dexterity": 4, "Dodge": 1}, 2)
    end_turn(battle, "red_1")
    shot = roll(undefended(battle, "shoot red_1", "2222222"), "attack")
    assert pool(shot) == {"Dexterity": 4, "Firearms": 3}
    assert harder(shot)["behind cover"] == 1
    end_turn(battle, "blue_1")
    play(battle, "shoot blue_1")
    assert verbs(battle) == {"pass", "dodge"}  # all dice went into the shot
    assert "miss" in kinds_of(play(battle, "dodge", "222 22222"))
