"""What one thing does to another: walls to shields, distance and holds to feints, falling to plans, a pin to a garrote."""

import pytest
from laddertable import *

ROW = "..............\n"
BESIDE_A_BUNKER = ROW + "...B..........\n" + ROW


@pytest.mark.rule("LD-C1", "LD-C2")
@pytest.mark.parametrize(("ground", "opens"), [(ROW * 3, True), (BESIDE_A_BUNKER, False)])
def test_a_shield_opens_no_wall(ground: str, opens: bool) -> None:
    """A shield is gone through where it can be seen; behind a wall that stops shots there is no shot at all."""
    red = fighter((1, 1), weapons=["heavy_pistol"], skills={"discipline": -1})
    battle = table([red], [fighter((6, 1), weapons=["riot_shield"])], ground=ground)
    battle.unit("blue_1")["facing"] = 6
    turn(battle, {}, until="red_1")
    assert ("shoot_through blue_1" in choices(battle)) == opens


@pytest.mark.rule("LD-C1")
@pytest.mark.parametrize(("weapon", "opens"), [("heavy_pistol", True), ("bow", False)])
def test_arrows_go_through_no_cover(weapon: str, opens: bool) -> None:
    """Firearms shoot through a crate, bows do not."""
    red = fighter((1, 1), weapons=[weapon], skills={"discipline": -1})
    battle = table([red], [fighter((6, 1))], ground=ROW + ".....o........\n" + ROW)
    turn(battle, {}, until="red_1")
    assert ("shoot_through blue_1" in choices(battle)) == opens


@pytest.mark.rule("LD-C1")
@pytest.mark.parametrize(("most", "opens"), [(3, False), (4, True)])
def test_cover_as_strong_as_can_be_shot_through_is_shot_through(most: int, opens: bool) -> None:
    """A brick wall gives an armor of 4: where that is the most, a shot passes, where it is more, none does."""
    red = fighter((1, 1), weapons=["rifle"], skills={"discipline": -1})
    catalog = {"numbers": {"cover_armor": most}}
    battle = table([red], [fighter((6, 1))], ground=("." * 5 + "#" + "." * 8 + "\n") * 3, catalog=catalog)
    turn(battle, {}, until="red_1")
    assert ("shoot_through blue_1" in choices(battle)) == opens


@pytest.mark.rule("LD-G5")
def test_nobody_feints_from_afar() -> None:
    """About five feet, when it is declared: a walk that is declared first brings nobody nearer yet."""
    battle = table([fighter((1, 1), skills={"discipline": -1})], [fighter((4, 1))])
    turn(battle, {"red_1": "walk"}, until="red_1")
    battle.step("walk")
    assert "punch blue_1" in choices(battle)
    assert "feint blue_1" not in choices(battle)


@pytest.mark.rule("LD-G5", "LD-G1")
def test_the_held_neither_feint_nor_evade() -> None:
    """Who is held can only harm who holds it or break free, and so it is until it has broken free."""
    battle = table([fighter((1, 1), skills={"discipline": 4})], [fighter((2, 1), skills={"discipline": -1})], stalemate=20)
    turn(battle, {"red_1": "grapple blue_1"}, 2, 0)
    assert battle.unit("blue_1")["held_by"] == 0
    battle.step("break_free")
    assert "punch red_1" in choices(battle)
    assert not {"feint red_1", "dodge_attacks red_1"} & choices(battle)


@pytest.mark.rule("LD-G4", "LD-G2")
@pytest.mark.parametrize("pin", [2, -2])
def test_a_garrote_harms_in_the_turn_of_a_pin(pin: int) -> None:
    """Damage is inflicted each turn in which the hold is kept, whatever it is kept with."""
    red = fighter((1, 1), weapons=["garrote"], skills={"discipline": 4})
    battle = table([red], [fighter((2, 1), skills={"discipline": -1}, hide=2)], stalemate=20)
    events = turn(battle, {"red_1": "garrote blue_1"}, 2, 0)
    assert damage(events) == 1  # an outcome of 1, a bonus of 2, two points of armor
    events = turn(battle, {"red_1": "grapple blue_1"}, pin, 0)
    assert damage(events) == 1
    assert battle.unit("blue_1")["pinned"] == (pin > 0)


@pytest.mark.rule("LD-T1", "LD-G5")
def test_the_fallen_mean_nothing_any_more() -> None:
    """What was declared lapses with whoever declared it, feints among it."""
    one, two = fighter((1, 1), skills={"discipline": -1}), fighter((1, 2), skills={"discipline": 4}, weapons=["shotgun"])
    battle = table([one], [two], stalemate=20, ground=ROW * 4)
    battle.unit("red_1")["level"] = 5
    turn(battle, {"red_1": "feint blue_1", "blue_1": "shoot red_1"}, 2, 0, 4)
    assert battle.unit("red_1")["status"] != 1
    assert {int(item["state"]) for item in battle.unit("red_1")["plan"][:1]} == {2}
    assert battle.record[0]["shams"] == 0


@pytest.mark.rule("LD-A1", "LD-C2")
def test_what_needs_both_hands_leaves_none_for_a_buckler() -> None:
    """Who has declared to take a rifle can neither parry with its buckler then, nor drop it."""
    red = fighter((1, 1), weapons=["sword", "buckler", "rifle"], skills={"discipline": -1})
    battle = table([red], [fighter((2, 1))])
    turn(battle, {}, until="red_1")
    assert {"shield_parry blue_1", "drop"} <= choices(battle)
    battle.step("switch rifle")
    assert not {"shield_parry blue_1", "drop"} & choices(battle)


@pytest.mark.rule("LD-G1", "LD-C2")
def test_a_shield_bearer_has_an_action_before_its_phase() -> None:
    """Who has not acted in the turn still has its action: it resists with it, once."""
    reds = [fighter((1, 1), skills={"discipline": 4}), fighter((1, 2), skills={"discipline": 3})]
    battle = table(reds, [fighter((2, 1), weapons=["riot_shield"], skills={"discipline": -1})], stalemate=20)
    plans = {"red_1": "grapple blue_1", "red_2": "grapple blue_1"}
    turn(battle, plans, 1, 1, 1, blue_1="resist")
    assert battle.unit("blue_1")["held_by"] == 1  # it was not asked again


@pytest.mark.rule("LD-G1")
def test_a_holder_does_not_resist() -> None:
    """It cannot defend itself without releasing the grapple."""
    red = [fighter((1, 1), skills={"discipline": 4}), fighter((9, 1))]
    battle = table(red, [fighter((2, 1)), fighter((1, 2), skills={"discipline": 3})], stalemate=20)
    turn(battle, {"red_1": "grapple blue_1", "blue_2": "grapple red_1"}, 1, 0, 1)
    assert battle.unit("red_1")["held_by"] == 3
    assert battle.unit("blue_1")["held_by"] == -1
