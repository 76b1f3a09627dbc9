"""DP-H3, DP-H4 and DP-H5: wound levels and what they take, being stunned, battle scars."""

from typing import Any

import pytest
from pooltable import *

from fireteam.env.battle import Battle
from fireteam.env.rules.record import DEAD, DOWN, UP

LEVELS = ["bruised", "hurt", "injured", "wounded", "mauled", "crippled"]  # the first to the sixth
HARDY = {"stamina": 8}


def beside(red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, more: bool = True) -> Battle:
    """Return red_1, bare hands of Strength 8, beside blue_1; blue_2 stands far off, so that the battle goes on."""
    striker = {"attributes": {"strength": 8}, **(red or {})}
    others = [fighter((9, 1))] if more else []
    return table([fighter((1, 1), **striker)], [fighter((2, 1), **{"attributes": HARDY, **(blue or {})}), *others])


def hit(battle: Battle, damage: int, action: str = "punch blue_1") -> list[Any]:
    """Let the unit whose turn it is hit with three dice and do so much damage with eight."""
    return undefended(battle, action, "999" + "9" * damage + "2" * (8 - damage))


@pytest.mark.rule("DP-H3")
def test_the_examples_of_the_page() -> None:
    """Four damage raise the unhurt to the fourth level, Wounded; four more raise the Wounded to the fifth, Mauled."""
    battle = beside()
    assert only(hit(battle, 4), "wounded").numbers["modifier"] == "wounded"
    assert battle.unit("blue_1")["level"] == 4
    pass_until(battle, "red_1")
    assert only(hit(battle, 4), "wounded").numbers["modifier"] == "mauled"
    assert battle.unit("blue_1")["level"] == 5


@pytest.mark.rule("DP-H3")
@pytest.mark.parametrize(
    ("before", "damage", "after"),
    [(0, 1, 1), (0, 3, 3), (0, 6, 6), (2, 5, 5), (5, 6, 6), (1, 1, 2), (2, 1, 3), (3, 3, 4), (4, 2, 5), (5, 1, 6)],
)
def test_damage_raises_the_level_to_as_much_or_by_one(before: int, damage: int, after: int) -> None:
    """To the damage where it is more than the level; by one where it is as much or less."""
    battle = beside()
    battle.unit("blue_1")["level"] = before
    assert only(hit(battle, damage), "wounded").numbers["modifier"] == LEVELS[after - 1]
    assert battle.unit("blue_1")["level"] == after


@pytest.mark.rule("DP-H3")
@pytest.mark.parametrize("before", [0, 3])
def test_no_damage_raises_nothing(before: int) -> None:
    """A hit whose dice of damage have no success leaves the level as it is."""
    battle = beside()
    battle.unit("blue_1")["level"] = before
    assert {"hit", "no_effect"} <= set(kinds_of(hit(battle, 0)))
    assert battle.unit("blue_1")["level"] == before


@pytest.mark.rule("DP-H3")
@pytest.mark.parametrize(
    ("before", "damage", "status"),
    [(0, 6, UP), (0, 7, DOWN), (0, 8, DEAD), (6, 1, DOWN), (6, 7, DOWN), (6, 8, DEAD), (5, 5, UP)],
)
def test_the_seventh_level_is_out_and_the_eighth_dead(before: int, damage: int, status: int) -> None:
    """Incapacitated and Dead, after six levels in which one fights on."""
    battle = beside()
    battle.unit("blue_1")["level"] = before
    events = hit(battle, damage)
    assert battle.unit("blue_1")["status"] == status
    assert ("unconscious" in kinds_of(events), "dead" in kinds_of(events)) == (status == DOWN, status == DEAD)


@pytest.mark.rule("DP-H3")
def test_who_is_out_has_no_turn_and_is_no_target() -> None:
    """Blue_1 is incapacitated: the next turn is that of blue_2, and red cannot strike blue_1 again."""
    battle = beside()
    hit(battle, 7)
    end_turn(battle, "red_1")
    assert decider(battle) == ("act", "blue_2")
    pass_until(battle, "red_1")
    assert "punch blue_1" not in choices(battle)


@pytest.mark.rule("DP-H3")
@pytest.mark.parametrize(("damage", "over"), [(6, False), (7, True), (8, True)])
def test_a_team_of_which_all_are_out_has_lost(damage: int, over: bool) -> None:
    """The seventh level ends it as the eighth does."""
    battle = beside(more=False)
    hit(battle, damage)
    assert battle.over == over
    assert battle.winner == ("red" if over else None)


@pytest.mark.rule("DP-H3")
@pytest.mark.parametrize(("level", "dice"), [(0, 9), (1, 9), (2, 8), (3, 8), (4, 7), (5, 7), (6, 4)])
def test_the_levels_take_dice_from_what_the_wounded_do(level: int, dice: int) -> None:
    """Bruised none, Hurt and Injured one, Wounded and Mauled two, Crippled five: of nine to strike, and of nine to dodge."""
    able = {"abilities": {"brawl": 6, "dodge": 6}}
    battle = beside(able, able, more=False)
    for name in ("red_1", "blue_1"):
        battle.unit(name)["level"] = level
    play(battle, "punch blue_1")
    events = play(battle, f"dodge_with {dice}", "2" * dice * 2)
    assert len(roll(events, "attack").dice) == len(roll(events, "defense").dice) == dice
    assert pool(roll(events, "attack")).get("wounded", 0) == dice - 9


@pytest.mark.rule("DP-H3")
def test_nobody_has_fewer_than_no_dice() -> None:
    """Five come off three: who is crippled and weak can do nothing that takes a roll."""
    battle = beside({"attributes": {"strength": 8}}, more=False)
    battle.unit("red_1")["level"] = 6
    pass_until(battle, "red_1")
    assert not {"punch", "full_defense"} & verbs(battle)


@pytest.mark.rule("DP-H3")
def test_things_are_destroyed_where_people_are_out() -> None:
    """Seven damage to a generator."""
    battle = beside(blue={"template": THING})
    events = hit(battle, 7)
    assert battle.unit("blue_1")["status"] == DEAD
    assert "unconscious" not in kinds_of(events)


@pytest.mark.rule("DP-H4")
@pytest.mark.parametrize(
    ("stamina", "damage", "stunned"), [(3, 3, False), (3, 4, True), (2, 3, True), (4, 4, False), (1, 1, False)]
)
def test_more_damage_than_stamina_stuns(stamina: int, damage: int, stunned: bool) -> None:
    """As much as Stamina does not."""
    battle = beside(blue={"attributes": {"stamina": stamina}})
    assert ("stunned" in kinds_of(hit(battle, damage))) == stunned
    assert (battle.unit("blue_1")["stunned"] > 0) == stunned


@pytest.mark.rule("DP-H4")
def test_a_single_attack_must_do_it() -> None:
    """Two blows of two each against Stamina 3: nobody is stunned, though four is more than three."""
    red = [fighter(at, attributes={"strength": 8}) for at in ((1, 1), (2, 2))]
    battle = table(red, [fighter((2, 1))])
    events = hit(battle, 2)
    end_turn(battle, "red_1")
    events += hit(battle, 2)
    assert kinds_of(events).count("damage") == 2
    assert "stunned" not in kinds_of(events)


@pytest.mark.rule("DP-H4")
def test_the_stunned_lose_this_turn_and_the_next() -> None:
    """Struck before its turn, blue_1 has none in this round, nor in the next one; in the third it has."""
    battle = beside(blue={"attributes": {"stamina": 2}})
    hit(battle, 3)
    assert turns_of(battle, "blue_1") == [False, False, True]


@pytest.mark.rule("DP-H4")
def test_who_is_stunned_after_its_turn_loses_the_next() -> None:
    """Blue_1 has acted in this round already: it has no turn in the second, and one in the third."""
    blue = {"attributes": {"stamina": 2, "wits": 8}}
    battle = table(
        [fighter((1, 1), attributes={"strength": 8})],
        [fighter((2, 1), **blue), fighter((9, 1))],
        [2] * 6 + [9] * 11 + [2] * 6,
    )
    assert decider(battle) == ("act", "blue_1")
    quietly(battle, "end")
    while decider(battle) != ("act", "red_1"):
        quietly(battle, "end")
    hit(battle, 3)
    assert turns_of(battle, "blue_1") == [False, False, True]


def turns_of(battle: Battle, name: str) -> list[bool]:
    """Let everybody end its turns; return whether a unit had one in the rest of this round, the next and the one after."""
    first, had = battle.round, [False] * 3
    while battle.round < first + 3:
        kind, who = decider(battle)
        if kind == "act" and who == name:
            had[battle.round - first] = True
        quietly(battle, "end" if kind == "act" else "pass")
    return had


@pytest.mark.rule("DP-H4")
def test_the_stunned_have_no_defense_until_they_act_again() -> None:
    """Blue_1 is struck in two rounds on end and not asked the second time; in the third round it is."""
    battle = beside(blue={"attributes": {"stamina": 2}, "abilities": {"dodge": 4}}, more=False)
    battle.step("punch blue_1")
    assert decider(battle) == ("defend", "blue_1")
    play(battle, "pass", "999 99922222")
    assert (battle.round, decider(battle)) == (2, ("act", "red_1"))
    assert "miss" in kinds_of(play(battle, "punch blue_1", "222"))
    assert (battle.round, decider(battle)) == (3, ("act", "red_1"))
    play(battle, "punch blue_1")
    assert decider(battle) == ("defend", "blue_1")


@pytest.mark.rule("DP-H4", "DP-A5")
def test_the_stunned_dodge_no_longer() -> None:
    """A dedicated dodge of two is over with the blow that stuns: the next meets none."""
    red = [fighter(at, attributes={"strength": 8, "wits": 1}) for at in ((1, 1), (2, 2))]
    blue = fighter((2, 1), attributes={"stamina": 2, "wits": 8})
    battle = table(red, [blue], [9] * 3 + [2] + [9] * 2 + [2] * 2 + [9] * 11)
    play(battle, "full_defense", "992")
    end_turn(battle, "blue_1")
    assert only(play(battle, "punch blue_1", "999 99922222"), "hit").numbers["net_hits"] == 1
    end_turn(battle, "red_1")
    assert only(play(battle, "punch blue_1", "922 22222222"), "hit").numbers["net_hits"] == 1


@pytest.mark.rule("DP-H4")
def test_who_is_out_is_not_stunned_besides() -> None:
    """Seven damage against Stamina 2."""
    events = hit(beside(blue={"attributes": {"stamina": 2}}), 7)
    assert "unconscious" in kinds_of(events)
    assert "stunned" not in kinds_of(events)


@pytest.mark.rule("DP-H5")
@pytest.mark.parametrize(("damage", "scars"), [(0, 0), (3, 0), (4, 1), (6, 1), (7, 1)])
def test_four_or_more_damage_leave_a_battle_scar(damage: int, scars: int) -> None:
    """Three do not, and seven leave one as well."""
    battle = beside()
    hit(battle, damage)
    assert battle.unit("blue_1")["scars"] == scars


@pytest.mark.rule("DP-H5")
@pytest.mark.parametrize(("damages", "scars"), [((2, 2), 0), ((4, 4), 2), ((3, 5), 1)])
def test_each_attack_leaves_its_own(damages: tuple[int, int], scars: int) -> None:
    """Two attacks of two are no scar, two of four are two."""
    battle = beside()
    for damage in damages:
        hit(battle, damage)
        pass_until(battle, "red_1")
    assert battle.unit("blue_1")["scars"] == scars


@pytest.mark.rule("DP-H4", "DP-H5")
def test_things_are_neither_stunned_nor_scarred() -> None:
    """Six damage to a generator of Stamina 1."""
    battle = beside(blue={"template": THING, "attributes": {"stamina": 1}})
    assert "stunned" not in kinds_of(hit(battle, 6))
    assert (battle.unit("blue_1")["scars"], battle.unit("blue_1")["stunned"]) == (0, 0)
