"""Every rule system at the command line: its lists, what is said where it lacks something, battles fought and kept."""

import json
from pathlib import Path

import pytest
import toy
from commanded import good, refused
from everysystem import each

from fireteam.agents.network.box import load_network

SHORT = ("--steps", "256", "--envs", "8", "--horizon", "32", "--batch", "64", "--tests", "4")  # a run of seconds
LISTS = (
    "units", "weapons", "actions", "observation", "events", "materials", "terrain", "options", "rules",
    "assumptions",
)  # fmt: skip
OWN = {  # what only some systems have, with what is said of one that has none
    "armour": "its catalog has no armour",
    "locations": "its catalog has no locations",
    "ailments": "its catalog has no ailments",
    "items": "its catalog has no items",
    "ranges": "its catalog has no ranges",
    "skills": "its units have no skills",
}


@each
@pytest.mark.parametrize("topic", LISTS)
def test_lists(topic: str, system: str) -> None:
    """What every system has is listed, as a table and as JSON, with a value in every column of some entry."""
    entries = json.loads(good("list", topic, "--system", system, "--json"))
    assert entries
    assert all(any(entry[head] != "" for entry in entries) for head in entries[0])
    assert next(iter(entries[0])) in good("list", topic, "--system", system).splitlines()[0]


@pytest.mark.parametrize("topic", OWN)
def test_what_a_system_lacks_is_named(topic: str) -> None:
    """A list of what a system has not is refused with one line that says so; Swan Song has it."""
    assert f"--system {toy.NAME}: {OWN[topic]}" in refused("list", topic, "--system", toy.NAME)
    assert json.loads(good("list", topic, "--system", "swan_song", "--json"))


def test_the_toy_lists_its_own_keys() -> None:
    """A weapon's and a unit's own keys are columns of the list, and told among the keys of files."""
    weapons = {weapon["weapon"]: weapon for weapon in json.loads(good("list", "weapons", "--system", toy.NAME, "--json"))}
    assert (weapons["rifle"]["metres"], weapons["knife"]["damage"]) == (60, 2)
    (key,) = json.loads(good("keys", "unit", "life", "--system", toy.NAME, "--json"))
    assert (key["type"], key["default"], key["meaning"]) == ("a whole number", "3", "hits until it falls")


@each
def test_fights(system: str, tmp_path: Path) -> None:
    """A battle is narrated and kept, its replay verified, told, drawn and made a page; many are counted."""
    path, page, text = (tmp_path / name for name in ("it.jsonl.gz", "it.html", "it.txt"))
    narrated = good("fight", "yard", "--system", system, "--seed", "3", "--replay", str(path))
    assert "--- Round 1 ---" in narrated
    assert "===" in narrated
    assert "play again as recorded" in good("replay", "verify", str(path))
    good("replay", "export", str(path), "--html", str(page), "--text", str(text))
    assert page.read_text().startswith("<!doctype html>")
    printed = text.read_text()
    assert printed.count("--- Round") == narrated.count("--- Round")
    assert good("watch", str(path), "--text").count("--- Round") == narrated.count("--- Round")
    counted = json.loads(good("fight", "yard", "--system", system, "--battles", "6", "--json"))
    assert sum(side["wins"] for side in counted["wins"]) + counted["draws"] == 6
    assert sum(unit["dealt"] for unit in counted["units"]) > 0


@each
def test_odds(system: str) -> None:
    """Odds are said in words and as JSON; an option that the system does not know is refused with those it has."""
    assert "\nhit " in good("odds", "--system", system, "--cover", "partial")
    assert 0 < json.loads(good("odds", "--system", system, "--json"))["hit"] < 1
    own = [row["option"] for row in json.loads(good("list", "odds", "--system", system, "--json"))]
    said = refused("odds", "--system", system, "--xyzzy", "3")
    assert said.startswith("error: no option is called '--xyzzy'. Of this rule system: --")
    assert all(option in said for option in own)


def test_options_of_odds_are_the_systems() -> None:
    """A dodge is an option of the toy, a gun mode one of Swan Song; a value may follow behind a sign."""
    plain, dodged = (json.loads(good("odds", "--system", toy.NAME, "--json", *more)) for more in ((), ("--dodge",)))
    assert dodged["hit"] == pytest.approx(plain["hit"] - 0.1)
    assert "no option is called '--mode'" in refused("odds", "--system", toy.NAME, "--mode", "BF")
    assert good("odds", "--mode=BF", "--aim", "2") == good("odds", "--aim=2", "--mode", "BF") != good("odds")


MODES = "must be one of SA, BF, FA."


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--mod BF", "no option is called '--mod'. Did you mean '--mode'? Of this rule system: --aim, --bonus, --called, "),
        ("--systm toy", "no option is called '--systm'. Did you mean '--system'?"),
        ("-x", "no option is called '-x'. Of this rule system"),
        ("--aim 2 3", "'3': options are written as --name value, or as --name alone for yes"),
        ("--volley yes", "'yes': options are written as --name value, or as --name alone for yes"),
        ("--volley=no", "--volley = 'no': it takes no value"),
        ("--aim", "--aim: its value is missing (dice of aim, as many as"),
        ("--aim --volley", "--aim: its value is missing (dice of aim, as many as"),
        ("--mode=", "--mode: its value is missing (gun mode: SS, SA, BF or FA;"),
        ("--aim -1", "aim = -1: must be at least 0"),
        ("--aim 21", "aim = 21: must be at most 20"),
        ("--aim x", "aim = 'x': must be a whole number"),
        ("--aim 1.5", "aim = '1.5': must be a whole number"),
        (f"--aim {'9' * 5000}", "aim = '99999999"),
        ("--mode bf", f"mode = 'bf': {MODES} Did you mean 'BF'?"),
        ("--mode 5", f"mode = '5': {MODES}\n"),
        (
            "--weapon sniper_rifle --mode SS --volley",
            "mode = 'SS': it has no volley. Modes of the sniper_rifle that have: none.",
        ),
        ("--weapon sword --mode SA", "weapon 'sword' has no gun modes: leave out mode and volley"),
        ("--reply parri", "must be one of block, dodge, full_defense, parry, standard. Did you mean 'parry'?"),
        ("--cover god", "cover = 'god': must be one of none, partial, good, total. Did you mean 'good'?"),
        ("--range 0", "range = 0: must be from 1 to 1200 metres"),
        ("--system swan_sung", "no rule system is called 'swan_sung'. Did you mean 'swan_song'? Systems: "),
        ("--rule pasing=opportunity", "rule: unknown key 'pasing'. Did you mean 'passing'?"),
        ("--rule passing=no", "rule: passing = 'no': must be one of interception, opportunity."),
    ],
)
def test_odds_that_cannot_be_asked(options: str, said: str) -> None:
    """What is wrong with an option is one line: what was found, what is allowed, what was probably meant."""
    printed = refused("odds", *options.split())
    assert said in printed
    assert printed.count("\n") == 1
    assert len(printed) < 300


def test_a_system_without_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody works odds out, that is said, with the systems for which somebody does."""
    monkeypatch.setattr("fireteam.env.analysis.odds.has_room", lambda name, room: name != toy.NAME)
    for command in (("odds",), ("list", "odds")):
        said = refused(*command, "--system", toy.NAME)
        assert (
            f"system = '{toy.NAME}': it has no exact odds of attacks. Systems that have: d10_pool, ladder, swan_song."
            in said
        )


def test_training(tmp_path: Path) -> None:
    """A network is trained on battles of any system, and can play every other one."""
    good("train", "yard", "--runs", str(tmp_path), "--system", toy.NAME, *SHORT)
    policy = tmp_path / f"yard-{toy.NAME}" / "policy.safetensors"
    assert list(load_network(policy).card.rules) == [toy.NAME]
    fights = ("fight", "yard", "--red", str(policy), "--blue", "guard", "--battles", "2", "--system")
    good(*fights, toy.NAME)
    good(*fights, "swan_song")


@each
def test_checks_a_scenario(system: str) -> None:
    """A scenario is checked as one of a system."""
    assert "8 units on 24 x 16" in good("check", "yard", "--system", system)
