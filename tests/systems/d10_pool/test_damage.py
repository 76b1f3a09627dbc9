"""DP-H1 and DP-H2: how many dice of damage each way of doing harm rolls, and what armor takes off them."""

from typing import Any

import pytest
from pooltable import *

from fireteam.env.battle import Battle

ABLE = dict.fromkeys(("brawl", "melee", "firearms", "athletics"), 3)
STRENGTH, WEAPON = 4, 2  # of red; the dice of damage that a house rule gives to each weapon


def facing(weapon: str, action: str, armour: tuple[str, ...] = (), **options: Any) -> Battle:
    """Return red_1, six dice strong, beside blue_1, or five metres off for a shot; every weapon has two dice of damage."""
    house = {"weapons": {weapon: {"damage": options.pop("damage", WEAPON)}}}
    attributes = {"strength": options.pop("strength", STRENGTH)}
    red = fighter((1, 1), weapons=[weapon], attributes=attributes, abilities=ABLE)
    blue = fighter((6 if action == "shoot" else 2, 1), armour=list(armour), attributes={"stamina": 8})
    return table([red], [blue], catalog=house, **options)


WAYS = [
    ("knife", "punch", STRENGTH, False),
    ("brass_knuckles", "strike", STRENGTH + WEAPON, False),
    ("knife", "strike", STRENGTH + WEAPON, True),
    ("sword", "strike", STRENGTH + WEAPON, True),
    ("club", "strike", STRENGTH + WEAPON, True),
    ("throwing_knife", "shoot", STRENGTH, False),
    ("bow", "shoot", STRENGTH, True),
    ("light_pistol", "shoot", WEAPON, True),
    ("crossbow", "shoot", WEAPON, True),
]


@pytest.mark.rule("DP-H1")
@pytest.mark.parametrize("scored", [1, 3])
@pytest.mark.parametrize(("weapon", "action", "dice", "outcome_counts"), WAYS)
def test_each_way_of_doing_harm_has_its_dice(weapon: str, action: str, dice: int, outcome_counts: bool, scored: int) -> None:
    """As the table has it: Strength, dice of the weapon, and the outcome, one or three, each where its row says so."""
    expected = dice + (scored if outcome_counts else 0)
    events = undefended(facing(weapon, action), f"{action} blue_1", "9" * scored + "2" * (6 - scored) + "2" * expected)
    damage = roll(events, "damage")
    assert len(damage.dice) == expected
    assert sum(pool(damage).values()) == expected


@pytest.mark.rule("DP-H1")
@pytest.mark.parametrize(("dodged", "left"), [("22222222", 4), ("92222222", 3), ("99922222", 1)])
def test_the_outcome_is_what_the_defense_leaves_of_the_successes(dodged: str, left: int) -> None:
    """Four successes of a shot less those of the dodge: the outcome, which the two dice of the gun are added to."""
    red = fighter((1, 1), weapons=["light_pistol"], abilities=ABLE)
    blue = fighter((6, 1), attributes={"stamina": 8}, abilities={"dodge": 5})
    battle = table([red], [blue], catalog={"weapons": {"light_pistol": {"damage": WEAPON}}})
    play(battle, "shoot blue_1")
    events = play(battle, "dodge_with 8", f"999922 {dodged} {'2' * (WEAPON + left)}")
    assert outcome(events) == left
    assert pool(roll(events, "damage")) == {"weapon": WEAPON, "outcome": left}


@pytest.mark.rule("DP-H1")
def test_without_an_outcome_there_is_no_damage() -> None:
    """No success, and no roll."""
    events = undefended(facing("sword", "strike"), "strike blue_1", "222222")
    assert "miss" in kinds_of(events)
    assert not [event for event in events if event.numbers.get("purpose") == "damage"]


@pytest.mark.rule("DP-H1")
@pytest.mark.parametrize(("dice", "damage"), [("5555", 0), ("6555", 1), ("6789", 4), ("0000", 4)])
def test_damage_is_rolled_at_difficulty_six(dice: str, damage: int) -> None:
    """Four dice of bare hands: sixes count, fives do not, and a ten is one as any."""
    events = undefended(facing("knife", "punch"), "punch blue_1", f"922222 {dice}")
    rolled = roll(events, "damage")
    assert (hits(events, "damage"), harder(rolled)) == (damage, {"base": 6})
    assert ("damage" in kinds_of(events)) == (damage > 0)


@pytest.mark.rule("DP-H1", "DP-R4")
def test_what_makes_the_attack_harder_does_nothing_to_the_damage() -> None:
    """In the dark it is harder to hit; the dice of damage count from six on as ever."""
    events = undefended(facing("knife", "punch", light="dark"), "punch blue_1", "922222 6652")
    assert hits(events, "damage") == 2


@pytest.mark.rule("DP-H1", "DP-H3")
@pytest.mark.parametrize(("level", "dice"), [(0, 6), (4, 4), (6, 1)])
def test_wounds_of_the_attacker_take_no_dice_of_damage(level: int, dice: int) -> None:
    """Most penalties are not subtracted from damage: fewer dice to hit with, but four of Strength."""
    battle = facing("knife", "punch")
    battle.unit("red_1")["level"] = level
    events = undefended(battle, "punch blue_1", "9" + "2" * (dice - 1) + "2222")
    assert (len(roll(events, "attack").dice), damage_dice(events)) == (dice, STRENGTH)


@pytest.mark.rule("DP-H2")
def test_the_example_of_the_vest() -> None:
    """Slashed for six dice in a Kevlar vest, which has a rating of 2: four dice."""
    slash = "992222"  # Strength 2 + sword 2 + outcome 2
    bare = undefended(facing("sword", "strike", strength=2), "strike blue_1", f"{slash} 222222")
    assert damage_dice(bare) == 6
    clad = undefended(facing("sword", "strike", ("vest",), strength=2), "strike blue_1", f"{slash} 2222")
    assert damage_dice(clad) == 4
    assert pool(roll(clad, "damage")) == {"Strength": 2, "weapon": 2, "outcome": 2, "armor": -2}


@pytest.mark.rule("DP-H2")
@pytest.mark.parametrize(
    ("piece", "rating"),
    [("clothes", 0), ("jacket", 1), ("helmet", 1), ("vest", 2), ("riot_shield", 2), ("combat_armor", 3), ("hardshell", 4)],
)
def test_each_rating_comes_off_the_dice(piece: str, rating: int) -> None:
    """Of six dice of a blow."""
    events = undefended(facing("brass_knuckles", "strike", (piece,)), "strike blue_1", "922222 " + "2" * (6 - rating))
    assert damage_dice(events) == 6 - rating


@pytest.mark.rule("DP-H2")
@pytest.mark.parametrize(("strength", "dice"), [(6, 2), (5, 1), (4, 1), (1, 1)])
def test_armor_leaves_one_die(strength: int, dice: int) -> None:
    """Against a rating of 4 bare hands of Strength 6 have two dice, and of 5, 4 and 1 one."""
    battle = facing("knife", "punch", ("hardshell",), strength=strength)
    events = undefended(battle, "punch blue_1", "922222 " + "9" * dice)
    assert damage_dice(events) == dice
    assert only(events, "damage").numbers["damage"] == dice


@pytest.mark.rule("DP-H2")
@pytest.mark.parametrize(
    ("pieces", "rating"),
    [
        (("vest", "helmet"), 2),
        (("helmet", "vest"), 2),
        (("vest", "riot_shield", "helmet"), 2),
        (("combat_armor", "vest"), 3),
    ],
)
def test_items_do_not_stack(pieces: tuple[str, ...], rating: int) -> None:
    """The best of what is worn counts, in whatever order it stands on the sheet."""
    events = undefended(facing("brass_knuckles", "strike", pieces), "strike blue_1", "922222 " + "2" * (6 - rating))
    assert damage_dice(events) == 6 - rating


@pytest.mark.rule("DP-H2", "DP-A2")
def test_armor_comes_off_what_a_single_shot_leaves() -> None:
    """Six dice of a gun halved, two of the outcome, less two of the vest: three."""
    battle = facing("light_pistol", "shoot", ("vest",), damage=6)
    assert "single_shot blue_1" in choices(battle)
    assert damage_dice(undefended(battle, "single_shot blue_1", "992222 222")) == 3


@pytest.mark.rule("DP-H2")
def test_things_wear_their_armor() -> None:
    """A generator has a vest: four dice of Strength less two."""
    red = fighter((1, 1), attributes={"strength": 4})
    battle = table([red], [fighter((2, 1), THING, armour=["vest"]), fighter((9, 1))])
    assert damage_dice(undefended(battle, "punch blue_1", "999 22")) == 2
