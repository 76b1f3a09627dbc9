"""Grapples (SS-A4, after LD-G1): taking hold, what both may still do, and how a hold ends; pins: `test_pins.py`."""

import pytest
from wrestling import held, lines, wrestlers

from fireteam.env.battle import Battle
from fireteam.env.rules.record import DOWN, NOBODY
from fireteam.systems.swan_song.rules.record import FREE_OF_HOLD, HELD_DOWN, HELD_FAST
from fireteam.systems.swan_song.rules.tables import AILMENTS
from tabletop import *


@pytest.mark.rule("SS-A4")
def test_a_grapple_is_unarmed_against_strength() -> None:
    """Unarmed 4 + Agility 3 against Body 3 + Strength 3: a net hit holds. Two points, the attack of the phase."""
    battle = wrestlers()
    events = play(battle, "grapple blue_1", "5522222 522222")
    assert terms(roll(events, "grapple")) == {"Unarmed": 4, "Agility": 3}
    assert terms(roll(events, "resist a grapple")) == {"Body": 3, "Strength": 3}
    assert only(events, "grappled").numbers["net_hits"] == 1
    assert lines(battle) == (1, 0, HELD_FAST)
    assert (battle.unit("red_1")["ap"], battle.unit("red_1")["attacked"]) == (1, 1)
    assert not {"grapple", "punch", "shoot"} & verbs(battle)


@pytest.mark.rule("SS-A4")
@pytest.mark.parametrize("dice", ["5222222 522222", "5222222 552222", "2222222 222222"])
def test_a_tie_holds_nobody(dice: str) -> None:
    """As many hits or more are free."""
    battle = wrestlers()
    assert "miss" in kinds_of(play(battle, "grapple blue_1", dice))
    assert lines(battle) == (NOBODY, NOBODY, FREE_OF_HOLD)


@pytest.mark.rule("SS-A4", "SS-D4")
def test_who_resists_takes_the_better_of_two() -> None:
    """Unarmed 5 + Strength 3 with the Physical limit, Body otherwise without one; house rules may forbid Body."""
    battle = wrestlers(blue={"skills": {"unarmed": 5}})
    assert terms(roll(quietly(battle, "grapple blue_1"), "resist a grapple")) == {"Unarmed": 5, "Strength": 3}
    battle = wrestlers(catalog={"numbers": {"grapple_points": 0}})
    assert terms(roll(quietly(battle, "grapple blue_1"), "resist a grapple")) == {"Strength": 3, "defaulting": -1}
    battle = wrestlers(blue={"attributes": {"strength": 1}})  # Physical limit 3, which Body does not know
    events = play(battle, "grapple blue_1", "5552222 5555")
    assert roll(events, "resist a grapple").numbers["hits"] == 4


@pytest.mark.rule("SS-A4")
def test_a_grapple_has_the_physical_limit() -> None:
    """Strength 1: of five hits three count."""
    battle = wrestlers(red={"attributes": {"strength": 1}})
    events = play(battle, "grapple blue_1", "5555522 555222")
    assert roll(events, "grapple").numbers["hits"] == 3
    assert "miss" in kinds_of(events)


@pytest.mark.rule("SS-A4", "SS-F5")
def test_the_unaware_do_not_resist() -> None:
    """From behind, before the fight has begun: a single hit holds, none does not."""
    for dice, holds in (("5222222", 1), ("2222222", NOBODY)):
        battle = table(
            [target((4, 1), skills={"unarmed": 4})],
            [target((5, 1), facing="east")],
            dice=order(6, 1),
            blue_team={"alert": False},
        )
        events = play(battle, "grapple blue_1", dice)
        assert battle.unit("red_1")["holds"] == holds
        assert len([event for event in events if event.kind == "roll"]) == 1


@pytest.mark.rule("SS-A4")
def test_only_bodies_beside_one_are_grappled() -> None:
    """Not from two metres off, and no generator."""
    battle = table([target((4, 1))], [target((6, 1)), target((30, 4))], dice=order(6, 1, 1))
    assert "grapple" not in verbs(battle)
    battle = table([target((4, 1))], [unit((5, 1), "generator"), target((30, 4))], dice=order(6, 1))
    assert "punch blue_1" in choices(battle)
    assert "grapple" not in verbs(battle)


@pytest.mark.rule("SS-A4")
def test_the_held_may_only_strike_the_holder_or_break_free() -> None:
    """Its knife and its fists at red, with two dice fewer; no step, no shot, nobody else."""
    battle = table(
        [target((4, 1), skills={"unarmed": 4}), target((5, 2))],
        [target((5, 1), weapons=["knife", "light_pistol"], skills={"blades": 3}), target((30, 4))],
        dice=order(6, 1, 5, 1),
    )
    play(battle, "grapple blue_1", "5222222 222222")
    pass_until(battle, "blue_1")
    allowed = {"strike red_1", "punch red_1", "break_free", "end", "multiple 2"}
    assert {words for words in choices(battle) if not words.startswith(("call", "push", "quicken"))} == allowed
    attack = roll(quietly(battle, "strike red_1"), "attack")
    assert terms(attack)["held"] == -2
    assert pool(attack) == 4


@pytest.mark.rule("SS-A4", "SS-X1")
def test_the_held_may_strike_several_times_at_the_holder() -> None:
    """Source, ladder page, grapples: the held may harm the holder. Blades 3 make two attacks, of 3 + 3 - 2 dice in all."""
    battle = held(blue={"weapons": ["knife"], "skills": {"blades": 3}})
    pass_until(battle, "blue_1")
    play(battle, "multiple 2")
    pools = []
    for _ in range(2):
        assert {words for words in choices(battle) if "strike" in words} == {"strike red_1"}
        pools.append(pool(roll(quietly(battle, "strike red_1"), "attack")))
    assert pools == [2, 2]
    pinned = held(HELD_DOWN, blue={"weapons": ["knife"], "skills": {"blades": 3}})
    pass_until(pinned, "blue_1")
    assert not {"multiple", "call_shot", "strike"} & verbs(pinned)


@pytest.mark.rule("SS-A4", "SS-A2")
def test_a_grapple_is_no_second_attack_of_the_phase() -> None:
    """Source, combat page, Action Points: a single attack action. After the first of two punches nobody is grappled."""
    battle = wrestlers()
    assert "grapple" in verbs(battle)
    play(battle, "multiple 2")
    quietly(battle, "punch blue_1")
    assert "punch" in verbs(battle)
    assert "grapple" not in verbs(battle)


@pytest.mark.rule("SS-A4")
def test_the_holder_moves_nowhere_but_may_attack() -> None:
    """No walk, run, step or charge; the fist at the held, and at others in reach."""
    battle = held()
    next_phase(battle, "red_1")
    assert not {"walk", "run", "sprint", "step", "charge", "evade"} & verbs(battle)
    assert {"punch blue_1", "grapple blue_1", "hold_on", "let_go", "end"} <= choices(battle)


@pytest.mark.rule("SS-A4")
def test_a_walk_declared_before_ends_with_the_hold() -> None:
    """The metres left over are not walked."""
    battle = wrestlers()
    quietly(battle, "walk")
    assert "step" in verbs(battle)
    play(battle, "grapple blue_1", "5222222 222222")
    assert "step" not in verbs(battle)


def beset(holder_defends: int = 0) -> Battle:
    """Return a battle in which red holds blue_1, and blue_2 with a knife stands beside both, to act next."""
    battle = table(
        [unit((4, 1), skills={"unarmed": 4})],
        [target((5, 1)), target((4, 2), weapons=["knife"], skills={"blades": 3})],
        dice=order(6, 1, 5),
        catalog={"numbers": {"holder_defends": holder_defends}},
    )
    play(battle, "grapple blue_1", "5222222 222222")
    battle.unit("red_1")["ap"] = 1  # for a block, were it allowed
    quietly(battle, "end")
    pass_until(battle, "blue_2")
    return battle


@pytest.mark.rule("SS-A4")
def test_the_holder_does_not_defend() -> None:
    """It is not asked, and rolls no dice: any hit is a net hit."""
    battle = beset()
    events = play(battle, "strike red_1", "522222 2")
    assert pool(roll(events, "defense")) == 0
    assert only(events, "hit").numbers["net_hits"] == 1


@pytest.mark.rule("SS-A4")
def test_house_rules_may_let_the_holder_defend() -> None:
    """Reaction and Intuition, but no interrupt."""
    battle = beset(holder_defends=1)
    events = play(battle, "strike red_1", "522222 222222 2")
    assert terms(roll(events, "defense")) == {"Reaction": 3, "Intuition": 3}


@pytest.mark.rule("SS-A4", "SS-A3")
def test_neither_of_both_interrupts() -> None:
    """The held does not parry, the holder does not intercept who walks by."""
    battle = table(
        [unit((4, 1), skills={"unarmed": 4})],
        [unit((5, 1), weapons=["knife"], skills={"blades": 3}), target((4, 2))],
        dice=order(6, 1, 5),
    )
    play(battle, "grapple blue_1", "5222222 222222")
    quietly(battle, "end")
    pass_until(battle, "blue_2")
    quietly(battle, "walk")
    quietly(battle, "step south")
    assert decider(battle) == ("act", "blue_2")
    next_phase(battle, "red_1")
    battle.unit("blue_1")["ap"] = 3
    assert "attack" in kinds_of(quietly(battle, "punch blue_1"))
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-A4")
def test_a_hold_must_be_kept_in_every_phase() -> None:
    """Taking hold keeps it for that phase; then it costs a point a phase, or it is over."""
    battle = held()
    quietly(battle, "end")
    assert lines(battle) == (1, 0, HELD_FAST)
    pass_until(battle, "red_1")
    assert "hold_kept" in kinds_of(play(battle, "hold_on"))
    assert battle.unit("red_1")["ap"] == 2
    assert "hold_on" not in verbs(battle)
    quietly(battle, "end")
    assert lines(battle) == (1, 0, HELD_FAST)
    pass_until(battle, "red_1")
    assert "hold_ends" in kinds_of(quietly(battle, "end"))
    assert lines(battle) == (NOBODY, NOBODY, FREE_OF_HOLD)


@pytest.mark.rule("SS-A4")
def test_letting_go_is_free() -> None:
    """And then both may move."""
    battle = held()
    next_phase(battle, "red_1")
    assert "hold_ends" in kinds_of(play(battle, "let_go"))
    assert battle.unit("red_1")["ap"] == 3
    assert "run" in verbs(battle)


@pytest.mark.rule("SS-A4")
@pytest.mark.parametrize("falls", ["red_1", "blue_1"])
def test_a_hold_ends_when_either_falls(falls: str) -> None:
    """The holder, or the held, at the last of its Flesh."""
    battle = table(
        [target((4, 1), skills={"unarmed": 4, "blades": 9}, weapons=["knife"]), target((1, 1))],
        [target((5, 1), weapons=["knife"], skills={"blades": 9}), target((30, 4))],
        dice=order(6, 1, 5, 1),
    )
    play(battle, "grapple blue_1", "5222222 222222")
    battle.unit(falls)["flesh"] = 4
    pass_until(battle, "blue_1")
    if falls == "blue_1":
        next_phase(battle, "red_1")
    battle.dictate([5] + [2] * 100)
    battle.step(f"strike {'red_1' if falls == 'red_1' else 'blue_1'}")
    battle.dictate([])
    assert battle.unit(falls)["status"] == DOWN
    assert lines(battle) == (NOBODY, NOBODY, FREE_OF_HOLD)


@pytest.mark.rule("SS-A4", "SS-C3")
def test_a_broken_grip_lets_go_and_grapples_worse() -> None:
    """A shot at the holder's forearm frees the held; while it lasts, a die fewer on grapples."""
    battle = table(
        [target((4, 1), skills={"unarmed": 4})],
        [target((5, 1)), target((10, 1), skills={"pistols": 12}, weapons=["light_pistol"])],
        dice=order(6, 1, 5),
    )
    play(battle, "grapple blue_1", "5222222 222222")
    quietly(battle, "end")
    pass_until(battle, "blue_2")
    play(battle, "call_shot forearm")
    battle.dictate([5] + [2] * 100)
    battle.step("shoot red_1")
    battle.dictate([])
    assert battle.unit("red_1")["ailing"] == 1 << AILMENTS.index("broken_grip")
    assert lines(battle) == (NOBODY, NOBODY, FREE_OF_HOLD)
    next_phase(battle, "red_1")
    assert terms(roll(quietly(battle, "grapple blue_1"), "grapple"))["ailing"] == -1


@pytest.mark.rule("SS-A4")
def test_who_is_grappled_lets_go_of_its_own_catch() -> None:
    """The holder cannot resist: red_2 is free, and the one that held it is held."""
    battle = table(
        [target((4, 1), skills={"unarmed": 4}), target((6, 1))],
        [target((5, 1), skills={"unarmed": 4}), target((30, 4))],
        dice=order(5, 1, 6, 1),
    )
    play(battle, "grapple red_2", "5222222 222222")
    quietly(battle, "end")
    pass_until(battle, "red_1")
    events = play(battle, "grapple blue_1", "5222222")
    assert "hold_ends" in kinds_of(events)
    assert battle.unit("red_2")["held_by"] == NOBODY
    assert battle.unit("blue_1")["held_by"] == 0


@pytest.mark.rule("SS-A4")
def test_whom_a_friend_holds_is_not_grappled_again() -> None:
    """One holder is enough."""
    battle = table(
        [target((4, 1), skills={"unarmed": 4}), target((6, 1))], [target((5, 1)), target((30, 4))], dice=order(6, 5, 1, 1)
    )
    play(battle, "grapple blue_1", "5222222 222222")
    quietly(battle, "end")
    pass_until(battle, "red_2")
    assert "grapple" not in verbs(battle)
    assert "punch blue_1" in choices(battle)
