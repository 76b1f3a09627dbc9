"""SS-H1, SS-H2, SS-H3 and SS-H8: armor, the three health pools and what damage types do to them."""

from typing import Any

import pytest

from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.observe.events import Event
from fireteam.systems.swan_song.rules.tables import AGILITY, DAMAGE_TYPES, POOLS, REACTION
from tabletop import *


def dressed(armour: list[str], **attributes: int) -> Battle:
    """Return a battle in which blue_1 wears some armor."""
    return table([unit((1, 1), skills={"pistols": 3})], [target((5, 1), armour=armour, attributes=attributes)])


@pytest.mark.rule("SS-H1")
@pytest.mark.parametrize(
    ("armour", "value"),
    [
        ([], 0),
        (["clothes"], 2),
        (["jacket"], 4),
        (["vest"], 6),
        (["combat_armor"], 8),
        (["hardshell"], 10),
        (["jacket", "vest"], 6),
        (["vest", "clothes", "jacket"], 6),
    ],
)
def test_only_the_best_worn_armor_counts(armour: list[str], value: int) -> None:
    """What is worn beneath or above adds nothing."""
    assert sheet(dressed(armour), "blue_1")["armor"] == value


@pytest.mark.rule("SS-H1")
@pytest.mark.parametrize(
    ("armour", "strength", "value"),
    [
        (["vest", "helmet"], 3, 8),  # 6 + 2
        (["vest", "helmet", "riot_shield"], 6, 12),  # 6 + 2 + 4
        (["vest", "helmet", "riot_shield"], 4, 10),  # 6 + at most 4
        (["vest", "helmet"], 1, 7),  # 6 + at most 1
        (["helmet"], 3, 2),
    ],
)
def test_accessories_add_at_most_strength(armour: list[str], strength: int, value: int) -> None:
    """All "+" items together add their ratings, up to Strength."""
    assert sheet(dressed(armour, strength=strength), "blue_1")["armor"] == value


@pytest.mark.rule("SS-H1")
@pytest.mark.parametrize(("strength", "burden"), [(6, 0), (5, 0), (4, 1), (3, 1), (2, 2), (1, 2)])
def test_accessories_beyond_strength_weigh_down(strength: int, burden: int) -> None:
    """Helmet and riot shield are +6: each 2 full points above Strength cost a point of Agility and of Reaction."""
    battle = dressed(["vest", "helmet", "riot_shield"], strength=strength, agility=4, reaction=5)
    attributes = sheet(battle, "blue_1")["attributes"]
    assert attributes[AGILITY] == 4 - burden
    assert attributes[REACTION] == 5 - burden


@pytest.mark.rule("SS-H1")
def test_the_armor_of_the_sheet_is_what_soaks() -> None:
    """Vest and helmet, eight dice, and half of Body; the lost Reaction is missing in defense."""
    battle = dressed(["vest", "helmet", "riot_shield"], strength=2, reaction=4)
    events = play(battle, "shoot blue_1", "552222 22222 22222222 2")
    assert terms(roll(events, "defense")) == {"Reaction": 2, "Intuition": 3}
    assert terms(roll(events, "soak")) == {"armor": 8, "half Body": 1}


@pytest.mark.rule("SS-H8")
@pytest.mark.parametrize(("body", "flesh"), [(1, 9), (2, 9), (3, 10), (4, 10), (5, 11)])
def test_flesh_is_eight_and_half_of_body_rounded_up(body: int, flesh: int) -> None:
    """A battle begins with all of it."""
    battle = dressed([], body=body)
    assert sheet(battle, "blue_1")["flesh"] == flesh
    assert battle.unit("blue_1")["flesh"] == flesh


@pytest.mark.rule("SS-H8")
@pytest.mark.parametrize(("willpower", "threshold"), [(1, 9), (2, 9), (3, 10), (4, 10), (5, 11)])
def test_the_strain_threshold_is_eight_and_half_of_willpower_rounded_up(willpower: int, threshold: int) -> None:
    """A battle begins with no Strain."""
    battle = dressed([], willpower=willpower)
    assert sheet(battle, "blue_1")["strain"] == threshold
    assert battle.unit("blue_1")["strain"] == 0


@pytest.mark.rule("SS-H8")
def test_a_sheet_may_give_its_own_pools() -> None:
    """Flesh 15 and a Strain threshold of 6, whatever Body and Willpower are."""
    battle = table([unit((1, 1))], [target((5, 1), flesh=15, strain=6)])
    assert sheet(battle, "blue_1")["flesh"] == battle.unit("blue_1")["flesh"] == 15
    assert sheet(battle, "blue_1")["strain"] == 6


def hurt(damage: int, kind: str = "kinetic", catalog: Any = None, **pools: int) -> tuple[Battle, list[Event]]:
    """Let a pistol with so much damage of a kind hit blue_1, unsoaked; return the battle and what happened."""
    forged = {"light_pistol": {"damage": damage - 1, "damage_type": DAMAGE_TYPES.index(kind)}}
    blue = target((5, 1), attributes={"body": 1, "strength": 9}, **pools)
    battle = table(
        [unit((1, 1), skills={"pistols": 3})],
        [blue, target((5, 3))],
        dice=order(6, 1, 1),
        forged=forged,
        catalog=catalog or {},
    )
    return battle, play(battle, "shoot blue_1", "522222 222222")


def lost(battle: Battle) -> dict[str, int]:
    """Return the points that each of blue_1's pools has lost, pools that lost nothing left out."""
    drained = {pool: int(sheet(battle, "blue_1")[pool] - battle.unit("blue_1")[pool]) for pool in POOLS}
    return {pool: points for pool, points in drained.items() if points}


@pytest.mark.rule("SS-H2")
@pytest.mark.parametrize(
    ("damage", "losses"),
    [
        (2, {"shield": 2}),
        (3, {"shield": 3}),
        (4, {"shield": 3, "armored": 1}),
        (7, {"shield": 3, "armored": 2}),  # the other 4 are 2 points of Armored (SS-H3)
        (8, {"shield": 3, "armored": 2, "flesh": 1}),
        (11, {"shield": 3, "armored": 2, "flesh": 4}),
    ],
)
def test_pools_are_used_up_in_order(damage: int, losses: dict[str, int]) -> None:
    """Shield 3, then Armored 2, then Flesh."""
    battle, events = hurt(damage, shield=3, armored=2)
    assert lost(battle) == losses
    assert [event.numbers["pool"] for event in events if event.kind == "damage"] == list(losses)


@pytest.mark.rule("SS-H2")
def test_flesh_is_untouched_while_another_pool_holds() -> None:
    """And without other pools all damage goes into Flesh."""
    assert lost(hurt(5, shield=10)[0]) == {"shield": 5}
    assert lost(hurt(5)[0]) == {"flesh": 5}


PERCENT = {"kinetic": 50, "shock": 50, "fire": 50, "corrosive": 200, "cryo": 150, "radiation": 50}


@pytest.mark.rule("SS-H3")
@pytest.mark.parametrize(("kind", "percent"), PERCENT.items())
def test_damage_types_against_armored_health(kind: str, percent: int) -> None:
    """Four points of a kind cost Armored health its percentage of them, and Flesh all four."""
    battle, events = hurt(4, kind, armored=20)
    assert lost(battle) == {"armored": 4 * percent // 100}
    assert only(events, "damage").numbers == {"damage": 4 * percent // 100, "pool": "armored", "damage_type": kind}
    assert lost(hurt(4, kind)[0]) == {"flesh": 4}
    assert lost(hurt(4, kind, shield=20)[0]) == {"shield": 4}


@pytest.mark.rule("SS-H3")
@pytest.mark.parametrize(("kind", "damage", "points"), [("kinetic", 5, 3), ("kinetic", 1, 1), ("cryo", 3, 5)])
def test_part_of_a_point_counts_as_a_whole_one(kind: str, damage: int, points: int) -> None:
    """Half of five is three points of Armored health, one and a half times three is five."""
    assert lost(hurt(damage, kind, armored=20)[0]) == {"armored": points}


@pytest.mark.rule("SS-H3")
@pytest.mark.parametrize(("part", "points"), [(99, 3), (50, 3), (49, 2), (0, 2)])
def test_what_becomes_of_part_of_a_point_is_an_assumption_of_the_catalog(part: int, points: int) -> None:
    """The source does not say how halves are rounded: half of five is three or two, as the table likes it."""
    assert lost(hurt(5, armored=20, catalog={"numbers": {"part_of_a_point": part}})[0]) == {"armored": points}
    assert load_catalog().numbers["part_of_a_point"].assumed


@pytest.mark.rule("SS-H3")
@pytest.mark.parametrize(
    ("kind", "armored", "flesh"), [("kinetic", 2, 6), ("corrosive", 4, 8), ("cryo", 3, 8), ("fire", 5, 0)]
)
def test_what_armored_health_could_not_take_goes_on_whole(kind: str, armored: int, flesh: int) -> None:
    """Of ten points, 2 Armored take 4 at 50 %, 4 take 2 at 200 %, 3 take 2 at 150 %; Flesh suffers the rest in full."""
    battle, _ = hurt(10, kind, armored=armored, flesh=20)
    assert lost(battle) == {"armored": armored} | ({"flesh": flesh} if flesh else {})


@pytest.mark.rule("SS-H3")
def test_the_catalog_has_the_percentages() -> None:
    """As the rules list them, in the order of the damage types; Flesh and shields take all in full."""
    numbers = load_catalog().numbers
    assert numbers["armored_percent"].value == [PERCENT[kind] for kind in DAMAGE_TYPES]
    assert numbers["flesh_percent"].value == numbers["shield_percent"].value == [100] * 6


@pytest.mark.parametrize("rule", ["SS-C2", "SS-C3", "SS-C5", "SS-U8", "SS-X3", "SS-D10", "SS-U2"])
def test_what_fills_a_hole_of_the_source_is_listed(rule: str) -> None:
    """`fireteam list assumptions` shows the sentences that the source does not have."""
    assert load_catalog().rules[rule].assumed
