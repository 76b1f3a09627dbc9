"""LD-D1 to LD-D3 and LD-R1: the core roll, criticals of attacks, ranks, outcomes, and what decides an attempt outright."""

from typing import Any

import pytest
from laddertable import *

from fireteam.env.battle import Battle

FAR = "\n".join(["." * 60] * 3)


def boxing(rank: int = 0, **options: Any) -> Battle:
    """Return red_1 with a rank of Unarmed beside blue_1."""
    return table([fighter((1, 1), skills={"unarmed": rank})], [fighter((2, 1))], **options)


def shooting(metres: int = 5, weapon: str = "heavy_pistol", rank: int = 0, blue: dict[str, Any] | None = None) -> Battle:
    """Return red_1 with a weapon and a rank of Ranged so many metres from blue_1."""
    return table(
        [fighter((1, 1), weapons=[weapon], skills={"ranged": rank})], [fighter((1 + metres, 1), **(blue or {}))], ground=FAR
    )


@pytest.mark.rule("LD-D1", "LD-R1")
@pytest.mark.parametrize(("dice", "rank", "result"), [(2, 3, 5), (0, 3, 3), (-2, 3, 1), (3, -1, 2), (-3, 2, -1)])
def test_a_roll_is_four_fudge_dice_and_a_rank(dice: int, rank: int, result: int) -> None:
    """Roll, next add the skill rating: the page's 2 and 3 are 5, its 0 and 3 are 3, its -2 and 3 are 1."""
    events = turn(boxing(rank), {"red_1": "punch blue_1"}, dice)
    assert rolls(events) == [("red_1", "attack", result)]
    assert len(roll(events, "attack").dice) == 4
    assert attack_of(events) == ({"Unarmed": rank} if rank else {})


@pytest.mark.rule("LD-R1")
@pytest.mark.parametrize(("dice", "hits"), [(-1, False), (0, False), (1, True), (3, True)])
def test_a_positive_outcome_hits_and_is_the_base_damage(dice: int, hits: bool) -> None:
    """If the final outcome is positive it is a hit, and the number is the base damage: of 0 it is a miss."""
    events = turn(boxing(), {"red_1": "punch blue_1"}, dice)
    assert ("hit" in kinds_of(events), "miss" in kinds_of(events)) == (hits, not hits)
    if hits:
        assert (outcome(events), only(events, "damage").numbers["damage"]) == (dice, dice)


@pytest.mark.rule("LD-R1")
@pytest.mark.parametrize(("defense", "left"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, -1), (-2, 3)])
def test_a_defense_comes_off_the_attack(defense: int, left: int) -> None:
    """Subtract any defensive action: a dodge of 3 leaves nothing of 3; one below 0 takes nothing off, and adds nothing."""
    battle = table([fighter((1, 1))], [fighter((2, 1))])
    events = turn(battle, {"red_1": "punch blue_1", "blue_1": "dodge_attacks red_1"}, 3, defense)
    assert ("hit" in kinds_of(events)) == (left > 0)
    assert (outcome(events) if left > 0 else only(events, "miss").numbers["net_hits"]) == left


@pytest.mark.rule("LD-D2")
@pytest.mark.parametrize(
    ("reading", "rank", "result"),
    [("exactly", -1, 5), ("exactly", 0, 5), ("exactly", 4, 5), ("at_least", 0, 5), ("at_least", 4, 8)],
)
def test_a_critical_success_counts_as_five(reading: str, rank: int, result: int) -> None:
    """Four pluses on an attack are a result of 5 whatever the rank; by the option `critical` at least that."""
    events = turn(boxing(rank, options={"critical": reading}), {"red_1": "punch blue_1"}, 4)
    assert roll(events, "attack").numbers["glitch"] == "critical success"
    assert (roll(events, "attack").numbers["hits"], outcome(events)) == (result, result)


@pytest.mark.rule("LD-D2")
def test_a_critical_success_can_be_evaded() -> None:
    """A result of 5, less a dodge of 3 with a rank of 2, hits nothing."""
    battle = table([fighter((1, 1))], [fighter((2, 1), skills={"physique": 2})])
    assert "miss" in kinds_of(turn(battle, {"red_1": "punch blue_1", "blue_1": "dodge_attacks red_1"}, 4, 3))


@pytest.mark.rule("LD-D2")
def test_a_critical_failure_always_misses() -> None:
    """Four minuses on an attack miss although the rank of 8, by house rules, leaves 4."""
    numbers = {"ranks": [-1, 0, 1, 2, 3, 8]}
    battle = boxing(4, catalog={"numbers": numbers})
    events = turn(battle, {"red_1": "punch blue_1"}, -4)
    assert (roll(events, "attack").numbers["hits"], roll(events, "attack").numbers["glitch"]) == (4, "critical failure")
    assert "miss" in kinds_of(events)
    assert outcome(turn(battle, {"red_1": "punch blue_1"}, -3)) == 5


@pytest.mark.rule("LD-D2")
def test_only_attacks_have_criticals_that_count() -> None:
    """A dodge of four pluses is its rank and 4, not 5."""
    battle = table([fighter((1, 1), skills={"unarmed": 3})], [fighter((2, 1), skills={"physique": 3})])
    events = turn(battle, {"red_1": "punch blue_1", "blue_1": "dodge_attacks red_1"}, 3, 4)
    assert roll(events, "evasion").numbers["hits"] == 7


@pytest.mark.rule("LD-D3")
def test_what_the_ranks_are_worth() -> None:
    """Incompetent to elite: -1, 0, 1, 2, 3, 4; the page has professional at 3 and competent at 2."""
    assert list(RANK.values()) == ["incompetent", "average", "decent", "competent", "professional", "elite"]
    results = [rolls(turn(boxing(worth), {"red_1": "punch blue_1"}, 0))[0][2] for worth in RANK]
    assert results == [-1, 0, 1, 2, 3, 4]


@pytest.mark.rule("LD-R1")
@pytest.mark.parametrize(
    ("weapon", "skill"), [("knife", "Melee"), ("", "Unarmed"), ("heavy_pistol", "Ranged"), ("bow", "Ranged")]
)
def test_which_skill_attacks(weapon: str, skill: str) -> None:
    """Blows with what is held are Melee, those of bare hands Unarmed, all that flies Ranged."""
    skills = {"melee": 1, "unarmed": 2, "ranged": 3}
    battle = table([fighter((1, 1), weapons=[weapon] if weapon else [], skills=skills)], [fighter((2, 1))])
    verb = {"Melee": "strike", "Unarmed": "punch", "Ranged": "shoot"}[skill]
    assert attack_of(turn(battle, {"red_1": f"{verb} blue_1"}, 0)) == {skill: skills[skill.lower()]}


@pytest.mark.rule("LD-R1")
@pytest.mark.parametrize(
    ("verb", "weapon", "adds"),
    [
        ("dodge_attacks", "knife", {"Physique": 1}),
        ("parry_attacks", "knife", {"Melee": 2}),
        ("shield_parry", "buckler", {"Melee": 2, "buckler": 1}),
    ],
)
def test_which_skill_evades(verb: str, weapon: str, adds: dict[str, int]) -> None:
    """A dodge is Physique, a parry Melee, with a weapon or a buckler."""
    blue = fighter((2, 1), weapons=[weapon], skills={"physique": 1, "melee": 2, "unarmed": 3})
    events = turn(table([fighter((1, 1))], [blue]), {"red_1": "punch blue_1", "blue_1": f"{verb} red_1"}, 3, 0)
    assert made_of(roll(events, "evasion")) == adds


@pytest.mark.rule("LD-R1")
def test_a_parry_meets_blows_not_shots() -> None:
    """The shot at who has declared a parry meets nothing: no roll; a dodge meets it."""
    blue = {"weapons": ["knife"]}
    events = turn(shooting(blue=blue), {"red_1": "shoot blue_1", "blue_1": "parry_attacks red_1"}, 1)
    assert outcome(events) == 1
    events = turn(shooting(blue=blue), {"red_1": "shoot blue_1", "blue_1": "dodge_attacks red_1"}, 1, 1)
    assert "miss" in kinds_of(events)


@pytest.mark.rule("LD-R1")
@pytest.mark.parametrize(("metres", "adds"), [(25, {}), (26, {"long range": -1}), (50, {"long range": -1})])
def test_long_shots_are_harder(metres: int, adds: dict[str, int]) -> None:
    """A light pistol: 25 metres, and 1 harder up to twice as far."""
    assert attack_of(turn(shooting(metres, "light_pistol"), {"red_1": "shoot blue_1"}, 0)) == adds


@pytest.mark.rule("LD-R1")
@pytest.mark.parametrize(("points", "dice", "hits"), [(3, -3, False), (3, -2, True), (4, -3, True), (4, -4, False)])
def test_a_modifier_above_three_decides_the_attempt(points: int, dice: int, hits: bool) -> None:
    """Buckshot close by adds 3 as any number; worth 4, the attempt is a success whatever is rolled, but four minuses."""
    red = fighter((1, 1), weapons=["shotgun"])
    battle = table([red], [fighter((5, 1))], catalog={"numbers": {"buckshot": points}})
    events = turn(battle, {"red_1": "shoot blue_1"}, dice)
    assert ("hit" in kinds_of(events)) == hits
    if hits:
        assert outcome(events) == 1


@pytest.mark.rule("LD-R1")
@pytest.mark.parametrize(("attack", "dodge", "left"), [(0, 0, 4), (0, 3, 1), (2, 3, 3), (0, 4, 1), (-3, 4, 1), (2, -2, 6)])
def test_a_dodge_comes_off_an_attack_that_hits_outright(attack: int, dodge: int, left: int) -> None:
    """Any defensive action is subtracted, and what is left is the base damage; an automatic success is still one."""
    red = fighter((1, 1), weapons=["shotgun"])
    battle = table([red], [fighter((5, 1))], catalog={"numbers": {"buckshot": 4}})
    events = turn(battle, {"red_1": "shoot blue_1", "blue_1": "dodge_attacks red_1"}, attack, dodge)
    assert outcome(events) == left
    assert harm_of(events)["outcome"] == left


@pytest.mark.rule("LD-R1")
@pytest.mark.parametrize(("points", "dice", "hits"), [(-3, 3, True), (-4, 3, False), (-4, 4, False)])
def test_a_modifier_below_minus_three_decides_it_the_other_way(points: int, dice: int, hits: bool) -> None:
    """Beyond the range 3 off can still hit, with a rank of 4; 4 off never, whatever is rolled."""
    numbers = {"long_range": points}
    red = fighter((1, 1), weapons=["light_pistol"], skills={"ranged": 4})
    events = turn(table([red], [fighter((31, 1))], catalog={"numbers": numbers}), {"red_1": "shoot blue_1"}, dice)
    assert ("hit" in kinds_of(events)) == hits


@pytest.mark.rule("LD-R1")
def test_ranks_and_wounds_are_no_circumstances() -> None:
    """A rank of 4 decides nothing: -3 leaves 1, and a wound of 3 besides makes it a miss."""
    assert outcome(turn(boxing(4), {"red_1": "punch blue_1"}, -3)) == 1
    battle = boxing(4)
    battle.unit("red_1")["level"] = 5
    assert "miss" in kinds_of(turn(battle, {"red_1": "punch blue_1"}, -1))
