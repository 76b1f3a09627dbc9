"""LD-C2: a shield is strapped on and taken off, an action each; while it is on the arm its hand is busy."""

from typing import Any

import pytest
from laddertable import *

from fireteam.env.battle import Battle


def owner(*weapons: str, shield: str = "back", **red: Any) -> Battle:
    """Return red_1, who declares first, with a shield on its back or arm and other weapons; blue_1 is far away."""
    red = {"skills": {"discipline": -1}} | red
    return table(
        [fighter((1, 1), weapons=[*weapons, "riot_shield"], shield=shield, **red)], [fighter((30, 1))], stalemate=20
    )


def borne(battle: Battle) -> str:
    """Return where red_1 bears its shield."""
    return ("", "back", "hands", "arm")[int(battle.unit("red_1")["bearing"])]


@pytest.mark.rule("LD-C2")
def test_it_comes_off_the_back_in_one_action_and_onto_the_arm_in_another() -> None:
    """One action to take it off the back, a second one to strap it to the arm."""
    battle = owner()
    events = turn(battle, {"red_1": "strap_shield"})
    assert (only(events, "shield_moved").numbers["bearing"], borne(battle)) == ("in both hands", "hands")
    events = turn(battle, {"red_1": "strap_shield"})
    assert (only(events, "shield_moved").numbers["bearing"], borne(battle)) == ("on the arm", "arm")


@pytest.mark.rule("LD-C2", "LD-A1")
def test_both_can_be_done_in_one_turn_as_two_actions() -> None:
    """Two actions, and a third one suffers -3."""
    battle = owner()
    events = turn(battle, {"red_1": "strap_shield, strap_shield, walk"}, 0)
    assert borne(battle) == "arm"
    assert [event.numbers["penalty"] for event in events if event.kind == "declares"] == [3, 3, 3]


@pytest.mark.rule("LD-C2")
def test_both_hands_must_be_empty_for_either() -> None:
    """With a sword in hand it cannot be strapped on; after the sword is put away, in the same turn even, it can."""
    battle = owner("sword")
    assert "strap_shield" not in verbs(battle)
    play(battle, "switch bare_hands")
    assert "strap_shield" in verbs(battle)
    battle = owner("sword")
    turn(battle, {"red_1": "switch bare_hands, strap_shield"})
    assert borne(battle) == "hands"
    assert not {"switch", "off_hand"} & verbs(battle)  # its hands are full of the shield


@pytest.mark.rule("LD-C2")
def test_the_other_hand_must_be_empty_too() -> None:
    """A knife in it is in the way."""
    battle = owner("sword", "knife")
    turn(battle, {"red_1": "off_hand knife"})
    turn(battle, {"red_1": "switch bare_hands"})
    assert "strap_shield" not in verbs(battle)


@pytest.mark.rule("LD-C2")
def test_taking_it_off_is_an_action() -> None:
    """Off the arm it goes onto the back, at -2 for the walk beside it."""
    battle = owner(shield="arm")
    events = turn(battle, {"red_1": "unstrap_shield, walk"}, 0)
    assert borne(battle) == "back"
    assert {event.numbers["penalty"] for event in events if event.kind == "declares"} == {2}


@pytest.mark.rule("LD-C2")
def test_the_other_arm_must_be_free() -> None:
    """It may be impossible if the other arm is occupied: with the sword in hand it is; after that is put away, it is not."""
    battle = owner("sword", shield="arm")
    assert "unstrap_shield" not in verbs(battle)
    events = turn(battle, {"red_1": "switch bare_hands, unstrap_shield"})
    assert (lapsed(events), borne(battle)) == ([], "back")


@pytest.mark.rule("LD-C2", "LD-H2")
@pytest.mark.parametrize(
    ("level", "can"),
    [("unhurt", True), ("moderately wounded", True), ("severely wounded", False), ("critically wounded", False)],
)
def test_nobody_with_an_injured_arm_takes_it_off_alone(level: str, can: bool) -> None:
    """From severe wounds on the other arm counts as injured."""
    battle = owner(shield="arm")
    battle.unit("red_1")["level"] = LEVEL[level]
    turn(battle, {})
    assert ("unstrap_shield" in verbs(battle)) == can


@pytest.mark.rule("LD-C2")
def test_a_wound_in_the_turn_keeps_it_on() -> None:
    """Blue is quicker, and injures red before it has it off: that lapses."""
    red = fighter((1, 1), weapons=["riot_shield"], skills={"discipline": -1})
    battle = table([red], [fighter((1, 2))])
    battle.unit("red_1")["level"] = LEVEL["moderately wounded"]
    battle.unit("red_1")["facing"] = 0
    events = turn(battle, {"red_1": "unstrap_shield", "blue_1": "punch red_1"}, 1)
    assert lapsed(events) == [("red_1", "unstrap_shield")]
    assert borne(battle) == "arm"


@pytest.mark.rule("LD-C2")
def test_it_is_never_dropped_freely() -> None:
    """Because it is strapped to the arm."""
    assert "drop" not in verbs(owner("sword", shield="arm"))


@pytest.mark.rule("LD-C2")
def test_its_hand_is_busy() -> None:
    """No second weapon in it, and none that takes both hands."""
    battle = owner("sword", "knife", "rifle", shield="arm")
    assert "off_hand" not in verbs(battle)
    assert {words for words in choices(battle) if words.startswith("switch")} == {"switch knife", "switch bare_hands"}


@pytest.mark.rule("LD-C2")
@pytest.mark.parametrize("said", ["switch rifle", "off_hand knife"])
def test_its_hand_is_busy_as_soon_as_it_is_on(said: str) -> None:
    """Who straps it on in a turn has no rifle nor a second weapon in hand at the end of it."""
    battle = owner("knife", "rifle")
    turn(battle, {"red_1": "switch bare_hands"})
    take(battle, "strap_shield", "strap_shield")
    if said in choices(battle):
        play(battle, said)
    turn(battle, {})
    assert borne(battle) == "arm"
    assert (battle.unit("red_1")["hand"], battle.unit("red_1")["off_hand"]) == (4, 4)


@pytest.mark.rule("LD-C2")
def test_the_sword_hand_stays_free() -> None:
    """Passive defense requires no action: who has it on strikes without any penalty."""
    battle = table([fighter((1, 1), weapons=["sword", "riot_shield"])], [fighter((2, 1))])
    assert attack_of(turn(battle, {"red_1": "strike blue_1"}, 0)) == {}


@pytest.mark.rule("LD-C2")
def test_it_can_be_strapped_on_anew() -> None:
    """Off and on again: one action off, two on."""
    battle = owner(shield="arm")
    for said, where in (("unstrap_shield", "back"), ("strap_shield", "hands"), ("strap_shield", "arm")):
        assert "shield_moved" in kinds_of(turn(battle, {"red_1": said}))
        assert borne(battle) == where
