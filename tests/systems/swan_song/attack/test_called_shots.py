"""SS-C1, SS-C2 and SS-C4: calling a shot, where it lands, vehicles."""

from typing import Any

import pytest
from ailing import ailments
from called import duel, shoot

from fireteam.env.battle import Battle
from fireteam.systems.swan_song.rules.tables import FIRST_VEHICLE_LOCATION, LOCATIONS, SYSTEMS
from tabletop import *

BODY = LOCATIONS[1:FIRST_VEHICLE_LOCATION]


CAR = {
    "words": "car",
    "attributes": {
        "body": 10, "agility": 1, "reaction": 1, "strength": 10, "charisma": 1, "intuition": 1, "logic": 1,
        "willpower": 1, "edge": 1,
    },
    "flesh": 0, "strain": 0, "armored": 40, "seats": 2, "speed": 20, "inanimate": True,
}  # fmt: skip


@pytest.mark.rule("SS-C1")
def test_calling_a_shot_is_a_free_action() -> None:
    """The first free action of the pass costs nothing, a call after another one a point."""
    battle = duel()
    play(battle, "call_shot ankle")
    assert battle.unit("red_1")["ap"] == 3
    battle = duel()
    take(battle, "walk", "call_shot ankle")
    assert battle.unit("red_1")["ap"] == 2


@pytest.mark.rule("SS-C1")
def test_a_call_costs_four_dice() -> None:
    """Pistols 12 + Agility 3 - 4: a call that names no other price, told with its rule."""
    battle = table([unit((4, 1), skills={"clubs": 9}, weapons=["club"])], [target((5, 1))])
    play(battle, "call_shot knock_down")
    attack = roll(play(battle, "strike blue_1", "52222222 22222"), "attack")
    assert pool(attack) == 8
    assert terms(attack)["called shot to knock down"] == -4


@pytest.mark.rule("SS-C1")
def test_the_price_of_a_call_is_a_number_of_the_catalog() -> None:
    """A game master who makes calls dearer changes one number."""
    battle = table(
        [unit((4, 1), skills={"clubs": 9}, weapons=["club"])], [target((5, 1))], catalog={"numbers": {"called_shot": -6}}
    )
    play(battle, "call_shot knock_down")
    assert pool(roll(play(battle, "strike blue_1", "522222 22222"), "attack")) == 6


@pytest.mark.rule("SS-C1")
def test_only_the_next_attack_carries_the_call() -> None:
    """The second attack, in the next phase, has all its dice; a second call in the same phase is not open."""
    battle = duel(flesh=30)
    shoot(battle, "ankle")
    assert battle.unit("red_1")["called"] == 0
    assert "call_shot" not in verbs(battle)
    next_phase(battle, "red_1")
    assert pool(roll(quietly(battle, "shoot blue_1"), "attack")) == 15


@pytest.mark.rule("SS-C1")
def test_a_call_that_is_not_used_lapses_with_the_phase() -> None:
    """Called, but not shot: the shot of the next phase is not called."""
    battle = duel()
    play(battle, "call_shot eye")
    assert "call_shot" not in verbs(battle)
    next_phase(battle, "red_1")
    assert pool(roll(quietly(battle, "shoot blue_1"), "attack")) == 15


@pytest.mark.rule("SS-C1")
def test_calling_costs_the_aim_so_one_calls_first() -> None:
    """Aim then call: no aim. Call then aim: one die more."""
    battle = duel()
    take(battle, "aim blue_1", "call_shot ankle")
    assert battle.unit("red_1")["aim"] == 0
    battle = duel()
    take(battle, "call_shot ankle", "aim blue_1")
    attack = roll(quietly(battle, "shoot blue_1"), "attack")
    assert terms(attack)["aimed"] == 1
    assert terms(attack)["location of a called shot"] == -8


@pytest.mark.rule("SS-C1")
def test_a_call_needs_an_attack_to_follow() -> None:
    """No enemy in reach of a blow and no gun: nothing to call."""
    battle = table([unit((1, 1), weapons=[])], [target((30, 1))])
    assert "call_shot" not in verbs(battle)


@pytest.mark.rule("SS-C1", "SS-U3")
def test_the_blow_of_a_charge_carries_the_call() -> None:
    """Called before the charge, struck at its end: eight dice fewer, and the knee suffers."""
    battle = table([unit((1, 1), weapons=["club"], skills={"clubs": 12})], [target((4, 1), strain=20)])
    take(battle, "call_shot knee", "charge blue_1")
    quietly(battle, "step east")
    battle.dictate([5] + [2] * 100)
    events = battle.step("strike blue_1")
    battle.dictate([])
    assert terms(roll(events, "attack"))["location of a called shot"] == -8
    assert set(ailments(battle)) == {"slowed", "winded"}
    assert battle.unit("blue_1")["strain"] == 1


@pytest.mark.rule("SS-C1")
def test_the_option_turns_called_shots_off() -> None:
    """With the option off nothing can be called."""
    battle = table([unit((1, 1))], [target((5, 1))], options={"called_shots": "off"})
    assert "call_shot" not in verbs(battle)


@pytest.mark.rule("SS-C2")
def test_house_rules_take_locations_away() -> None:
    """A location that a game master removes is not offered; the others are."""
    battle = table([unit((1, 1))], [target((5, 1))], catalog={"locations": {"eye": False}})
    assert "call_shot eye" not in choices(battle)
    assert "call_shot ear" in choices(battle)


@pytest.mark.rule("SS-C2")
def test_every_location_of_a_body_is_offered_and_none_of_a_vehicle() -> None:
    """At a body, sixteen locations; to knock down only where a blow is possible."""
    offered = {words.split()[1] for words in choices(duel()) if words.startswith("call_shot")}
    assert offered == {*BODY, "knock_down"}  # a charge would be a blow
    battle = duel(weapons_of_red=["light_pistol"])
    quietly(battle, "run")
    quietly(battle, "aim blue_1")
    offered = {words.split()[1] for words in choices(battle) if words.startswith("call_shot")}
    assert offered == set(BODY)


# Modifier and damage limit of each location, as the table of the source has them.
TABLE = {
    "ankle": (-8, 1), "ear": (-10, 1), "eye": (-10, 1), "foot": (-8, 1), "forearm": (-6, 2), "genitals": (-10, 4),
    "gut": (-6, 8), "hand": (-8, 1), "hip": (-6, 3), "jaw": (-8, 2), "knee": (-8, 1), "neck": (-8, 10), "shin": (-6, 2),
    "shoulder": (-6, 3), "sternum": (-10, 10), "thigh": (-6, 3),
}  # fmt: skip


@pytest.mark.rule("SS-C2")
@pytest.mark.parametrize("location", BODY)
def test_each_location_has_its_dice_and_its_cap(location: str) -> None:
    """The location's dice replace the four of a plain call; 15 that got through count as its cap and no more."""
    dice, cap = TABLE[location]
    battle = duel(damage=14, flesh=40)
    events = shoot(battle, location)
    assert terms(roll(events, "attack"))["location of a called shot"] == dice
    assert len(roll(events, "attack").dice) == 15 + dice
    assert only(events, "soaked").numbers["damage"] == 15
    assert battle.unit("blue_1")["flesh"] == 40 - cap
    assert only(events, "location_hit").numbers == {"location": location, "damage": cap}


# What each location does to whoever fails every test, after a hit with damage value 7.
EFFECTS: dict[str, tuple[int, dict[str, int], bool]] = {
    "ankle": (0, {"slowed": 120, "winded": 7}, False),
    "ear": (10, {"deafened": 7}, False),
    "eye": (10, {"blinded": 7}, False),
    "foot": (5, {"slowed": 120, "winded": 7}, False),
    "forearm": (0, {"broken_grip": 7}, False),
    "genitals": (10, {"nauseous": 4, "buckled": 7}, True),
    "gut": (5, {"nauseous": 4, "slow_death": 120}, False),
    "hand": (5, {"broken_grip": 7}, False),
    "hip": (0, {"slowed": 120}, True),
    "jaw": (5, {"mute": 120}, False),
    "knee": (10, {"slowed": 120, "winded": 7}, True),
    "neck": (10, {"bleedout": 120}, False),
    "shin": (0, {"slowed": 120, "winded": 7}, True),
    "shoulder": (5, {"one_arm": 7}, False),
    "sternum": (10, {"winded": 7}, False),
    "thigh": (0, {"slowed": 120, "winded": 7}, False),
}


@pytest.mark.rule("SS-C2", "SS-C3")
@pytest.mark.parametrize("location", BODY)
def test_each_location_has_its_effects(location: str) -> None:
    """Initiative lost, ailments with their rounds, and the fall, where no test is passed."""
    stunned, sick, falls = EFFECTS[location]
    battle = duel(flesh=40, attributes={"body": 5, "strength": 20, "agility": 1})
    before = int(battle.unit("blue_1")["score"])
    events = shoot(battle, location)
    assert before - battle.unit("blue_1")["score"] == stunned
    assert ailments(battle) == sick
    assert battle.unit("blue_1")["prone"] == falls
    assert battle.unit("blue_1")["strain"] == (3 if location == "sternum" else 0)
    assert ("stunned" in kinds_of(events)) == (stunned > 0)


@pytest.mark.rule("SS-C2")
def test_a_location_suffers_only_if_damage_got_through() -> None:
    """Seven points soaked by seven hits: the eye is not hurt, nobody tests."""
    battle = duel(attributes={"body": 14})
    play(battle, "call_shot eye")
    events = play(battle, "shoot blue_1", "52222 222222 5555555")
    assert kinds_of(events)[-1] == "graze"
    assert ailments(battle) == {}
    assert "location_hit" not in kinds_of(events)


@pytest.mark.rule("SS-C2")
def test_a_called_miss_does_nothing() -> None:
    """One hit against two: a miss, and the call is spent."""
    battle = duel()
    play(battle, "call_shot ankle")
    assert "miss" in kinds_of(play(battle, "shoot blue_1", "5222222 552222"))
    assert ailments(battle) == {}
    assert battle.unit("red_1")["called"] == 0


@pytest.mark.rule("SS-C2")
def test_slow_death_needs_health_damage_of_a_piercing_weapon() -> None:
    """A gut hit with gel or with a Strain weapon does not bleed inside."""
    for forged in ({"penetrating": 0}, {"strain": 1}):
        battle = duel(flesh=40, strain=40, forged=forged)
        shoot(battle, "gut")
        assert set(ailments(battle)) == {"nauseous"}


@pytest.mark.rule("SS-C1", "SS-C3")
@pytest.mark.parametrize(("second", "winded"), [("knee", 7), ("foot", 14)])
def test_effects_do_not_stack_but_durations_add_up_at_the_same_place(second: str, winded: int) -> None:
    """Source, combat page, Called Shots: other areas add new effects only, the same area extends the duration.

    Foot and knee, or the foot twice: the second hit in the round does not stun again.
    """
    battle = table(
        [unit((1, y), skills={"pistols": 12}) for y in (1, 3)],
        [target((5, 2), flesh=40, attributes={"strength": 20})],
        dice=order(6, 5, 1),
    )
    before = int(battle.unit("blue_1")["score"])
    shoot(battle, "foot")
    assert ailments(battle) == {"slowed": 120, "winded": 7}
    next_phase(battle, "red_2")
    play(battle, f"call_shot {second}")
    battle.dictate([5] + [2] * 100)
    events = battle.step("shoot blue_1")
    battle.dictate([])
    assert ailments(battle) == {"slowed": 120, "winded": winded}
    assert before - battle.unit("blue_1")["score"] == 5
    assert "stunned" not in kinds_of(events)


@pytest.mark.rule("SS-C3")
def test_one_can_be_stunned_again_in_the_next_round() -> None:
    """What was lost in a round is behind once initiative is rolled anew."""
    battle = duel(flesh=40, attributes={"strength": 20})
    shoot(battle, "foot")
    while battle.record[0]["round_number"] == 1:
        next_phase(battle, "red_1")
    before = int(battle.unit("blue_1")["score"])
    assert "stunned" in kinds_of(shoot(battle, "foot"))
    assert before - battle.unit("blue_1")["score"] == 5


def on_a_car(**options: Any) -> Battle:
    """Return red with a pistol of 15 dice before a car and a man."""
    return table(
        [unit((1, 1), skills={"pistols": 12}, weapons=["light_pistol"], attributes={"agility": 1})],
        [{"template": "car", "at": [5, 1]}, target((30, 4))],
        dice=order(6, 1),
        catalog={"units": {"car": CAR}},
        forged={"light_pistol": {"damage": 19}},
        **options,
    )


@pytest.mark.rule("SS-C4")
@pytest.mark.parametrize(
    ("location", "dice", "lost", "broken"),
    [
        ("engine_block", -4, 10, {"engine"}),
        ("fuel_tank", -6, 10, {"engine", "leak"}),
        ("axle", -6, 3, {"axle"}),
        ("antenna", -8, 1, {"antenna"}),
        ("door_lock", -6, 0, {"door"}),
        ("window_motor", -4, 0, {"window"}),
    ],
)
def test_locations_of_vehicles(location: str, dice: int, lost: int, broken: set[str]) -> None:
    """Their dice, their caps (of kinetic damage Armored health takes half), and the system that breaks."""
    battle = on_a_car()
    events = shoot(battle, location)
    assert terms(roll(events, "attack"))["location of a vehicle"] == dice
    car = battle.unit("blue_1")
    assert 40 - car["armored"] == lost
    assert {name for number, name in enumerate(SYSTEMS) if car["systems"] >> number & 1} == broken
    assert {event.numbers["system"] for event in events if event.kind == "system_breaks"} == broken


@pytest.mark.rule("SS-C4")
def test_a_vehicle_is_hurt_only_if_damage_got_through() -> None:
    """Body 10 gives five dice of soak; five hits against damage 5 leave nothing, and the axle holds."""
    battle = on_a_car()
    battle.field = battle.field._replace(arena=battle.field.arena.copy())  # fields are kept for other battles
    battle.field.arena[0]["weapons"]["damage"] = 4
    battle.bind()
    play(battle, "call_shot axle")
    events = play(battle, "shoot blue_1", "5222222 55555")
    assert "system_breaks" not in kinds_of(events)
    assert battle.unit("blue_1")["systems"] == 0


@pytest.mark.rule("SS-C4")
def test_a_call_at_what_the_target_does_not_have_costs_its_dice_only() -> None:
    """The knee of a car: eight dice fewer, all of the damage, no effect. Both kinds are offered where both are there."""
    battle = on_a_car()
    offered = {words.split()[1] for words in choices(battle) if words.startswith("call_shot")}
    assert offered >= {"knee", "axle"}
    events = shoot(battle, "knee")
    assert terms(roll(events, "attack"))["location of a called shot"] == -8
    assert battle.unit("blue_1")["armored"] == 30
    assert battle.unit("blue_1")["ailing"] == 0
    assert "location_hit" not in kinds_of(events)
