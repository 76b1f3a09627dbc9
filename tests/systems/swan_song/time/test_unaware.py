"""SS-F5 and SS-F6: those who do not see it coming, and things."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *

BEHIND_A_BARRICADE = "\n".join(["." * 12, "....O" + "." * 7, "." * 12])


def ambush(facing: str = "east", alert: bool = False, ground: str = "", **blue: object) -> Battle:
    """Return a battle in which red_1 shoots from four metres west at blue_1, who faces somewhere."""
    return table(
        [unit((1, 1), skills={"pistols": 3})],
        [unit((5, 1), facing=facing, **blue)],
        ground or "\n".join(["." * 12] * 3),
        blue_team={"alert": alert},
    )


@pytest.mark.rule("SS-F5")
@pytest.mark.parametrize(
    ("facing", "unaware"),
    [("east", True), ("southeast", True), ("northeast", True), ("north", False), ("south", False), ("west", False)],
)
def test_an_attack_from_behind_finds_the_target_unaware(facing: str, unaware: bool) -> None:
    """Red is west of blue: behind who faces east, in view of who faces north, south or west. Only these are asked."""
    battle = ambush(facing)
    events = quietly(battle, "shoot blue_1")
    assert (decider(battle) != ("defend", "blue_1")) == unaware
    if unaware:
        assert roll(events, "defense").dice == []


@pytest.mark.rule("SS-F5")
def test_against_the_unaware_an_attack_is_a_success_test() -> None:
    """One hit is a net hit; none is a miss and not a graze."""
    assert only(play(ambush(), "shoot blue_1", "522222 2"), "hit").numbers == {"net_hits": 1, "damage": 7}
    assert "miss" in kinds_of(play(ambush(), "shoot blue_1", "222222"))


@pytest.mark.rule("SS-F5")
def test_those_engaged_are_never_unaware() -> None:
    """Blue is in the fight: it defends though red is behind it."""
    battle = ambush(alert=True)
    quietly(battle, "shoot blue_1")
    assert decider(battle) == ("defend", "blue_1")


@pytest.mark.rule("SS-F5")
def test_who_has_been_attacked_is_engaged() -> None:
    """The first shot comes unseen, the second does not, though blue has not turned."""
    battle = table(
        [unit((1, 1), skills={"pistols": 3}), unit((1, 2), skills={"pistols": 3})],
        [target((5, 1), facing="east")],
        blue_team={"alert": False},
        dice=order(6, 5, 1),
    )
    assert roll(quietly(battle, "shoot blue_1"), "defense").dice == []
    quietly(battle, "end")
    assert terms(roll(quietly(battle, "shoot blue_1"), "defense")) == {"Reaction": 3, "Intuition": 3}


@pytest.mark.rule("SS-F5")
@pytest.mark.parametrize(("facing", "unaware"), [("west", False), ("east", True)])
def test_who_sees_an_enemy_in_its_own_phase_is_engaged(facing: str, unaware: bool) -> None:
    """Blue's phase comes first: it notices red if it looks that way."""
    battle = table(
        [unit((1, 1), skills={"pistols": 3})], [target((5, 1), facing=facing)], blue_team={"alert": False}, dice=order(1, 6)
    )
    play(battle, "end")
    assert (roll(quietly(battle, "shoot blue_1"), "defense").dice == []) == unaware


@pytest.mark.rule("SS-F5")
@pytest.mark.rule("SS-B4")
@pytest.mark.parametrize(("option", "defends"), [("engaged", True), ("unaware", False)])
def test_whether_the_hidden_are_unaware_in_the_midst_of_the_fight(option: str, defends: bool) -> None:
    """Two sentences of the combat page clash, so there is an option.

    Defender Unaware: it does not apply to those already engaged in combat. Shooting Through Barriers: who is completely
    hidden behind the barrier is considered unaware of the attack. Plaster is between; in the open nothing changes.
    """
    for wall, aware in (("....P" + "." * 7, defends), ("." * 12, True)):
        battle = table(
            [unit((1, 1), skills={"pistols": 3})],
            [target((5, 1), facing="west")],
            "\n".join(["." * 12, wall, "." * 12]),
            blue_team={"alert": True},
            options={"hidden_defender": option},
        )
        defense = roll(quietly(battle, "shoot blue_1"), "defense")
        assert terms(defense) == ({"Reaction": 3, "Intuition": 3} if aware else {})


@pytest.mark.rule("SS-F5")
def test_who_cannot_see_the_attacker_is_unaware() -> None:
    """Red shoots through a plaster wall that blue faces."""
    battle = table(
        [unit((1, 1), skills={"pistols": 9})],
        [unit((5, 1), facing="west")],
        "\n".join(["." * 12, "...p" + "." * 8, "." * 12]),
        blue_team={"alert": False},
        legend={"p": "partition"},
    )
    events = quietly(battle, "shoot blue_1")
    assert roll(events, "defense").dice == []
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-F5")
def test_cover_gives_its_dice_to_the_unaware() -> None:
    """Blue has gone to good cover, looks away, and has its four dice and nothing else."""
    battle = table(
        [unit((1, 1), skills={"pistols": 3})],
        [unit((5, 1), facing="east")],
        BEHIND_A_BARRICADE,
        blue_team={"alert": False},
        dice=order(1, 6),
    )
    take(battle, "take_cover", "end")
    events = quietly(battle, "shoot blue_1")
    assert terms(roll(events, "defense")) == {"cover": 4}


def sabotage(ground: str = "") -> Battle:
    """Return a battle in which red_1 can shoot at blue_1, a generator, from four metres."""
    return table(
        [unit((1, 1), skills={"pistols": 3})],
        [target((5, 1), "generator"), target((11, 0))],
        ground or "\n".join(["." * 12] * 3),
        dice=[6, 1, 1, 1],
    )


@pytest.mark.rule("SS-F6")
def test_things_have_no_defense_of_their_own() -> None:
    """In the open a generator has no dice, is asked nothing and has no initiative: one hit is one net hit."""
    battle = sabotage()
    events = play(battle, "shoot blue_1", "552222 2")
    assert roll(events, "defense").dice == []
    assert only(events, "hit").numbers["net_hits"] == 2


@pytest.mark.rule("SS-F6")
@pytest.mark.parametrize(("letter", "dice"), [("o", 2), ("O", 4)])
def test_things_have_the_dice_of_their_cover(letter: str, dice: int) -> None:
    """A generator behind a low wall or a barricade is covered, though it took no action to be."""
    battle = sabotage("\n".join(["." * 12, f"....{letter}" + "." * 7, "." * 12]))
    assert battle.cover("blue_1", "red_1") == {"o": "partial", "O": "good"}[letter]
    assert terms(roll(quietly(battle, "shoot blue_1"), "defense")) == {"cover": dice}
