"""House rules and options: a game master changes a number without touching code, and only that battle is changed."""

from pathlib import Path
from typing import Any

import pytest
from made import aec, solo, vector
from sourced import ROOT

from fireteam.content.errors import ContentError
from fireteam.env.analysis.odds import attack_odds
from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog, load_house
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.fitting import with_rules
from fireteam.env.scenario.options import manned, read_rules
from fireteam.env.scenario.reading import load_scenario


def test_changed_fields_merge_and_the_rest_is_inherited() -> None:
    """An entry that names one field keeps its others; entries that are not named stay."""
    plain = load_catalog()
    catalog = load_catalog({"weapons": {"knife": {"damage": 7}}})
    assert catalog.weapons["knife"].damage == 7
    assert catalog.weapons["knife"].model_copy(update={"damage": plain.weapons["knife"].damage}) == plain.weapons["knife"]
    assert catalog.weapons["sword"] == plain.weapons["sword"]
    assert list(catalog.weapons) == list(plain.weapons)


def test_false_removes_an_entry() -> None:
    """A location that is `false` is no longer offered, the others are."""
    catalog = load_catalog({"locations": {"eye": False}})
    assert "eye" not in catalog.locations
    assert "ear" in catalog.locations


def test_a_number_may_be_given_as_it_is() -> None:
    """`numbers.action_points = 4` changes the value and keeps rule and sentence."""
    catalog = load_catalog({"numbers": {"action_points": 4}})
    assert catalog.numbers["action_points"].value == 4
    assert catalog.numbers["action_points"].rule == "SS-A1"


def test_new_entries_are_added_at_the_end() -> None:
    """A new weapon can be carried at once."""
    rapier = {"words": "rapier", "kind": "melee", "skill": "blades", "accuracy": 7, "damage": 3, "strength": True}
    house = {"weapons": {"rapier": rapier}, "units": {"duelist": {"weapons": ["rapier"]}}}
    battle = Battle(with_rules(load_scenario("duel"), {}, house))
    assert battle.field.weapon_names(0)[0] == "rapier"
    assert list(battle.field.catalog.weapons)[-1] == "rapier"


@pytest.mark.parametrize(
    ("house", "says"),
    [
        ({"weapon": {}}, "Did you mean 'weapons'"),
        ({"weapons": {"knive": False}}, "Did you mean 'knife'"),
        ({"weapons": {"knife": {"damagge": 3}}}, "Did you mean 'damage'"),
        ({"weapons": {"knife": {"damage": 1000}}}, "knife.damage = 1000"),
        ({"weapons": {"bow": False}}, "no weapon is called 'bow'"),
        ({"locations": {"nose": {"words": "nose", "modifier": -6}}}, "no location is called 'nose'"),
        ({"firings": {"single": False}}, "it can be changed but not removed"),
        ({"numbers": {"action_points": "many"}}, "action_points"),
    ],
)
def test_wrong_house_rules_are_named(house: dict[str, Any], says: str) -> None:
    """What was found, where, and what was probably meant."""
    with pytest.raises(ContentError, match=says):
        load_catalog(house)


def test_a_file_of_house_rules(tmp_path: Path) -> None:
    """A file is read, checked, and its mistakes are named with the file."""
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text("[weapons.knife]\ndamage = 6\n", encoding="utf-8")
    bad.write_text("[weapons.knife]\nsharp = true\n", encoding="utf-8")
    assert load_house(good) == {"weapons": {"knife": {"damage": 6}}}
    with pytest.raises(ContentError, match="bad"):
        load_house(bad)


def test_house_rules_change_one_battle_and_no_other() -> None:
    """Four action points here, three there, and the catalog stays as it was."""
    changed = Battle(with_rules(load_scenario("duel"), {}, {"numbers": {"action_points": 4}}))
    plain = Battle("duel")
    assert int(changed.unit("red_1")["ap"]) == 4
    assert int(plain.unit("red_1")["ap"]) == 3
    assert load_catalog().numbers["action_points"].value == 3


def test_house_rules_travel_in_the_replay(tmp_path: Path) -> None:
    """A battle under house rules and options is verified from its file alone."""
    scenario = with_rules(load_scenario("duel"), {"dice": "bought"}, {"weapons": {"sword": {"damage": 9}}})
    battle = Battle(scenario, seed=4)
    record = Replay.of(battle, 4, {})
    while not battle.over:
        record.step(battle, battle.legal()[-1])
    record.finish(battle)
    path = tmp_path / "house.jsonl"
    record.save(path)
    loaded = Replay.load(path)
    assert loaded.header.scenario.options.dice == "bought"
    assert loaded.header.scenario.catalog == {"weapons": {"sword": {"damage": 9}}}
    loaded.verify()


def test_a_scenario_may_name_its_house_rules(tmp_path: Path) -> None:
    """`catalog` in a scenario is a file beside it, or tables."""
    (tmp_path / "house.toml").write_text("[numbers]\naction_points = 2\n", encoding="utf-8")
    text = (ROOT / "maps" / "duel.scenario.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.scenario.toml").write_text('catalog = "house.toml"\n' + text, encoding="utf-8")
    assert int(Battle(tmp_path / "mine.scenario.toml").unit("red_1")["ap"]) == 2


@pytest.mark.parametrize("make", [aec, solo])
def test_environments_take_rules_and_house_rules(make: Any) -> None:
    """As keyword arguments, from the registry too."""
    environment = make("duel", rules={"passing": "opportunity"}, catalog={"numbers": {"action_points": 4}})
    environment.reset(seed=1)
    match = environment.unwrapped.match
    assert match.scenario.options.passing == "opportunity"
    assert match.battle.field.arena[0]["rules"]["action_points"] == 4


def test_the_batch_takes_them_too() -> None:
    """In the compiled batch like in the single battle."""
    batch = vector("duel", 2, rules={"dice": "bought"}, catalog={"numbers": {"action_points": 4}})
    assert batch.unwrapped.fields[0].arena[0]["rules"]["action_points"] == 4
    assert batch.unwrapped.fields[0].arena[0]["rules"]["option_dice"] == 1


def test_odds_under_house_rules() -> None:
    """A sharper knife shows in the odds."""
    plain = attack_odds(weapon="knife")
    sharp = attack_odds(weapon="knife", catalog={"weapons": {"knife": {"damage": 6}}})
    assert sharp.damage == plain.damage + 4


def test_wrong_options_are_named() -> None:
    """An unknown option and an unknown value are errors that list what there is."""
    with pytest.raises(ContentError, match="Did you mean 'passing'"):
        manned("duel", rules={"pasing": "opportunity"})
    with pytest.raises(ContentError, match="interception"):
        manned("duel", rules={"passing": "never"})
    with pytest.raises(ContentError, match="NAME=VALUE"):
        read_rules(["passing"])
