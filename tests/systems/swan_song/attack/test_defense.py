"""SS-F1 to SS-F3: what a defender may answer, and what it rolls."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *

RANKS = {"blades": 3, "unarmed": 2, "acrobatics": 4}
PLAIN = {"Reaction": 3, "Intuition": 3}


def struck(weapons: list[str], skills: dict[str, int] | None = None, willpower: int = 3) -> Battle:
    """Return a battle in which red_1 has struck at blue_1 with a knife and blue_1 is about to answer."""
    skills = RANKS if skills is None else skills
    blue = unit((2, 1), weapons=weapons, skills=skills, attributes={"willpower": willpower})
    battle = table([unit((1, 1), weapons=["knife"], skills={"blades": 3})], [blue])
    quietly(battle, "strike blue_1")
    assert decider(battle) == ("defend", "blue_1")
    return battle


def shot(**changes: object) -> Battle:
    """Return a battle in which red_1 has shot at blue_1 from four metres and blue_1 is about to answer."""
    battle = table([unit((1, 1), skills={"pistols": 3})], [unit((5, 1), skills=RANKS, **changes)])
    quietly(battle, "shoot blue_1")
    assert decider(battle) == ("defend", "blue_1")
    return battle


@pytest.mark.rule("SS-F1")
def test_shots_are_met_with_standard_or_full_defense() -> None:
    """No dodge, parry or block against a shot, whatever one holds and can do."""
    assert choices(shot(weapons=["knife"])) == {"pass", "full_defense"}
    assert choices(shot(weapons=[])) == {"pass", "full_defense"}


@pytest.mark.rule("SS-F1")
def test_standard_defense_is_free() -> None:
    """It costs no point and rolls Reaction + Intuition."""
    battle = shot()
    assert terms(roll(quietly(battle, "pass"), "defense")) == PLAIN
    assert battle.unit("blue_1")["ap"] == 3


@pytest.mark.rule("SS-F1")
@pytest.mark.rule("SS-F3")
def test_full_defense_against_a_shot_adds_willpower() -> None:
    """Willpower 5: eleven dice."""
    battle = shot(attributes={"willpower": 5})
    events = quietly(battle, "full_defense")
    assert "full_defense" in kinds_of(events)
    assert terms(roll(events, "defense")) == {**PLAIN, "full defense": 5}


@pytest.mark.rule("SS-F2")
@pytest.mark.parametrize(
    ("weapons", "replies"),
    [
        (["knife"], {"dodge", "parry"}),  # a weapon in hand to parry with
        ([], {"dodge", "block"}),  # empty hands to block with
        (["light_pistol"], {"dodge"}),  # neither
    ],
)
def test_what_is_in_hand_decides_between_parry_and_block(weapons: list[str], replies: set[str]) -> None:
    """Standard and full defense and the dodge are open to all; parry needs a melee weapon, block empty hands."""
    assert choices(struck(weapons)) == {"pass", "full_defense", *replies}


@pytest.mark.rule("SS-F2")
@pytest.mark.parametrize(
    ("skill", "weapons", "reply"), [("blades", ["knife"], "parry"), ("unarmed", [], "block"), ("acrobatics", [], "dodge")]
)
def test_parry_block_and_dodge_need_their_skill(skill: str, weapons: list[str], reply: str) -> None:
    """Without a rank the reply is not open, with one it is."""
    assert reply in choices(struck(weapons, {skill: 1}))
    assert reply not in choices(struck(weapons, {**RANKS, skill: 0}))


@pytest.mark.rule("SS-F2")
@pytest.mark.parametrize(
    ("reply", "weapons", "added"),
    [
        ("pass", ["knife"], {}),
        ("parry", ["knife"], {"Blades": 3}),
        ("block", [], {"Unarmed": 2}),
        ("dodge", ["knife"], {"Acrobatics": 4}),
    ],
)
def test_replies_add_their_skill(reply: str, weapons: list[str], added: dict[str, int]) -> None:
    """Parry adds the skill of the weapon in hand, block Unarmed, dodge Acrobatics."""
    assert terms(roll(quietly(struck(weapons), reply), "defense")) == {**PLAIN, **added}


@pytest.mark.rule("SS-F2")
@pytest.mark.parametrize(("reply", "weapons"), [("parry", ["knife"]), ("block", []), ("dodge", [])])
def test_replies_are_limited_by_the_physical_limit(reply: str, weapons: list[str]) -> None:
    """Eight, nine or ten hits, of which Physical 4 keeps four; the standard defense has no limit."""
    battle = struck(weapons)
    added = {"parry": 3, "block": 2, "dodge": 4}[reply]
    assert roll(play(battle, reply, "222222" + "6" * (6 + added)), "defense").numbers["hits"] == 4
    assert roll(play(struck(weapons), "pass", "222222 666666"), "defense").numbers["hits"] == 6


@pytest.mark.rule("SS-F2")
def test_full_defense_goes_with_one_of_dodge_parry_and_block() -> None:
    """Two points for full defense and the third for a parry: both add up, and then the dice fall."""
    battle = struck(["knife"], willpower=4)
    assert kinds_of(play(battle, "full_defense")) == ["full_defense"]
    assert choices(battle) == {"pass", "dodge", "parry"}
    events = quietly(battle, "parry")
    assert terms(roll(events, "defense")) == {**PLAIN, "Blades": 3, "full defense": 4}
    assert battle.unit("blue_1")["ap"] == 0


@pytest.mark.rule("SS-F3")
def test_full_defense_lasts_for_the_rest_of_the_round() -> None:
    """It serves against the next attack, through blue's own phase and into the second pass, but not the next round."""
    battle = table(
        [unit((1, 1), skills={"pistols": 3}), unit((1, 3), skills={"pistols": 3})], [unit((5, 1))], dice=order(6, 5, 1)
    )
    quietly(battle, "shoot blue_1")
    assert terms(roll(quietly(battle, "full_defense"), "defense"))["full defense"] == 3
    for phase in ("red_2", "red_1", "red_2"):
        pass_until(battle, phase)
        assert battle.round == 1
        assert terms(roll(quietly(battle, "shoot blue_1"), "defense"))["full defense"] == 3
        quietly(battle, "end")
    assert battle.round == 2
    pass_until(battle, "red_1")
    quietly(battle, "shoot blue_1")
    assert "full_defense" in choices(battle)
    assert "full defense" not in terms(roll(quietly(battle, "pass"), "defense"))


@pytest.mark.rule("SS-F3")
def test_full_defense_is_not_bought_twice() -> None:
    """While it is in force it is not on offer; a melee attack in the same pass can still be dodged for a point."""
    battle = table(
        [unit((1, 1), skills={"pistols": 3}), unit((5, 2), weapons=["knife"])],
        [unit((5, 1), skills=RANKS)],
        dice=order(6, 5, 1),
    )
    quietly(battle, "shoot blue_1")
    quietly(battle, "full_defense")
    pass_until(battle, "red_2")
    quietly(battle, "strike blue_1")
    assert choices(battle) == {"pass", "dodge"}
