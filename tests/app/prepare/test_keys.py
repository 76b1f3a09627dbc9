"""`fireteam keys`: every key has a meaning, and editors are told of files what the reader says of them."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import toy
from commanded import good, refused
from everysystem import each
from jsonschema import Draft202012Validator

from fireteam.content.errors import ContentError
from fireteam.env.catalog import kinds
from fireteam.env.catalog.house import merged
from fireteam.env.rules.systems import SYSTEMS
from fireteam.env.scenario.models import OtherFiles, models_of
from fireteam.env.scenario.reading import load_scenario, scenario_names
from fireteam.maps.drawing import map_folder
from fireteam.reports.files.key_rows import all_rows, rows_of
from fireteam.reports.files.keys import kinds_of, schema_of

SCENARIO = """
title = "Small"
map = "yard"
[[teams]]
name = "red"
start = "a"
units = [{ template = "soldier" }]
[[teams]]
name = "blue"
start = "b"
units = [{ template = "guard", count = 2 }]
"""
HOUSE = """
[numbers]
walk_rate = 3
action_points.value = 4
[weapons]
knife.damage = 3
sword = false
[weapons.rapier]
words = "rapier"
kind = "melee"
skill = "blades"
accuracy = 7
damage = 3
[armor.vest]
armour = 3
[actions]
reload = "free"
"""


def faults(text: str, kind: str, system: str = "swan_song") -> list[str]:
    """Return what an editor marks in a text."""
    return [fault.message for fault in Draft202012Validator(schema_of(kind, system)).iter_errors(tomllib.loads(text))]


@each
def test_every_key_has_a_meaning(system: str) -> None:
    """Every key of every kind of file and table says what it is, what it must be, and what it is if not given."""
    for kind in kinds_of(system):
        rows = all_rows(kind, system)
        assert rows or kind in ("orders",), kind
        assert [row.key for row in rows if not (row.meaning and row.type and row.default)] == [], kind
        assert len({row.key for row in rows}) == len(rows)


@each
def test_every_key_of_the_models_is_told(system: str) -> None:
    """Nothing that a scenario, a party or house rules may say is left out."""
    own = models_of(system)
    printed = {row.key for row in all_rows("scenario", system)}
    assert {*own.scenario.model_fields} <= printed
    assert {f"teams.units.{key}" for key in own.unit.model_fields} | {"teams.party"} <= printed
    assert {f"options.{key}" for key in own.options.model_fields} <= printed
    assert [row.key for row in all_rows("house", system)] == list(kinds(system))
    assert set(OtherFiles.model_fields) == {"party", "catalog"}


@each
def test_examples_are_right(system: str) -> None:
    """What a key shows as an example may be said."""

    def examples(node: Any) -> Iterator[tuple[Any, Any]]:
        if isinstance(node, dict):
            yield from ((node, example) for example in node.get("examples", ()) if "type" in node or "anyOf" in node)
            for part in node.values():
                yield from examples(part)
        elif isinstance(node, list):
            for part in node:
                yield from examples(part)

    for kind in ("scenario", "house", "map", "reward"):
        schema = schema_of(kind, system)
        for node, example in examples(schema):
            validator = Draft202012Validator({**node, "$defs": schema.get("$defs", {})})
            assert [error.message for error in validator.iter_errors(example)] == []


@pytest.mark.parametrize("path", sorted(map_folder().glob("*.toml")), ids=lambda path: path.name)
def test_what_is_shipped_is_right(path: Path) -> None:
    """Editors mark nothing in the scenarios and maps of the package."""
    text = path.read_text(encoding="utf-8")
    kind = "scenario" if ".scenario." in path.name else "map"
    assert faults(text, kind, tomllib.loads(text).get("system", "swan_song")) == []


@each
def test_schemas_are_schemas(system: str) -> None:
    """Each is one by the rules of its dialect, can be printed, and a scenario read by another system fits that one's."""
    for kind in kinds_of(system):
        schema = schema_of(kind, system)
        Draft202012Validator.check_schema(schema)
        assert json.loads(json.dumps(schema)) == schema
    assert faults(SCENARIO, "scenario", system) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('units = [{ template = "soldier" }]', 'party = "crew.toml"'),
        ('map = "yard"', 'map = "bog.map.toml"\ncatalog = "house.toml"'),
        ('map = "yard"', "[map]\ntitle = 'x'\nground = '...'"),
        ('map = "yard"', '[draw]\ntemplates = ["soldier"]'),
        ('"soldier"', '"soldier", armor = ["vest"]'),
        ('"soldier"', '"of_my_own", weapons = ["rapier"], at = [0, 3]'),
        ('map = "yard"', 'map = "yard"\noptions.full_defence = "skill"\ncatalog.numbers.walk_rate = 3'),
    ],
)
def test_what_a_file_may_say_besides(old: str, new: str) -> None:
    """Files that a scenario names, maps drawn in it, house rules in it, either spelling."""
    made = SCENARIO.replace(old, new, 1)
    if new.startswith("["):  # tables stand below the keys
        made = SCENARIO.replace(old, "", 1) + new
    assert faults(made, "scenario") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('title = "Small"', 'title = "Small"\ntittle = 3'),
        ('title = "Small"', ""),
        ('title = "Small"', 'title = "Small"\nrounds = 0'),
        ('title = "Small"', 'title = "Small"\nrounds = "ten"'),
        ('title = "Small"', 'title = "Small"\nlight = "nigth"'),
        ('"soldier"', '"soldier", wepons = ["knife"]'),
        ('"soldier"', '"soldier", weapons = "knife"'),
        ('"soldier"', '"soldier", at = [1]'),
        ('"soldier"', '"soldier", at = [-1, 2]'),
        ('start = "a"', 'start = "ab"'),
        ('start = "a"', 'start = "a"\nparty = "crew.toml"'),
        ('start = "a"', 'start = "a"\nobjective = { kind = "capture" }'),
        ('map = "yard"', ""),
        ('map = "yard"', 'map = "yard"\ncatalog.numbers.walk_rat = 3'),
        ('map = "yard"', 'map = "yard"\ncatalog.numbers.walk_rate = 999'),
        ('map = "yard"', 'map = "yard"\nsystem = "laddder"'),
        ('"soldier"', '"soldier", ranks = { melee = "elite" }'),
    ],
)
def test_what_is_wrong_is_marked(old: str, new: str) -> None:
    """Unknown keys, wrong kinds of values, numbers out of range, keys of another system."""
    assert faults(SCENARIO.replace(old, new, 1), "scenario") != []


def test_house_rules_change_single_keys() -> None:
    """An entry that is there needs only what changes, a new one all; what the rules name can be no other."""
    assert faults(HOUSE, "house") == []
    assert any("'damage' is a required property" in said for said in faults(HOUSE.replace("\ndamage = 3\n", "\n"), "house"))
    assert faults(HOUSE.replace("walk_rate", "walk_rat"), "house") != []
    assert faults(HOUSE.replace("sword = false", "fists = false"), "house") != []
    assert faults(HOUSE.replace("[actions]", "[action]"), "house") != []
    assert merged({"knife": {"damage": 2, "reach": 0}}, {"knife": {"damage": 3}}, "weapons")["knife"]["reach"] == 0


def test_a_unit_may_say_in_each_system_what_that_system_knows() -> None:
    """Keys of one system are unknown in the others."""
    assert {"ranks", "hide"} <= {row.key for row in rows_of("unit", "ladder")}
    assert not {"ranks", "hide"} & {row.key for row in rows_of("unit", "swan_song")}
    assert "weather" in {row.key for row in rows_of("options", "d10_pool")}
    assert "karma" in {row.key for row in rows_of("orders", "swan_song")}


def test_numbers_are_told_with_range_and_rule() -> None:
    """What a number is, may be and belongs to; `fireteam list numbers` is `fireteam keys numbers`."""
    (row,) = rows_of("numbers", "swan_song", "walk_rate")
    assert (row.type, row.allowed, row.default) == ("a whole number", "0 to 20", "2")
    assert "(SS-M1)" in row.meaning
    refused("list", "numbers")


def test_a_word_finds_what_matches() -> None:
    """A key with all that stands in it; else every row in which the word occurs; else what was meant."""
    found = rows_of("scenario", "", "teams.objective")
    assert [row.key for row in found] == [f"teams.objective{key}" for key in ("", ".kind", ".zone", ".needed", ".unit")]
    assert [row.key for row in rows_of("scenario", "", "[[teams]]")][:2] == ["teams", "teams.name"]
    assert "stalemate" in {row.key for row in rows_of("scenario", "", "progress")}
    with pytest.raises(ContentError, match=r"no key of scenario matches 'untis'\. Did you mean 'units'"):
        rows_of("scenario", "", "untis")
    with pytest.raises(ContentError, match=r"There is one in: .*numbers"):
        rows_of("scenario", "", "walk_rate")
    with pytest.raises(ContentError, match=r"no keys are known of 'scenarioo'\. Did you mean 'scenario'"):
        rows_of("scenarioo")
    assert rows_of("weapons") == rows_of("weapon")
    assert rows_of("armor") == rows_of("armour")


def test_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table, JSON, a schema; without a kind the kinds; on a narrow terminal one below the other."""
    said = {row["kind"]: row for row in json.loads(good("keys", "--json"))}
    assert said.keys() == set(kinds_of("swan_song"))
    assert all(row["what it is"] and row["keys"] for row in said.values())
    rows = json.loads(good("keys", "map", "--json"))
    assert rows[0] == {
        "key": "title", "type": "text", "allowed": "at most 60 letters", "default": "needed",
        "meaning": "what the place is called", "example": 'title = "The yard"',
    }  # fmt: skip
    assert json.loads(good("keys", "party", "--schema", "--system", "ladder")) == schema_of("party", "ladder")
    assert "of what?" in refused("keys", "--schema")
    assert good("keys", "map").splitlines()[0].split() == ["key", "type", "allowed", "default", "meaning", "example"]
    from fireteam.commands.prepare import keys

    monkeypatch.setattr(keys, "NARROW", 10_000)
    assert "start: a letter\n    letter, on the map" in good("keys", "team", "start")


def test_scenarios_of_every_system_are_tried() -> None:
    """There are scenarios of several systems, and a system that nobody ships has its own keys, too."""
    assert {load_scenario(name).system for name in scenario_names()} >= {"swan_song", "ladder"}
    assert toy.NAME in SYSTEMS
