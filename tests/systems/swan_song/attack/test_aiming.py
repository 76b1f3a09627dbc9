"""SS-U4: what aiming does to recoil, to several attacks, and to called shots."""

import pytest
from ailing import ail
from armed import armed, attack_of

from fireteam.env.battle import Battle
from fireteam.systems.swan_song.rules.tables import LOCATIONS
from tabletop import *


def rifleman(*others: dict, rank: int = 5) -> Battle:
    """Return a battle in which red_1, Strength 3, has an assault rifle at full automatic and blue_1 at six metres."""
    red = unit((2, 2), weapons=["assault_rifle", "light_pistol"], skills={"automatics": rank, "pistols": rank})
    battle = table([red], [target((8, 2), flesh=200), *others], dice=order(6, *[1] * (1 + len(others))))
    play(battle, "mode FA")
    return battle


def recoil(battle: Battle, action: str) -> int:
    """Shoot and return the dice that recoil costs."""
    return terms(roll(quietly(battle, action), "attack")).get("recoil", 0)


@pytest.mark.rule("SS-U4", "SS-R9")
@pytest.mark.parametrize("aims", [0, 1])
def test_each_aim_lowers_the_recoil_of_the_first_burst(aims: int) -> None:
    """Source, combat actions, Take Aim: each use lowers the recoil penalty by one. Nothing has to be fired before."""
    battle = rifleman()
    for _ in range(aims):
        play(battle, "aim blue_1")
    plain = recoil(rifleman(), "shoot blue_1")
    assert plain < -1
    assert recoil(battle, "shoot blue_1") == plain + aims


@pytest.mark.rule("SS-U4", "SS-R9")
def test_the_recoil_stays_lower_while_the_aim_lasts() -> None:
    """Two aims in one phase, one in the next, then the burst: three dice less of recoil."""
    plain = recoil(rifleman(), "shoot blue_1")
    battle = rifleman()
    for _ in range(2):
        play(battle, "aim blue_1")
    next_phase(battle, "red_1")
    play(battle, "aim blue_1")
    assert recoil(battle, "shoot blue_1") == plain + 3


@pytest.mark.rule("SS-U4", "SS-R9")
def test_the_recoil_is_lower_with_all_weapons_and_for_any_target() -> None:
    """Source, Take Aim: with all weapons, whether or not the dice of the aim are used. Blue_2 was not aimed at."""
    plain = recoil(rifleman(target((8, 3), flesh=200)), "shoot blue_2")
    battle = rifleman(target((8, 3), flesh=200))
    play(battle, "aim blue_1")
    fired = terms(roll(quietly(battle, "shoot blue_2"), "attack"))
    assert "aimed" not in fired
    assert fired["recoil"] == plain + 1


@pytest.mark.rule("SS-U4", "SS-R9")
def test_what_aiming_took_off_is_gone_with_the_aim() -> None:
    """A phase that ends without aim and without a shot: the next burst recoils in full."""
    plain = recoil(rifleman(), "shoot blue_1")
    battle = rifleman()
    play(battle, "aim blue_1")
    quietly(battle, "walk")
    next_phase(battle, "red_1")
    assert recoil(battle, "shoot blue_1") == plain


@pytest.mark.rule("SS-U4")
def test_one_aims_on_while_recoil_is_left() -> None:
    """With skill 1 a second die cannot be had, but the burst still recoils: the action stays open, and helps."""
    battle = rifleman(rank=1)
    play(battle, "aim blue_1")
    assert "aim blue_1" in choices(battle)
    play(battle, "aim blue_1")
    assert battle.unit("red_1")["aim"] == 1
    assert battle.unit("red_1")["steady"] == 2


@pytest.mark.rule("SS-U4", "SS-X1")
def test_the_first_of_several_attacks_has_all_dice_of_the_aim() -> None:
    """Source, Take Aim: with several attacks only the first test gets the bonus dice. 7 + 2 in two: 6 and 3."""
    battle = armed(["light_pistol", "heavy_pistol"], attributes={"agility": 2, "strength": 9})
    play(battle, "off_hand heavy_pistol")
    for _ in range(2):
        play(battle, "aim blue_1")
    next_phase(battle, "red_1")
    play(battle, "multiple 2")
    first, second = attack_of(battle, "shoot blue_1"), attack_of(battle, "shoot blue_1")
    assert terms(first)["aimed"] == 2
    assert [pool(first), pool(second)] == [6, 3]


@pytest.mark.rule("SS-U4", "SS-X1")
def test_the_aim_is_lost_if_the_first_attack_is_at_somebody_else() -> None:
    """Source, Take Aim: the first attack must be against the target of the aim."""
    battle = armed(["light_pistol", "heavy_pistol"])
    take(battle, "off_hand heavy_pistol", "aim blue_1", "multiple 2")
    assert "aimed" not in terms(attack_of(battle, "shoot blue_2"))
    assert "aimed" not in terms(attack_of(battle, "shoot blue_1"))


def marksman() -> Battle:
    """Return a battle in which red_1 with a pistol has blue_1 at four metres."""
    return table([unit((2, 2), skills={"pistols": 9})], [target((6, 2), flesh=100), target((6, 4))], dice=order(6, 1, 1))


@pytest.mark.rule("SS-U4", "SS-C1")
def test_a_called_shot_may_be_aimed_if_it_is_called_first() -> None:
    """Source, Take Aim: the call comes before the aim. It holds over the phases that the aim takes."""
    battle = marksman()
    play(battle, "call_shot gut")
    for _ in range(3):
        play(battle, "aim blue_1")
    next_phase(battle, "red_1")
    play(battle, "aim blue_1")
    battle.dictate([5] * 3 + [2] * 100)
    events = battle.step("shoot blue_1")
    battle.dictate([])
    fired = terms(roll(events, "attack"))
    assert (fired["aimed"], fired["location of a called shot"]) == (4, -6)
    assert "location_hit" in [event.kind for event in events]
    assert battle.unit("red_1")["called"] == 0


@pytest.mark.rule("SS-U4", "SS-C1")
def test_calling_another_place_costs_the_aim() -> None:
    """Source, combat actions, Take Aim: the called shot is declared before one aims for it. The neck was called after."""
    battle = marksman()
    take(battle, "call_shot gut", "aim blue_1")
    next_phase(battle, "red_1")
    play(battle, "call_shot neck")
    assert (battle.unit("red_1")["aim"], battle.unit("red_1")["called"]) == (0, 1 + LOCATIONS.index("neck"))
    attack = terms(roll(quietly(battle, "shoot blue_1"), "attack"))
    assert "aimed" not in attack
    assert attack["location of a called shot"] == -8


@pytest.mark.rule("SS-U4", "SS-C1")
def test_a_call_after_the_aim_costs_it() -> None:
    """What was aimed before the shot was called is no aim for a called shot."""
    battle = marksman()
    take(battle, "aim blue_1", "call_shot gut")
    assert battle.unit("red_1")["aim"] == 0
    assert "aimed" not in terms(roll(quietly(battle, "shoot blue_1"), "attack"))


@pytest.mark.rule("SS-U4", "SS-C1")
@pytest.mark.parametrize("aims", [0, 1])
def test_the_call_does_not_outlast_the_aim(aims: int) -> None:
    """Without an aim it ends with the phase; with one it ends when that does."""
    battle = marksman()
    play(battle, "call_shot gut")
    for _ in range(aims):
        play(battle, "aim blue_1")
    next_phase(battle, "red_1")
    assert battle.unit("red_1")["called"] == (8 if aims else 0)
    quietly(battle, "walk")
    assert battle.unit("red_1")["called"] == 0
    assert "call_shot" in verbs(battle)


@pytest.mark.rule("SS-U4", "SS-C3")
@pytest.mark.parametrize("both", [False, True])
def test_the_blind_aim_at_nobody(both: bool) -> None:
    """One aims at whom one sees: with an eye left one may. Who loses both loses the aim at the end of the next turn."""
    battle = rifleman()
    play(battle, "aim blue_1")
    next_phase(battle, "red_1")
    ail(battle, "blinded", 9, "red_1", twice=both)
    assert battle.unit("red_1")["aim"] == 1
    play(battle, "call_shot hand")
    assert ("aim" in verbs(battle)) != both
    next_phase(battle, "red_1")
    battle = rifleman()
    play(battle, "aim blue_1")
    ail(battle, "blinded", 9, "red_1", twice=both)
    next_phase(battle, "red_1")
    assert battle.unit("red_1")["aim"] == (0 if both else 1)
