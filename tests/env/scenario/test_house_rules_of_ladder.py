"""House rules of ladder, from a file to the battle: a number, a rank, a weapon, and what is refused with its line."""

from pathlib import Path
from typing import Any

import pytest
from housed import check_one_battle_is_changed, check_refusal, verified_from_its_replay
from laddertable import *

from fireteam.env.battle import Battle
from fireteam.env.catalog import load_house

SYSTEM = "ladder"
HOUSE = """
[numbers]
move_base = 9
ranks = [-1, 0, 1, 2, 4, 6]
penalty = [0, -1, -2, -3, -4]

[weapons.light_pistol]
bonus = 5
range = 10

[weapons.needler]
words = "needler"
way = "firearm"
kind = "firearm"
skill = "ranged"
bonus = 1
burst = true
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
    """Return red_1, a professional shot, so many metres from blue_1, under house rules."""
    red = fighter((1, 1), weapons=[weapon], skills={"ranged": 3})
    return table([red], [fighter((1 + metres, 1), armour=["hardshell"])], catalog=catalog)


def test_numbers_a_weapon_and_a_new_weapon(house: Path) -> None:
    """A professional is worth 4; the pistol adds 5, at -1 beyond ten metres; a needler fires bursts; walks begin at 9 m."""
    rules = load_house(house, SYSTEM)
    near, far = (turn(facing(metres, "light_pistol", rules), {"red_1": "shoot blue_1"}, -2) for metres in (10, 11))
    assert (attack_of(near), damage(near)) == ({"Ranged": 4}, 2 + 5 - 3)
    assert attack_of(far) == {"Ranged": 4, "long range": -1}
    burst = turn(facing(5, "needler", rules), {"red_1": "volley blue_1"}, -2)
    assert (attack_of(burst), damage(burst)) == ({"Ranged": 4, "burst": 1}, 3 + 1 - 3)
    walk = turn(facing(5, "needler", rules), {"red_1": "walk"}, 1)
    assert only(walk, "walk").numbers["metres"] == 9 + 2 * 1


def test_wounds_take_off_what_the_house_says(house: Path) -> None:
    """A list of numbers is changed as a whole: the severely wounded have 3 off."""
    battle = facing(5, "needler", load_house(house, SYSTEM))
    battle.unit("red_1")["level"] = 4
    events = turn(battle, {"red_1": "shoot blue_1"}, 0)
    assert made_of(roll(events, "attack")) == {"Ranged": 4, "wounded": -3}


def test_only_the_battle_under_house_rules_is_changed(house: Path) -> None:
    """The catalog and a battle without stay as they are."""
    check_one_battle_is_changed(house, SYSTEM, "move_base", 9, 6)


def test_a_fight_under_house_rules_is_verified_from_its_replay_alone(house: Path, tmp_path: Path) -> None:
    """By the command: the replay has the rules in it, also when their file is gone."""
    rules = verified_from_its_replay(house, SYSTEM, tmp_path / "it.jsonl")
    assert rules["numbers"]["move_base"] == 9


@pytest.mark.parametrize(
    ("line", "text", "says"),
    [
        (2, "[numbers]\nmove_base = 31", "numbers: move_base: 31 is not within 0 to 30"),
        (2, "[numbers]\nmove_bsae = 3", "numbers.move_bsae: there is no such entry. Did you mean 'move_base'?"),
        (2, "[numbers]\naim = [1, 2]", "numbers.aim = [1, 2]: must be a whole number"),
        (2, "[numbers]\nranks = [1, 2]", "numbers.ranks = [1, 2]: must be a list of 6 whole numbers"),
        (2, "[numbers]\npenalty = [0, -1, -1, -2, 1]", "penalty: 1 is not within -12 to 0"),
        (2, "[numbers]\npartial_cover = 1", "partial_cover: 1 is not within -6 to 0"),
        (2, "[weapons.sword]\nbonus = 9", "sword.bonus = 9: must be at most 8"),
        (2, "[weapons.sword]\nbonsu = 3", "unknown key 'sword.bonsu'. Did you mean 'bonus'?"),
        (2, '[weapons.sword]\nway = "hold"', "sword.way = 'hold'"),
        (2, "[weapons.sword]\nrange = 5", "a blow has none"),
        (2, "[weapons.sword]\nburst = true", "only firearms fire bursts or buckshot"),
        (2, "[weapons.sword]\nmagazine = 5", "a blow has none"),
        (2, '[weapons.halberd]\nshield = "shield"', "a shield or a buckler is held, and not with both hands"),
        (2, "[weapons.bow]\nrange = 0", "what is thrown or fired needs one, in metres"),
        (2, "[weapons.bow]\nreach = 1", "only blows have one"),
        (2, "[weapons.bow]\nparries = true", "what is thrown or fired does not parry"),
        (2, "[armour.vest]\nrating = 9", "vest.rating = 9: must be at most 8"),
        (2, '[units.soldier]\nranks = { melee = "godlike" }', "ranks.melee = 'godlike'"),
        (2, "[units.soldier]\nranks = { mele = 1 }", "mele"),
        (2, "[weapons]\nunarmed = false", "the rules themselves use it, so it can be changed but not removed"),
        (1, "[locations]\nnose = {}", "locations"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(line: int, text: str, says: str, tmp_path: Path) -> None:
    """The message names file and line, what was found, and what is allowed; the battle does not begin."""
    check_refusal(SYSTEM, tmp_path / "bad.toml", line, text, says)
