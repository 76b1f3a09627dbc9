"""What an audit of ladder against its page has found, sentence by sentence."""

from typing import Any

import pytest
from laddertable import *

from fireteam.env.battle import Battle
from fireteam.env.rules.record import UP

OPEN = "\n".join(["." * 12] * 11)
SLOW = {"discipline": -1}


def bearer(*red: dict[str, Any], **options: Any) -> Battle:
    """Return blue_1 at (5, 5), who has a sword and a shield on its arm and looks north, and red around it."""
    blue = fighter((5, 5), weapons=["sword", "riot_shield"])
    battle = table(list(red), [blue], ground=OPEN, stalemate=20, **options)
    battle.unit("blue_1")["facing"] = 0
    return battle


def of(events: list[Any], name: str) -> list[Any]:
    """Return what a unit does."""
    return [event for event in events if event.actor == name]


@pytest.mark.rule("LD-C1", "LD-C2")
@pytest.mark.parametrize(
    ("light", "concealed", "terms"),
    [
        ("clear", -1, {"around the shield": -1}),
        ("dark", -1, {"around the shield": -1}),
        ("dark", -2, {"target concealed": -2}),
    ],
)
def test_a_shield_is_cover_and_does_not_stack_with_concealment(light: str, concealed: int, terms: dict[str, int]) -> None:
    """Around the shield it is -1 due to cover; penalties from cover and concealment do not stack."""
    battle = bearer(fighter((5, 4)), light=light, catalog={"numbers": {"concealed": concealed}})
    assert attack_of(turn(battle, {"red_1": "punch blue_1"}, 0)) == terms


@pytest.mark.rule("LD-C2")
def test_a_shield_that_parries_to_the_rear_is_not_up_there() -> None:
    """It is not effective against opponents to the rear; a parry confines its benefits to one, and moves them nowhere."""
    battle = bearer(fighter((5, 4)), fighter((5, 6)))
    plans = {"red_1": "punch blue_1", "red_2": "punch blue_1", "blue_1": "strike red_1, shield_parry red_2"}
    events = turn(battle, plans, 0, 0, 0, -2)
    assert [made_of(roll(of(events, name), "attack")) for name in ("red_1", "red_2")] == [{}, {}]
    assert rolls(events)[2][:2] == ("blue_1", "evasion")


@pytest.mark.rule("LD-C2")
def test_a_blow_through_a_shield_that_is_not_up_meets_no_shield() -> None:
    """It is effective against two opponents: the third one's blow comes, at no penalty and against no armor of it."""
    places = [((5, 4), "sword"), ((4, 4), "sword"), ((5, 3), "spear")]
    battle = bearer(*[fighter(at, weapons=[weapon]) for at, weapon in places])
    events = turn(battle, {f"red_{number}": "strike_through blue_1" for number in (1, 2, 3)}, -3, -3, 1)
    assert lapsed(events) == []
    assert (attack_of(of(events, "red_3")), harm_of(events)) == ({}, {"outcome": 1, "weapon": 2})


@pytest.mark.rule("LD-C1")
def test_a_shot_through_cover_that_the_target_has_left_is_a_plain_one() -> None:
    """Blue comes out from behind its plaster wall before the shot that was meant to go through it."""
    ground = "\n".join(["." * 12, ".....P......", "." * 12])
    battle = table([fighter((1, 1), weapons=["heavy_pistol"], skills=SLOW)], [fighter((6, 1))], ground=ground)
    plans = {"red_1": "shoot_through blue_1", "blue_1": "walk"}
    events = turn(battle, plans, 0, 1, blue_1="step northwest, step west")
    assert lapsed(events) == []
    assert (attack_of(of(events, "red_1")), harm_of(events)) == ({}, {"outcome": 1, "weapon": 3})


@pytest.mark.rule("LD-C2")
def test_fists_go_through_a_shield_too() -> None:
    """Whoever attacks a defender that uses a shield may strike around it or through it."""
    events = turn(bearer(fighter((5, 4))), {"red_1": "strike_through blue_1"}, 4)
    assert attack_of(events) == {}
    assert (harm_of(events), damage(events)) == ({"outcome": 5, "shield": -3}, 2)


@pytest.mark.rule("LD-G1", "LD-C1")
@pytest.mark.parametrize("verb", ["punch", "grapple", "garrote"])
def test_cover_is_in_the_way_of_a_grapple_as_of_any_attack(verb: str) -> None:
    """Cover imposes a penalty on attacks, and a grapple is an Unarmed attack: round the corner of a bunker -1."""
    ground = "\n".join(["....", ".B..", "....", "...."])
    red = fighter((0, 1), weapons=["garrote"] if verb == "garrote" else [])
    events = turn(
        table([red], [fighter((1, 0))], ground=ground), {"red_1": f"{verb} blue_1"}, -1, *([] if verb == "punch" else [0])
    )
    terms = made_of(roll(events, "attack" if verb == "punch" else "grapple"))
    assert terms == {"target in cover": -1} | ({"garrote": -1} if verb == "garrote" else {})


@pytest.mark.rule("LD-G1", "LD-T1")
def test_who_has_declared_that_it_lets_go_defends_itself() -> None:
    """It cannot without releasing the grapple, which is what it has declared: the dodge meets whoever is quicker, too."""
    blue = [fighter((3, 1)), fighter((2, 2), skills={"discipline": 4})]
    battle = table([fighter((2, 1), skills=SLOW)], blue, stalemate=20)
    turn(battle, {"red_1": "grapple blue_1"}, 1, 0)
    events = turn(battle, {"red_1": "let_go, dodge_attacks blue_2", "blue_2": "punch red_1"}, 1, 2)
    assert rolls(events) == [("blue_2", "attack", 1), ("red_1", "evasion", 2)]
    assert (lapsed(events), kinds(events, "hold_ends")) == ([], [("hold_ends", "red_1", "blue_1")])
    turn(battle, {"red_1": "grapple blue_1"}, 1, 0)
    events = turn(battle, {"red_1": "hold_on", "blue_2": "punch red_1"}, 0)
    assert "hold_ends" not in kinds_of(events)


@pytest.mark.rule("LD-A1")
def test_who_shoots_may_reload_in_the_same_turn() -> None:
    """Any actions may be taken together, at a penalty: a crossbow is shot and loaded, and shot once more."""
    battle = table([fighter((1, 1), weapons=["crossbow"])], [fighter((6, 1))])
    turn(battle, {}, until="red_1")
    assert "reload" not in choices(battle)
    events = turn(battle, {"red_1": "shoot blue_1, reload, shoot blue_1"}, -1, -1)
    assert rolls(events) == [("red_1", "attack", -4)] * 2
    assert only(events, "reload")


@pytest.mark.rule("LD-A1")
def test_a_magazine_is_that_of_the_weapon_in_hand() -> None:
    """A pistol that is reloaded puts nothing into an empty crossbow, and what it has shot was not the crossbow's."""
    for ammo, said, open_ in ((0, "reload", False), (1, "shoot blue_1", True)):
        battle = table([fighter((1, 1), weapons=["heavy_pistol", "crossbow"])], [fighter((6, 1))])
        battle.unit("red_1")["held"]["ammo"][:2] = 5, ammo
        turn(battle, {}, until="red_1")
        play(battle, said)
        play(battle, "switch crossbow")
        assert ("shoot blue_1" in choices(battle)) == open_


@pytest.mark.rule("LD-C2")
def test_the_hand_of_a_shield_counts_as_it_will_be() -> None:
    """What a plan straps on occupies the hand for what comes after it, what it takes off leaves it free."""
    weapons = ["knife", "rifle", "riot_shield"]
    for shield, said, open_ in (("back", ("strap_shield", "strap_shield"), False), ("arm", ("unstrap_shield",), True)):
        battle = table([fighter((1, 1), weapons=weapons, shield=shield, skills=SLOW)], [fighter((2, 1))], stalemate=20)
        turn(battle, {"red_1": "switch bare_hands"})
        for action in said:
            play(battle, action)
        assert "switch knife" in choices(battle)
        assert {"switch rifle", "off_hand knife"} & choices(battle) == (
            {"switch rifle", "off_hand knife"} if open_ else set()
        )
        assert {"shield_strike blue_1", "shield_parry blue_1"}.isdisjoint(choices(battle)) == open_


@pytest.mark.rule("LD-C2", "LD-A1")
def test_a_shield_is_strapped_on_and_struck_with_in_one_turn() -> None:
    """Several actions with their penalties: two to get it onto the arm, and the blow."""
    battle = table([fighter((1, 1), weapons=["riot_shield"], shield="back")], [fighter((2, 1))])
    events = turn(battle, {"red_1": "strap_shield, strap_shield, shield_strike blue_1"}, 4)
    assert (lapsed(events), attack_of(events)) == ([], {"several actions": -3})


@pytest.mark.rule("LD-T1", "LD-C1")
def test_who_only_hears_a_unit_is_told_nothing_of_its_intentions() -> None:
    """In fog, behind a bunker wall two metres off: neither what is declared nor that it waits, nor in what is known."""
    ground = "\n".join([".....B......"] * 4)
    red = fighter((4, 1), weapons=["heavy_pistol", "knife"], skills={"discipline": 1})
    blue = [fighter((6, 1), skills={"discipline": 2}), fighter((11, 1))]
    battle = table([red], blue, initiative=(0, 0, 0), ground=ground, fog=True)
    turn(battle, {}, until="red_1")
    play(battle, "await blue_1")
    events = [*play(battle, "dodge_attacks blue_1"), *play(battle, "end")]
    assert "dodge_attacks red_1" in choices(battle)  # it is heard
    events += play(battle, "end")
    meant = [event for event in events if event.kind in ("declares", "awaits")]
    assert [event.kind for event in meant] == ["declares", "declares", "awaits"]
    assert {tuple(event.seen_by) for event in meant} == {("red",)}


@pytest.mark.rule("LD-T1", "LD-C1")
def test_who_only_hears_a_unit_does_not_know_that_it_waits_or_aims() -> None:
    """In fog, while a third unit moves: red waits for blue_1, which hears it through the wall."""
    ground = "\n".join([".....B......"] * 4)
    red = fighter((4, 1), weapons=["heavy_pistol"], skills={"discipline": 1})
    blue = [fighter((6, 1), skills={"discipline": 2}), fighter((11, 1))]
    battle = table([red], blue, initiative=(0, 0, 0), ground=ground, fog=True)
    for said in ("walk", "end", "await blue_1", "end"):
        play(battle, said)
    play(battle, "end", 0)
    assert decider(battle) == ("move", "blue_2")
    battle.unit("red_1")["aim"], battle.unit("red_1")["aim_at"] = 1, 1
    assert int(battle.unit("red_1")["awaits"]) == 1
    known = battle.as_known(1).unit("red_1")
    assert (int(known["status"]), int(known["awaits"]), int(known["aim"])) == (UP, -1, 0)
