"""The ledger of sentences: every rule has its sentences in the sources, every sentence a home that exists."""

import json
import tomllib
from pathlib import Path

import pytest
from sourced import ROOT
from typer.testing import CliRunner

from fireteam.cli import app
from fireteam.content.errors import ContentError
from fireteam.env.catalog import load_catalog
from fireteam.env.catalog.sentences import assumed, page_of, stated_by, stated_sentences

SYSTEMS = ["d10_pool", "ladder", "swan_song"]


def good(*arguments: str) -> str:
    """Return what a command prints."""
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_stands_in_the_ledger(system: str) -> None:
    """Each has a sentence at least, and `ledger` has found every home that a row names."""
    assert stated_sentences(system)
    assert [rule for rule in load_catalog(system=system).rules if not stated_by(rule, system)] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_assumed_of_a_sentence_is_one_assumption(system: str) -> None:
    """Words that a row cites stand in one sentence alone of what its rule assumes: a reader finds which is meant."""
    rules = load_catalog(system=system).rules
    for row in stated_sentences(system):
        for rule, _, words in (each.partition(": ") for each in row.sentence.assumptions):
            assert sum(words in each for each in assumed(rules[rule])) == 1, (row.place, words)


@pytest.mark.parametrize("system", SYSTEMS)
def test_sentences_are_listed(system: str) -> None:
    """As a table and as JSON, all of them or those that no rule plays whole; a rule names its own."""
    rows = json.loads(good("list", "sentences", "--system", system, "--json"))
    places = [(row["page"], row["section"], row["sentence"]) for row in rows]
    assert len(rows) == len(set(places)) == len(stated_sentences(system))
    printed = good("list", "sentences", "--system", system)
    assert printed.splitlines()[0].split() == ["place", "asks", "home"]
    rest = json.loads(good("list", "sentences", "--system", system, "--without-rule", "--json"))
    assert rest == [row for row in rows if row["absent"] or not row["rules"]]
    assert 0 < len(rest) < len(rows)
    rule = next(row["rules"][0] for row in rows if row["rules"])
    assert f"    {stated_by(rule, system)[0]}\n" in good("list", "rules", rule, "--system", system)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_wheel_has_the_ledger(system: str) -> None:
    """What an editable install does not need: the pages are among the data of their package."""
    setup = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folder = ROOT / "systems" / system / "catalog"
    packed = {path for glob in setup["package-data"]["*"] for path in folder.glob(glob)}
    pages = {path for path in folder.rglob("*.toml") if path.parent.name == "sentences"}
    assert pages
    assert pages <= packed


WRONG = {
    '1 = { asks = "a" }': "2:1: Dice.1: it has no home",
    '1 = { asks = "a", rules = ["LD-D11"] }': "2:1: Dice 1: no rule is called 'LD-D11'. Did you mean 'LD-D1'?",
    '1 = { asks = "a", options = ["critcal"] }': "2:1: Dice 1: no option is called 'critcal'. Did you mean 'critical'?",
    '1 = { asks = "a", assumptions = ["LD-D1: no dice"] }': "2:1: Dice 1: LD-D1 assumes nothing with the words 'no dice'",
    '1 = { asks = "a", assumptions = ["LD-D1"] }': "2:1: Dice 1: LD-D1 assumes nothing with the words ''",
    '2 = { asks = "a", absent = "b" }\n1 = { asks = "a", absent = "b" }': "3:1: Dice 1: comes after 2",
    '1 = { asks = "a", absent = "b" }\n1 = { asks = "a", absent = "b" }': "this key or table is there already",
    'one = { asks = "a", absent = "b" }': "Dice.one = 'one': must be a number, 1 or more",
    '1 = { asks = "a", absent = "b", rule = [] }': "unknown key 'Dice.1.rule'. Did you mean 'rules'?",
}


@pytest.mark.parametrize("written", WRONG)
def test_a_row_that_cannot_be_is_told_with_its_line(written: str, tmp_path: Path) -> None:
    """Without a home, with one that does not exist, twice, out of order, with a key that is none."""
    page = tmp_path / "combat.toml"
    page.write_text(f"[Dice]\n{written}\n", encoding="utf-8")
    with pytest.raises(ContentError) as said:
        list(page_of(page, "ladder"))
    assert WRONG[written] in str(said.value)
