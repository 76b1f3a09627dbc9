"""House rules of d10_pool, from a file to the battle: a number, a weapon, and what is refused with its line."""

from pathlib import Path
from typing import Any

import pytest
from housed import check_one_battle_is_changed, check_refusal, verified_from_its_replay
from pooltable import *

from fireteam.env.battle import Battle
from fireteam.env.catalog import load_house

SYSTEM = "d10_pool"
HOUSE = """
[numbers]
walk = 5
point_blank_metres = 6

[weapons.light_pistol]
damage = 1
difficulty = 8

[weapons.needler]
words = "needler"
way = "firearm"
kind = "firearm"
ability = "firearms"
difficulty = 7
damage = 2
rate = 4
magazine = 12
range = 15
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a file of good house rules."""
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, encoding="utf-8")
    return path


def facing(metres: int, weapon: str, catalog: dict[str, Any]) -> Battle:
    """Return red_1, nine dice strong, so many metres from blue_1, under house rules."""
    red = fighter((1, 1), weapons=[weapon], abilities={"firearms": 6})
    return table([red], [fighter((1 + metres, 1), attributes={"stamina": 8})], catalog=catalog)


def test_a_number_and_a_weapon_are_changed_and_a_weapon_is_added(house: Path) -> None:
    """A walk is of five metres; the pistol is at 8 - 2 within six metres and has one die; the needler is fired."""
    rules = load_house(house, SYSTEM)
    battle = facing(6, "light_pistol", rules)
    assert difficulty(battle.copy(), "shoot blue_1") == 6
    assert damage_dice(undefended(battle.copy(), "shoot blue_1", "922222222 22")) == 2  # one of the gun, one of the outcome
    assert only(play(battle, "walk"), "walk").numbers["metres"] == 5
    assert difficulty(facing(7, "needler", rules), "shoot blue_1") == 7


def test_only_the_battle_under_house_rules_is_changed(house: Path) -> None:
    """The catalog and a battle without stay as they are."""
    check_one_battle_is_changed(house, SYSTEM, "walk", 5, 3)


def test_a_fight_under_house_rules_is_verified_from_its_replay_alone(house: Path, tmp_path: Path) -> None:
    """By the command: the replay has the rules in it, also when their file is gone."""
    rules = verified_from_its_replay(house, SYSTEM, tmp_path / "it.jsonl")
    assert rules["numbers"] == {"walk": 5, "point_blank_metres": 6}


@pytest.mark.parametrize(
    ("line", "text", "says"),
    [
        (2, "[numbers]\nwalk = 201", "numbers: walk: 201 is not within 0 to 200"),
        (2, "[numbers]\nwallk = 3", "numbers.wallk: there is no such entry. Did you mean 'walk'?"),
        (2, "[numbers]\nwalk = [1, 2]", "numbers.walk = [1, 2]: must be a whole number"),
        (2, "[numbers]\nsize = [1, 2]", "numbers.size = [1, 2]: must be a list of 6 whole numbers"),
        (2, "[numbers]\nleast_difficulty = 7\nmost_difficulty = 6", "it is more than most_difficulty"),
        (2, "[weapons.sword]\ndamage = 31", "sword.damage = 31: must be at most 30"),
        (2, "[weapons.sword]\ndifficulty = 11", "sword.difficulty = 11: must be at most 10"),
        (2, "[weapons.sword]\ndamge = 3", "unknown key 'sword.damge'. Did you mean 'damage'?"),
        (2, '[weapons.sword]\nway = "hold"', "sword.way = 'hold'"),
        (2, "[weapons.sword]\nrange = 5", "a blow has none"),
        (2, "[weapons.bow]\nrange = 0", "what is thrown or fired needs one, in metres"),
        (2, "[weapons.bow]\nrate = 21", "an attack cannot take more rounds than the magazine holds"),
        (2, "[weapons.bow]\nreach = 1", "only blows have one"),
        (2, '[weapons.axe]\nwater = "works"', "a blow is light, small or large under water"),
        (2, "[weapons.crossbow]\nsniper = true", "only a firearm is a sniper rifle"),
        (2, "[units.soldier]\nattributes = { strength = 9 }", "attributes.strength = 9: must be at most 8"),
        (2, "[weapons]\nunarmed = false", "the rules themselves use it, so it can be changed but not removed"),
        (1, "[locations]\nnose = {}", "locations"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(line: int, text: str, says: str, tmp_path: Path) -> None:
    """The message names file and line, what was found, and what is allowed; the battle does not begin."""
    check_refusal(SYSTEM, tmp_path / "bad.toml", line, text, says)
