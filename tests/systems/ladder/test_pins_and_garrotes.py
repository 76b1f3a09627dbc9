"""LD-G2 to LD-G4: pinning, breaking free, the garrote."""

import pytest
from ladderholds import held, holding, wrestlers
from laddertable import *

# Pins.


@pytest.mark.rule("LD-G2")
def test_a_second_grapple_pins() -> None:
    """To pin, one must make a successful grapple against a target which is already grappled; a failed one leaves it held."""
    battle = holding()
    turn(battle, {"red_1": "grapple blue_1"}, 0, 0)
    assert held(battle) == (True, False)
    assert "held_down" in kinds_of(turn(battle, {"red_1": "grapple blue_1"}, 1, 0))
    assert held(battle) == (True, True)


@pytest.mark.rule("LD-G2", "LD-A1")
def test_holding_and_pinning_in_one_turn() -> None:
    """It is possible in a single turn by multiple actions, with appropriate penalties: -2 on both."""
    battle = wrestlers()
    events = turn(battle, {"red_1": "grapple blue_1, grapple blue_1"}, 3, 0, 4, 0)
    assert [made_of(event) for event in events if event.numbers.get("purpose") == "grapple"] == [{"several actions": -2}] * 2
    assert held(battle) == (True, True)


@pytest.mark.rule("LD-G2")
def test_the_pinned_can_only_try_to_break_the_hold() -> None:
    """No other action; what it has declared against its holder lapses."""
    battle = wrestlers()
    events = turn(battle, {"red_1": "grapple blue_1, grapple blue_1", "blue_1": "punch red_1"}, 3, 0, 4, 0)
    assert lapsed(events) == [("blue_1", "punch")]
    turn(battle, {}, until="blue_1")
    assert choices(battle) == {"end", "break_free"}


@pytest.mark.rule("LD-G2")
def test_a_pin_is_kept_and_ends_with_the_hold() -> None:
    """Kept up by an action; let go, and blue is neither held nor pinned."""
    battle = holding()
    turn(battle, {"red_1": "grapple blue_1"}, 1, 0)
    turn(battle, {"red_1": "hold_on"})
    assert held(battle) == (True, True)
    turn(battle, {"red_1": "let_go"})
    assert held(battle) == (False, False)


# Breaking free.


@pytest.mark.rule("LD-G3")
@pytest.mark.parametrize(
    ("effort", "grip", "frees"), [(1, 0, True), (0, 0, True), (0, 1, False), (-1, -1, True), (-2, -1, False)]
)
@pytest.mark.parametrize("pinned", [False, True])
def test_a_tie_frees(effort: int, grip: int, frees: bool, pinned: bool) -> None:
    """Opposed by the attacker's Unarmed, with a tie indicating that the target breaks free."""
    battle = holding()
    if pinned:
        turn(battle, {"red_1": "grapple blue_1"}, 1, 0)
    events = turn(battle, {"red_1": "hold_on", "blue_1": "break_free"}, effort, grip)
    assert rolls(events) == [("blue_1", "breaking free", effort), ("red_1", "grip", grip)]
    assert held(battle) == (not frees, pinned and not frees)


@pytest.mark.rule("LD-G3")
@pytest.mark.parametrize(("skills", "uses"), [({"physique": 2}, {"Physique": 2}), ({"unarmed": 3}, {"Unarmed": 3})])
def test_breaking_free_is_physique_or_unarmed_against_unarmed(skills: dict[str, int], uses: dict[str, int]) -> None:
    """As they prefer; the holder has no choice."""
    battle = wrestlers({"skills": {"unarmed": 1, "physique": 4}}, {"skills": skills})
    turn(battle, {"red_1": "grapple blue_1"}, 3, 0)
    events = turn(battle, {"red_1": "hold_on", "blue_1": "break_free"}, -4, 0)
    assert made_of(roll(events, "breaking free")) == uses
    assert made_of(roll(events, "grip")) == {"Unarmed": 1}


@pytest.mark.rule("LD-G3", "LD-A1")
def test_who_hopes_to_be_free_may_declare_more() -> None:
    """Break free and walk, two actions; held still, the walk lapses."""
    for effort, walks in ((2, True), (1, False)):
        battle = holding()
        events = turn(battle, {"red_1": "hold_on", "blue_1": "break_free, walk"}, *(effort, 0), *([0] if walks else []))
        assert made_of(roll(events, "breaking free")) == {"several actions": -2}
        assert ("walk" in kinds_of(events), lapsed(events)) == (walks, [] if walks else [("blue_1", "walk")])


# The garrote.


@pytest.mark.rule("LD-G4")
def test_a_garrote_is_a_grapple_at_one_less() -> None:
    """Success: the target is grappled, and damage is inflicted; the damage bonus is +2."""
    battle = wrestlers({"weapons": ["garrote"], "skills": {"unarmed": 1}}, {"armour": ["jacket"]})
    events = turn(battle, {"red_1": "garrote blue_1"}, 2, 0)
    assert made_of(roll(events, "grapple")) == {"Unarmed": 1, "garrote": -1}
    assert harm_of(events) == {"outcome": 2, "weapon": 2, "armor": -1}
    assert (damage(events), held(battle)) == (3, (True, False))


@pytest.mark.rule("LD-G4")
def test_it_does_damage_in_each_turn() -> None:
    """The first included: outcome 1 and +2, and the same as the hold is kept; none in a turn in which it is let go."""
    battle = holding("garrote", red={"weapons": ["garrote"]}, blue={"hide": 1})
    assert battle.unit("blue_1")["level"] == 2
    events = turn(battle, {"red_1": "hold_on"})
    assert (damage(events), int(battle.unit("blue_1")["level"])) == (2, 4)
    assert "hit" not in kinds_of(turn(battle, {"red_1": "let_go"}))


@pytest.mark.rule("LD-G4")
def test_a_garrote_that_fails_does_nothing() -> None:
    """A result of 0 after the -1."""
    battle = wrestlers({"weapons": ["garrote"]})
    assert "hit" not in kinds_of(turn(battle, {"red_1": "garrote blue_1"}, 1, 0))
    assert held(battle) == (False, False)


@pytest.mark.rule("LD-G4")
def test_without_a_garrote_there_is_none() -> None:
    """A wrestler with bare hands, or with a knife, only holds."""
    for weapons in ([], ["knife"]):
        battle = wrestlers({"weapons": weapons})
        turn(battle, {}, until="red_1")
        assert "garrote" not in verbs(battle)
        assert "grapple blue_1" in choices(battle)
